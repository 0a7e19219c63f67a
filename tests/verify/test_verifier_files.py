"""The independent verifier reads offers, joins, charters, order files and last words as the
program does."""

from __future__ import annotations

import base64
import contextlib
import io
import random
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.charter.papers import read_charter, signed
from referee.fault import Refused
from referee.files.folding import fold
from referee.files.strict_yaml import read as read_yaml
from referee.files.write_yaml import emit
from referee.orders.order_file import read_orders
from tests import verifier
from tests.project.tree import ROOT
from tests.support.mailbag import Table

Game = Callable[..., Table]

#: what YAML has signs for, and what mail programs make of some
PIECES = (
    *("\n", "\n  ", "\n    ", "  ", " ", "- ", "-", ": ", ":", "[", "]", "{", "}", ", ", ",", "'"),
    *('"', "#", " # ", "|", "|\n", "|2\n", ">-\n", "!", "&a", "*a", "%", "@", "`", "\t", "\\"),
    *("\\n", "\\x41", "\\u00e9", "a: b", "- x", "key:", "---", "...", "<<", "=", "~", "- - ", "\r"),
    *("\u201c", "\u201d", "\u2018", "\u2019", "\u00e9", "\u2026", "\u00a0", "\u3000", "\ufeff"),
    *("\u200d", "e\u0301", "\U0001f600"),
)
TEXTS = (
    "a:\n  - b: c\n    d: [e, {f: g}, h: i]\n  - - x\n    - y\n  -\n  - z\nj: |\n  one\n   two\n\n"
    "  three\nk: >-\n  q\nl: \"x\\ty\\u00e9 \\\n    z\"\nm: 'it''s'\nn: plain text\n  goes on\n"
    "o: {p: q, r: [s], t: u v, w: }\nx:\ny: ~\nz: # c\n- \n",
    "kind: orders\nnote: \u201ccurly \u2018x\u2019 y\u201d\nn: \u2018x\u2019\n"
    "q: \u201ca\\\u201cb\u201d\n"
    "orders:\n- move: {from: Genua, blocks: [Antonius, Legio 8], to: Rome}\n- step: Legio 8 # c\n"
    "next:\n- {on: next battle, orders: [battle: Rome], until: 705/2}\n",
    "--- \na: b\nc:\n- d\n- e: f\n  g: h\n...\n",
)


def folded(tree: Any, fold: Callable[[str], str]) -> Any:
    """A tree with its texts folded."""
    if isinstance(tree, str):
        return fold(tree)
    if isinstance(tree, list):
        return [folded(item, fold) for item in tree]
    return {key: folded(value, fold) for key, value in tree.items()}


def here(raw: bytes) -> Any:
    """What the program reads, None if it refuses it; of a mail that holds a file, too."""
    try:
        document = read_yaml(raw)
        if any("not part of the file" in word.reason for word in document.words):
            return None
        return folded(document.tree, fold)
    except (Refused, ValueError):
        return None


def there(raw: bytes) -> Any:
    """What the verifier reads, None if it refuses it."""
    try:
        return folded(verifier.Yaml(verifier.decoded(raw, 1 << 16)).document(), verifier.fold)
    except verifier.Wrong:
        return None


def scrambled(chance: random.Random) -> str:
    """A part of a YAML text with pieces put in, taken out and moved."""
    text = chance.choice(TEXTS)
    if chance.random() < 0.6:
        lines = text.split("\n")
        start = chance.randrange(len(lines))
        text = "\n".join(lines[start : start + chance.randint(1, 8)])
    for _ in range(chance.randint(0, 4)):
        at, kind = chance.randrange(len(text) + 1), chance.random()
        if kind < 0.6:
            text = text[:at] + chance.choice(PIECES) + text[at:]
        elif kind < 0.8:
            text = text[:at] + text[at + chance.randint(1, 4) :]
        else:
            start = chance.randrange(len(text) + 1)
            text = text[:at] + text[start : start + chance.randint(1, 15)] + text[at:]
    return text


@pytest.mark.parametrize("seed", range(6))
def test_both_read_the_same_part_of_yaml(seed: int) -> None:
    chance, good = random.Random(seed), 0
    for _ in range(250):
        text = scrambled(chance)
        found = here(text.encode())
        assert there(text.encode()) == found, text
        good += found is not None
    assert 50 < good < 240


