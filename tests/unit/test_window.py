"""Windows: who is asked, in which order offers are settled, and what is told of those that fail."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

import pytest

from referee.engine.action import Action, Problem
from referee.engine.plain import copied
from referee.engine.request import Data, Quantity, Request, View
from referee.engine.table import Ask, Rehearsal, Table
from referee.engine.walk import Walk
from referee.engine.window import (
    ROUNDS_AT_MOST,
    Could,
    Offer,
    Reacting,
    Reaction,
    Settled,
    window,
)
from referee.engine.words import Answer, Name, Nothing, Number

SEATS = ("red", "blue", "green")


class Bidding(Reacting):
    quantities: ClassVar[Mapping[str, Quantity]] = {"bid": Quantity("the highest bid")}

    def measure(self) -> Mapping[str, int]:
        return {"bid": self.public["bid"]}


class Bid(Action[Bidding]):
    """More than was bid before, with coins of one's own."""

    word, takes = "bid", Number(1, 99)

    def problems(self) -> Iterable[Problem]:
        if self.value <= self.public["bid"]:
            yield Problem(f"{self.public['bid']} is bid already", "1")
        if self.value > self.own["coins"]:
            yield Problem("so many coins you do not have", "2")

    async def does(self) -> None:
        self.public["bid"] = self.value
        self.public["story"].append([self.seat, self.value])
        self.table.tell("bid", {"seat": self.seat, "bid": self.value})


class Raise(Action[Bidding]):
    """One more, as often as it is offered."""

    word, takes = "raise", Nothing()

    async def does(self) -> None:
        self.public["bid"] += 1
        self.public["story"].append([self.seat, "raise"])


class Spend(Action[Bidding]):
    """It says by itself that something of it was not done."""

    word, takes = "spend", Name("thing")

    async def does(self) -> None:
        if not self.walk.rehearsing:
            self.walk.trouble(Problem("nobody sells it", "3"))


class Ask1(Action[Bidding]):
    """A reaction to a reaction: another window opens within it."""

    word, takes = "call", Nothing()

    async def does(self) -> None:
        self.public["story"].append([self.seat, "call"])
        others = [seat for seat in SEATS if seat != self.seat]
        await window(self.table, lambda public: [Answered(seat) for seat in others])


class Turn(Reaction):
    """args: slot (if a seat is asked several things), span."""

    kind, rule, walk = "turn", "1", Bidding
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Bid, Raise, Spend, Ask1)

    def title(self, reader: str = "") -> str:
        return "bid"


class Answered(Reaction):
    kind, rule, walk = "answered", "1", Bidding
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Raise,)

    def title(self, reader: str = "") -> str:
        return "answer"


class Sitting:
    """A table at which windows are driven by answers: seat, or seat and slot -> answers in order;
    who is not there says nothing.  asked: each round, who was asked."""

    def __init__(self, coins: int = 50, **answers: list[Answer]) -> None:
        public: Data = {"bid": 0, "story": []}
        seats = {seat: {"coins": coins} for seat in SEATS}
        self.table = Table({"public": public, "seats": seats, "sealed": {}}, "window")
        self.answers = {key.replace("_", " "): list(some) for key, some in answers.items()}
        self.asked: list[list[str]] = []

    @property
    def story(self) -> list[Any]:
        found: list[Any] = self.table.public["story"]
        return found

    def open(self, could: Could, **more: Any) -> list[Settled]:
        """Open a window, and go to its end."""
        code: Any = window(self.table, could, **more)
        given: Any = None
        while True:
            try:
                ask: Ask = code.send(given)
            except StopIteration as done:
                settled: list[Settled] = done.value
                return settled
            self.asked.append([_place(request) for request in ask.requests])
            given = [copied(self.answer(request)) for request in ask.requests]

    def answer(self, request: Request) -> Answer:
        """The next answer of a place; judged, as answers are before they are given."""
        left = self.answers.get(_place(request), [])
        answer = left.pop(0) if left else []
        view = self.table.view(request.seat)
        assert request.judge(view, answer).faults == [], (request.data(), answer)
        return answer

    def told(self) -> list[tuple[str, int, str]]:
        """What was not done: whom it was told alone, which line, why."""
        found = []
        for event in self.table.events:
            if event["kind"] == "not done":
                assert event["public"] is None
                ((seat, about),) = event["own"].items()
                found.append((seat, about["line"], about["rule"]))
        return found


