"""The End of the Triumvirate: who is asked what, and what is chosen for those who say nothing."""

from __future__ import annotations

from referee.engine.request import View
from tests.rules.end_of_the_triumvirate.adapter import (
    Escape,
    Raise,
    Servant,
    Turn,
    position,
    ruleset,
)
from tests.rules.end_of_the_triumvirate.driver import moving, province, start
from tests.support.beside import follow


def test_defaults_of_forced_choices() -> None:
    public = start()
    province(public, "macedonia", legions=4)
    province(public, "hispania-ulterior", legions=4, gold=1)
    province(public, "sicilia", gold=2)
    seen = View("pompey", public, {})
    escape = Escape("pompey", at="italia", by="caesar")
    assert escape.chosen(seen, []) == "hispania-ulterior"
    assert escape.favour(seen, "most gold") == "sicilia"
    raising = Raise("pompey", at="italia", by="caesar")
    assert raising.chosen(seen, []) == "political"
    public["characters"]["pompey"]["political"] = 2
    assert raising.chosen(seen, []) == "military"
    assert raising.favour(seen, "higher") == "political"


def test_a_forced_choice_takes_what_can_be_chosen() -> None:
    public = start()
    escape, view = Escape("pompey", at="italia", by="caesar"), View("pompey", public, {})
    assert escape.judge(view, [{"escape": "italia"}]).faults != []
    assert escape.judge(view, [{"escape": "sicilia"}]).faults == []
    wishes: list[dict[str, object]] = [{"escape": ["italia", "syria", "sicilia"]}]
    assert follow(ruleset, escape, view, wishes) == [{"escape": "sicilia"}]
    assert follow(ruleset, escape, view, [{"escape": ["syria"]}]) is None
    most_gold = follow(ruleset, escape, view, [{"most gold": {}}])
    assert most_gold == [{"escape": "hispania-citerior"}]


def test_the_threat_is_the_strongest_character_who_can_land_where_one_stands() -> None:
    """6.1, 7.3 Pompey in Italia with six legions reaches Illyricum, Crassus in Syria does not."""
    public = moving("caesar", caesar={"at": "illyricum"}, pompey={"at": "italia"})
    province(public, "illyricum", legions=3)
    province(public, "italia", legions=6)
    province(public, "syria", legions=6)
    turn, view = Turn("caesar", year=1, turn=1, part=1), View("caesar", public, {})
    numbers = turn.walk.on_copy(turn, view).measure()
    told = [numbers[name] for name in ("legions", "threat", "odds", "in danger")]
    assert told == [3, 6, 83, 1]
    province(public, "illyricum", legions=4)
    assert turn.walk.on_copy(turn, view).measure()["in danger"] == 0
    for key in position.owned(public, "caesar"):
        province(public, key, owner="caesar" if key == "illyricum" else "crassus")
    last = turn.walk.on_copy(turn, view).measure()  # 6.9 nobody attacks a last province
    assert (last["threat"], last["odds"]) == (0, 999)


def test_a_character_at_sea_threatens_nobody() -> None:
    """7.7 Others choose in the middle of his conquest."""
    public = moving("caesar", caesar={"at": "illyricum"}, pompey={"at": "sea-central"})
    public["characters"]["crassus"]["at"] = "sea-east"
    turn, view = Turn("caesar", year=1, turn=1, part=1), View("caesar", public, {})
    numbers = turn.walk.on_copy(turn, view).measure()
    assert (numbers["threat"], numbers["in danger"]) == (0, 0)


def test_nothing_is_asked_where_nothing_can_be_done() -> None:
    public = moving("caesar", caesar={"at": "illyricum"})
    rest = Turn("caesar", year=1, turn=1, part=2)
    assert rest.forced(public) is None
    public["now"]["points"] = 0
    assert rest.forced(public) == []
    public["characters"]["caesar"]["gold"] = 1
    assert rest.forced(public) is None


def test_nobody_is_asked_for_the_only_refuge() -> None:
    public = moving("caesar")
    for key in position.owned(public, "pompey"):
        province(public, key, owner="crassus")
    for key in ("hispania-citerior", "sicilia"):
        province(public, key, owner="pompey")
    assert Escape("pompey", at="hispania-citerior", by="caesar").forced(public) == []
    assert Escape("pompey", at="italia", by="caesar").forced(public) is None


def test_where_a_servant_goes_unless_told() -> None:
    public = start(pompey={"at": "italia"})
    request, seen = Servant("pompey", year=1), View("pompey", public, {})
    province(public, "hispania-citerior", active=0)
    assert request.chosen(seen, []) == "italia"
    province(public, "italia", active=1)
    assert request.chosen(seen, []) == "hispania-citerior"
    assert request.favour(seen, "political") == "sicilia"
    for key in position.owned(public, "pompey"):
        province(public, key, active=1)
    assert request.chosen(seen, []) == "italia"
