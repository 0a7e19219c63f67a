"""Walks: lines carried out one after the other, in a step and in rehearsal."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Mapping, Sequence
from typing import Any, ClassVar

import pytest

from referee.engine.action import (
    ALWAYS,
    DOUBT,
    IDLE,
    SLIP,
    UNSURE,
    Action,
    Problem,
)
from referee.engine.asking import all_carried_out, carried_out
from referee.engine.plain import copied
from referee.engine.request import Data, Quantity, Request, View
from referee.engine.table import Table, driven
from referee.engine.walk import REST, Walk
from referee.engine.words import Answer, Choice, Line, Many, Nothing, Number
from referee.fault import AMBIGUOUS, NOT_ALLOWED, WARNING, Fault
from referee.proof.dice import Dice

#: What the dice show, if they are rolled: the gold that a dig finds for each foot.
LUCK = 1


class Digging(Walk):
    """Digs for gold, in holes that may fall in, with a lamp that all use."""

    quantities: ClassVar[Mapping[str, Quantity]] = {"gold": Quantity("gold in the heap")}

    def begin(self) -> None:
        self.words: list[str] = []
        self.finished = 0

    def before(self, word: str) -> None:
        self.words.append(word)

    def measure(self) -> Mapping[str, int]:
        return {"gold": self.public["gold"]}

    def over(self) -> bool:
        return bool(self.public["gold"] > 9)

    def whole(self) -> Iterable[Problem]:
        if self.words.count("dig") > 4:
            yield Problem("five digs in all", "5")
        if "sing" not in self.words and len(self.words) > 2:
            yield Problem("nobody has sung", "6", "sing", SLIP, (1, "sing"))

    def finish(self) -> None:
        self.finished += 1


class Dig(Action[Digging]):
    """2 So many feet."""

    word, takes = "dig", Number(0, 99)

    def problems(self) -> Iterable[Problem]:
        if self.value > 8:
            yield Problem("there is no such depth", "4", "", ALWAYS)
        elif self.value > 2:
            yield Problem("too deep", "2", "dig less", UNSURE, ("deep",))
        elif self.value == 0:
            yield Problem("no digging at all", "3", "", SLIP)

    async def does(self) -> None:
        self.walk.acted = True
        luck = self.table.roll("luck", 1, hoped=[LUCK])[0]
        self.public["gold"] += self.value * luck
        self.table.tell("dug", {"feet": self.value, "luck": luck})


class Carry(Action[Digging]):
    """7 A bag that is one's own."""

    word, takes = "carry", Choice(("red bag", "blue bag", "green bag"))

    def problems(self) -> Iterable[Problem]:
        if self.value in self.walk.doubts:
            yield Problem("", "7", weight=DOUBT)
        elif self.value not in self.own["bags"]:
            yield Problem("not your bag", "7", f"yours: {', '.join(self.own['bags'])}")

    def names(self) -> Iterable[str]:
        return [self.value]

    async def does(self) -> None:
        self.walk.acted = True
        self.own["bags"].remove(self.value)
        self.public["carried"].append([self.seat, self.value])


class Sing(Action[Digging]):
    """8 It helps nobody."""

    word, takes = "sing", Nothing()

    def problems(self) -> Iterable[Problem]:
        if self.public["carried"]:
            yield Problem("nobody hears it", "8", "", IDLE)
        yield Problem("it is out of tune", "8", "", SLIP)

    async def does(self) -> None:
        self.public["songs"] += 1


class Unclear(Action[Digging]):
    """9 It can mean two things."""

    word, takes = "point", Nothing()

    def problems(self) -> Iterable[Problem]:
        yield Problem("which one", "9", "say which", answer=AMBIGUOUS)

    async def does(self) -> None:
        raise AssertionError("refused lines are not carried out")


class Gamble(Action[Digging]):
    """10 Nothing can be hoped of these dice."""

    word, takes = "gamble", Nothing()

    async def does(self) -> None:
        self.walk.acted = True
        self.public["gold"] += self.table.roll("gamble", 1)[0]