def _place(request: Request) -> str:
    return " ".join(filter(None, [request.seat, request.args.get("slot", "")]))


def all_seats(public: Data) -> list[Turn]:
    return [Turn(seat) for seat in SEATS]


def of_span(span: str) -> Could:
    return lambda public: [Turn(seat, span=span) for seat in SEATS]


def bid(*numbers: int) -> Answer:
    return [{"bid": number} for number in numbers]


def more(*lines: Any) -> Answer:
    """Raises, and words of the window itself."""
    return [line if isinstance(line, dict) else {line: {}} for line in lines]


def done(settled: Sequence[Settled]) -> list[tuple[str, str, bool]]:
    return [(s.offer.request.seat, s.offer.word, s.done) for s in settled]


AT_MOST_1: dict[str, object] = {"at most": 1}


# -- one round -------------------------------------------------------------------------------------


def test_all_are_asked_at_once_and_settled_in_their_order() -> None:
    seated = Sitting(red=[bid(3)], blue=[bid(5)], green=[more("pass")])
    settled = seated.open(all_seats)
    assert seated.asked == [list(SEATS)]
    assert seated.story == [["red", 3], ["blue", 5]]
    assert done(settled) == [("red", "bid", True), ("blue", "bid", True)]
    assert [offer.value for offer, _ in settled] == [3, 5]
    assert seated.told() == []


def test_an_offer_that_another_made_impossible_is_dropped_and_its_owner_alone_is_told() -> None:
    seated = Sitting(red=[bid(5)], blue=[bid(4, 7)], green=[bid(7)])
    settled = seated.open(all_seats)
    assert seated.story == [["red", 5], ["blue", 7]]
    assert seated.told() == [("blue", 1, "1"), ("green", 1, "1")]
    assert done(settled) == [("red", "bid", True), ("blue", "bid", True)]


def test_nobody_could_react_and_nothing_is_asked() -> None:
    seated = Sitting()
    assert seated.open(lambda public: []) == []
    assert seated.asked == []


def test_whoever_is_asked_comes_from_the_public_part_alone() -> None:
    seated, seen = Sitting(), list[Data]()

    def could(public: Data) -> list[Turn]:
        seen.append(public)
        return [Turn("red")]

    seated.open(could)
    assert seen == [seated.table.public]


def test_one_round_unless_it_repeats() -> None:
    seated = Sitting(red=[bid(2)], blue=[bid(1)])
    seated.open(all_seats)
    assert len(seated.asked) == 1


def test_a_window_is_over_where_nothing_is_left_to_react_to() -> None:
    """In the middle of a round, too; whose turn had not come is told so."""
    seated = Sitting(red=[bid(9)], blue=[bid(10)])
    assert seated.open(all_seats, over=lambda public: public["bid"] > 8, repeats=True)
    assert seated.story == [["red", 9]]
    assert seated.told() == [("blue", 1, "")]
    (told,) = (event["own"] for event in seated.table.events if event["kind"] == "not done")
    reason = "the window closed before your turn came"
    assert told == {"blue": {"line": 1, "reason": reason, "rule": "", "on": "bid"}}
    assert seated.open(all_seats, over=lambda public: True) == []
    assert len(seated.asked) == 1, "the second was over before anybody was asked"


def test_what_an_action_tells_of_itself_has_the_number_of_its_line() -> None:
    seated = Sitting(red=[[*bid(1), {"spend": "hat"}]])
    seated.open(all_seats)
    assert seated.told() == [("red", 2, "3")]


def test_conditions_before_offers_are_looked_at_when_their_turn_comes() -> None:
    rich: dict[str, Any] = {"if": [["bid", ">=", 5]], "else": "skip"}
    seated = Sitting(red=[[{"bid": 2, **rich}]], blue=[bid(5)], green=[[{"raise": {}, **rich}]])
    seated.open(all_seats)
    assert seated.story == [["blue", 5], ["green", "raise"]]
    assert seated.told() == [("red", 1, "")]


