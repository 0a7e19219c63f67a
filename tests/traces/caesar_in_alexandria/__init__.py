"""Decisions on land of games that others have played, compared with ours."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.traces.caesar_in_alexandria import offers
from tests.traces.caesar_in_alexandria.adapter import (
    board,
    command,
    faces,
    fights,
    pivot_cost,
    position,
    stands,
    ways,
)
from tests.traces.caesar_in_alexandria.format import SCENARIOS, Data, facing, ours, public, read

LEADERS = board.LEADERS


@dataclass
class Report:
    """What was compared, by kind; expected and other differences."""

    compared: Counter[str] = field(default_factory=Counter)
    expected: Counter[str] = field(default_factory=Counter)
    other: list[str] = field(default_factory=list)


class Follower:
    """Goes through a trace, and keeps what belongs to the turn as our rules would."""

    def __init__(self, path: Path) -> None:
        start, self.decisions = read(path)
        self.scenario, self.raw = SCENARIOS[start["scenario"]], dict(start["position"])
        self.report, self.now, self.unit = Report(), position.fresh(), ""
        self.went: list[tuple[str, set[str]]] = []
        first = public(self.scenario, self.raw, self.now)
        self.garrison = [
            unit
            for unit in position.of_side(first, board.EGYPTIAN)
            if self.scenario == board.BATTLE
            and position.at(first, unit) in board.COUNTRIES[board.PHAROS].links
        ]

    def follow(self) -> Report:
        for one in self.decisions:
            self.look_at(one)
        return self.report

    def look_at(self, one: Data) -> None:
        """Compare one decision, and take what it changes."""
        if one["kind"] != "facing":
            self.went = []
        look = getattr(self, f"_{one['kind'].replace(' ', '_')}", None)
        if look is not None and one.get("legal"):
            state = public(self.scenario, self.raw, self.now) | {"garrison": self.garrison}
            look(state, one)
        self.raw |= one["changes"]
        self._stopped()

    def differ(self, one: Data, mine: set[str], legal: set[str]) -> None:
        """12.1 They take the points of Pharos for points of closed streets."""
        self.report.compared[one["kind"]] += 1
        extra, missing = mine - legal, legal - mine
        if (
            self.scenario == board.HEPTASTADIUM
            and not missing
            and extra
            and _pharos(extra, self.raw)
        ):
            self.report.expected["points of Pharos"] += 1
        elif extra or missing:
            text = f"{one['n']} {one['kind']} {self.unit}: ours {extra}, theirs {missing}"
            self.report.other.append(text)

    def _activate(self, state: Data, one: Data) -> None:
        self.differ(one, offers.activations(state, one["seat"]), offers.theirs(one["legal"]))
        word, _, name = one["chosen"].partition(" ")
        chosen = ours(name) if name else word
        self.now, self.unit = position.fresh(), ""
        self.now["activation"] = chosen if chosen != "pass" else ""
        if chosen != "pass":
            self.now["active"] = command.activated(state, one["seat"], chosen)
        mine = position.of_side(state, one["seat"])
        self.now["began"] = {unit: position.at(state, unit) for unit in mine}

    def _pick_unit(self, state: Data, one: Data) -> None:
        ashore = {
            text
            for text in offers.theirs(one["legal"])
            if text == "end" or not position.aboard(state, text.split()[1])
        }
        self.differ(one, offers.units(state, one["seat"]), ashore)
        self.unit = "" if one["chosen"] == "end" else ours(one["chosen"].split()[1])
        self._under_way(self.unit) if self.unit else None
        if self.unit:
            self.now["done"].append(self.unit)

    def _under_way(self, piece: str) -> None:
        at = ours(self.raw[_named(piece, self.raw)][0])
        self.now["mover"] = {"piece": piece, "left": ways.allowance(piece), "before": at}
        self.now["mover"] |= {"with": "", "from": at, "steps": 0, "stopped": False, "begun": False}

    def _act(self, state: Data, one: Data) -> None:
        unit = self.unit
        if unit not in state["units"]:
            return
        mover, at = self.now["mover"], position.at(state, unit)
        legal = offers.theirs(one["legal"]) - {"end"}
        mine = offers.acts(state, unit)
        mine = {text.lstrip("?") for text in mine if text[0] != "?" or text[1:] in legal}
        self.differ(one, mine, legal)
        word, *rest = one["chosen"].split()
        mover["begun"] = True
        if word == "step":
            mover["left"] -= ways.cost(state, unit, ours(rest[0]))
            mover["before"], mover["steps"] = at, mover["steps"] + 1
            self.now["moved"] += [unit] if unit not in self.now["moved"] else []
        elif word == "turn":
            face = state["units"][unit]["face"]
            mover["left"] -= pivot_cost(unit, face, facing(rest[0]))
            if position.in_zone(state, at, one["seat"]) and not mover["steps"]:
                self.now["barred"].append(unit)
        elif word in ("fire", "harass"):
            self.now["fired"].append(unit)

    def _stopped(self) -> None:
        """6.33 Whether the unit under way has come into a zone, or into a block."""
        mover = self.now["mover"]
        if not mover or mover["piece"] != self.unit or not mover["steps"]:
            return
        state = public(self.scenario, self.raw, self.now)
        if self.unit in state["units"]:
            at = position.at(state, self.unit)
            held = at in board.BLOCKS or position.in_zone(state, at, board.SIDES[self.unit])
            mover["stopped"] = held

    def _leader_moves(self, state: Data, one: Data) -> None:
        chosen = self.now["activation"]
        leader = board.COMMANDERS[one["seat"]] if chosen == position.COMMANDER else chosen
        if leader not in LEADERS or leader not in state["leaders"]:
            return
        if not self.now["mover"] or self.now["mover"]["piece"] != leader:
            self._under_way(leader)
        left = self.now["mover"]["left"]
        self.differ(one, offers.leader(state, leader, left), offers.theirs(one["legal"]))
        word, *rest = one["chosen"].split()
        if word == "step":
            self.now["mover"]["left"] -= ways.leader_cost(state, leader, ours(rest[0]))

    def _withdraw(self, state: Data, one: Data) -> None:
        if self.unit in state["units"]:
            legal = offers.theirs(one["legal"])
            able = offers.withdrawals(state, one["seat"], self.unit)
            best = min(able, key=lambda mine: len(mine ^ legal), default=set())
            self.differ(one, best, legal)
            self.went = self._goes_back(state, one)

    def _goes_back(self, state: Data, one: Data) -> list[tuple[str, set[str]]]:
        """5.82, 5.83 Through where a unit that withdraws goes, and how it can stand there; which it
        is shows when it has been asked how it stands."""
        word, *path = map(ours, one["chosen"].split())
        mine = position.of_side(state, one["seat"])
        later = self.decisions[one["n"] - 1 : one["n"] + 2] if word == "to" else []
        went = [(ours(name), at) for more in later for name, at in more["changes"].items()]
        for unit, at in went:
            if unit in mine and ours(at[0]) == path[-1]:
                ways = [path[:end] for end in range(1, len(path) + 1)]
                return [(way[-1], {*faces(state, unit, way)}) for way in ways]
        return []

    def _facing(self, state: Data, one: Data) -> None:
        """5.82, 5.83 A trace asks in each space; in a hex behind a street twice, first of two
        facings, then of all."""
        legal = {*map(facing, one["legal"])}
        able = [mine & legal if at in board.HEXES else mine for at, mine in self.went]
        if able:
            self.differ(one, min(able, key=lambda mine: len(mine ^ legal)), legal)

    def _fight(self, state: Data, one: Data) -> None:
        sea = self.now["sea"]
        state["fights"] = [dict(f) for f in (*sea.get("fights", ()), *sea.get("boarding", ()))]
        legal = {
            f"block {position.at(state, text.split()[1])}" if text.startswith("block") else text
            for text in offers.theirs(one["legal"])
        }
        legal -= {"end"}
        self.differ(one, offers.attacks(state, one["seat"]), legal)
        word, *rest = one["chosen"].split()
        kinds = {"hex": fights.ZONE, "links": fights.HEXES, "at": fights.SPOT}
        kinds["block"] = fights.BLOCK
        if word in kinds:
            made = fights.made(state, kinds[word], [ours(rest[0])], [*map(ours, rest[1:])])
            sea.setdefault("fights", []).append(made)

    def _advance(self, state: Data, one: Data) -> None:
        """8.53 How the unit that goes in, one of the best, can stand then; out of a block it may
        stay (H17)."""
        told = [text.split() for text in one["legal"]]
        legal = {(*map(ours, words[:2]), *map(facing, words[2:])) for words in told}
        units = {words[0]: words[1] for words in legal if len(words) > 1}
        mine = {(u, to, face) for u, to in units.items() for face in stands(state, u, to) or [""]}
        blocks = [u for u in units if position.at(state, u) in board.BLOCKS]
        mine |= {("stay",)} if blocks else set()
        self.differ(one, {*map(" ".join, mine)}, {*map(" ".join, legal)})


def _named(piece: str, raw: Data) -> str:
    return next(name for name in raw if name != "game" and ours(name) == piece)


def _pharos(extra: set[str], raw: Data) -> bool:
    """Whether it is all about steps to points of Pharos, or command of units on the island."""
    island = board.COUNTRIES[board.PHAROS].links
    words = [text.split() for text in extra]
    return all(
        (word == "unit" and ours(raw[_named(rest[0], raw)][0]) in island)
        or (word == "step" and rest[0].startswith("ph"))
        for word, *rest in words
    )
