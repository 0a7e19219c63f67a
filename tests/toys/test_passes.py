"""Passes: attempts announced by all, cards on a die until nobody adds one, several armies asked."""

from __future__ import annotations

import pytest

from referee.adjudicate.inbox import Inbox
from referee.engine.game import Game, Outcome
from referee.engine.request import Data, Request
from referee.engine.words import Answer
from referee.lab.scripted import ScriptedDice
from referee.lab.selfplay import play
from tests.toys.passes import START, ruleset

MARCH: Answer = [{"march": {"army": "red 1", "path": ["inn", "tower"]}}]
HARD: Answer = [{"intercept": "hard"}]
HANDS = {"red": ["halt", "spur"], "blue": ["fog", "fog"], "green": ["spur"]}


def run(dice: list[int], *answers: list[Answer], **at: str) -> tuple[Data, Outcome]:
    """Red's first turn as far as these answers reach; at: where armies stand (``blue_2``)."""
    state = ruleset.rules.setup("three", {})
    public = state["public"]
    public["turn"] = 1
    public["at"] |= {army.replace("_", " "): space for army, space in at.items()}
    for seat, hand in HANDS.items():
        state["seats"][seat]["hand"] = list(hand)
        public["hands"][seat] = len(hand)
    given = list(answers)
    game = Game(ruleset.rules, state)
    outcome = game.run(ScriptedDice(dice), lambda asked, view: given.pop(0) if given else None)
    assert given == []
    return game.state, outcome


def told(outcome: Outcome, *kinds: str) -> list[Data]:
    return [e["public"] for e in outcome.events if e["public"] and e["kind"] in kinds]


def asked(requests: list[Request]) -> list[tuple[str, str]]:
    return [(request.seat, request.args.get("army", request.kind)) for request in requests]


def test_all_armies_beside_the_space_are_asked_at_once_two_of_one_seat_too() -> None:
    _, outcome = run([], [MARCH])
    assert asked(outcome.asked) == [("blue", "blue 1"), ("blue", "blue 2"), ("green", "green 1")]


def test_attempts_are_told_before_any_die_and_the_mover_orders_those_of_two_seats() -> None:
    state, outcome = run([], [MARCH], [HARD, [], HARD])
    assert told(outcome, "attempts") == [{"armies": ["blue 1", "green 1"]}]
    assert asked(outcome.asked) == [("red", "first")]
    assert state["public"]["at"] == START | {"red 1": "inn"}


def test_an_attempt_that_succeeds_makes_those_of_other_seats_void() -> None:
    quiet: list[Answer] = [[], [], []]
    first: list[Answer] = [[{"first": "green"}]]
    state, outcome = run([2], [MARCH], [HARD, [], HARD], first, quiet)
    assert told(outcome, "intercepts") == [{"army": "green 1", "die": [2], "comes": True}]
    assert state["public"]["at"]["red 1"] == "inn", "the march is stopped"
    void = [event["own"] for event in outcome.events if event["kind"] == "not done"]
    told_blue = {"line": 1, "reason": "somebody else has come in", "rule": "3"}
    assert void == [{"blue": {**told_blue, "on": "blue 1: intercept red 1 at inn"}}]


def test_cards_are_played_on_top_of_each_other_until_all_are_quiet() -> None:
    """A second fog would do nothing on top of the first: blue's waits for another spur."""
    blue: Answer = [{"play": "fog"}, {"play": "fog"}]
    cards: list[Answer] = [[], blue, [{"play": "spur"}]]
    state, outcome = run([4], [MARCH], [HARD, [], []], cards, [[]])
    played = [(event["seat"], event["card"]) for event in told(outcome, "plays")]
    assert played == [("blue", "fog"), ("green", "spur"), ("blue", "fog")]
    assert state["public"]["hands"] == {"red": 2, "blue": 0, "green": 0}


def test_a_card_that_ends_the_matter_leaves_later_ones_in_their_hands_untold() -> None:
    cards: list[Answer] = [[{"play": "halt"}], [{"play": "fog"}], [{"play": "spur"}]]
    state, outcome = run([], [MARCH], [HARD, [], []], cards)
    assert told(outcome, "plays") == [{"seat": "red", "card": "halt"}]
    assert told(outcome, "intercepts") == [{"army": "blue 1", "die": [], "comes": False}]
    assert state["seats"]["blue"]["hand"] == ["fog", "fog"]


