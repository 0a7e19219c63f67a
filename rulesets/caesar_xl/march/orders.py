"""The words of the march: pieces that march, a Fleet, the order of battles (9, 10.1)."""

from collections.abc import Iterable
from typing import Any

from referee.engine.action import UNSURE, Action, Problem
from referee.engine.words import Fields, Many, Name
from rulesets.caesar_xl import board, hidden, position
from rulesets.caesar_xl.board import CARD_NAMES, CITIES, PIECE_NAMES, PLACE_NAMES, SUPREME
from rulesets.caesar_xl.draw.drawing import discard, play
from rulesets.caesar_xl.draw.orders import not_held
from rulesets.caesar_xl.march import rules
from rulesets.caesar_xl.march.rules import Way
from rulesets.caesar_xl.purchases.walk import Turning

FLEET = "A3"


class March(Action[Turning]):
    """9 Pieces that go the same way; units first, then leaders, who may follow them free.

    With the supreme leader, those units that start with him are his group (9.4)."""

    word, example = "march", "march: {pieces: [CL1, CL2, CA1], via: Rubicon, to: Rome}"
    takes = Fields(
        {"pieces": Many(Name("own piece")), "to": Name("place")},
        {"via": Name("place"), "free": Many(Name("march card"), 1, 2)},
    )

    def problems(self) -> Iterable[Problem]:
        """What is wrong with it whoever goes; each piece is judged when its turn comes."""
        keys, cards = self.value["pieces"], self.value.get("free", [])
        for number, key in enumerate(keys):
            if key in keys[:number]:
                yield Problem(
                    f"{PIECE_NAMES[key]} stands there twice", "9.1", path=("pieces", number)
                )
        if cards and "via" not in self.value:
            hint = "say which place is passed: via"
            yield Problem("these cards are for forced marches", "9.3", hint, path=("free",))
        if len(cards) > sum(board.is_unit(key) for key in keys):
            reason = f"{CARD_NAMES[cards[-1]]} is for a legion or an allied unit"
            yield Problem(reason, cards[-1], path=("free",))
        elif cards and any(board.kind(key) == SUPREME for key in keys):
            reason = "these cards are for units outside the supreme leader's group"
            yield Problem(reason, "9.4", "give them a line of their own", path=("free",))

    def names(self) -> Iterable[str]:
        """The pieces."""
        return list(self.value["pieces"])

    async def does(self) -> None:
        """The supreme leader's group, then units, then leaders."""
        self.way = Way(self.value["to"], self.value.get("via", ""))
        self.cards = list(self.value.get("free", []))
        self.number = {key: n for n, key in enumerate(self.value["pieces"])}
        able = [key for key in self.number if self.good(key, rules.piece_trouble)]
        able = [key for key in able if self.may(key, rules.way_trouble(self.public, key, self.way))]
        for keys in self.batches(able):
            self.go(keys)

    def batches(self, able: list[str]) -> list[list[str]]:
        """9.4 The group of the supreme leader marches as one, all others by themselves."""
        own = [key for key in able if key in board.SEATS and self.way.forced]
        group = [key for key in able if own and board.is_unit(key) and self.together(key, own[0])]
        units = [key for key in able if board.is_unit(key) and key not in group]
        rest = [key for key in able if key not in (*units, *group, *own)]
        return [[key] for key in units] + ([[*own, *group]] if own else []) + [[k] for k in rest]

    def together(self, key: str, leader: str) -> bool:
        """9.4 Whether a unit starts where the supreme leader does."""
        return rules.start(self.public, key) == rules.start(self.public, leader)

    def good(self, key: str, check: Any) -> bool:
        """Whether nothing stands in a piece's way, by one of the rules."""
        return self.may(key, check(self.public, self.seat, key))

    def may(self, key: str, problem: Problem | None) -> bool:
        """Whether nothing stands in a piece's way; otherwise that is told of it."""
        if problem and not problem.path:
            problem = problem.at("pieces", self.number[key])
        return self.walk.good(problem)

    def go(self, keys: list[str]) -> None:
        """One piece, or the supreme leader's group, whose units pay half."""
        leader, *group = keys
        for number, key in enumerate(group):
            if not self.may(key, self.gold(key, rules.group_cost(number + 1))):
                group = group[:number]
                break
        zone = rules.zone_trouble(self.public, self.seat, leader, self.way, bool(group))
        if not self.may(leader, zone):
            return
        gold, card = rules.cost(self.public, self.seat, leader, self.way), ""
        if gold and self.cards and board.is_unit(leader):
            card, gold = self.cards.pop(0), 0
            if not self.may(leader, rules.free_trouble(self.public, self.seat, leader, card)):
                return
        if self.may(leader, self.gold(leader, gold)):
            self.walk.acted = True
            total = gold + rules.group_cost(len(group))
            rules.go(self.table, self.seat, [leader, *group], self.way, total, card)

    def gold(self, key: str, gold: int) -> Problem | None:
        """9.3 Whether it can be paid."""
        return rules.gold_trouble(self.public, self.seat, key, gold)


class Fleet(Action[Turning]):
    """A3 Pieces of one port go to another one instead of marching."""

    word, example = "fleet", "fleet: {pieces: [CL1], to: Alexandria}"
    takes = Fields({"pieces": Many(Name("own piece")), "to": Name("place")})

    def problems(self) -> Iterable[Problem]:
        """The card, the ports, pieces that stand together and have not marched."""
        if not hidden.held(self.own, FLEET):
            yield not_held(self.walk, FLEET)
            return
        to, keys = self.value["to"], self.value["pieces"]
        found = [rules.piece_trouble(self.public, self.seat, key) for key in keys]
        for number, problem in enumerate(found):
            if problem or keys[number] in keys[:number]:
                reason = problem or Problem("it stands there twice", FLEET)
                yield reason.at("pieces", number)
        if any(found):
            return
        start = {self.public["pieces"][key]["at"] for key in keys}
        if len(start) > 1:
            yield Problem("they do not stand together", FLEET, weight=UNSURE).at("pieces")
        for place in (*sorted(start), to):
            if place not in CITIES or not CITIES[place]["port"]:
                yield Problem(f"{PLACE_NAMES[place]} is no port", FLEET).at("to")
        if to in start:
            yield Problem(f"they are in {PLACE_NAMES[to]}", FLEET).at("to")

    def names(self) -> Iterable[str]:
        """The pieces."""
        return list(self.value["pieces"])

    async def does(self) -> None:
        """9.1 That is their march."""
        self.walk.acted = True
        card = hidden.held(self.own, FLEET)
        play(self.table, self.seat, card)
        keys = sorted(self.value["pieces"])
        rules.go(self.table, self.seat, keys, Way(self.value["to"]), 0)
        discard(self.table, card)


class Battles(Action[Turning]):
    """10.1 The order of battles: places named here come first."""

    word, takes, example = "battles", Many(Name("place")), "battles: [Utica, Rome]"

    async def does(self) -> None:
        """It is remembered."""
        self.public["now"]["order"] = list(dict.fromkeys(self.value))


def fought(public: position.Data, seat: str) -> list[str]:
    """10.1 Where battles are still to be fought, in the order that the player has said, then that
    of the map: both sides are there, or his units in an independent zone."""
    mine = {public["pieces"][key]["at"] for key in position.owned(public, seat)}
    places = [place for place in (*public["now"]["order"], *board.PLACES) if place in mine]
    return [
        place
        for place in dict.fromkeys(places)
        if position.enemies(public, place, seat)
        or (place in board.ZONES and place not in public["subdued"])
    ]
