"""`compare`: whether reports of several players tell the same public story."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.report.report_file import read_report, write_report
from referee.verify.compare.story import Told, compare, difference
from tests.support.mailbag import Said, Table, cli, signed_report

SAME = "the same public story in all {} reports\n"


@pytest.fixture
def table(game: Callable[..., Table]) -> Table:
    return game("duel", 3)


def compared(*paths: Path, charter: Path | None = None) -> Said:
    return cli("compare", *paths, *(["--charter", charter] if charter else []))


def far_from_a_charter(table: Table, seat: str, number: int) -> Path:
    """A copy of a report above which there is no charter."""
    return table.put(f"{seat}-{number}.txt", table.reports(seat)[number].read_bytes())


def two_worlds(game: Callable[..., Table]) -> tuple[Table, Table]:
    """One game that went on in two ways after run 1."""
    worlds = [game("duel", 1, called=name) for name in ("one", "two")]
    for boast, world in zip(([], ["boast"]), worlds, strict=True):
        assert world.apply(world.orders("red", boast), world.orders("blue", [])).status == 0
        world.play(2)
    return worlds[0], worlds[1]


def test_two_players_were_told_the_same(table: Table) -> None:
    red, blue = table.report("red"), table.report("blue")
    said = compared(red, blue)
    assert said.status == 0
    assert said.out == f"run 3: {red}, {blue}\n" + SAME.format(2)
    assert "anyone can forge it" in said.err  # test keys


def test_any_seats_runs_and_order_of_files(table: Table) -> None:
    red, blue = table.reports("red"), table.reports("blue")
    said = compared(blue[3], red[0], blue[1], red[3], red[1], red[1])
    assert said.status == 0
    assert said.out.splitlines() == [
        f"run 0: {red[0]}",
        f"run 1: {blue[1]}, {red[1]}",
        f"run 3: {blue[3]}, {red[3]}",
        "the same public story in all 5 reports",
    ]


def test_two_stories_of_a_run(game: Callable[..., Table]) -> None:
    one, two = two_worlds(game)
    said = compared(one.reports("red")[2], two.reports("blue")[2])
    assert said.status == 1
    assert said.out == (
        f"{two.reports('blue')[2]}: it tells another story of run 2 than {one.reports('red')[2]}:"
        ' public, events, 1 is {"data":{"seat":"red"},"kind":"boast","rolls":[]},'
        " but there it is missing\n"
    )


def test_two_stories_that_parted_before(game: Callable[..., Table]) -> None:
    one, two = two_worlds(game)
    later, other = one.reports("red")[4], two.reports("blue")[4]
    assert f"than {later}: they differ after run 1\n" in compared(later, other).out
    said = compared(one.reports("red")[2], other)
    assert said.status == 1
    assert f"{other}: it does not continue run 2 of {one.reports('red')[2]}" in said.out
    assert compared(one.reports("red")[1], other).status == 0


def told(table: Table, number: int, old: int = 8) -> list[Told]:
    """Reports of runs 1 and `number`, as if the game had gone on so long."""
    sheet = copy.deepcopy(table.sheet("red"))
    first = read_report(table.reports("red")[1].read_bytes()).sheet
    sheet["number"] = number
    sheet["public"]["recent"] = [f"{n:064}" for n in range(old)]
    return [Told("first", first), Told("later", sheet)]


def test_reports_that_are_too_far_apart(table: Table) -> None:
    (found,) = compare(told(table, 20))
    assert str(found) == (
        "later: it cannot be compared with first: run 1 is too long ago: it names the heads from"
        " run 12 on"
    )
    (found,) = compare(told(table, 9))
    assert str(found) == "later: it does not continue run 1 of first"
    first, later = told(table, 9)
    later.sheet["public"]["recent"][-1] = first.sheet["head"]
    assert compare([first, later]) == []


def test_two_stories_of_which_no_head_is_the_same(table: Table) -> None:
    one, other = told(table, 20)[1], told(table, 20)[1]
    other.sheet["public"]["recent"] = [f"{n + 100:064}" for n in range(8)]
    other.sheet["previous"] = other.sheet["public"]["recent"][0]
    (found,) = compare([one, other])
    assert found.reason.endswith("they differ already before run 12")


def test_reports_of_different_games(table: Table, game: Callable[..., Table]) -> None:
    other = game("relay", 1, called="other")
    mine = far_from_a_charter(table, "red", 3)
    yours = far_from_a_charter(other, other.seats[0], 1)
    said = compared(mine, yours)
    assert said.status == 1
    assert said.out == f"{yours}: it is not of the same game as {mine}\n"
    charter = table.folder / "charter.yaml"
    said = compared(mine, yours, charter=charter)
    assert said.status == 1
    assert said.out.startswith(f"{yours}: ")


def test_signatures_are_checked_if_there_is_a_charter(table: Table) -> None:
    mine, yours = (far_from_a_charter(table, seat, 3) for seat in table.seats)
    unsigned = "no charter, so no signature was checked"
    said = compared(mine, yours)
    assert (said.status, unsigned in said.err) == (0, True)
    said = compared(mine, yours, charter=table.folder / "charter.yaml")
    assert (said.status, unsigned in said.err) == (0, False)
    report = read_report(yours.read_bytes())
    other = read_report(table.reports("blue")[2].read_bytes())
    yours.write_bytes(write_report(report.text, report.sheet, other.signature))
    assert compared(mine, yours).status == 0
    said = compared(mine, yours, charter=table.folder / "charter.yaml")
    assert said.status == 1
    assert f"{yours}: signature: not the host's signature of this report" in said.out
    # One that lies above any of them is found.
    said = compared(yours, table.report("red"))
    assert f"{yours}: signature: " in said.out


def test_a_head_says_nothing_of_hands_and_compares_as_well(game: Callable[..., Table]) -> None:
    one, two = two_worlds(game)
    said = compared(one.report("red"))
    head = one.sheet("red")["head"]
    assert (said.status, said.out.splitlines()[1:]) == (0, [f"head {head}"])
    assert "--head" in said.err
    for told in (head, head.upper()):
        said = cli("compare", one.report("blue"), "--head", told)
        assert said.status == 0
        assert said.out.endswith(f"run 4: {told.lower()}\n" + SAME.format(2))
    earlier = read_report(two.reports("red")[1].read_bytes()).sheet["head"]
    assert "run 1: " in cli("compare", one.report("blue"), "--head", earlier).out
    said = cli("compare", one.report("blue"), "--head", two.sheet("red")["head"])
    assert (said.status, "another story" in said.out) == (1, True)
    for none in ("", head[:63], head + "0", "g" * 64):
        assert cli("compare", one.report("blue"), "--head", none).status == 2


def test_a_block_that_was_changed_is_not_compared(table: Table) -> None:
    mine = far_from_a_charter(table, "red", 3)
    report = read_report(table.report("blue").read_bytes())
    sheet = copy.deepcopy(report.sheet)
    sheet["public"]["rolls"][0]["picked"][0] ^= 1
    yours = table.put("yours.txt", signed_report(report.text, sheet, table))
    said = compared(mine, yours)
    assert said.status == 1
    assert (
        said.out
        == f"{yours}: head: it does not follow from the previous head and the public part\n"
    )
    assert "mail program" in said.err
    for hostile in (b"", b"{}", report.signature.encode()):
        yours.write_bytes(hostile)
        assert compared(mine, yours).status == 1
    sheet["public"]["recent"] = 7
    yours.write_bytes(signed_report(report.text, sheet, table))
    said = compared(mine, yours)
    assert said.out == f"{yours}: public, recent: it has the wrong form\n"


def test_the_json_form(game: Callable[..., Table]) -> None:
    one, two = two_worlds(game)
    red, blue, other = one.report("red"), one.report("blue"), two.report("blue")
    found = json.loads(cli("compare", red, blue, "--json").out)
    head = one.sheet("blue")["head"]
    assert found == {"same": True, "signed": True, "head": head, "findings": {}, "between": []}
    found = json.loads(cli("compare", red, other, "--json").out)
    assert (found["same"], found["signed"], len(found["between"])) == (False, True, 1)
    other.write_bytes(b"")
    found = json.loads(cli("compare", red, other, "--json").out)
    assert (found["same"], found["signed"]) == (False, False)
    assert list(found["findings"]) == [str(other)]


def test_usage(table: Table) -> None:
    assert compared(table.report("red"), table.folder / "none.txt").status == 2
    assert compared(table.report("red"), table.report("blue"), charter=Path("none")).status == 2
    broken = table.put("charter.yaml", b"kind: charter")
    assert compared(table.report("red"), table.report("blue"), charter=broken).status == 1


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ({"a": [1, 2]}, {"a": [1, 3]}, ("a, 2", "2", "3")),
        ({"a": 1}, {"a": "1"}, ("a", "1", '"1"')),
        ({"a": True}, {"a": 1}, ("a", "true", "1")),
        ({"a": None}, {}, ("a", "null", "missing")),
        ({}, {"a": []}, ("a", "missing", "[]")),
        ({"a": [1]}, {"a": [1, {}]}, ("a, 2", "missing", "{}")),
        ({"a": [1, 2]}, {"a": []}, ("a, 1", "1", "missing")),
        ({"a": [1, 2]}, {"a": {}}, ("a", "[1,2]", "{}")),
        ({"a": "x" * 80}, {"a": "y"}, ("a", '"' + "x" * 56 + "...", '"y"')),
        ({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"d": 4, "c": 2}, "a": 1}, ("b, d", "3", "4")),
    ],
)
def test_the_first_difference(one: object, other: object, found: tuple[str, str, str]) -> None:
    assert difference(one, other) == found


@pytest.mark.parametrize("there", [True, False])
def test_a_position_with_other_types_under_one_head_is_found(table: Table, there: bool) -> None:
    """0 and "0", false and "false" had one digest: legal shots were refused to one player alone."""
    mine = far_from_a_charter(table, "red", 3)
    report = read_report(table.report("blue").read_bytes())
    sheet = copy.deepcopy(report.sheet)
    sheet["state"]["public"]["round"] = str(sheet["state"]["public"]["round"])
    yours = table.put("yours.txt", signed_report(report.text, sheet, table))
    said = compared(mine, yours, charter=table.folder / "charter.yaml" if there else None)
    if there:  # the host's signature is good, and the whole public position is compared
        assert f"{yours}: it tells another story of run 3 than {mine}: state, public, round" in (
            said.out
        )
    else:
        assert said.out == (
            f"{yours}: state, public: it is not the position that the entry commits to\n"
        )
    assert said.status == 1
