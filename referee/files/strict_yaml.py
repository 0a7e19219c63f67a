"""The small part of YAML 1.1 that an order file may use, with all faults and their lines.

Every scalar is the string that was typed; there are no types, tags, anchors, aliases, merge keys
or directives (referee-orders(5)).  PyYAML's pure Python scanner reads the file event by event, so
that a hostile file builds nothing and nothing recurses.
"""

from __future__ import annotations

import contextlib
import re
from typing import Any

import yaml

from referee.fault import NOT_UNDERSTOOD, Fault, Path, Refused
from referee.files import arriving, slips
from referee.files.arriving import LINE_END
from referee.files.characters import code_point, forbidden, plain
from referee.files.document import NOTES, Document, Place, Tree
from referee.files.folding import MARKS_AT_MOST, excerpt, fold_key, too_many_marks
from referee.files.write_yaml import as_written

MAX_DEPTH = 12
MAX_NODES = 5000
MAX_FAULTS = 100

# Characters allowed nowhere in the file, not even in comments.  The last two are line ends for YAML
# 1.1 alone: no editor shows them so, and they could hide a line.
# A string, compiled only if a file is not all ASCII.
_FORBIDDEN = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\ufffe\uffff\u2028\u2029]"

#: Problems that follow from a slip in a line above.
_BY_SLIPS = (
    "mapping values are not",
    "could not find expected ':'",
    "expected alphabetic",
    "expected a comment",
)


def read(raw: bytes, limit: int = 65536, notes: bool = False) -> Document:
    """Read a file of at most ``limit`` bytes (in UTF-8), or the file within a mail.

    notes: whether its keys ``note`` and ``notes`` are players' notes, which may have joiners.
    Keys come out folded (see ``fold_key``), texts as typed except for blanks.
    Raises Refused with all faults found; the path of each is ("line", N), for ``line_of``, or ()
    for the file as a whole.
    """
    if len(raw) <= limit and (tree := as_written(raw)) is not None:
        text = raw.decode()
        return Document(tree, text, lambda: _built(text, notes, yaml.CSafeLoader).places)
    text, words = arriving.mended(_decode(raw, limit))
    try:
        return _document(text, words, notes)
    except Refused as trouble:
        found = arriving.cut(text)
        if found is None:
            raise
        if found.text is None:
            last = 0 if found.alone else line_of(found.word) or 0
            above = [fault for fault in trouble.faults if 0 < (line_of(fault) or 0) < last]
            raise Refused([*above, found.word]) from None
    return _document(found.text, [*words, found.word], notes)


def _document(text: str, words: list[Fault], notes: bool) -> Document:
    built = _built(text, notes)
    return Document(built.root, built.text, lambda: built.places, words)


def _built(text: str, notes: bool, loader: Any = yaml.SafeLoader) -> _Builder:
    """What is made of a text; raises Refused.  loader: see `parse`."""
    builder = _Builder(text, notes)
    try:
        builder.check_signs()
        builder.parse(loader)
    except _Enough:
        pass
    if builder.faults:
        raise Refused(builder.all_faults())
    if () not in builder.places:
        raise _whole("the file is empty")
    return builder


def line_of(fault: Fault) -> int | None:
    """Return the line of a fault that ``read`` found, None for the file as a whole."""
    match fault.path:
        case ("line", int(line)):
            return line
    return None


def _whole(reason: str, hint: str = "") -> Refused:
    return Refused([Fault(NOT_UNDERSTOOD, (), reason, "", hint)])


def _at_line(line: int, reason: str, hint: str = "", quote: str = "") -> Fault:
    return Fault(NOT_UNDERSTOOD, ("line", line), reason, "", hint, quote)