class Borrow(Action[Digging]):
    """11 The other one says whether he lends."""

    word, takes = "borrow", Nothing()

    async def does(self) -> None:
        other = "lee" if self.seat == "kim" else "kim"
        lent = await self.table.ask(Mine(other))
        if self.walk.good(None if lent else Problem("nothing is lent", "11", "", UNSURE)):
            self.walk.acted = True
            self.public["gold"] += 1


class Branch(Action[Digging]):
    """12 What it does hangs on whether the next line has a condition."""

    word, takes = "look", Nothing()

    async def does(self) -> None:
        self.public["branches"] = self.walk.branches()


class Shaft(Action[Digging]):
    """13 Digs one below the other, until one cannot be dug."""

    word, takes = "shaft", Many(Number(1, 99))

    def problems(self) -> Iterable[Problem]:
        if self.value[0] > 2:
            yield Problem("too deep", "13", "", UNSURE, (self.walk.part,))

    async def does(self) -> None:
        self.walk.acted = True
        self.public["gold"] += self.value[0]
        if self.value[1:]:
            self.walk.go_on(self.value[1:])

    def ends(self) -> None:
        self.public["shafts"].append(self.walk.part)


class Wait(Action[Digging]):
    word, takes = "wait", Nothing()

    async def does(self) -> None:
        self.walk.stop()


class Mine(Request):
    kind, rule, walk = "mine", "1", Digging
    actions: ClassVar[Sequence[type[Action[Any]]]] = (
        *(Dig, Carry, Sing, Unclear, Gamble, Borrow, Branch, Shaft, Wait),
    )

    def title(self, reader: str = "") -> str:
        return "dig"


def state() -> Data:
    public: Data = {"gold": 0, "carried": [], "songs": 0, "shafts": []}
    bags = {"kim": ["red bag", "blue bag"], "lee": ["green bag"]}
    return {"public": public, "seats": {s: {"bags": b} for s, b in bags.items()}, "sealed": {}}


class Rigged(Table):
    """A table whose dice show what is wanted."""

    luck = 1

    def roll(self, label: str, count: int, faces: int = 6, hoped: Sequence[int] = ()) -> list[int]:
        return [self.luck] * count


def table(luck: int = 1) -> Rigged:
    made = Rigged(state(), "mine")
    made.luck = luck
    return made


def view() -> View:
    now = state()
    return View("kim", now["public"], now["seats"]["kim"])


def run(code: Coroutine[Any, Any, Any], *answers: list[Answer]) -> Any:
    """Drive a coroutine that asks so often; what it gives."""
    given: Any = None
    for answer in (*answers, None):
        try:
            code.send(given)
        except StopIteration as done:
            return done.value
        given = answer
    raise AssertionError("it asks once more")


def told(seated: Table, seat: str = "kim") -> list[tuple[int, str]]:
    """Number and paragraph of what was not done, told to one seat alone."""
    notes = [event for event in seated.events if event["kind"] == "not done"]
    assert all(event["public"] is None for event in notes)
    return [(e["own"][seat]["line"], e["own"][seat]["rule"]) for e in notes if seat in e["own"]]


def dug(lines: Answer, luck: int) -> tuple[int, bool, list[tuple[int, str]]]:
    """Gold, whether all lines were carried out, and what the digger was told of."""
    seated = table(luck)
    done = run(Digging(Mine("kim"), seated).run(lines))
    return seated.public["gold"], done, told(seated)


def rehearsed(lines: Answer) -> Digging:
    """A walk behind its rehearsal, which leaves what the seat sees as it was."""
    seen = view()
    before = copied(tuple(seen))
    walk = Digging.on_copy(Mine("kim"), seen)
    walk.rehearse(lines)
    assert tuple(seen) == before
    return walk


def tried(lines: Answer) -> list[tuple[str, tuple[int | str, ...], str]]:
    """What a judge finds: kind, path, paragraph."""
    found = Mine("kim").judge(view(), lines)
    return [(f.answer, f.path, f.rule) for f in (*found.faults, *found.warnings)]


