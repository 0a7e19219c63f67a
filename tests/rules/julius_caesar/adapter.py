"""All that tests know of Julius Caesar.

What they import of the ruleset, so that whoever moves or renames something there changes this
module alone; and positions as cases write them (see `tests.rules.cases`).
"""

from __future__ import annotations

from typing import Any

from referee.engine.request import Request, View
from referee.engine.table import State, view_of
from referee.engine.words import Answer
from referee.orders.names import find
from rulesets.julius_caesar import board, legal, ruleset
from rulesets.julius_caesar.battle import hits, phase, rounds, ways_out
from rulesets.julius_caesar.battle.rounds import (
    LAST_ROUND,
    after_hit,
    first_choice,
    has_choice,
    strongest,
)
from rulesets.julius_caesar.board import SEATS, naming, other, setup, worth
from rulesets.julius_caesar.board.naming import block_name, place_name
from rulesets.julius_caesar.command.phase import Command, Orders, command_phase
from rulesets.julius_caesar.hidden import CaesarVariation
from rulesets.julius_caesar.odds import melee
from rulesets.julius_caesar.odds import wager as what_if
from rulesets.julius_caesar.remembered import Known
from rulesets.julius_caesar.year import events, winter
from rulesets.julius_caesar.year.cards import Cards, first_player, is_event
from rulesets.julius_caesar.year.events import Jupiter, Vulcan, enemy_cities
from rulesets.julius_caesar.year.winter import Winter, WinterWalk, home_ports, supply_limit
from tests.rules.cases import Adapter, texts, unlike

#: What tests of the game know of it.
__all__ = [
    "ADAPTER",
    "LAST_ROUND",
    "SEATS",
    "CaesarVariation",
    "Cards",
    "Command",
    "Jupiter",
    "Known",
    "Orders",
    "Vulcan",
    "Winter",
    "WinterWalk",
    "after_hit",
    "block_name",
    "board",
    "command_phase",
    "enemy_cities",
    "events",
    "first_choice",
    "has_choice",
    "hits",
    "home_ports",
    "is_event",
    "legal",
    "melee",
    "naming",
    "other",
    "phase",
    "place_name",
    "rounds",
    "ruleset",
    "setup",
    "strongest",
    "supply_limit",
    "ways_out",
    "what_if",
    "worth",
]

Data = dict[str, Any]


def place_id(text: str) -> str:
    return find(text, naming.vocabulary("caesar")["place"])


def block_id(text: str, seat: str) -> str:
    return find(text, naming.vocabulary(seat)["block"])


def card_ids(cards: list[str]) -> list[str]:
    return [find(card, naming.vocabulary("caesar")["card"]) for card in cards]


def read_block(text: str, seat: str) -> tuple[str, int, str | None]:
    """``Legio 7``, ``Legio 7/2``, ``Legio 7/2 from Genua``: block, strength, origin."""
    text, _, origin = text.partition(" from ")
    name, _, strength = text.partition("/")
    block = block_id(name, seat)
    return block, int(strength or board.full(block)), place_id(origin) if origin else None


