"""The position, who controls what, questions and dice; everything that happens is written down."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tests.rules.slow_xl.atlas import (
    CARDS,
    CITIES,
    COUNTERS,
    LEADER_SWORDS,
    MARKERS,
    NEXT,
    OTHER,
    PLACES,
    POINTS,
    SEATS,
    SETUP,
    SWORDS,
    VALUE,
    ZONES,
    is_unit,
    kind_of,
    place,
)

Data = dict[str, Any]
#: Chooses an answer: the world, who, which question, about what, legal answers.
Choose = Callable[["World", str, str, str, Sequence[str]], str]


class Ended(Exception):
    """The game is over."""


class World:
    """A game: its position in the form of a trace, and what lives only within a turn."""

    def __init__(
        self,
        choose: Choose,
        chance: random.Random,
        bronze: bool = False,
        strict: bool = False,
        at: Data | None = None,
    ) -> None:
        self.choose, self.chance = choose, chance
        self.silver, self.strict = not bronze, strict
        self.at = at or first()
        self.lines: list[Data] = []
        self.new_turn()

    def new_turn(self) -> None:
        """What is counted afresh in each turn of a player."""
        self.used: set[str] = set()
        self.bought: dict[str, int] = {}
        self.legions = 0
        #: 9 where pieces that have marched began, and their last place before the end
        self.began: dict[str, str] = {}
        self.last: dict[str, str] = {}
        self.paid: set[tuple[str, str, str]] = set()
        self.starts: dict[str, str] = {}

    # What is written down.

    def start(self) -> None:
        """The first line."""
        self.before: Data = copy.deepcopy(self.at)
        rules = "silver" if self.silver else "bronze"
        line = {"t": "start", "rules": rules, "strict_military": self.strict, "log": []}
        self.lines.append({**line, "position": copy.deepcopy(self.at)})

    def _close(self) -> None:
        """The line that is open gets what has changed."""
        self.lines[-1]["changes"] = changes(self.before, self.at)
        self.before = copy.deepcopy(self.at)

    def end(self) -> None:
        """The last line."""
        self._close()
        ending, winner = self.at["ending"]
        values = {seat: self.city_value(seat) for seat in SEATS}
        more = {"turn": self.at["turn"], "city_value": values, "rome": self.holder("rome")}
        self.lines.append({"t": "end", "ending": ending, "winner": winner, **more})

    def stop(self) -> None:
        """The lines end here, in the middle of the game."""
        self._close()

    def ask(self, seat: str, kind: str, rule: str, about: str, legal: Iterable[str]) -> str:
        """A decision; nothing is asked where one answer alone is legal."""
        answers = list(legal)
        assert answers, (kind, about)
        if len(answers) == 1:
            return answers[0]
        self._close()
        chosen = self.choose(self, seat, kind, about, answers)
        line = {"t": "step", "n": len(self.lines), "seat": seat, "kind": kind, "rule": rule}
        self.lines.append({**line, "about": about, "legal": answers, "chosen": chosen, "log": []})
        return chosen

    def log(self, *entry: Any) -> None:
        """Something by chance."""
        self.lines[-1]["log"].append(list(entry))

    # Dice.

    def roll(self, seat: str, purpose: str, count: int = 1, own: bool = True) -> list[int]:
        """13.2 Dice with their purpose; own: he rolls them for himself (F4)."""
        faces = [self.chance.randint(1, 6) for _ in range(count)]
        self.log("dice", seat, purpose, list(faces))
        if own:
            names = [str(number + 1) for number in range(count)]
            self.reroll(seat, purpose, names, faces)
        return faces

    def reroll(self, seat: str, purpose: str, names: Sequence[str], faces: list[int]) -> None:
        """F4 Once in each own turn one of these dice again."""
        if seat != self.at["seat"] or "F4" not in self.at["claimed"][seat] or "F4" in self.used:
            return
        legal = ["keep", *(f"reroll {name}" for name in names)]
        chosen = self.ask(seat, "reroll", "F4", purpose, legal)
        if chosen == "keep":
            return
        self.used.add("F4")
        face = self.chance.randint(1, 6)
        self.log("dice", seat, f"{purpose} again", [face])
        faces[names.index(chosen.removeprefix("reroll "))] = face

    # Who is where.

    def pieces(self, where: str = "", seat: str = "") -> list[str]:
        """Pieces of a place, of a player, by id."""
        found = self.at["pieces"].items()
        able = [k for k, one in found if where in ("", one[3]) and seat in ("", one[0])]
        return sorted(able)

    def units(self, where: str, seat: str) -> list[str]:
        """Legions and allied units of a player in a place."""
        return [piece for piece in self.pieces(where, seat) if is_unit(piece)]

    def holder(self, where: str) -> str | None:
        """1.4 Who controls a place."""
        if where in ZONES and where not in self.at["subdued"]:
            return None
        there = {self.at["pieces"][piece][0] for piece in self.pieces(where)}
        if len(there) == 2:
            return None
        owner: str | None = there.pop() if there else self.at["markers"].get(where)
        return owner

    def holds(self, where: str, seat: str) -> bool:
        """1.4 Whether a player controls a place."""
        return self.holder(where) == seat

    def held(self, seat: str) -> list[str]:
        """1.4 All places that he controls, in the order of the map."""
        return [where for where in PLACES if self.holds(where, seat)]

    def cities(self, seat: str) -> list[str]:
        """Cities among them."""
        return [where for where in self.held(seat) if where in CITIES]

    def city_value(self, seat: str) -> int:
        """4.1, 5.4 What they are worth."""
        return sum(VALUE[city] for city in self.cities(seat))

    def wild(self, where: str) -> bool:
        """12.2 Whether it is an independent zone."""
        return where in ZONES and where not in self.at["subdued"]

    def swords(self, piece: str) -> int:
        """1.3 Printed swords of the side that is up."""
        kind = kind_of(piece)
        if kind == "supreme":
            return int(LEADER_SWORDS[piece])
        if kind == "leader":
            return int(LEADER_SWORDS["others"])
        return int(SWORDS[kind][self.at["pieces"][piece][2]])

    def total(self, pieces: Iterable[str]) -> int:
        """1.4 Swords of several."""
        return sum(self.swords(piece) for piece in pieces)

    # Pieces, gold and cards.

    def stock(self, seat: str, kind: str) -> list[str]:
        """1.6 Free counters, lowest first."""
        return [one for one in COUNTERS[seat, kind] if one not in self.at["pieces"]]

    def free_markers(self, seat: str) -> int:
        """1.6 Markers in stock."""
        return int(MARKERS - list(self.at["markers"].values()).count(seat))

    def new_unit(self, seat: str, kind: str, where: str) -> None:
        """1.6 A new unit takes the lowest free number."""
        self.at["pieces"][self.stock(seat, kind)[0]] = [seat, kind, "regular", where]

    def remove(self, piece: str) -> None:
        """11.4 A piece is lost; a card leader is discarded, a supreme leader out for good."""
        del self.at["pieces"][piece]
        if kind_of(piece) == "leader":
            self.at["discard"] = sorted([*self.at["discard"], piece])
        if piece in SEATS:
            self.at["out"] = sorted([*self.at["out"], piece])

    def gain(self, seat: str, gold: int) -> None:
        """Gold, or less of it."""
        self.at["gold"][seat] += gold
        assert self.at["gold"][seat] >= 0

    def to_table(self, seat: str, card: str) -> None:
        """6.4 A card of the hand is being carried out."""
        self.at["hands"][seat].remove(card)
        self.at["table"] = sorted([*self.at["table"], card])

    def discard(self, card: str) -> None:
        """6.4 Its effect is over."""
        self.at["table"].remove(card)
        self.at["discard"] = sorted([*self.at["discard"], card])

    def in_play(self, card: str, seat: str) -> bool:
        """11.3 Whether a card leader is on the map for a player."""
        return bool(self.at["pieces"].get(card, [""])[0] == seat)

    def claimed(self, card: str, seat: str) -> bool:
        """5.1 Whether a forum card works for a player."""
        return card in self.at["claimed"][seat]

    def in_rome(self, seat: str) -> bool:
        """11.1 Whether his supreme leader is in Rome."""
        return bool(self.at["pieces"].get(seat, ["", "", "", ""])[3] == "rome")

    def points(self, seat: str) -> tuple[int, int]:
        """5.3 Optimates and Populares."""
        leaders = [card for card in POINTS if self.in_play(card, seat)]
        found = [POINTS[card] for card in [*self.at["claimed"][seat], *leaders]]
        return sum(one for one, _ in found), sum(two for _, two in found)

    # Ends.

    def over(self, ending: str, winner: str | None) -> None:
        """4 Somebody has won."""
        self.at["ending"] = [ending, winner]
        raise Ended

    def end_of_phase(self) -> None:
        """4.2, 12.4 Zones first, then players without pieces."""
        for zone in ZONES:
            if zone not in self.at["subdued"] or zone in self.at["markers"]:
                continue
            here = self.pieces(zone)
            if any(is_unit(piece) for piece in here):
                continue
            self.at["subdued"].remove(zone)
            for piece in here:
                self.flee(piece)
        left = [seat for seat in SEATS if self.pieces("", seat)]
        if len(left) < 2:
            self.over("wiped out", left[0] if left else None)

    def flee(self, piece: str) -> None:
        """12.4 To the nearest own place by connections, lowest id, or dead."""
        seat, _, _, here = self.at["pieces"][piece]
        seen, edge = {here}, [here]
        while edge:
            edge = sorted({to for one in edge for to in NEXT[one]} - seen)
            seen |= {*edge}
            if homes := [to for to in edge if self.own(to, seat)]:
                self.at["pieces"][piece][3] = homes[0]
                return
        self.remove(piece)

    def own(self, where: str, seat: str) -> bool:
        """12.4 A city that he controls, or a zone that he controls with a unit or a marker."""
        if not self.holds(where, seat):
            return False
        kept = self.units(where, seat) or self.at["markers"].get(where) == seat
        return where in CITIES or bool(kept)


def first() -> Data:
    """2.1 The set-up."""
    pieces: Data = {}
    for seat, forces in SETUP["forces"].items():
        count = {"legion": 0, "ally": 0}
        for force in forces:
            where = place(force["at"])
            for key, kind, side in (
                ("veterans", "legion", "veteran"),
                ("legions", "legion", "regular"),
                ("allies", "ally", "regular"),
            ):
                for _ in range(force[key]):
                    pieces[COUNTERS[seat, kind][count[kind]]] = [seat, kind, side, where]
                    count[kind] += 1
            if force["leader"]:
                pieces[seat] = [seat, "supreme", "regular", where]
    return {
        "turn": 1,
        "seat": "caesar",
        "phase": "forum",
        "gold": dict(SETUP["gold"]),
        "pieces": pieces,
        "markers": {},
        "subdued": [],
        "deck": sorted(CARDS),
        "discard": [],
        "forum": [],
        "table": [],
        "claimed": {seat: [] for seat in SEATS},
        "hands": {seat: [] for seat in SEATS},
        "halved": dict.fromkeys(SEATS, False),
        "out": [],
        "ending": None,
    }


def changes(before: Data, after: Data) -> Data:
    """What differs, as a trace says it."""
    found: Data = {}
    for key, value in after.items():
        if not isinstance(value, dict):
            if value != before[key]:
                found[key] = copy.deepcopy(value)
            continue
        for name in {**before[key], **value}:
            if value.get(name) != before[key].get(name):
                found[f"{key}/{name}"] = copy.deepcopy(value.get(name))
    return found


__all__ = ["OTHER", "Choose", "Data", "Ended", "World", "changes", "first"]
