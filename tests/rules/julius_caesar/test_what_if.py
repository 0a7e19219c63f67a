"""Chances of battles: the same as the battle phase has, shot by shot, and in all."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from referee.engine.odds import Asked, Fights, Piece, Unreckoned, Wager
from referee.engine.request import Request, View
from referee.engine.table import view_of
from referee.engine.words import Answer
from referee.odds.reckoning import Chances, chances, exact, played
from tests.rules.julius_caesar.adapter import SEATS, board, melee, ruleset, what_if
from tests.rules.julius_caesar.battlefield import Fight, position
from tests.support.seeds import count, with_seeds

Data = dict[str, Any]
Fighter, Melee, Terms = melee.Fighter, melee.Melee, melee.Terms
#: A city with many neighbours, and those from which attackers and Reserves come.
PLACE, NEAR = "ravenna", ("rome", "genua", "aquileia")


# The same dice in the battle phase, and as a chain of shots.


class Quiet:
    """Answers as both sides fight in `what-if`; weaker: seats that leave when they are."""

    def __init__(self, weaker: Sequence[str]) -> None:
        self.weaker = weaker

    def __call__(self, request: Request, view: View) -> Answer | None:
        kind = ruleset.rules.kinds[request.kind]
        if request.kind == "next battle":
            return [{"battle": PLACE}]
        if request.kind == "hits":
            return kind.standing.follow(request, view, [{"spare leaders": {}}, {"weakest": {}}])
        if request.kind != "battle turn":
            return None
        number = kind.standing.measure(request, view)
        weak = number["own strength"] < number["enemy strength"]
        leaves = request.seat in self.weaker and number["round"] > 1 and weak
        then: Answer = [{"withdraw": {}}] if leaves else [{"fire": {}}, {"withdraw": {}}]
        return kind.standing.follow(request, view, then)


def scattered(chance: random.Random) -> Data:
    """Blocks of both sides in one city, some in Reserve, some weak; friends around, so that all who
    leave find a way, or nobody at all."""
    land = [key for key, one in board.BLOCKS.items() if not one.fleet]
    chance.shuffle(land)
    attacker, number = chance.choice(SEATS), [chance.randint(1, 4) for _ in SEATS]
    sides: dict[str, list[str]] = {seat: [] for seat in SEATS}
    for block in land:
        seat = board.BLOCKS[block].seat
        if block == "cleopatra":
            seat = chance.choice(SEATS)
        if len(sides[seat]) < number[SEATS.index(seat)]:
            points = chance.choice(board.BLOCKS[block].steps)
            attacks = seat == attacker
            origin = chance.choice(NEAR[:2]) if attacks else chance.choice(["", "", NEAR[2]])
            sides[seat].append(f"{block}/{points}" + (f"@{origin}" if origin else ""))
    if chance.random() < 0.4 and all("cleopatra" not in b for some in sides.values() for b in some):
        seat = chance.choice(SEATS)
        sides[seat].append("cleopatra/1" + (f"@{NEAR[1]}" if seat == attacker else ""))
    options = {"cleopatra-acts": chance.choice(["next-round", "this-round"])}
    state = position({PLACE: sides}, attacker, scenario="campaign", options=options)
    if chance.random() < 0.3:
        state["public"]["surprise"] = {"place": PLACE, "seat": attacker}
    return state


def melee_of(state: Data, weaker: Sequence[str]) -> Any:
    """The same battle as a chain of shots."""
    public = state["public"]
    attack = public["attacks"][PLACE]
    fighters = []
    for seat in SEATS:
        for block in board.standing(state["seats"][seat]["blocks"], PLACE):
            here = state["seats"][seat]["blocks"][block]
            late = here["from"] != attack["main"] if seat == attack["attacker"] else here["from"]
            fighters.append(Fighter(block, seat, here["strength"], bool(late)))
    roles = {side: attack[side] for side in ("attacker", "defender")}
    surprise = (public["surprise"] or {}).get("place") == PLACE
    battle = {**roles, "place": PLACE, "round": 1, "surprise": surprise, "retreats": {}}
    ways = {seat: what_if.ways_out_of(public, battle, seat) for seat in SEATS}
    waits = public["options"]["cleopatra-acts"] == "next-round"
    return Melee(fighters, Terms(battle, weaker, ways, waits, "caesar"))


@with_seeds(range(4_000), few=120)
def test_a_battle_comes_out_as_in_the_battle_phase_with_the_same_dice(seed: int) -> None:
    chance = random.Random(seed)
    state = scattered(chance)
    weaker = [seat for seat in SEATS if chance.random() < 0.3]
    chain = melee_of(state, weaker)
    fight = Fight(state)
    fight.run(Quiet(weaker), [chance.randint(1, 6) for _ in range(1_000)])
    stand = chain.begin()
    for shot in fight.told("fire"):
        weights = chain.weights(stand)
        assert len(weights) == len(shot["dice"]) + 1
        stand = chain.after(stand, shot["hits"])
    assert chain.weights(stand) == ()
    (over,) = fight.told("battle over")
    end = chain.end(stand)
    assert end.outcome == (over["winner"] or "")
    assert set(end.marks) - {"cleopatra"} == {b for some in SEATS for b in killed(fight, some)}
    assert dict(left(chain, stand)) == dict(standing(fight))


def left(chain: Any, stand: Any) -> Iterator[tuple[tuple[str, str], int]]:
    """The blocks that are left, and their strength."""
    for one, points in zip(chain.all, stand[2], strict=True):
        if points:
            yield (one.seat, one.block), abs(points)


def standing(fight: Fight) -> Iterator[tuple[tuple[str, str], int]]:
    """The same of a battle phase."""
    for seat in SEATS:
        for block, here in fight.state["seats"][seat]["blocks"].items():
            yield (seat, block), here["strength"]


def killed(fight: Fight, seat: str) -> list[str]:
    """Leaders that a seat has killed."""
    found: list[str] = fight.public["trophies"][seat]
    return found


# Every die of small battles, by a plain enumeration that shares nothing with the rules' code.

#: letter as defender, letter as attacker, firepower, strengths from full to last
CARDS = {
    "legio-8": ("C", "C", 3, (3, 2, 1)),
    "legio-17": ("C", "C", 2, (4, 3, 2, 1)),
    "antonius": ("A", "A", 2, (2, 1)),
    "legio-4": ("C", "C", 2, (3, 2, 1)),
    "p-elephant": ("B", "B", 3, (4, 2)),
    "p-ballista": ("B", "D", 4, (2, 1)),
}
LEADERS = ("antonius",)


@cache
def plain(forces: tuple[Any, ...], number: int, acted: tuple[str, ...]) -> dict[str, Fraction]:
    """The chance that each side holds the place; forces: (attackers, defenders), each pairs of
    block and strength.  Every die is thrown by itself."""
    if number > 4 or not all(forces):
        return {"defender" if forces[1] or not forces[0] else "attacker": Fraction(1)}
    waiting = [
        (CARDS[b][0 if side else 1], 1 - side, b not in LEADERS, b, points, side)
        for side, some in enumerate(forces)
        for b, points in some
        if b not in acted
    ]
    if not waiting:
        return plain(forces, number + 1, ())
    _, _, _, block, points, side = min(waiting)
    if number == 4 and side == 0:
        return plain(forces, 4, (*acted, block))
    found: dict[str, Fraction] = {}
    for dice in product(range(1, 7), repeat=points):
        hits = sum(die <= CARDS[block][2] for die in dice)
        after = list(forces)
        after[1 - side] = struck(forces[1 - side], hits, attacking=side == 1)
        for winner, share in plain(tuple(after), number, (*acted, block)).items():
            found[winner] = found.get(winner, Fraction(0)) + share / 6**points
    return found


def struck(force: tuple[tuple[str, int], ...], hits: int, attacking: bool) -> Any:
    """A force after some hits: each on the strongest; of equals no leader, then the weakest."""
    left = dict(force)
    for _ in range(min(hits, 99)):
        if not left:
            break
        most = max(left.values())
        equals = [block for block in left if left[block] == most]
        letter = 1 if attacking else 0
        weakest = min(equals, key=lambda b: (b in LEADERS, CARDS[b][2], -ord(CARDS[b][letter][0])))
        steps = CARDS[weakest][3]
        at = steps.index(left[weakest]) + 1
        if at < len(steps):
            left[weakest] = steps[at]
        else:
            del left[weakest]
    return tuple(sorted(left.items()))


def forces_of(mine: str, theirs: str) -> tuple[tuple[tuple[str, int], ...], ...]:
    """``legio-8/3 antonius/2`` as pairs, for both."""
    both = ([word.split("/") for word in text.split()] for text in (mine, theirs))
    return tuple(tuple(sorted((block, int(n)) for block, n in some)) for some in both)


def hypothetical(mine: str, theirs: str, **more: Any) -> Wager:
    """A battle without a place, of these blocks."""
    sides = [[Piece(b, n) for b, n in some] for some in forces_of(mine, theirs)]
    return asked(mine=sides[0], theirs=sides[1], **more)


def asked(seat: str = "caesar", state: Data | None = None, **more: Any) -> Wager:
    """What a seat asks at the start, or in a position of its own."""
    usual = {name: option.values[0] for name, option in ruleset.options.items()}
    state = state or ruleset.rules.setup("campaign", usual)
    assert ruleset.odds is not None
    return ruleset.odds.wager(view_of(state, seat), Asked(**more))


SMALL = [
    ("legio-8/3", "legio-4/3"),
    ("legio-8/2", "p-elephant/4"),
    ("legio-8/3 antonius/2", "legio-4/2"),
    ("legio-8/2 antonius/1", "p-ballista/2 legio-4/2"),
    ("legio-17/4", "p-elephant/4 p-ballista/1"),
    ("antonius/2 legio-17/2", "legio-4/2 p-elephant/2"),
]


@pytest.mark.parametrize(("mine", "theirs"), SMALL)
@pytest.mark.parametrize("defend", [False, True])
def test_small_battles_agree_with_every_die_thrown(mine: str, theirs: str, defend: bool) -> None:
    found = exact(hypothetical(mine, theirs, defend=defend), 100_000)
    forces = forces_of(mine, theirs)
    known = plain(forces[::-1] if defend else forces, 1, ())
    roles = ("defender", "attacker") if defend else ("attacker", "defender")
    for seat, role in zip(SEATS, roles, strict=True):
        assert found.outcomes[seat].value == pytest.approx(float(known.get(role, 0)), abs=1e-9)
    assert sum(one.value for one in found.outcomes.values()) == pytest.approx(1)


# Blocks that are not seen.


def test_an_unseen_block_is_each_that_it_can_be_alike() -> None:
    """The chances with one unseen block are the average over blocks and strengths."""
    found = exact(asked(mine=[Piece("legio-8")], theirs=[Piece(what_if.UNSEEN)]), 400_000)
    green = [b for b, one in board.BLOCKS.items() if one.colour == "green"]
    able = [b for b in green if not board.is_fleet(b) and board.BLOCKS[b].start]
    total = Fraction(0)
    for block in able:
        steps = board.BLOCKS[block].steps
        for points in steps:
            alone = asked(mine=[Piece("legio-8")], theirs=[Piece(block, points)])
            share = exact(alone, 10_000).outcomes["caesar"].value
            total += Fraction(share) / len(steps) / len(able)
    assert found.outcomes["caesar"].value == pytest.approx(float(total), abs=1e-9)
    assert found.fights > len(able)


def test_unseen_blocks_at_full_strength_fight_better() -> None:
    usual, full = (
        exact(asked(mine=[Piece("legio-8")], theirs=[Piece("unseen")], full=full), 400_000)
        for full in (False, True)
    )
    assert full.outcomes["caesar"].value < usual.outcomes["caesar"].value - 0.1


def test_what_was_killed_or_is_ones_own_is_not_unseen() -> None:
    usual = {name: option.values[0] for name, option in ruleset.options.items()}
    state = ruleset.rules.setup("campaign", usual)
    state["seats"]["pompey"]["blocks"].pop("pompey")
    state["public"]["pool"]["pompey"] -= 1
    state["public"]["trophies"]["caesar"] = ["pompey"]
    wager = asked(state=state, mine=[Piece("legio-8")], theirs=[Piece("unseen")])
    told = " ".join(wager.forces)
    assert "Brutus" in told
    assert "Scipio" in told
    assert " Pompey," not in told
    assert "Navis" not in told
    assert "Brutus is killed" in wager.marks.values()


def test_battles_played_at_random_agree_with_exact_chances_within_their_error() -> None:
    """Nineteen times in twenty; of these numbers one in ten may be outside."""
    outside = number = 0
    for mine, theirs in SMALL:
        wager = hypothetical(mine, theirs)
        known, found = exact(wager, 100_000), played(wager, 2_000)
        assert found.battles == 2_000
        for one, two in zip(numbers(known), numbers(found), strict=True):
            assert abs(one.value - two.value) <= 2 * two.error + 1e-9
            outside += abs(one.value - two.value) > two.error
            number += 1
    assert outside <= number // 10


def numbers(found: Chances) -> list[Any]:
    """All that is told of a battle."""
    return [*found.outcomes.values(), *found.counts, *found.marks.values()]


def test_the_battle_phase_played_at_random_agrees_with_the_chances() -> None:
    """A battle with Reserves, 100,000 times with --long, by the steps of the battle phase."""
    battles, chance = count(300, 100_000), random.Random(7)
    sides = {
        "caesar": ["caesar/2@rome", "legio-8/3@rome", "legio-11/2@genua"],
        "pompey": ["pompey/3", "legio-1/3", "p-ballista/2@aquileia"],
    }
    state = position({PLACE: sides}, scenario="campaign", options={"cleopatra-acts": "next-round"})
    fight = melee_of(state, ["pompey"])
    wager = hypothetical("legio-8/3", "legio-4/3")._replace(
        marks={"caesar": "", "pompey": ""},
        fights=Fights(1, lambda: iter([(Fraction(1), fight)]), lambda chance: fight),
    )
    known, won = exact(wager, 200_000), 0
    for _ in range(battles):
        game = Fight(position({PLACE: sides}, scenario="campaign", options={}))
        game.run(Quiet(["pompey"]), [chance.randint(1, 6) for _ in range(150)])
        won += game.told("battle over")[0]["winner"] == "caesar"
    share = known.outcomes["caesar"].value
    assert 0.05 < share < 0.95
    assert abs(won / battles - share) < 3 * (share * (1 - share) / battles) ** 0.5


# What is asked of a position.


def fought(attacker: str = "caesar") -> Data:
    """Three of each side at Ravenna, one of each in Reserve."""
    sides = {
        "caesar": ["caesar@rome", "legio-8/2@rome", "legio-11@genua"],
        "pompey": ["pompey", "legio-1", "legio-3@aquileia"],
    }
    return position({PLACE: sides}, attacker, scenario="campaign", options={})


def test_a_contested_place_has_the_blocks_and_reserves_that_are_there() -> None:
    wager = asked(state=fought(), at=PLACE)
    assert wager.heading == "Ravenna: Caesar attacks, Pompey defends"
    assert wager.forces[:4] == [
        "Caesar's blocks: Caesar A3 III, Legio 8 C3 II",
        "  in Reserve, for round 2: Legio 11 C3 III",
        "Pompey's blocks: 3 unseen green blocks",
        "  1 of the unseen in Reserve, for round 2",
    ]
    fight = wager.fights.drawn(random.Random(1))
    assert [one.block for one in fight.all if one.late and one.seat == "caesar"] == ["legio-11"]
    assert sum(one.late and one.seat == "pompey" for one in fight.all) == 1


def test_a_battle_that_goes_on_is_reckoned_from_where_it_stands() -> None:
    """After Caesar's two have fired in round 1, with what is face up."""
    state = fought()
    fight = Fight(state)
    say = Quiet([])
    fight.run(
        lambda request, view: None if "legio-1" in str(request.args) else say(request, view),
        [6] * 40,
    )
    assert state["public"]["battle"]["blocks"]["caesar"]["acted"]
    wager = asked(state=state, at=PLACE)
    assert wager.heading.endswith("the battle as it stands in round 1")
    assert wager.forces[2] == "Pompey's blocks: Pompey B3 III, Legio 1 C2 IV, 1 unseen green block"
    drawn = wager.fights.drawn(random.Random(1))
    first = drawn._order(1, swapped=False)
    assert "caesar" not in [drawn.all[n].block for n in first]
    assert wager.marks["pompey"] == "Pompey is killed"