SONG: Line = {"sing": {}}
RICH: dict[str, Any] = {"if": [["gold", ">=", 2]], "else": "skip"}
POOR: dict[str, Any] = {"if": [["gold", "<", 2]], "else": "stop"}
SINGS = (WARNING, (0,), "8")


# -- on the table ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "luck", "result"),
    [
        ([{"dig": 1}, {"dig": 2}], 1, (3, True, [])),
        ([{"dig": 3}, {"dig": 1}], 1, (1, True, [(1, "2")])),
        ([{"dig": 0}, {"dig": 1}], 1, (1, True, [])),
        ([{"dig": 2}, {"dig": 1, **RICH}, {"dig": 2}], 1, (5, True, [])),
        ([{"dig": 2}, {"dig": 1, **RICH}, {"dig": 2}], 0, (0, True, [(2, "")])),
        ([{"dig": 2}, {"dig": 1, **POOR}, {"dig": 2}], 1, (2, False, [(2, "")])),
        ([{"dig": 1}, {"wait": {}}], 1, (1, False, [])),
        ([{"dig": 1}, {"wait": {}}, {"dig": 2}], 1, (1, False, [])),
        ([{"dig": 2}, {"wait": {}, **RICH}, {"dig": 1}], 1, (2, False, [(2, "")])),
        ([{"dig": 2}, {"dig": 2}, {"dig": 2}], 5, (10, True, [])),
        ([{"dig": 2}, {"wait": {}}], 5, (10, True, [])),
        ([{"carry": "green bag"}, {"carry": "green bag"}], 1, (0, True, [(1, "7")])),
        ([{"carry": "red bag"}, SONG, {"dig": 1}], 1, (1, True, [(2, "8")])),
        ([{"shaft": [1, 2, 1]}, {"shaft": [1, 3, 1]}], 1, (5, True, [(2, "13")])),
        ([{"shaft": [2, 2, 2, 2, 2, 2]}, {"dig": 1}], 1, (10, True, [])),
    ],
)
def test_lines_are_carried_out(lines: Answer, luck: int, result: tuple[int, bool, Any]) -> None:
    assert dug(lines, luck) == result


@pytest.mark.parametrize(("shaft", "part"), [([1], 0), ([1, 2, 1], 2), ([1, 3, 1], 1), ([3, 1], 0)])
def test_a_line_ends_with_its_last_part_or_the_part_that_is_refused(
    shaft: list[int], part: int
) -> None:
    lines: Answer = [{"shaft": shaft}, {"dig": 1}]
    seated = table()
    run(Digging(Mine("kim"), seated).run(lines))
    assert seated.public["shafts"] == [part]
    assert rehearsed(lines).public["shafts"] == [part]
    seated = table()
    walk = Digging(Mine("kim"), seated)
    walk.put_down(lines)
    ends = []
    while run(Digging(Mine("kim"), seated).take_up()):
        ends.append([*seated.public["shafts"]])
    assert ends == [[]] * part + [[part]]


def test_what_comes_of_itself_comes_behind_the_last_line_alone() -> None:
    cases: list[tuple[Answer, int]] = [([{"dig": 1}], 1), ([{"dig": 1}, {"wait": {}}], 0), ([], 1)]
    for lines, finished in cases:
        walk = Digging(Mine("kim"), table())
        run(walk.run(lines))
        assert walk.finished == finished


def test_a_hook_sees_each_word_before_its_line_is_looked_at() -> None:
    walk = Digging(Mine("kim"), table())
    run(walk.run([{"dig": 1}, {"dig": 1, **RICH}, SONG]))
    assert walk.words == ["dig", "dig", "sing"]


def test_a_line_can_see_whether_the_next_one_has_a_condition() -> None:
    for more, branches in (([{"dig": 1, **RICH}], True), ([{"dig": 1}], False), ([], False)):
        lines: Answer = [{"look": {}}, *more]
        seated = table()
        run(Digging(Mine("kim"), seated).run(lines))
        assert seated.public["branches"] is branches


