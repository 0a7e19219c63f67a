"""What mail programs and editors do to a file must not cost a player the turn."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable

import pytest

from referee.files.strict_yaml import read
from referee.orders.order_file import read_orders
from tests.support.mailbag import Table, cli

NOTE = "Caf\u00e9 \u00c5ngstr\u00f6m - \"so\" it is, 'my' friend..."


def _lines(raw: bytes, change: Callable[[str], str]) -> bytes:
    return "".join(change(line) + "\n" for line in raw.decode().splitlines()).encode()


def _key(line: str) -> str:
    return line.partition(":")[0] if line[:1].isalpha() else ""


def _reordered(raw: bytes) -> bytes:
    """The keys in reverse order, each with the lines below it."""
    blocks: list[list[str]] = []
    for line in raw.decode().splitlines():
        if _key(line):
            blocks.append([])
        blocks[-1].append(line)
    return "".join(f"{line}\n" for block in reversed(blocks) for line in block).encode()


def _upper(line: str) -> str:
    key = _key(line)
    return key.upper() + line[len(key) :]


def _quoted(line: str) -> str:
    key, value = _key(line), line.partition(": ")[2].partition("  #")[0]
    bare = key and value and value[0].isalnum()
    return f"{key}: '{value}'" if bare else line


def _double(line: str) -> str:
    return _quoted(line).replace("'", '"') if _quoted(line) != line else line


def _wrapped(raw: bytes) -> bytes:
    """The list of order lines in flow style, broken over lines in odd places."""
    text = raw.decode()
    old = "orders:\n  - play: Cat\n"
    assert old in text
    return text.replace(old, "orders: [\n     { play:\n  Cat\n  }\n   ]\n").encode()


def _folded_note(raw: bytes) -> bytes:
    """A long text wrapped by the mail program as YAML allows it."""
    text = raw.decode()
    old = f"note: |\n  {NOTE}\n"
    assert old in text
    words = NOTE.replace("'", "''").split(" ")
    return text.replace(old, "note: '" + "\n\n   ".join([" ".join(words[:3])]) + "\n   "
                        + " ".join(words[3:]) + "'\n").encode()  # fmt: skip


def _typographic(raw: bytes) -> bytes:
    table = {" - ": " \u2013 ", '"so"': "\u201cso\u201d", "'my'": "\u2018my\u2019", "...": "\u2026"}
    lines = raw.decode().split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("note:")) + 1
    for plain, sign in table.items():
        assert plain in lines[at]
        lines[at] = lines[at].replace(plain, sign)
    return "\n".join(lines).encode()


CHANGES: dict[str, Callable[[bytes], bytes]] = {
    "as it is": lambda raw: raw,
    "CRLF": lambda raw: raw.replace(b"\n", b"\r\n"),
    "CR": lambda raw: raw.replace(b"\n", b"\r"),
    "BOM": lambda raw: b"\xef\xbb\xbf" + raw,
    "BOM and CRLF": lambda raw: b"\xef\xbb\xbf" + raw.replace(b"\n", b"\r\n"),
    "reordered": _reordered,
    "upper-case keys": lambda raw: _lines(raw, _upper),
    "single quotes": lambda raw: _lines(raw, _quoted),
    "double quotes": lambda raw: _lines(raw, _double),
    "comments": lambda raw: b"# hi\n" + raw.replace(b"seat: red", b"seat: red   # mine") + b"#\n",
    "trailing blanks": lambda raw: _lines(raw, lambda line: line + "   "),
    "trailing tabs": lambda raw: _lines(raw, lambda line: line + "\t"),
    "blank lines between": lambda raw: raw.replace(b"\nedition", b"\n\n \nedition"),
    "no last line end": lambda raw: raw.rstrip(b"\n"),
    "more at the end": lambda raw: raw + b"\n\n\n",
    "document marks": lambda raw: b"---\n" + raw + b"...\n",
    "wrapped flow list": _wrapped,
    "folded note": _folded_note,
    "NFD": lambda raw: unicodedata.normalize("NFD", raw.decode()).encode(),
    "typographic note": _typographic,
    "no-break spaces": lambda raw: raw.replace(b"so\" it", "so\" \u00a0it".encode()),
}  # fmt: skip


@pytest.fixture
def table(game: Callable[..., Table]) -> Table:
    return game("duel", 2)


def _card(table: Table) -> str:
    return "Cat" if "cat" in table.sheet("red")["state"]["own"]["hand"] else ""


def _signed(table: Table) -> bytes:
    assert _card(table), "this seed deals red the cat"
    return table.orders("red", [{"play": "Cat"}], note=NOTE)


@pytest.mark.parametrize("change", CHANGES)
def test_still_accepted_and_the_signature_still_good(table: Table, change: str) -> None:
    raw = _signed(table)
    changed = CHANGES[change](raw)
    assert (changed == raw) == (change == "as it is")
    before, after = read_orders(raw), read_orders(changed)
    assert (after.header_bytes(), after.signature) == (before.header_bytes(), before.signature)
    path = table.put("kind.yaml", changed)
    said = cli("check", path, "--game", table.folder, "--json")
    assert (said.status, json.loads(said.out)["signed"]) == (0, True), said.out
    assert cli("check", path, "--report", table.report("red")).status == 0
    assert cli("apply", table.folder, path).status == 3
    # The bytes are kept as they came.
    assert table.folder.joinpath("mail", "0003-red-1.yaml").read_bytes() == changed


@pytest.mark.parametrize("change", CHANGES)
def test_the_run_does_not_depend_on_it(game: Callable[..., Table], change: str) -> None:
    """Dice, events and the header that all see are those of the untouched file."""
    heads = []
    for name, edit in (("plain", CHANGES["as it is"]), ("changed", CHANGES[change])):
        table = game("duel", 2, called=name)
        red = table.put("red.yaml", edit(_signed(table)))
        blue = table.put("blue.yaml", table.orders("blue"))
        assert cli("apply", table.folder, red, blue).status == 0
        heads.append(table.report("blue").read_bytes())
    assert heads[0] == heads[1]


QUOTED = ["\u201cCat\u201d", "\u2018cat\u2019", "\u00abcat\u00bb", "'\"cat\"'"]


@pytest.mark.parametrize("spelling", ["CAT", "cat", "c a t", "Ca", "c\u00e1t", *QUOTED])
def test_names_are_matched_kindly_before_signing(table: Table, spelling: str) -> None:
    draft = f"kind: orders\nseat: red\norders:\n  - play: {spelling}\n".encode()
    path, report = table.put("draft.yaml", draft), table.report("red")
    key = table.folder / "secret" / "red"
    signed = path.with_name("signed.yaml")
    said = cli("sign", path, "--key", key, "--report", report, "--out", signed, "--test-seed", 1)
    assert said.status == 0, said.err
    assert read(signed.read_bytes()).tree["orders"] == [{"play": "Cat"}]  # type: ignore[call-overload, index]
    assert cli("apply", table.folder, signed).status == 3


def test_a_name_of_another_script_is_no_name(table: Table) -> None:
    draft = "kind: orders\nseat: red\norders:\n  - play: C\u0430t\n".encode()
    path = table.put("draft.yaml", draft)
    said = cli("check", path, "--report", table.report("red"))
    assert said.status == 1
    assert "is not a card" in said.err
