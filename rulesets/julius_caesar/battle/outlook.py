"""Advance orders for battles, as far as the position of today can tell of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.engine.request import Data, Request, View
from referee.engine.words import Answer, parts
from referee.fault import WARNING, Fault
from rulesets.julius_caesar import board
from rulesets.julius_caesar.board.naming import block_name, place_name, several

#: what is said of lines that only another position than today's allows
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
        self.stands = {block: here["at"] for block, here in view.own["blocks"].items()}
        for _, answer in before:
            self.stands |= dict(_moved(answer))
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
            return f"{ONLY_IF} {name} is in {place_name(self.at)} then; {now_at(here)}"
        return ""

    def _of_way(self, word: str, block: str, value: Data) -> str:
        """That a road or sea leads there for such a block."""
        name, to = block_name(block, self.seat), value["to"]
        kind, fleet, via = board.edge(self.at, to), board.is_fleet(block), value.get("via", "")
        if via and word == "retreat":
            if all(via in board.places()[port].seas for port in (self.at, to)):
                return ""
            return f"{NEVER}: {place_name(via)} does not join {self._names(to)}"
        if kind is None:
            return f"{NEVER}: nothing joins {self._names(to)}"
        if (kind == "sea") is not fleet:
            way = "only a sea border" if kind == "sea" else "only a road"
            return f"{NEVER}: {way} joins {self._names(to)}, and {name} cannot use it"
        return ""

    def _names(self, to: str) -> str:
        return f"{place_name(self.at)} and {place_name(to)}"

    def _of_road(self, to: str, blocks: int) -> str:
        """That the road takes so many."""
        kind = board.edge(self.at, to)
        most = board.limit(kind, "regroup") if kind else blocks
        if blocks <= most:
            return ""
        road = f"the road between {self._names(to)}"
        return f"{NEVER}: {several(most, 'block')} at most regroup by {road}"


def now_at(place: str) -> str:
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
