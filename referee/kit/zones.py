"""Zones: where a game's cards are (or crates, or counters), and who knows which are there.

The *pile* (a draw pile, a bag) is sealed.  It has no order, because each draw is random, and
everyone knows how many things are in it.  A *hand* is in its owner's part; everyone knows how many
things it holds, and which of them have been seen.  A *row* (discards, a market) is public; some
rows exist once for each seat.

All of it is plain data in the parts of a State, in the rulebook's order.  A rehearsal does not see
hidden things: numbers change as they would, ids are missing.  `Zones` does not report what it
moves; the verbs of the game do that.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from referee.kit.lines import packed, several

if TYPE_CHECKING:
    import random

#: a State, {public, seats: {seat: part}, sealed}, and its parts
Data = dict[str, Any]


class Place(NamedTuple):
    """A zone; seat: whose, if it is a hand or a row of one seat."""

    zone: str
    seat: str = ""


class Hand(NamedTuple):
    """A hand of each seat.

    size: where the public part counts each seat's hand; known: where it lists those of them that
    everyone has seen, "" if that never happens."""

    size: str
    known: str = ""


class Table(Protocol):
    """What a draw needs from a table of the engine."""

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

    things: all of them in the rulebook's order, one id for each copy; pile: its key in the sealed
    part; hands: by their keys in the own parts; rows: their keys in the public part; own_rows: rows
    that each seat has."""

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
        self._open = {*rows, *own_rows}
        self._order = {one: number for number, one in enumerate(dict.fromkeys(things))}
        self._copies = Counter(self.things)
        self._ranks = sorted(self._ranked(self.things))
        self._whole: list[list[Any]] = []

    def _ranked(self, some: Iterable[str]) -> list[int]:
        return [*map(self._order.__getitem__, some)]

    def sorted(self, some: Iterable[str]) -> list[str]:
        """Return things in the rulebook's order."""
        return sorted(some, key=self._order.__getitem__)

    # Where things are.

    def begin(self, state: Data, seats: Sequence[str]) -> None:
        """Make all zones, with everything in the pile; seats: who has hands and rows."""
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
        """Return what is in a zone, as far as it can be seen here."""
        return list(self._list(state, place) or ())

    def _list(self, state: Data, place: Place) -> list[str] | None:
        """The list itself; None for a hidden one in a rehearsal."""
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

    # What everyone knows.

    def left(self, public: Data) -> int:
        """Return how many things are in the pile."""
        held: int = sum(sum(public[hand.size].values()) for hand in self.hands.values())
        return len(self.things) - sum(map(len, self._rows(public))) - held

    def _rows(self, public: Data) -> list[list[str]]:
        """All rows."""
        rows = [*map(public.__getitem__, self.rows)]
        for name in self.own_rows:
            rows += public[name].values()
        return rows

    def known(self, public: Data, place: Place) -> list[str]:
        """Return the things in a hand that everyone has seen."""
        key = self.hands[place.zone].known
        return list(public[key][place.seat]) if key else []

    def _seen(self, public: Data) -> list[list[str]]:
        """Everything whose place everyone knows."""
        hands = [hand.known for hand in self.hands.values() if hand.known]
        return self._rows(public) + [seen for known in hands for seen in public[known].values()]

    def hidden(self, public: Data) -> list[str]:
        """Return all things whose place public information does not give away."""
        seen = Counter(chain.from_iterable(self._seen(public)))
        return self.sorted((self._copies - seen).elements())

    def could_hold(self, public: Data, place: Place, wanted: Iterable[str]) -> bool:
        """Return whether, by public information, a hand could hold one of these things."""
        known = self.known(public, place)
        more = public[self.hands[place.zone].size][place.seat] > len(known)
        seen = [*chain.from_iterable(self._seen(public))]
        return any(one in known or (more and seen.count(one) < self._copies[one]) for one in wanted)

    # How things move.

    def move(
        self, state: Data, things: Iterable[str], source: Place, target: Place, seen: bool = False
    ) -> None:
        """Move things from one zone to another.

        seen: whether everyone sees which, as they always do to and from a row.  A thing that leaves
        a hand unseen could be any of it, so nothing about the rest is known any more."""
        seen = seen or not self._open.isdisjoint((source.zone, target.zone))
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
            insort(there, one, key=self._order.__getitem__)
        if place.zone in self.hands:
            self._count(state, place, 1)
            if seen:
                if not self.hands[place.zone].known:
                    raise ValueError(f"all see {one} get into a hand of which nothing is known")
                known = self._known_list(state, place)
                insort(known, one, key=self._order.__getitem__)

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
        """Draw from the pile; return what was drawn, [] in a rehearsal.

        target: where it goes, which can depend on what it is (a rehearsal then moves nothing).
        refill: rows that become the pile when it is empty; if all are empty, fewer are drawn."""
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
        """Draw so many; they are there."""
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
        """Return what is wrong: things lost or duplicated, wrong numbers, an order that shows how
        things came there."""
        there = self._all(state)
        if there == self._whole:  # most steps move none of them
            return []
        found = list(self._broken(state))
        self._whole = [] if found else [[*zone] for zone in there]
        return found

    def _all(self, state: Data) -> list[list[Any]]:
        """All that is looked at for that."""
        public, parts = state["public"], state["seats"]
        found = [state["sealed"][self.pile.zone], *self._rows(public)]
        for own, hand in self.hands.items():
            for seat, size in public[hand.size].items():
                found += [[seat, size], parts[seat][own]]
            found += public[hand.known].values() if hand.known else ()
        return found

    def _broken(self, state: Data) -> Iterator[str]:
        public = state["public"]
        zones = [state["sealed"][self.pile.zone], *self._rows(public)]
        zones += [state["seats"][seat][own] for own in self.hands for seat in self._seats(public)]
        ranks = [self._ranked(zone) for zone in zones if zone]
        if sorted(chain.from_iterable(ranks)) != self._ranks:
            yield "things are lost or doubled"
        for own in self.hands:
            for seat in self._seats(public):
                yield from self._miscounted(state, own, seat)
        if any(zone != sorted(zone) for zone in ranks):
            yield "some are not in the rulebook's order"

    def _seats(self, public: Data) -> Iterable[str]:
        """Those that have hands."""
        return public[next(iter(self.hands.values())).size] if self.hands else ()

    def _miscounted(self, state: Data, own: str, seat: str) -> Iterator[str]:
        """What everyone knows of a hand, and is wrong."""
        public, there, hand = state["public"], state["seats"][seat][own], self.hands[own]
        counted, known = public[hand.size][seat], public[hand.known][seat] if hand.known else ()
        if counted != len(there):
            yield f"{own} of {seat}: {counted} are shown of {len(there)}"
        if known and (missing := Counter(known) - Counter(there)):
            yield f"{own} of {seat}: {', '.join(missing)} should be there"

    def swap(
        self,
        state: Data,
        place: Place,
        chance: random.Random,
        able: Callable[[str], bool] = lambda thing: True,
    ) -> tuple[str, str] | None:
        """Swap a thing of a hand with one of the pile, if nobody else can tell, for the blind test;
        return which, None if there are none.

        able: whether a thing can come into a hand at all."""
        hand, pile = self.lying(state, place), [*filter(able, self.lying(state, self.pile))]
        known = Counter(self.known(state["public"], place)) if hand else Counter()
        mine = self.sorted((Counter(hand) - known).elements())
        if not mine or not pile:
            return None
        one, other = chance.choice(mine), chance.choice(pile)
        self.exchange(state, place, one, other)
        return one, other

    def exchange(self, state: Data, place: Place, one: str, other: str) -> None:
        """Swap this thing of a hand with that one of the pile, unseen."""
        for zone, gone, come in ((place, one, other), (self.pile, other, one)):
            there = self._list(state, zone)
            assert there is not None
            there[there.index(gone)] = come
            there[:] = self.sorted(there)

    def lead(
        self, state: Data, first: Data, places: Iterable[Place], picked: Sequence[str]
    ) -> Sequence[str] | None:
        """Let a second game draw what the first has drawn, for the blind test: a thing that one of
        these hands has there changes places with one that this hand has in the first game alone.

        Return what is drawn, None if that cannot be."""
        for thing in picked:
            pile = self.lying(state, self.pile)
            if thing in pile:
                continue
            for place in places:
                here = self.lying(state, place)
                spare = [c for c in self.lying(first, place) if c not in here and c in pile]
                if thing in here and spare:
                    self.exchange(state, place, thing, spare[0])
                    break
            else:
                return None
        return picked

    def report(
        self, public: Data, own: Data, seat: str, names: Mapping[str, str], seats: Mapping[str, str]
    ) -> list[str]:
        """Return lines that show what a seat sees: its hands, what the others hold, pile and rows.

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
        """The hand of another seat: what everyone has seen of it, and how many more it holds."""
        known = self.known(public, place)
        unknown = public[self.hands[place.zone].size][place.seat] - len(known)
        told = [names[one] for one in known]
        told += [f"{several(unknown, 'other')}" if known else str(unknown)] if unknown else []
        return packed(f"{seats[place.seat]}'s {place.zone}:", told or ["none"])