# -- rounds ----------------------------------------------------------------------------------------


def test_it_repeats_as_long_as_something_was_done() -> None:
    """Answers hold for the whole window: one that was void before may do in a later round."""
    seated = Sitting(red=[bid(3)], blue=[bid(2)], green=[[{"raise": {}}]])
    seated.open(all_seats, repeats=True)
    assert seated.asked == [list(SEATS)]
    assert seated.story == [["red", 3], ["green", "raise"]]
    assert seated.told() == [("blue", 1, "1")]


def test_what_could_not_be_done_first_is_done_in_a_later_round() -> None:
    """And is then not told of."""
    rich: dict[str, Any] = {"if": [["bid", ">=", 5]], "else": "skip"}
    seated = Sitting(red=[[{"raise": {}, **rich}]], blue=[bid(5)])
    seated.open(all_seats, repeats=True)
    assert seated.story == [["blue", 5], ["red", "raise"]]
    assert seated.told() == []


def test_who_could_not_react_before_is_asked_when_they_can() -> None:
    seated = Sitting(red=[bid(3)], green=[bid(4)])

    def could(public: Data) -> list[Turn]:
        return [Turn(seat) for seat in (SEATS if public["bid"] else SEATS[:2])]

    seated.open(could, repeats=True)
    assert seated.asked == [["red", "blue"], ["green"]]
    assert seated.story == [["red", 3], ["green", 4]]


def test_who_wants_to_be_asked_again_is_when_something_has_happened() -> None:
    seated = Sitting(red=[bid(1) + more("ask again"), bid(4)], blue=[bid(2), bid(9)])
    seated.open(all_seats, repeats=True)
    assert seated.asked == [list(SEATS), ["red"]]
    assert seated.story == [["red", 1], ["blue", 2], ["red", 4]]


def test_nobody_is_asked_again_where_nothing_has_happened() -> None:
    seated = Sitting(red=[more("ask again")])
    seated.open(all_seats, repeats=True)
    assert seated.asked == [list(SEATS)]


def test_a_window_without_an_end_is_refused() -> None:
    class Forever(dict[str, Any]):
        """Answers that never end."""

        def get(self, key: str, default: Any = None) -> Any:
            return [more("raise", "ask again")]

    seated = Sitting()
    seated.answers = Forever()
    with pytest.raises(RuntimeError, match=f"more than {ROUNDS_AT_MOST} rounds"):
        seated.open(all_seats, repeats=True)


# -- announced -------------------------------------------------------------------------------------


def announced(
    table: Table, order: Callable[[Offer], Any]
) -> Callable[[Sequence[Offer]], Awaitable[Sequence[Offer]]]:
    """All offers are told of before any is settled, in another order."""

    async def found(offers: Sequence[Offer]) -> Sequence[Offer]:
        table.tell("offers", {"of": [offer.request.seat for offer in offers]})
        return sorted(offers, key=order)

    return found


def test_all_is_announced_and_then_settled_in_the_order_that_was_given_back() -> None:
    seated = Sitting(red=[bid(3)], blue=[bid(5)], green=[bid(4)])
    order = announced(seated.table, lambda offer: -offer.value)
    settled = seated.open(all_seats, announced=order)
    assert seated.table.events[0]["public"] == {"of": list(SEATS)}
    assert done(settled) == [("blue", "bid", True), ("green", "bid", False), ("red", "bid", False)]
    assert seated.told() == [("red", 1, "1"), ("green", 1, "1")]


def test_what_was_announced_is_used_up_though_it_was_void() -> None:
    """It was seen by all, and does not wait for another round."""
    rich: dict[str, Any] = {"if": [["bid", ">=", 5]], "else": "skip"}
    seated = Sitting(red=[[{"raise": {}, **rich}]], blue=[bid(5)])
    order = announced(seated.table, lambda offer: 0)
    settled = seated.open(all_seats, announced=order, repeats=True)
    assert done(settled) == [("red", "raise", False), ("blue", "bid", True)]
    assert seated.story == [["blue", 5]]
    assert seated.table.events[2]["kind"] == "offers"
    assert seated.table.events[2]["public"] == {"of": []}, "the second round"


