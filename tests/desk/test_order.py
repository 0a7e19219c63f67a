"""What comes out does not depend on the order in which files, or keys in a file, are given."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from tests.desk.mailbag import Table, cli

Game = Callable[..., Table]


def _outcome(table: Table, files: list[Path]) -> dict[str, object]:
    """What a call leaves in the folder and says of each file."""
    said = cli("apply", table.folder, *files, "--json")
    told = json.loads(said.out)
    states = {Path(file["file"]).name: (file["state"], file["faults"]) for file in told["files"]}
    return {**table.snapshot(), "states": states, "runs": told["runs"], "status": said.status}


def _all_alike(game: Game, name: str, runs: int, files: dict[str, bytes], most: int = 24) -> object:
    """The one outcome of all orders of these files."""
    outcomes = []
    for number, order in enumerate(list(permutations(files))[:most]):
        table = game(name, runs, called=f"game-{number}")
        outcomes.append(_outcome(table, [table.put(key, files[key]) for key in order]))
    assert all(outcome == outcomes[0] for outcome in outcomes)
    return outcomes[0]


def test_good_and_bad_files_in_any_order(game: Game) -> None:
    table = game("duel", 2)
    red, blue = table.orders("red"), table.orders("blue")
    stale = table.folder.joinpath("mail", "0002-red-1.yaml").read_bytes()
    files = {"red": red, "blue": blue, "bad": b"- x", "stale": stale}
    outcome = _all_alike(game, "duel", 2, files)
    assert isinstance(outcome, dict)
    assert (outcome["runs"], outcome["status"]) == ([3], 1)


def test_of_two_editions_the_higher_wins(game: Game) -> None:
    table = game("duel", 2)
    hand = [card.title() for card in table.sheet("red")["state"]["own"]["hand"]]
    files = {
        f"edition {n}": table.orders("red", [{"play": card}], edition=n)
        for n, card in enumerate(hand, 1)
    }
    outcome = _all_alike(game, "duel", 2, {**files, "blue": table.orders("blue")})
    assert isinstance(outcome, dict)
    assert outcome["runs"] == [3]
    (played,) = [
        line["public"]["headers"][0]["edition"]
        for line in map(json.loads, outcome["journal"].decode().splitlines())
        if line["type"] == "entry" and line["number"] == 3
    ]
    assert played == "3"


def test_of_two_files_of_one_edition_neither_counts(game: Game) -> None:
    table = game("duel", 2)
    hand = [card.title() for card in table.sheet("red")["state"]["own"]["hand"]]
    files = {card: table.orders("red", [{"play": card}]) for card in hand[:2]}
    outcome = _all_alike(game, "duel", 2, {**files, "blue": table.orders("blue")})
    assert isinstance(outcome, dict)
    assert (outcome["runs"], outcome["status"]) == ([], 1)
    assert {name: state for name, (state, _) in outcome["states"].items()} == {
        hand[0]: "refused",
        hand[1]: "refused",
        "blue": "accepted",
    }


def test_copies_with_other_line_ends_in_any_order(game: Game) -> None:
    table = game("duel", 2)
    red = table.orders("red")
    files = {"lf": red, "crlf": red.replace(b"\n", b"\r\n"), "blue": table.orders("blue")}
    outcome = _all_alike(game, "duel", 2, files)
    assert isinstance(outcome, dict)
    assert outcome["runs"] == [3]


def test_files_of_several_runs_in_one_call(game: Game) -> None:
    """The files of a whole game, in any order, replay it from its first run."""
    table = game("duel", 9)
    files = {path.name: path.read_bytes() for path in sorted(table.folder.glob("mail/*"))}
    assert len(files) > 5
    journal = table.folder.joinpath("journal").read_bytes()
    for number in range(4):
        again = game("duel", 0, called=f"again-{number}")
        names = sorted(files)
        Random(number).shuffle(names)
        said = cli("apply", again.folder, *[again.put(name, files[name]) for name in names])
        assert said.status == 0, said.err
        assert again.folder.joinpath("journal").read_bytes() == journal
        assert again.report("red").read_bytes() == table.report("red").read_bytes()


def test_a_advance_file_beside_the_one_that_is_due(game: Game) -> None:
    """The one that is due goes first; then its seat is idle, and its advance file is good."""
    ahead = game("relay", 2, called="early").orders("bert", [{"stride": "1"}], until="6")
    table = game("relay", 4)
    assert table.due() == ["bert"]
    files = {"due": table.orders("bert"), "advance": ahead, "bad": b"- x"}
    outcome = _all_alike(game, "relay", 4, files)
    assert isinstance(outcome, dict)
    assert (outcome["runs"], outcome["states"]["advance"]) == ([5], ("accepted", []))
    assert outcome["mail/0002.advance-bert-1.yaml"] == ahead


def test_of_advance_files_the_one_after_the_newer_report_wins(game: Game) -> None:
    old = game("relay", 2, called="early").orders("bert", [{"stride": "1"}], until="6", edition=2)
    table = game("relay", 5)
    assert table.due() == ["anna"]
    new = table.orders("bert", [{"stride": "2"}], until="6")
    outcome = _all_alike(game, "relay", 5, {"old": old, "new": new})
    assert isinstance(outcome, dict)
    assert outcome["states"] == {"old": ("accepted", []), "new": ("accepted", [])}
    for number, files in enumerate(({"both": (old, new)}, {"one": (old,), "two": (new,)})):
        again = game("relay", 5, called=f"again-{number}")
        for name, raws in files.items():
            paths = [again.put(f"{name}-{i}", raw) for i, raw in enumerate(raws)]
            assert cli("apply", again.folder, *paths).status == 3
        assert cli("apply", again.folder, again.put("late", old)).status == 1
        assert cli("apply", again.folder, again.put("anna", again.orders("anna"))).status == 0
        assert "run seat bert steps 2" in again.report("bert").read_text()


@pytest.mark.parametrize("number", range(5))
def test_key_order_in_a_file(game: Game, number: int) -> None:
    tables = [game("duel", 2, called=name) for name in ("plain", "shuffled")]
    for table in tables:
        tree = table.tree("red", note="hello")
        if table is tables[1]:
            keys = sorted(tree)
            Random(number).shuffle(keys)
            tree = {key: tree[key] for key in keys}
        raw = table.signed(tree, "red")
        files = [table.put("red", raw), table.put("blue", table.orders("blue"))]
        assert cli("apply", table.folder, *files).status == 0
    plain, shuffled = tables
    for seat in plain.seats:
        assert plain.report(seat).read_bytes() == shuffled.report(seat).read_bytes()
