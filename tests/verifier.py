"""An independent verifier of games, written from the manual pages alone.

    python tests/verifier.py CHARTER REPORT...
    python tests/verifier.py read FILE [CHARTER [REPORT...]]
    python tests/verifier.py bundle BUNDLE

It shares no code with the referee: one file, the standard library, and the program ssh-keygen for
the signatures. What it knows stands in referee-dice(7), referee-charter(5), referee-report(5),
referee-orders(5) and referee-folder(5); the names here are those of the first page.

The first form checks reports. `read` says what an offer, a join, a charter, an order file or the
host's last word is, and whether its signature holds: by its own key, or with a charter by that of
its seat; with reports, also whether they show this file. `bundle` checks a whole game that is over,
its file or the folder it was unpacked to: each file, each part and its salt, the sealed draws too.

It prints what is wrong, one line each, and what it could not check. Exit status: 0 if all is good,
1 if something is wrong, 2 if it could not be told (wrong usage, or no ssh-keygen).

It leaves out what only the rules of the game can tell: whether the text of a report is what its
block says, whether the data of an event are what its dice showed, and whether orders were legal. It
reads files, not mails: what a mail has put around a file must be taken off before.
"""

import base64
import binascii
import hashlib
import hmac
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import zipfile
import zlib
from pathlib import Path

HEX = re.compile(r"[0-9a-f]{64}")
HEX16 = re.compile(r"[0-9a-f]{32}")
SCOPE = re.compile(r"[a-z0-9/-]{1,120}")
SEAT = re.compile(r"[a-z0-9-]{1,40}")
KEY = re.compile(r"[a-z0-9][a-z0-9 _/-]*")
COUNT = re.compile(r"[1-9][0-9]{0,8}")
WORDING = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+-]{0,39}")
BEGIN, END = "-----BEGIN REFEREE REPORT-----", "-----END REFEREE REPORT-----"
SSH_BEGIN, SSH_END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
MARKS = (BEGIN, SSH_BEGIN, END)
REPORT_AT_MOST, PAPER_AT_MOST, DEPTH_AT_MOST = 1 << 20, 1 << 16, 40
NUMBER_AT_MOST = 99999
LINKS = 10000
RECENT = 8
GUEST = "guest"
INSECURE = "test secrets: anybody can forge this game"
#: what an odd file may raise where it has another form than it must have
ODD = (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError)


class Wrong(Exception):
    """Something that is not as it must be; the text says what."""


def need(good, reason):
    """Raises `Wrong` with the reason unless `good`."""
    if not good:
        raise Wrong(reason)


def exactly(found, keys, what, more=frozenset()):
    """Raises `Wrong` unless this is a map with these keys; some more may be there."""
    need(isinstance(found, dict), f"{what} is no map")
    odd = sorted((keys - set(found)) | (set(found) - keys - more))
    need(not odd, f"{what}: {', '.join(odd)} missing, or does not belong there")


def whole(value, least=0, most=NUMBER_AT_MOST):
    """Whether this is a whole number, no truth value, within these bounds."""
    return type(value) is int and least <= value <= most


def is_text(value, form=None):
    """Whether this is a string, and of this form."""
    return isinstance(value, str) and (form is None or bool(form.fullmatch(value)))


def shown(text):
    """A text from a file as it may be printed: it does not speak to a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


# ---- bytes: referee-dice(7), Notation ------------------------------------------------------------


def u16(number):
    return number.to_bytes(2, "big")


def u32(number):
    return number.to_bytes(4, "big")


def lp(text):
    return u16(len(text.encode("ascii"))) + text.encode("ascii")


def tag(word):
    """T(w)."""
    return b"referee/1 " + word.encode("ascii") + b"\0"


def digest(data):
    """H(x)."""
    return hashlib.sha256(data).digest()


def mac(key, data):
    """MAC(k, x)."""
    return hmac.digest(key, data, "sha256")


def hkdf(ikm, salt, info):
    """HKDF: RFC 5869 to 32 bytes: extract, then the first block of expand."""
    return mac(mac(salt, ikm), info + b"\1")


def canon(value):
    """C(x); raises TypeError where x has none."""
    return written(value, {}).encode("utf-8")


def typed(value):
    """J(x); raises TypeError where x has none."""
    return written(value, {int: number, bool: name, type(None): name}).encode("utf-8")


def written(value, leaves):
    """JSON of strings, lists and maps, and of the types of leaves, each by a function."""
    if type(value) is dict:
        order = sorted(value, key=lambda key: key.encode("utf-8"))
        pairs = (quoted(key) + ":" + written(value[key], leaves) for key in order)
        return "{" + ",".join(pairs) + "}"
    if type(value) is list:
        return "[" + ",".join(written(item, leaves) for item in value) + "]"
    if type(value) is str:
        return quoted(value)
    if type(value) in leaves:
        return leaves[type(value)](value)
    raise TypeError(f"{type(value).__name__} has no canonical form here")


def number(value):
    need(-(1 << 53) < value < 1 << 53, "a number is too great")
    return str(value)


def name(value):
    return {None: "null", True: "true", False: "false"}[value]


def quoted(text):
    """A string of a canonical form, with its escapes."""
    return '"' + re.sub(r'["\\\x00-\x1f]', escaped, text) + '"'


def escaped(found):
    sign = found[0]
    short = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n"}
    short |= {"\f": "\\f", "\r": "\\r"}
    return short.get(sign, f"\\u{ord(sign):04x}")


# ---- dice: referee-dice(7), Chains to Draws ------------------------------------------------------


def link_before(gid, party, number, link):
    """x(i-1) from x(i), where i is `number`."""
    return digest(tag("link") + gid + lp(party) + u16(0) + u32(number) + link)


def anchor_of(gid, party, number, link):
    """x(0) from x(i), where i is `number`."""
    for index in range(number, 0, -1):
        link = link_before(gid, party, index, link)
    return link


def chain_end(gid, party, raw_signature, offer=b""):
    """x(N) of a party; offer: for a seat the digest of the offer."""
    info = tag("chain end") + lp(party) + u16(0) + offer
    return hkdf(raw_signature, gid, info)


def run_secret(gid, game, number, host, seats):
    """R of a run: the host's link, and (number, link) of each seat in the order of the charter."""
    ikm = host + b"".join(u16(0) + u32(index) + link for index, link in seats)
    return hkdf(ikm, game, tag("run") + gid + u32(number))


def public_secret(run):
    return mac(run, tag("public"))


def sealed_secret(run, z):
    return mac(z, tag("sealed") + run)


def opened(secret, scope, opening):
    """K of an opening of a scope."""
    return mac(secret, tag("scope") + lp(scope) + u32(opening))


def blocks(key, start):
    """The bytes of a roll or draw, one block after the other."""
    j = 0
    while True:
        yield from mac(key, start + u32(j))
        j += 1


def roll(key, number, faces, count):
    """The values of a roll."""
    need(whole(faces, 2, 256), "no dice have so many faces")
    need(0 <= count <= 65535, f"nobody rolls {count} dice")
    data = blocks(key, tag("roll") + u32(number) + u16(faces) + u16(count))
    values = []
    while len(values) < count:
        byte = next(data)
        if byte < 256 - 256 % faces:
            values.append(1 + byte % faces)
    return values


def draw(key, number, among, count):
    """The indices that are drawn, in their order."""
    need(0 <= count <= among <= 256, f"nobody draws {count} from {among}")
    data = blocks(key, tag("draw") + u32(number) + u16(among) + u16(count))
    items = list(range(among))
    for i in range(count):
        bound = among - i
        u = below(data, bound) if bound > 1 else 0
        items[i], items[i + u] = items[i + u], items[i]
    return items[:count]


def below(data, bound):
    byte = next(data)
    while byte >= 256 - 256 % bound:
        byte = next(data)
    return byte % bound


ROLL = {"scope", "opening", "number", "faces", "values", "label"}
DRAW = {"scope", "opening", "number", "items", "picked", "label"}


def check_casts(casts, secret):
    """Makes rolls and draws of a run again, in the order of their log."""
    after = {}  # the number that follows in each opening
    for entry in casts:
        check_cast(entry, secret, after)


def check_cast(entry, secret, after):
    exactly(entry, DRAW if "items" in entry else ROLL, "a roll")
    scope, opening, number = entry["scope"], entry["opening"], entry["number"]
    need(is_text(scope, SCOPE), "a scope is none")
    place = f"roll {number} of {scope}, opening {opening}"
    numbers = [opening, number, *entry.get("values", []), *entry.get("picked", [])]
    need(all(map(whole, numbers)), f"{place}: a number is none")
    need(is_text(entry["label"]), f"{place}: its label is none")
    need(number == after.get((scope, opening), 0), f"{place}: a roll before it is missing")
    need(opening == 0 or (scope, opening - 1) in after, f"{place}: no opening before it")
    after[scope, opening] = number + 1
    key = opened(secret, scope, opening)
    if "items" in entry:
        check_list(entry["items"], is_text, f"{place}: its items")
        made = draw(key, number, len(entry["items"]), len(entry["picked"]))
        need(made == entry["picked"], f"{place}: the draw gives {made}")
    else:
        made = roll(key, number, entry["faces"], len(entry["values"]))
        need(made == entry["values"], f"{place}: the dice give {made}")


# ---- heads: referee-dice(7), Heads ---------------------------------------------------------------


def salt_of(sealed, number, party):
    return mac(sealed, tag("salt") + u32(number) + lp(party))


def commitment(salt, part):
    return mac(salt, typed(part))


def head(previous, public, commitments):
    """head(k) from head(k-1), the public part and the commitments in their order, all as bytes."""
    return digest(tag("head") + previous + digest(typed(public)) + b"".join(commitments))


# ---- texts: referee-orders(5), Canonical form ----------------------------------------------------