def test_an_answer_is_asked_for_and_carried_out() -> None:
    seated = table()
    walk = run(carried_out(seated, Mine("lee")), [[{"carry": "green bag"}]])
    assert isinstance(walk, Digging)
    assert seated.state["seats"]["lee"]["bags"] == []
    assert seated.public["carried"] == [["lee", "green bag"]]


def test_answers_are_opened_together_and_carried_out_one_after_the_other() -> None:
    """A line that another seat has made impossible is not carried out; its seat alone is told."""
    seated = table()
    lines: list[Answer] = [[{"carry": "red bag"}], [SONG, {"carry": "green bag"}]]
    walks = run(all_carried_out(seated, [Mine("kim"), Mine("lee")]), lines)
    assert [walk.seat for walk in walks] == ["kim", "lee"]
    assert seated.public["songs"] == 0
    assert (told(seated), told(seated, "lee")) == ([], [(1, "8")])
    assert len(seated.public["carried"]) == 2


def test_walks_begin_once_all_answers_are_there() -> None:
    """What `begin` reads is the position in which the lines are carried out."""

    class Late(Digging):
        def begin(self) -> None:
            super().begin()
            self.songs_then = self.public["songs"]

    class Minding(Mine):
        walk = Late

    seated = table()
    code = all_carried_out(seated, [Minding("kim")])
    code.send(None)
    seated.public["songs"] = 5
    with pytest.raises(StopIteration) as done:
        code.send([[]])
    assert [walk.songs_then for walk in done.value.value] == [5]


def test_a_line_may_ask_another_seat() -> None:
    for answer, gold, notes in (([SONG], 1, []), ([], 0, [(1, "11")])):
        seated = table()
        run(Digging(Mine("kim"), seated).run([{"borrow": {}}]), [answer])
        assert (seated.public["gold"], told(seated)) == (gold, notes)


def test_a_rehearsal_carries_out_what_another_seat_is_asked_without_its_part() -> None:
    walk = Digging.on_copy(Mine("kim"), View("kim", state()["public"], state()["seats"]["kim"]))
    other = run(carried_out(walk.table, Mine("lee")))
    assert isinstance(other, Digging)
    assert (other.own, other.finished) == ({}, 1)


def test_real_dice_are_rolled_on_the_table() -> None:
    seated = Table(state(), "mine")
    seated.use(Dice(bytes(range(32)), bytes(32)))
    run(Digging(Mine("kim"), seated).run([{"dig": 1}]))
    assert seated.public["gold"] == seated.rolls[0]["values"][0]


# -- one line a step -------------------------------------------------------------------------------


def by_steps(lines: Answer, luck: int = 1) -> tuple[Rigged, list[int], Digging]:
    """Each line a walk of its own; the gold behind each."""
    seated, gold = table(luck), []
    Digging(Mine("kim"), seated).put_down(lines)
    while True:
        walk = Digging(Mine("kim"), seated)
        goes_on = run(walk.take_up())
        gold.append(seated.public["gold"])
        if not goes_on:
            return seated, gold, walk


def test_lines_put_down_are_carried_out_one_in_a_step() -> None:
    lines: Answer = [{"dig": 1}, {"dig": 3}, {"dig": 2}]
    seated, gold, walk = by_steps(lines)
    assert gold == [1, 1, 3]
    assert told(seated) == [(2, "2")], "by their numbers in the answer"
    assert REST not in seated.state["seats"]["kim"]
    assert (walk.finished, walk.stopped) == (1, False)


def test_dice_behind_the_last_line_put_down_need_a_step_of_their_own() -> None:
    """Their number would tell whether a line that came to nothing was the last."""

    class Blasting(Digging):
        def finish(self) -> None:
            self.table.roll("blast", 1)

    seated = Table(state(), "mine")
    seated.use(Dice(bytes(range(32)), bytes(32)))
    Blasting(Mine("kim"), seated).put_down([{"dig": 1}])
    with pytest.raises(RuntimeError, match="a step of their own"):
        run(Blasting(Mine("kim"), seated).take_up())