class JuliusCaesarCases(Adapter):
    """The adapter."""

    ruleset = ruleset

    def start(self, before: Data) -> State:
        """``start: yes`` is the deployment of 5.1; otherwise only what the case puts there."""
        state = ruleset.rules.setup(before.get("scenario", "land"), before.get("options", {}))
        public = state["public"]
        if "surprise" in before:
            seat, place = next(iter(before["surprise"].items()))
            public["surprise"] = {"place": place_id(place), "seat": seat}
        fallen = [block_id(text, "caesar") for text in before.get("fallen", [])]
        for seat in SEATS:
            taken = [block_id(text, other(seat)) for text in before.get(f"{seat} took", [])]
            public["trophies"][seat] = taken
            part = state["seats"][seat]
            if "start" not in before:
                part["blocks"] = self._blocks(before.get(seat, {}), seat)
            part["hand"] = card_ids(before.get(f"{seat} hand", []))
        for block in fallen:
            public["dead"][board.BLOCKS[block].colour].append(block)
        self._fill_pools(state, before)
        public["places"] = setup.counted(state["seats"])
        self._time(state, before)
        return state

    def _blocks(self, places: Data, seat: str) -> Data:
        blocks: Data = {}
        for place, listed in places.items():
            for text in listed:
                block, strength, origin = read_block(text, seat)
                assert strength in board.BLOCKS[block].steps, text
                assert board.may_stand(block, place_id(place)), f"{text} in {place} (4.1)"
                blocks[block] = {"at": place_id(place), "strength": strength, "from": origin}
        return blocks

    def _fill_pools(self, state: State, before: Data) -> None:
        """Whatever is nowhere else stands in the reserve of the player whose colour it is."""
        public = state["public"]
        gone = [block for seat in SEATS for block in state["seats"][seat]["blocks"]]
        gone += [block for heap in public["dead"].values() for block in heap]
        gone += [block for taken in public["trophies"].values() for block in taken]
        assert len(gone) == len(set(gone)), "a block stands twice"
        for seat in SEATS:
            pool = [
                block.id
                for block in board.BLOCKS.values()
                if block.seat == seat and block.id not in gone and block.levy != "none"
            ]
            state["seats"][seat]["pool"] = sorted(pool)
            public["pool"][seat] = len(pool)

    def _time(self, state: State, before: Data) -> None:
        """Year, turn, phase, cards, who is first, and attacks under way."""
        public = state["public"]
        public["options"] = before.get("options", {})
        public["year"] = int(before.get("year", public["year"]))
        public["turn"] = int(before.get("turn", 2 if "active" in before else 1))
        public["phase"] = before.get("phase", "command" if "active" in before else public["phase"])
        last = before.get("last played", {})
        public["last_played"] = {seat: card_ids([card])[0] for seat, card in last.items()}
        if "active" in before:
            seat = before["active"]
            first = before.get("first", seat)
            card = f"{before.get('moves', '0')}/{before.get('levies', '0')}"
            public["played"] = {**dict.fromkeys(SEATS, card), **before.get("played", {})}
            if "card" in before:
                public["played"][seat] = card_ids([before["card"]])[0]
            public["first"] = first
            public["to_command"] = [seat, other(seat)] if first == seat else [seat]
        elif "first" in before:
            public["first"] = before["first"]
            public["played"] = {**dict.fromkeys(SEATS, "2/1"), **before.get("played", {})}
        public["attacks"] = self._attacks(state, before)

    def _attacks(self, state: State, before: Data) -> Data:
        """Contested places: whose blocks came ``from`` somewhere attack, the first player's
        first; ``attacker`` and ``main`` say otherwise."""
        public = state["public"]
        attacks: Data = {}
        for place in legal.contested(public):
            entries: Data = {}
            for seat in SEATS:
                for here in state["seats"][seat]["blocks"].values():
                    if here["at"] == place and here["from"]:
                        came = entries.setdefault(seat, {})
                        came[here["from"]] = came.get(here["from"], 0) + 1
            default = public["first"] if public["first"] in entries else next(iter(entries), None)
            attacker = before.get("attacker", default or public["first"] or SEATS[0])
            origins = list(entries.get(attacker, {}))
            main = before.get("main", {})
            named = {place_id(key): place_id(value) for key, value in main.items()}
            attacks[place] = {
                "attacker": attacker,
                "defender": other(attacker),
                "main": named.get(place, origins[0] if origins else None),
                "entries": entries,
            }
        return attacks

    def seat(self, before: Data) -> str:
        seat: str = before["active"]
        return seat

    def compare(self, after: Data, state: State) -> list[str]:
        found = []
        for key, wanted in after.items():
            if key in SEATS:
                found += self._compare_blocks(key, wanted, state)
            elif key in ("vacant", "contested"):
                found += self._compare_status(key, wanted, state["public"])
            elif key == "fallen":
                have = [block for heap in state["public"]["dead"].values() for block in heap]
                found += unlike(key, sorted(self._any(text) for text in wanted), sorted(have))
            elif key.endswith(" took"):
                have = state["public"]["trophies"][key.removesuffix(" took")]
                found += unlike(key, [self._any(text) for text in wanted], have)
            else:
                found += self._compare_public(key, wanted, state["public"])
        return found

    def _any(self, text: str) -> str:
        """A block of either colour: as Caesar writes it."""
        return block_id(text, "caesar")

    def _compare_blocks(self, seat: str, places: Data, state: State) -> list[str]:
        found = []
        for place, listed in places.items():
            wanted = sorted(read_block(text, seat)[:2] for text in listed)
            blocks = state["seats"][seat]["blocks"]
            here = [(b, e["strength"]) for b, e in blocks.items() if e["at"] == place_id(place)]
            found += unlike(f"{seat} in {place}", wanted, sorted(here))
        return found

    def _compare_status(self, status: str, places: list[str], public: Data) -> list[str]:
        found = []
        for place in places:
            have = legal.status(public, place_id(place), "caesar")
            found += unlike(place, status, have)
        return found

    def _compare_public(self, path: str, wanted: Any, public: Data) -> list[str]:
        """A path of ids into the public part: ``attacks/rome/main``."""
        value: Any = public
        for key in path.split("/"):
            value = value.get(key) if isinstance(value, dict) else None
        return unlike(path, wanted, texts(value))

    def otherwise(self, word: str, request: Request, view: View) -> Answer:
        """``fire`` or ``pass``: that is what every block does; hits fall on the first in order."""
        if request.kind == "battle turn":
            return [{word: block} for block in request.args["blocks"]]
        if request.kind == "hits":
            basis = rounds.face_up(view.public["battle"], request.seat)
            return [{"hit": b} for b in first_choice(basis, request.args["hits"])]
        if request.kind == "next battle":
            return [{"battle": legal.contested(view.public)[0]}]
        return []

    def draw(self, told: list[str] | None, count: int, state: State) -> list[int]:
        """Numbers of items; the first ones if nothing is told."""
        return list(range(count)) if told is None else [int(number) for number in told]

    def fact(self, fact: Data, state: State) -> object:
        """Facts of the board, the blocks and the position, each by its first key."""
        name, value = next(iter(fact.items()))
        result = _FACTS[name](state, value, fact.get("for", "caesar"))
        return texts(result)