FOLDED = {0x2026: "...", 0x2212: "-", 0xAB: '"', 0xBB: '"'}
FOLDED |= dict.fromkeys(range(0x2018, 0x201C), "'")
FOLDED |= dict.fromkeys(range(0x201C, 0x2020), '"')
FOLDED |= dict.fromkeys(range(0x2010, 0x2016), "-")
FOLDED |= dict.fromkeys([0x09, 0x0A, 0x0D, 0xA0, 0x2028, 0x2029], " ")
FOLDED |= dict.fromkeys([*range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
#: what counts as nothing inside of hex and base64, and at the ends of lines
BLANKS = " " + "".join(chr(sign) for sign, plain in FOLDED.items() if plain == " ")
#: those that are neither a line end nor a tab
WIDE_BLANKS = "".join(sign for sign in BLANKS if sign not in " \t\n\r\u2028\u2029")
JOINERS = "\u200c\u200d\ufe0f"
ENDS = "\t\n\r\u2028\u2029"
FORBIDDEN = (
    "\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    + "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
)
NO_SIGN = re.compile(f"[{FORBIDDEN}]")
#: what may stand nowhere in a file, not in a comment either
NO_FILE = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\ufffe\uffff\u2028\u2029]")
MARKS_AT_MOST = 30


def unblanked(text):
    """A text without its blanks, as hex and base64 are read."""
    return "".join(sign for sign in text if sign not in BLANKS)


def check_signs(text, note=False, line=False):
    """Raises `Wrong` for a sign that no text may have; line: nor one that ends a line."""
    if text.isascii() and text.isprintable():
        return
    wrong = [sign for sign in NO_SIGN.findall(text) if not (note and sign in JOINERS)]
    wrong += [sign for sign in text if line and sign in ENDS]
    need(not wrong, f"a text has U+{ord(wrong[0]):04X}" if wrong else "")


def fold(text, note=False):
    """A text as it is signed. Raises `Wrong` for what no text may have."""
    check_signs(text, note)
    check_marks(text)
    return re.sub(" +", " ", composed(text.translate(FOLDED))).strip(" ")


def check_marks(text):
    run = 0
    for sign in text:
        run = run + 1 if unicodedata.ucd_3_2_0.combining(sign) else 0
        need(run <= MARKS_AT_MOST, "a text has too many combining marks in a row")


def composed(text):
    """NFC of Unicode 3.2; a sign that is newer stays, and nothing composes across it."""
    unicode = unicodedata.ucd_3_2_0
    parts, run = [], []
    for sign in text:
        if unicode.category(sign) == "Cn":
            parts += [unicode.normalize("NFC", "".join(run)), sign]
            run = []
        else:
            run.append(sign)
    return "".join([*parts, unicode.normalize("NFC", "".join(run))])


# ---- YAML: referee-orders(5), Strict YAML --------------------------------------------------------

LEVELS_AT_MOST, VALUES_AT_MOST, KEY_AT_MOST = 12, 5000, 1024
DOUBLES, SINGLES = "\u201c\u201d\u201e\u201f\u00ab\u00bb", "\u2018\u2019\u201a\u201b"
#: a text between typographic quotes, which are straight ones where the text is the whole scalar
CURLY = re.compile(
    rf"[{DOUBLES}](?P<double>(?:[^{DOUBLES}\"\\]|\\.)*)[{DOUBLES}]"
    rf"|[{SINGLES}](?P<single>[^{SINGLES}']*)[{SINGLES}]",
    re.DOTALL,
)
AFTER_CURLY = re.compile(r"[ \t]*(?:[\]},:#\n]|\Z)")
ESCAPES = dict(
    zip('0abt\tnvfre "/\\N_LP', '\0\a\b\t\t\n\v\f\r\x1b "/\\\x85\xa0\u2028\u2029', strict=True)
)
CODES = {"x": 2, "u": 4, "U": 8}
LITERAL = re.compile(r"[|>](?:[+-]?(?P<one>[1-9])?|(?P<two>[1-9])[+-])(?: +(?:#[^\n]*)?)?(?:\n|\Z)")


class Yaml:
    """Reads the part of YAML that files use: maps, lists, and texts as they were typed.

    White space within a text counts as one space however it was written, so line ends in texts are
    kept as they come. `at` is where the reader is in `text`."""

    def __init__(self, text):
        text = re.sub(r"\r\n|\r", "\n", text)
        text = re.sub("^\ufeff+", "", text, flags=re.MULTILINE)
        need(not NO_FILE.search(text), "a sign that no file may have")
        text = text.translate(dict.fromkeys(map(ord, WIDE_BLANKS), " "))
        self.text = "\n".join(line.rstrip(" \t") for line in text.split("\n"))
        self.at = self.values = 0

    def wrong(self, reason):
        line = self.text.count("\n", 0, self.at) + 1
        return Wrong(f"line {line}: {reason}")

    def need(self, good, reason):
        if not good:
            raise self.wrong(reason)

    def peek(self, size=1):
        return self.text[self.at : self.at + size]

    def column(self):
        return self.at - (self.text.rfind("\n", 0, self.at) + 1)

    def gap(self):
        """Skips blanks, comments and line ends; whether a line ended."""
        found = re.compile(r"(?:[ \n]|#[^\n]*)*").match(self.text, self.at)
        self.at = found.end()
        self.need(self.peek() != "\t", "a tab stands before a value")
        return "\n" in found[0]

    def document(self):
        """The value of the file."""
        self.gap()
        if self.marker("---"):
            self.at += 3
            self.gap()
        self.need(self.at < len(self.text), "the file is empty")
        value = self.node(-1, 1)
        if self.marker("..."):
            self.at += 3
            self.gap()
        self.need(self.at == len(self.text), "this does not belong to what stands before it")
        return value

    def count(self, depth=0):
        self.values += 1
        self.need(self.values <= VALUES_AT_MOST, "too many values")
        self.need(depth <= LEVELS_AT_MOST, "lists and maps are too deep")

    def node(self, above, depth):
        """The value that begins here; above: the column of the list or map that it stands in."""
        if self.dash():
            return self.list(self.column(), depth)
        if self.key() is not None:
            return self.map(self.column(), depth)
        return self.value(above, depth)

    def dash(self):
        return bool(re.compile(r"-(?=\s|\Z)").match(self.text, self.at))

    def list(self, column, depth):
        self.count(depth)
        items = []
        while self.dash() and self.column() == column:
            self.at += 1
            line = self.gap()
            if self.at == len(self.text) or (line and self.column() <= column):
                self.count()
                items.append("")
            else:
                items.append(self.node(column, depth + 1))
        self.ended(column)
        return items

    def ended(self, column):
        """What follows a list or map must stand further left, where one around it goes on."""
        self.need(self.at == len(self.text) or self.column() <= column, "this stands too deep")

    def map(self, column, depth):
        self.count(depth)
        found = {}
        while self.at < len(self.text) and self.column() == column and not self.marker():
            key = self.key()
            self.need(key is not None, "this is no key of a map")
            text, self.at = key
            self.enter(found, text, lambda: self.of_key(column, depth))
        self.ended(column)
        return found

    def marker(self, *marks):
        """Whether the mark of a document's start or end stands here, at the left edge."""
        there = self.column() == 0 and self.text[self.at + 3 : self.at + 4] in ("", " ", "\n")
        return there and self.peek(3) in (marks or ("---", "..."))

    def of_key(self, column, depth):
        """The value behind a key of a block map."""
        line = self.gap()
        if self.at == len(self.text):
            return self.empty()
        if not line:
            self.need(not self.dash(), "a list begins on a line of its own")
            return self.value(column, depth + 1)
        if self.column() > column:
            return self.node(column, depth + 1)
        if self.column() == column and self.dash():
            return self.list(column, depth + 1)
        return self.empty()

    def empty(self):
        self.count()
        return ""

    def enter(self, found, text, value):
        """Puts a key and its value into a map."""
        self.count()
        key = folded_key(text)
        self.need(key is not None, f"no key can be {text[:40]!r}")
        self.need(key not in found, f"the key {key} stands there twice")
        found[key] = value()

    def key(self):
        """A key that begins here, on one line, and where its value begins; or None."""
        start = self.at
        try:
            text = self.quotation()
            if text is None:
                text = self.plain_line(flow=False)
        except Wrong:
            text = None
        found = text is not None and re.compile(r" *:(?=\s|\Z)").match(self.text, self.at)
        end = found.end() if found else 0
        one_line = "\n" not in self.text[start : self.at] and self.at - start <= KEY_AT_MOST
        self.at = start
        return (text, end) if found and one_line else None

    def value(self, above, depth):
        """A value in a block that is no list or map in lines; what stands behind it is skipped."""
        sign = self.peek()
        if sign and sign in "|>":
            return self.literal(above)
        if sign and sign in "[{":
            value = self.flow(depth)
        else:
            self.count()
            value = self.quotation()
            if value is None:
                value = self.plain(above)
        line = self.gap()
        self.need(line or self.at == len(self.text), "something stands behind a value")
        return value

    def literal(self, above):
        """The lines of a block, behind | or >."""
        self.count()
        found = LITERAL.match(self.text, self.at)
        self.need(found, "something stands behind | or >")
        lines = self.text[found.end() :].split("\n")
        told = found["one"] or found["two"]
        first = next((line for line in lines if line), "")
        indent, least = len(first) - len(first.lstrip(" ")), max(above + 1, 1)
        indent = least + int(told) - 1 if told else max(indent, least)
        taken = []
        for line in lines:
            if line and len(line) - len(line.lstrip(" ")) < indent:
                break
            taken.append(line)
        self.at = min(len(self.text), found.end() + sum(len(line) + 1 for line in taken))
        self.gap()
        return "\n".join(line[indent:] for line in taken)

    def quotation(self):
        """A text in quotes that begins here, or None."""
        sign = self.peek()
        if sign == '"':
            return self.double()
        if sign == "'":
            found = re.compile(r"'((?:[^']|'')*)'").match(self.text, self.at)
            self.need(found, "a quote is not closed")
            self.at = found.end()
            return found[1].replace("''", "'")
        found = CURLY.match(self.text, self.at)
        if not (found and AFTER_CURLY.match(self.text, found.end())):
            return None
        self.at = found.end()
        if found["single"] is not None:
            return found["single"]
        return self.unescaped(re.sub(rf"\\[{DOUBLES}]", r'\\"', found["double"]))

    def double(self):
        found = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL).match(self.text, self.at)
        self.need(found, "a quote is not closed")
        self.at = found.end()
        return self.unescaped(found[1])

    def unescaped(self, text):
        def sign(found):
            what = found[1]
            if what[0] == "\n":
                return ""
            if what[0] in CODES:
                self.need(len(what) == 1 + CODES[what[0]], "an escape is cut")
                code = int(what[1:], 16)
                self.need(code < 0x110000, "an escape names no sign")
                return chr(code)
            self.need(what in ESCAPES, "an escape that is none")
            return ESCAPES[what]

        form = r"\\(x[0-9A-Fa-f]{0,2}|u[0-9A-Fa-f]{0,4}|U[0-9A-Fa-f]{0,8}|\n\s*|.)"
        return re.sub(form, sign, text, flags=re.DOTALL)

    def plain_line(self, flow):
        """What stands here of a plain text, up to the end of the line; None if none begins."""
        first, second = self.peek(), self.peek(2)[1:]
        bound = second in " \n" if second else True
        if not first or first in ",[]{}#&*!|>'\"%@` \t\n" or (first in "-?:" and bound):
            return None
        if flow and first in "?:":
            return None
        return self.words(flow)

    def words(self, flow):
        """What a plain text has from here on in this line."""
        stop = r":(?=[\s,\[\]{}]|\Z)|[,?\[\]{}]" if flow else r":(?=\s|\Z)"
        found = re.compile(rf"[\t\n]|(?<= )#|{stop}|\Z").search(self.text, self.at)
        text, self.at = self.text[self.at : found.start()].rstrip(" "), found.start()
        return text

    def plain(self, above=None):
        """A plain text with the lines that it goes on in; above: None in brackets."""
        flow = above is None
        text = None if self.marker() else self.plain_line(flow)
        self.need(text is not None, "no value can begin so")
        lines = [text]
        while text and self.peek() == "\n":
            end = self.at
            self.at = re.compile(r"[ \n]*").match(self.text, self.at).end()
            more = self.at < len(self.text) and (flow or self.column() > above)
            if not more or self.peek() == "#" or self.marker():
                self.at = end
                break
            text = self.words(flow)
            lines.append(text)
        return "\n".join(lines)

    def flow(self, depth):
        """A list or map in brackets."""
        self.count(depth)
        opening, self.at = self.peek(), self.at + 1
        close, found = ("]", []) if opening == "[" else ("}", {})
        self.gap()
        while self.peek() != close:
            if opening == "[":
                found.append(self.item(depth))
            else:
                start, text = self.at, self.scalar()
                one_line = "\n" not in self.text[start : self.at]
                line = self.gap()
                self.need(self.peek() != ":" or (one_line and not line), "a key stands on one line")
                self.enter(found, text, lambda: self.behind_colon(depth))
            self.gap()
            if self.peek() == ",":
                self.at += 1
                self.gap()
            else:
                self.need(self.peek() == close, "a bracket is not closed, or a comma is missing")
        self.at += 1
        return found

    def item(self, depth):
        """An item of a list in brackets: a value, or a map of one key without its own brackets."""
        if self.peek() and self.peek() in "[{":
            return self.flow(depth + 1)
        start, text = self.at, self.scalar()
        end = self.at
        if not self.gap() and self.peek() == ":":
            one_line = "\n" not in self.text[start:end] and end - start <= KEY_AT_MOST
            self.need(one_line, "a key stands on one line")
            self.count(depth + 1)
            found = {}
            self.enter(found, text, lambda: self.behind_colon(depth + 1))
            return found
        self.count()
        return text

    def behind_colon(self, depth):
        """The value of a key in brackets."""
        if self.peek() != ":":
            return self.empty()
        self.at += 1
        self.gap()
        if self.peek() and self.peek() in "[{":
            return self.flow(depth + 1)
        self.count()
        return "" if self.peek() in (",", "]", "}") else self.scalar()

    def scalar(self):
        """A text in brackets."""
        text = self.quotation()
        return self.plain() if text is None else text


