"""An independent verifier of reports, written from the manual pages alone.

    python tests/verifier.py CHARTER REPORT...

It shares no code with the referee: one file, the standard library, and the program ssh-keygen for
the signatures. What it knows stands in referee-dice(7), referee-charter(5), referee-report(5) and
referee-orders(5); the names here are those of the first page. It prints what is wrong, one line
each, and what it could not check. Exit status: 0 if all is good, 1 if something is wrong, 2 if it
could not be told (wrong usage, or no ssh-keygen).

It leaves out one thing that the referee's own `verify` does: whether the text of a report is what
its block says. That needs the rules of the game.
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
from pathlib import Path

HEX = re.compile(r"[0-9a-f]{64}")
SCOPE = re.compile(r"[a-z0-9/-]{1,120}")
KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9 /_-]*")
NUMBER = re.compile(r"0|[1-9][0-9]*")
BEGIN, END = "-----BEGIN REFEREE REPORT-----", "-----END REFEREE REPORT-----"
SSH_BEGIN, SSH_END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
MARKS = (BEGIN, SSH_BEGIN, END)
SIZE_AT_MOST, DEPTH_AT_MOST = 1 << 20, 40
LINKS = 10000
RECENT = 8
#: what an odd file may raise where it has another form than it must have
ODD = (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError)


class Wrong(Exception):
    """Something that is not as it must be; the text says what."""


def need(good, reason):
    """Raises `Wrong` with the reason unless `good`."""
    if not good:
        raise Wrong(reason)


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
    """C(x)."""
    return canonical(value).encode("utf-8")


def canonical(value):
    if isinstance(value, dict):
        order = sorted(value, key=lambda key: key.encode("utf-8"))
        return "{" + ",".join(quoted(key) + ":" + canonical(value[key]) for key in order) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    return quoted(leaf(value))


def leaf(value):
    """A leaf as the text that it stands as in the canonical form."""
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)


def quoted(text):
    """A string of the canonical form, with its escapes."""
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


def chain_end(gid, party, raw_signature):
    """x(N) of a party."""
    info = tag("chain end") + lp(party) + u16(0)
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
    need(type(faces) is int and 2 <= faces <= 256, f"no dice have {faces} faces")
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


# ---- heads: referee-dice(7), Heads ---------------------------------------------------------------


def salt_of(sealed, number, party):
    return mac(sealed, tag("salt") + u32(number) + lp(party))


def commitment(salt, part):
    return mac(salt, canon(part))


def head(previous, public, commitments):
    """head(k) from head(k-1), the public part and the commitments in their order, all as bytes."""
    return digest(tag("head") + previous + digest(canon(public)) + b"".join(commitments))


# ---- YAML and the fold: referee-orders(5), Strict YAML and Canonical form ------------------------

FOLDED = {0x2026: "...", 0x2212: "-", 0xAB: '"', 0xBB: '"'}
FOLDED |= dict.fromkeys(range(0x2018, 0x201C), "'")
FOLDED |= dict.fromkeys(range(0x201C, 0x2020), '"')
FOLDED |= dict.fromkeys(range(0x2010, 0x2016), "-")
FOLDED |= dict.fromkeys([0x09, 0x0A, 0x0D, 0xA0, 0x2028, 0x2029], " ")
FOLDED |= dict.fromkeys([*range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")


def fold(text):
    return re.sub(" +", " ", composed(text.translate(FOLDED))).strip(" ")


def composed(text):
    """NFC of Unicode 3.2; a sign that is newer stays, and nothing composes across it."""
    unicode = unicodedata.ucd_3_2_0
    parts, run = [], ""
    for sign in text:
        if unicode.category(sign) == "Cn":
            parts += [unicode.normalize("NFC", run), sign]
            run = ""
        else:
            run += sign
    return "".join([*parts, unicode.normalize("NFC", run)])


class Lines:
    """The lines of a charter with their depth, comments and empty lines gone."""

    def __init__(self, text):
        self.lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
        self.at = 0

    def peek(self):
        """Depth and text of the next line that says something, or (-1, "") at the end."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            body = line.lstrip(" ")
            if body.strip() and not body.startswith("#"):
                return len(line) - len(body), body.rstrip()
            self.at += 1
        return -1, ""

    def wrong(self, reason):
        return Wrong(f"line {self.at + 1} of the charter: {reason}")