def _decode(raw: bytes, limit: int) -> str:
    """Return the text of a file without its BOM; Refused for its size or encoding."""
    size, most = len(raw), 2 * limit + 2  # UTF-16 takes up to twice the room
    try:
        raw = arriving.to_utf8(raw[: most + 2])
    except arriving.Foreign as trouble:
        raise _whole(str(trouble), "save it as UTF-8") from None
    if size > most or len(raw) > limit:
        raise _whole(f"the file has {size} bytes; at most {limit} are allowed")
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = len(LINE_END.findall(raw[: error.start].decode())) + 1
        reason = f"the byte at offset {error.start}, in line {line}, is not UTF-8"
        raise Refused([_at_line(line, reason, "save the file as UTF-8")]) from None


_NOWHERE = Place(0, 0, 0)


class _Enough(Exception):
    """Not an error, but the way out of the loops when reading on would be useless."""


class _Open:
    """A list or map that is being read."""

    def __init__(
        self, value: list[Tree] | dict[str, Tree], path: Path, place: Place, flow: bool
    ) -> None:
        self.value, self.path, self.place, self.flow = value, path, place, flow
        #: The lines of all keys, and the key that waits for its value, with its place.
        self.keys: dict[str, int] = {}
        self.key: str | None = None
        self.key_place = _NOWHERE

    def wants_key(self) -> bool:
        return isinstance(self.value, dict) and self.key is None