def folded_key(text):
    """A key as it is compared, or None if none can be so."""
    if not text.isascii() or NO_SIGN.search(text):
        return None
    key = fold(text).lower()
    return key if KEY.fullmatch(key) else None


def decoded(raw, most):
    """The text of a file in UTF-8 or, with its mark, in UTF-16. Raises `Wrong`."""
    need(len(raw) <= 2 * most + 2, "the file is too long")
    try:
        text = raw.decode("utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8")
    except UnicodeDecodeError as error:
        raise Wrong("the file is no UTF-8") from error
    text = text.removeprefix("\ufeff")
    need(len(text.encode("utf-8")) <= most, "the file is too long")
    return text


def read_yaml(raw, kind=None):
    """A file of bytes or text as a map with folded texts; signatures in their one form.

    kind: what it must be. Raises `Wrong`."""
    text = decoded(raw, PAPER_AT_MOST) if isinstance(raw, bytes) else raw
    file = Yaml(text).document()
    need(isinstance(file, dict), "the file is no map of keys")
    orders = file.get("kind") == "orders"
    folded = {key: folded_value(key, value, orders) for key, value in file.items()}
    need(folded.get("referee") == "1", "the file is not of format 1")
    need(kind in (None, folded.get("kind")), f"the file is not of kind {kind}")
    return folded


def folded_value(key, value, orders=False):
    """A value below a key; orders: whether it stands in an order file, where notes are."""
    if key == "signature":
        need(isinstance(value, str), "a signature is no text")
        return armor(value)
    if isinstance(value, dict):
        inner = orders and key == "notes"
        return {k: folded_value("note" if inner else k, v, inner) for k, v in value.items()}
    if isinstance(value, list):
        return [folded_value("", item) for item in value]
    return fold(value, note=orders and key == "note")


def armor(text):
    """A signature as files carry it: its two marks, and its base64 in lines of 64."""
    body, begin, end = unblanked(text), unblanked(SSH_BEGIN), unblanked(SSH_END)
    if not (body.startswith(begin) and body.endswith(end) and len(body) > len(begin + end)):
        return text
    inner = body[len(begin) : -len(end)]
    lines = [inner[at : at + 64] for at in range(0, len(inner), 64)]
    return "".join(line + "\n" for line in [SSH_BEGIN, *lines, SSH_END])


# ---- keys and signatures: referee-dice(7), Signatures; referee-charter(5) ------------------------

PRIME = 2**255 - 19
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME
ORDER = 2**252 + 27742317777372353535851937790883648493


def check_point(data):
    """Raises `Wrong` for 32 bytes that no honest key has: RFC 8032, 5.1.3, and of small order."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y % 2**255
    need(y < PRIME, "the key is not spelt as keys are")
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if (x * x - square) % PRIME:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    need((x * x - square) % PRIME == 0 and (x or not sign), "the key is no point of the curve")
    point = (x, y)
    for _ in range(3):
        point = doubled(point)
    need(point != (0, 1), "one signature by the key fits every message")


def doubled(point):
    """A point added to itself: RFC 8032, 5.1.4, in affine coordinates."""
    x, y = point
    product = CURVE * x * x * y * y
    over = (2 * x * y) * pow(1 + product, -1, PRIME) % PRIME
    return over, (y * y + x * x) * pow(1 - product, -1, PRIME) % PRIME


def key_bytes(key):
    """The binary form of a public key line."""
    words = key.split(" ")
    need(len(words) == 2 and words[0] == "ssh-ed25519", "the key is not Ed25519")
    parts = Parts(from_base64(words[1]))
    need(parts.string() == b"ssh-ed25519", "the key is not Ed25519")
    point = parts.string()
    need(len(point) == 32 and parts.done(), "the key is damaged")
    check_point(point)
    return parts.data


def key_line(blob):
    """The public key line of a key's binary form."""
    return "ssh-ed25519 " + base64.b64encode(blob).decode("ascii")


#: signatures that ssh-keygen has found good, with what they sign: none is given to it twice
GOOD = set()


class Signatures:
    """Checks SSH signatures with ssh-keygen; remembers if there is none on this machine."""

    def __init__(self):
        self.program = shutil.which("ssh-keygen")
        self.left_out = 0

    def check(self, key, kind, message, armored):
        """Raises `Wrong` unless the armored text is the key's signature of a file of this kind.

        key: None for whatever key has made it; that key is returned."""
        namespace = "referee-" + kind
        need(is_text(armored), "the signature is no text")
        parts = Parts(unarmored(armored))
        need(parts.take(6) == b"SSHSIG" and parts.take(4) == u32(1), "the signature is no SSHSIG")
        found = key_line(parts.string())
        key_bytes(found)
        need(key in (None, found), "the signature was made with another key")
        need(parts.string() == namespace.encode(), f"the signature is none of {namespace}")
        need(parts.string() == b"" and parts.string() == b"sha512", "the signature's hash is wrong")
        inner = Parts(parts.string())
        need(inner.string() == b"ssh-ed25519", "the signature is not Ed25519")
        raw = inner.string()
        need(len(raw) == 64 and inner.done() and parts.done(), "the signature is cut")
        need(int.from_bytes(raw[32:], "little") < ORDER, "the signature is not spelt as such are")
        if self.program is None:
            self.left_out += 1
        elif (found, namespace, message, armored) not in GOOD:
            self.run(found, namespace, message, armor(armored))
            GOOD.add((found, namespace, message, armored))
        return found

    def run(self, key, namespace, message, armored):
        with tempfile.TemporaryDirectory() as folder:
            signers, signature = Path(folder, "signers"), Path(folder, "signature")
            signers.write_text(f'it namespaces="{namespace}" {key}\n', encoding="ascii")
            signature.write_text(armored, encoding="ascii")
            command = [self.program, "-Y", "verify", "-f", str(signers), "-I", "it"]
            command += ["-n", namespace, "-s", str(signature)]
            done = subprocess.run(command, input=message, capture_output=True, check=False)
        need(done.returncode == 0, f"the signature ({namespace}) is not good")

    def remark(self):
        """What was not checked, as a list of sentences."""
        left = self.left_out
        return [f"not checked: {left} signatures, there is no ssh-keygen"] if left else []


