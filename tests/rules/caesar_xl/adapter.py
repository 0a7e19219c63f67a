"""Positions of Caesar XL as cases write them; see `tests.rules.cases`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from referee.engine.table import State
from referee.orders.names import find
from rulesets.caesar_xl import board, flow, hidden, position, ruleset
from rulesets.caesar_xl.board import CARD_NAMES, PIECE_NAMES, PLACE_NAMES, SEATS
from rulesets.caesar_xl.choices import ROLLS, Tactics
from rulesets.caesar_xl.combat.battle import BARBARIANS
from rulesets.caesar_xl.combat.supply import excess
from rulesets.caesar_xl.draw import forum
from rulesets.caesar_xl.draw.orders import Draws
from rulesets.caesar_xl.hidden import CARDS, broken
from rulesets.caesar_xl.losses import Betrayal, Fallen, Loss, Losses, Pillage, betrayed, hit
from rulesets.caesar_xl.position import fought
from rulesets.caesar_xl.purchases import politics, recruiting
from rulesets.caesar_xl.turn import Orders
from rulesets.caesar_xl.variation import HandVariation
from tests.rules.cases import Adapter, texts, unlike

#: What tests of the game know of it.
__all__ = [
    "ADAPTER", "BARBARIANS", "CARDS", "ROLLS", "SEATS", "Betrayal", "Draws", "Fallen",
    "HandVariation", "Loss", "Losses", "Orders", "Pillage", "Tactics", "betrayed", "board",
    "broken", "excess", "flow", "fought", "hidden", "hit", "position", "ruleset",
]  # fmt: skip

Data = dict[str, Any]

_KEYS = {"scenario", "strict", "start", "active", "phase", "turn", "gold", "markers", "subdued",
         "claimed", "hands", "known", "discards", "forum", "out", "halved", "used", "part",
         "extras", *SEATS}  # fmt: skip


def place_id(text: str) -> str:
    return find(text, PLACE_NAMES)


def card_id(text: str, among: Iterable[str]) -> str:
    """A card by its name; of copies the first that is there."""
    card = find(text, CARD_NAMES)
    there = list(among)
    return next((one for one in (card, board.TWINS.get(card, card)) if one in there), card)


def piece_id(text: str) -> str:
    return find(text.rstrip("*"), PIECE_NAMES)


class XLCases(Adapter):
    """The adapter."""

    ruleset = ruleset

    def start(self, before: Data) -> State:
        """Nothing but what the case has; with ``start: yes`` the set-up and what it changes."""
        assert not set(before) - _KEYS, set(before) - _KEYS
        scenario = before.get("scenario", "silver")
        state = flow.setup(scenario, {"strict-military": before.get("strict", "no")})
        public = state["public"]
        if before.get("start") != "yes":
            public["pieces"], public["gold"] = {}, dict.fromkeys(SEATS, 0)
        for seat in SEATS:
            _place(state, seat, before.get(seat, {}))
        public["out"] = [seat for seat in SEATS if seat not in public["pieces"]]
        public["gold"] |= {seat: int(gold) for seat, gold in before.get("gold", {}).items()}
        _cards(state, before)
        marks = {place_id(at): seat for at, seat in before.get("markers", {}).items()}
        public["markers"] = {at: marks[at] for at in board.by_map(list(marks))}
        public["subdued"] = board.by_map([place_id(at) for at in before.get("subdued", [])])
        public["halved"] |= dict.fromkeys(before.get("halved", []), True)
        public["now"]["used"] = list(before.get("used", []))
        public["now"]["extras"] = list(before.get("extras", []))
        public["now"]["part"] = int(before.get("part", 1))
        public.update(seat=self.seat(before), phase=before.get("phase", "purchases"))
        public["turn"] = int(before.get("turn", 2))
        assert broken(state) == []
        return state

    def seat(self, before: Data) -> str:
        """Whose turn it is: Caesar's, if nothing is said."""
        seat: str = before.get("active", "caesar")
        return seat

    def compare(self, after: Data, state: State) -> list[str]:
        """What differs, and what is wrong with the books."""
        found = broken(state)
        for key, wanted in after.items():
            found += unlike(key, wanted, _read(state, key, wanted))
        return found

    def draw(self, told: list[str] | None, count: int, state: State) -> list[int]:
        """Cards by their names; every draw must be told."""
        assert told is not None, f"{count} cards are drawn"
        deck = CARDS.lying(state, CARDS.pile)
        return [deck.index(card_id(text, deck)) for text in told]

    def fact(self, fact: Data, state: State) -> object:
        """Facts of the board and the position, each by its first key."""
        name, value = next(iter(fact.items()))
        return texts(_FACTS[name](state["public"], value, fact))


