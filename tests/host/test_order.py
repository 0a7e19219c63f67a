"""What comes out does not depend on the order in which files, or keys in a file, are given."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from tests.support.mailbag import Table, cli

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


def test_an_older_advance_file_beside_the_one_that_is_due_is_refused(game: Game) -> None:
    """Whatever comes first in a call: files count in the order of the reports that they follow."""
    stride = {"on": "stride", "until": "6", "orders": [{"stride": "1"}]}
    ahead = game("relay", 2, called="early").later("bert", stride)
    table = game("relay", 4)
    assert table.due() == ["bert"]
    files = {"due": table.orders("bert"), "advance": ahead, "bad": b"- x"}
    outcome = _all_alike(game, "relay", 4, files)
    assert isinstance(outcome, dict)
    assert (outcome["runs"], outcome["states"]["advance"][0]) == ([5], "refused")


def test_of_advance_files_the_one_after_the_newer_report_wins(game: Game) -> None:
    """Bert has answered the cheer by report 2, and is not due by report 3 either."""

    def cheering(table: Table, how: str, edition: int = 1) -> bytes:
        return table.later("bert", {"on": "cheer", "orders": [{"cheer": how}]}, edition=edition)

    outcomes = []
    for number, order in enumerate(((0, 1), (1, 0))):
        table = game("relay", 2, called=f"game-{number}")
        first, old = cheering(table, "soft"), cheering(table, "soft", edition=2)
        assert table.apply(first).status == 3
        assert table.apply(table.orders("anna")).status == 0
        assert table.due() == ["anna"]
        files = [table.put("old", old), table.put("new", cheering(table, "loud"))]
        outcomes.append(_outcome(table, [files[i] for i in order]))
        assert cli("apply", table.folder, table.put("late", old)).status == 1
        assert table.apply(table.orders("anna", [{"cheer": "soft"}])).status == 0
        assert "anna soft bert loud kind cheers" in table.report("bert").read_text()
    assert outcomes[0] == outcomes[1]
    assert outcomes[0]["states"] == {"old": ("accepted", []), "new": ("accepted", [])}


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