class Parts:
    """Takes a binary key or signature apart."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        part = self.data[self.at : self.at + size]
        need(len(part) == size, "a key or signature is cut short")
        self.at += size
        return part

    def string(self):
        return self.take(int.from_bytes(self.take(4), "big"))

    def done(self):
        return self.at == len(self.data)


def unarmored(armored):
    """The bytes of an armored signature."""
    body, begin, end = unblanked(armored), unblanked(SSH_BEGIN), unblanked(SSH_END)
    need(body.startswith(begin) and body.endswith(end), "the signature is not between its marks")
    return from_base64(body[len(begin) : -len(end)])


def from_base64(text):
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise Wrong("base64 is damaged") from error
    need(base64.b64encode(data).decode() == text, "base64 is damaged")
    return data


def unsigned(file):
    return {key: value for key, value in file.items() if key != "signature"}


# ---- offer, joins, charter: referee-charter(5) ---------------------------------------------------

COMMON = {"referee", "kind", "signature"}
OFFER = COMMON | {"gid", "name", "ruleset", "version", "data", "scenario", "options", "seats"}
OFFER |= {"mode", "deadline", "chain", "links", "key", "anchors"}
OFFER_MORE = {"corrections", "notice", "insecure"}
JOIN = COMMON | {"offer", "seat", "key", "anchor", "standing"}
NAME_AT_MOST = 200


def check_name(value, what):
    need(is_text(value) and 0 < len(value) <= NAME_AT_MOST, f"{what} is no text of 1 to 200 signs")


def check_insecure(file):
    need(file.get("insecure", INSECURE) == INSECURE, "insecure has words of its own")


def unbroken(file, keys):
    """A file whose hex and base64 below these keys are in one piece."""
    file = dict(file)
    for key in set(file) & (keys | {"key"}):
        if isinstance(file[key], str):
            kind, space, rest = file[key].partition(" ") if key == "key" else ("", "", file[key])
            file[key] = kind + space + unblanked(rest)
    if isinstance(file.get("anchors"), dict):
        file["anchors"] = unbroken(file["anchors"], set(file["anchors"]))
    return file


def check_offer(offer, signatures):
    """An offer with its hex in one piece. Raises `Wrong` unless it is good by itself."""
    need(isinstance(offer, dict), "an offer is no map")
    offer = unbroken(offer, {"gid", "data"})
    exactly(offer, OFFER, "the offer", OFFER_MORE)
    need((offer["referee"], offer["kind"]) == ("1", "offer"), "this is no offer")
    for key in ("name", "ruleset", "version", "scenario"):
        check_name(offer[key], key)
    need(is_text(offer["gid"], HEX16) and is_text(offer["data"], HEX), "gid or data is no hex")
    options, seats = offer["options"], offer["seats"]
    exactly(options, set(options), "options")
    need(all(map(is_text, options.values())), "an option is no text")
    need(isinstance(seats, list) and seats, "there are no seats")
    need(all(is_text(seat, SEAT) and seat != GUEST for seat in seats), "a seat's name is none")
    need(len(set(seats)) == len(seats), "a seat is there twice")
    need(offer["mode"] == "quick" and offer["deadline"] == "none", "the mode is not known here")
    need(offer["chain"] == str(LINKS), f"chain must be {LINKS}")
    need(offer["links"] in ("asked", "turn"), "links must be asked or turn")
    exactly(offer["anchors"], {"host", "sealed"}, "anchors")
    need(all(is_text(anchor, HEX) for anchor in offer["anchors"].values()), "an anchor is no hex")
    notice = offer.get("notice", ["x"])
    need(isinstance(notice, list) and notice and all(map(is_text, notice)), "notice is no list")
    check_corrections(offer.get("corrections", {"note": "x", "x": "x"}))
    check_insecure(offer)
    signatures.check(offer["key"], "offer", canon(unsigned(offer)), offer["signature"])
    return offer


def check_corrections(tree):
    need(isinstance(tree, dict) and len(tree) > 1, "corrections are no map")
    check_name(tree.get("note"), "the note of the corrections")


def offer_digest(offer):
    return digest(canon(unsigned(offer)))


def check_join(join, offer, signatures):
    """A join with its hex in one piece. Raises `Wrong` unless it is good for the offer, if one is
    given."""
    need(isinstance(join, dict), "a join is no map")
    join = unbroken(join, {"offer", "anchor"})
    exactly(join, JOIN, "a join", {"insecure"})
    need((join["referee"], join["kind"]) == ("1", "join"), "this is no join")
    need(is_text(join["seat"], SEAT), "the seat of a join is none")
    need(is_text(join["offer"], HEX) and is_text(join["anchor"], HEX), "offer or anchor is no hex")
    check_name(join["standing"], "standing")
    check_insecure(join)
    if offer is not None:
        need(join["offer"] == offer_digest(offer).hex(), f"{join['seat']} joined another offer")
        need(join["seat"] in offer["seats"], f"no seat is called {join['seat']}")
    signatures.check(join["key"], "join", canon(unsigned(join)), join["signature"])
    return join


class Charter:
    """A charter that was checked: D, gid, keys, anchors and seats in their order."""

    def __init__(self, raw, signatures):
        file = read_yaml(raw, "charter")
        exactly(file, COMMON | {"offer", "joins"}, "the charter")
        need(isinstance(file["joins"], list), "there are no joins")
        self.offer = check_offer(file["offer"], signatures)
        self.joins = [check_join(join, self.offer, signatures) for join in file["joins"]]
        self.seats = self.offer["seats"]
        need([join["seat"] for join in self.joins] == self.seats, "the joins are not of the seats")
        self.gid = bytes.fromhex(self.offer["gid"])
        self.host_key = self.offer["key"]
        self.keys = {join["seat"]: join["key"] for join in self.joins}
        need(len(set(self.keys.values())) == len(self.keys), "one key has two seats")
        self.hosts = [seat for seat, key in self.keys.items() if key == self.host_key]
        self.anchors = {party: bytes.fromhex(x) for party, x in self.offer["anchors"].items()}
        self.anchors |= {"seat/" + j["seat"]: bytes.fromhex(j["anchor"]) for j in self.joins}
        signed = {**file, "offer": self.offer, "joins": self.joins}
        signatures.check(self.host_key, "charter", canon(unsigned(signed)), file["signature"])
        bare = {"joins": [unsigned(join) for join in self.joins], "offer": unsigned(self.offer)}
        self.game = digest(tag("charter") + canon(bare))

    @property
    def parties(self):
        """Those whose links are shown, in the order of the charter."""
        return ["host", *self.bound[1:]]

    @property
    def bound(self):
        """Those whose parts a head binds, in their order."""
        return ["sealed", *("seat/" + seat for seat in self.seats)]

    def remark(self):
        """What only the rules can say of it, as a list of sentences."""
        told = "not checked: whether the game hides anything; the host's key plays "
        return [told + ", ".join(self.hosts)] if self.hosts else []


# ---- order files: referee-orders(5) --------------------------------------------------------------

HEADER = {"referee", "kind", "game", "seat", "run", "after", "edition", "dice"}
HEADER_MORE = {"instead"}
BODY = {"orders", "next", "standing", "resign", "draw", "note", "notes", "salt"}
ADVANCE = {"next", "standing", "resign", "draw"}
NOTE_AT_MOST = 2000


class Orders:
    """An order file that could be read: its header with the body's digest, body and signature."""

    def __init__(self, raw):
        file = unbroken(read_yaml(raw, "orders"), {"game", "after", "dice", "instead", "salt"})
        self.advance = bool(ADVANCE & set(file)) and not {"orders", "run", "dice"} & set(file)
        needed = {"referee", "kind", "game", "seat", "after", "edition", "salt", "signature"}
        needed |= set() if self.advance else {"run", "dice"}
        exactly(file, needed, "the file", HEADER | HEADER_MORE | BODY)
        check_header(file)
        self.check_body(file)
        self.body = {key: file[key] for key in BODY & set(file)}
        self.header = {key: file[key] for key in (HEADER | HEADER_MORE) & set(file)}
        self.header["body"] = digest(canon(self.body)).hex()
        self.signature = file["signature"]

    @staticmethod
    def check_body(file):
        for key in {"orders", "next", "standing"} & set(file):
            need(isinstance(file[key], list), f"{key} is no list")
        for key in {"resign", "draw"} & set(file):
            need(file[key] == "yes", f"{key} can only be yes")
        notes = file.get("notes", {})
        need(isinstance(notes, dict), "notes are no map")
        for note in [file.get("note", ""), *notes.values()]:
            need(is_text(note) and len(note) <= NOTE_AT_MOST, "a note is no text, or too long")
        need(is_text(file["salt"], HEX16), "the salt is no hex")

    def check(self, key, signatures):
        """The key whose signature it has; raises `Wrong` unless it is this one."""
        return signatures.check(key, "orders", canon(self.header), self.signature)

    @property
    def shown(self):
        """The header as reports show it."""
        return {**self.header, "signature": self.signature.split("\n")[:-1]}


def check_header(file):
    """Raises `Wrong` unless the values of a header have their forms."""
    need(is_text(file["seat"]) and 0 < len(file["seat"]) <= 40, "the seat is none")
    for key in {"run", "edition"} & set(file):
        need(is_text(file[key], COUNT), f"{key} is no number from 1")
    for key in {"game", "after", "dice", "instead", "body"} & set(file):
        need(is_text(file[key], HEX), f"{key} is no hex")


# ---- one report: referee-report(5) ---------------------------------------------------------------

BLOCK = {"referee", "kind", "wording", "game", "seat", "number", "run", "previous", "head"}
BLOCK |= {"commitments", "salt", "links", "public", "own", "state"}
PUBLIC = {"run", "rolls", "events", "state", "asked", "over", "headers", "links", "notes", "due"}
PUBLIC |= {"brought", "absent", "late", "void", "turn", "ended", "recent", "before", "again"}
UPGRADED = {"rules", "since", "reopened"}
OWN = {"events", "state", "words", "standing", "files", "answered", "notes", "turn", "remembered"}
TURN = {"turn", "at", "events"}
ANSWERED = {"on", "by", "rule", "next", "left", "answer", "times"}