def test_what_is_left_stays_in_the_part_of_its_seat() -> None:
    seated = table()
    lines: Answer = [{"dig": 1}, {"carry": "red bag"}]
    Digging(Mine("kim"), seated).put_down(lines)
    walk = Digging(Mine("kim"), seated)
    assert run(walk.take_up()) is True
    assert walk.finished == 0
    assert seated.state["seats"]["kim"][REST] == {"number": 1, "part": 0, "lines": lines[1:]}
    assert REST not in seated.state["seats"]["lee"]
    assert REST not in seated.public


def test_each_part_of_a_line_that_goes_on_is_a_step() -> None:
    lines: Answer = [{"dig": 1}, {"shaft": [1, 2, 1], **POOR}, {"shaft": [1, 3, 1]}, {"dig": 1}]
    seated, gold, walk = by_steps(lines)
    assert gold == [1, 2, 4, 5, 6, 6, 7], "its condition is looked at once"
    assert told(seated) == [(3, "13")]
    assert (walk.finished, walk.stopped, walk.number) == (1, False, 3)


def test_what_is_left_of_a_line_stays_in_the_part_of_its_seat() -> None:
    seated = table()
    Digging(Mine("kim"), seated).put_down([{"shaft": [1, 2, 1]}, {"dig": 1}])
    assert run(Digging(Mine("kim"), seated).take_up()) is True
    left = [{"shaft": [2, 1]}, {"dig": 1}]
    assert seated.state["seats"]["kim"][REST] == {"number": 0, "part": 1, "lines": left}


def test_a_line_that_goes_on_is_judged_part_by_part() -> None:
    assert tried([SONG, {"shaft": [1, 2, 3]}]) == [(NOT_ALLOWED, (1, 2), "13"), SINGS]


@pytest.mark.parametrize(
    ("lines", "luck", "gold", "finished", "stopped"),
    [
        ([], 1, [0], 1, False),
        ([{"dig": 2}, {"dig": 2}], 5, [10], 1, False),
        ([{"dig": 1}, {"wait": {}}, {"dig": 1}], 1, [1, 1], 0, True),
        ([{"dig": 2}, {"dig": 1, **POOR}, {"dig": 1}], 1, [2, 2], 0, True),
    ],
)
def test_lines_put_down_end_where_they_stop_or_all_is_over(
    lines: Answer, luck: int, gold: list[int], finished: int, stopped: bool
) -> None:
    seated, found, walk = by_steps(lines, luck)
    assert (found, walk.finished, walk.stopped) == (gold, finished, stopped)
    assert REST not in seated.state["seats"]["kim"]


# -- a line that is tried when its turn comes ------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ({"carry": "red bag"}, None),
        ({"carry": "green bag"}, "7"),
        ({"dig": 0}, None),
        ({"dig": 5}, "2"),
        ({"dig": 1, **RICH}, ""),
        ({"dig": 1, **POOR}, None),
    ],
)
def test_one_line_is_carried_out_or_what_stands_in_its_way_is_told(
    line: Line, rule: str | None
) -> None:
    seated = table()
    before = copied(seated.state)
    problem = run(Digging(Mine("kim"), seated).attempt(line))
    assert (problem and problem.rule) == rule
    assert seated.events == [] or problem is None
    assert problem is None or seated.state == before


