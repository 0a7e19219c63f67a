"""The text of a report: events in words, and what a seat holds and sees.

An event contains what its reader may know: names of hidden blocks and cards only for their owner.
Every block is called as that reader writes it.  Everything else is made from his View."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from referee.engine.view import GUEST, Data, View
from referee.kit.lines import listed, packed, several, table_of
from referee.kit.phrases import described, told
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.battle import rounds
from rulesets.julius_caesar.board import COLOURS, ROMAN, SEATS, naming, other
from rulesets.julius_caesar.board.naming import SEAT_NAMES, block_name, card_name, place_name
from rulesets.julius_caesar.year import cards

Names = Mapping[str, str]
Section = tuple[str, list[str]]

ENDINGS: Names = {
    "ten": "10 points or more at the end of a year (1.2)",
    "points": "more points at the end of the last year (1.2)",
    "rome": "tied on points, and he holds Rome (1.2)",
    "draw": "tied on points, and nobody holds Rome (1.2)",
}
#: 3.1 how a block is written
LEGEND = "C3 II of III: acts at C, hits with 1 to 3, rolls 2 dice, 3 at full"
#: after a group: which blocks it has, for those who may know
BLOCKS = "[blocks?    {blocks:list    }][back?    back to you: {back:list                 }]"
LEVY = "    {block} [at?raised in {at} at|built up to] {strength:roman}"
#: the phrase of each event; `WORDS` and `_values` have what is not in the event
PHRASES: Names = {
    "deploy": "[moved?You deploy freely: {moved:block} placed by your lines (5.3).]"
    "[kept?You keep the historical deployment (5.1).]"
    "[unseen?{seat} has deployed in secret (5.3).]",
    "deal": "Year {year}: {cards} cards are dealt to each player.\n"
    "[hand?Your cards: {hand:list  }]",
    "discard": "[card?You discard {card}; nobody else sees it.|{seat} discards a card, face down.]",
    "cards": "Cards: {shown}. [first?{how}|Two events cancel each other, and the turn ends] (2.1).",
    "move": "{seat} moves {group}: {path: - }{aim}.\n" + BLOCKS,
    "ship": "{seat} ships {group}: {path: - }.\n" + BLOCKS,
    "main attack": "{seat}'s Main Attack at {at} comes from {from}.",
    "surprise": "Surprise: {seat}'s blocks act first in round 1 at {at}.",
    "nothing": "{seat} makes no moves[levies? and no levies].",
    "levies": "[raised?{seat} levies {raised:list    }.|{seat} levies nothing.]",
    "jupiter": "Jupiter: {seat} names {from}, and draws "
    "[block?{block} ({strength:roman})|a {colour} block]"
    "[stays?; a leader or fleet does not change sides|, which joins him in {to}].",
    "vulcan": "Vulcan: {seat} strikes {at}; each of {blocks:block} there loses a step.",
    "struck": "    {left:block} of {seat} left there.\n[blocks?    {shown:list    }]",
    "unused": "{card}: {seat} [strikes?strikes no city|takes no block].",
    "battle": "Battle of {at}: {attacker} attacks[main? from {main}], {enemy} defends.\n"
    "  Caesar: {caesar:list      }\n"
    "[caesar_later?  Caesar's Reserves, for round 2: {caesar_later:list      }]\n"
    "  Pompey: {pompey:list      }\n"
    "[pompey_later?  Pompey's Reserves, for round 2: {pompey_later:list      }]\n"
    "[surprise?  A surprise: in round 1 all attackers act before the defenders.]\n"
    "  Round 1",
    "reserves": "    {seat}'s Reserves arrive: {shown:list        }",
    "round": "  Round {round}[last?, the last: attackers must retreat]",
    "roles": "    Roles are reversed: {attacker} now attacks, {defender} defends.",
    "fire": "    {who} ({rating}, {strength:roman}) fires: {shown} - [hits?{hits:hit}|no hit]",
    "pass": "    {who} passes.",
    "hit": "      {who} down to {strength:roman}",
    "disrupted": "      {who} is disrupted, down to {strength:roman}",
    "hits lost": "      {hits:hit} wasted, as no block is left",
    "eliminated": "      {who} {why}\n[trophy?      {enemy} takes the leader as a trophy: ]"
    "[scores?1 point for {enemy}][worthless?no point, as not killed in battle]",
    "changes sides": "      {who} is beaten and joins {joins} at {strength:roman}",
    "retreat": "    {who} retreats {how}to {to}",
    "battle over": "  [winner?{winner} holds {at} with {left:block}|No block is left in {at}]"
    "[unseen?, {unseen} of them not revealed].",
    "regroup": "  {seat} regroups from {at} to {to}: {going:list      }",
    "stay": "  {seat} does not regroup.",
    "turn over": "Turn {turn} of {year} is over. Points: {score}.",
    "cleopatra home": "Winter: Cleopatra goes home from {at} to {to}"
    "[over? and joins {joins}, who holds it|, still with {seat}] (8.1).",
    "home": "Winter: {number:fleet} of {seat} in {at} [more?go|goes] to {to} (8.2).\n" + BLOCKS,
    "disband": "Winter: {seat} disbands {group} in {at}: {why}.\n" + BLOCKS,
    "no victory": "Nobody has 10 points at the end of {year} (8.4): {score}.",
    "new year": "Year {year} begins; eliminated blocks return to the Levy Pool (8.6).",
    "result": "[winner?{winner} wins|The game is a draw]: {why}.\nPoints: {score}.",
}
#: words for ids in events of a kind
WORDS: Mapping[str, Names] = {
    "move": {"attack": ", attacking", "join": ", joining the battle there", "move": ""},
    "eliminated": {
        "hit": "is eliminated",
        "disrupted": "is disrupted and eliminated",
        "no way out": "must retreat but cannot, and is eliminated",
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
    """The lines for one event; [] if there is nothing to say."""
    names = _names(seat, event["kind"])
    lines = described(_values(event, names), PHRASES, names)
    for levy in event.get("levies", ()) if event["kind"] == "levies" else ():
        lines += told([LEVY], levy, names)
    return lines


@cache
def _names(reader: str, kind: str) -> Names:
    """The name of everything that has one, by id."""
    return {**naming.names(reader), **WORDS.get(kind, {})}


def _values(event: Data, names: Names) -> Data:
    """An event with everything else that its phrase needs."""
    found = dict(event)
    if "block" in event:
        owner, name = event["seat"], names[event["block"]]
        himself = event["block"] == owner
        found["who"] = f"{name} himself" if himself else f"{names[owner]}'s {name}"
    if "points" in event:
        found["score"] = ", ".join(f"{names[who]} {event['points'][who]}" for who in SEATS)
    if "colours" in event:
        groups = board.by_colour(event["colours"]).items()
        found["group"] = " and ".join(several(number, f"{name} block") for name, number in groups)
    return {**found, **_special(event, names)}


def _special(event: Data, names: Names) -> Data:
    """What only one kind of event needs."""
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
            return {"last": event["round"] == rounds.LAST_ROUND}
        case "fire":
            power = board.BLOCKS[event["block"]].firepower
            dice = (f"{die}*" if die <= power else str(die) for die in event["dice"])
            return {"shown": " ".join(dice)}
        case "eliminated":
            worthless = event["trophy"] and not event["scores"]
            return {"enemy": other(event["seat"]), "worthless": worthless}
        case "retreat":
            return {"how": _way(event, names)}
        case "regroup":
            seen = _counts(event["colours"])
            return {"going": event.get("blocks") or seen}
        case "cleopatra home":
            return {"over": event["joins"] != event["seat"]}
        case "home":
            number = sum(event["colours"].values())
            return {"number": number, "more": number > 1}
    return {}


def _counts(colours: Mapping[str, int]) -> list[str]:
    """``4 brown``, ``1 blue``."""
    return [f"{number} {colour}" for colour, number in board.by_colour(colours).items()]


def _played(event: Data, names: Names) -> Iterator[str]:
    """``Caesar Apollo (as Mars)``."""
    for who in SEATS:
        card, acting = event["played"][who], event["acting"].get(who)
        copied = f" (as {names[acting]})" if acting not in (None, card) else ""
        yield f"{names[who]} {names[card]}{copied}"


def _why_first(event: Data, names: Names) -> str:
    """Who goes first, and why; empty if nobody does."""
    first, acting = event["first"], event["acting"]
    if first is None:
        return ""
    if any(map(cards.is_event, acting.values())):
        return f"{names[first]} goes first, with the event"
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
    """The face-up blocks of each side, and its Reserves."""
    found: Data = {}
    for side in SEATS:
        shown = []
        for block, points in event["blocks"][side]:
            rating = board.BLOCKS[block].rating(side == event["attacker"])
            shown.append(f"{names[block]} ({rating} {ROMAN[points]})")
        waiting = sorted(event["reserves"][side].items())
        found[side] = shown or ["nobody"]
        found[f"{side}_later"] = [f"{number} from {names[origin]}" for origin, number in waiting]
    return found


def _way(event: Data, names: Names) -> str:
    """7.6 The road by which a block retreats, or the sea that it crosses."""
    if "via" in event:
        return f"via {names[event['via']]} "
    kind = board.edge(event["at"], event["to"]) or ""
    return {"strait": "over the strait ", "sea": ""}.get(kind, f"by the {kind} road ")


# What a seat holds and sees.


def situation(view: View) -> list[Section]:
    """Every section that is not empty, in the order of the report."""
    public = view.public

    def named(heap: Iterable[str]) -> list[str]:
        return [block_name(block, view.seat) for block in heap]

    dead = ((colour, named(public["dead"][colour])) for colour in COLOURS)
    killed = ((f"by {name}", named(public["trophies"][at])) for at, name in SEAT_NAMES.items())
    spent = ((SEAT_NAMES[seat], [*map(card_name, public["spent"][seat])]) for seat in SEATS)
    sections = [
        ("Points", _points(public)),
        ("Battle under way", _battle(view)),
        ("Contested", _contested(public)),
        *(_held(view) if view.seat != GUEST else [("Cards", _open_cards(public))]),
        *(_seen(public, seat) for seat in SEATS if seat != view.seat),
        ("Eliminated this year, face up", _rows(dead)),
        ("Leaders killed", _rows(killed)),
        ("Cards played in earlier turns", _rows(spent)),
    ]
    return [(heading, lines) for heading, lines in sections if lines]


def _rows(rows: Iterable[tuple[str, list[str]]]) -> list[str]:
    """A line for each heading with a list that is not empty."""
    return table_of((f"{head}:", things) for head, things in rows if things)


def _held(view: View) -> list[Section]:
    """What the seat has."""
    cards = packed("in hand:", map(card_name, view.own["hand"] or ["none"]))
    if discard := view.own["discard"]:
        cards.append(f"discarded: {card_name(discard)}")
    return [
        ("Your cards", cards + _open_cards(view.public)),
        ("Your blocks", _blocks(view)),
        ("Your Levy Pool", _levy_pool(view)),
    ]


def _points(public: Data) -> list[str]:
    """1.2 The points of both sides, and where they come from."""
    held: dict[str | None, list[str]] = {seat: [] for seat in (*SEATS, None)}
    for place, value in board.VALUES.items():
        held[legal.controls(public, place)].append(f"{place_name(place)} {value}")
    rows = []
    for seat in SEATS:
        killed = len(legal.scored(public, seat))
        parts = held[seat] + ([f"leaders killed {killed}"] if killed else [])
        rows.append((f"{SEAT_NAMES[seat]} {legal.points(public, seat)}", parts or ["-"]))
    return _rows([*rows, ("nobody", held[None])])


def _blocks(view: View) -> list[str]:
    """The seat's blocks on the board, by place: ``Legio 8 C3 II of III (Reserves)``."""
    rows: dict[str, list[str]] = {place: [] for place in board.PLACES}
    for block in board.in_order(view.own["blocks"]):
        here, most = view.own["blocks"][block], board.full(block)
        full = "" if here["strength"] == most else f" of {ROMAN[most]}"
        name = f"{block_name(block, view.seat)} {board.BLOCKS[block].rating()}"
        waits = " (Reserves)" if legal.waits(view.public, view.seat, block, here) else ""
        rows[here["at"]].append(f"{name} {ROMAN[here['strength']]}{full}{waits}")
    lines = _rows((place_name(place), names) for place, names in rows.items())
    return [*lines, LEGEND] if lines else []


