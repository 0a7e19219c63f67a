"""What mail programs and editors make of a file on its way, and the file within it.

A file may come in UTF-16, with byte order marks at the start of its lines, with no-break spaces and
typographic quotes, quoted with ``>``, below a greeting and above a footer.  It is read if there is
no doubt what it says.  Lines keep their numbers: what is not part of the file becomes empty lines.
"""

from __future__ import annotations

import re

from referee.fault import NOT_UNDERSTOOD, WARNING, Fault
from referee.files.characters import forbidden
from referee.files.folding import BLANKS, FOLDED
from referee.kit.made import Made

LINE_END = re.compile(r"\r\n?|\n")

# The other patterns are strings, compiled only for a file that comes damaged or in a mail: together
# they take several milliseconds, and most files need none.

_MARK = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_OTHER = "the file is UTF-16 or UTF-32, not UTF-8"
_UTF32 = (b"\xff\xfe\0\0", b"\0\0\xfe\xff")


class Foreign(ValueError):
    """Bytes that are neither UTF-8 nor UTF-16 with its mark; the text says what they are."""


def to_utf8(raw: bytes) -> bytes:
    """Return the bytes as UTF-8 without the byte order mark.  PowerShell writes UTF-16 with one.

    Raises Foreign for other encodings with zero bytes; UTF-8 itself is not checked here."""
    if raw.startswith(_UTF32):
        raise Foreign(_OTHER)
    if raw.startswith(_UTF16):
        try:
            return raw.decode("utf-16").encode()
        except ValueError:
            raise Foreign(
                "the file is damaged: it begins as UTF-16 but does not continue so"
            ) from None
    head = raw[:64]
    if len(raw) > 1 and max(head[::2].count(0), head[1::2].count(0)) * 4 > len(head):
        raise Foreign(_OTHER)
    return raw.removeprefix(_MARK)


#: Blanks that YAML does not know as such, without line ends.
_OTHER_BLANKS = "".join(sign for sign in BLANKS if sign not in " \t\n\r\u2028\u2029")
_TO_SPACES = dict.fromkeys(map(ord, _OTHER_BLANKS), " ")
_MARKS = "(?m)^\ufeff+"
#: Where a blank means something to YAML: at the start of a line, after a colon or a hyphen.
_TELLING = rf"(?m)^[ \t]*[{_OTHER_BLANKS}]|:[{_OTHER_BLANKS}]|^[ \t]*-[{_OTHER_BLANKS}]"


def mended(text: str) -> tuple[str, list[Fault]]:
    """Return a YAML text without byte order marks at the start of lines, with spaces for all other
    blanks and straight quotes for typographic ones around a text; and warnings where it matters."""
    if text.isascii():
        return text, []
    words = []
    if marks := re.search(_MARKS, text):
        words.append(_word(text, marks.start(), "a byte order mark was ignored"))
        text = re.sub(_MARKS, "", text)
    if found := re.search(_TELLING, text):
        words.append(_word(text, found.start(), "a no-break space was read as a space"))
    return straightened(text.translate(_TO_SPACES)), words


def _word(text: str, at: int, reason: str) -> Fault:
    line = len(LINE_END.findall(text, 0, at)) + 1
    return Fault(WARNING, ("line", line), reason, "", "save the file as plain text")


_D, _S = FOLDED['"'], FOLDED["'"]
_SCALAR = (
    r"(?ms)(?:^[ \t]*(?:- +)*|[:,] +|[\[{] *)"
    r"(?:(?P<block>[|>][-+0-9]*[ \t]*(?:#[^\n]*)?$)"
    r'|"(?:[^"\\]|\\.)*"'
    r"|'(?:[^']|'')*'"
    rf'|(?P<double>[{_D}](?:[^{_D}"\\]|\\.)*[{_D}])(?=[ \t]*(?:[\]}},:#\r\n]|\Z))'
    rf"|(?P<single>[{_S}][^{_S}']*[{_S}])(?=[ \t]*(?:[\]}},:#\r\n]|\Z)))"
)
_ESCAPED = rf"\\[{_D}]"


def straightened(text: str) -> str:
    """Return a YAML text with straight quotes for typographic ones around a whole scalar."""
    parts, at, done = [], 0, 0
    scalar = re.compile(_SCALAR)
    while found := scalar.search(text, at):
        at = max(found.end(), at + 1)
        if found["block"] is not None:
            at = _behind_block(text, found.start("block"))
        elif inner := found["double"] or found["single"]:
            quote = '"' if found["double"] else "'"
            start = found.start("double") if found["double"] else found.start("single")
            whole = quote + re.sub(_ESCAPED, r"\\" + '"', inner[1:-1]) + quote
            parts += [text[done:start], whole]
            done = found.end()
    return "".join([*parts, text[done:]])


def _behind_block(text: str, at: int) -> int:
    """Where the block scalar whose header is at a place ends: at a line that is not indented."""
    start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    indent = len(text[start:]) - len(text[start:].lstrip(" "))
    deeper = re.compile(
        rf"[^\r\n]*(?:(?:\r\n?|\n)(?:[ \t]*(?=[\r\n]|\Z)| {{{indent + 1}}}[^\r\n]*))*"
    )
    found = deeper.match(text, at)
    return found.end() if found else at


def without_ends(text: str) -> str:
    """Return the text without blanks at the ends of lines: PyYAML takes no tab there, and no empty
    line in a block that is longer than the margin."""
    lines = ((line, line.rstrip("\r\n")) for line in text.splitlines(keepends=True))
    return "".join(full.rstrip(" \t") + line[len(full) :] for line, full in lines)


