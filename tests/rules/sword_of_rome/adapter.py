"""Positions of The Sword of Rome as cases write them; see `tests.rules.cases`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

from referee.engine.table import State
from referee.orders.names import find
from rulesets.sword_of_rome import board, books, flow, following, hidden, position, ruleset
from rulesets.sword_of_rome.battle import africa, effects, fight, joining, retreat, ways
from rulesets.sword_of_rome.board import CARD_NAMES, LEADER_NAMES, POWERS, SEATS, SPACE_NAMES
from rulesets.sword_of_rome.cards import discarding, placing, playing, points, politics
from rulesets.sword_of_rome.cards import respond as responses
from rulesets.sword_of_rome.cards.events import EVENTS, Use
from rulesets.sword_of_rome.cards.respond import after_responses, misfit
from rulesets.sword_of_rome.hidden import ZONES, hand, row
from rulesets.sword_of_rome.march import bribe, entry, legs, orders, reactions, rules
from rulesets.sword_of_rome.position import Spot
from rulesets.sword_of_rome.report.card_texts import card_text
from rulesets.sword_of_rome.siege import rolling
from rulesets.sword_of_rome.turn import drawing, ending, gallic, leaders, surrender
from rulesets.sword_of_rome.turn.action import Orders
from rulesets.sword_of_rome.turn.leaders import city_points as loyalty_of
from rulesets.sword_of_rome.turn.order import able_runners, groups
from rulesets.sword_of_rome.turn.reinforcement import powers_of
from rulesets.sword_of_rome.variation import HandVariation
from tests.rules.cases import Adapter, texts, unlike

#: What tests of the game know of it.
__all__ = [
    "ADAPTER",
    "CARD_NAMES",
    "EVENTS",
    "LEADER_NAMES",
    "POWERS",
    "SEATS",
    "ZONES",
    "HandVariation",
    "Orders",
    "Spot",
    "Use",
    "africa",
    "after_responses",
    "board",
    "books",
    "bribe",
    "card_text",
    "discarding",
    "drawing",
    "effects",
    "ending",
    "entry",
    "fight",
    "flow",
    "following",
    "gallic",
    "hidden",
    "joining",
    "leaders",
    "legs",
    "loyalty_of",
    "misfit",
    "orders",
    "placing",
    "playing",
    "points",
    "politics",
    "position",
    "powers_of",
    "reactions",
    "responses",
    "retreat",
    "rolling",
    "rules",
    "ruleset",
    "surrender",
    "ways",
]  # fmt: skip

Data = dict[str, Any]

_KEYS = {"start", "scenario", "length", "turn", "phase", "round", "active", "queue", "first",
         "stage", "militia", "control", "loyalty", "subdued", "sieges", "colonies", "leaders",
         "vp", "plunder", "flags", "facts", "allies", "hands", "discards", "removed", "desperate",
         "reshuffle", "activated", "until", "now", "out", "commanders", *POWERS}  # fmt: skip
_INSIDE = " inside"


def space_id(text: str) -> str:
    return find(text, SPACE_NAMES)


def spot_of(text: str) -> Spot:
    """``Roma`` or ``Roma inside``."""
    return Spot(space_id(text.removesuffix(_INSIDE)), text.endswith(_INSIDE))


def leader_id(text: str) -> str:
    return find(text, LEADER_NAMES)


def card_id(text: str, seat: str, among: Iterable[str]) -> str:
    """A card by its title; of copies the first that is there."""
    there = list(among)
    able = [card for card in there if board.CARDS[card]["title"] == text]
    deck = {card: CARD_NAMES[card] for card in board.DECKS[seat]}
    return able[0] if able else find(text, deck)


class SwordCases(Adapter):
    """The adapter."""

    ruleset = ruleset

    def __init__(self) -> None:
        self.until, self.queue = "", [""]

    def start(self, before: Data) -> State:
        """Nothing but what the case has; with ``start: yes`` the set-up and what it changes."""
        assert not set(before) - _KEYS, set(before) - _KEYS
        self.until = before.get("until", "")
        options = {"length": before.get("length", "full")}
        state = flow.setup(before.get("scenario", "four"), options)
        public = state["public"]
        if before.get("start") != "yes":
            _clear(state)
        for power in POWERS:
            _place(public, power, before.get(power, {}))
        _spaces(public, before)
        _numbers(public, before)
        _cards(state, before)
        _where(public, before)
        self.queue = list(public["queue"])
        assert books.broken(state) == []
        return state

    def seat(self, before: Data) -> str:
        """Who acts: Rome, if nothing is said."""
        seat: str = before.get("active", "rome")
        return seat

    def under_way(self, public: Data) -> bool | None:
        """With ``until``: to that phase, or the next action; otherwise orders are carried out to
        their end."""
        if self.until == "next":
            return bool(public["queue"] == self.queue)
        if self.until:
            return bool(public["phase"] != self.until)
        return True if public["stage"] in ("line", "close") else None

    def compare(self, after: Data, state: State) -> list[str]:
        """What differs, and what is wrong with the books."""
        found = books.broken(state)
        for key, wanted in after.items():
            found += unlike(key, wanted, _read(state, key, wanted))
        return found

    def draw(self, told: list[str] | None, count: int, state: State) -> list[int]:
        """Cards by their titles, all of one deck; every draw must be told."""
        assert told is not None, f"{count} cards are drawn"
        for seat, zones in ZONES.items():
            deck = list(state["sealed"].get(zones.pile.zone, ()))
            names = [board.CARDS[card]["title"] for card in deck]
            if all(text in names for text in told):
                return _numbers_of(told, deck, seat)
        cup = [one for one in board.CONSULS if state["public"]["leaders"].get(one) == position.CUP]
        return [cup.index(leader_id(text)) for text in told]

    def fact(self, fact: Data, state: State) -> object:
        """Facts of the board and the position, each by its first key."""
        name, value = next(iter(fact.items()))
        return texts(_FACTS[name](state["public"], value, fact))


def _numbers_of(told: list[str], deck: list[str], seat: str) -> list[int]:
    found: list[int] = []
    for text in told:
        left = [card for number, card in enumerate(deck) if number not in found]
        found.append(deck.index(card_id(text, seat, left)))
    return found


def _clear(state: State) -> None:
    """An empty map, empty hands, no Desperate Times."""
    public = state["public"]
    for zone in ("cu", "inside"):
        public[zone] = {power: {} for power in public[zone]}
    public["militia"] = {}
    for leader, at in public["leaders"].items():
        if at not in position.OFF_MAP:
            minor = board.LEADERS[leader]["class"] == board.MINOR
            public["leaders"][leader] = position.ASIDE if minor else position.WAITS
    for consul in board.CONSULS:
        public["leaders"][consul] = position.CUP
    for seat in public["seats"]:
        cards = hidden.desperate(public, seat)
        ZONES[seat].move(state, cards, row(seat, "desperate"), row(seat, "removed"))


def _place(public: Data, power: str, told: Data) -> None:
    """``Roma: 5 Valerius, Claudius`` or ``Roma inside: 2``."""
    for at, text in told.items():
        spot = spot_of(at)
        number, _, names = text.partition(" ")
        if not number.isdigit():
            number, names = "0", text
        zone = public["inside" if spot.inside else "cu"][power]
        zone.pop(spot.space, None)
        zone.update({spot.space: int(number)} if int(number) else {})
        public["inside" if spot.inside else "cu"][power] = dict(sorted(zone.items()))
        for name in filter(None, names.split(", ")):
            public["leaders"][leader_id(name)] = spot.key()


def _spaces(public: Data, before: Data) -> None:
    for name, power in before.get("control", {}).items():
        space = space_id(name)
        public["markers"].pop(space, None)
        if power != board.HOME[space]:
            public["markers"][space] = power
    public["markers"] = dict(sorted(public["markers"].items()))
    for name in before.get("colonies", ()):
        public["loyalty"][space_id(name)] = 1
    for name, number in before.get("loyalty", {}).items():
        public["loyalty"][space_id(name)] = int(number)
    public["loyalty"] = dict(sorted(public["loyalty"].items()))
    for name in before.get("subdued", ()):
        public["tribes"].remove(space_id(name))
    sieges = {space_id(name): int(level) for name, level in before.get("sieges", {}).items()}
    public["sieges"] = dict(sorted(sieges.items()))
    public["militia"] |= {space_id(n): int(cu) for n, cu in before.get("militia", {}).items()}
    for name, at in before.get("leaders", {}).items():
        public["leaders"][leader_id(name)] = f"({at})"
    for leader in before.get("commanders", ()):
        spot = position.spot_of(public, leader_id(leader))
        assert spot
        power = board.LEADERS[leader_id(leader)]["power"]
        public["commanders"][f"{power}/{spot.key()}"] = leader_id(leader)


def _numbers(public: Data, before: Data) -> None:
    public["vp"] |= {seat: int(vp) for seat, vp in before.get("vp", {}).items()}
    public["plunder"] = int(before.get("plunder", 0))
    public["flags"] = [flag for flag in position.FLAGS if flag in before.get("flags", ())]
    public["facts"] = list(before.get("facts", ()))
    pairs = [position.pair(*pair) for pair in before.get("allies", ())]
    public["alliances"] = sorted({*public["alliances"], *pairs})
    public["activated"] = list(before.get("activated", ()))
    public["out"] = list(before.get("out", ()))


def _cards(state: State, before: Data) -> None:
    public = state["public"]
    for seat, number in before.get("desperate", {}).items():
        cards = [c for c in board.DECKS[seat] if board.CARDS[c]["event"] == board.DESPERATE]
        there = [c for c in cards if c in public[f"{seat} removed"]]
        wanted = there[: int(number) - len(hidden.desperate(public, seat))]
        ZONES[seat].move(state, wanted, row(seat, "removed"), row(seat, "desperate"))
    for key in ("hands", "discards", "removed", "reshuffle"):
        for seat, names in before.get(key, {}).items():
            target = hand(seat) if key == "hands" else row(seat, key)
            for text in names:
                pile = ZONES[seat].lying(state, ZONES[seat].pile)
                card = card_id(text, seat, pile)
                ZONES[seat].move(state, [card], ZONES[seat].pile, target)


def _where(public: Data, before: Data) -> None:
    """The phase: if nothing is said the first action of a round, without Desperate Times."""
    seat, phase = before.get("active", "rome"), before.get("phase", "action")
    public.update(turn=int(before.get("turn", 1)), phase=phase)
    public["first"] = before.get("first", seat)
    if phase == "action":
        stage = "window" if "desperate" in before else "begin"
        public.update(round=int(before.get("round", 1)), stage=before.get("stage", stage))
        public["queue"] = list(before.get("queue", position.clockwise(public, seat)))
        if "now" in before:
            public["now"] = position.fresh(seat)
            public["now"].update(before["now"])
            public["stage"] = "act"


def _read(state: State, key: str, wanted: Any) -> object:
    """What there is, as the case has it."""
    public = state["public"]
    if key in POWERS:
        return {at: _stack(public, key, spot_of(at)) for at in wanted}
    if key == "control":
        return {name: position.control(public, space_id(name)) for name in wanted}
    if key in ("loyalty", "sieges", "militia"):
        return {n: str(public[key].get(space_id(n), "none")) for n in wanted}
    if key == "leaders":
        return {n: public["leaders"][leader_id(n)].strip("()") for n in wanted}
    if key == "hands":
        return {seat: _titles(ZONES[seat].lying(state, hand(seat))) for seat in wanted}
    if key in ("discards", "removed", "reshuffle"):
        return {seat: _titles(public[f"{seat} {key}"]) for seat in wanted}
    if key == "desperate":
        return {seat: str(len(hidden.desperate(public, seat))) for seat in wanted}
    if key == "decks":
        return {seat: str(hidden.left(public, seat)) for seat in wanted}
    if key == "vp":
        return {seat: str(public["vp"][seat]) for seat in wanted}
    if key == "winner":
        found = public["result"]
        return f"{found['winner'] or 'nobody'} {found['ending']}" if found else "nobody yet"
    if key == "tribes":
        return {name: texts(space_id(name) in public["tribes"]) for name in wanted}
    if key == "allies":
        return [pair.split("/") for pair in public["alliances"]]
    return texts(public["now"][key] if key not in public else public[key])


def _stack(public: Data, power: str, spot: Spot) -> str:
    """As in a case: ``5 Valerius, Claudius``, the commander first."""
    first = position.commander(public, power, spot)
    others = [one for one in position.leaders(public, power, spot) if one != first]
    names = ", ".join(LEADER_NAMES[one] for one in ([first] if first else []) + others)
    number = str(position.cu(public, power, spot))
    return f"{number} {names}".strip()


def _titles(cards: Iterable[str]) -> list[str]:
    return [board.CARDS[card]["title"] for card in cards]


def _named(spaces: Iterable[str]) -> list[str]:
    return [SPACE_NAMES[space] for space in spaces]


def average_losses(who: str) -> str:
    """12.3 CU that the winner or the loser of a battle without modifiers loses by the dice, on
    average; the defender wins a tie."""
    table = board.TABLES["battle"]
    throws = list(product(range(1, 7), repeat=3))
    kept = [("back", "beaten"), ("won",)][who == "winner"]
    total = 0
    for attacker, defender in product(throws, repeat=2):
        won, lost = (attacker, defender) if sum(attacker) > sum(defender) else (defender, attacker)
        dice = {"back": lost, "won": lost, "beaten": won}
        total += sum(table[column][str(die)] for column in kept for die in dice[column])
    return f"{total / len(throws) ** 2:.2f}"


_FACTS: dict[str, Callable[[Data, Any, Data], object]] = {
    "control of": lambda public, at, fact: position.control(public, space_id(at)),
    "commander at": lambda public, at, fact: LEADER_NAMES[
        position.commander(public, fact["of"], spot_of(at))
    ],
    "income of": lambda public, power, fact: placing.income(public, power),
    "points of": lambda public, power, fact: ending.victory_points(public, power),
    "level": lambda public, turn, fact: position.level({**public, "turn": int(turn)}),
    "isolated": lambda public, power, fact: _named(ending.isolated(public, power)),
    "placeable": lambda public, power, fact: _named(placing.placeable(public, power)),
    "support of": lambda public, power, fact: points.own_points(public, power),
    "addable": lambda public, power, fact: _named(points.addable(public, power)),
    "cuttable": lambda public, power, fact: _named(points.cuttable(public, power)),
    "attrition": lambda public, cu, fact: [
        ending.attrition_losses(int(cu), die) for die in range(1, 7)
    ],
    "army at": lambda public, at, fact: position.has_army(public, fact["of"], spot_of(at)),
    "friendly": lambda public, at, fact: position.friendly(public, fact["to"], space_id(at)),
    "could hold": lambda public, seat, fact: hidden.could_hold(
        public, seat, [c for c in board.DECKS[seat] if board.CARDS[c]["title"] == fact["card"]]
    ),
    "runner of": lambda public, power, fact: groups(
        public, able_runners({**public, "now": position.fresh(fact["active"])}, power)
    )[-1],
    "cards in": lambda public, seat, fact: len(board.DECKS[seat]),
    "average losses of": lambda public, who, fact: average_losses(who),
}
ADAPTER = SwordCases()
