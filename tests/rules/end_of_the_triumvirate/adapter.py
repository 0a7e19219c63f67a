"""All that tests know of The End of the Triumvirate.

What they import of the ruleset, so that whoever moves or renames something there changes this
module alone; and positions as cases write them (see `tests.rules.cases`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.engine.request import Request, View
from referee.engine.table import State, view_of
from referee.engine.words import Answer
from referee.kit.phrases import ROMAN
from referee.orders.names import NotFound, find
from rulesets.end_of_the_triumvirate import (
    actions,
    board,
    movement,
    position,
    ruleset,
    supply,
    wording,
)
from rulesets.end_of_the_triumvirate.board import ALII, NAMES, ROME, SEAS, SEATS, TRACKS
from rulesets.end_of_the_triumvirate.choices import NONE, Escape, Forced, Raise, Servant
from rulesets.end_of_the_triumvirate.turn import Turn, TurnWalk, play_turn
from tests.rules.cases import Adapter, texts, unlike

#: What tests of the game know of it.
__all__ = [
    "ADAPTER",
    "ALII",
    "NAMES",
    "NONE",
    "ROME",
    "SEAS",
    "SEATS",
    "TRACKS",
    "Escape",
    "Forced",
    "Raise",
    "Servant",
    "Turn",
    "TurnWalk",
    "actions",
    "board",
    "movement",
    "play_turn",
    "position",
    "ruleset",
    "supply",
]

Data = dict[str, Any]

#: What a case calls the fields of a province, by their names in the State.
_SERVANTS = {"placed": "active", "idle": "idle"}
#: Counts of the turn under way, and of the game, that a case names as the State does.
_TURN = ("points", "actions", "won", "lost")
_GAME = ("active", "year", "stone")
#: Keys of a position, and what else there is but seats and provinces.
_OTHER = (
    "scenario",
    "phase",
    "bag",
    "supply",
    "compensation",
    "escape card",
    "game turn",
    "winner",
)
_KEYS = (*_TURN, *_GAME, *_OTHER, ALII)


def space_id(text: str) -> str:
    return find(text, wording.VOCABULARY["space"])


def names(spaces: Any) -> list[str]:
    return [board.NAMES[key] for key in sorted(spaces, key=list(board.NAMES).index)]


class TriumvirateCases(Adapter):
    """The adapter."""

    ruleset = ruleset

    def start(self, before: Data) -> State:
        """The set-up with what the case changes; pieces that it needs come from the supply, and
        what it says the supply holds less lies with the others."""
        state = ruleset.rules.setup(before.get("scenario", "three"), {})
        public = state["public"]
        phase = before.get("phase", "movement")
        public["phase"] = "turn" if phase in ("supply", "movement") else phase
        public["now"]["supplied"] = phase != "supply"
        public.update({key: _number(before[key]) for key in _GAME if key in before})
        public["turn"] = int(before.get("game turn", public["turn"]))
        public["now"].update({key: int(before[key]) for key in _TURN if key in before})
        for key, told in before.items():
            if key in SEATS:
                _change_character(public, key, told)
            elif key not in _KEYS:
                _change_province(public, space_id(key), told)
        if "compensation" in before:
            holder, side = before["compensation"].split()
            public["compensation"] = {"holder": holder, "side": ROMAN.index(side)}
        _balance(public, before)
        assert position.broken(state) == []
        return state

    def seat(self, before: Data) -> str:
        """Whose turn it is: Caesar's, if nothing is said."""
        seat: str = before.get("active", "caesar")
        return seat

    def compare(self, after: Data, state: State) -> list[str]:
        """What differs, and what can never be."""
        found = position.broken(state)
        for key, wanted in after.items():
            found += unlike(key, wanted, _read(state["public"], key, wanted))
        return found

    def otherwise(self, word: str, request: Request, view: View) -> Answer:
        """``default``: the rules choose."""
        assert word == "default"
        return []

    def draw(self, told: list[str] | None, count: int, state: State) -> list[int]:
        """Weapons of the bag by their colours; every draw must be told."""
        assert told is not None, f"{count} weapons are drawn"
        bag = state["public"]["bag"]
        first = {seat: sum(list(bag.values())[:number]) for number, seat in enumerate(bag)}
        drawn = []
        for number, colour in enumerate(told):
            nth = told[:number].count(colour)
            assert nth < bag[colour], f"there are {bag[colour]} weapons of {colour}"
            drawn.append(first[colour] + nth)
        return drawn

    def fact(self, fact: Data, state: State) -> object:
        """Facts of the board and the position, each by its first key."""
        name, value = next(iter(fact.items()))
        return texts(_FACTS[name](state, value, fact))


def _number(text: str) -> int | str:
    return int(text) if text.isdigit() else text


def _change_character(public: Data, seat: str, told: Data) -> None:
    """``at``, ``also`` (provinces that he owns too), counts, ``consul``, ``added`` (turn)."""
    who = public["characters"][seat]
    for key, value in told.items():
        if key == "also":
            for name in value:
                public["provinces"][space_id(name)]["owner"] = seat
        elif key == "at":
            who["at"] = space_id(value)
        elif key == "added":
            who["last_added"] = [int(value), 1]
        else:
            assert key in ("gold", "weapons", "citizens", "consul", *TRACKS), key
            who[key] = value == "yes" if key == "consul" else int(value)