def test_the_order_may_be_asked_of_somebody() -> None:
    seated = Sitting(red=[bid(3)], blue=[bid(4)], green=[[], more("raise")])

    async def chosen(offers: Sequence[Offer]) -> Sequence[Offer]:
        turned = await seated.table.ask(Answered("green"))
        return offers[::-1] if turned else offers

    settled = seated.open(all_seats, announced=chosen)
    assert [s.offer.request.seat for s in settled] == ["blue", "red"]
    assert seated.asked == [list(SEATS), ["green"]]


# -- never, at most --------------------------------------------------------------------------------


def test_never_holds_for_all_windows_of_its_span() -> None:
    seated = Sitting(red=[more("never"), bid(9)], blue=[bid(1), bid(2), bid(3)])
    for span in ("1", "1", "2"):
        seated.open(of_span(span))
    assert seated.asked == [list(SEATS), ["blue", "green"], list(SEATS)]
    assert seated.story == [["blue", 1], ["blue", 2], ["red", 9]]


def test_never_without_a_span_holds_for_its_window_alone() -> None:
    seated = Sitting(red=[more("never"), bid(9)])
    seated.open(all_seats, repeats=True)
    seated.open(all_seats)
    assert seated.asked == [list(SEATS)] * 2
    assert seated.story == [["red", 9]]


def test_nobody_is_asked_where_all_have_said_never() -> None:
    seated = Sitting(red=[more("never")], blue=[more("never")], green=[more("never")])
    seated.open(of_span("1"))
    seated.open(of_span("1"))
    assert len(seated.asked) == 1


def test_at_most_so_many_are_carried_out_of_an_answer() -> None:
    seated = Sitting(red=[[AT_MOST_1, *bid(1, 2)]], blue=[bid(3)])
    seated.open(all_seats, repeats=True)
    assert seated.story == [["red", 1], ["blue", 3]]
    assert seated.told() == []


def test_what_could_not_be_done_does_not_count() -> None:
    seated = Sitting(red=[bid(5)], blue=[[AT_MOST_1, *bid(4, 6)]])
    seated.open(all_seats)
    assert seated.story == [["red", 5], ["blue", 6]]


def test_at_most_holds_for_all_windows_of_its_span() -> None:
    two: dict[str, object] = {"at most": 2}
    seated = Sitting(red=[[two, *bid(1)], bid(2, 3), bid(4), bid(5)])
    for span in ("1", "1", "1", "2"):
        seated.open(of_span(span))
    assert seated.story == [["red", 1], ["red", 2], ["red", 4]]
    assert [len(asked) for asked in seated.asked] == [3, 3, 2, 3]


def test_at_most_without_a_span_is_forgotten_with_the_window() -> None:
    seated = Sitting(red=[[AT_MOST_1, *bid(1)], bid(2, 3)])
    seated.open(all_seats)
    seated.open(all_seats)
    assert seated.story == [["red", 1], ["red", 2], ["red", 3]]


def test_at_most_that_is_said_again_counts_what_was_done_before_in_its_span() -> None:
    """As a standing order says it in each window."""
    again: list[Answer] = [[AT_MOST_1, {"raise": {}}] for _ in range(4)]
    seated = Sitting(red=again)
    for span in ("1", "1", "1", "2"):
        seated.open(of_span(span))
    assert seated.story == [["red", "raise"], ["red", "raise"]]
    assert [len(asked) for asked in seated.asked] == [3, 2, 2, 3]


def test_at_most_counts_only_what_was_carried_out_however_often_it_was_offered() -> None:
    """It had become stale, another had come first, or all was over: it is still allowed."""
    again: list[Answer] = [[AT_MOST_1, *bid(number)] for number in (3, 4, 5, 6)]
    seated = Sitting(red=[bid(3), bid(4)], blue=again)
    seated.open(of_span("1"))
    seated.open(of_span("1"), over=lambda public: public["bid"] > 3)
    assert seated.story == [["red", 3], ["red", 4]]
    assert seated.told() == [("blue", 2, "1"), ("blue", 2, "")]
    for _ in range(2):
        seated.open(of_span("1"))
    assert seated.story == [["red", 3], ["red", 4], ["blue", 5]]