def read_report(raw):
    """(block, armored signature) of a report in its text or its JSON form. Raises `Wrong`."""
    text = decoded(raw, REPORT_AT_MOST) if isinstance(raw, bytes) else raw.removeprefix("\ufeff")
    need(len(text.encode("utf-8")) <= REPORT_AT_MOST, "it is too long for a report")
    text = re.sub("^\ufeff+", "", re.sub(r"\r\n|\r", "\n", text), flags=re.MULTILINE)
    lines = [line.rstrip(BLANKS) for line in unquoted(text.split("\n"))]
    if text.lstrip(BLANKS).startswith("{") and BEGIN not in lines:
        return read_json_report(text)
    need([lines.count(mark) for mark in MARKS] == [1, 1, 1], "it has not each mark once")
    begin, signature, end = [lines.index(mark) for mark in MARKS]
    need(begin < signature < end, "its parts are not in order")
    apart = 1 if lines[begin + 1] else 2  # a mail may have put an empty line behind each
    for line in lines[heading(lines[:begin], apart) : begin]:
        check_signs(line, note=True)
    spelt = "".join(line.strip(BLANKS) for line in lines[begin + 1 : signature])
    block = read_json(spelt)
    check_strings(block)
    plain = json.dumps(block, separators=(",", ":"))
    need(plain == spelt, "the block is not spelt as a report is written")
    armored = [line.strip(BLANKS) for line in lines[signature:end]]
    return block, "".join(line + "\n" for line in armored if line)


def unquoted(lines):
    """The lines of a mail without what quotes the first mark, if it is quoted."""
    marks = (re.fullmatch(rf"((?:> ?)*){BEGIN}[{BLANKS}]*", line) for line in lines)
    quote = min((found[1] for found in marks if found), key=len, default="")
    if not quote:
        return lines
    bare = quote.rstrip(" ")
    return [line.removeprefix(quote if line.startswith(quote) else bare) for line in lines]


def heading(lines, apart):
    """Where the text of a report begins: what stands above is the mail's."""
    first = lines.index("=" * 72) if "=" * 72 in lines else 0
    while first >= apart and lines[first - apart] and not any(lines[first - apart + 1 : first]):
        if re.match(r"```|~~~", lines[first - apart]):
            break
        first -= apart
    return first


def read_json_report(text):
    whole = read_json(text)
    exactly(whole, {"text", "sheet", "signature"}, "the report")
    need(isinstance(whole["text"], list) and all(map(is_text, whole["text"])), "text is none")
    for line in whole["text"]:
        check_signs(line, note=True, line=True)
    return whole["sheet"], whole["signature"]


def read_json(text):
    """JSON with whole numbers only, no key twice, and not too deep. Raises `Wrong`."""

    def once(pairs):
        need(len({key for key, _ in pairs}) == len(pairs), "a key stands twice in the block")
        return dict(pairs)

    def refused(number):
        raise Wrong("a number in the block is not whole")

    try:
        data = json.loads(text, object_pairs_hook=once, parse_float=refused, parse_constant=refused)
    except ValueError as error:
        raise Wrong(f"the block is no JSON: {error}") from error
    except RecursionError:
        raise Wrong("the block is nested too deeply") from None
    level = [data] if isinstance(data, dict | list) else []
    for _ in range(DEPTH_AT_MOST):
        level = [x for y in level for x in inside(y) if isinstance(x, dict | list)]
    need(not level, "the block is nested too deeply")
    return data


def inside(data):
    """What stands in a list or map."""
    return data.values() if isinstance(data, dict) else data


def check_strings(data, note=False, place=()):
    """Raises `Wrong` for a string or key that no text may have; in notes signs may be joined."""
    if isinstance(data, str):
        check_signs(data, note, line=True)
    elif isinstance(data, dict | list):
        pairs = data.items() if isinstance(data, dict) else enumerate(data)
        for key, value in pairs:
            if isinstance(key, str):
                check_signs(key, line=True)
            here = (*place, key)
            check_strings(value, note or here in (("public", "notes"), ("own", "notes")), here)
    else:
        need(
            not whole(data, -(1 << 200), 1 << 200) or abs(data) <= NUMBER_AT_MOST, "a great number"
        )


class Report:
    """One report that is checked alone; `faults` are the reasons why it is not good."""

    def __init__(self, name, raw, charter, signatures):
        self.name, self.faults = name, []
        try:
            self.block, armored = read_report(raw)
            self.check_form(charter)
            signatures.check(charter.host_key, "report", typed(self.block), armored)
        except (Wrong, *ODD) as error:
            self.faults.append(f"the block is not of the form that it must have: {error}")
            return
        checks = (self.check_digests, self.check_head, self.check_links, self.check_headers)
        for check in (*checks, self.check_rolls, self.check_events):
            try:
                check(charter, signatures)
            except (Wrong, *ODD) as error:
                self.faults.append(str(error))

    def check_form(self, charter):
        block = self.block
        exactly(block, BLOCK, "the block")
        check_strings(block)
        need(whole(block["referee"], 1, 1) and block["kind"] == "report", "this is no report")
        need(is_text(block["wording"], WORDING), "wording is no version")
        need(block["game"] == charter.game.hex(), "it is a report of another game")
        self.guest = block["seat"] == GUEST
        need(self.guest or block["seat"] in charter.seats, "its seat does not play")
        self.number, self.public, self.own = block["number"], block["public"], block["own"]
        need(whole(self.number, 0, LINKS) and whole(block["run"]), "number or run is none")
        exactly(self.public, PUBLIC, "public", UPGRADED)
        exactly(self.own, set() if self.guest else OWN, "own")
        exactly(block["state"], {"public", "own"}, "state")
        need(all(isinstance(part, dict) for part in block["state"].values()), "state is no map")
        check_public(self.public, charter)
        need(block["run"] == self.number == self.public["run"], "number and run differ")
        self.check_own(charter)
        need(not (charter.hosts and block["state"]["own"]), "the host plays a game that hides")
        self.check_bound(charter)

    def check_own(self, charter):
        """The seat's own part; a guest has none."""
        if self.guest:
            need(self.block["salt"] == "" and not self.block["state"]["own"], "a guest has nothing")
        else:
            check_own(self.own, charter)
            check_added(self.own, self.public)
            check_filed(self.own, self.public, self.block["seat"])

    def check_bound(self, charter):
        """The heads, the commitments and the links."""
        block = self.block
        hexes = [block["head"], *block["commitments"].values()]
        hexes += [block["previous"]] if self.number else []
        hexes += [block["salt"]] if self.number and not self.guest else []
        need(all(is_text(word, HEX) for word in hexes), "a head, salt or commitment is no digest")
        need(self.number or block["previous"] == block["salt"] == "", "something before report 0")
        exactly(block["commitments"], set(charter.bound if self.number else []), "commitments")
        exactly(block["links"], set(charter.parties), "links")
        self.links = {party: link_of(link) for party, link in block["links"].items()}

    def check_digests(self, charter, signatures):
        told = {"public": self.public, "own": self.own}
        for part in ("public",) if self.guest else ("public", "own"):
            good = told[part]["state"] == digest(typed(self.block["state"][part])).hex()
            need(good, f"the position ({part}) is not that of its digest")

    def check_head(self, charter, signatures):
        block, recent = self.block, self.public["recent"]
        need(len(recent) == min(self.number, RECENT), "recent has not the heads before")
        if self.number == 0:
            need(block["head"] == block["game"], "the head of report 0 is not D")
            return
        need(recent[0] == block["previous"], "recent does not begin with the head before")
        early = self.number <= RECENT
        need(not early or recent[-1] == block["game"], "recent does not reach back to D")
        if not self.guest:
            own = commitment(bytes.fromhex(block["salt"]), self.own)
            party = "seat/" + block["seat"]
            need(own.hex() == block["commitments"][party], "own part and its commitment differ")
        bound = [bytes.fromhex(block["commitments"][party]) for party in charter.bound]
        told = head(bytes.fromhex(block["previous"]), self.public, bound)
        need(told.hex() == block["head"], "the head does not follow from what it binds")

    def check_links(self, charter, signatures):
        new = self.public["links"]
        need(("host" in new) == bool(self.number), "the host's link is missing")
        for party in charter.parties:
            number, link = self.links[party]
            least = self.number if party == "host" else min(self.number, 1)  # run 1 is due from all
            need(least <= number <= self.number, f"the link of {party} cannot have its number")
            good = anchor_of(charter.gid, party, number, link) == charter.anchors[party]
            need(good, f"the link of {party} is not of its chain")
            same = party not in new or new[party] == self.block["links"][party]
            need(same, f"the new link of {party} is not the newest")
        for seat, run in self.public["brought"].items():
            party = "seat/" + seat
            there = self.links[party][0] <= run <= self.number
            good = there and (party in new) == (0 < run == self.number)
            need(good, f"the newest link of {seat} did not come in run {run}")

    def check_headers(self, charter, signatures):
        senders = []
        for sent in self.public["headers"]:
            seat = sent["seat"]
            need(seat not in senders, f"a header too many of {seat}")
            senders.append(seat)
            wanted = {"referee": "1", "kind": "orders", "game": self.block["game"]}
            wanted |= {"run": str(self.number), "after": self.block["previous"]}
            for key, value in wanted.items():
                need(sent[key] == value, f"{key} in the header of {seat} is wrong")
            new = self.public["links"].get("seat/" + seat)
            need(new and sent["dice"] == new[2], f"the header of {seat} has not its new link")
            armored = "".join(line + "\n" for line in sent["signature"])
            signatures.check(charter.keys[seat], "orders", canon(unsigned(sent)), armored)
        parties = {"seat/" + seat for seat in senders}
        need(parties == set(self.public["links"]) - {"host"}, "a new link has no header")

    def check_rolls(self, charter, signatures):
        if self.number == 0:
            need(not self.public["rolls"], "there are rolls before the first run")
            return
        check_casts(
            self.public["rolls"], public_secret(secret_of(charter, self.number, self.links))
        )

    def check_events(self, charter, signatures):
        check_rolls_told(self.public)


def secret_of(charter, number, links):
    """R of a run; links: (number, link) of each party."""
    seats = [links[party] for party in charter.parties[1:]]
    return run_secret(charter.gid, charter.game, number, links["host"][1], seats)


def link_of(entry):
    """(number, link) of an entry of `links`."""
    epoch, number, link = entry
    good = whole(epoch, 0, 0) and whole(number, 0, LINKS) and is_text(link, HEX)
    need(good, "a link is none")
    return number, bytes.fromhex(link)