@pytest.mark.parametrize(
    "text",
    [
        " " * 60000 + "a: b",
        "a: " + " " * 60000 + "b",
        "a: b" + " x" * 30000,
        "a: b" + " " * 60000 + "c",
        "[" * 60000,
        "- " * 30000,
        "a: \u201c" * 9000,
        "a: |\n" * 12000,
        "a:\n" + "  b\n" * 12000,
        "e" + "\u0301" * 30000,
        '"' + "\\" * 60001,
        "{" + "a: b, " * 10000 + "}",
    ],
)
def test_no_file_takes_the_verifier_long(text: str) -> None:
    start = time.process_time()
    there(text.encode())
    assert time.process_time() - start < 2


# -- what is signed --------------------------------------------------------------------------------


def refused(raw: bytes) -> bool:
    """Whether the verifier refuses a charter."""
    found = verifier.verify(raw, [])[0]
    return found != []


def host_signs(tree: Any, table: Table) -> bytes:
    """A charter whose offer and own signature are the host's, whatever they say."""
    key = table.key("host")
    offer = signed(tree["offer"], key)
    return emit(signed({**tree, "offer": offer}, key)).encode()


def joined(table: Table, **more: Any) -> Any:
    """A charter with other keys in its offer, joined anew by everybody."""
    tree = table.charter.tree
    offer = signed({**tree["offer"], **more}, table.key("host"))
    digest = verifier.offer_digest(offer).hex()
    joins = [signed({**join, "offer": digest}, table.key(join["seat"])) for join in tree["joins"]]
    return {**tree, "offer": offer, "joins": joins}


@pytest.fixture
def table(game: Game) -> Table:
    return game("duel", 1)


CHANGES: dict[str, dict[str, Any]] = {
    "nothing": {},
    "a key of nobody": {"remark": "x"},
    "a notice": {"notice": ["only a toy", "beware"]},
    "a notice of nothing": {"notice": []},
    "a number with a zero": {"chain": "010000"},
    "another number": {"chain": "100"},
    "hex in capitals": {"gid": "AB" * 16},
    "a guest's seat": {"seats": ["red", "guest"]},
    "another mode": {"mode": "witnessed"},
    "another deadline": {"deadline": "default"},
    "links of nobody": {"links": "always"},
    "links of a turn": {"links": "turn"},
    "other words of warning": {"insecure": "yes"},
    "options in a list": {"options": ["x"]},
    "no name": {"name": ""},
    "a long name": {"name": "x" * 201},
    "corrections of nothing": {"corrections": {"note": "x"}},
    "a third chain": {"anchors": {"host": "0" * 64, "sealed": "0" * 64, "more": "0" * 64}},
}
GOOD = ("nothing", "a notice", "links of a turn")


@pytest.mark.parametrize("what", CHANGES)
def test_both_refuse_the_same_charters(table: Table, what: str) -> None:
    raw = host_signs(joined(table, **CHANGES[what]), table)
    good = what in GOOD
    assert refused(raw) == (not good)
    if what in ("another mode", "another deadline"):  # those that look at a game ask for these
        return
    try:
        game = read_charter(raw).game
    except Refused:
        game = ""
    assert bool(game) == good
    if game:
        assert verifier.Charter(raw, verifier.Signatures()).game.hex() == game


def test_one_key_in_two_seats_is_refused(table: Table) -> None:
    tree = joined(table)
    first, second = tree["joins"]
    tree["joins"] = [first, signed({**second, "key": first["key"]}, table.key("red"))]
    assert "one key has two seats" in verifier.verify(host_signs(tree, table), [])[0][0][1]


def test_the_host_in_a_seat_is_told_and_refused_where_reports_show_that_the_game_hides(
    table: Table,
) -> None:
    tree, host = joined(table), table.key("host")
    first, second = tree["joins"]
    tree["joins"] = [signed({**first, "key": tree["offer"]["key"]}, host), second]
    raw = host_signs(tree, table)
    charter = verifier.Charter(raw, verifier.Signatures())
    assert charter.hosts == ["red"]
    wrong, left_out = verifier.verify(raw, [])
    assert wrong == []
    assert left_out[-1] == "not checked: whether the game hides anything; the host's key plays red"


P = 2**255 - 19
EIGHTH = 2707385501144840649318225287225658788936804267575313519463743609750303021401
WEAK = {
    "order 1": 1,
    "order 2": P - 1,
    "order 4": 0,
    "order 8": EIGHTH,
    "order 8, negative": P - EIGHTH,
    "order 4, spelt otherwise": P,
    "order 1, spelt otherwise": P + 1,
    "order 1, with a sign": 1 | 1 << 255,
    "no point": 2,
    "beyond the field": 2**255 - 1,
}