def read_yaml(text):
    """The value of a charter: maps, lists and folded texts. Raises `Wrong`."""
    lines = Lines(text)
    depth, _ = lines.peek()
    value = read_block(lines, depth)
    if lines.peek()[0] != -1:
        raise lines.wrong("does not belong to what stands before it")
    return value


def read_block(lines, depth):
    """A map or list whose lines stand at `depth`."""
    _, body = lines.peek()
    return read_list(lines, depth) if body.startswith("- ") else read_map(lines, depth)


def read_list(lines, depth):
    items = []
    while True:
        at, body = lines.peek()
        if at != depth or not body.startswith("- "):
            return items
        inner = body[2:].lstrip(" ")
        deeper = depth + len(body) - len(inner)
        if map_key(inner):
            lines.lines[lines.at] = " " * deeper + inner
            items.append(read_map(lines, deeper))
        else:
            lines.at += 1
            items.append(read_scalar(lines, inner))


def map_key(body):
    """(key, rest of the line) if the line begins an entry of a map, or nothing."""
    match = re.fullmatch(r"([A-Za-z0-9][\w /.-]*?|\"[^\"]*\"|'[^']*') *:(?: +(.*))?", body)
    return match and (match[1].strip("\"'"), match[2] or "")


def read_map(lines, depth):
    found = {}
    while True:
        at, body = lines.peek()
        if at != depth:
            return found
        entry = map_key(body)
        if not entry:
            raise lines.wrong("is no key of a map")
        key, rest = fold(entry[0]).lower(), entry[1]
        if not KEY.fullmatch(key) or key in found:
            raise lines.wrong(f"the key {key} is not allowed here, or stands twice")
        lines.at += 1
        found[key] = read_value(lines, rest, depth, key)


def read_value(lines, rest, depth, key):
    """What stands behind a key: on its line, or deeper below it."""
    if key == "signature":
        need(rest == "|", "a signature stands behind the sign |, on lines of its own")
        return literal(lines, depth)
    if rest and not rest.startswith("#"):
        return read_scalar(lines, rest)
    below, body = lines.peek()
    if below > depth or (below == depth and body.startswith("- ")):
        return read_block(lines, below)
    return ""


def literal(lines, depth):
    """The lines of a signature, each with its line end."""
    taken = []
    while lines.at < len(lines.lines):
        line = lines.lines[lines.at]
        if line.strip() and len(line) - len(line.lstrip(" ")) <= depth:
            break
        taken.append(line.strip())
        lines.at += 1
    return "".join(line + "\n" for line in taken if line)


def read_scalar(lines, text):
    """A text on one line, or an empty list or map."""
    if text in ("[]", "{}"):
        return [] if text == "[]" else {}
    if text.startswith('"'):
        match = re.fullmatch(r'("(?:[^"\\]|\\.)*")(?: +#.*)?', text)
        if not match:
            raise lines.wrong("a quote is not closed on its line")
        return fold(json.loads(match[1]))
    if text.startswith("'"):
        match = re.fullmatch(r"'((?:[^']|'')*)'(?: +#.*)?", text)
        if not match:
            raise lines.wrong("a quote is not closed on its line")
        return fold(match[1].replace("''", "'"))
    if text[0] in "[{&*!|>%@`":
        raise lines.wrong(f"this verifier reads nothing that begins with {text[0]}")
    return fold(re.split(r"\s#", text)[0])


# ---- signatures: referee-dice(7), Signatures -----------------------------------------------------


class Signatures:
    """Checks SSH signatures with ssh-keygen; remembers if there is none on this machine."""

    def __init__(self):
        self.program = shutil.which("ssh-keygen")
        self.left_out = 0
        self.good = set()

    def check(self, key, kind, message, armored):
        """Raises `Wrong` unless the armored text is the key's signature of a file of this kind."""
        namespace = "referee-" + kind
        blob = unarmored(armored)
        parts = Parts(blob)
        need(parts.take(6) == b"SSHSIG" and parts.take(4) == u32(1), "the signature is no SSHSIG")
        need(parts.string() == key_bytes(key), "the signature was made with another key")
        need(parts.string() == namespace.encode(), f"the signature is none of {namespace}")
        need(parts.string() == b"" and parts.string() == b"sha512", "the signature's hash is wrong")
        inner = Parts(parts.string())
        need(inner.string() == b"ssh-ed25519", "the signature is not Ed25519")
        need(len(inner.string()) == 64 and inner.done() and parts.done(), "the signature is cut")
        if self.program is None:
            self.left_out += 1
        elif (key, namespace, message, armored) not in self.good:
            self.run(key, namespace, message, armored)
            self.good.add((key, namespace, message, armored))

    def run(self, key, namespace, message, armored):
        with tempfile.TemporaryDirectory() as folder:
            signers, signature = Path(folder, "signers"), Path(folder, "signature")
            signers.write_text(f'it namespaces="{namespace}" {key}\n', encoding="ascii")
            signature.write_text(armored, encoding="ascii")
            command = [self.program, "-Y", "verify", "-f", str(signers), "-I", "it"]
            command += ["-n", namespace, "-s", str(signature)]
            done = subprocess.run(command, input=message, capture_output=True, check=False)
        need(done.returncode == 0, f"the signature ({namespace}) is not good")


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
    lines = armored.split("\n")
    good = lines[0] == SSH_BEGIN and lines[-2:] == [SSH_END, ""]
    need(good, "the signature is not between its two marks")
    return from_base64("".join(lines[1:-2]))