def check_rolls_told(public):
    """Raises `Wrong` unless the events name every roll, in order and once."""
    told = [index for event in public["events"] for index in event["rolls"]]
    need(told == list(range(len(public["rolls"]))), "the events do not name each roll once")


def check_list(value, good, what):
    need(isinstance(value, list) and all(map(good, value)), f"{what} is no list of such")


def check_public(public, charter):
    """The forms of a public part, and that it names only who plays."""
    need(whole(public["run"], 0, LINKS), "the run is no number")
    check_list(public["rolls"], lambda roll: isinstance(roll, dict), "rolls")
    check_list(public["events"], lambda event: check_event(event, {"rolls"}), "events")
    check_list(public["again"], lambda event: check_event(event, set()), "again")
    check_list(public["recent"], lambda word: is_text(word, HEX), "recent")
    check_list(public["due"], lambda seat: seat in charter.seats, "due")
    check_list(public["notes"], lambda note: check_note(note, charter), "notes")
    check_list(public["asked"], lambda asked: check_asked(asked, charter), "asked")
    check_list(public["headers"], lambda sent: check_sent(sent, charter), "headers")
    for key in ("absent", "late", "void"):
        need(public[key] == [], f"{key} must be empty")
    check_turns(public)
    need(isinstance(public["links"], dict), "links are no map")
    need(set(public["links"]) <= set(charter.parties), "a link is of someone who is no party")
    for entry in public["links"].values():
        link_of(entry)
    exactly(public["brought"], set(charter.seats), "brought")
    need(all(whole(run, 0, LINKS) for run in public["brought"].values()), "brought is no number")
    need(is_text(public["before"]) and is_text(public["state"], HEX), "before or state is none")
    need(type(public["over"]) is bool, "over is neither true nor false")
    check_ended(public, charter)
    check_due(public, charter)
    sent = {header["seat"] for header in public["headers"]}
    need(all(note[0] in sent for note in public["notes"]), "a note without a file")
    check_upgrade(public)
    opened = [charter.offer["version"], charter.offer["data"]]
    need(public.get("rules") != opened, "the rules of the charter are told as others")


def check_turns(public):
    """The game turns that ended in a run; only the first can have begun before it."""
    check_list(public["turn"], lambda ended: exactly(ended, TURN, "a turn") is None, "turn")
    at = 0
    for number, ended in enumerate(public["turn"]):
        need(is_text(ended["turn"]), "a turn has no name")
        need(whole(ended["at"], at, len(public["events"])), "a turn ended nowhere in the run")
        check_list(ended["events"], lambda event: check_event(event, set()), "a turn's events")
        need(number == 0 or not ended["events"], "a turn that began in the run has earlier events")
        at = ended["at"]


def check_added(own, public):
    """Events of one's own stand beside the public ones, and take the place of nothing."""
    check_beside(own["events"], public["events"])
    check_beside(own["turn"], public["turn"][0]["events"] if public["turn"] else [])


def check_beside(mine, events):
    at = 0
    for event in mine:
        need(at <= event["at"] <= len(events) - event["adds"], "an event of one's own has no place")
        at = event["at"]
        if event["adds"]:
            need(event["kind"] == events[at]["kind"], "an event of one's own is of another kind")
            need(not set(event["data"]) & set(events[at]["data"]), "an event says something else")


def check_event(event, more):
    exactly(event, {"kind", "data"} | more, "an event")
    need(is_text(event["kind"]) and isinstance(event["data"], dict), "an event is none")
    check_list(event.get("rolls", []), whole, "the rolls of an event")
    if "at" in more:
        need(whole(event["at"]) and type(event["adds"]) is bool, "an event of one's own is none")
    return True


def check_note(note, charter):
    need(isinstance(note, list) and len(note) > 1 and all(map(is_text, note)), "a note is none")
    need(note[0] in charter.seats, "a note is of someone who does not play")
    return True


def check_asked(asked, charter):
    exactly(asked, {"kind", "seat", "args"}, "a question")
    good = is_text(asked["kind"]) and isinstance(asked["args"], dict)
    need(good and asked["seat"] in charter.seats, "a question is none")
    return True


def check_sent(sent, charter):
    exactly(sent, HEADER | {"body", "signature"}, "a header", HEADER_MORE)
    check_header(sent)
    need(sent["seat"] in charter.seats, "a header is of someone who does not play")
    check_list(sent["signature"], is_text, "a header's signature")
    return True


def check_ended(public, charter):
    ended = public["ended"]
    exactly(ended, set(), "ended", {"how", "seat"})
    busy = public["due"] or public["asked"]
    need(not (public["over"] and busy), "the game is over, and somebody is due or asked")
    if ended:
        need(public["over"] and not public["rolls"] and not public["events"], "ended and goes on")
        resigned = ended.get("how") == "resigned" and ended.get("seat") in charter.seats
        need(resigned or ended == {"how": "agreed draw"}, "ended how?")


def check_due(public, charter):
    """Who owes a file: of those who are asked somebody, or all where that may be."""
    due, seats = public["due"], charter.seats
    need(due == [seat for seat in seats if seat in due], "due is not in the charter's order")
    if public["over"]:
        return
    need(due, "nobody is due, and the game goes on")
    if public["run"] == 0:
        need(due == seats, "not all are due at the start")
    elif not (charter.offer["links"] == "turn" and due == seats):
        asked = {question["seat"] for question in public["asked"]}
        need(set(due) <= asked, "somebody is due who is not asked")


def check_upgrade(public):
    """The keys that an upgrade of the rules leaves in every report from then on."""
    version, data = public.get("rules", ["", "0" * 64])
    need(is_text(version) and is_text(data, HEX), "rules are none")
    need(public.get("reopened", True) is True, "reopened is true or not there")
    since, number = public.get("since"), public["run"]
    if "since" not in public:
        need(not UPGRADED & set(public), "the rules hold since no run")
    else:
        good = whole(since, 1, number) and (since == number or "reopened" not in public)
        need(good, "since is wrong")


def check_own(own, charter):
    """The forms of a seat's own part."""
    check_list(own["events"], lambda event: check_event(event, {"at", "adds"}), "events")
    check_list(own["words"], is_text, "words")
    need(is_text(own["standing"]), "standing is no name")
    check_list(own["notes"], lambda note: check_note(note, charter), "notes")
    check_list(own["files"], check_file, "files")
    check_list(own["answered"], check_answered, "answered")
    need(is_text(own["state"], HEX), "the state is no digest")
    check_list(own["turn"], lambda event: check_event(event, {"at", "adds"}), "turn")
    need(isinstance(own["remembered"], dict), "remembered is no map")


def check_file(file):
    exactly(file, {"after", "edition", "body"}, "a file")
    good = is_text(file["after"], HEX) and is_text(file["body"], HEX)
    need(good and is_text(file["edition"], COUNT), "a file in force is none")
    return True


def check_filed(own, public, seat):
    """Notes to the seat come with files, and its newest file is the one that came."""
    sent = {header["seat"]: header for header in public["headers"]}
    need(all(note[0] in sent for note in own["notes"]), "a note to the seat without a file")
    if seat in sent:
        newest = {key: sent[seat][key] for key in ("after", "edition", "body")}
        need(own["files"][:1] == [newest], "the file that came is not the newest of the seat")


def check_answered(answer):
    exactly(answer, ANSWERED, "an answer")
    need(is_text(answer["on"]) and answer["by"] in ("next", "standing", "default"), "answered how?")
    need(all(whole(answer[key]) for key in ("rule", "next", "times")), "an answer has no number")
    check_list(answer["left"], is_text, "what was left out")
    check_list(answer["answer"], is_text, "what was answered")
    return True


# ---- several reports: referee-report(5), What verify checks --------------------------------------

SAME = ("head", "previous", "links", "public", "commitments")


def common(report, key):
    """What the reports of a run have in common, in the form J: true is not 1."""
    part = report.block["state"]["public"] if key == "position" else report.block[key]
    return typed(part)


def check_story(reports):
    """What is wrong between the reports that are good alone: (name, reason)."""
    first = {}
    for report in reports:
        same = first.setdefault(report.number, report)
        for key in (*SAME, "position"):
            if common(report, key) != common(same, key):
                yield report.name, f"{key} is not that of {same.name}: two stories of one run"
                break
    for number in range(min(first), max(first) + 1) if first else ():
        if number not in first:
            yield f"report {number}", "is missing"
        elif number - 1 in first:
            yield from check_step(first[number - 1], first[number])
    for report in first.values():
        yield from check_recent(report, first)
    for seat in {report.block["seat"] for report in reports}:
        yield from check_repeated([r for r in reports if r.block["seat"] == seat])


class Turn:
    """What the runs of a game have told of its current turn, to everyone and to one seat, as far as
    `known`: from its beginning, or from the first run that is there."""

    def __init__(self, known):
        self.known, self.events, self.mine = known, [], []

    def go_on(self, public, own):
        """The next run: raises `Wrong` if it repeats something else of a turn that ended in it."""
        if "reopened" in public:
            self.__init__(False)
        at = 0
        if public["turn"]:
            before, at = public["turn"][0]["events"], public["turn"][-1]["at"]
            skipped = len(before) - len(self.events)
            need(skipped == 0 or (skipped > 0 and not self.known), "of a turn too much or little")
            need(typed(before[skipped:]) == typed(self.events), "of a turn something else is told")
            mine = [moved(event, skipped) for event in self.mine]
            end = own["turn"][len(own["turn"]) - len(mine) :] if own else []
            need(typed(end if own else mine) == typed(mine), "of a turn one's own is not the same")
            need(not (own and self.known) or own["turn"] == end, "of a turn one's own is too much")
            self.__init__(True)
        events = own["events"] if own else []
        self.mine += [moved(e, len(self.events) - at) for e in events if e["at"] >= at]
        self.events += [{"kind": e["kind"], "data": e["data"]} for e in public["events"][at:]]


def moved(event, by):
    return {**event, "at": event["at"] + by}


def check_repeated(reports):
    """Whether the reports of one seat repeat of each turn what those before told of it."""
    turn, number = Turn(True), -1
    for report in sorted(reports, key=lambda report: report.number):
        if report.number == number:
            continue
        turn = turn if report.number == number + 1 else Turn(False)
        number = report.number
        try:
            turn.go_on(report.public, {} if report.guest else report.own)
        except Wrong as error:
            yield report.name, str(error)