@pytest.mark.parametrize("what", WEAK)
def test_keys_that_anybody_can_sign_with_are_refused(table: Table, what: str) -> None:
    point = WEAK[what].to_bytes(32, "little")
    blob = b"\0\0\0\x0bssh-ed25519\0\0\0\x20" + point
    line = "ssh-ed25519 " + base64.b64encode(blob).decode()
    with pytest.raises(verifier.Wrong):
        verifier.key_bytes(line)


def test_good_keys_are_good(table: Table) -> None:
    for party in ("host", *table.seats):
        key = table.charter.keys.get(party, table.charter.offer["key"])
        assert verifier.key_line(verifier.key_bytes(key)) == key


def test_a_signature_has_one_spelling(table: Table) -> None:
    """s and s + L fit one message; only the smaller one is written."""
    tree = table.charter.tree
    blob = bytearray(verifier.unarmored(tree["signature"]))
    s = int.from_bytes(blob[-32:], "little") + verifier.ORDER
    blob[-32:] = s.to_bytes(32, "little")
    armor = f"{verifier.SSH_BEGIN}\n{base64.b64encode(blob).decode()}\n{verifier.SSH_END}\n"
    assert refused(emit({**tree, "signature": verifier.armor(armor)}).encode())
    with pytest.raises(Refused):
        read_charter(emit({**tree, "signature": armor}).encode())


# -- order files -----------------------------------------------------------------------------------


def order_files(table: Table) -> Iterator[tuple[str, bytes]]:
    """Files of all kinds, of a player who is due."""
    yield "plain", table.orders("red")
    yield (
        "note",
        table.orders("red", note="Caf\u00e9 \u2014 \u201cno\u201d # \U0001f600\u200d\U0001f600"),
    )
    yield "long note", table.orders("red", note="word " * 390)
    yield "notes", table.orders("red", notes={"blue": "Pax?"})
    yield "standing", table.orders("red", standing=[])
    yield "resign", table.orders("red", resign="yes")
    yield "draw", table.orders("red", draw="yes")
    yield "edition", table.orders("red", edition=3)


def test_both_read_order_files_alike(table: Table) -> None:
    for name, raw in order_files(table):
        file, found = read_orders(raw), verifier.Orders(raw)
        assert found.header == file.header, name
        assert verifier.canon(found.header) == file.header_bytes(), name
        assert found.body == file.body, name
        found.check(table.charter.keys["red"], verifier.Signatures())


def test_both_read_an_advance_file_alike(game: Game) -> None:
    table = game("relay", 2)
    (seat,) = set(table.seats) - set(table.due())
    raw = table.orders(seat, orders=None, standing=[])
    found = verifier.Orders(raw)
    assert found.advance
    assert found.header == read_orders(raw).header
    found.check(table.charter.keys[seat], verifier.Signatures())


def test_what_mail_does_to_an_order_file_changes_nothing(table: Table) -> None:
    for _, raw in order_files(table):
        good = verifier.Orders(raw).header
        for kind in (
            raw.replace(b"\n", b"\r\n"),
            raw.replace(b"\n", b"\r"),
            raw.replace(b"\n", b" \t\n"),
            b"\xef\xbb\xbf" + raw,
            raw.decode().encode("utf-16"),
            raw.replace(b": ", ":\u00a0".encode()),
        ):
            assert verifier.Orders(kind).header == good
            assert read_orders(kind).header == good


def read(tmp_path: Path, raw: bytes, *more: object) -> tuple[int, str]:
    """What `read` of the verifier says of a file."""
    path = tmp_path / "file.yaml"
    path.write_bytes(raw)
    return told(["read", str(path), *map(str, more)])


