"""No order tells anything that nobody was meant to be told.

The order in which keys came into the State, and that of an order file's lines where the rules
give it no meaning, leave no trace in what anybody gets."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from referee.engine.request import Data
from referee.engine.table import Table
from referee.engine.variation import Variation
from referee.engine.words import Answer
from referee.fault import Refused
from referee.lab.twins.following import Table as Twin
from referee.lab.twins.twins import Twins
from referee.report.report_file import fill, read_report, write_report
from referee.report.template import template
from referee.report.text import render
from referee.ruleset import load
from tests.blind.sidebyside import AT_ROME, SideBySide, Two
from tests.support.beside import sample
from tests.support.seeds import count

GAMES = [
    ("julius-caesar", "land", 40),
    ("julius-caesar", "campaign", 90),
    ("end-of-the-triumvirate", "three", 40),
    ("end-of-the-triumvirate", "two", 30),
]


def shuffle(data: Any, chance: random.Random) -> None:
    """Put the keys of every dict into another order, in place."""
    if isinstance(data, dict):
        items = list(data.items())
        chance.shuffle(items)
        data.clear()
        data.update(items)
        for _, value in items:
            shuffle(value, chance)
    elif isinstance(data, list):
        for value in data:
            shuffle(value, chance)


def answers(table: Twin, seed: str) -> dict[str, Answer | None]:
    """Random answers of all that are due, as the position gives them."""
    basis, found = table.clerk.basis(), dict[str, Answer | None]()
    for seat in basis.due:
        request = basis.asked.get(seat)
        chance = random.Random(f"{seed} {seat}")
        ruleset, view = table.clerk.ruleset, basis.views[seat]
        found[seat] = sample(ruleset, request, view, chance) if request else None
    return found


def told(twins: Twins, table: Twin, sheet: Data, seat: str) -> list[str]:
    """Report and template of a seat."""
    charter, request = twins.charter, table.clerk.basis().asked.get(seat)
    text = render(sheet, charter.offer, charter.insecure, twins.ruleset)
    return [*text, *(template(request, twins.ruleset, sheet) if request else []), *fill(sheet)]


@pytest.mark.parametrize(("name", "scenario", "runs"), GAMES)
def test_the_order_in_which_keys_came_into_the_state_means_nothing(
    name: str, scenario: str, runs: int
) -> None:
    """One of two games has the keys of its State shuffled before every run."""
    for seed in range(count(1, 8)):
        twins = Twins(load(name), Variation(), scenario)
        plain, mixed = twins.table(), twins.table()
        chance = random.Random(seed)
        for run in range(runs):
            if plain.clerk.position.over:
                break
            shuffle(mixed.clerk.game.state, chance)
            given = [answers(table, f"{seed} {run}") for table in (plain, mixed)]
            assert given[0] == given[1]
            sheets = [table.play(one) for table, one in zip((plain, mixed), given, strict=True)]
            for seat in twins.seats:
                one, other = (
                    told(twins, table, sheet[seat], seat)
                    for table, sheet in zip((plain, mixed), sheets, strict=True)
                )
                assert one == other


# Lines in another order, where the order has no meaning.


def same_told(watcher: str, before: Data, orders: list[Any], runs: Data | None = None) -> str:
    """What the watcher reads of orders; with their lines the other way round he reads the same."""
    pair = SideBySide(watcher, before, {}, {})
    for seat, lines in (runs or {}).items():
        pair.play(**{seat: lines})
    pair.play(**{pair.hidden: Two(orders, orders[::-1])})
    return pair.text()


def test_6_4_levies_with_two_legions_exchanged_read_the_same() -> None:
    before = {
        "active": "caesar",
        "levies": "3",
        "caesar": {"Rome": ["Legio 7"], "Genua": ["Legio 8/2"], "Aleria": ["Legio 11"]},
        "pompey": {"Utica": ["Legio 1"]},
    }
    levies = [
        {"levy": {"block": "Auxilia 1", "at": "Rome"}},
        {"step": "Legio 8"},
        {"levy": {"block": "Auxilia 2", "at": "Aleria"}},
    ]
    text = same_told("pompey", before, levies)
    assert "1 new block in Aleria, 1 step in Genua, 1 new block in Rome" in " ".join(text.split())


def test_7_4_hits_on_equal_blocks_are_told_in_one_order(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {
        "phase": "battles",
        "first": "caesar",
        "caesar": {"Rome": ["Legio 7 from Genua"]},
        "pompey": {"Rome": ["Legio 1", "Legio 2", "Legio 36"], "Utica": ["Legio 5"]},
    }
    pair = SideBySide("caesar", before, {}, {})
    pair.play(pompey=[{"pass": name} for name in ("Legio 1", "Legio 2", "Legio 36")])
    monkeypatch.setattr(Table, "roll", lambda self, label, count, **_: [1, 1] + [6] * (count - 2))
    pair.play(caesar=[{"fire": "Legio 7"}])
    assert pair.asked() == {"pompey": "hits"}
    hits: list[Any] = [{"hit": "Legio 36"}, {"hit": "Legio 1"}]
    pair.play(pompey=Two(hits, hits[::-1]))
    assert pair.text().index("Legio 1") < pair.text().index("Legio 36")


def test_7_7_groups_that_regroup_are_told_in_one_order() -> None:
    fires = {"pompey": [{"pass": "Auxilia 3"}], "caesar": [{"fire": f"Legio {n}"} for n in (7, 10)]}
    leave = [{"regroup": {"blocks": [f"Legio {n}"], "to": to}}
             for n, to in ((10, "Ravenna"), (7, "Genua"))]  # fmt: skip
    text = same_told("pompey", AT_ROME, leave, fires)
    assert text.index("to Genua") < text.index("to Ravenna")


def test_8_0_winter_lines_in_another_order_read_the_same() -> None:
    before = {
        "phase": "winter",
        "turn": "5",
        "caesar": {"Genua": ["Legio 7"], "Massilia": ["Legio 9"], "Mare Hispanum": ["Navis 1"]},
        "pompey": {"Rome": ["Legio 1"]},
    }
    lines = [
        {"home": {"block": "Navis 1", "to": "Massilia"}},
        {"disband": "Legio 9"},
        {"disband": "Legio 7"},
    ]
    text = same_told("pompey", before, lines)
    assert text.index("in Genua: by choice") < text.index("in Massilia: by choice")


def test_5_4_legions_of_rome_are_told_in_one_order() -> None:
    """The End of the Triumvirate: where Rome's two legions go to, written either way round."""
    twins = Twins(load("end-of-the-triumvirate"), Variation(), "three")
    tables = (twins.table(), twins.table())
    for table in tables:
        table.play(dict.fromkeys(table.clerk.basis().due))
    owned = [key for key, place in tables[0].clerk.game.state["public"]["provinces"].items()
             if place["owner"] == "caesar"][:2]  # fmt: skip
    assert len(owned) == 2
    sheets = [
        table.play({"caesar": [{"rome": {"gold": 0, "legions": 2, "at": where}}]})
        for table, where in zip(tables, (owned, owned[::-1]), strict=True)
    ]
    for seat in twins.seats:
        one, other = (
            told(twins, table, sheet[seat], seat)
            for table, sheet in zip(tables, sheets, strict=True)
        )
        assert one == other


# Keys of a report.


def test_keys_of_a_block_are_in_order() -> None:
    twins = Twins(load("julius-caesar"), Variation(), "land")
    sheets = twins.table().play({"caesar": None, "pompey": None})
    mixed = {key: sheets["caesar"][key] for key in sorted(sheets["caesar"], reverse=True)}
    assert list(fill(mixed)) == list(fill(sheets["caesar"]))


def test_a_report_whose_keys_stand_in_another_order_is_refused() -> None:
    """Their order would be a way to tell one player something, or to make a second spelling."""
    sheet = (
        Twins(load("julius-caesar"), Variation(), "land")
        .table()
        .play({"caesar": None, "pompey": None})["caesar"]
    )
    raw = write_report(["text"], sheet, "-----BEGIN SSH SIGNATURE-----\n-----END").decode()
    assert read_report(raw.encode()).sheet == sheet
    mixed = {key: sheet[key] for key in sorted(sheet, reverse=True)}
    other = json.dumps(mixed, separators=(",", ":"))
    with pytest.raises(Refused, match="form that reports"):
        read_report(raw.replace("\n".join(fill(sheet)), other).encode())