def from_base64(text):
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise Wrong("base64 is damaged") from error
    need(base64.b64encode(data).decode() == text, "base64 is damaged")
    return data


def key_bytes(key):
    """The binary form of a public key line."""
    words = key.split(" ")
    need(len(words) == 2 and words[0] == "ssh-ed25519", "the key is not Ed25519")
    parts = Parts(from_base64(words[1]))
    need(parts.string() == b"ssh-ed25519" and len(parts.string()) == 32 and parts.done(), "bad key")
    return from_base64(words[1])


def unsigned(file):
    return {key: value for key, value in file.items() if key != "signature"}


# ---- the charter: referee-dice(7), Notation ------------------------------------------------------


class Charter:
    """A charter that was checked: D, gid, keys, anchors and seats in their order."""

    def __init__(self, text, signatures):
        file = read_yaml(text)
        need(isinstance(file, dict), "the charter is no map")
        exactly(file, {"referee", "kind", "offer", "joins", "signature"}, "the charter")
        self.offer, joins = file["offer"], file["joins"]
        need(file["referee"] == "1" and file["kind"] == "charter", "this is no charter")
        need(isinstance(self.offer, dict) and isinstance(joins, list), "offer or joins are missing")
        need(self.offer.get("links") == str(LINKS), f"links must be {LINKS}")
        need(self.offer.get("mode") == "quick", "this verifier knows the mode quick only")
        self.seats = self.offer["seats"]
        self.gid = bytes.fromhex(self.offer["gid"])
        self.host_key = self.offer["key"]
        self.keys, self.anchors = {}, {"host": bytes.fromhex(self.offer["anchors"]["host"])}
        self.game = digest(tag("charter") + canon(unsigned(file)))
        self.check_signatures(file, joins, signatures)

    def check_signatures(self, file, joins, signatures):
        for kind, signed in (("offer", self.offer), ("charter", file)):
            signatures.check(self.host_key, kind, canon(unsigned(signed)), signed["signature"])
        need([join["seat"] for join in joins] == self.seats, "the joins are not those of the seats")
        for join in joins:
            same = join["offer"] == digest(canon(unsigned(self.offer))).hex()
            need(same, f"{join['seat']} joined another offer")
            signatures.check(join["key"], "join", canon(unsigned(join)), join["signature"])
            self.keys[join["seat"]] = join["key"]
            self.anchors["seat/" + join["seat"]] = bytes.fromhex(join["anchor"])

    @property
    def parties(self):
        """Those whose links are shown, in the order of the charter."""
        return ["host", *("seat/" + seat for seat in self.seats)]


def exactly(found, keys, what):
    need(isinstance(found, dict), f"{what} is no map")
    odd = sorted(set(found) ^ keys)
    need(not odd, f"{what}: {', '.join(odd)} missing, or does not belong there")


# ---- one report: referee-report(5) ---------------------------------------------------------------

BLOCK = {"referee", "kind", "game", "seat", "number", "run", "previous", "head", "commitments"}
BLOCK |= {"salt", "links", "public", "own", "state", "exact"}
PUBLIC = {"run", "rolls", "events", "state", "asked", "over", "headers", "links", "notes", "due"}
PUBLIC |= {"ended", "recent", "before", "again"}
UPGRADED = {"rules", "since", "reopened"}
HEADER = {"referee", "kind", "game", "seat", "run", "after", "edition", "dice", "body", "signature"}
ROLL = {"scope", "opening", "number", "faces", "values", "label"}
DRAW = {"scope", "opening", "number", "items", "picked", "label"}


