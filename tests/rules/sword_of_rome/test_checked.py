"""What `check` says of orders: what they will do, and what is to be done about a refusal."""

from __future__ import annotations

from typing import Any

from referee.engine.request import Judgement, Request, View
from referee.engine.table import view_of
from referee.engine.walk import Fault
from referee.orders.advance import parse_next
from referee.orders.foresight import doubtful
from referee.report.preview import HOPED, preview
from tests.rules.sword_of_rome.adapter import ADAPTER, board, ruleset

Data = dict[str, Any]
FORCES: Data = {
    "phase": "action",
    "rome": {"Roma": "6 Valerius"},
    "etruscans": {"Volsinii": "4 Etruscan leader A"},
    "hands": {"rome": ["Second Levy", "Road Blocked"]},
}


def action(seat: str, before: Data) -> tuple[Request, View]:
    """The action of a seat, and what it sees."""
    made = ruleset.rules.requests["action"](seat, turn=1, round=1, part=1, desperate="no")
    return made, view_of(ADAPTER.start(before), seat)


def march(*path: Any, **more: Any) -> Data:
    return {"march": {"card": "r26", "leader": "valerius", "path": list(path), **more}}


def judged(before: Data, *lines: Data) -> Judgement:
    request, view = action("rome", before)
    return request.judge(view, list(lines))


def only(before: Data, *lines: Data) -> Fault:
    (fault,) = [one for one in judged(before, *lines).faults if one.answer != "warning"]
    return fault


def test_the_preview_of_a_march_into_an_enemy_shows_the_battle_and_no_way_back() -> None:
    request, view = action("rome", FORCES)
    said = preview(request, view, [march("sutrium", "volsinii")], ruleset)
    hoped = said[said.index(HOPED) :]
    assert hoped[-1] == "  Battle at Volsinii: Rome with 6 against the Etruscans with 4."
    assert "goes back" not in "\n".join(said)


def test_a_step_that_is_not_possible_is_the_one_that_is_named() -> None:
    fault = only({**FORCES, "etruscans": {}}, march("narnia", {"drop": 2}, "volsinii", "comum"))
    assert fault.path == (0, "path", 3)
    assert fault.hint == "ways lead to Clusium, Narnia and Sutrium"


def test_a_second_line_without_a_card_is_told_that_the_card_is_played() -> None:
    fault = only(FORCES, march("narnia"), {"support": {"to": ["narnia"]}})
    assert fault.reason == "you have played the card of this action"


def test_a_line_with_a_card_after_a_campaign_is_told_to_leave_it_out() -> None:
    before = {**FORCES, "hands": {"rome": ["Campaign", "Second Levy"]}}
    fault = only(before, {"event": {"card": "r1"}}, march("narnia"))
    assert fault.hint == "leave 'card' out to use what it has given you"


def test_an_event_that_cannot_be_played_is_refused_with_what_its_card_says() -> None:
    fault = only(FORCES, {"event": {"card": "r35"}})
    assert fault.reason == "it is no event of your own action"
    assert fault.hint == "An attempt to intercept or avoid your army fails without a roll."


def test_the_next_action_is_judged_as_one_of_its_own_and_not_behind_the_card_of_this_one() -> None:
    """What is asked now is answered by the file's own orders, so that it is none of `asked`."""
    before = {**FORCES, "now": {"seat": "rome", "card": True}}
    _, view = action("rome", before)
    coming, faults = parse_next(
        [
            {
                "on": "action",
                "until": "end",
                "orders": [
                    {"march": {"card": "Second Levy", "leader": "Valerius", "path": ["Narnia"]}}
                ],
            }
        ],
        ruleset,
        "rome",
    )
    assert faults == []
    assert doubtful(coming, [], view, ruleset) == []


def test_a_template_names_for_each_of_two_powers_the_spaces_of_its_own() -> None:
    """The first is one that pays the power."""
    seat = "etruscans-samnites"
    state = ADAPTER.start({"start": "yes"})
    state["public"].update(phase="reinforcement", queue=[seat])
    request = ruleset.rules.requests["reinforcement"](seat, turn=1, power="", cu=4)
    template = ruleset.rules.kinds["reinforcement"].suggestions.template(
        request, view_of(state, seat)
    )
    etruscans, samnites = template[1:]
    assert "to: Pisae, power: Etruscans" in etruscans
    assert "to: Aufidena, power: Samnites" in samnites
    assert "Clusium" in etruscans and "Clusium" not in samnites
    assert "Bovianum" in samnites and "Bovianum" not in etruscans


def test_the_spaces_at_hand_lie_beside_the_end_of_the_path() -> None:
    request, view = action("rome", FORCES)
    at_hand = ruleset.rules.kinds["action"].suggestions.at_hand
    beside = {"leader": "valerius", "path": ["sutrium", {"drop": 1}]}
    ends = at_hand(request, view, "path", beside)
    assert {"roma", "volsinii"} <= {*ends}
    assert "sutrium" not in ends
    sailed = {"leader": "valerius", "path": ["antium", {"sea": "neapolis"}]}
    assert at_hand(request, view, "path", sailed) == sorted(board.LINKS["neapolis"])
    assert at_hand(request, view, "path", {"leader": "valerius"}) == sorted(board.LINKS["roma"])
    assert at_hand(request, view, "path", {"leader": "brennus"}) == []
