"""A battle once more (7.0), for the follower."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.rules.slow.atlas import BLOCKS, LETTERS, OTHER, SEATS
from tests.rules.slow.commands import named
from tests.rules.slow.fights import (
    Exits,
    hits_by_force,
    one_way_only,
    regroup_ways,
    targets,
    trapped,
)
from tests.rules.slow.world import Asked, Battle, Shown

if TYPE_CHECKING:
    from tests.rules.slow.follow import Follower, Play

Turn = tuple[str, str]


def fight(game: Follower, place: str) -> Play:
    """7.1 to 7.7 Up to four rounds, then the winner regroups."""
    known = game.known
    attack = known.attacks[place]
    battle = Battle(place, attack.attacker, attack, known.surprise == place)
    known.battle = battle
    for block in game.world.at(place):
        if not in_reserve(game, battle, block):
            _show(game, battle, block)
    for number in range(1, 5):
        _next_round(game, battle, number)
        for turn in order_of(battle):
            yield from _turn(game, battle, turn)
        if len(game.world.holders(place)) < 2:
            break
    known.battle = None
    del known.attacks[place]
    for block in game.world.at(place):
        game.world.pieces[block].came = None
    yield from _regroup(game, place)


def in_reserve(game: Follower, battle: Battle, block: str) -> bool:
    """7.3, 6.14 Who came by another road than the main attack, and all reinforcements."""
    piece = game.world.pieces[block]
    if piece.owner == battle.attacker:
        return piece.came != battle.attack.main
    return piece.came is not None


def _show(game: Follower, battle: Battle, block: str) -> None:
    piece = game.world.pieces[block]
    battle.shown[block] = Shown(piece.owner, piece.strength, piece.came)


def order_of(battle: Battle) -> list[Turn]:
    """7.2 A to D, the defender first; by surprise all attackers first in round 1."""
    sides = [battle.defender, battle.attacker]
    if battle.surprise and battle.round == 1:
        return [(letter, seat) for seat in reversed(sides) for letter in LETTERS]
    return [(letter, seat) for letter in LETTERS for seat in sides]


def _next_round(game: Follower, battle: Battle, number: int) -> None:
    """7.2, 7.31 All may act again; in round 2 reserves come in, perhaps disrupted."""
    battle.round = number
    for shown in battle.shown.values():
        shown.acted = False
    for used in battle.left_by.values():
        used.clear()
    if number != 2:
        return
    gone = [seat for seat in SEATS if not battle.of(seat)]
    reserves = [block for block in game.world.at(battle.place) if block not in battle.shown]
    for block in reserves:
        _show(game, battle, block)
    if battle.defender in gone:
        battle.attacker = battle.defender
    for block in reserves:
        if battle.shown[block].owner in gone:
            lose_step(game, battle, block, order_of(battle)[0])


def lose_step(game: Follower, battle: Battle, block: str, now: Turn) -> None:
    """7.4 One step less for a block that lies face up."""
    if game.lose_step(block):
        battle.shown[block].strength = game.world.pieces[block].strength
    else:
        _gone(game, battle, block, now)


def _gone(game: Follower, battle: Battle, block: str, now: Turn) -> None:
    """7.5, 7.52 It is out, or is Cleopatra and acts for the other side from the next round."""
    del battle.shown[block]
    if block not in game.world.pieces:
        return
    _show(game, battle, block)
    battle.shown[block].acted = True
    if game.known.says("cleopatra-acts", "this-round"):
        hers = (battle.letter(block), battle.shown[block].owner)
        order = order_of(battle)
        battle.shown[block].acted = order.index(hers) < order.index(now)


def _turn(game: Follower, battle: Battle, now: Turn) -> Play:
    """7.2 Blocks of one letter and side, until all have acted or there is nobody to fight."""
    letter, seat = now
    while all(battle.of(side) for side in SEATS):
        waiting = _waiting(battle, now)
        if waiting and battle.must_leave(seat):
            for block in trapped(game.scene(seat), battle, waiting):
                game.eliminate(block)
                _gone(game, battle, block, now)
            waiting = _waiting(battle, now)
        if not waiting:
            return
        silent = None
        if battle.must_leave(seat):
            silent = one_way_only(game.scene(seat), battle, waiting)
        if silent is not None:
            for block, (to, via) in silent:
                _leave(game, battle, block, to, via)
            continue
        about = {"place": battle.place, "round": battle.round, "letter": letter}
        answers = yield [Asked("battle turn", seat, {**about, "blocks": waiting})]
        for line in answers[seat]:
            if all(battle.of(side) for side in SEATS):
                yield from _act(game, battle, line, now)


def _waiting(battle: Battle, now: Turn) -> list[str]:
    letter, seat = now
    return [b for b in battle.of(seat) if not battle.shown[b].acted and battle.letter(b) == letter]


def _act(game: Follower, battle: Battle, line: Any, now: Turn) -> Play:
    ((word, value),) = line.items()
    if word == "retreat":
        _leave(game, battle, value["block"], value["to"], value.get("via"))
        return
    battle.shown[value].acted = True
    if word == "fire":
        yield from _fire(game, battle, value, now)


def _leave(game: Follower, battle: Battle, block: str, to: str, via: str | None) -> None:
    """7.6 A block goes; it is hidden again where it arrives."""
    seat = battle.shown[block].owner
    exits = Exits(game.scene(seat), battle)
    way = exits.meant(block, to, via)
    assert way is not None
    exits.take(block, way)
    battle.left_by[seat] = exits.used
    del battle.shown[block]
    game.world.pieces[block].at = way[0]
    game.world.pieces[block].came = None


def _fire(game: Follower, battle: Battle, block: str, now: Turn) -> Play:
    """7.4 A die for each point; each hit on the strongest, as the owner likes among equals."""
    shown = battle.shown[block]
    dice = game.luck.rolls.pop(0)
    assert len(dice) == shown.strength, "3.11 a die for each point of strength"
    hits = sum(die <= BLOCKS[block].firepower for die in dice)
    seat = OTHER[shown.owner]
    standing = targets(battle, seat)
    taken = hits_by_force(standing, hits)
    if taken is None:
        about = {"place": battle.place, "round": battle.round, "by": block, "hits": hits}
        answers = yield [Asked("hits", seat, about)]
        taken = [line["hit"] for line in answers[seat]]
    for struck in taken:
        lose_step(game, battle, struck, now)


def _regroup(game: Follower, place: str) -> Play:
    """7.7 The winner's blocks go one place on, if anybody can."""
    for winner in sorted(game.world.holders(place)):
        scene = game.scene(winner)
        if not any(regroup_ways(scene, place, block) for block in scene.own(place)):
            return
        answers = yield [Asked("regroup", winner, {"place": place})]
        for line in answers[winner]:
            value = line["regroup"]
            for block in named(value):
                game.world.pieces[block].at = value["to"]