def read_report(text):
    """(block, armored signature) of a report in its text or its JSON form. Raises `Wrong`."""
    need(len(text.encode("utf-8")) <= SIZE_AT_MOST, "it is too long for a report")
    text = text.removeprefix("\ufeff")
    lines = [line.rstrip() for line in re.split(r"\r\n|\r|\n", text)]
    if text.lstrip().startswith("{") and BEGIN not in lines:
        sheet = read_json(text)
        exactly(sheet, {"text", "sheet", "signature"}, "the report")
        return sheet["sheet"], sheet["signature"]
    need([lines.count(mark) for mark in MARKS] == [1, 1, 1], "it has not each mark once")
    begin, signature, end = [lines.index(mark) for mark in MARKS]
    need(begin < signature < end and not any(lines[end + 1 :]), "its parts are not in order")
    spelt = "".join(line.strip() for line in lines[begin + 1 : signature])
    block = read_json(spelt)
    plain = json.dumps(block, separators=(",", ":"))
    need(plain == spelt, "the block is not spelt as a report is written")
    armored = [line.strip() for line in lines[signature:end]]
    return block, "".join(line + "\n" for line in armored if line)


def read_json(text):
    """JSON with whole numbers only, no key twice, and not too deep. Raises `Wrong`."""

    def once(pairs):
        need(len({key for key, _ in pairs}) == len(pairs), "a key stands twice in the block")
        return dict(pairs)

    def refused(number):
        raise Wrong(f"the number {number} in the block is not whole")

    try:
        data = json.loads(text, object_pairs_hook=once, parse_float=refused, parse_constant=refused)
    except ValueError as error:
        raise Wrong(f"the block is no JSON: {error}") from error
    except RecursionError:
        raise Wrong("the block is nested too deeply") from None
    level = [data]
    for _ in range(DEPTH_AT_MOST + 1):
        level = [x for y in level if isinstance(y, dict | list) for x in inside(y)]
    need(not level, "the block is nested too deeply")
    return data


def inside(data):
    """What stands in a list or map."""
    return data.values() if isinstance(data, dict) else data


