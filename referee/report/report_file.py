"""Report files: the text for people, then the signed block that `verify` reads.

The block is JSON, broken into lines that fit a mail: between its tokens, and inside strings that
are longer than a line.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain
from typing import Any

from referee.engine.plain import too_deep
from referee.fault import NOT_UNDERSTOOD, Fault, Path, Refused
from referee.files.arriving import LINE_END, Foreign, to_utf8
from referee.files.characters import Place, code_point, first_strange, forbidden, printable
from referee.files.folding import BLANKS, spaced
from referee.kit.lines import TRAVELS as WIDTH
from referee.kit.made import Made
from referee.proof.canonical import typed
from referee.report.damage import (
    first_difference,
    first_fraction,
    first_half,
    first_twice,
    key_at,
    line_at,
)

BEGIN = "-----BEGIN REFEREE REPORT-----"
END = "-----END REFEREE REPORT-----"
SIGNATURE = "-----BEGIN SSH SIGNATURE-----"
#: no report is longer: the number of pieces bounds its block, and the block its text
SIZE_AT_MOST = 1 << 20
#: nor has its file more bytes, as UTF-16 takes up to twice the space
BYTES_AT_MOST = 2 * SIZE_AT_MOST + 2

#: A string, compiled only to write a report.
_TOKEN = r'"[^"\\]*(?:\\.[^"\\]*)*"[:,]?|[^"{}\[\],:]+,?|[{\[]|[}\]]+,?'


class ReportFile(Made):
    """A report as it was read: its text, its sheet, the host's signature (armored).

    first: line number of the first line of text, for messages; outside: the text around the report
    in its mail, which was ignored, "" if there is none."""

    text: list[str]
    sheet: dict[str, Any]
    signature: str
    first: int = 1
    outside: str = ""


def write_report(text: Sequence[str], sheet: dict[str, Any], signature: str) -> bytes:
    """A report file."""
    lines = [*text, "", BEGIN, *fill(sheet), *signature.strip().split("\n"), END]
    return ("\n".join(lines) + "\n").encode()


def fill(data: dict[str, Any]) -> Iterator[str]:
    """JSON in lines of at most 72 columns.  A reader joins them without the blanks at their ends,
    so no line is broken beside a blank."""
    text = _compact(data)
    #: where each token ends, behind the start of the first
    ends = [0, *accumulate(map(len, re.findall(_TOKEN, text)))]
    start = 0
    while len(text) - start > WIDTH:
        more = bisect_right(ends, start + WIDTH)  # the first token that this line cannot hold
        end = ends[more - 1]
        if end <= start or ends[more] - end > WIDTH:  # nor can a line of its own
            end = start + _break(text[start : ends[more]])
        yield text[start:end]
        start = end
    yield text[start:]


#: A line is never broken before these: mail programs would drop a blank, and take the others for
#: a quotation, a footer or the start of another mail.
_NO_START = (" ", ">", ".", "-", "From ")


def _break(line: str) -> int:
    """Where to break a line that is too long: as late as possible."""
    for at in chain(range(WIDTH, 0, -1), range(WIDTH + 1, len(line))):
        if line[at - 1] != " " and not line.startswith(_NO_START, at):
            return at
    return len(line)


def _compact(data: dict[str, Any]) -> str:
    # Sorted: a report must not show the order in which its keys came about.
    return json.dumps(data, separators=(",", ":"), ensure_ascii=True, sort_keys=True)


def read_report(raw: bytes) -> ReportFile:
    """Read a report file, as text or as the JSON that `report --format json` prints.

    Raises Refused with the place that cannot be read; nothing is verified here."""
    too_large = Refused([Fault(NOT_UNDERSTOOD, (), "the file is too large for a report")])
    if len(raw) > BYTES_AT_MOST:
        raise too_large
    try:
        raw = to_utf8(raw)
        if len(raw) > SIZE_AT_MOST:
            raise too_large
        text = raw.decode()
    except Foreign as trouble:
        raise _refused(str(trouble)) from None
    except UnicodeDecodeError as trouble:
        line = raw.count(b"\n", 0, trouble.start) + 1
        raise _refused(f"byte {trouble.start} is not UTF-8", line) from None
    lines = LINE_END.split(text)
    if text.lstrip(BLANKS).startswith("{") and not any(_is_mark(line, BEGIN) for line in lines):
        return _from_json(text)
    return _from_text(lines)


def _refused(reason: str, line: int | None = None) -> Refused:
    path: Path = ("line", line) if line else ()
    return Refused([Fault(NOT_UNDERSTOOD, path, reason, "", "ask for the report again")])


def _from_text(lines: list[str]) -> ReportFile:
    lines = _unquoted(lines)
    begin, signature, end = (_only(lines, mark) for mark in (BEGIN, SIGNATURE, END))
    if not begin < signature < end:
        raise _refused("the parts of the signed block are not in order", begin + 1)
    block = [line.strip(BLANKS) for line in lines[begin + 1 : signature]]
    sheet = _sheet(block, begin + 2)
    if (wanted := _compact(sheet)) != "".join(block):
        reason = "is not in the form that reports have"
        raise _damaged(block, begin + 2, first_difference("".join(block), wanted), reason)
    # The block has no empty lines; if there are some, mail has put one after every line.
    apart = 1 if block[:1] != [""] else 2
    first = _heading(lines[:begin], apart)
    text = [spaced(line).rstrip(BLANKS) for line in lines[first:begin]]
    while text and not text[-1]:
        text.pop()
    for number, line in enumerate(text, first + 1):
        if wrong := forbidden(line, note=True):
            raise _refused(f"{code_point(wrong[0])} is not allowed in the text", number)
    outside = _outside(lines, first, end)
    armored = "".join(f"{line.strip(BLANKS)}\n" for line in lines[signature:end])
    return ReportFile(text, sheet, armored, first + 1, outside)


#: A string, compiled only for a report inside a mail.
_QUOTED = rf"(?P<quoted>(?:> ?)*){BEGIN}[{BLANKS}]*"


def _unquoted(lines: list[str]) -> list[str]:
    """The lines without byte order marks at their starts, and without the ``>`` of a quotation if
    the report is in one."""
    lines = [line.lstrip("\ufeff") for line in lines]
    if any(_is_mark(line, BEGIN) for line in lines):
        return lines
    marks = [match["quoted"] for line in lines if (match := re.fullmatch(_QUOTED, line))]
    quoted = min(marks, key=len, default="")
    if not quoted:
        return lines
    # Lines that are not quoted were written above or below; their content shows that.
    return [
        line.removeprefix(quoted) if line.startswith(quoted) else line.removeprefix(quoted.rstrip())
        for line in lines
    ]


_RULE = "=" * WIDTH
_FENCES = ("```", "~~~")


def _heading(lines: list[str], apart: int) -> int:
    """Where the text begins: with the block of lines above the first rule, but not a greeting above
    an empty line.

    apart: 2 if mail has put an empty line after each line, otherwise 1."""
    rule = next((n for n, line in enumerate(lines) if line.rstrip(BLANKS) == _RULE), 0)
    first = rule
    while first >= apart and _goes_on(lines[first - apart : first]):
        first -= apart
    return first


def _goes_on(lines: list[str]) -> bool:
    """Whether a line belongs to the heading; lines: it, and the empty one after it, if any."""
    line, *behind = (line.strip(BLANKS) for line in lines)
    return bool(line) and not line.startswith(_FENCES) and not any(behind)


def _outside(lines: list[str], first: int, end: int) -> str:
    """The text around a report, in words."""
    parts = []
    if any(line.strip(BLANKS) for line in lines[:first]):
        parts.append(f"the text above line {first + 1}")
    if any(line.strip(BLANKS) for line in lines[end + 1 :]):
        parts.append(f"the text below line {end + 1}")
    return " and ".join(parts)


def _only(lines: list[str], mark: str) -> int:
    found = [i for i, line in enumerate(lines) if _is_mark(line, mark)]
    if len(found) != 1:
        where = found[1] + 1 if found else None
        raise _refused(f"the line {mark!r} must appear once, not {len(found)} times", where)
    return found[0]


def _is_mark(line: str, mark: str) -> bool:
    # A player's note may hold a mark, but in the text never at the beginning of a line.
    return line.rstrip(BLANKS) == mark


def _sheet(block: list[str], line: int) -> dict[str, Any]:
    sheet = _load(block, line)
    if not isinstance(sheet, dict):
        raise _refused("the signed block is not a JSON object", line)
    if reason := first_strange("".join(block), sheet, _is_note):
        raise _refused(f"the signed block, {reason}", line)
    return sheet


def _damaged(block: list[str], line: int, at: int, reason: str = "is damaged") -> Refused:
    """The refusal of a block that is damaged at a place; line: where the block begins."""
    text = "".join(block)
    key = key_at(text, at)
    where = f" in {key}" if key else ""
    end = ", where it ends" if at >= len(text.rstrip()) else ""
    # Keys come from the file and may be anything.
    told = printable(f"the signed block {reason}{where:.200}{end}")
    return _refused(told, line + line_at(block, at))


def _load(block: list[str], line: int) -> Any:
    text = "".join(block)
    try:
        tree = json.loads(
            text, object_pairs_hook=_no_duplicates, parse_float=_no_float, parse_constant=_no_float
        )
        if too_deep(tree):
            raise RecursionError
        typed(tree)  # half a surrogate pair, from an escape, has no UTF-8
    except RecursionError:
        raise _refused("the signed block is nested too deeply", line) from None
    except json.JSONDecodeError as trouble:
        raise _damaged(block, line, trouble.pos) from None
    except _Strange as trouble:
        raise _damaged(block, line, trouble.first(text), trouble.reason) from None
    except ValueError:
        reason = "has a string with half a character"
        raise _damaged(block, line, first_half(text), reason) from None
    return tree


#: where players' notes are in a block
_NOTES = (("public", "notes"), ("own", "notes"))


def _is_note(place: Place) -> bool:
    """Whether a place of a block, or of a JSON report, may hold a player's note."""
    return place[:2] in _NOTES or place[:1] == ("text",)


