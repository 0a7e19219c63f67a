"""Events in words, as one seat may know them.

An event is what its reader may know: of hidden blocks and cards it has the names for their owner
alone, and every block is called as that reader writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from referee.engine.request import Data
from referee.kit.lines import broken, packed, several
from referee.kit.phrases import filled, told
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
#: What is said of each event; `HOW` and `_values` have what stands in no event.
PHRASES: Names = {
    "deploy": "[moved?You deploy freely: {moved:block} placed by your lines (5.3).]"
    "[kept?You keep the historical deployment (5.1).]"
    "[unseen?{seat} has deployed, unseen (5.3).]",
    "deal": "Year {year}: {cards} cards are dealt to each player.",
    "set aside": "[card?You set {card} aside; nobody else sees it."
    "|{seat} sets a card aside, unseen.]",
    "cards": "Cards: {shown}. "
    "[first?{how}|Two events cancel each other, and the turn is over] (2.1).",
    "move": "{seat} moves {group}: {path: - }{how}.",
    "ship": "{seat} ships {group}: {path: - }.",
    "main force": "{seat}'s main force at {at} is that from {from}.",
    "surprise": "Surprise: in round 1 at {at} {seat}'s blocks act before all others.",
    "nothing": "{seat} moves nothing[levies? and levies nothing].",
    "jupiter": "Jupiter: {seat} names {from}, and the lot falls on "
    "[block?{block} ({strength:roman})|a {colour} block]"
    "[stays?; no leader or fleet comes over|, which joins him in {to}].",
    "vulcan": "Vulcan: {seat} strikes {at}; each of {blocks:block} there loses a step.",
    "struck": "    {left:block} of {seat} left there.",
    "unused": "{card}: {seat} {how}.",
    "battle": "Battle of {at}: {attacker} attacks[main? from {main}], {enemy} defends.",
    "round": "  Round {round}[last?, the last: attackers must leave]",
    "roles": "    Roles change: {defender} defends from now on, {attacker} attacks.",
    "fire": "    {who} ({rating}, {strength:roman}) fires: {shown} - [hits?{hits:hit}|no hit]",
    "pass": "    {who} holds fire.",
    "hit": "      {who} down to {strength:roman}",
    "disrupted": "      {who} is disrupted, down to {strength:roman}",
    "hits lost": "      {hits:hit} more, but nobody is left to take it",
    "eliminated": "      {who} {how}\n[trophy?      {enemy} takes the leader as a trophy: ]"
    "[scores?1 point for {enemy}][worthless?no point, outside of battle]",
    "changes sides": "      {who} is beaten and joins {joins} at {strength:roman}",
    "retreat": "    {who} retreats {how}to {to}",
    "battle over": "  [winner?{winner} holds {at} with {left:block}|Nobody is left in {at}]"
    "[unseen?, {unseen} of them never seen].",
    "stay": "  {seat} regroups nobody.",
    "turn over": "Turn {turn} of {year} is over. Points: {score}.",
    "cleopatra home": "Winter: Cleopatra goes home from {at} to {to}"
    "[over? and joins {joins}, who holds it|, still with {seat}] (8.1).",
    "home": "Winter: {number:fleet} of {seat} in {at} [more?go|goes] to {to} (8.2).",
    "disband": "Winter: {seat} disbands {group} in {at}: {how}.",
    "no victory": "Nobody has 10 points when {year} ends (8.4): {score}.",
    "new year": "Year {year} begins; eliminated blocks are in reserve again (8.6).",
    "result": "[winner?{winner} wins|The game is a draw]: {how}.\nPoints: {score}.",
}
#: ``{how}``: the words for what an event has under a key.
HOW: Mapping[str, tuple[str, Names]] = {
    "move": ("aim", {"attack": ", an attack", "join": ", into the battle there", "move": ""}),
    "unused": ("card", {"jupiter": "turns nobody", "vulcan": "strikes no city"}),
    "eliminated": (
        "why",
        {
            "hit": "is eliminated",
            "disrupted": "is disrupted and eliminated",
            "no way out": "must retreat, finds no way out and is eliminated",
            "jupiter": "loses its last step and is eliminated",
            "vulcan": "loses its last step and is eliminated",
        },
    ),
    "disband": (
        "why",
        {
            "no port": "no friendly port (8.2)",
            "supply": "no supply (8.3)",
            "choice": "by choice (8.5)",
        },
    ),
    "result": ("why", ENDINGS),
}


def describe(event: Data, seat: str) -> list[str]:
    """Lines for one event; none if there is nothing to say of it."""
    names, kind = names_for(seat), event["kind"]
    lines = told(PHRASES.get(kind, "").split("\n"), _values(event, names), names)
    more = LISTS[kind](event, names) if kind in LISTS else []
    return lines + [part for line in more for part in broken(line)]


def _values(event: Data, names: Names) -> Data:
    """An event with what else its phrase says of it."""
    found, kind = dict(event), event["kind"]
    if kind in HOW:
        key, words = HOW[kind]
        found["how"] = words[event[key]]
    if "block" in event:
        found["who"] = _whose(event, names)
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
        case "battle":
            return {"enemy": other(event["attacker"])}
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
        case "cleopatra home":
            return {"over": event["joins"] != event["seat"]}
        case "home":
            number = sum(event["colours"].values())
            return {"number": number, "more": number > 1}
    return {}


def _whose(event: Data, names: Names) -> str:
    """A block with the seat that has it."""
    owner, name = event["seat"], names[event["block"]]
    return f"{name} himself" if event["block"] == owner else f"{names[owner]}'s {name}"


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
    moves = [board.moves_and_levies(acting[seat])[0] for seat in SEATS]
    if any(cards.is_event(card) for card in acting.values()):
        return f"{names[first]} goes first, by the event"
    if moves[0] == moves[1]:
        return f"Equal moves: {names[first]} goes first"
    agreed = first != cards.first_player(acting)
    return f"{names[first]} goes first{' in the first turn, as agreed' if agreed else ''}"


def _way(event: Data, names: Names) -> str:
    """7.6 By which road a block retreats, or over which sea."""
    if "via" in event:
        return f"by way of {names[event['via']]} "
    kind = board.edge(event["at"], event["to"]) or ""
    return {"strait": "over the strait ", "sea": ""}.get(kind, f"by the {kind} road ")


def _list(indent: int, head: str, things: Iterable[str]) -> list[str]:
    """A heading and a list behind it, broken between things alone."""
    return packed(f"{' ' * indent}{head}:", things, indent + 4)


def _blocks(event: Data, names: Names) -> list[str]:
    """Which blocks they are, for those who may know."""
    if "blocks" in event:
        return packed("   ", (names[block] for block in event["blocks"]))
    if "back" in event:
        return packed("    back to you:", (names[block] for block in event["back"]))
    return []


def _deal(event: Data, names: Names) -> list[str]:
    hand = (names[card] for card in event.get("hand", ()))
    return packed("Your cards:", hand, 2) if "hand" in event else []


def _levies(event: Data, names: Names) -> list[str]:
    """``Caesar levies 1 new block and 2 steps in Ravenna.``, and to him each one."""
    seat, places = names[event["seat"]], event["places"]
    if not places:
        return [f"{seat} levies nothing."]
    shown = (f"{_raised(places[place])} in {names[place]}" for place in board.on_the_board(places))
    *lines, last = packed(f"{seat} levies", shown, 4)
    one = "    {block} [at?raised in {at} at|brought to] {strength:roman}"
    return [*lines, f"{last}.", *(filled(one, levy, names) for levy in event.get("levies", ()))]


def _raised(levies: Mapping[str, int]) -> str:
    """``1 new block and 2 steps``."""
    things = (("new", "new block"), ("steps", "step"))
    return " and ".join(several(levies[key], thing) for key, thing in things if levies[key])


def _struck(event: Data, names: Names) -> list[str]:
    left = (f"{names[block]} {ROMAN[points]}" for block, points in event.get("blocks", ()))
    return packed("   ", left) if "blocks" in event else []


def _battle(event: Data, names: Names) -> list[str]:
    """Who fights face up, who waits, and that round 1 begins."""
    lines = []
    for side in SEATS:
        shown = []
        for block, points in event["blocks"][side]:
            printed = board.blocks()[block]
            rating = f"{printed.letter(side == event['attacker'])}{printed.firepower}"
            shown.append(f"{names[block]} ({rating} {ROMAN[points]})")
        lines += _list(2, names[side], shown or ["nobody"])
        waiting = sorted(event["reserves"][side].items())
        groups = [f"{number} from {names[origin]}" for origin, number in waiting]
        lines += _list(2, f"{names[side]}, in reserve till round 2", groups) if groups else []
    if event.get("surprise"):
        lines.append("  A surprise: in round 1 all attackers act before the defenders.")
    return [*lines, "  Round 1"]


def _reserves(event: Data, names: Names) -> list[str]:
    blocks = (f"{names[block]} ({ROMAN[points]})" for block, points in event["blocks"])
    return _list(4, f"{names[event['seat']]}'s reserves come up", blocks)


def _regroup(event: Data, names: Names) -> list[str]:
    """The blocks to their owner, and how many of which colour to the other."""
    seen = (f"{number} {name}" for name, number in _by_colour(event["colours"]))
    blocks = [names[block] for block in event.get("blocks", ())]
    head = filled("{seat} regroups from {at} to {to}", event, names)
    return _list(2, head, blocks or seen)


#: Lists behind what is said of an event.
LISTS: Mapping[str, Callable[[Data, Names], list[str]]] = {
    **dict.fromkeys(("move", "ship", "home", "disband"), _blocks),
    "deal": _deal,
    "levies": _levies,
    "struck": _struck,
    "battle": _battle,
    "reserves": _reserves,
    "regroup": _regroup,
}
