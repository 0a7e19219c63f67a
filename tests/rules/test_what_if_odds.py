"""Chances in The End of the Triumvirate and Caesar XL: as every draw and die gives them."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from referee.engine.odds import Asked, Piece, Unreckoned, Wager
from referee.engine.table import view_of
from referee.odds.reckoning import exact, played
from referee.ruleset import load

Data = dict[str, Any]


def asked(name: str, seat: str = "caesar", **more: Any) -> Wager:
    """What a seat asks at the start of a game."""
    ruleset = load(name)
    options = {key: option.values[0] for key, option in ruleset.options.items()}
    state = ruleset.rules.setup(next(iter(ruleset.scenarios)), options)
    assert ruleset.odds is not None
    return ruleset.odds.wager(view_of(state, seat), Asked(**more))


def enemy_place() -> tuple[str, str, Data]:
    """A province of Pompey without him, at the start."""
    ruleset = load("end-of-the-triumvirate")
    public = ruleset.rules.setup("three", {})["public"]
    here = public["characters"]["pompey"]["at"]
    found = [k for k, p in public["provinces"].items() if p["owner"] == "pompey" and k != here]
    return found[0], here, public


@pytest.mark.parametrize("attackers", [1, 2, 3, 5])
@pytest.mark.parametrize("defenders", [0, 1, 3])
@pytest.mark.parametrize("guarded", [False, True])
def test_an_attack_has_the_chances_of_every_draw(
    attackers: int, defenders: int, guarded: bool
) -> None:
    """7.1-7.5 Each set of weapons that can be drawn counts once."""
    at, _, public = enemy_place()
    theirs = [Piece("legion", defenders)] if defenders else []
    theirs += [Piece("pompey")] if guarded else []
    mine = [Piece("legion", attackers)]
    wager = asked("end-of-the-triumvirate", at=at, mine=mine, theirs=theirs)
    arms = [seat for seat, number in public["bag"].items() for _ in range(number)]
    count = min(3, attackers, defenders, len(arms))
    taken = [taking(draw, attackers, defenders, guarded) for draw in combinations(arms, count)]
    found = exact(wager, 1_000)
    assert found.outcomes["taken"].value == pytest.approx(sum(taken) / len(taken))


def taking(draw: tuple[str, ...], attackers: int, defenders: int, guarded: bool) -> bool:
    """Whether the attackers have somebody left: own weapons kill defenders, theirs attackers; a
    character kills two; the rest fall one against one."""
    attackers -= draw.count("pompey")
    defenders -= draw.count("caesar")
    attackers -= 2 if guarded else 0
    return attackers > defenders


def test_an_attack_on_ones_own_province_needs_an_attacker() -> None:
    _, _, public = enemy_place()
    mine = next(k for k, p in public["provinces"].items() if p["owner"] == "caesar")
    with pytest.raises(Unreckoned, match="Pompey or Crassus may attack"):
        asked("end-of-the-triumvirate", at=mine)
    wager = asked("end-of-the-triumvirate", at=mine, theirs=[Piece("crassus"), Piece("legion", 4)])
    assert "Crassus attacks, Caesar defends" in wager.heading


def test_an_attacker_at_sea_has_the_legions_that_came_with_him() -> None:
    """6.5 A sea is no province: nothing stands there."""
    ruleset = load("end-of-the-triumvirate")
    at, _, public = enemy_place()
    state = ruleset.rules.setup("three", {})
    state["public"]["characters"]["caesar"] |= {"at": "sea-central", "legions": 3}
    assert "sea-central" not in public["provinces"]
    assert ruleset.odds is not None
    wager = ruleset.odds.wager(view_of(state, "caesar"), Asked(at=at))
    assert "Caesar: 3 legions" in wager.forces


def chance(mine: list[int], theirs: list[int]) -> dict[str, Fraction]:
    """10.3 Every die of every round; lists of swords, in the order of losses.  A round without hits
    is thrown again, so it does not count."""
    if not (mine and theirs):
        return {"mine" if mine else "theirs" if theirs else "nobody": Fraction(1)}
    found: dict[str, Fraction] = {}
    counted = 0
    for dice in product(range(1, 7), repeat=len(mine) + len(theirs)):
        pairs = list(zip(dice, [*mine, *theirs], strict=True))
        hits = [die <= swords for die, swords in pairs]
        struck, lost = sum(hits[: len(mine)]), sum(hits[len(mine) :])
        if not (struck or lost):
            continue
        counted += 1
        for who, share in chance(mine[lost:], theirs[struck:]).items():
            found[who] = found.get(who, Fraction(0)) + share
    return {who: share / counted for who, share in found.items()}


@pytest.mark.parametrize(("mine", "theirs"), [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1)])
def test_a_small_battle_has_the_chances_of_every_die(mine: int, theirs: int) -> None:
    """Regular legions of both, without leaders: each is lost by one hit."""
    forces = {"mine": [Piece("legion", mine)], "theirs": [Piece("legion", theirs)]}
    found = exact(asked("caesar-xl", **forces), 100_000)
    swords = load("caesar-xl").data["units"]["legion"]["regular"]  # type: ignore[index]
    known = chance([swords] * mine, [swords] * theirs)
    for seat, who in (("caesar", "mine"), ("pompey", "theirs"), ("nobody", "nobody")):
        assert found.outcomes[seat].value == pytest.approx(float(known.get(who, 0)))


def test_battles_at_random_agree_within_their_error() -> None:
    forces = {"mine": [Piece("legion", 3), Piece("caesar")], "theirs": [Piece("barbarian", 5)]}
    wager = asked("caesar-xl", at="germania", mine_leave="weaker", **forces)
    known, found = exact(wager, 100_000), played(wager, 2_000)
    for name, one in known.outcomes.items():
        assert abs(one.value - found.outcomes[name].value) <= 1.5 * found.outcomes[name].error


def test_a_force_of_the_wrong_side_is_refused() -> None:
    with pytest.raises(Unreckoned, match="not a piece of Caesar"):
        asked("caesar-xl", mine=[Piece("pl01")], theirs=[Piece("legion", 2)])


def test_a_leader_who_is_not_in_play_may_be_anybodys_but_not_both() -> None:
    """7.2 Nobody knows in which hand he is."""
    legions = {"mine": [Piece("legion", 2)], "theirs": [Piece("legion", 2), Piece("L4")]}
    assert "Cato 1" in "\n".join(asked("caesar-xl", **legions).forces)
    legions["mine"].append(Piece("L4"))
    with pytest.raises(Unreckoned, match="Cato is not a piece of Pompey"):
        asked("caesar-xl", **legions)