def check_recent(report, known):
    """Heads that a report names of reports that are there, however far before."""
    for back, word in enumerate(report.public["recent"][1:], 2):
        before = known.get(report.number - back)
        if before and before.block["head"] != word:
            yield report.name, f"does not go on from {before.name}"


def check_step(before, report):
    block, links = report.block, before.block["links"] | report.public["links"]
    if block["previous"] != before.block["head"]:
        yield report.name, f"does not follow the head of {before.name}"
    if block["links"] != links:
        yield report.name, f"a link changed without a file since {before.name}"
    for party in report.public["links"]:
        if report.links[party][0] != before.links[party][0] + 1:
            yield report.name, f"the link of {party} is not the next one after {before.name}"
    news = dict.fromkeys(before.public["due"], report.number)
    if report.public["brought"] != before.public["brought"] | news:
        yield report.name, f"the newest links did not come when {before.name} says"
    if sorted(sent["seat"] for sent in report.public["headers"]) != sorted(before.public["due"]):
        yield report.name, f"the files are not of those whom {before.name} calls due"
    rules = [[one.public.get(key) for key in ("rules", "since")] for one in (before, report)]
    upgraded = report.public.get("since") == report.number
    if rules[0] != rules[1] and not upgraded:
        yield report.name, f"is of other rules than {before.name}, and tells of no upgrade"
    if rules[0][0] == rules[1][0] and upgraded:
        yield report.name, f"tells of an upgrade, but the rules are those of {before.name}"
    if report.public["recent"] != [before.block["head"], *before.public["recent"]][:RECENT]:
        yield report.name, f"recent is not that of {before.name}, one further"


# ---- the bundle: referee-folder(5), The bundle of a game that is over ----------------------------

NAMES = re.compile(
    r"offer\.yaml|charter\.yaml|journal|reveal\.yaml|joins/[a-z0-9-]{1,40}\.yaml"
    r"|mail/[a-z0-9.-]{1,80}\.yaml|reports/[a-z0-9-]{1,40}/[0-9]{4,9}\.txt"
)
#: what a damaged zip file may raise
BAD_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError)
BUNDLE_AT_MOST, PACKED_AT_MOST, JOURNAL_AT_MOST = 1 << 28, 200, 1 << 30
REVEAL = COMMON | {"game", "runs", "head", "sealed"}
ENTRY = {"type", "number", "public", "own", "head", "state", "chain"}


def read_bundle(path):
    """Name -> bytes of all files of a bundle, or of the folder that it was unpacked to."""
    if path.is_dir():
        names = (file for file in path.rglob("*") if file.is_file())
        files = {file.relative_to(path).as_posix(): file.read_bytes() for file in names}
        return {name: raw for name, raw in files.items() if NAMES.fullmatch(name)}
    need(path.stat().st_size <= BUNDLE_AT_MOST, "the bundle is too long")
    found = {}
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            need(NAMES.fullmatch(info.orig_filename), "no file of a game has such a name")
            need(info.filename not in found, f"{info.filename} is there twice")
            need((info.external_attr >> 28) in (0, 8), f"{info.filename} is no plain file")
            tight = info.file_size > PACKED_AT_MOST * info.compress_size + 1024
            great = info.file_size > (JOURNAL_AT_MOST if info.filename == "journal" else 1 << 20)
            need(not tight and not great, f"{info.filename} is too long")
            found[info.filename] = archive.read(info)
    return found


class Bundle:
    """A game that is over; `faults` are (place, reason) of what is wrong."""

    def __init__(self, files, signatures):
        self.files, self.signatures, self.faults = files, signatures, []
        self.runs = self.accepted = self.reports = 0
        self.remarks = []
        try:
            self.charter = Charter(self.file("charter.yaml"), signatures)
        except (Wrong, *ODD) as error:
            self.faults.append(("charter.yaml", str(error)))
            return
        for name, check in (
            ("offer.yaml", self.check_papers),
            ("reveal.yaml", self.check_reveal),
            ("journal", self.check_journal),
        ):
            self.place = name
            try:
                check()
            except (Wrong, *ODD) as error:
                self.faults.append((self.place, str(error)))
                return
        self.check_reports()

    def file(self, name):
        need(name in self.files, f"{name} is missing")
        return self.files[name]

    def check_papers(self):
        """Offer and joins are those of the charter, with their signatures."""
        offer = check_offer(read_yaml(self.file("offer.yaml"), "offer"), self.signatures)
        need(offer == self.charter.offer, "it is not the offer of the charter")
        for join in self.charter.joins:
            self.place = f"joins/{join['seat']}.yaml"
            found = read_yaml(self.file(self.place), "join")
            found = check_join(found, self.charter.offer, self.signatures)
            need(found == join, "it is not the join of the charter")

    def check_reveal(self):
        self.reveal = check_reveal(self.file("reveal.yaml"), self.charter, self.signatures)
        runs = int(self.reveal["runs"])
        link, self.sealed = bytes.fromhex(self.reveal["sealed"]), {}
        for index in range(runs, 0, -1):
            self.sealed[index] = link
            link = link_before(self.charter.gid, "sealed", index, link)
        need(link == self.charter.anchors["sealed"], "sealed is not the link of that number")

    def check_journal(self):
        """Line by line: its chain, then what it tells."""
        raw = self.file("journal")
        need(raw.endswith(b"\n"), "the journal has no end")
        charter = self.charter
        self.entries, self.mail = {}, {}
        self.links = {p: [0, 0, charter.anchors[p].hex()] for p in charter.parties}
        self.heads, self.due, self.over = [charter.game.hex()], charter.seats, False
        self.explicit, chain = {}, "0" * 64
        self.turns = {party: Turn(False) for party in charter.bound[1:]}
        for count, line in enumerate(raw[:-1].split(b"\n"), 1):
            self.place = f"journal, line {count}"
            data = read_json(line.decode("utf-8"))
            exactly(data, set(data) | {"type", "chain"}, "the line")
            bare = {key: value for key, value in data.items() if key != "chain"}
            chain = digest(chain.encode("ascii") + typed(bare)).hex()
            need(data["chain"] == chain, "chain is wrong")
            need(typed(data) == line, "the line is not spelt as a journal is written")
            need(
                (data["type"] == "start") == (count == 1), "a start stands first, and nowhere else"
            )
            getattr(
                self,
                "line_"
                + {
                    "start": "start",
                    "accept": "accept",
                    "entry": "entry",
                    "upgrade": "upgrade",
                }.get(data["type"], "odd"),
            )(data)
        self.place = "journal"
        runs = int(self.reveal["runs"])
        need(self.over and self.runs == runs, "the game is not over with the last entry")
        need(self.reveal["head"] == self.heads[-1], "reveal.yaml has another head")
        unknown = [
            name for name in self.files if name.startswith("mail/") and name[5:] not in self.mail
        ]
        need(not unknown, "the journal does not name all files of mail")

    def line_odd(self, data):
        raise Wrong("no line is of that type")

    def line_start(self, data):
        exactly(data, {"type", "format", "game", "chain"}, "the line")
        need(whole(data["format"], 1, 1) and data["game"] == self.heads[0], "it is of another game")

    def line_accept(self, data):
        """An order file that was taken."""
        exactly(data, {"type", "seat", "file", "sha256", "chain"}, "the line")
        name = data["file"]
        need(is_text(name) and name not in self.mail, "a file was accepted twice")
        raw = self.file("mail/" + name)
        need(digest(raw).hex() == data["sha256"], f"{name} is not the file that was accepted")
        orders = Orders(raw)
        seat, head = orders.header["seat"], orders.header
        need(seat == data["seat"] and seat in self.charter.seats, f"{name} is of another seat")
        need(head["game"] == self.heads[0], f"{name} is of another game")
        orders.check(self.charter.keys[seat], self.signatures)
        if orders.advance:
            need(head["after"] in self.heads[-1 - RECENT :], f"{name} follows no newer report")
        else:
            good = head["after"] == self.heads[-1] and head["run"] == str(self.runs + 1)
            need(good, f"{name} is not for the next run")
            need(seat in self.due, f"{seat} was not due")
            self.explicit[seat] = orders
        self.mail[name] = orders
        self.accepted += 1

    def line_entry(self, data):
        """A run: its parts, dice, draws and head."""
        exactly(data, ENTRY, "the line")
        check_strings(data["public"])
        charter, public, own, number = self.charter, data["public"], data["own"], self.runs + 1
        need(not self.over, "the game was over before it")
        need(whole(data["number"], number, number), "its number is not the next one")
        exactly(public, PUBLIC, "public", UPGRADED)
        check_public(public, charter)
        need(public["run"] == number, "number and run differ")
        exactly(own, set(charter.bound), "own")
        exactly(own["sealed"], {"draws", "state"}, "own, sealed")
        need(is_text(own["sealed"]["state"], HEX), "own, sealed: state is none")
        for party in charter.bound[1:]:
            exactly(own[party], OWN, f"own, {party}")
            check_own(own[party], charter)
            check_added(own[party], public)
        self.check_files(public, own)
        for party in charter.bound[1:]:
            self.turns[party].go_on(public, own[party])
        links = self.new_links(public, number)
        secret = secret_of(charter, number, {party: link_of(link) for party, link in links.items()})
        sealed = sealed_secret(secret, self.sealed[number])
        check_casts(public["rolls"], public_secret(secret))
        check_rolls_told(public)
        need(all("items" in draw for draw in own["sealed"]["draws"]), "a sealed draw is none")
        check_casts(own["sealed"]["draws"], sealed)
        self.bind(data, links, sealed)

    def bind(self, data, links, sealed):
        """The head of an entry, made from all its parts and their salts."""
        public, own, number = data["public"], data["own"], data["number"]
        need(public["recent"] == self.heads[::-1][:RECENT], "recent has not the heads before")
        salts = {party: salt_of(sealed, number, party) for party in self.charter.bound}
        bound = {party: commitment(salts[party], own[party]) for party in self.charter.bound}
        made = head(bytes.fromhex(self.heads[-1]), public, list(bound.values()))
        need(made.hex() == data["head"], "the head does not follow from the parts")
        entry = {"previous": self.heads[-1], "head": data["head"], "public": public, "own": own}
        entry["commitments"] = {party: value.hex() for party, value in bound.items()}
        self.entries[number] = {**entry, "salts": salts, "links": links}
        self.heads.append(data["head"])
        self.links, self.due, self.over, self.explicit = links, public["due"], public["over"], {}
        self.runs = number

    def new_links(self, public, number):
        """The newest links after a run: each new one is the next of its party."""
        need(
            set(public["links"]) == {"host", *("seat/" + s for s in self.due)}, "links are not new"
        )
        for party, entry in public["links"].items():
            (now, link), (before, known) = link_of(entry), link_of(self.links[party])
            need(now == before + 1, f"the link of {party} is not the next one")
            good = link_before(self.charter.gid, party, now, link) == known
            need(good, f"the link of {party} is not of its chain")
            sent = self.explicit.get(party.removeprefix("seat/"))
            need(party == "host" or sent.header["dice"] == entry[2], f"{party} sent another link")
        return {**self.links, **public["links"]}

    def check_files(self, public, own):
        """What an entry tells of the order files: headers, notes, and those in force."""
        missing = [seat for seat in self.due if seat not in self.explicit]
        need(not missing, "a run was made before all files had come")
        need(public["headers"] == [self.explicit[seat].shown for seat in self.due], "other headers")
        bodies = {seat: self.explicit[seat].body for seat in self.due}
        notes = [[seat, body["note"]] for seat, body in bodies.items() if body.get("note")]
        told = [[note[0], "".join(note[1:])] for note in public["notes"]]
        need(sorted(told) == sorted(notes), "the notes are not those of the files")
        for party in self.charter.bound[1:]:
            seat, part = party.removeprefix("seat/"), own[party]
            notes = [
                [s, body["notes"][seat]]
                for s, body in bodies.items()
                if body.get("notes", {}).get(seat)
            ]
            told = [[note[0], "".join(note[1:])] for note in part["notes"]]
            need(sorted(told) == sorted(notes), f"the notes to {seat} are not those of the files")
            there = [
                {key: orders.header[key] for key in ("after", "edition", "body")}
                for orders in self.mail.values()
                if orders.header["seat"] == seat
            ]
            need(
                all(file in there for file in part["files"]),
                f"a file of {seat} is in force that never came",
            )

    def line_upgrade(self, data):
        exactly(data, {"type", "number", "rules", "from", "state", "chain"}, "the line")
        need(whole(data["number"], self.runs, self.runs), "it is not behind the newest entry")
        need(is_text(data["state"]), "its saved game is no text")

    def check_reports(self):
        """Every report of every seat, by itself and against its entry."""
        charter = self.charter
        names = {
            f"reports/{seat}/{number:04d}.txt": (seat, number)
            for seat in charter.seats
            for number in range(self.runs + 1)
        }
        strange = [n for n in self.files if n.startswith("reports/") and n not in names]
        self.faults += [(name, "no run has made it") for name in strange]
        for name, (seat, number) in names.items():
            if name not in self.files:
                self.faults.append((name, "is missing"))
                continue
            report = Report(name, self.files[name], charter, self.signatures)
            self.faults += [(name, fault) for fault in report.faults]
            if not report.faults:
                self.faults += [(name, reason) for reason in self.differs(report, seat, number)]
            self.reports += 1

    def differs(self, report, seat, number):
        """By what a report is not that of its entry."""
        block, party = report.block, "seat/" + seat
        if block["seat"] != seat or report.number != number:
            yield "it is not the report of its name"
        elif number:
            entry = self.entries[number]
            wanted = {key: entry[key] for key in ("previous", "head", "public", "commitments")}
            wanted |= {"links": entry["links"], "own": entry["own"][party]}
            wanted["salt"] = entry["salts"][party].hex()
            for key, value in wanted.items():
                if typed(block[key]) != typed(value):
                    yield f"{key} is not that of the journal"