def _place(state: State, seat: str, told: Data) -> None:
    """Pieces by place; a star behind a veteran; leaders come from the deck."""
    public = state["public"]
    for at, names in told.items():
        for name in names:
            key = piece_id(name)
            public["pieces"][key] = position.piece(seat, place_id(at), name.endswith("*"))
            if key in board.LEADERS:
                CARDS.move(state, [key], CARDS.pile, hidden.leaders(seat))
    public["pieces"] = dict(sorted(public["pieces"].items()))


def _cards(state: State, before: Data) -> None:
    """Cards that do not lie in the deck."""
    targets = {"discards": hidden.DISCARDS, "forum": hidden.FORUM}
    for key, target in targets.items():
        for text in before.get(key, []):
            card = card_id(text, CARDS.lying(state, CARDS.pile))
            CARDS.move(state, [card], CARDS.pile, target)
    for key, zone in (("claimed", hidden.claimed), ("hands", hidden.hand)):
        for seat, names in before.get(key, {}).items():
            for text in names:
                card = card_id(text, CARDS.lying(state, CARDS.pile))
                CARDS.move(state, [card], CARDS.pile, zone(seat))
    for seat, names in before.get("known", {}).items():
        for text in names:
            card = card_id(text, CARDS.lying(state, CARDS.pile))
            CARDS.move(state, [card], CARDS.pile, hidden.DISCARDS)
            CARDS.move(state, [card], hidden.DISCARDS, hidden.hand(seat))


def _read(state: State, key: str, wanted: Any) -> object:
    """What there is, as the case has it."""
    public = state["public"]
    if key in SEATS:
        return {at: _there(public, key, at) for at in wanted}
    if key in ("hands", "claimed"):
        zone = hidden.hand if key == "hands" else hidden.claimed
        return {seat: _names(CARDS.lying(state, zone(seat))) for seat in wanted}
    if key in ("discards", "forum", "known"):
        rows = public[key]
        return {seat: _names(rows[seat]) for seat in wanted} if key == "known" else _names(rows)
    if key == "gold":
        return {seat: str(public["gold"][seat]) for seat in wanted}
    if key == "markers":
        return {PLACE_NAMES[at]: seat for at, seat in public["markers"].items()}
    if key == "subdued":
        return [PLACE_NAMES[at] for at in public["subdued"]]
    if key == "winner":
        found = public["result"]
        return f"{found['winner'] or 'nobody'} {found['ending']}" if found else "nobody yet"
    if key == "pile":
        return str(CARDS.left(public))
    names = {"active": "seat"}
    found = public["now"] if key in public["now"] else public
    return texts(found[names.get(key, key)])


def _there(public: Data, seat: str, at: str) -> list[str]:
    keys = position.there(public, place_id(at), seat)
    return [PIECE_NAMES[key] + "*" * public["pieces"][key]["veteran"] for key in keys]


def _names(cards: Iterable[str]) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


_FACTS: dict[str, Callable[[Data, Any, Data], object]] = {
    "year of": lambda public, turn, fact: (
        flow.headline({**public, "turn": int(turn)}).split("(")[1].split(")")[0]
    ),
    "controls": lambda public, at, fact: position.holders(public).get(place_id(at), "nobody"),
    "value of": lambda public, seat, fact: position.city_value(public, seat),
    "points of": lambda public, seat, fact: list(position.points(public, seat).values()),
    "swords of": lambda public, name, fact: position.swords(public, piece_id(name)),
    "champion of": lambda public, faction, fact: position.champion(public, faction),
    "excess of": lambda public, seat, fact: {
        PLACE_NAMES[at]: number for at, number in excess(public, seat).items()
    },
    "battles of": lambda public, seat, fact: [PLACE_NAMES[at] for at in fought(public, seat)],
    "claims of": lambda public, seat, fact: _names(forum.claimable(public, seat)),
    "added at": lambda public, at, fact: politics.modifiers(public, fact["by"], place_id(at)),
    "price of": lambda public, what, fact: recruiting.price(public, fact["by"], what),
    "roll costs": lambda public, at, fact: politics.roll_price(public, fact["by"], place_id(at)),
    "stock of": lambda public, seat, fact: [
        *(len(position.free_counters(public, seat, what)) for what in (board.LEGION, board.ALLY)),
        position.free_markers(public, seat),
    ],
    "cards": lambda public, kind, fact: len(CARD_NAMES) if kind == "pile" else len(SEATS),
    "places": lambda public, kind, fact: len({"cities": board.CITIES, "zones": board.ZONES}[kind]),
    "all value": lambda public, what, fact: sum(c["value"] for c in board.CITIES.values()),
    "total of": lambda public, seat, fact: position.total(
        public, [key for key in position.owned(public, seat) if board.is_unit(key)]
    ),
    "near": lambda public, at, fact: position.near(public, place_id(at), cities_only=True),
}
ADAPTER = XLCases()