class _Builder:
    """Makes the tree from YAML's events and collects what is wrong with the file."""

    def __init__(self, text: str, notes: bool = False) -> None:
        self.text, self._notes = text, notes
        self.root: Tree = ""
        self.faults: list[Fault] = []
        self.places: dict[Path, Place] = {}
        self._lines = LINE_END.split(text)
        self._stack: list[_Open] = []
        self._nodes = self._documents = self._last_end = 0
        self._stopped, self._error = False, 0

    def fault(self, line: int, reason: str, hint: str = "", last: bool = False) -> None:
        """Note a fault; raises _Enough after the last one, or if there are too many."""
        self.faults.append(_at_line(line, reason, hint, excerpt(self._lines[line - 1])))
        if last:
            raise _Enough
        if len(self.faults) >= MAX_FAULTS:
            self.fault(line, "too many faults: the rest of the file was not read", last=True)

    def all_faults(self) -> list[Fault]:
        """All faults found.  If a syntax error ended the reading, list items are also checked by
        themselves; a fault in an item above the error is its cause, and replaces it."""
        if not self._stopped or len(self.faults) >= MAX_FAULTS:
            return self.faults
        told = {line_of(fault) or 0 for fault in self.faults[: self._error]}
        end, parts = self.faults[self._error :], list[Fault]()
        for first, lines in slips.items(LINE_END.split(self.text)):
            part = _Builder("\n".join(lines), self._notes)
            with contextlib.suppress(_Enough):
                part.parse()
            if not told.isdisjoint(range(first + 1, first + len(lines) + 1)):
                continue
            parts += [_moved(fault, first) for fault in part.faults]
            if part._stopped:
                end = [fault for fault in end if (line_of(fault) or 0) <= first]
        return [*self.faults[: self._error], *end, *parts][:MAX_FAULTS]

    def check_signs(self) -> None:
        """Note what no text file should have, and replace it with something harmless."""
        if not plain(self.text):
            self._check_controls()
        self.text = arriving.without_ends(self.text)
        for number, line in enumerate(self._lines, 1):
            if line.startswith("%"):
                self.fault(number, "a directive (%) is not allowed", "delete the line", last=True)
            if line.strip() and not line.lstrip().startswith("#"):
                break

    def _check_controls(self) -> None:
        for number, line in enumerate(self._lines, 1):
            for sign in dict.fromkeys(re.findall(_FORBIDDEN, line)):
                what = (
                    "a byte order mark inside the file"
                    if sign == "\ufeff"
                    else "a control character"
                )
                self.fault(number, f"{what}, {code_point(sign)}", "delete it")
        self.text = re.sub(_FORBIDDEN, "x", self.text)

    def parse(self, kind: Any = yaml.SafeLoader) -> None:
        """Take all events; a syntax error becomes the last fault.  kind: of loader."""
        # The C library's is quick, but accepts other files and words faults differently: it gets
        # only what this program has written (see as_written), and says the same of that.
        loader = kind(self.text)
        try:
            while loader.check_event():
                self._feed(loader.get_event())
        except yaml.MarkedYAMLError as error:
            self._syntax(error)
        except (ValueError, OverflowError):
            # PyYAML raises these for an escape such as "\UFFFFFFFF".
            line = loader.get_mark().line + 1
            self.fault(line, "this escape (\\) names no character", last=True)
        finally:
            loader.dispose()

    def _syntax(self, error: yaml.MarkedYAMLError) -> None:
        """Stop at a syntax error, worded for people who do not know YAML."""
        self._stopped, self._error = True, len(self.faults)
        problem = error.problem or ""
        # If something is never closed, the fault is where it was opened, not at the end.
        behind = "unexpected" in problem or "could not find" in problem
        opened = error.context_mark if behind else None
        mark = opened or error.problem_mark
        line = mark.line + 1 if mark else 1
        by_slips = any(words in problem for words in _BY_SLIPS)
        if self._slips(line) and (by_slips or slips.of_line(self._lines[line - 1])):
            self._error = len(self.faults)
            raise _Enough
        if slip := slips.of_quote(self._lines[line - 1]):
            self.fault(line, *slip, last=True)
        if found := slips.of_list(self._lines, line):
            self.fault(found[0], *found[1], last=True)
        self.fault(line, *slips.of_problem(problem, self._lines[line - 1]), last=True)

    def _slips(self, line: int) -> bool:
        """Note the known slips in all lines, if there is one up to this line.

        YAML often stumbles several lines after the slip."""
        found = {number: slips.of_line(text) for number, text in enumerate(self._lines, 1)}
        told = {number: slip for number, slip in found.items() if slip}
        if not told or min(told) > line:
            return False
        noted = [fault.path for fault in self.faults]
        for number, slip in told.items():
            if ("line", number) not in noted:
                self.fault(number, *slip)
        return True

    def _feed(self, event: yaml.Event) -> None:
        """Take one event; raises _Enough if the rest of the file does not matter."""
        place = _place_of(event)
        if isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                self.fault(place.line, "there is more than one document", "delete '---'", last=True)
        elif isinstance(event, yaml.NodeEvent):
            self._check_node(event, place.line)
            if isinstance(event, yaml.CollectionStartEvent):
                self._begin(event, place)
            else:
                self._leaf(event, place)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._end(place.end)

    def _check_node(self, event: yaml.NodeEvent, line: int) -> None:
        """Refuse what YAML allows and an order file does not."""
        self._nodes += 1
        if self._nodes > MAX_NODES:
            self.fault(line, f"the file has more than {MAX_NODES} values", last=True)
        if isinstance(event, yaml.AliasEvent):
            self.fault(line, "an alias (*) is not allowed", "put the text in quotes")
        elif event.anchor is not None:
            self.fault(line, "an anchor (&) is not allowed", "put the text in quotes")
        if getattr(event, "tag", None) is not None:
            self.fault(line, "a tag (!) is not allowed", "put the text in quotes")

    def _begin(self, event: yaml.CollectionStartEvent, place: Place) -> None:
        """Open a list or map."""
        if len(self._stack) >= MAX_DEPTH:
            self.fault(
                place.line, f"lists and maps are nested more than {MAX_DEPTH} deep", last=True
            )
        is_map = isinstance(event, yaml.MappingStartEvent)
        path, place = self._next(place)
        self._stack.append(_Open({} if is_map else [], path, place, bool(event.flow_style)))

    def _end(self, end: int) -> None:
        """Close the innermost list or map."""
        top = self._stack.pop()
        # A block ends where the next thing begins: comments in between are not part of it.
        self._last_end = end if top.flow else self._last_end
        place = Place(top.place.line, top.place.start, self._last_end)
        if self._stack and self._stack[-1].wants_key():
            self.fault(
                place.line,
                "a key must be a word, not a list or a map",
                "put a text with { or [ in quotes",
            )
            self._take_key(f"?{self._nodes}", place)
        else:
            self._put(top.value, top.path, place)

    def _leaf(self, event: yaml.NodeEvent, place: Place) -> None:
        """Take a scalar, or an alias as an empty one."""
        text = event.value if isinstance(event, yaml.ScalarEvent) else ""
        self._last_end = place.end
        self._check_text(text, place)
        if self._stack and self._stack[-1].wants_key():
            self._take_key(self._checked_key(event, text, place.line), place)
            return
        path, place = self._next(place)
        empty = place.end == place.start
        if empty and self._stack and self._stack[-1].key is not None:
            place = place._replace(start=self._stack[-1].key_place.start)
        # To YAML a file of nothing but comments is one empty plain scalar.
        if self._stack or not empty:
            self._put(text, path, place)

    def _check_text(self, text: str, place: Place) -> None:
        """Refuse characters that are invisible or mislead, even if written as escapes."""
        if text.isascii() and text.isprintable():
            return
        note = self._notes and bool(self._stack) and self._stack[0].key in NOTES
        for sign in dict.fromkeys(forbidden(text, note)):
            before = self.text[place.start : place.end].partition(sign)
            line = place.line + len(LINE_END.findall(before[0])) if before[1] else place.line
            self.fault(line, f"{code_point(sign)} is not allowed in a text")
        if too_many_marks(text):
            self.fault(place.line, f"a letter has more than {MARKS_AT_MOST} combining marks")

    def _checked_key(self, event: yaml.NodeEvent, text: str, line: int) -> str:
        """Return the folded key, or for a refused one a stand-in that equals no key."""
        try:
            if text == "<<":
                raise ValueError("a merge key (<<) is not allowed")
            return fold_key(text)
        except ValueError as error:
            # Each cause is reported once: these have a fault already.
            if not isinstance(event, yaml.AliasEvent) and not forbidden(text):
                slip = slips.of_key(text) or slips.of_line(self._lines[line - 1])
                generic = str(error), "write 'key: value', and put a text with ': ' in quotes"
                self.fault(line, *(slip or generic))
            return f"?{self._nodes}"

    def _take_key(self, key: str, place: Place) -> None:
        """Keep a key of the innermost map until its value comes."""
        top = self._stack[-1]
        before = self.text[max(0, place.start - 80) : place.start]
        told = key.startswith("?")  # the stand-in of a key that is refused already
        if not told and before.endswith(" ") and before.rstrip(" ").endswith("?"):
            self.fault(place.line, "a key after '?' is not allowed", "put the text in quotes")
        if key in top.keys:
            lines = f"lines {top.keys[key]} and {place.line}"
            self.fault(place.line, f'the key "{key}" appears twice, in {lines}')
        top.keys.setdefault(key, place.line)
        top.key, top.key_place = key, place

    def _next(self, place: Place) -> tuple[Path, Place]:
        """Return the path of a value that begins now, and its place with the line of its key."""
        if not self._stack:
            return (), place
        top = self._stack[-1]
        if isinstance(top.value, list):
            return (*top.path, len(top.value)), place
        if top.key is None:
            return top.path, place
        return (*top.path, top.key), place._replace(line=top.key_place.line)

    def _put(self, value: Tree, path: Path, place: Place) -> None:
        """Put a finished value into the list or map around it."""
        self.places[path] = place
        top = self._stack[-1] if self._stack else None
        if top is None:
            self.root = value
        elif isinstance(top.value, list):
            top.value.append(value)
        elif top.key is not None:
            top.value[top.key] = value
            top.key = None


def _moved(fault: Fault, lines: int) -> Fault:
    """A fault from a part of a file, moved down by the lines above that part."""
    return fault._replace(path=("line", (line_of(fault) or 0) + lines))


def _place_of(event: yaml.Event) -> Place:
    """Return where an event is in the text."""
    start, end = event.start_mark, event.end_mark
    assert start and end, "the parser marks every event"
    return Place(start.line + 1, start.index, end.index)
