"""Answers that look the same to the opponent, for the blind test: of other blocks that look alike,
or with their lines in another order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.julius_caesar import board, hits, legal
from rulesets.julius_caesar.levy import levy_place
from rulesets.julius_caesar.verbs import colours
from rulesets.julius_caesar.winter import Plan

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping

    from referee.engine.request import Data, Request, View
    from referee.engine.words import Answer, Line

#: Requests whose lines, but for moves, have no order.
UNORDERED = ("cards", "deploy", "regroup", "winter", "hits")
_LEVIES = ("levy", "step")


def kind(block: str) -> tuple[str, bool]:
    """Blocks of one kind look alike from outside and can go the same ways."""
    found = board.blocks()[block]
    return found.colour, found.fleet


def colour(block: str) -> str:
    """What is seen of a block that stands in a city."""
    return board.blocks()[block].colour


def seen(request: Request, view: View, answer: Answer) -> object:
    """What the opponent sees of an answer when it is carried out."""
    match request.kind:
        case "cards":
            return [line["card"] for line in answer if "card" in line]
        case "deploy":
            return _queen(answer)
        case "command":
            return _command(view, answer)
        case "regroup":
            going: dict[str, list[str]] = {}
            for line in answer:
                value: Any = line["regroup"]
                going.setdefault(value["to"], []).extend(value["blocks"])
            return {to: colours(going[to]) for to in sorted(going)}
        case "winter":
            return _numbers(Plan(view, answer), view)
        case "hits":
            battle, taken = view.public["battle"], [str(line["hit"]) for line in answer]
            return hits.told_order(hits.targets(battle, request.seat), taken)
    return answer


def _command(view: View, answer: Answer) -> list[object]:
    """Moves one by one, levies by place."""
    found: list[object] = []
    levies: dict[str | None, dict[str, int]] = {}
    for line in answer:
        word, value = _parts(line)
        if word in ("move", "ship"):
            start = view.own["blocks"].get(value["blocks"][0], {}).get("at")
            way = [value.get("from", start), *value.get("via", ()), value["to"]]
            found.append([word, way, colours(value["blocks"])])
        elif word in _LEVIES:
            block = value if word == "step" else value["block"]
            here = levies.setdefault(_where(block, view, answer), {})
            here[word] = here.get(word, 0) + 1
        else:
            found.append([word, value])
    return [*found, sorted((str(place), sorted(here.items())) for place, here in levies.items())]


def shuffled(kind: str, answer: Answer, chance: random.Random) -> Answer:
    """The same lines in another order, but for moves, and the blocks of each in another order."""
    lines = [_mixed(line, chance) for line in answer]
    if kind in UNORDERED:
        chance.shuffle(lines)
    if kind != "command":
        return lines
    levies = [line for line in lines if _parts(line)[0] in _LEVIES]
    chance.shuffle(levies)
    return [line for line in lines if _parts(line)[0] not in _LEVIES] + levies


def _mixed(line: Line, chance: random.Random) -> Line:
    word, value = _parts(line)
    if not isinstance(value, dict) or "blocks" not in value:
        return line
    blocks = list(value["blocks"])
    return {word: {**value, "blocks": chance.sample(blocks, len(blocks))}}


def cards(views: tuple[View, View], answer: Answer) -> Answer | None:
    """The same card is played; another one is set aside if the hands differ; None if a last card
    is played that is not the same."""
    if not answer and views[0].own["hand"] != views[1].own["hand"]:
        return None
    aside = next((line for line in answer if "discard" in line), None)
    if aside is None:
        return answer
    mine = list(views[1].own["hand"])
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


def deployment(
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
        picked = _pick([block], left.get(place, []), chance, colour)
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


def _pick(
    blocks: list[str],
    free: list[str],
    chance: random.Random,
    like: Callable[[str], object] = kind,
) -> list[str] | None:
    """Blocks like these of some that are free; often the same ones."""
    chosen = []
    for block in blocks:
        alike = [b for b in free if like(b) == like(block)]
        if not alike:
            return None
        same = block in alike and chance.random() < 0.8
        chosen.append(block if same else chance.choice(alike))
        free.remove(chosen[-1])
    return chosen


def _raise(value: Data, pool: list[str], chance: random.Random) -> Data | None:
    place = levy_place(value["block"], value)
    fits = [
        b for b in pool if colour(b) == colour(value["block"]) and place in legal.levy_places(b)
    ]
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
