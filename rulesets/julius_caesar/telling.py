"""Events in words, as one seat may know them.

An event is what its reader may know: of hidden blocks and cards it has the names for their owner
alone, and every block is called as that reader writes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from referee.engine.request import Data
from referee.kit.lines import several
from referee.kit.phrases import told
from rulesets.julius_caesar import board
from rulesets.julius_caesar.battle.rounds import LAST_ROUND
from rulesets.julius_caesar.board import ROMAN, SEATS, other
from rulesets.julius_caesar.board.naming import names as names_for
from rulesets.julius_caesar.year import cards

Names = Mapping[str, str]

ENDINGS: Names = {
    "ten": "10 points or more at the end of a year (1.2)",
    "points": "more points at the end of the last year (1.2)",
    "rome": "level on points, and Rome is his (1.2)",
    "draw": "level on points, and nobody holds Rome (1.2)",
}
#: Behind what is said of a group: which blocks they are, for those who may know.
BLOCKS = "[blocks?    {blocks:list    }][back?    back to you: {back:list                 }]"
LEVY = "    {block} [at?raised in {at} at|brought to] {strength:roman}"
#: What is said of each event; `WORDS` and `_values` have what stands in no event.
PHRASES: Names = {
    "deploy": "[moved?You deploy freely: {moved:block} placed by your lines (5.3).]"
    "[kept?You keep the historical deployment (5.1).]"
    "[unseen?{seat} has deployed, unseen (5.3).]",
    "deal": "Year {year}: {cards} cards are dealt to each player.\n"
    "[hand?Your cards: {hand:list  }]",
    "set aside": "[card?You set {card} aside; nobody else sees it."
    "|{seat} sets a card aside, unseen.]",
    "cards": "Cards: {shown}. "
    "[first?{how}|Two events cancel each other, and the turn is over] (2.1).",
    "move": "{seat} moves {group}: {path: - }{aim}.\n" + BLOCKS,
    "ship": "{seat} ships {group}: {path: - }.\n" + BLOCKS,
    "main force": "{seat}'s main force at {at} is that from {from}.",
    "surprise": "Surprise: in round 1 at {at} {seat}'s blocks act before all others.",
    "nothing": "{seat} moves nothing[levies? and levies nothing].",
    "levies": "[raised?{seat} levies {raised:list    }.|{seat} levies nothing.]",
    "jupiter": "Jupiter: {seat} names {from}, and the lot falls on "
    "[block?{block} ({strength:roman})|a {colour} block]"
    "[stays?; no leader or fleet comes over|, which joins him in {to}].",
    "vulcan": "Vulcan: {seat} strikes {at}; each of {blocks:block} there loses a step.",
    "struck": "    {left:block} of {seat} left there.\n[blocks?    {shown:list    }]",
    "unused": "{card}: {seat} [strikes?strikes no city|turns nobody].",
    "battle": "Battle of {at}: {attacker} attacks[main? from {main}], {enemy} defends.\n"
    "  Caesar: {caesar:list      }\n"
    "[caesar_later?  Caesar, in reserve till round 2: {caesar_later:list      }]\n"
    "  Pompey: {pompey:list      }\n"
    "[pompey_later?  Pompey, in reserve till round 2: {pompey_later:list      }]\n"
    "[surprise?  A surprise: in round 1 all attackers act before the defenders.]\n"
    "  Round 1",
    "reserves": "    {seat}'s reserves come up: {shown:list        }",
    "round": "  Round {round}[last?, the last: attackers must leave]",
    "roles": "    Roles change: {defender} defends from now on, {attacker} attacks.",
    "fire": "    {who} ({rating}, {strength:roman}) fires: {shown} - [hits?{hits:hit}|no hit]",
    "pass": "    {who} holds fire.",
    "hit": "      {who} down to {strength:roman}",
    "disrupted": "      {who} is disrupted, down to {strength:roman}",
    "hits lost": "      {hits:hit} more, but nobody is left to take it",
    "eliminated": "      {who} {why}\n[trophy?      {enemy} takes the leader as a trophy: ]"
    "[scores?1 point for {enemy}][worthless?no point, outside of battle]",
    "changes sides": "      {who} is beaten and joins {joins} at {strength:roman}",
    "retreat": "    {who} retreats {how}to {to}",
    "battle over": "  [winner?{winner} holds {at} with {left:block}|Nobody is left in {at}]"
    "[unseen?, {unseen} of them never seen].",
    "regroup": "  {seat} regroups from {at} to {to}: {going:list      }",
    "stay": "  {seat} regroups nobody.",
    "turn over": "Turn {turn} of {year} is over. Points: {score}.",
    "cleopatra home": "Winter: Cleopatra goes home from {at} to {to}"
    "[over? and joins {joins}, who holds it|, still with {seat}] (8.1).",
    "home": "Winter: {number:fleet} of {seat} in {at} [more?go|goes] to {to} (8.2).\n" + BLOCKS,
    "disband": "Winter: {seat} disbands {group} in {at}: {why}.\n" + BLOCKS,
    "no victory": "Nobody has 10 points when {year} ends (8.4): {score}.",
    "new year": "Year {year} begins; eliminated blocks are in reserve again (8.6).",
    "result": "[winner?{winner} wins|The game is a draw]: {why}.\nPoints: {score}.",
}
#: Words for what an event of a kind has as an id.
WORDS: Mapping[str, Names] = {
    "move": {"attack": ", an attack", "join": ", into the battle there", "move": ""},
    "eliminated": {
        "hit": "is eliminated",
        "disrupted": "is disrupted and eliminated",
        "no way out": "must retreat, finds no way out and is eliminated",
        "jupiter": "loses its last step and is eliminated",
        "vulcan": "loses its last step and is eliminated",
    },
    "disband": {
        "no port": "no friendly port (8.2)",
        "supply": "no supply (8.3)",
        "choice": "by choice (8.5)",
    },
    "result": ENDINGS,
}


def describe(event: Data, seat: str) -> list[str]:
    """Lines for one event; none if there is nothing to say of it."""
    kind, names = event["kind"], _names(seat, event["kind"])
    lines = told(PHRASES.get(kind, "").split("\n"), _values(event, names), names)
    for levy in event.get("levies", ()) if kind == "levies" else ():
        lines += told([LEVY], levy, names)
    return lines


@cache
def _names(reader: str, kind: str) -> Names:
    """Whatever has a name, by id."""
    return {**names_for(reader), **WORDS.get(kind, {})}


def _values(event: Data, names: Names) -> Data:
    """An event with what else its phrase says of it."""
    found = dict(event)
    if "block" in event:
        owner, name = event["seat"], names[event["block"]]
        himself = event["block"] == owner
        found["who"] = f"{name} himself" if himself else f"{names[owner]}'s {name}"
    if "points" in event:
        found["score"] = ", ".join(f"{names[who]} {event['points'][who]}" for who in SEATS)
    if "colours" in event:
        groups = _by_colour(event["colours"])
        found["group"] = " and ".join(several(number, f"{name} block") for name, number in groups)
    return {**found, **_special(event, names)}


def _special(event: Data, names: Names) -> Data:
    """What phrases say of events of one kind alone."""
    match event["kind"]:
        case "deploy":
            return {"kept": event.get("moved") == 0, "unseen": "moved" not in event}
        case "cards":
            return {"shown": ", ".join(_played(event, names)), "how": _why_first(event, names)}
        case "unused":
            return {"strikes": event["card"] == "vulcan"}
        case "levies":
            places, order = event["places"], board.on_the_board(event["places"])
            return {"raised": [f"{_raised(places[at])} in {names[at]}" for at in order]}
        case "struck" | "reserves":
            blocks = event.get("blocks", ())
            form = "{} {}" if event["kind"] == "struck" else "{} ({})"
            return {"shown": [form.format(names[block], ROMAN[points]) for block, points in blocks]}
        case "battle":
            return {"enemy": other(event["attacker"]), **_sides(event, names)}
        case "round":
            return {"last": event["round"] == LAST_ROUND}
        case "fire":
            power = board.blocks()[event["block"]].firepower
            dice = (f"{die}*" if die <= power else str(die) for die in event["dice"])
            return {"shown": " ".join(dice)}
        case "eliminated":
            worthless = event["trophy"] and not event["scores"]
            return {"enemy": other(event["seat"]), "worthless": worthless}
        case "retreat":
            return {"how": _way(event, names)}
        case "regroup":
            seen = [f"{number} {name}" for name, number in _by_colour(event["colours"])]
            return {"going": event.get("blocks") or seen}
        case "cleopatra home":
            return {"over": event["joins"] != event["seat"]}
        case "home":
            number = sum(event["colours"].values())
            return {"number": number, "more": number > 1}
    return {}


def _by_colour(colours: Mapping[str, int]) -> list[tuple[str, int]]:
    return [(name, colours[name]) for name in board.COLOURS if name in colours]


def _played(event: Data, names: Names) -> Iterator[str]:
    """``Caesar Apollo (stands for Mars)``."""
    for who in SEATS:
        card, acting = event["played"][who], event["acting"].get(who)
        copied = f" (stands for {names[acting]})" if acting not in (None, card) else ""
        yield f"{names[who]} {names[card]}{copied}"


def _why_first(event: Data, names: Names) -> str:
    """Who goes first, and why; nothing if nobody does."""
    first, acting = event["first"], event["acting"]
    if first is None:
        return ""
    if any(map(cards.is_event, acting.values())):
        return f"{names[first]} goes first, by the event"
    moves = [board.moves_and_levies(acting[seat])[0] for seat in SEATS]
    if moves[0] == moves[1]:
        return f"Equal moves: {names[first]} goes first"
    agreed = first != cards.first_player(acting)
    return f"{names[first]} goes first{' in the first turn, as agreed' if agreed else ''}"


def _raised(levies: Mapping[str, int]) -> str:
    """``1 new block and 2 steps``."""
    things = (("new", "new block"), ("steps", "step"))
    return " and ".join(several(levies[key], thing) for key, thing in things if levies[key])


def _sides(event: Data, names: Names) -> Data:
    """Who of each side fights face up, and who waits."""
    found: Data = {}
    for side in SEATS:
        shown = []
        for block, points in event["blocks"][side]:
            printed = board.blocks()[block]
            rating = f"{printed.letter(side == event['attacker'])}{printed.firepower}"
            shown.append(f"{names[block]} ({rating} {ROMAN[points]})")
        waiting = sorted(event["reserves"][side].items())
        found[side] = shown or ["nobody"]
        found[f"{side}_later"] = [f"{number} from {names[origin]}" for origin, number in waiting]
    return found


def _way(event: Data, names: Names) -> str:
    """7.6 By which road a block retreats, or over which sea."""
    if "via" in event:
        return f"by way of {names[event['via']]} "
    kind = board.edge(event["at"], event["to"]) or ""
    return {"strait": "over the strait ", "sea": ""}.get(kind, f"by the {kind} road ")