def _levy_pool(view: View) -> list[str]:
    """5.2 Blocks that can be raised, by place; a third leader only once he is allowed."""
    rows: dict[str, list[str]] = {}
    sorts = {"any": "any friendly city", "major-port": "friendly major port"}
    for block in board.in_order(view.own["pool"]):
        printed = board.BLOCKS[block]
        where = sorts.get(printed.levy) or place_name(printed.levy)
        if legal.leader_needed(view.public, block):
            needs = listed((block_name(leader, view.seat) for leader in printed.needs), "or")
            where = f"when {needs} is killed"
        rows.setdefault(where, []).append(f"{block_name(block, view.seat)} {printed.rating()}")
    return _rows(rows.items())


def _open_cards(public: Data) -> list[str]:
    """2.1 The cards last played, and what an Apollo of this turn stands for."""
    lines = []
    for key, when in (("played", "this turn"), ("last_played", "last turn")):
        if cards := public[key]:
            shown = (f"{SEAT_NAMES[seat]} {card_name(cards[seat])}" for seat in SEATS)
            lines.append(f"played {when}: {', '.join(shown)}")
    return lines + [
        f"{SEAT_NAMES[seat]}'s Apollo is played as {card_name(public['acting'][seat])}"
        for seat in SEATS
        if seat in public["acting"] and public["acting"][seat] != public["played"].get(seat)
    ]