def test_named_forces_fight_instead_of_those_that_are_there() -> None:
    wager = asked(state=fought(), at=PLACE, theirs=[Piece("scipio", 1), Piece("unseen", 2)])
    assert "Scipio A2 I, 2 unseen green blocks" in " ".join(wager.forces)
    assert not any("Reserve" in line for line in wager.forces)


def test_a_side_without_a_way_out_is_named() -> None:
    """7.62 Attackers that cannot leave are lost in round 4."""
    near = {place: {"pompey": ["legio-32"]} for place in ("rome",)}
    sides = {"caesar": ["caesar@rome"], "pompey": ["pompey"]}
    others = {"genua": "legio-4", "aquileia": "legio-5"}
    places = {PLACE: sides, **near, **{at: {"pompey": [b]} for at, b in others.items()}}
    wager = asked(state=position(places, scenario="campaign", options={}), at=PLACE)
    told = " ".join(wager.assumed)
    assert "Caesar's land blocks have no way out." in told, told


REFUSED = [
    ({"at": "athena"}, "you have no blocks in Athena"),
    ({"at": "genua"}, "the enemy has no blocks in Genua"),
    ({"mine": [Piece("scipio")], "theirs": [Piece("unseen")]}, "Scipio is not yours"),
    ({"mine": [Piece("legio-8")], "theirs": [Piece("legio-9")]}, "Legio 9 is yours"),
    ({"mine": [Piece("legio-8", 4)], "theirs": [Piece("unseen")]}, "cannot have strength 4"),
    ({"mine": [Piece("unseen", 2)], "theirs": [Piece("unseen")]}, "you know your own blocks"),
    ({"mine": [Piece("legio-8")], "theirs": [Piece("unseen", 99)]}, "can still be unseen"),
    ({"mine": [Piece("legio-8")], "theirs": [Piece("pompey"), Piece("pompey")]}, "named twice"),
    ({"mine": [], "theirs": [Piece("pompey")]}, "nobody fights"),
    ({"mine": [Piece("legio-8")], "theirs": []}, "nobody fights"),
    ({"at": "lugdunum", "mine": [Piece("c-navis-1")], "theirs": [Piece("unseen")]}, "cannot be in"),
]


@pytest.mark.parametrize(("question", "why"), REFUSED)
def test_what_is_no_battle_is_refused_with_a_reason(question: Data, why: str) -> None:
    with pytest.raises(Unreckoned, match=why):
        asked(**question)


def test_the_chances_come_at_once() -> None:
    """Six blocks against six unseen ones: what is gone through is bounded."""
    mine = [Piece(b) for b in ("caesar", "legio-7", "legio-8", "legio-9", "legio-10", "legio-11")]
    found = chances(asked(mine=mine, theirs=[Piece("unseen", 6)]))
    assert 300 < found.battles <= 5_000
    assert all(0 < one.error < 0.06 for one in found.outcomes.values())