def check_reveal(raw, charter, signatures):
    """The host's last word."""
    file = unbroken(read_yaml(raw, "reveal"), {"game", "head", "sealed"})
    exactly(file, REVEAL, "the file")
    need(is_text(file["runs"], COUNT) and int(file["runs"]) <= LINKS, "runs is no number from 1")
    need(all(is_text(file[key], HEX) for key in ("game", "head", "sealed")), "a digest is none")
    if charter is not None:
        need(file["game"] == charter.game.hex(), "it is of another game")
    key = charter.host_key if charter else None
    signatures.check(key, "reveal", canon(unsigned(file)), file["signature"])
    return file


# ---- the commands --------------------------------------------------------------------------------


def verify(charter_raw, named_raws):
    """All that is wrong, as (name, reason), and what was left out, as sentences."""
    signatures = Signatures()
    try:
        charter = Charter(charter_raw, signatures)
    except (Wrong, *ODD) as error:
        return [("charter", str(error))], []
    reports = [Report(name, raw, charter, signatures) for name, raw in named_raws]
    wrong = [(report.name, fault) for report in reports for fault in report.faults]
    good = [report for report in reports if not report.faults]
    wrong += check_story(good)
    left_out = ["not checked: whether the text of a report is what its block says"]
    numbers = {report.number for report in good}
    alone = sorted({n for n in numbers if n and n - 1 not in numbers})
    left_out += [f"not checked: what report {n} says against report {n - 1}" for n in alone]
    return wrong, [*left_out, *charter.remark(), *signatures.remark()]


def read(raw, charter_raw=None, named_raws=()):
    """(lines that say what a file is, what is wrong as (name, reason), what was left out)."""
    signatures = Signatures()
    try:
        charter = Charter(charter_raw, signatures) if charter_raw is not None else None
    except (Wrong, *ODD) as error:
        return [], [("charter", str(error))], []
    try:
        kind = read_yaml(raw)["kind"]
        readers = {"orders": read_orders, "offer": read_paper, "join": read_paper}
        readers |= {"charter": read_paper, "reveal": read_paper}
        need(kind in readers, "no file is of that kind")
        told = readers[kind](raw, kind, charter, signatures)
    except (Wrong, *ODD) as error:
        return [], [("file", str(error))], signatures.remark()
    wrong = []
    if kind == "orders" and charter is not None:
        reports = [Report(name, report, charter, signatures) for name, report in named_raws]
        wrong = [(report.name, fault) for report in reports for fault in report.faults]
        orders = Orders(raw)
        told += [line for report in reports if not report.faults for line in seen(orders, report)]
    return told, wrong, signatures.remark()


def read_paper(raw, kind, charter, signatures):
    """What an offer, join, charter or last word is; raises `Wrong` unless it is good."""
    file = read_yaml(raw, kind)
    offer = charter.offer if charter else None
    if kind == "charter":
        return [f"a charter: game {Charter(raw, signatures).game.hex()}"]
    if kind == "reveal":
        runs = check_reveal(raw, charter, signatures)["runs"]
        return [f"the host's last word, after {runs} runs"]
    if kind == "join":
        join = check_join(file, offer, signatures)
        return [f"a join of {join['seat']} to offer {join['offer']}"]
    return [f"an offer: {offer_digest(check_offer(file, signatures)).hex()}"]


def read_orders(raw, kind, charter, signatures):
    """What the header of an order file says, and who has signed it."""
    orders = Orders(raw)
    header = orders.header
    told = ["an advance file" if orders.advance else "an order file for a run"]
    told += [f"{key}: {header[key]}" for key in sorted(header)]
    told.append(f"header, as it is signed: {canon(header).decode()}")
    if charter is not None:
        need(header["game"] == charter.game.hex(), "it is of another game")
        need(header["seat"] in charter.seats, "its seat does not play")
    key = orders.check(charter.keys[header["seat"]] if charter else None, signatures)
    whose = f"the key of {header['seat']}" if charter else f"{key}; whose that is, a charter tells"
    return [*told, f"the body has that digest, and the header is signed by {whose}"]


def seen(orders, report):
    """What a report says of an order file."""
    for sent in report.public["headers"]:
        if unsigned(sent) == orders.header:
            yield f"{report.name} shows this header: the file was used in run {report.number}"
        elif (sent["seat"], sent["run"]) == (orders.header["seat"], orders.header.get("run")):
            yield f"{report.name} shows another header of this seat for run {sent['run']}"


def check_bundle(path):
    """All that is wrong with a bundle, what it holds, and what was left out."""
    signatures = Signatures()
    try:
        bundle = Bundle(read_bundle(path), signatures)
    except (Wrong, *BAD_ZIP) as error:
        return [(str(path), str(error))], "", []
    left_out = ["not checked: whether orders were legal, and what followed from them by the rules"]
    left_out.append("not checked: whether the text of a report is what its block says")
    count = f"{bundle.runs} runs, {bundle.accepted} files, {bundle.reports} reports"
    return bundle.faults, count, [*left_out, *signatures.remark()]


def said(wrong, left_out, good):
    """Prints what was found; the exit status."""
    for place, reason in wrong:
        print(shown(f"{place}: {reason}"))
    for sentence in left_out:
        print(sentence)
    if not wrong:
        print(shown(f"{good}: nothing is wrong"))
    return 1 if wrong else 2 if any("ssh-keygen" in sentence for sentence in left_out) else 0


def main(arguments):
    words = [arg for arg in arguments if arg not in ("read", "bundle")]
    mode = arguments[0] if arguments and arguments[0] in ("read", "bundle") else "verify"
    if len(words) < (2 if mode == "verify" else 1) or (mode == "bundle" and len(words) != 1):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        if mode == "bundle":
            wrong, count, left_out = check_bundle(Path(words[0]))
            return said(wrong, left_out, count)
        first, *rest = [Path(word).read_bytes() for word in words]
    except OSError as error:
        print(shown(f"cannot be read: {error}"), file=sys.stderr)
        return 2
    if mode == "read":
        charter = rest[0] if rest else None
        told, wrong, left_out = read(first, charter, list(zip(words[2:], rest[1:], strict=True)))
        for line in told:
            print(shown(line))
        return said(wrong, left_out, words[0])
    wrong, left_out = verify(first, list(zip(words[1:], rest, strict=True)))
    return said(wrong, left_out, f"{len(rest)} reports")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