# -- in rehearsal ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ([{"dig": 1}], []),
        ([{"dig": 3}], [(NOT_ALLOWED, (0, "deep"), "2")]),
        ([{"dig": 0}], [(WARNING, (0,), "3")]),
        # Behind chance some faults are warnings.
        ([{"dig": 1}, {"dig": 3}], [(WARNING, (1, "deep"), "2")]),
        ([{"dig": 1}, {"dig": 9}], [(NOT_ALLOWED, (1,), "4")]),
        # Legal, but it does nothing; legal, but perhaps a slip; refused in another way.
        ([{"carry": "red bag"}, SONG], [(WARNING, (1,), "8"), (WARNING, (1,), "8")]),
        ([SONG], [SINGS]),
        ([{"point": {}}], [(AMBIGUOUS, (0,), "9")]),
        # Each line is judged behind those above it, on the own part too.
        ([{"carry": "red bag"}, {"carry": "red bag"}], [(NOT_ALLOWED, (1,), "7")]),
        # Of what a refused line spoke of nothing is said.
        ([{"carry": "green bag"}, {"carry": "green bag"}], [(NOT_ALLOWED, (0,), "7")]),
        # Stops: something must have been done before.
        ([{"wait": {}}], [(NOT_ALLOWED, (0,), "")]),
        ([{"dig": 1}, {"wait": {}}], []),
        ([SONG, {"dig": 1, **POOR}, {"dig": 1, **POOR}], [SINGS]),
        (
            [{"dig": 1}, {"dig": 1, **POOR}, SONG, {"dig": 3, **POOR}],
            [(WARNING, (2,), "8"), (WARNING, (3,), "")],
        ),
        ([{"dig": 1, "if": [["gold", ">", 0]], "else": "stop"}], [(NOT_ALLOWED, (0,), "")]),
        ([{"dig": 1, "if": [["gold", ">", 0]], "else": "skip"}], [(WARNING, (0,), "")]),
        ([{"dig": 1}, {"wait": {}}, SONG], [(NOT_ALLOWED, (2,), ""), (WARNING, (2,), "8")]),
        # Behind a wait that has to go all is tried, behind one that may stay what is always wrong.
        (
            [SONG, {"dig": 1}, {"wait": {}}, {"dig": 9}, {"dig": 0}, {"dig": 9}],
            [(NOT_ALLOWED, (n,), rule) for n, rule in ((3, ""), (3, "4"))]
            + [SINGS, (WARNING, (4,), "3"), (WARNING, (5,), "")],
        ),
        (
            [{"wait": {}}, {"dig": 3}],
            [(NOT_ALLOWED, (0,), ""), (NOT_ALLOWED, (1, "deep"), "2")],
        ),
        (
            [SONG, {"dig": 2}, {"wait": {}, **RICH}, {"dig": 3}, {"dig": 9}],
            [(NOT_ALLOWED, (4,), "4"), SINGS, (WARNING, (3,), "")],
        ),
        (
            [SONG, {"dig": 2}, {"dig": 9, **POOR}, {"dig": 9}],
            [(NOT_ALLOWED, (n,), "4") for n in (2, 3)] + [SINGS, (WARNING, (2,), "")],
        ),
        (
            [SONG, {"dig": 2}, {"dig": 9, **POOR, "else": "skip"}, {"dig": 9}],
            [(NOT_ALLOWED, (n,), "4") for n in (3, 2)] + [SINGS, (WARNING, (2,), "")],
        ),
        # What is wrong with the lines together has its own path.
        (
            [{"dig": 1}] * 5,
            [(NOT_ALLOWED, (), "5"), (WARNING, (1, "sing"), "6")],
        ),
        # Nobody lends in a rehearsal; behind that nothing is sure.
        ([{"borrow": {}}, {"dig": 3}], [(WARNING, (0,), "11"), (WARNING, (1, "deep"), "2")]),
    ],
)
def test_a_rehearsal_finds_what_is_wrong(lines: Answer, found: list[Any]) -> None:
    assert tried(lines) == found


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            [{"dig": 2}, {"dig": 1, **POOR}],
            "the condition of order 2 does not hold here: only the form was checked",
        ),
        ([{"dig": 2}, {"dig": 1, **POOR}, {"dig": 1}], "orders 2 and 3 are not reached here"),
        (
            [{"dig": 2}, {**POOR, "else": "skip", "dig": 1}, {"dig": 2}, {**POOR, "dig": 1}],
            "the conditions of orders 2 and 4 do not hold here",
        ),
        ([{"dig": 2}] * 5 + [{"dig": 1}], "order 6 is not reached here"),
        ([{"gamble": {}}, {"dig": 3}, {"dig": 2}], "orders 2 and 3 are not reached here"),
    ],
)
def test_a_rehearsal_says_what_it_did_not_try(lines: Answer, said: str) -> None:
    found = Digging.on_copy(Mine("kim"), view()).play(lines).warnings
    assert [said in fault.reason for fault in found] == [True]


