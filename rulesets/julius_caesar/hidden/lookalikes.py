"""Answers that look the same to the opponent, for the blind test: of other blocks that look alike,
or with their lines in another order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.command.levies import levy_place
from rulesets.julius_caesar.standing_common import parts
from rulesets.julius_caesar.verbs import colours
from rulesets.julius_caesar.year.deployment import DEPLOY
from rulesets.julius_caesar.year.winter import Plan, Winter, planned

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Mapping

    from referee.engine.request import Data, Request
    from referee.engine.view import View
    from referee.engine.words import Answer

    Views = tuple[View, View]

_LEVIES = ("levy", "step")
#: Lines with no order among themselves.
UNORDERED = ("card", "discard", "place", "regroup", "home", "disband", "hit", *_LEVIES)


def colour(block: str) -> str:
    """What is seen of a block that stands in a city."""
    return board.blocks()[block].colour


def kind(block: str) -> tuple[str, bool]:
    """Blocks of one kind look alike from outside and can go the same ways."""
    return colour(block), board.is_fleet(block)


def standing(blocks: Mapping[str, Data], place: str) -> list[str]:
    """Of a seat's blocks those in a place."""
    return sorted(block for block, here in blocks.items() if here["at"] == place)


# What the opponent sees of an answer when it is carried out.  It is said here once more, not taken
# from what the rules tell: what they tell too much would look like what may be seen.


def seen(request: Request, view: View, answer: Answer) -> object:
    """That, in some form to be compared."""
    match request.kind:
        case "cards":
            return [card for word, card in parts(answer) if word == "card"]
        case "deploy":
            return [line["at"] for _, line in parts(answer) if "cleopatra" in line["blocks"]]
        case "command":
            return _command(view, answer)
        case "regroup":
            return _colours((go["to"], block) for _, go in parts(answer) for block in go["blocks"])
        case "winter":
            return _wintering(_plan(view, answer))
        case "hits":
            return sorted(block for _, block in parts(answer))
    return answer


def _command(view: View, answer: Answer) -> list[object]:
    """Moves one by one, levies by place."""
    found: list[object] = []
    levies = []
    for word, value in parts(answer):
        if word in ("move", "ship"):
            start = view.own["blocks"].get(value["blocks"][0], {}).get("at")
            way = [value.get("from", start), *value.get("via", ()), value["to"]]
            found.append([word, way, colours(value["blocks"])])
        elif word in _LEVIES:
            block = value if word == "step" else value["block"]
            levies.append(f"{word} {_where(block, view, answer)}")
        else:
            found.append([word, value])
    return [*found, sorted(levies)]


def _wintering(plan: Plan) -> Mapping[str, Mapping[str, int]]:
    """Fleets home by sea and port, blocks disbanded by place and cause."""
    ways = [(f"{plan.blocks[block]['at']} {port}", block) for block, port in plan.homes.items()]
    for why, blocks in (("lost", plan.lost), ("supply", plan.supply), ("choice", plan.choice)):
        ways += [(f"{why} {plan.home_of(block)}", block) for block in blocks]
    return _colours(ways)


def _plan(view: View, answer: Answer) -> Plan:
    return planned(Winter(view.seat, year=view.public["year"]), view, answer)


def _colours(blocks: Iterable[tuple[str, str]]) -> Mapping[str, Mapping[str, int]]:
    """Which way how many blocks of each colour go."""
    found: dict[str, list[str]] = {}
    for way, block in blocks:
        found.setdefault(way, []).append(block)
    return {way: colours(going) for way, going in found.items()}


# Other answers, of which the variation takes those that look the same.


def shuffled(answer: Answer, chance: random.Random) -> Answer:
    """The same lines in another order, but for moves, and the blocks of each in another order."""
    fixed: Answer = []
    loose: Answer = []
    for word, value in parts(answer):
        if isinstance(value, dict) and "blocks" in value:
            value = {**value, "blocks": chance.sample(value["blocks"], len(value["blocks"]))}
        (loose if word in UNORDERED else fixed).append({word: value})
    return fixed + chance.sample(loose, len(loose))


def another(request: Request, views: Views, answer: Answer, chance: random.Random) -> Answer | None:
    """Some answer in the second game where the first one is given this; None if there is none."""
    match request.kind:
        case "cards":
            return _cards(views, answer)
        case "deploy":
            return DEPLOY.player.sample(request, views[1], chance)
        case "command" | "regroup" | "winter":
            return _OtherBlocks(views, answer, chance).lines
    return answer


def _cards(views: Views, answer: Answer) -> Answer | None:
    """The same card is played, so that a last one must be the same; another is set aside if the
    hands differ."""
    hands = [view.own["hand"] for view in views]
    if not answer and hands[0] != hands[1]:
        return None
    mine = list(hands[1])
    for card in hands[0]:
        if card in mine:
            mine.remove(card)
    return [{"discard": mine[0]} if mine and "discard" in line else line for line in answer]


class _OtherBlocks:
    """The lines of an answer with other blocks from the same places, as far as there are any.

    twins: which block stands for which."""

    def __init__(self, views: Views, answer: Answer, chance: random.Random) -> None:
        self.views, self.answer, self.chance = views, answer, chance
        self.twins: dict[str, str] = {}
        self.lines: Answer = []
        for word, value in parts(answer):
            if word == "levy":
                value = {**value, "at": levy_place(value["block"], value)}
            self.lines.append({word: self._twisted(word, value)})

    def _twisted(self, word: str, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._twisted(word, part) for key, part in value.items()}
        if isinstance(value, list):
            return [self._twisted(word, part) for part in value]
        return self._twin(word, value) if value in board.blocks() else value

    def _twin(self, word: str, block: str) -> str:
        """The block that is named for this one; often the same."""
        if word == "step" or block not in self.twins:
            alike = self._alike(word, block)
            same = word not in _LEVIES and block in alike and self.chance.random() < 0.8
            self.twins[block] = self.chance.choice(alike) if alike and not same else block
        return self.twins[block]

    def _alike(self, word: str, block: str) -> list[str]:
        """Blocks that could be named, none twice but for steps."""
        own, place = self.views[1].own, _where(block, self.views[0], self.answer)
        if word == "step":
            there = [*own["blocks"], *own["pool"]]
            return sorted(b for b in there if _where(b, self.views[1], self.lines) == place)
        if word == "levy":
            fits = [b for b in own["pool"] if place in legal.levy_places(b)]
        else:
            fits = standing(own["blocks"], self.views[0].own["blocks"][block]["at"])
        like: Callable[[str], object] = colour if word in ("levy", "disband") else kind
        return [b for b in fits if like(b) == like(block) and b not in self.twins.values()]


def _where(block: str, view: View, answer: Answer) -> str | None:
    """Where a block stands when these lines are carried out."""
    place: str | None = view.own["blocks"].get(block, {}).get("at")
    for word, value in parts(answer):
        if word in ("move", "ship") and block in value["blocks"]:
            place = value["to"]
        if word == "levy" and value["block"] == block:
            place = levy_place(block, value)
    return place
