"""Game turns by the names that orders give them."""

from __future__ import annotations

import pytest

from referee.engine.calendar import Calendar, numbered
from referee.orders.advance import timed
from tests.rules.end_of_the_triumvirate.adapter import ruleset as triumvirate
from tests.toys import smugglers

SEASONS = Calendar(["1/spring", "1/autumn", "2/spring"], lambda public: public["now"])


@pytest.mark.parametrize(
    ("now", "over"),
    [("1/spring", 0), ("1/autumn", 1), ("2/spring", 2), ("end", 4)],
)
def test_turns_before_the_one_it_is_are_over_and_all_at_the_end(now: str, over: int) -> None:
    names = ["1/spring", "1/autumn", "2/spring", "end"]
    assert [SEASONS.reached({"now": now}, name) for name in names] == [n < over for n in range(4)]


@pytest.mark.parametrize("until", ["1/Autumn", " 1 / autumn", "1-autumn"])
def test_capitals_blanks_and_a_hyphen_do_not_matter(until: str) -> None:
    assert SEASONS.place(until) == 1


@pytest.mark.parametrize("until", ["", "autumn", "3/spring"])
def test_what_names_no_turn_is_refused_with_the_hint(until: str) -> None:
    with pytest.raises(ValueError, match="write a turn such as 1/spring or 2/spring, or end"):
        SEASONS.reached({"now": "1/spring"}, until)


def test_behind_the_last_turn_comes_the_end() -> None:
    following = [SEASONS.after({"now": now}) for now in (*SEASONS.turns, "end")]
    assert following == ["1/autumn", "2/spring", "end", "end"]


def test_turns_by_number() -> None:
    calendar = numbered(3, "round")
    assert [calendar.turn({"round": n}) for n in range(5)] == ["1", "1", "2", "3", "end"]
    assert calendar.turn({"round": 2, "result": {"winner": None, "ending": "draw"}}) == "end"
    assert calendar.turn({"round": 2, "result": None}) == "2"
    with pytest.raises(ValueError, match="such as 1 or 3, or end"):
        calendar.place("4")
    short = numbered(3, last_of=lambda public: 2)
    assert (short.after({"turn": 1}), short.after({"turn": 2})) == ("2", "end")


def test_a_year_of_two_players_is_shorter() -> None:
    """The eighth turn of a year is passed over where years have seven."""
    for scenario, last in (("three", "1/8"), ("two", "1/7")):
        public = {**triumvirate.rules.setup(scenario, {})["public"], "stone": 1}
        assert triumvirate.calendar.turn(public) == last
        assert triumvirate.calendar.after(public) == "2/1"


def test_an_end_that_a_shorter_game_never_comes_to_is_no_fault() -> None:
    """A file is read without knowing which options its game has."""
    public = smugglers.ruleset.rules.setup("three", {"nights": "4"})["public"]
    coming = {"number": 1, "on": "voyage", "select": {}, "until": "6", "misfit": "", "orders": []}
    found, faults = timed([coming], smugglers.ruleset.calendar, public, draft=True)
    assert (len(found), faults) == (1, [])