@pytest.mark.parametrize(("otherwise", "hint"), [("stop", "order 2 stops them"), ("skip", "")])
def test_a_stop_at_a_condition_that_does_not_hold_is_pointed_out(otherwise: str, hint: str) -> None:
    lines: Answer = [{"dig": 2}, {"dig": 1, **POOR, "else": otherwise}, {"dig": 1}]
    (found,) = Digging.on_copy(Mine("kim"), view()).play(lines).warnings
    assert found.hint.startswith(hint) and bool(found.hint) == bool(hint)


def test_what_is_always_wrong_is_found_behind_dice_of_which_nothing_is_hoped() -> None:
    """Nothing comes of itself there, and what is wrong in any position is told all the same."""
    walk = rehearsed([{"gamble": {}}, {"dig": 9}, {"carry": "green bag"}])
    assert walk.judged is not None
    assert [(fault.path, fault.rule) for fault in walk.judged.faults] == [((1,), "4")]
    assert (walk.ended, walk.finished, walk.table.unsure) == (True, 0, True)


def test_doubts_are_kept_of_refused_lines_alone() -> None:
    walk = rehearsed([{"carry": "green bag"}, {"carry": "red bag"}, SONG])
    assert walk.doubts == {"green bag"}


def test_hints_stand_beside_the_reason() -> None:
    (fault,) = Mine("kim").judge(view(), [{"carry": "green bag"}]).faults
    assert fault == Fault(NOT_ALLOWED, (0,), "not your bag", "7", "yours: red bag, blue bag")


def test_a_rehearsal_goes_on_where_it_was_left_by_lines_before() -> None:
    """As random play does, line by line."""
    walk = Digging.on_copy(Mine("kim"), view())
    lines: Answer = [{"dig": 2}, {"carry": "red bag"}, {"dig": 2}]
    for line in lines:
        assert walk.play([line]).faults == []
    assert (walk.public["gold"], walk.own["bags"]) == (4 * LUCK, ["blue bag"])
    assert walk.play([{"carry": "red bag"}]).faults != []


def test_in_rehearsal_nobody_is_told_and_what_happened_can_be_read() -> None:
    walk = rehearsed([{"dig": 1}, {"dig": 3}])
    assert [event["kind"] for event in walk.table.events] == ["dug"]
    assert walk.view.public["gold"] == LUCK


def test_walks_without_hooks_say_nothing_of_their_own() -> None:
    class Bare(Request):
        kind, rule, walk = "bare", "1", Walk
        actions: ClassVar[Sequence[type[Action[Any]]]] = ()

        def title(self, reader: str = "") -> str:
            return "nothing"

    walk = Walk.on_copy(Bare("kim"), view())
    judged = walk.rehearse([])
    assert (judged.faults, judged.warnings) == ([], [])
    assert (walk.measure(), walk.over(), Bare.words, Bare.conditions) == ({}, False, {}, {})


def test_words_and_conditions_of_a_request_are_those_of_its_actions_and_walk() -> None:
    assert list(Mine.words) == [
        "dig",
        "carry",
        "sing",
        "point",
        *["gamble", "borrow", "look", "shaft", "wait"],
    ]
    assert Mine.words["dig"] == Number(0, 99)
    assert Mine.conditions is Digging.quantities


def test_code_that_waits_for_somebody_is_no_rehearsal() -> None:
    async def waits() -> None:
        await table().ask(Mine("lee"))

    with pytest.raises(RuntimeError, match="waits for nobody"):
        driven(waits())


