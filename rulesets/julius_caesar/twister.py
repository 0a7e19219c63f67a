"""Twins of Julius Caesar: the hidden seat's blocks change places with blocks of the same colour,
strengths, hands and set-aside cards are others; every number that the opponent sees is the same.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from referee.engine.twister import Twister
from rulesets.julius_caesar import board
from rulesets.julius_caesar.levy import levy_place
from rulesets.julius_caesar.verbs import colours
from rulesets.julius_caesar.winter import Plan

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from referee.engine.request import Data, Request, View
    from referee.engine.words import Answer

#: How often another answer is looked for.
TRIES = 40


class CaesarTwister(Twister):
    """Two games of which one seat sees the same."""

    def disturb(self, state: Data, hidden: str, chance: random.Random) -> None:
        """Blocks and strengths change while none of them lies open, cards before the first."""
        own, public = state["seats"][hidden], state["public"]
        if public["battle"] is None and public["phase"] != "battles":
            _swap_blocks(own, chance)
            _change_strengths(own, chance)
        _swap_cards(own, state["sealed"], public, chance)

    def answer(
        self, request: Request, views: tuple[View, View], answer: Answer, chance: random.Random
    ) -> Answer | None:
        """The same numbers and colours go the same ways."""
        if request.kind == "cards":
            return _cards(views, answer)
        if request.kind == "deploy":
            return _deployment(request, views, answer, chance)
        if request.kind not in OTHERS:
            return answer
        for _ in range(TRIES):
            other = OTHERS[request.kind](views, answer, chance)
            if other is not None and not request.judge(views[1], other).faults:
                return other
        return None

    def shown(self, event: Data, hidden: str) -> object:
        """Blocks that a battle has turned up; whom a god struck, whom Jupiter took; Cleopatra and
        turned blocks that come back; the card played, for the last of a year leaves no choice."""
        match event["kind"]:
            case "cards":
                return event["played"][hidden]
            case "battle":
                return event["blocks"][hidden]
            case "reserves":
                return event["blocks"] if event["seat"] == hidden else None
            case "jupiter" | "eliminated" | "struck" | "changes sides" | "cleopatra home":
                return event
        return event if "back" in event else None


def _kind(block: str) -> tuple[str, bool]:
    """Blocks of one kind look alike from outside and may go to the same places in `land`."""
    found = board.blocks()[block]
    return found.colour, found.type == "navis"


def _swap_blocks(own: Data, chance: random.Random) -> None:
    """Two blocks of one kind change places, one of them perhaps in the reserve."""
    blocks, pool = own["blocks"], own["pool"]
    everything = [*blocks, *(b for b in pool if not board.blocks()[b].needs)]
    if len(everything) < 2 or chance.random() < 0.3:
        return
    one, two = chance.sample(sorted(everything), 2)
    if _kind(one) != _kind(two) or (one in pool and two in pool):
        return
    if one in pool:
        one, two = two, one
    if two in pool:
        place = blocks.pop(one)
        blocks[two] = {**place, "strength": board.full(two)}
        pool[pool.index(two)] = one
        pool.sort(key=list(board.blocks()).index)
    else:
        for key in ("at", "from"):
            blocks[one][key], blocks[two][key] = blocks[two][key], blocks[one][key]


def _change_strengths(own: Data, chance: random.Random) -> None:
    for block, part in sorted(own["blocks"].items()):
        if chance.random() < 0.1:
            part["strength"] = chance.choice(board.blocks()[block].steps)


def _swap_cards(own: Data, sealed: Data, public: Data, chance: random.Random) -> None:
    """In the first turn a card that is going to be set aside may be another; it is the one whose
    kind the hand holds last.  The first game's answer decides, see `_cards`."""
    if public["phase"] != "cards" or public["turn"] != 1 or chance.random() < 0.3:
        return
    hand, deck = own["hand"], sealed["deck"]
    if len(hand) != 6 or not deck:
        return
    mine, theirs = chance.randrange(len(hand)), chance.randrange(len(deck))
    hand[mine], deck[theirs] = deck[theirs], hand[mine]
    hand.sort()


def _cards(views: tuple[View, View], answer: Answer) -> Answer | None:
    """The same card is played; another one is set aside if the hands differ; None if a last card
    is played that is not the same."""
    if not answer and views[0].own["hand"] != views[1].own["hand"]:
        return None
    aside = next((line for line in answer if "discard" in line), None)
    if aside is None:
        return answer
    mine = copy.copy(views[1].own["hand"])
    for card in views[0].own["hand"]:
        if card in mine:
            mine.remove(card)
    if mine:
        return [{"discard": mine[0]} if "discard" in line else line for line in answer]
    return answer


