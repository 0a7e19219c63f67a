"""What a seat will probably be asked next, as lines of ``next:`` for its template."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.request import Data, View
from rulesets.julius_caesar import board, legal, rounds
from rulesets.julius_caesar.naming import block_name, place_name

_AT_MOST = 3


def after_cards(view: View) -> list[str]:
    """2.2 The command phase: some move."""
    for block in board.in_order(view.own["blocks"]):
        here = view.own["blocks"][block]["at"]
        roads = [to for to, kind in board.neighbours(here).items() if kind != "sea"]
        if roads and not board.blocks()[block].fleet:
            names = f"from: {place_name(here)}, blocks: [{block_name(block, view.seat)}]"
            move = f"move: {{{names}, to: {place_name(roads[0])}}}"
            return [f"- {{on: command, orders: [{move}]}}"]
    return []


def in_battle(view: View, letter: str = "") -> list[str]:
    """7.2, 7.7 The own letters that are still to act in this round, then where to regroup.

    letter: the one that acts now."""
    battle = view.public["battle"]
    about = f"at: {place_name(battle['place'])}"
    lines = []
    for one in board.LETTERS:
        blocks = rounds.waiting(battle, one, view.seat)
        if blocks and one > letter and not rounds.must_leave(battle, view.seat):
            fire = ", ".join(f"fire: {block_name(block, view.seat)}" for block in blocks)
            when = f"round: {battle['round']}, letter: {one}"
            lines.append(f"- {{on: battle turn, {about}, {when}, orders: [{fire}]}}")
    return [*lines[: _AT_MOST - 1], f"- {{on: regroup, {about}, orders: []}}"]


def after_battle(view: View, places: Sequence[str]) -> list[str]:
    """7.1 The battle that comes next, of these."""
    if len(places) < 2 or view.public["first"] != view.seat:
        return []
    return [f"- {{on: next battle, orders: [battle: {place_name(places[0])}]}}"]


def still_contested(public: Data, place: str) -> list[str]:
    """7.1 Where there is a battle to fight, but for one place."""
    return [other for other in legal.contested(public) if other != place]