class Shifts(Digging):
    """Digs by shifts: before a dig others may lend a lamp, and a roll may fill the heap."""

    async def prepare(self, word: str) -> None:
        if word == "dig" and not self.public["songs"]:
            self.public["songs"] = 1
            await self.table.ask(Mine("lee"))
            self.public["gold"] += self.table.roll("seam", 1, hoped=[2])[0]


class ByShifts(Mine):
    kind, walk = "shifts", Shifts


def test_what_comes_of_itself_before_a_line_may_roll_and_ask() -> None:
    seated, request = table(luck=3), ByShifts("kim")
    lines: Answer = [{"dig": 1}, {"if": [["gold", ">=", 5]], "else": "skip", "dig": 2}]
    run(carried_out(seated, request), [lines], [[]])
    assert (seated.public["gold"], seated.public["songs"]) == (12, 1)
    walk = Shifts.on_copy(request, view())
    assert walk.rehearse([{"dig": 1}]).faults == []
    assert (walk.public["gold"], walk.table.unsure) == (3, True)


def test_a_line_is_not_tried_if_what_came_before_it_has_ended_all() -> None:
    seated = table(luck=10)
    run(carried_out(seated, ByShifts("kim")), [[{"dig": 1}]], [[]])
    assert (seated.public["gold"], seated.events) == (10, [])


class Foreseen(Digging):
    """Nothing comes between the answer and its lines."""

    foreseen: ClassVar[bool] = True


class ByForesight(Mine):
    kind, walk = "foresight", Foreseen


def test_an_answer_that_is_foreseen_is_judged_once() -> None:
    """Where it comes alone; of answers that are opened together each line is judged again."""
    request, lost = ByForesight("kim"), [{"sing": {}}]
    assert request.judge(view(), [{"carry": "red bag"}]).faults == []
    for mine, songs in ((Mine("kim"), 0), (request, 1)):
        seated = table()
        seated.public["carried"].append(["lee", "green bag"])
        run(carried_out(seated, mine), [lost])
        assert seated.public["songs"] == songs
    seated = table()
    answers: list[Answer] = [[{"carry": "green bag"}], lost]
    run(all_carried_out(seated, [Mine("lee"), request]), answers)
    assert (seated.public["songs"], told(seated)) == (0, [(1, "8")])


@pytest.mark.parametrize("line", [{"dig": 1}, {"borrow": {}}, {"gamble": {}}])
def test_what_hangs_on_dice_or_others_is_not_foreseen(line: Line) -> None:
    with pytest.raises(RuntimeError, match="Foreseen is not foreseen: it hangs on others"):
        ByForesight("kim").judge(view(), [line])


def test_a_walk_with_a_line_that_may_be_idle_is_not_foreseen() -> None:
    with pytest.raises(RuntimeError, match="Foreseen is not foreseen: a line may be idle"):
        ByForesight("kim").judge(view(), [{"carry": "red bag"}, {"sing": {}}])


class Slipping(Digging):
    """Says when it is asked for slips."""

    looked: ClassVar[list[Answer]] = []

    def slips(self) -> Iterable[Problem]:
        self.looked.append(self.lines)
        yield Problem("some gold is left", "12", weight=SLIP)


class BySlips(Mine):
    kind, walk = "slips", Slipping


def test_slips_of_an_answer_are_looked_for_only_where_they_are_read() -> None:
    """And not of one that is refused."""
    request, good, bad = BySlips("kim"), [{"dig": 1}], [{"carry": "green bag"}]
    assert request.refused(view(), good) == []
    assert [fault.reason for fault in request.refused(view(), bad)] == ["not your bag"]
    assert request.judge(view(), bad).warnings == []
    assert Slipping.looked == []
    slip = Fault(WARNING, (), "some gold is left", "12")
    assert request.judge(view(), good).warnings == [slip]
    assert Slipping.looked == [good]