def _other_blocks(views: tuple[View, View], answer: Answer, chance: random.Random) -> Answer | None:
    """The same lines with other blocks of the same kinds from the same places."""
    free = {place: _standing(views[1], place) for place in board.places()}
    pool = list(views[1].own["pool"])
    steps = dict.fromkeys(views[1].own["blocks"], 0)
    other: Answer = []
    for line in answer:
        word, value = _parts(line)
        made: Any
        if word == "move":
            made = _pick(value["blocks"], free[value["from"]], chance)
            made = made and {**value, "blocks": made}
        elif word == "ship":
            names = value["blocks"]
            made = _pick(names, free[views[0].own["blocks"][names[0]]["at"]], chance)
            made = made and {"blocks": made, "via": value["via"], "to": value["to"]}
        elif word == "regroup":
            names = value.get("blocks") or [value["block"]]
            place = views[0].own["blocks"][names[0]]["at"]
            made = _pick(names, free[place], chance)
            made = made and {"to": value["to"], "blocks": made}
        elif word == "levy":
            made = _raise(value, pool, chance)
        elif word == "step":
            made = _step(value, views, answer, other, steps, chance)
        else:
            made = value
        if not made:
            return None
        other.append({word: made})
    return other


def _deployment(
    request: Request, views: tuple[View, View], answer: Answer, chance: random.Random
) -> Answer | None:
    """Any other deployment that leaves Cleopatra, whom everybody sees, in the same city."""
    for _ in range(60):
        other = request.sample(views[1], chance)
        if _queen(other) == _queen(answer):
            return other
    return None


def _queen(answer: Answer) -> str | None:
    lines: list[Any] = [line["place"] for line in answer]
    return next((line["at"] for line in lines if "cleopatra" in line["blocks"]), None)


def _winter(views: tuple[View, View], answer: Answer, chance: random.Random) -> Answer | None:
    """The same numbers of fleets to the same ports, of blocks disbanded in the same places."""
    free = {place: _standing(views[1], place) for place in board.places()}
    other: Answer = []
    for line in answer:
        if "home" in line:
            value: Any = line["home"]
            sea = views[0].own["blocks"][value["block"]]["at"]
            picked = _pick([value["block"]], free[sea], chance)
            if not picked:
                return None
            other.append({"home": {"block": picked[0], "to": value["to"]}})
    plan = Plan(views[0], answer)
    left = {place: list(blocks) for place, blocks in Plan(views[1], other).standing.items()}
    for block in [str(line["disband"]) for line in answer if "disband" in line]:
        place = plan.homes.get(block, views[0].own["blocks"][block]["at"])
        picked = _pick([block], left.get(place, []), chance)
        if not picked:
            return None
        other.append({"disband": picked[0]})
    same = _numbers(plan, views[0]) == _numbers(Plan(views[1], other), views[1])
    return other if same else None


def _numbers(plan: Plan, view: View) -> Data:
    """What everybody sees of a winter answer."""
    found: Data = {}
    groups = [("home", list(plan.homes)), ("lost", plan.lost)]
    for word, blocks in [*groups, ("supply", plan.supply), ("choice", plan.choice)]:
        for block in blocks:
            at = view.own["blocks"][block]["at"]
            to = plan.homes.get(block, at)
            start = at if word == "home" else to
            key = f"{word} {start} {to}"
            found.setdefault(key, []).append(block)
    return {key: colours(found[key]) for key in sorted(found)}


def _standing(view: View, place: str) -> list[str]:
    return sorted(b for b, part in view.own["blocks"].items() if part["at"] == place)


def _pick(blocks: list[str], free: list[str], chance: random.Random) -> list[str] | None:
    chosen = []
    for block in blocks:
        alike = [b for b in free if _kind(b) == _kind(block)]
        if not alike:
            return None
        same = block in alike and chance.random() < 0.5
        chosen.append(block if same else chance.choice(alike))
        free.remove(chosen[-1])
    return chosen


def _raise(value: Data, pool: list[str], chance: random.Random) -> Data | None:
    place = levy_place(value["block"], value)
    kind = _kind(value["block"])
    fits = [b for b in pool if _kind(b) == kind]
    if not fits:
        return None
    block = chance.choice(fits)
    pool.remove(block)
    return {"block": block, "at": place}


def _step(
    block: str,
    views: tuple[View, View],
    answer: Answer,
    other: Answer,
    steps: dict[str, int],
    chance: random.Random,
) -> str | None:
    """Another block that stands, at that moment, in the same place."""
    place = _where(block, views[0], answer)
    here = [
        b for b in [*views[1].own["blocks"], *_raised(other)] if _where(b, views[1], other) == place
    ]
    return chance.choice(sorted(set(here))) if here else None


def _raised(answer: Answer) -> list[str]:
    return [str(line["levy"]["block"]) for line in answer if "levy" in line]  # type: ignore[index]


def _where(block: str, view: View, answer: Answer) -> str | None:
    place: str | None = view.own["blocks"].get(block, {}).get("at")
    for line in answer:
        word, value = _parts(line)
        if word == "move" and block in value["blocks"]:
            place = value["to"]
        if word == "ship" and block in value["blocks"]:
            place = value["to"]
        if word == "levy" and value["block"] == block:
            place = levy_place(block, value)
    return place


def _parts(line: Mapping[str, Any]) -> tuple[str, Any]:
    """An order line's word and value."""
    ((word, value),) = line.items()
    return word, value


OTHERS = {"winter": _winter, "command": _other_blocks, "regroup": _other_blocks}