class _Strange(ValueError):
    """Valid JSON that no report has.

    reason: in words; first: finds the first place of it in the text."""

    def __init__(self, reason: str, first: Callable[[str], int]) -> None:
        super().__init__(reason)
        self.reason, self.first = reason, first


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Strange("has a key twice in one object,", first_twice)
    return found


def _no_float(text: str) -> Any:
    raise _Strange(f"has a number of the wrong form, {text:.40},", first_fraction)


def write_json(text: Sequence[str], sheet: dict[str, Any], signature: str) -> str:
    """The same report as one JSON object: text, sheet and signature."""
    whole = {"text": list(text), "sheet": sheet, "signature": signature}
    return json.dumps(whole, indent=1, ensure_ascii=True)


def _from_json(text: str) -> ReportFile:
    whole = _load([f"{line}\n" for line in text.split("\n")], 1)
    if not isinstance(whole, dict) or sorted(whole) != ["sheet", "signature", "text"]:
        raise _refused("a report in JSON must have the keys text, sheet and signature")
    lines, sheet, signature = whole["text"], whole["sheet"], whole["signature"]
    good = isinstance(lines, list) and all(isinstance(line, str) for line in lines)
    if not (good and isinstance(sheet, dict) and isinstance(signature, str)):
        raise _refused("text must be a list of lines, sheet an object, signature a text")
    if reason := first_strange(text, {**sheet, "text": lines}, _is_note):
        raise _refused(f"the report, {reason}")
    return ReportFile(lines, sheet, signature)