def told(arguments: list[str]) -> tuple[int, str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = verifier.main(arguments)
    return status, out.getvalue()


def test_read_says_what_a_header_is_and_who_has_signed_it(table: Table, tmp_path: Path) -> None:
    raw, charter = table.orders("red"), table.folder / "charter.yaml"
    status, out = read(tmp_path, raw)
    assert status == 0
    assert "whose that is, a charter tells" in out
    status, out = read(tmp_path, raw, charter, table.report("red"))
    assert status == 0
    assert "the header is signed by the key of red" in out
    assert "edition: 1\n" in out
    assert "shows this header" not in out
    table.apply(raw, table.orders("blue"))
    status, out = read(tmp_path, raw, charter, table.report("blue"))
    assert (status, out.count("shows this header: the file was used in run 2")) == (0, 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("orders:", "orders: # x\n"),
        ("edition: 1", "edition: 01"),
        ("edition: 1", "edition: 2"),
        ("seat: red", "seat: blue"),
        ("orders:", "remark: x\norders:"),
        ("salt: ", "salt: 0"),
        ("kind: orders", "kind: join"),
        ("referee: 1", "referee: 2"),
    ],
)
def test_read_finds_what_was_changed(table: Table, tmp_path: Path, old: str, new: str) -> None:
    raw = table.orders("red").decode()
    assert old in raw
    changed = raw.replace(old, new, 1).encode()
    status, _ = read(tmp_path, changed, table.folder / "charter.yaml")
    assert status == (0 if new == "orders: # x\n" else 1)


def test_read_knows_papers(table: Table, tmp_path: Path) -> None:
    folder = table.folder
    for name, begin in (
        ("offer.yaml", "an offer: "),
        ("charter.yaml", f"a charter: game {table.charter.game}"),
        ("joins/red.yaml", "a join of red to offer "),
    ):
        status, out = read(tmp_path, (folder / name).read_bytes())
        assert (status, out.startswith(begin)) == (0, True)
        changed = (folder / name).read_bytes().replace(b"referee: 1", b"referee: 2", 1)
        assert read(tmp_path, changed)[0] == 1


def test_nothing_that_is_printed_speaks_to_the_terminal(table: Table, tmp_path: Path) -> None:
    raw = table.orders("red").decode().replace("seat: red", 'seat: "r\\e[31med"').encode()
    status, out = read(tmp_path, raw, table.folder / "charter.yaml")
    assert status == 1
    assert not re.search("[^\n -~]", out)


# -- the page --------------------------------------------------------------------------------------


def examples() -> str:
    """The worked examples of referee-dice(7)."""
    page = (ROOT / "man" / "referee-dice.7").read_text(encoding="utf-8")
    return page[page.index(".Sh EXAMPLES") : page.index(".Sh SEE ALSO")]


def values(text: str) -> dict[str, str]:
    """The values of the examples by their names, those of one name joined by commas."""
    found: dict[str, str] = {}
    for line in text.split("\n"):
        name, _, value = line.partition(" ")
        if re.fullmatch(r"x\([01]\)|[A-Z]+|roll|draw|salt|bind|part|body|key|head|end", name):
            value = value.strip()
            found[name] = f"{found[name]}, {value}" if name in found else value
    return found


def test_the_examples_of_the_page_come_out(table: Table) -> None:
    told, gid, game = values(examples()), bytes(range(16)), b"\x22" * 32
    party = "seat/caesar"
    x1 = verifier.link_before(gid, party, 2, b"\x11" * 32)
    run = verifier.run_secret(gid, game, 1, b"\x33" * 32, [(1, x1)])
    public, sealed = verifier.public_secret(run), verifier.sealed_secret(run, b"\x44" * 32)
    key = verifier.opened(public, "705/1/battle/rome", 0)
    salt, part = verifier.salt_of(sealed, 1, party), {"n": 1, "words": []}
    bind = verifier.commitment(salt, part)
    hidden = verifier.commitment(verifier.salt_of(sealed, 1, "sealed"), {"draws": []})
    offer = verifier.digest(verifier.canon({"name": "Rubicon"}))
    made = {
        "x(1)": x1.hex(),
        "x(0)": verifier.link_before(gid, party, 1, x1).hex(),
        "R": run.hex(),
        "P": public.hex(),
        "S": sealed.hex(),
        "K": key.hex(),
        "roll": "2 6 2 2 4, 5 6",
        "draw": "2 4 0",
        "salt": salt.hex(),
        "bind": bind.hex(),
        "head": verifier.head(game, {"run": 1}, [hidden, bind]).hex(),
        "end": verifier.chain_end(gid, party, b"\x55" * 64, offer).hex(),
    }
    assert verifier.roll(key, 0, 6, 5) == [2, 6, 2, 2, 4]
    assert verifier.roll(key, 1, 6, 2) == [5, 6]
    assert verifier.draw(key, 2, 5, 3) == [2, 4, 0]
    assert told == made
