"""Requests for one thing out of a few."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import ClassVar

from referee.engine.action import ALWAYS, Problem, of_each, repeats
from referee.engine.beside import Kind
from referee.engine.choosing import Chooser, OneOf, one_of
from referee.engine.one_line import OneLine
from referee.engine.request import Quantity, Request, View
from referee.engine.words import Answer, Many, Name, Nothing

NAMES = {"mill": "The Mill", "inn": "Old Inn", "wood": "Wood"}


class Flee(OneOf):
    """Where somebody flees; args: from."""

    kind, rule, question = "flee", "7.1", "where you flee from {from}"
    takes = Name("place")
    quantities: ClassVar[Mapping[str, Quantity]] = {"open": Quantity("places open to you")}
    favours = ("default", "far")
    names = NAMES

    def options(self, view: View) -> Sequence[str]:
        return list(view.public["open"])

    def favour(self, view: View, word: str) -> str:
        return str(view.public["open"][-1 if word == "far" else 0])

    def measure(self, view: View) -> Mapping[str, int]:
        return {"open": len(view.public["open"])}


class Hide(OneOf):
    """Which card is hidden: only the seat sees what it can be."""

    kind, rule, question, word = "hide", "8", "which card you hide", "put by"
    takes = Name("card")
    open_choice = False

    def options(self, view: View) -> Sequence[str]:
        return list(view.own.get("hand", []))

    def favour(self, view: View, word: str) -> str:
        return str(min(view.own["hand"]))


class Stash(Hide):
    """Which card is hidden, whenever it is asked."""

    kind, anytime = "stash", True


FLEE, HIDE = one_of(Flee), one_of(Hide)


def asked(*places: str) -> tuple[Flee, View]:
    return Flee("red", **{"from": "mill"}), View("red", {"open": list(places)}, {})


def faults(request: OneOf, view: View, *choices: str) -> list[tuple[object, ...]]:
    answer: Answer = [{request.word: choice} for choice in choices]
    return [(f.path, f.reason, f.hint) for f in request.judge(view, answer).faults]


def test_one_line_chooses_one_thing_that_can_be_chosen() -> None:
    request, view = asked("wood", "inn")
    assert faults(request, view) == faults(request, view, "inn") == []
    assert faults(request, view, "mill") == [
        ((0,), "you cannot choose this", "you can choose: Wood, Old Inn")
    ]
    assert faults(request, view, "inn", "wood") == [((1,), "give one line only", "")]


def test_what_an_answer_chooses() -> None:
    request, view = asked("wood", "inn")
    assert request.chosen(view, [{"flee": "inn"}]) == "inn"
    assert request.chosen(view, []) == "wood"


def test_the_question_has_names_of_what_it_is_about() -> None:
    request, _ = asked("wood")
    assert request.title() == "where you flee from The Mill"


def test_nobody_is_asked_where_all_see_that_one_thing_is_left() -> None:
    request, view = asked("wood", "inn")
    assert request.forced(view.public) is None
    assert request.forced({"open": ["wood"]}) == []


def test_somebody_is_asked_where_the_seat_alone_sees_that_one_thing_is_left() -> None:
    view = View("red", {}, {"hand": ["ace"]})
    assert Hide("red").forced(view.public) is None
    assert faults(Hide("red"), view, "ace") == []
    assert faults(Hide("red"), view, "king") == [
        ((0,), "you cannot choose this", "you can choose: ace")
    ]


def test_the_word_of_the_line_is_the_kind_or_another() -> None:
    assert (Flee.word, list(Flee.words), Flee.words["flee"]) == ("flee", ["flee"], Name("place"))
    assert (Hide.word, list(Hide.words)) == ("put by", ["put by"])
    assert (Flee.conditions, Flee.walk.chained) == ({}, False)


def test_of_the_wishes_of_standing_orders_the_first_that_can_be_chosen_counts() -> None:
    request, view = asked("wood", "inn")
    beside = FLEE.standing
    assert beside.policies == {
        "flee": Many(Name("place")),
        "default": Nothing(),
        "far": Nothing(),
    }
    assert beside.follow(request, view, [{"flee": ["mill", "inn"]}]) == [{"flee": "inn"}]
    assert beside.follow(request, view, [{"flee": ["mill"]}, {"far": {}}]) == [{"flee": "inn"}]
    assert beside.follow(request, view, [{"default": {}}]) == [{"flee": "wood"}]
    assert beside.follow(request, view, [{"flee": ["mill"]}]) is None
    assert beside.measure(request, view) == {"open": 2}
    assert beside.quantities == Flee.quantities
    assert beside.default(request, view) == []
    assert HIDE.standing.policies == {"put by": Many(Name("card")), "default": Nothing()}
    assert HIDE.standing.measure(Hide("red"), view) == {}


def test_where_a_stop_would_tell_of_the_hand_a_rule_always_answers() -> None:
    class Secret(Hide):
        kind, answers = "secret", True

    view = View("red", {}, {"hand": ["ace"]})
    for request, answer in ((Hide, None), (Secret, [])):
        assert (
            one_of(request).standing.follow(request("red"), view, [{"put by": ["king"]}]) == answer
        )


def test_a_template_has_the_default_and_names_the_rest() -> None:
    request, view = asked("wood", "inn")
    suggestions = FLEE.suggestions
    assert suggestions.template(request, view) == ["- flee: Wood  # one of Wood, Old Inn"]
    assert suggestions.at_hand(request, view, "flee", {}) == ["wood", "inn"]
    assert suggestions.open_words(request) == ["flee"]


def test_options_begin_with_the_default() -> None:
    view = View("red", {}, {"hand": ["king", "ace", "queen"]})
    found = list(HIDE.suggestions.options(Hide("red"), view))
    assert found == [[{"put by": card}] for card in ("ace", "king", "queen")]


def test_random_play_takes_anything_and_sometimes_says_nothing() -> None:
    request, view = asked("wood", "inn")
    found = [FLEE.player.sample(request, view, random.Random(seed)) for seed in range(80)]
    assert [{"flee": "wood"}] in found
    assert [{"flee": "inn"}] in found
    assert [] in found


def test_what_stands_beside_one_choice_is_not_shared_with_another() -> None:
    assert isinstance(FLEE, Kind)
    assert FLEE.standing is not HIDE.standing
    assert "far" not in HIDE.standing.policies


class Paths(Chooser):
    def template(self, request: OneOf, view: View) -> list[str]:
        return ["- flee: Old Inn"]


def test_a_game_words_the_template_of_a_choice_itself() -> None:
    request, view = asked("wood", "inn")
    kind = one_of(Flee, Paths)
    assert kind.suggestions.template(request, view) == ["- flee: Old Inn"]
    assert kind.standing.policies == FLEE.standing.policies


class Copies(Hide):
    """Which card is hidden: there are two aces, and one name stands for both."""

    kind, word = "hide a copy", "put by"

    def meant(self, view: View, option: str) -> str:
        held = view.own["hand"]
        return "ace 2" if option == "ace" and "ace" not in held else option


def test_a_name_stands_for_the_copy_that_is_there() -> None:
    request, view = Copies("red"), View("red", {}, {"hand": ["ace 2", "king"]})
    assert faults(request, view, "ace") == faults(request, view, "ace 2") == []
    assert request.chosen(view, [{"put by": "ace"}]) == "ace 2"
    then: Answer = [{"put by": ["queen", "ace"]}]
    assert one_of(Copies).standing.follow(request, view, then) == [{"put by": "ace 2"}]
    assert [fault[1] for fault in faults(Hide("red"), view, "ace")] == ["you cannot choose this"]


def test_the_question_of_any_request_is_filled_in_with_the_names_of_its_game() -> None:
    class Guard(Request):
        kind, rule, actions, walk = "guard", "9", (), OneLine
        question = "who guards {at}[ against {foes}]"
        names = NAMES

    assert Guard("red", at="inn", foes=[]).title() == "who guards Old Inn"
    assert Guard("red", at="inn", foes=["wood", "mill"]).title() == (
        "who guards Old Inn against Wood and The Mill"
    )


def test_the_items_of_a_list_are_judged_one_by_one_with_those_before_them() -> None:
    def trouble(one: str, before: Sequence[str]) -> Problem | None:
        return Problem(f"{one} is named twice", "1") if one in before else None

    found = list(of_each(["a", "b", "a", "b"], trouble, "of"))
    assert [(one.reason, one.path) for one in found] == [
        ("a is named twice", ("of", 2)),
        ("b is named twice", ("of", 3)),
    ]


def test_an_id_that_a_list_repeats_is_wrong_in_any_position() -> None:
    found = list(repeats(["a", "b", "a", "b"], {"a": "Old Inn"}, "1", "of"))
    assert found == [
        Problem("Old Inn is named twice", "1", "delete one of them", ALWAYS, ("of", 2)),
        Problem("b is named twice", "1", "delete one of them", ALWAYS, ("of", 3)),
    ]


def test_what_may_be_asked_at_any_time_may_be_asked_until_there_is_a_result() -> None:
    """Also in a game that records none in public."""
    for public in ({}, {"result": None}):
        view = View("red", public, {"hand": ["ace"]})
        supposed = Stash.supposed(view)
        assert supposed is not None
        assert (supposed[0].seat, supposed[1]) == ("red", view)
    assert Stash.supposed(View("red", {"result": {"winner": "red"}}, {})) is None
    assert Hide.supposed(View("red", {}, {})) is None