def _seen(public: Data, enemy: str) -> Section:
    """4.21 Of the enemy's blocks you see only numbers and colours."""
    places = public["places"]
    seen = [
        f"{place_name(place)} {' + '.join(_counts(places[place][enemy]))}"
        for place in board.on_the_board(places)
        if enemy in places[place]
    ]
    waiting = f"{several(public['pool'][enemy], 'block')} in the Levy Pool"
    lines = [*packed("on the board:", seen or ["none"], 2), waiting]
    return f"What you see of {SEAT_NAMES[enemy]}", lines


def _contested(public: Data) -> list[str]:
    """6.12, 7.3 Places where there will be battles, who attacks, and by which roads."""
    lines = []
    for place in legal.contested(public):
        attack = legal.attack_on(public, place) or {}
        for role, does in (("attacker", "attacks"), ("defender", "defends")) if attack else ():
            seat, roads = attack[role], []
            for origin, number in sorted(legal.entered(public, place, seat).items()):
                main = role == "attacker" and origin == attack["main"]
                force = "Main Attack" if main else "Reserves"
                roads.append(f"{number} came from {place_name(origin)} ({force})")
            start = f"{place_name(place)}: " if role == "attacker" else "  "
            head = f"{start}{SEAT_NAMES[seat]} {does} with {legal.count(public, place, seat)}"
            lines += packed(f"{head}:" if roads else head, roads, 4)
    if surprise := public["surprise"]:
        name, place = SEAT_NAMES[surprise["seat"]], place_name(surprise["place"])
        lines.append(f"Surprise in {place}: {name}'s blocks act first in round 1")
    return lines