class Cut(Made):
    """The file within a mail, with its line numbers kept, and what to say of the rest.

    text: None if it is in doubt what the file is; then ``word`` is the fault.  alone: whether no
    other fault is worth reporting."""

    text: str | None
    word: Fault
    alone: bool = True


_FENCE = r"[ ]*(?:```|~~~)"
_START = r"(?P<quoted>(?:> ?)*)(?:referee[ ]*:|kind[ ]*:[ ]*[a-z\"']+[ ]*(?:#|$))"
_WORDS = r"[A-Za-z][^:]*$"
_END = "-----END SSH SIGNATURE-----"


def cut(text: str) -> Cut | None:
    """The file in a mail that cannot be read as it is; None if there is no such file.

    text: mended.  A file begins with ``referee:`` or ``kind:``, and a signed one ends with its
    signature."""
    lines = LINE_END.split(text)
    found = [
        (number, match) for number, line in enumerate(lines) if (match := re.match(_START, line))
    ]
    if not found:
        return None
    # Every file says its kind; one line that begins like a file is not a file.
    kinds = [m["quoted"].count(">") for n, m in found if "kind" in lines[n].partition(":")[0]]
    if not kinds:
        return None
    level = min(kinds)
    starts = [(n, match) for n, match in found if match["quoted"].count(">") == level]
    first, quoted = starts[0][0], starts[0][1]["quoted"]
    for word in ("referee", "kind"):
        again = [n for n, m in starts if lines[n][len(m["quoted"]) :].startswith(word)]
        if len(again) > 1:
            reason = "a second file begins here or just above"
            return _uncertain(again[1], reason, "save each file by itself")
    last = _last(lines, first, quoted)
    body = []
    for number in range(first, last):
        line = lines[number]
        if not line.startswith(quoted) and line.rstrip() != quoted.rstrip() and line.strip():
            reason = "this line is not quoted like those around it"
            return _uncertain(number, reason, "remove the '>' from all lines of the file")
        body.append(line[len(quoted) :])
    outside = [n for n in (*range(first), *range(last, len(lines))) if lines[n].strip()]
    alike = [n for n in outside if lines[n].startswith(quoted)]
    if any(re.match(_NO_MAIL, lines[n]) or forbidden(lines[n]) for n in outside):
        return None
    mine = [n for n in alike if re.match(_OURS, lines[n][len(quoted) :])]
    if mine and mine == outside:
        return None
    if mine:
        reason = "this line may belong to the file or to the mail around it"
        return _uncertain(mine[0], reason, "delete everything that is not part of the file")
    if stray := [first + n for n in range(1, len(body)) if _is_stray(body[n - 1], body[n])]:
        reason = "this line is not part of the file"
        fault = _uncertain(stray[0], reason, "delete it and everything below it")
        return fault.but(alone=first > 0 or bool(quoted))
    if not outside and not quoted:
        return None
    empty = [""] * (len(lines) - last)
    whole = "\n".join([*([""] * first), *body, *empty])
    return Cut(whole, Fault(WARNING, ("line", first + 1), _told(first, last, outside, quoted)))


def _is_stray(above: str, line: str) -> bool:
    """Whether a line is a sentence of a mail: at the left edge, below an empty line, without a key.

    In a file only keys are at the left edge."""
    return not above.strip() and bool(re.match(_WORDS, line))


def _told(first: int, last: int, outside: list[int], quoted: str) -> str:
    """Say what was ignored."""
    parts = []
    if any(number < first for number in outside):
        parts.append(f"the text above line {first + 1}")
    if any(number >= last for number in outside):
        parts.append(f"the text below line {last}")
    if quoted:
        parts.append(f"the {quoted.strip()!r} before each line")
    return f"ignored, since it is not part of the file: {' and '.join(parts)}"


def _last(lines: list[str], first: int, quoted: str) -> int:
    """The number of lines up to the end of a file: the end of its signature, otherwise that of the
    quotation, a code fence, the mark of a footer, or the end of the mail."""
    plain = [line.removeprefix(quoted) if line.startswith(quoted) else line for line in lines]
    signed = next((n for n in range(first, len(lines)) if plain[n].startswith("signature")), None)
    if signed is not None:
        ends = (n + 1 for n in range(signed, len(lines)) if plain[n].strip() == _END)
        return next(ends, len(lines))
    for number in range(first, len(lines)):
        unquoted = bool(quoted) and bool(lines[number].strip()) and lines[number][:1] != ">"
        if unquoted or re.match(_FENCE, plain[number]) or plain[number].rstrip() == "--":
            return number
    return len(lines)


#: Marks of YAML that no mail has: their own fault says more.
_NO_MAIL = r"%|<<|---(?: |$)"
#: Keys that files have at the left edge; any other word is the mail's.
_OURS = (
    "(?i)(?:referee|kind|game|seat|run|after|edition|dice|receipt|instead|orders|next|standing|resign"
    "|draw|notes?|salt|signature|gid|name|ruleset|version|data|scenario|options|seats|mode|deadline"
    "|chain|links|key|anchors?|offer|joins|corrections|notice|insecure|runs|head|sealed)[ ]*:"
)


def _uncertain(number: int, reason: str, hint: str) -> Cut:
    return Cut(None, Fault(NOT_UNDERSTOOD, ("line", number + 1), reason, "", hint))
