"""Writers: random play of several lines, each tried in a rehearsal."""

from __future__ import annotations

import random

from referee.engine.judgement import Judgement
from referee.engine.words import ELSE, IF, SKIP, STOP, Answer
from referee.engine.writer import Writer, Written
from tests.unit.test_walk import Carry, Dig, Digging, Gamble, Mine, view


class Digger(Writer[Digging]):
    def written(self) -> Answer:
        for _ in range(3):
            self.add(Dig.word, 1)
        return self.lines


class Porter(Writer[Digging]):
    def written(self) -> Answer:
        while self.walk.own["bags"]:
            self.add(Carry.word, self.chance.choice(self.walk.own["bags"]))
        assert len(self.public["carried"]) == 2, "the position behind the lines so far"
        return self.lines


def answers(writer: type[Writer[Digging]], seeds: int) -> list[Answer]:
    """What it writes, legal each time."""
    seen, found = view(), []
    for seed in range(seeds):
        answer = Written(writer).sample(Mine("kim"), seen, random.Random(seed))
        assert Mine("kim").judge(seen, answer).faults == []
        found.append(answer)
    assert seen == view()
    return found


def test_each_line_is_written_on_the_position_that_those_before_have_left() -> None:
    found = answers(Porter, 8)
    assert {tuple(str(line["carry"]) for line in answer) for answer in found} == {
        ("red bag", "blue bag"),
        ("blue bag", "red bag"),
    }


def test_after_chance_some_lines_have_conditions_of_every_sort() -> None:
    found = answers(Digger, 60)
    assert all(IF not in answer[0] for answer in found), "before chance all is sure"
    conditions = [line for answer in found for line in answer if IF in line]
    assert {line[ELSE] for line in conditions} == {SKIP, STOP}
    assert len(conditions) > 20


def test_only_lines_that_are_possible_are_written_and_none_behind_dice_without_hope() -> None:
    writer = Porter(Digging.on_copy(Mine("kim"), view()), random.Random(1))
    assert writer.goes_on()
    for _ in range(2):
        writer.may_add(Carry.word, "red bag")
    assert writer.lines == [{"carry": "red bag"}]
    assert writer.goes_on()
    writer.add(Gamble.word, {})
    assert not writer.goes_on()


def test_a_game_says_how_often_conditions_stop() -> None:
    class Steady(Digger):
        otherwise = (SKIP,)

    conditions = [line for answer in answers(Steady, 60) for line in answer if IF in line]
    assert {line[ELSE] for line in conditions} == {SKIP}


def test_conditions_on_what_only_the_seat_knows_never_stop() -> None:
    class Secret(Digging):
        quantities = {n: q._replace(private=True) for n, q in Digging.quantities.items()}  # noqa: RUF012

    class Hidden(Mine):
        walk = Secret

    chances = (random.Random(seed) for seed in range(60))
    found = [Written(Digger).sample(Hidden("kim"), view(), chance) for chance in chances]
    assert {line[ELSE] for answer in found for line in answer if IF in line} == {SKIP}


def test_another_way_stands_before_some_lines_for_a_case_that_does_not_come() -> None:
    longer = [answer for answer in answers(Digger, 60) if len(answer) > 3]
    assert longer
    for answer in longer:
        walk = Digging.on_copy(Mine("kim"), view())
        assert "only the form was checked" in str(walk.rehearse(answer).warnings)


def test_without_quantities_no_line_has_a_condition() -> None:
    class Plain(Digging):
        quantities = {}  # noqa: RUF012

    class Same(Mine):
        walk = Plain

    for seed in range(20):
        answer = Written(Digger).sample(Same("kim"), view(), random.Random(seed))
        assert not any(IF in line for line in answer)


def test_a_writer_says_what_is_likely() -> None:
    writer = Digger(Digging.on_copy(Mine("kim"), view()), random.Random(1))
    assert not any(writer.maybe(0) for _ in range(200))
    assert all(writer.maybe(100) for _ in range(200))
    assert 60 < sum(writer.maybe(50) for _ in range(200)) < 140


def test_a_line_that_is_possible_is_carried_out_without_being_judged() -> None:
    class Sure(Digger):
        def written(self) -> Answer:
            self.add_good(Dig.word, 3)
            assert (self.public["gold"], self.walk.judged) == (3, Judgement())
            return self.lines

    assert Written(Sure).sample(Mine("kim"), view(), random.Random(1)) == [{"dig": 3}]


def test_a_line_is_tried_and_written_if_nothing_but_a_slip_is_wrong_with_it() -> None:
    writer = Digger(Digging.on_copy(Mine("kim"), view()), random.Random(1))
    assert not writer.try_to(Dig.word, 3) and not writer.try_to(Carry.word, "green bag")
    assert writer.lines == []
    assert writer.try_to(Dig.word, 0) and writer.try_to(Carry.word, "red bag")
    assert [(line.get("dig"), line.get("carry")) for line in writer.lines] == [
        (0, None),
        (None, "red bag"),
    ]
    assert writer.walk.own["bags"] == ["blue bag"]


def test_one_of_some_things_or_none() -> None:
    writer = Digger(Digging.on_copy(Mine("kim"), view()), random.Random(1))
    assert writer.any_of([]) is None
    assert {writer.any_of(("red", "blue")) for _ in range(50)} == {"red", "blue"}