def _battle(view: View) -> list[str]:
    """7.0 The face-up blocks, and how many are still to come."""
    battle = view.public["battle"]
    if not battle or not battle["blocks"]:
        return []
    surprise = battle.get("surprise") and battle["round"] == 1
    note = ", a surprise: the attackers act first" if surprise else ""
    legend = [LEGEND] if view.seat == GUEST else []
    lines = [f"{place_name(battle['place'])}, round {battle['round']}{note}"]
    for role in ("attacker", "defender"):
        shown = []
        for block in rounds.face_up(battle, battle[role]):
            points = ROMAN[battle["blocks"][block]["strength"]]
            shown.append(f"{block_name(block, view.seat)} {rounds.rating(battle, block)} {points}")
        if waiting := rounds.hidden_reserves(battle, battle[role]):
            shown.append(f"{waiting} in Reserves")
        lines += packed(f"  {SEAT_NAMES[battle[role]]} ({role}):", shown or ["none"], 4)
    return lines + _acting(battle, view.seat) + legend


def _acting(battle: Data, reader: str) -> list[str]:
    """7.2 Who has acted in this round, and who has yet to, in which order."""
    done = [one for one in board.in_order(battle["blocks"]) if battle["blocks"][one]["acted"]]
    left = [
        f"{block_name(block, reader)} ({letter_now})"
        for letter_now, seat in rounds.turns(battle)
        for block in rounds.waiting(battle, letter_now, seat)
    ]
    acted = [block_name(block, reader) for block in done]
    lines = packed("  have acted in this round:", acted, 4) if acted else []
    return lines + (packed("  yet to act, in this order:", left, 4) if left else [])