def test_at_most_counts_what_was_done_in_the_span_before_it_was_said() -> None:
    seated = Sitting(red=[bid(1), [AT_MOST_1, *bid(2)]])
    seated.open(of_span("1"))
    view = seated.table.view("red")
    judged = Turn("red", span="1").judge(view, [AT_MOST_1, *bid(2)])
    assert [warning.reason for warning in judged.warnings] == ["you have already reacted 1 time"]
    assert Turn("red", span="2").judge(view, [AT_MOST_1, *bid(2)]).warnings == []
    seated.open(of_span("1"))
    assert seated.story == [["red", 1]]
    assert seated.told() == [("red", 2, "")], "nothing was done of the answer"


def test_at_most_without_a_span_holds_for_a_window_however_often_it_asks() -> None:
    once: Answer = [AT_MOST_1, {"raise": {}}, {"ask again": {}}]
    seated = Sitting(red=[once, once])
    seated.open(all_seats, repeats=True)
    assert seated.story == [["red", "raise"]]


def test_who_is_asked_again_is_told_what_of_the_first_answer_was_not_done() -> None:
    seated = Sitting(red=[bid(3)], blue=[bid(2) + more("ask again"), bid(4)])
    seated.open(all_seats, repeats=True)
    assert seated.story == [["red", 3], ["blue", 4]]
    assert seated.told() == [("blue", 1, "1")]


def test_what_a_seat_has_said_of_a_span_lies_in_its_own_part() -> None:
    seated = Sitting(red=[more("never")])
    seated.open(of_span("1"))
    seats = seated.table.state["seats"]
    assert "windows" in seats["red"]
    assert "windows" not in seats["blue"]
    assert "windows" not in seated.table.public


def test_limits_of_a_span_are_not_lost_when_another_lies_within_it() -> None:
    seated = Sitting(red=[[AT_MOST_1, *bid(1)], [AT_MOST_1, *bid(2)], bid(3)])
    for span in ("turn", "fight", "turn", "fight"):
        seated.open(of_span(span))
    assert seated.story == [["red", 1], ["red", 2]]
    assert [len(asked) for asked in seated.asked] == [3, 3, 2, 2]


def test_only_the_last_spans_are_kept() -> None:
    seated = Sitting(red=[more("never") for _ in range(40)])
    for number in range(40):
        seated.open(of_span(str(number)))
    kept = seated.table.state["seats"]["red"]["windows"]["turn"]
    assert [one[0] for one in kept] == [str(number) for number in range(32, 40)]


class Wish(Reaction):
    """One thing."""

    kind, rule, walk, once = "wish", "1", Bidding, True
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Bid, Raise)

    def title(self, reader: str = "") -> str:
        return "wish"


def wishes(public: Data) -> list[Wish]:
    return [Wish(seat) for seat in SEATS]


def test_of_a_list_of_wishes_the_first_that_can_be_done_is_and_no_other() -> None:
    seated = Sitting(red=[bid(3)], blue=[bid(2, 4, 5)], green=[bid(1, 2)])
    seated.open(wishes, repeats=True)
    assert seated.story == [["red", 3], ["blue", 4]]
    assert seated.told() == [("blue", 1, "1"), ("green", 1, "1"), ("green", 2, "1")]


def test_whose_wish_was_done_is_not_asked_again() -> None:
    seated = Sitting(
        red=[more("raise", "raise", "ask again")], blue=[bid(1) + more("ask again"), []]
    )
    seated.open(wishes, repeats=True)
    assert seated.asked == [list(SEATS), ["blue"]]
    assert seated.story == [["red", "raise"]]


# -- several things asked of one seat --------------------------------------------------------------


def slots(span: str = "") -> Could:
    more = {"span": span} if span else {}
    return lambda public: [Turn("red", slot=slot, **more) for slot in ("left", "right")]


def test_two_slots_of_one_seat_answer_each_for_itself() -> None:
    seated = Sitting(red_left=[bid(2)], red_right=[bid(1, 3)])
    settled = seated.open(slots())
    assert seated.asked == [["red left", "red right"]]
    assert [s.offer.request.args["slot"] for s in settled] == ["left", "right"]
    assert seated.story == [["red", 2], ["red", 3]]
    assert seated.told() == [("red", 1, "1")]


