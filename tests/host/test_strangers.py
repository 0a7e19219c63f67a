"""Texts that a stranger chose: none speaks to the terminal, makes a line of its own or ends the
program, wherever it stands in a file."""

from __future__ import annotations

import ast
import copy
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.files.characters import strange
from referee.files.write_yaml import emit
from referee.folder.journal import CHAIN_START, chained, read_line, written
from referee.report.report_file import read_report
from tests.project.tree import ROOT
from tests.support.changing import Path, leaves
from tests.support.mailbag import Said, Table, cli, signed_report
from tests.support.seeds import with_seeds

Game = Callable[..., Table]

#: what would be seen otherwise than it stands in the file, or as more than one line
ODD = (
    "\x1b[31mred\x1b[0m",
    "\x1b]0;title\x07",
    "6\x08\x085",
    "one\n- move: {from: Rome, to: Genua}",
    "one\r- two",
    "one\u2028- two",
    "one\u0085- two",
    "tab\there",
    "\u202edessorc",
    "\u2066x\u2069",
    "Ro\u200bme",
    "Ro\u200dme",
    "\ufeffRome",
    "\x9b2J",
    "\U000e0041",
)
#: what all that is printed consists of: letters of any script, and line ends
SPEAKING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def told(said: Said) -> str:
    """What a command printed; nothing in it speaks to the terminal."""
    text = said.out + said.err
    assert not SPEAKING.search(text), text
    assert "Traceback" not in text and "at fault" not in text
    return text


def strings(sheet: Any) -> list[Path]:
    """Where strings stand."""
    found = []
    for path in leaves(sheet):
        value = sheet
        for step in path:
            value = value[step]
        found += [path] if isinstance(value, str) else []
    return found


def changed(sheet: Any, path: Path, text: str, key: bool) -> Any:
    """The sheet with a text in place of a string, or of the key that it stands under."""
    copied = copy.deepcopy(sheet)
    place = copied
    for step in path[:-1]:
        place = place[step]
    if key and isinstance(place, dict):
        place[text] = place.pop(path[-1])
    else:
        place[path[-1]] = text
    return copied


def commands(table: Table, report: Any) -> Iterator[Said]:
    """Every command that a player gives a report to."""
    charter = ("--charter", table.folder / "charter.yaml")
    seat, *others = table.seats
    draft = emit({"kind": "orders", "seat": seat, "orders": []})
    orders, key = table.put("orders.yaml", draft.encode()), table.folder / "secret" / seat
    yield cli("verify", report, *charter)
    yield cli("verify", report, *charter, "--json")
    yield cli("orders", "--report", report, *charter)
    yield cli("check", orders, "--report", report, *charter)
    yield cli("sign", orders, "--key", key, "--report", report, *charter)
    yield cli("compare", report, table.report(others[0]), *charter)
    yield cli("standing", "try", orders, "--report", report, *charter)


@pytest.mark.parametrize("name", ["duel", "smugglers"])
@with_seeds(range(24), few=6)
def test_odd_strings_at_any_place_of_a_signed_report(seed: int, game: Game, name: str) -> None:
    """The host signs what he likes: such a report is refused, by the place of the string, and no
    command prints the string or an order line that was not asked."""
    table, chance = game(name, 3, called=f"game-{seed}"), random.Random(seed)
    sheet = table.sheet(table.seats[0])
    text = read_report(table.report(table.seats[0]).read_bytes()).text
    for _ in range(3):
        path, odd, key = chance.choice(strings(sheet)), chance.choice(ODD), chance.random() < 0.3
        forged = changed(sheet, path, odd, key)
        report = table.put("forged.txt", signed_report(text, forged, table))
        for said in commands(table, report):
            assert said.status in (1, 2)
            assert not re.search("^[ -]*move: {", told(said), re.M)
        said = cli("verify", report, "--charter", table.folder / "charter.yaml")
        assert "U+" in said.out and (key or str(path[0]) in said.out)


def test_escape_sequences_in_the_label_of_a_die(game: Game) -> None:
    """They showed other dice on the terminal while `verify` said "verified"."""
    table = game("duel", 3)
    sheet = copy.deepcopy(table.sheet("red"))
    sheet["public"]["rolls"][0]["label"] = "aims\x1b[1A\x1b[20D6"
    path = table.put("red.txt", signed_report([], sheet, table))
    said = cli("verify", path, "--charter", table.folder / "charter.yaml")
    assert said.status == 1
    assert "the signed block, public, rolls, 0, label: U+001B is not allowed in a text" in told(
        said
    )