def _names(places: Any) -> list[str]:
    return sorted(naming.place_name(place) for place in places)


def one_move(view: View) -> Orders:
    """A command phase with one move, on a copy of what a seat sees."""
    return Orders.on_copy(Command(view.seat, moves=1, levies=0), view)


def _reach(state: State, place: str, seat: str) -> list[str]:
    """Cities exactly so far away that a block needs two steps."""
    view = view_of(state, seat)
    walk = one_move(view)
    here = place_id(place)
    ends = [path[-1] for path in walk.paths(here, fleet=False) if len(path) == 3]
    return _names({end for end in ends if end != here and board.edge(here, end) is None})


def _by_sea(state: State, place: str, seat: str, steps: int = 1) -> list[str]:
    """Where a fleet comes with so many steps; with two, elsewhere than where it began."""
    walk = one_move(view_of(state, seat))
    here = place_id(place)
    ends = [p[-1] for p in walk.paths(here, fleet=True) if len(p) == steps + 1]
    return _names({end for end in ends if end != here})


def _second_steps(state: State, step: str, seat: str) -> list[str]:
    """``Massilia, Mare Hispanum``: where a fleet comes with a second step from there."""
    path = [place_id(name) for name in step.split(", ")]
    paths = one_move(view_of(state, seat)).paths(path[0], fleet=True)
    return _names({p[-1] for p in paths if p[:2] == path and len(p) == 3})


def _count_type(state: State, kind: str, seat: str) -> int:
    return sum(1 for b in board.BLOCKS.values() if b.seat == seat and b.type == kind)


def _on_board(state: State, value: str, seat: str) -> int:
    return len(state["seats"][value]["blocks"])


def _seas(state: State, place: str, seat: str) -> list[str]:
    return _names(board.PLACES[place_id(place)].seas)


def _stands(state: State, block: str, seat: str) -> list[str]:
    """Of a city, a port and a sea: where a block can be."""
    samples = ("lugdunum", "genua", "hispanum")
    return _names(p for p in samples if board.may_stand(block_id(block, seat), p))


def _rating(state: State, block: str, seat: str) -> str:
    found = board.BLOCKS[block_id(block, seat)]
    return found.rating()