def test_at_most_of_one_slot_counts_what_all_slots_do_in_its_span() -> None:
    seated = Sitting(red_left=[[AT_MOST_1, *bid(1)]], red_right=[bid(2)])
    seated.open(slots("1"))
    assert seated.story == [["red", 1]]


def test_never_of_one_slot_leaves_the_offers_of_another() -> None:
    for left, right in ((more("never"), bid(2)), (bid(2), more("never"))):
        seated = Sitting(red_left=[left], red_right=[right])
        seated.open(slots("1"))
        assert seated.story == [["red", 2]]
        seated.open(slots("1"))
        assert len(seated.asked) == 1, "neither is asked again"


def test_never_of_one_slot_is_not_undone_by_at_most_of_another() -> None:
    seated = Sitting(red_left=[more("never")], red_right=[[AT_MOST_1]])
    for _ in range(2):
        seated.open(slots("1"))
    assert len(seated.asked) == 1


# -- windows in windows, and rehearsals ------------------------------------------------------------


def test_a_reaction_may_open_a_window_of_its_own() -> None:
    seated = Sitting(red=[more("call")], blue=[[], more("raise")], green=[bid(9), []])
    seated.open(all_seats)
    assert seated.asked == [list(SEATS), ["blue", "green"]]
    assert seated.story == [["red", "call"], ["blue", "raise"], ["green", 9]]


def rehearsal() -> Rehearsal:
    public: Data = {"bid": 0, "story": []}
    return Rehearsal(View("red", public, {"coins": 3}))


def opened(table: Table, could: Could, **more: Any) -> list[Settled]:
    code: Any = window(table, could, **more)
    with pytest.raises(StopIteration) as end:
        code.send(None)
    settled: list[Settled] = end.value.value
    return settled


def test_in_rehearsal_nobody_reacts_and_nothing_is_sure_behind_it() -> None:
    table = rehearsal()
    assert opened(table, all_seats, repeats=True) == []
    assert table.unsure


def test_a_window_that_opens_for_nobody_leaves_all_sure() -> None:
    for could, over in ((lambda public: [], False), (all_seats, True)):
        table = rehearsal()
        assert opened(table, could, over=lambda public, over=over: over) == []
        assert not table.unsure


# -- judging ---------------------------------------------------------------------------------------


def judged(*lines: Any) -> list[tuple[Any, ...]]:
    view = View("red", {"bid": 2, "story": []}, {"coins": 6})
    before = copied(tuple(view))
    found = Turn("red").judge(view, more(*lines))
    assert tuple(view) == before
    return [(fault.path, fault.rule) for fault in found.faults]


def test_each_line_is_judged_as_if_it_came_first() -> None:
    """Any of them may be the one that comes: it cannot be known which."""
    assert judged({"bid": 5}, {"bid": 4}, {"bid": 2}) == [((2,), "1")]
    assert judged({"bid": 7}, {"bid": 3}) == [((0,), "2")]


@pytest.mark.parametrize("word", ["pass", "never"])
def test_pass_and_never_stand_alone(word: str) -> None:
    assert judged(word) == []
    assert judged(word, {"bid": 3}) == [((), "")]
    assert judged({"bid": 3}, word) == [((), "")]


def test_words_of_the_window_stand_beside_those_of_the_game() -> None:
    words = ["bid", "raise", "spend", "call", "pass", "never", "at most", "ask again"]
    assert list(Turn.words) == words
    assert list(Answered.words) == ["raise", *words[4:]]
    assert Turn.conditions is Bidding.quantities
    assert judged({"at most": 2}, {"bid": 3}, "ask again") == []


def test_a_reaction_has_a_walk_if_it_names_none() -> None:
    class Plain(Reaction):
        kind, rule = "plain", "1"
        actions: ClassVar[Sequence[type[Action[Any]]]] = ()

        def title(self, reader: str = "") -> str:
            return "plain"

    assert issubclass(Plain.walk, Reacting) and issubclass(Reacting, Walk)
    assert list(Plain.words) == ["pass", "never", "at most", "ask again"]