class Report:
    """One report that is checked alone; `faults` are the reasons why it is not good."""

    def __init__(self, name, text, charter, signatures):
        self.name, self.faults = name, []
        try:
            self.block, armored = read_report(text)
            self.check_form(charter)
            self.check_signature(charter, signatures, armored)
        except (Wrong, *ODD) as error:
            self.faults.append(f"the block is not of the form that it must have: {error}")
            return
        for check in (self.check_digests, self.check_head, self.check_links, self.check_headers):
            self.collect(check, charter, signatures)
        self.collect(self.check_rolls, charter, signatures)

    def collect(self, check, charter, signatures):
        try:
            check(charter, signatures)
        except (Wrong, *ODD) as error:
            self.faults.append(str(error))

    def check_form(self, charter):
        block = self.block
        exactly(block, BLOCK, "the block")
        need(block["referee"] == 1 and block["kind"] == "report", "this is no report")
        need(block["game"] == charter.game.hex(), "it is a report of another game")
        need(block["seat"] in charter.seats, "its seat does not play")
        exactly(block["public"], PUBLIC | (UPGRADED & set(block["public"])), "public")
        exactly(block["own"], {"events", "state", "words", "files", "answered", "notes"}, "own")
        exactly(block["state"], {"public", "own"}, "state")
        self.number, self.public = block["number"], block["public"]
        self.check_tales()
        self.check_upgrade()
        for number in (self.number, block["run"], self.public["run"], block["referee"]):
            need(type(number) is int and 0 <= number <= LINKS, "a number cannot be")
        need(block["run"] == self.number == self.public["run"], "number and run differ")
        named = list(self.public["due"])
        ended = self.public["ended"]
        if ended:
            exactly(ended, {"how", "seat"} if "seat" in ended else {"how"}, "ended")
            need(ended["how"] == ("resigned" if "seat" in ended else "agreed draw"), "ended how?")
            need(self.public["over"] is True, "it is not over, though it was ended")
            named += [ended["seat"]] if "seat" in ended else []
        named += [note[0] for note in self.public["notes"]]
        for seat in [*named, *(asked["seat"] for asked in self.public["asked"])]:
            need(seat in charter.seats, f"{seat} does not play")
        hexes = [block["head"], *([block["previous"], block["salt"]] if self.number else [])]
        hexes += [*block["commitments"].values(), *self.public["recent"]]
        need(all(HEX.fullmatch(word) for word in hexes), "a head, salt or commitment is no digest")
        parties = ["sealed", *charter.parties[1:]] if self.number else []
        exactly(block["commitments"], set(parties), "commitments")
        exactly(block["links"], set(charter.parties), "links")
        for entry in [*block["links"].values(), *self.public["links"].values()]:
            self.link_of(entry)
        self.commitments = [bytes.fromhex(block["commitments"][party]) for party in parties]

    def check_upgrade(self):
        """The keys that an upgrade of the rules leaves in every report from then on."""
        version, data = self.public.get("rules", ["", "0" * 64])
        need(isinstance(version, str) and HEX.fullmatch(data), "rules are none")
        need(self.public.get("reopened", True) is True, "reopened is true or not there")
        since, number = self.public.get("since"), self.number
        if since is None:
            need(not UPGRADED & set(self.public), "the rules hold since no run")
        else:
            good = type(since) is int and 1 <= since <= number
            need(good and (since == number or "reopened" not in self.public), "since is wrong")

    def check_tales(self):
        """What is told in words has the form that it must have; its sense the rules know."""
        public, own = self.public, self.block["own"]
        for event in [*public["events"], *public["again"], *own["events"]]:
            good = isinstance(event["kind"], str) and isinstance(event["data"], dict)
            need(good, "an event is none")
        for event in own["events"]:
            good = type(event["at"]) is int and event["at"] >= 0 and type(event["adds"]) is bool
            need(good, "an event of one's own has no place")
        for asked in public["asked"]:
            good = isinstance(asked["kind"], str) and isinstance(asked["args"], dict)
            need(good, "a question is none")
        texts = [
            public["before"],
            *own["words"],
            *(text for note in public["notes"] for text in note),
        ]
        need(all(isinstance(text, str) for text in texts), "a text is none")
        need(all(len(note) > 1 for note in public["notes"]), "a note is empty")
        need(type(public["over"]) is bool, "over is neither true nor false")

    @staticmethod
    def link_of(entry):
        """(number, link) of an entry of `links`."""
        epoch, number, link = entry
        whole = type(epoch) is int and type(number) is int and epoch == 0
        need(whole and HEX.fullmatch(link), "a link is none")
        return number, bytes.fromhex(link)

    def check_signature(self, charter, signatures, armored):
        block = self.block
        bare = {key: value for key, value in block.items() if key != "exact"}
        text = json.dumps(bare, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        need(block["exact"] == digest(text.encode("utf-8")).hex(), "exact is wrong")
        signatures.check(charter.host_key, "report", canon(block), armored)

    def check_digests(self, charter, signatures):
        block = self.block
        for part, told in (("public", self.public), ("own", block["own"])):
            good = told["state"] == digest(canon(block["state"][part])).hex()
            need(good, f"the position ({part}) is not that of its digest")

    def check_head(self, charter, signatures):
        block = self.block
        if self.number == 0:
            empty = block["previous"] == block["salt"] == ""
            need(empty and block["head"] == block["game"], "the head of report 0 is not D")
            return
        party = "seat/" + block["seat"]
        own = commitment(bytes.fromhex(block["salt"]), block["own"])
        need(own.hex() == block["commitments"][party], "own part and its commitment differ")
        told = head(bytes.fromhex(block["previous"]), self.public, self.commitments)
        need(told.hex() == block["head"], "the head does not follow from what it binds")
        recent = self.public["recent"]
        need(len(recent) == min(self.number, RECENT), "recent has not the heads before")
        need(recent[0] == block["previous"], "recent does not begin with the head before")

    def check_links(self, charter, signatures):
        links, new = self.block["links"], self.public["links"]
        for party in charter.parties:
            number, link = self.link_of(links[party])
            least = min(self.number, 1)  # run 1 is due from all
            need(least <= number <= self.number, f"the link of {party} cannot have its number")
            for index in range(number, 0, -1):
                link = link_before(charter.gid, party, index, link)
            need(link == charter.anchors[party], f"the link of {party} is not of its chain")
            if self.number and party in new:
                need(new[party] == links[party], f"the new link of {party} is not the newest")
                need(number == self.number, f"the new link of {party} is not that of the run")
            else:
                need(number < max(self.number, 1), f"the link of {party} is not among the new ones")
        need(set(new) <= set(charter.parties), "a link is new of someone who is no party")
        need(("host" in new) == bool(self.number), "the host's link is missing")

    def check_headers(self, charter, signatures):
        senders = []
        for sent in self.public["headers"]:
            exactly({key: sent[key] for key in sent if key != "instead"}, HEADER, "a header")
            need(re.fullmatch("[0-9a-f]{64}", sent.get("instead", "0" * 64)), "instead is no head")
            seat = sent["seat"]
            need(seat in charter.seats and seat not in senders, f"a header too many of {seat}")
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
        links = [self.link_of(self.block["links"][party]) for party in charter.parties]
        run = run_secret(charter.gid, charter.game, self.number, links[0][1], links[1:])
        secret, after = public_secret(run), {}
        for entry in self.public["rolls"]:
            self.check_roll(entry, secret, after)

    def check_roll(self, entry, secret, after):
        """Makes a roll or draw again; `after` has the number that follows in each opening."""
        exactly(entry, DRAW if "items" in entry else ROLL, "a roll")
        scope, opening, number = entry["scope"], entry["opening"], entry["number"]
        place = f"roll {number} of {scope}, opening {opening}"
        numbers = [opening, number, *entry.get("values", []), *entry.get("picked", [])]
        need(all(type(value) is int for value in numbers), f"{place}: a number is none")
        need(isinstance(scope, str) and SCOPE.fullmatch(scope), "a scope is none")
        need(number == after.get((scope, opening), 0), f"{place}: a roll before it is missing")
        need(opening == 0 or (scope, opening - 1) in after, f"{place}: no opening before it")
        after[scope, opening] = number + 1
        key = opened(secret, scope, opening)
        if "items" in entry:
            made = draw(key, number, len(entry["items"]), len(entry["picked"]))
            need(made == entry["picked"], f"{place}: the draw gives {made}")
        else:
            made = roll(key, number, entry["faces"], len(entry["values"]))
            need(made == entry["values"], f"{place}: the dice give {made}")


# ---- several reports: referee-report(5), What verify checks --------------------------------------

SAME = ("head", "previous", "links", "public", "commitments")


def check_story(reports):
    """What is wrong between the reports that are good alone: (name, reason)."""
    first = {}
    for report in reports:
        same = first.setdefault(report.number, report)
        for key in SAME:
            if report.block[key] != same.block[key]:
                yield report.name, f"{key} is not that of {same.name}: two stories of one run"
    for number in range(min(first), max(first) + 1) if first else ():
        if number not in first:
            yield f"report {number}", "is missing"
        elif number - 1 in first:
            yield from check_step(first[number - 1], first[number])


def check_step(before, report):
    block, links = report.block, before.block["links"] | report.public["links"]
    if block["previous"] != before.block["head"]:
        yield report.name, f"does not follow the head of {before.name}"
    if block["links"] != links:
        yield report.name, f"a link changed without a file since {before.name}"
    if sorted(sent["seat"] for sent in report.public["headers"]) != sorted(before.public["due"]):
        yield report.name, f"the files are not of those whom {before.name} calls due"
    rules = [[one.public.get(key) for key in ("rules", "since")] for one in (before, report)]
    if rules[0] != rules[1] and report.public.get("since") != report.number:
        yield report.name, f"is of other rules than {before.name}, and tells of no upgrade"
    if report.public["recent"] != [before.block["head"], *before.public["recent"]][:RECENT]:
        yield report.name, f"recent is not that of {before.name}, one further"


# ---- the command ---------------------------------------------------------------------------------


def verify(charter_text, named_texts):
    """All that is wrong, as (name, reason), and what was left out, as sentences."""
    signatures = Signatures()
    try:
        charter = Charter(charter_text, signatures)
    except (Wrong, *ODD) as error:
        return [("charter", str(error))], []
    reports = [Report(name, text, charter, signatures) for name, text in named_texts]
    wrong = [(report.name, fault) for report in reports for fault in report.faults]
    wrong += check_story([report for report in reports if not report.faults])
    left_out = ["not checked: whether the text of a report is what its block says"]
    if signatures.left_out:
        left_out.append(f"not checked: {signatures.left_out} signatures, there is no ssh-keygen")
    return wrong, left_out


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        charter, *texts = [Path(name).read_text(encoding="utf-8") for name in arguments]
    except (OSError, UnicodeDecodeError) as error:
        print(f"cannot be read: {error}", file=sys.stderr)
        return 2
    wrong, left_out = verify(charter, list(zip(arguments[1:], texts, strict=True)))
    for name, reason in wrong:
        print(f"{name}: {reason}")
    for sentence in left_out:
        print(sentence)
    if not wrong:
        print(f"{len(texts)} reports: nothing is wrong")
    return 1 if wrong else 2 if len(left_out) > 1 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