def test_a_line_break_in_the_argument_of_a_request(game: Game) -> None:
    """It made `orders` print an order line that was never asked."""
    table = game("duel", 2)
    sheet = copy.deepcopy(table.sheet("red"))
    sheet["public"]["asked"][0]["args"]["more"] = "here\n  - boast: cat"
    path = table.put("red.txt", signed_report([], sheet, table))
    said = cli("orders", "--report", path, "--charter", table.folder / "charter.yaml")
    assert (said.status, said.out) == (1, "")
    assert "public, asked, 0, args, more: U+000A" in told(said)


def test_control_characters_in_the_version_of_an_upgrade(game: Game) -> None:
    table = game("duel", 2)
    sheet = copy.deepcopy(table.sheet("red"))
    sheet["public"] |= {"rules": ["2.0\x1b[2J", "5c" * 32], "since": 1}
    path = table.put("red.txt", signed_report([], sheet, table))
    for said in commands(table, path):
        assert said.status in (1, 2)
        told(said)


@pytest.mark.parametrize("odd", ODD)
def test_odd_strings_in_a_line_of_a_journal(odd: str) -> None:
    """Also one whose chain is right: who made the journal made that too."""
    for line in (
        {"type": "entry", "public": {"rolls": [{"label": odd}]}},
        {"type": "upgrade", "rules": [odd, "5c"]},
        {"type": "entry", "own": {"seat/red": {"words": [odd]}}},
        {"type": "entry", odd: "x"},
    ):
        with pytest.raises(ValueError, match=r"U\+[0-9A-F]{4}"):
            read_line(written(line, chained(CHAIN_START, line)).rstrip(b"\n"), CHAIN_START)


@pytest.mark.parametrize("odd", ODD)
def test_odd_strings_in_papers(game: Game, odd: str) -> None:
    """Escapes in quotes are signs like others; line ends and tabs are blanks there."""
    table = game("duel", 0)
    path = table.folder / "offer.yaml"
    name = next(line for line in path.read_text().split("\n") if line.startswith("name: "))
    raw = path.read_text().replace(name, emit({"name": odd}).strip()).encode()
    forged = table.put("offer.yaml", raw)
    out = forged.with_name("join.yaml")
    said = cli("join", forged, "--seat", "red", "--key", table.folder / "secret/red", "--out", out)
    assert said.status == 1 and not out.exists()
    told(said)


def test_joiners_may_stand_in_notes_and_nowhere_else() -> None:
    sheet = {"public": {"notes": [["red", "\u200d"]], "label": "\u200d"}}
    found = list(strange(sheet, lambda place: place[:2] == ("public", "notes")))
    assert found == [(("public", "label"), "U+200D is not allowed in a text")]


@pytest.mark.parametrize("note", ["👩\u200d🚀 ❤\ufe0f", "می\u200cخواهم", "\u200cx\u200d"])
def test_pictures_and_persian_in_notes(game: Game, note: str) -> None:
    """They reach the other players as they were written, addressed or not."""
    table = game("duel", 1)
    first, *others = table.due()
    more = {"note": note, "notes": {others[0]: note}}
    said = table.apply(table.orders(first, **more), *map(table.orders, others))
    assert said.status == 0, said.err
    assert note in table.report(others[0]).read_text()
    assert cli("verify", table.report(others[0])).status == 0
    assert note in cli("report", table.folder, "--seat", others[0]).out
    told(said)
    assert cli("audit", table.folder).status == 0


def test_all_that_is_printed_goes_out_by_one_door() -> None:
    """No module but that of printing writes to standard output or error."""
    found = []
    for path in sorted(ROOT.joinpath("referee").rglob("*.py")):
        if path.name in ("output.py", "streams.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if re.fullmatch(r"print|click\.s?echo|.*std(out|err)(\.buffer)?\.write(lines)?", name):
                found.append(f"{path.name}:{getattr(node, 'lineno', 0)}: {name}")
    assert found == []