def _attack_rating(state: State, block: str, seat: str) -> str:
    found = board.BLOCKS[block_id(block, seat)]
    return found.rating(attacking=True)


def _points(state: State, seat: str, _: str) -> int:
    return legal.points(state["public"], seat)


def _status(state: State, place: str, seat: str) -> str:
    return legal.status(state["public"], place_id(place), seat)


def _pinned(state: State, place: str, seat: str) -> int:
    return legal.pins(state["public"], place_id(place), seat)


def _free(state: State, place: str, seat: str) -> int:
    return legal.free_blocks(state["public"], place_id(place), seat)


def _values(state: State, value: str, seat: str) -> list[str]:
    return _names(p.id for p in board.PLACES.values() if p.value == int(value))


def _steps(state: State, block: str, seat: str) -> tuple[int, ...]:
    return board.BLOCKS[block_id(block, seat)].steps


def _hit_from(state: State, text: str, seat: str) -> int:
    block, strength, _ = read_block(text, seat)
    return board.step_down(block, strength)


def _acting(state: State, place: str, seat: str) -> list[str]:
    """The order in which the blocks of a battle act in round 1, everybody shown."""
    public = state["public"]
    attack = public["attacks"][place_id(place)]
    shown = {
        block: {"player": owner, "acted": False}
        for owner in SEATS
        for block, here in state["seats"][owner]["blocks"].items()
        if here["at"] == place_id(place)
    }
    battle = {"attacker": attack["attacker"], "defender": attack["defender"], "blocks": shown}
    return [
        board.BLOCKS[block].name
        for letter, side in rounds.turns(battle)
        for block in rounds.waiting(battle, letter, side)
    ]


def _cards(state: State, value: str, seat: str) -> int:
    return board.deck(events=True).count(value) if value != "all" else len(board.deck(events=True))


_FACTS: dict[str, Any] = {
    "points of": _points,
    "status of": _status,
    "pinned in": _pinned,
    "free in": _free,
    "two cities from": _reach,
    "one step by sea from": _by_sea,
    "second steps over": _second_steps,
    "supply limit of": lambda s, v, _: winter.supply_limit(place_id(v)),
    "targets of Jupiter": lambda s, v, _: _names(events.targets(s["public"], v)),
    "blocks of type": _count_type,
    "blocks on the board of": _on_board,
    "blocks in all of": lambda s, v, _: sum(b.colour == v for b in board.BLOCKS.values()),
    "seas of": _seas,
    "port": lambda s, v, _: board.PLACES[place_id(v)].port,
    "major ports": lambda s, v, _: _names(p.id for p in board.PLACES.values() if p.major),
    "cities worth": _values,
    "total value": lambda s, v, _: sum(p.value for p in board.PLACES.values()),
    "islands": lambda s, v, _: sorted({p.island for p in board.PLACES.values() if p.island}),
    "can stand": _stands,
    "rating of": _rating,
    "rating as attacker of": _attack_rating,
    "steps of": _steps,
    "one hit on": _hit_from,
    "acting in": _acting,
    "cards": _cards,
    "years": lambda s, v, _: len(board.CARDS["years"]),
    "turns in a year": lambda s, v, _: board.CARDS["turns"],
    "moves and levies of": lambda s, v, seat: board.moves_and_levies(s["public"]["played"][v]),
    "hand of": lambda s, v, _: len(s["seats"][v]["hand"]),
    "discarded by": lambda s, v, _: s["seats"][v]["discard"],
    "first player with": lambda s, v, _: _first(v),
    "blocks of": lambda s, v, seat: len(
        [b for b in s["seats"][seat]["blocks"].values() if b["at"] == place_id(v)]
    ),
    "last result": lambda s, v, _: list(legal.victory(s["public"], last=True) or ()),
    "ten points": lambda s, v, _: (legal.victory(s["public"], last=False) or [None])[0],
}


def _first(cards: list[str]) -> str | None:
    """Who goes first when Caesar and Pompey play these two cards."""
    return first_player(dict(zip(SEATS, card_ids(cards), strict=True)))


ADAPTER = JuliusCaesarCases()
