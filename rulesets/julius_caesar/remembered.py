"""What a seat may remember of the enemy's blocks: those it has met, and where they can be now.

All of it follows from the events that everyone reads, and from numbers and colours on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.rules import Memory
from referee.engine.view import Data, View
from referee.kit.lines import listed, packed, wrapped
from referee.kit.phrases import ROMAN
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.board import other
from rulesets.julius_caesar.board.naming import SEAT_NAMES, block_name, place_name

#: where a block may be that was disbanded
POOL = "pool"
#: 2.0 The first turn, and what comes behind the last one of a year.
FIRST, LAST, WINTER = f"{board.cards()['years'][0]}/1", board.cards()["turns"], "winter"

#: block -> where it may be, its strength when it was last seen, and the turn of that
Met = dict[str, Data]


def learn(notes: Data, events: Sequence[Data], view: View) -> Data:
    """What is remembered after a run: ``{turn, met}``.

    events: of the run, as the seat reads them; view: of the seat after it."""
    turn, met = notes.get("turn", FIRST), {**notes.get("met", {})}
    enemy, place = other(view.seat), ""
    for event in events:
        place = event["at"] if event["kind"] in ("battle", "round") else place
        for block in _gone(event, enemy):
            met.pop(block, None)
        for block, points, at in _seen(event, enemy, place):
            met[block] = {"at": [at], "strength": points, "turn": turn}
        _go(met, event, enemy)
        turn = _turn_after(event) or turn
    return {"turn": turn, "met": _possible(met, view.public, enemy)}


def _turn_after(event: Data) -> str:
    """2.0 The turn that begins with an event, "" if none does."""
    if event["kind"] == "new year":
        return f"{event['year']}/1"
    if event["kind"] == "turn over":
        following = event["turn"] + 1
        return f"{event['year']}/{following if following <= LAST else WINTER}"
    return ""


def _seen(event: Data, enemy: str, place: str) -> Iterator[tuple[str, int, str]]:
    """Blocks of the enemy that an event shows, with strength and place."""
    match event["kind"]:
        case "battle":
            yield from ((block, points, place) for block, points in event["blocks"][enemy])
        case "reserves" if event["seat"] == enemy:
            yield from ((block, points, place) for block, points in event["blocks"])
        case "hit" | "disrupted" if event["seat"] == enemy:
            yield event["block"], event["strength"], event["at"]
        case "changes sides" if event["joins"] == enemy:
            yield event["block"], event["strength"], event["at"]
        case "jupiter" if event["stays"] and event["seat"] != enemy:
            yield event["block"], board.step_down(event["block"], event["strength"]), event["from"]
        case "jupiter" if event["seat"] == enemy and not event["stays"]:
            yield event["block"], event["strength"], event["to"]


def _gone(event: Data, enemy: str) -> Iterator[str]:
    """Blocks of the enemy that are his no longer, or dead."""
    match event["kind"]:
        case "eliminated" | "changes sides" if event["seat"] == enemy:
            yield event["block"]
        case "jupiter" if event["seat"] != enemy and not event["stays"]:
            yield event["block"]
        case "disband":
            yield from event.get("back", ())


def _go(met: Met, event: Data, enemy: str) -> None:
    """What an event tells of where blocks that it does not show are now."""
    if event["kind"] == "battle" and not event["reserves"][enemy]:
        _not_there(met, event["at"], [block for block, _ in event["blocks"][enemy]])
    if event["kind"] == "retreat" and event["block"] in met:
        met[event["block"]] = {**met[event["block"]], "at": [event["to"]]}
    if event["kind"] == "cleopatra home":
        _home(met, event, enemy)
    if event["kind"] == "levies" and event["seat"] == enemy:
        _raised(met, [at for at, levies in event["places"].items() if levies["new"]])
    if event.get("seat") == enemy and "colours" in event:
        _leave(met, event)


def _raised(met: Met, places: Sequence[str]) -> None:
    """6.4 A new block may be one that was disbanded."""
    for block, known in met.items():
        if POOL in known["at"]:
            more = [at for at in places if at not in known["at"]]
            met[block] = {**known, "at": [*known["at"], *more]}


def _leave(met: Met, event: Data) -> None:
    """A group goes, face down: those of its colours may be in it."""
    origin = event["path"][0] if "path" in event else event["at"]
    to = event["path"][-1] if "path" in event else event.get("to", POOL)
    for block, known in met.items():
        fits = board.blocks()[block].colour in event["colours"] and origin in known["at"]
        if fits and to not in known["at"]:
            met[block] = {**known, "at": [*known["at"], to]}


def _home(met: Met, event: Data, enemy: str) -> None:
    """8.1 Cleopatra goes home, for everyone to see, and perhaps to the other side."""
    if event["joins"] != enemy:
        met.pop("cleopatra", None)
    elif known := met.get("cleopatra"):
        met["cleopatra"] = {**known, "at": [event["to"]]}


def _not_there(met: Met, place: str, shown: Sequence[str]) -> None:
    """7.1 All blocks of a place are face up: those met before and not among them are elsewhere."""
    for block, known in met.items():
        if block not in shown:
            met[block] = {**known, "at": [at for at in known["at"] if at != place]}


def _possible(met: Met, public: Data, enemy: str) -> Met:
    """4.21 Only where the enemy has a block of that colour."""
    found = {}
    for block in board.in_order(met):
        known, colour = met[block], board.blocks()[block].colour
        places = [
            at
            for at in known["at"]
            if at == POOL or public["places"].get(at, {}).get(enemy, {}).get(colour)
        ]
        if [at for at in places if at != POOL]:
            found[block] = {**known, "at": places}
    return found


def told(notes: Data, view: View) -> list[tuple[str, list[str]]]:
    """The blocks that were met, by place; those of a battle under way lie face up anyway."""
    shown = legal.shown(view.public)
    rows: dict[str, list[str]] = {}
    for block, known in notes.get("met", {}).items():
        if block not in shown:
            when = "this turn" if known["turn"] == notes["turn"] else known["turn"]
            text = f"{block_name(block, view.seat)} {ROMAN[known['strength']]} ({when})"
            rows.setdefault(listed(_places(known), "or"), []).append(text)
    lines = [line for head, things in sorted(rows.items()) for line in packed(f"{head}:", things)]
    if not lines:
        return []
    legend = wrapped("strength and turn when last seen; steps may have come or gone since")
    return [(f"Blocks of {SEAT_NAMES[other(view.seat)]} you have met", [*lines, *legend])]


def _places(known: Data) -> list[str]:
    """Where it may be, in the board's order."""
    places = [place_name(at) for at in board.on_the_board(at for at in known["at"] if at != POOL)]
    return places + ["the Levy Pool"] * (POOL in known["at"])


MEMORY = Memory(learn, told)
