"""Advance orders for battles and winters, as far as the position of today can tell of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.engine.request import Data, Request, View
from referee.engine.words import Answer, parts
from referee.fault import WARNING, Fault
from rulesets.julius_caesar import board
from rulesets.julius_caesar.block_walk import places_of
from rulesets.julius_caesar.board.naming import block_name, place_name, several

#: what is said of lines that another position allows, or none
ONLY_IF, NEVER = "possible only if", "possible in no position"


class Outlook:
    """What can be said of the lines of one advance order.

    at: the place of the battle, "" if the order names none; before: what is asked now and how the
    file answers it, which may move blocks; named: blocks that lines so far are about, but for hits.
    """

    def __init__(
        self,
        view: View,
        select: Mapping[str, Any],
        lines: Answer,
        before: Sequence[tuple[Request, Answer]],
    ) -> None:
        self.seat, self.select, self.lines = view.seat, select, lines
        self.at: str = select.get("at", "")
        self.stands = places_of(view)
        self.stands.update(moved for _, answer in before for moved in _moved(answer))
        self.named: set[str] = set()

    def faults(self) -> Iterator[Fault]:
        """A warning of each line that no position allows, or that needs another than today's."""
        for number, (word, value) in enumerate(parts(self.lines)):
            for reason, rule in self._of_line(word, value):
                yield Fault(WARNING, (number,), reason, rule)

    def _of_line(self, word: str, value: Any) -> Iterator[tuple[str, str]]:
        """What is to be said of a line, block by block, each with its paragraph."""
        to = value.get("to", "") if isinstance(value, dict) else ""
        acts, goes = ("7.7", "7.7") if word == "regroup" else ("7.2", "7.6")
        for block in _blocks(value):
            if reason := self._of_block(word, block, block in self.named):
                yield reason, acts
            elif reason := to and self.at and self._of_way(word, block, value):
                yield reason, goes
            if word != "hit":
                self.named.add(block)
        if word == "regroup" and self.at and (reason := self._of_road(to, len(_blocks(value)))):
            yield reason, "6.11"

    def _of_block(self, word: str, block: str, again: bool) -> str:
        """That it acts once, is there, and does not leave in round 1."""
        name, here = block_name(block, self.seat), self.stands.get(block, "")
        if again:
            return f"{NEVER}: {name} is in an earlier line, and acts once"
        if word == "retreat" and self.select.get("round") == 1:
            return f"{NEVER}: no block can retreat in round 1"
        if self.at and here != self.at:
            return f"{ONLY_IF} {name} is in {place_name(self.at)} then; {_now_at(here)}"
        return ""

    def _of_way(self, word: str, block: str, value: Data) -> str:
        """That a road or sea leads there for such a block."""
        name, to = block_name(block, self.seat), value["to"]
        ends, kind, via = self._names(to), board.edge(self.at, to), value.get("via", "")
        if via and word == "retreat":
            joins = all(via in board.PLACES[port].seas for port in (self.at, to))
            return "" if joins else f"{NEVER}: {place_name(via)} does not join {ends}"
        if kind is None:
            return f"{NEVER}: nothing joins {ends}"
        if (kind == "sea") is board.is_fleet(block):
            return ""
        way = "only a sea border" if kind == "sea" else "only a road"
        return f"{NEVER}: {way} joins {ends}, and {name} cannot use it"

    def _names(self, to: str) -> str:
        return f"{place_name(self.at)} and {place_name(to)}"

    def _of_road(self, to: str, blocks: int) -> str:
        """That the road takes so many."""
        kind = board.edge(self.at, to)
        most = board.limit(kind, "regroup") if kind else blocks
        at_most = f"{NEVER}: {several(most, 'block')} at most regroup"
        return f"{at_most} by the road between {self._names(to)}" if blocks > most else ""


def _now_at(place: str) -> str:
    """Where a block is today; "" for the Levy Pool."""
    return f"it is in {place_name(place)} now" if place else "it is not on the board now"


def _moved(answer: Answer) -> Iterator[tuple[str, str]]:
    """Blocks that the lines of a command bring somewhere, and where."""
    for word, value in parts(answer):
        if word in ("move", "ship"):
            yield from ((block, value["to"]) for block in value["blocks"])
        elif word == "levy" and "at" in value:
            yield value["block"], value["at"]


def _blocks(value: Any) -> list[str]:
    """The blocks that a line is about."""
    if isinstance(value, str):
        return [value]
    return list(value["blocks"]) if "blocks" in value else [value["block"]]


def winter(view: View, lines: Answer) -> Iterator[Fault]:
    """8.2, 8.5 A warning of each line that no position allows, or that needs another than
    today's."""
    for number, (word, value) in enumerate(parts(lines)):
        home = word == "home"
        block = value["block"] if home else value
        name, at = block_name(block, view.seat), view.own["blocks"].get(block, {}).get("at", "")
        reason = _home(name, block, value["to"], at) if home else _disband(name, block, at)
        if reason:
            yield Fault(WARNING, (number,), reason, "8.2" if home else "8.5")


def _home(name: str, block: str, port: str, at: str) -> str:
    """8.2 A fleet, a port, and a sea between."""
    if not board.is_fleet(block):
        return f"{NEVER}: {name} is no fleet"
    if not board.PLACES[port].seas:
        return f"{NEVER}: {place_name(port)} is no port"
    elsewhere = f"{ONLY_IF} {name} is in a sea of {place_name(port)} then; {_now_at(at)}"
    return "" if at in board.PLACES[port].seas else elsewhere


def _disband(name: str, block: str, at: str) -> str:
    """8.5 A block that has a Levy Pool, on the board."""
    if board.BLOCKS[block].levy == "none":
        return f"{NEVER}: {name} has no place in a Levy Pool"
    return "" if at else f"{ONLY_IF} {name} is on the board then; {_now_at(at)}"