def test_who_never_responds_is_not_asked_again_in_the_turn() -> None:
    cards: list[Answer] = [[{"never": {}}], [], [{"never": {}}]]
    _, outcome = run([6], [MARCH], [HARD, HARD, []], cards)
    assert [(r.seat, r.kind) for r in outcome.asked] == [("blue", "respond")]


# -- answers sent in advance, and standing orders --------------------------------------------------


def waiting(on: str, number: int, answer: Answer) -> Data:
    """An advance order, as it lies in a queue."""
    coming = {"number": number, "on": on, "select": {}, "until": "6", "misfit": ""}
    return {**coming, "answer": answer}


def played(inbox: Inbox, *blue: Answer) -> tuple[Game, Outcome]:
    """Red's first turn by what lies in an inbox: both armies of Blue try to come in, and Red
    halts the first.  blue: advance orders on cards."""
    cards: list[Answer] = [[{"play": "halt"}], [], []]
    march = waiting("orders", 1, MARCH)
    inbox.queue["red"] = [march, *(waiting("respond", n, one) for n, one in enumerate(cards, 2))]
    tries = [waiting("attempt", n, HARD) for n in (1, 2, 3)]
    inbox.queue["blue"] = [*tries, *(waiting("respond", n, one) for n, one in enumerate(blue, 4))]
    inbox.queue["green"] = [
        waiting("attempt", 1, []),
        *(waiting("respond", n, []) for n in (2, 3, 4)),
    ]
    state = ruleset.rules.setup("three", {})
    state["public"]["turn"] = 1
    for seat, hand in HANDS.items():
        state["seats"][seat]["hand"] = list(hand)
        state["public"]["hands"][seat] = len(hand)
    game = Game(ruleset.rules, state)
    return game, game.run(ScriptedDice([6, 6]), inbox.supply)


@pytest.mark.parametrize(
    "answer",
    [
        [{"play": "fog"}],
        [{"play": "spur"}],
        [{"pass": {}}],
        [{"at most": 1}, {"play": "fog"}],
    ],
    ids=["that comes too late", "that is in no hand", "that passes", "that is limited"],
)
def test_an_answer_sent_in_advance_is_used_up_whatever_becomes_of_it(answer: Answer) -> None:
    """Red's halt ends the first window before Blue's turn comes.  Whom the second one waits for
    must not hang on what Blue had sent, or holds."""
    inbox = Inbox(ruleset)
    game, outcome = played(inbox, answer)
    assert [one["on"] for one in inbox.queue["blue"]] == ["attempt"], "for the other space"
    assert {request.kind for request in outcome.asked} == {"respond"}
    assert inbox.unanswered(outcome.asked, game.view) == ["blue"]
    assert told(outcome, "plays") == [{"seat": "red", "card": "halt"}]


def test_the_owner_of_an_answer_that_came_too_late_is_told_so() -> None:
    _, outcome = played(Inbox(ruleset), [{"play": "fog"}])
    notes = [event["own"] for event in outcome.events if event["kind"] == "not done"]
    reason = "the window closed before your turn came"
    on = "cards on the die of blue 1"
    assert notes == [{"blue": {"line": 1, "reason": reason, "rule": "", "on": on}}]
    assert all(event["public"] is None for event in outcome.events if event["kind"] == "not done")


def test_a_standing_order_reacts_at_most_so_often_however_often_it_answers() -> None:
    """Three windows of one turn: what came too late in the first is played in the second, and
    nothing in the third."""
    inbox = Inbox(ruleset)
    then: list[Data] = [{"at most": 1}, {"play": "fog"}]
    rule = {"number": 1, "on": "respond", "select": {}, "if": [], "then": then}
    inbox.standing["blue"] = [{**rule, "times": None, "until": ""}]
    game, outcome = played(inbox)
    assert told(outcome, "plays")[1:] == [{"seat": "blue", "card": "fog"}]
    assert [event["army"] for event in told(outcome, "intercepts")] == [
        "blue 1",
        "blue 2",
        "blue 1",
    ]
    assert game.state["public"]["hands"]["blue"] == 1


@pytest.mark.parametrize("scenario", ["three", "two"])
def test_random_games_end_whatever_becomes_void(scenario: str) -> None:
    for game in range(25):
        assert play(ruleset, 2, game, scenario).result is not None
