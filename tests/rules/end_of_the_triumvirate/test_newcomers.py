"""What somebody who has never played meets first: templates, hints and headings."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engine.request import View
from referee.files import strict_yaml
from referee.orders.order_lines import parse_lines
from tests.rules.end_of_the_triumvirate.adapter import Turn, ruleset
from tests.rules.end_of_the_triumvirate.driver import (
    Data,
    Fixed,
    judged,
    move,
    moving,
    province,
    start,
    turn,
)
from tests.support import beside


def template(public: Data, part: int = 1) -> list[str]:
    """The lines to start from."""
    seat = public["active"]
    request = Turn(seat, year=1, turn=1, part=part)
    return beside.template(ruleset, request, View(seat, public, {}))


def lines_of(public: Data, word: str, part: int = 1) -> list[str]:
    """Those with a word."""
    found = [line.removeprefix("# ") for line in template(public, part)]
    return [line for line in found if line.startswith(f"- {word}")]


def read(lines: list[str]) -> list[dict[str, Any]]:
    tree = strict_yaml.read("\n".join(lines).encode()).tree
    answer, faults = parse_lines(tree, Turn.words, ruleset.rules.names("caesar"), Turn.conditions)
    assert faults == [] and answer is not None
    return answer


def cut_off(public: Data, legions: int) -> None:
    """Nothing beside Caesar is his; he may have legions there."""
    for key in ("gallia-cisalpina", "illyricum", "achaea"):
        province(public, key, owner="pompey")
    province(public, "gallia-narbonensis", legions=legions)
    province(public, "aegyptus", owner="crassus")
    province(public, "macedonia", owner="caesar")


def test_the_move_of_a_template_takes_all_that_are_there() -> None:
    (line,) = lines_of(moving("caesar"), "move")
    assert line.startswith("- move: {to: [Gallia Cisalpina], legions: 2, servants: 1}  # ")
    assert line.endswith("2 legions here")


def test_the_move_of_a_template_goes_over_sea_where_only_enemies_are_beside() -> None:
    public = moving("caesar")
    cut_off(public, 0)
    (line,) = lines_of(public, "move")
    assert line.startswith("- move: {to: [Western Sea, Central Sea, Macedonia], servants: 1}")
    assert judged(public, read([line])).faults == []


def test_the_move_of_a_template_attacks_if_nothing_else_can_be_done() -> None:
    public = moving("caesar")
    cut_off(public, 1)
    province(public, "macedonia", owner="pompey")
    (line,) = lines_of(public, "move")
    assert line.startswith("- move: {to: [Gallia Cisalpina], legions: 1, servants: 1}")
    assert judged(public, read([line])).faults == []
    province(public, "gallia-narbonensis", legions=0)
    assert lines_of(public, "move") == []


@pytest.mark.parametrize(
    ("legions", "hint"),
    [
        (0, "there are no legions in Gallia Cisalpina: fetch some first"),
        (1, "1 legion in Gallia Cisalpina: take them along with"
            " 'legions: 1' or 'leave: 0'"),
    ],
)  # fmt: skip
def test_the_refusal_of_an_attack_names_who_could_go(legions: int, hint: str) -> None:
    public = moving("caesar", caesar={"at": "gallia-cisalpina"})
    province(public, "gallia-cisalpina", legions=legions)
    (fault,) = judged(public, [move("italia")]).faults
    assert (fault.rule, fault.hint) == ("6.8", hint)


def test_a_template_has_the_line_for_a_shortage_only_where_one_can_come() -> None:
    public = start()
    assert lines_of(public, "scarce") == []
    public["supply"]["legions"] = 3
    (line,) = lines_of(public, "scarce")
    takers = "Rome, Gallia Narbonensis, Gallia Cisalpina"
    note = "who comes first; the supply has 3"
    assert line == f"- scarce legions: [{takers}]  # {note}"
    assert judged(public, read([line, "- rome: {legions: 2}"])).warnings == []


def test_the_check_warns_of_a_shortage_and_says_what_to_write() -> None:
    public = start()
    public["supply"]["gold"] = 1
    province(public, "aegyptus", governor="on")
    (warning,) = judged(public, [{"rome": {"gold": 1, "legions": 1}}]).warnings
    assert warning.reason == "the supply has 1 gold, and 3 are due"
    assert warning.hint == "say who comes first: scarce gold: [Rome, Aegyptus]"
    assert judged(public, [{"scarce gold": ["rome"]}]).warnings == []


@pytest.mark.parametrize("governor", ["on", "off"])
def test_a_shortage_in_which_nothing_can_be_chosen_has_no_line(governor: str) -> None:
    public = start()
    for key in ("aegyptus", "achaea"):
        province(public, key, governor=governor)
    public["supply"]["gold"] = 0 if governor == "on" else 1
    (warning,) = judged(public, []).warnings
    assert warning.reason.startswith("the supply has") and warning.hint == ""
    assert lines_of(public, "scarce") == []


def test_actions_of_a_template_can_be_paid_and_have_their_price() -> None:
    public = moving("caesar", caesar={"at": "aegyptus", "gold": 2})
    assert [line for line in template(public, 2) if "gold" in line] == [
        "# - improve: political  # 1 gold"
    ]
    public["characters"]["caesar"].update(gold=3)
    public["alii"] = 0
    assert lines_of(public, "persuade", 2) == [
        "- persuade: Pompey  # 3 gold",
        "- persuade: Crassus  # 3 gold",
    ]


def test_the_gold_of_the_supply_counts_in_a_template() -> None:
    assert lines_of(start(), "improve") == ["- improve: military  # 1 gold"]


def test_no_move_is_offered_after_an_action() -> None:
    public = moving("caesar", caesar={"gold": 2})
    public["now"]["actions"] = 1
    assert lines_of(public, "move", 2) == []
    assert lines_of(public, "improve", 2) == ["- improve: military  # 2 gold"]


@pytest.mark.parametrize(("part", "first"), [(1, "rome"), (2, "move")])
def test_the_rest_of_a_turn_has_no_words_of_the_supply(part: int, first: str) -> None:
    request = Turn("caesar", year=1, turn=1, part=part)
    assert ruleset.rules.kinds["turn"].suggestions.open_words(request)[0] == first


def test_the_numbers_of_a_hint_are_counted() -> None:
    public = moving("caesar")
    (fault,) = judged(public, [move("gallia-cisalpina", servants=2)]).faults
    assert fault.reason == "Gallia Narbonensis has only 1 civil servant"
    public["supply"].update(legions=1, servants=1)
    _, lines = ruleset.wording.situation(View("caesar", public, {}))[-1]
    assert "supply: 1 legion, 15 gold, 1 civil servant" in lines


def test_every_part_of_a_turn_has_its_heading() -> None:
    public = moving("caesar")
    table, _ = turn(public, [move("gallia-cisalpina"), {"wait": {}}])
    more, _ = turn(public, [move("gallia-narbonensis")])
    told = [line for part in (table, more) for line in headings(part)]
    assert told == ["YEAR 1, TURN 1: Caesar", "YEAR 1, TURN 1: Caesar, continued"]


def headings(table: Fixed) -> list[str]:
    events = [{"kind": event["kind"], **event["public"]} for event in table.events]
    return [
        line
        for one in events
        for line in ruleset.wording.describe(one, "caesar")
        if line.startswith("YEAR")
    ]


def test_an_attack_under_way_shows_all_that_he_carries() -> None:
    public = moving("caesar", caesar={"at": "gallia-cisalpina", "legions": 3, "servants": 1})
    public["attack"] = {"seat": "caesar", "at": "italia", "defender": "pompey", "from": "sicilia"}
    title, lines = ruleset.wording.situation(View("caesar", public, {}))[0]
    assert (title, lines) == (
        "Attack under way",
        ["Caesar is taking Italia with 3 legions, 1 civil servant"],
    )


def test_an_attack_from_sea_is_shown_in_the_rest_of_a_turn() -> None:
    public = moving("caesar", caesar={"at": "sea-central", "legions": 2})
    public["attack"] = {"seat": "caesar", "at": "italia", "defender": "pompey", "from": "achaea"}
    public["now"]["asked"] = 1
    found = ruleset.wording.situation(View("caesar", public, {}))
    assert found[0][1] == ["Caesar is taking Italia with 2 legions, 0 civil servants"]
    assert found[-1][1][-1].startswith("Caesar's turn so far: points left 4")
