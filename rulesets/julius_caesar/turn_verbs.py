"""Everything that changes cards, turns and years."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.board import SEATS, other

if TYPE_CHECKING:
    from referee.engine.table import Table

Data = dict[str, Any]


def deal(table: Table, hands: Mapping[str, Sequence[str]], deck: Sequence[str]) -> None:
    """2.1 Give each seat its cards; the rest of the deck stays in the rulebook's order."""
    rest = list(deck)
    told: dict[str, Data] = {}
    for seat in SEATS:
        part = table.state["seats"][seat]
        part["hand"] = sorted(hands[seat], key=deck.index)
        part["aside"] = None
        told[seat] = {"hand": list(part["hand"])}
        for card in hands[seat]:
            rest.remove(card)
    table.state["sealed"]["deck"] = rest
    public = table.public
    public["phase"] = "cards"
    table.tell("deal", {"year": public["year"], "cards": len(hands[SEATS[0]])}, **told)


def set_aside(table: Table, seat: str, card: str) -> None:
    """2.1 A card is set aside, seen by its owner alone."""
    part = table.state["seats"][seat]
    part["hand"].remove(card)
    part["aside"] = card
    table.tell("set aside", {"seat": seat}, **{seat: {"card": card}})


def play(table: Table, seat: str, card: str) -> None:
    """2.1 A card is played; both are told of together (`reveal`)."""
    table.state["seats"][seat]["hand"].remove(card)
    table.public["played"][seat] = card


def reveal(table: Table, first: str | None, acts: Mapping[str, str]) -> None:
    """2.1 Both cards are seen, who goes first, and what each stands for; None: two events, the
    turn is over."""
    public = table.public
    public["acting"] = dict(acts)
    public["first"] = first
    public["to_command"] = [first, other(first)] if first else []
    public["phase"] = "command"
    told = {"played": dict(public["played"]), "first": first, "acting": dict(acts)}
    table.tell("cards", told)


def command_done(table: Table, seat: str) -> None:
    """2.2 A seat has moved and levied; after the second one the battles follow."""
    public = table.public
    public["to_command"].remove(seat)
    if not public["to_command"]:
        public["phase"] = "battles"
    table.tell("command done", None)


def end_turn(table: Table) -> None:
    """2.0 Clear the table for the next turn."""
    public = table.public
    before = {"year": public["year"], "turn": public["turn"]}
    score = {seat: legal.points(public, seat) for seat in SEATS}
    public["last_played"] = public["played"]
    public["last_first"] = public["first"]
    for seat, card in public["played"].items():
        public["spent"][seat] = [*public["spent"][seat], card]
    public.update(played={}, acting={}, surprise=None, first=None, to_command=[])
    public.update(roads={}, attacks={}, fought=[])
    public["turn"] += 1
    public["phase"] = "cards"
    if public["turn"] > board.cards()["turns"]:
        public["phase"] = "winter"
    table.tell("turn over", {**before, "points": score})


def end_game(table: Table, winner: str | None, why: str) -> None:
    """1.2 The game is over.  why: "ten", "points", "rome" or "draw"."""
    public = table.public
    score = {seat: legal.points(public, seat) for seat in SEATS}
    public["phase"] = "over"
    public["result"] = {"winner": winner, "why": why}
    table.tell("result", {"winner": winner, "why": why, "points": score})
