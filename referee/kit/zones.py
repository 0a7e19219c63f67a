"""Zones: where the cards of a game lie, or its crates or counters, and who knows which lie there.

The *pile* (a deck, a bag) is sealed: it has no order, for each draw is a lot, and all know how
many lie in it.  A *hand* lies in its owner's part: all know how many it holds, and those of them
that everybody has seen.  A *row* (discards, a market) lies open; some rows each seat has.

All of it is plain data in the parts of a State, everywhere in the rulebook's order.  In a rehearsal
what is not seen is not there: numbers change as they would, ids stay away.  `Zones` tells nobody of
what it moves: that is for the verbs of a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from referee.kit.lines import packed, several

if TYPE_CHECKING:
    import random

#: A State, {public, seats: {seat: part}, sealed}, and its parts.
Data = dict[str, Any]


class Place(NamedTuple):
    """A zone, of a seat if it is a hand or a row that each seat has."""

    zone: str
    seat: str = ""


class Hand(NamedTuple):
    """A hand of each seat.

    size: where the public part has how many each seat holds; known: where it has which of them
    all have seen, "" if that does not happen."""

    size: str
    known: str = ""


class Table(Protocol):
    """What a draw needs of a table of the engine."""

    unsure: bool

    @property
    def state(self) -> Data:
        """The State, for verbs."""

    @property
    def rehearsing(self) -> bool:
        """Whether this is a copy of what one seat sees."""

    def draw(self, label: str, count: int, items: Sequence[str]) -> list[str]:
        """Draw sealed."""


class Zones:
    """The zones of one sort of things.

    things: all of them in the rulebook's order, an id for each copy; pile: where it lies in the
    sealed part; hands: by where they lie in the own parts; rows: where they lie in the public
    part; own_rows: rows that each seat has."""

    def __init__(
        self,
        things: Sequence[str],
        pile: str,
        hands: Mapping[str, Hand],
        rows: Sequence[str] = (),
        own_rows: Sequence[str] = (),
    ) -> None:
        self.things = tuple(things)
        self.pile = Place(pile)
        self.hands = hands
        self.rows, self.own_rows = tuple(rows), tuple(own_rows)
        self._order = {one: number for number, one in enumerate(dict.fromkeys(things))}

    def sorted(self, some: Iterable[str]) -> list[str]:
        """Return things in the rulebook's order."""
        return sorted(some, key=self._order.__getitem__)

    # Where things lie.

    def begin(self, state: Data, seats: Sequence[str]) -> None:
        """Make all zones, with everything in the pile; seats: those that have hands and rows."""
        state["sealed"][self.pile.zone] = list(self.things)
        public = state["public"]
        for own, hand in self.hands.items():
            public[hand.size] = dict.fromkeys(seats, 0)
            public.update({hand.known: {seat: [] for seat in seats}} if hand.known else {})
            for seat in seats:
                state["seats"][seat][own] = []
        public.update({row: [] for row in self.rows})
        public.update({row: {seat: [] for seat in seats} for row in self.own_rows})

    def lying(self, state: Data, place: Place) -> list[str]:
        """Return what lies in a zone, as far as it can be seen there."""
        return list(self._list(state, place) or ())

    def _list(self, state: Data, place: Place) -> list[str] | None:
        """The list itself, None in a rehearsal for what is not seen."""
        found: Any
        if place == self.pile:
            found = state["sealed"].get(self.pile.zone)
        elif place.zone in self.hands:
            found = state["seats"].get(place.seat, {}).get(place.zone)
        else:
            found = state["public"][place.zone]
            found = found[place.seat] if place.zone in self.own_rows else found
        there: list[str] | None = found
        return there

    # What all know.

    def left(self, public: Data) -> int:
        """Return how many lie in the pile."""
        held: int = sum(sum(public[hand.size].values()) for hand in self.hands.values())
        return len(self.things) - len(self._open(public)) - held

    def _open(self, public: Data) -> list[str]:
        """What lies in rows."""
        rows = [public[row] for row in self.rows]
        rows += [row for name in self.own_rows for row in public[name].values()]
        return [one for row in rows for one in row]

    def known(self, public: Data, place: Place) -> list[str]:
        """Return which things of a hand all have seen."""
        key = self.hands[place.zone].known
        return list(public[key][place.seat]) if key else []

    def hidden(self, public: Data) -> list[str]:
        """Return all things of which nobody can know by public knowledge alone where they lie."""
        seen = Counter(self._open(public))
        for own, hand in self.hands.items():
            for seat in public[hand.size]:
                seen.update(self.known(public, Place(own, seat)))
        return self.sorted((Counter(self.things) - seen).elements())

    def could_hold(self, public: Data, place: Place, wanted: Iterable[str]) -> bool:
        """Return whether a hand could have one of these things, as far as all can tell."""
        known, hidden = self.known(public, place), self.hidden(public)
        unknown = public[self.hands[place.zone].size][place.seat] > len(known)
        return any(one in known or (unknown and one in hidden) for one in wanted)

    # How things move.

    def move(
        self, state: Data, things: Iterable[str], source: Place, target: Place, seen: bool = False
    ) -> None:
        """Move things from one zone to another.

        seen: whether all see which, as they do if it is to or from a row.  What leaves a hand
        unseen could be any of it, so that nothing of the rest is known any more."""
        seen = seen or any(place.zone in (*self.rows, *self.own_rows) for place in (source, target))
        for one in self.sorted(things):
            self._take(state, one, source, seen)
            self._put(state, one, target, seen)

    def _take(self, state: Data, one: str, place: Place, seen: bool) -> None:
        there = self._list(state, place)
        if there is not None:
            there.remove(one)
        if place.zone in self.hands:
            self._count(state, place, -1)
            known = self._known_list(state, place)
            if not seen:
                known.clear()
            elif one in known:
                known.remove(one)

    def _put(self, state: Data, one: str, place: Place, seen: bool) -> None:
        there = self._list(state, place)
        if there is not None:
            there[:] = self.sorted([*there, one])
        if place.zone in self.hands:
            self._count(state, place, 1)
            if seen:
                if not self.hands[place.zone].known:
                    raise ValueError(f"all see {one} get into a hand of which nothing is known")
                known = self._known_list(state, place)
                known[:] = self.sorted([*known, one])

    def _known_list(self, state: Data, place: Place) -> list[str]:
        key = self.hands[place.zone].known
        found: list[str] = state["public"][key][place.seat] if key else []
        return found

    def _count(self, state: Data, place: Place, by: int) -> None:
        state["public"][self.hands[place.zone].size][place.seat] += by

    def draw(
        self,
        table: Table,
        label: str,
        count: int,
        target: Place | Callable[[str], Place],
        refill: Sequence[Place] = (),
    ) -> list[str]:
        """Draw from the pile; what was drawn, [] in a rehearsal.

        target: where it goes, which may hang on what it is (a rehearsal then moves nothing).
        refill: rows that become the pile where it ends; fewer are drawn where all of it ends."""
        first = min(count, self.left(table.state["public"]))
        drawn = self._lot(table, label, first, target)
        if count > first and refill:
            for row in refill:
                self.move(table.state, self.lying(table.state, row), row, self.pile)
            more = min(count - first, self.left(table.state["public"]))
            drawn += self._lot(table, label, more, target)
        return drawn

    def _lot(
        self, table: Table, label: str, count: int, target: Place | Callable[[str], Place]
    ) -> list[str]:
        """Draw so many, which lie there."""
        if not count:
            return []
        if table.rehearsing:
            table.unsure = True
            if isinstance(target, Place) and target.zone in self.hands:
                self._count(table.state, target, count)
            return []
        drawn = table.draw(label, count, self.lying(table.state, self.pile))
        for one in drawn:
            to = target if isinstance(target, Place) else target(one)
            self.move(table.state, [one], self.pile, to)
        return drawn

    # What tests and reports need.

    def broken(self, state: Data) -> list[str]:
        """Return what can never be: things lost or doubled, wrong numbers, an order that tells
        how things came there."""
        public, piled = state["public"], self.lying(state, self.pile)
        places = [
            Place(own, seat) for own, hand in self.hands.items() for seat in public[hand.size]
        ]
        hands = {place: self.lying(state, place) for place in places}
        rows = [public[row] for row in self.rows]
        rows += [row for name in self.own_rows for row in public[name].values()]
        every = [*piled, *(one for each in (*hands.values(), *rows) for one in each)]
        wrong = {"things are lost or doubled": sorted(every) != sorted(self.things)}
        for place, hand in hands.items():
            name = f"{place.zone} of {place.seat}"
            counted = public[self.hands[place.zone].size][place.seat]
            wrong[f"{name}: {counted} are shown of {len(hand)}"] = counted != len(hand)
            known = Counter(self.known(public, place)) - Counter(hand)
            wrong[f"{name}: {', '.join(known)} should be there"] = bool(known)
        unordered = any(one != self.sorted(one) for one in (piled, *hands.values(), *rows))
        wrong["some are not in the rulebook's order"] = unordered
        return [what for what, is_wrong in wrong.items() if is_wrong]

    def swap(
        self,
        state: Data,
        place: Place,
        chance: random.Random,
        able: Callable[[str], bool] = lambda thing: True,
    ) -> tuple[str, str] | None:
        """Let a thing of a hand and one of the pile change places, such as nobody else can know of,
        for the blind test; which, None if there are no such.

        able: whether a thing could come into a hand at all."""
        hand, pile = self.lying(state, place), [*filter(able, self.lying(state, self.pile))]
        known = Counter(self.known(state["public"], place)) if hand else Counter()
        mine = self.sorted((Counter(hand) - known).elements())
        if not mine or not pile:
            return None
        one, other = chance.choice(mine), chance.choice(pile)
        self.exchange(state, place, one, other)
        return one, other

    def exchange(self, state: Data, place: Place, one: str, other: str) -> None:
        """Let this thing of a hand and that one of the pile change places, unseen."""
        for zone, gone, come in ((place, one, other), (self.pile, other, one)):
            there = self._list(state, zone)
            assert there is not None
            there[there.index(gone)] = come
            there[:] = self.sorted(there)

    def report(
        self, public: Data, own: Data, seat: str, names: Mapping[str, str], seats: Mapping[str, str]
    ) -> list[str]:
        """Return lines that tell what a seat sees: its hands, what the others hold, the pile, and
        the rows.

        own: its part; names: of things; seats: names of those that play."""

        def row(head: str, things: Iterable[str]) -> list[str]:
            return packed(f"{head}:", [names[one] for one in things] or ["none"])

        lines = [
            line for zone in self.hands if zone in own for line in row(f"your {zone}", own[zone])
        ]
        for zone, hand in self.hands.items():
            for other in public[hand.size]:
                if other != seat:
                    lines += self._told(public, Place(zone, other), names, seats)
        lines.append(f"{self.pile.zone}: {self.left(public)}")
        for name in self.rows:
            lines += row(name, public[name])
        for name in self.own_rows:
            for one in public[name]:
                lines += row(f"{seats[one]}'s {name}", public[name][one])
        return lines

    def _told(
        self, public: Data, place: Place, names: Mapping[str, str], seats: Mapping[str, str]
    ) -> list[str]:
        """The hand of another seat: what all have seen of it, and how many there are beside."""
        known = self.known(public, place)
        unknown = public[self.hands[place.zone].size][place.seat] - len(known)
        told = [names[one] for one in known]
        told += [f"{several(unknown, 'other')}" if known else str(unknown)] if unknown else []
        return packed(f"{seats[place.seat]}'s {place.zone}:", told or ["none"])