def _change_province(public: Data, key: str, told: Any) -> None:
    """``5`` (legions), ``caesar``, ``caesar 5``, or a map of owner, legions, gold, governor,
    placed, idle."""
    place = public["provinces"][key]
    for field, value in _fields(told).items():
        name = _SERVANTS.get(field, field)
        assert name in place, field
        place[name] = _number(value)
    if place["active"]:
        place["governor"] = "off"


def _fields(told: Any) -> Data:
    if isinstance(told, dict):
        return told
    return {"legions" if word.isdigit() else "owner": word for word in told.split()}


def _balance(public: Data, before: Data) -> None:
    """Reserves and supply hold what is nowhere else."""
    for seat, who in public["characters"].items():
        who["governors"] = board.SETUP["pieces"]["governors"] - len(position.owned(public, seat))
        if "weapons" in before.get(seat, {}):
            public["bag"][seat] = board.SETUP["pieces"]["weapons"] - who["weapons"]
    for seat, number in before.get("bag", {}).items():
        public["bag"][seat] = int(number)
        public["characters"][seat]["weapons"] = board.SETUP["pieces"]["weapons"] - int(number)
    right = position.counted(position.first(public["scenario"], {}))
    supply, now = public["supply"], position.counted(public)
    for goods, what in (("gold", "gold"), ("legions", "legions"), ("servants", "servants")):
        supply[goods] += right[what] - now[what]
    supply["consul_cards"] += right["consul cards"] - now["consul cards"]
    public[ALII] += right["citizens"] - now["citizens"]
    for goods, number in before.get("supply", {}).items():
        _hand_out(public, before, goods, supply[goods] - int(number))
    if ALII in before:
        assert public[ALII] == int(before[ALII]), f"{public[ALII]} citizens in Alii"


def _hand_out(public: Data, before: Data, goods: str, number: int) -> None:
    """Give others so much of the supply, where the case says nothing: the treasury of the last of
    them, or up to six legions in each of their provinces."""
    others = [seat for seat in public["players"] if seat != public["active"]]
    public["supply"][goods] -= number
    if goods == "gold":
        public["characters"][others[-1]]["gold"] += number
        return
    named = [space_id(key) for key in before if key not in (*_KEYS, *SEATS)]
    for key, place in public["provinces"].items():
        if place["owner"] in others and key not in named:
            more = min(number, board.LEGIONS - place["legions"])
            place["legions"] += more
            number -= more
    assert number == 0, f"{number} legions have no place"


def _read(public: Data, key: str, wanted: Any) -> Any:
    """What a key of ``after`` comes to, in the form in which it is wanted."""
    if key in SEATS:
        who = _character(public, key)
        return {name: texts(who[name]) for name in wanted}
    if key in _KEYS:
        return texts(_table(public, key, wanted))
    place = public["provinces"][space_id(key)]
    have = {name: str(place[_SERVANTS.get(name, name)]) for name in _fields(wanted)}
    return have if isinstance(wanted, dict) else " ".join(have.values())


def _character(public: Data, seat: str) -> Data:
    who = public["characters"][seat]
    owned = position.owned(public, seat)
    return {
        **who,
        "at": board.NAMES[who["at"]],
        "added": who["last_added"][0],
        "owns": names(owned),
    }


def _table(public: Data, key: str, wanted: Any) -> object:
    """What lies beside the board."""
    card, result = public["compensation"], public["result"]
    if key in _TURN:
        return public["now"][key]
    if key in ("bag", "supply"):
        return {name: public[key][name] for name in wanted}
    return {
        **{name: public[name] for name in (*_GAME, "scenario", "phase", ALII)},
        "game turn": public["turn"],
        "compensation": f"{card['holder']} {ROMAN[card['side']]}" if card["holder"] else None,
        "escape card": public["escape_card"],
        "winner": f"{result['winner']} {result['why']}" if result else None,
    }[key]


def _beside(state: State, value: str, _: Data) -> list[str]:
    """Spaces of the game beside one."""
    playing = (*state["public"]["provinces"], *board.SEAS)
    return names(key for key in board.GRAPH[space_id(value)] if key in playing)


def _leading(state: State, track: str, _: Data) -> list[str]:
    public = state["public"]
    return [seat for seat in public["players"] if position.leads(public, seat, track)]


def _shown(state: State, text: str, fact: Data) -> bool:
    """Whether the report to a seat (``to``) has a line with this text, blanks aside."""
    sections = ruleset.wording.situation(view_of(state, fact["to"]))
    lines = [" ".join(line.split()) for _, section in sections for line in section]
    return any(text in line for line in lines)


def _seats(_: State, scenario: str, __: Data) -> list[str] | None:
    found = ruleset.scenarios.get(scenario)
    return list(found.seats or SEATS) if found else None


def _knows(_: State, text: str, __: Data) -> bool:
    try:
        return bool(space_id(text))
    except NotFound:
        return False


def _on_board(state: State, what: str, _: Data) -> int:
    places = state["public"]["provinces"].values()
    return sum(place[_SERVANTS.get(what, what)] for place in places)


_FACTS: dict[str, Callable[[State, str, Data], object]] = {
    "seats of": _seats,
    "pieces": lambda s, v, _: position.counted(s["public"])[v],
    "on the board": _on_board,
    "leading": _leading,
    "beside": _beside,
    "shown": _shown,
    "a space": _knows,
    "type of": lambda s, v, _: board.LAND[space_id(v)]["type"],
    "provinces": lambda s, v, _: len(s["public"]["provinces"]),
    "elected now": lambda s, v, _: position.consul(s["public"]),
}

ADAPTER = TriumvirateCases()
