"""What a seat holds and sees, for its report; made from its View alone."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.request import GUEST, Data, View
from referee.kit.lines import packed, table_of
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.board import ROMAN, SEATS, other
from rulesets.julius_caesar.naming import (
    SEAT_NAMES,
    block_name,
    card_name,
    listed,
    place_name,
)
from rulesets.julius_caesar.rounds import rating

Section = tuple[str, list[str]]


def situation(view: View) -> list[Section]:
    """Every section that has something to say, in the order of the report."""
    sections = [
        ("Points", _points(view.public)),
        ("Battle under way", _battle(view)),
        ("Contested", _contested(view.public)),
        *(_watched(view.public) if view.seat == GUEST else _held(view)),
        ("Eliminated this year, face up", _dead(view)),
        ("Leaders killed", _trophies(view)),
        ("Cards played in earlier turns", _spent(view.public)),
    ]
    return [(heading, lines) for heading, lines in sections if lines]


def _held(view: View) -> list[Section]:
    """What the seat has, and what it sees of the other."""
    enemy = other(view.seat)
    return [
        ("Your cards", _cards(view)),
        ("Your blocks", _blocks(view)),
        ("Your reserve", _reserve(view)),
        (f"What you see of {SEAT_NAMES[enemy]}", _enemy(view.public, enemy)),
    ]


def _watched(public: Data) -> list[Section]:
    """What a guest sees: of each side as much as its enemy."""
    sides = [(f"What you see of {SEAT_NAMES[seat]}", _enemy(public, seat)) for seat in SEATS]
    return [("Cards", _open_cards(public)), *sides]


def _points(public: Data) -> list[str]:
    """1.2 Points of both sides and where they are from."""
    valued = [place for place in board.places().values() if place.value]
    rows = []
    for seat in SEATS:
        cities = [
            f"{place.name} {place.value}"
            for place in valued
            if legal.controls(public, place.id) == seat
        ]
        killed = len(legal.scored(public, seat))
        parts = cities + ([f"leaders killed {killed}"] if killed else [])
        rows.append((f"{SEAT_NAMES[seat]} {legal.points(public, seat)}:", parts or ["-"]))
    open_cities = [
        f"{place.name} {place.value}" for place in valued if not legal.controls(public, place.id)
    ]
    if open_cities:
        rows.append(("nobody:", open_cities))
    return table_of(rows)


def block_text(block: str, strength: int, seat: str) -> str:
    """A block with rating and strength: ``Legio 8 C3 II of III``."""
    most = board.full(block)
    full = "" if strength == most else f" of {ROMAN[most]}"
    return f"{block_name(block, seat)} {board.blocks()[block].rating} {ROMAN[strength]}{full}"


def _blocks(view: View) -> list[str]:
    """The seat's blocks on the board, by place."""
    blocks: Mapping[str, Data] = view.own["blocks"]
    by_place: dict[str, list[str]] = {}
    for block in board.in_order(blocks):
        by_place.setdefault(blocks[block]["at"], []).append(block)
    rows = []
    for place in board.places():
        names = [
            block_text(b, blocks[b]["strength"], view.seat) + _waiting(view, b)
            for b in by_place.get(place, ())
        ]
        if names:
            rows.append((f"{place_name(place)}:", names))
    return table_of(rows)


def _waiting(view: View, block: str) -> str:
    """7.3 Marks a block that comes up in round 2."""
    here = view.own["blocks"][block]
    attack = legal.attack_on(view.public, here["at"])
    battle = view.public["battle"] or {"blocks": {}}
    if attack is None or block in battle["blocks"]:
        return ""
    return " (reserve)" if legal.in_reserve(attack, view.seat, here["from"]) else ""


def _reserve(view: View) -> list[str]:
    """5.2 Blocks that can be raised, by where; a third leader only when he can come."""
    rows: dict[str, list[str]] = {}
    for block in board.in_order(view.own["pool"]):
        entry = board.blocks()[block]
        where = {"any": "any friendly city", "major-port": "friendly major port"}.get(entry.levy)
        if legal.leader_needed(view.public, block):
            killed = listed((block_name(leader, view.seat) for leader in entry.needs), "or")
            where = f"when {killed} is killed"
        name = f"{block_name(block, view.seat)} {entry.rating}"
        rows.setdefault(f"{where or place_name(entry.levy)}:", []).append(name)
    return table_of(rows.items())


def _cards(view: View) -> list[str]:
    """2.1 The hand, the card set aside, and what lies open."""
    own = view.own
    lines = packed("in hand:", [card_name(card) for card in own["hand"]] or ["none"])
    if own["aside"]:
        lines.append(f"set aside: {card_name(own['aside'])}")
    return lines + _open_cards(view.public)


def _open_cards(public: Data) -> list[str]:
    """2.1 What was played last, for all to see."""
    lines = []
    for key, when in (("played", "this turn"), ("last_played", "last turn")):
        cards = public[key]
        if cards:
            shown = [f"{SEAT_NAMES[seat]} {card_name(cards[seat])}" for seat in SEATS]
            lines.append(f"played {when}: {', '.join(shown)}")
    return lines + _copied(public)


def _copied(public: Data) -> list[str]:
    """Card Apollo: what it stands for this turn."""
    return [
        f"{SEAT_NAMES[seat]}'s Apollo stands for {card_name(public['acting'][seat])}"
        for seat in SEATS
        if public["acting"].get(seat) != public["played"].get(seat) and seat in public["acting"]
    ]


def _enemy(public: Data, enemy: str) -> list[str]:
    """Numbers and colours only."""
    seen = []
    for place in board.places():
        colours = public["places"].get(place, {}).get(enemy, {})
        if colours:
            seen.append(f"{place_name(place)} {_colours(colours)}")
    waiting = f"{public['pool'][enemy]} blocks in reserve"
    return [*packed("on the board:", seen or ["none"], 2), waiting]


def _colours(colours: Mapping[str, int]) -> str:
    """``2 green + 1 blue``."""
    return " + ".join(f"{colours[name]} {name}" for name in board.COLOURS if name in colours)


def _contested(public: Data) -> list[str]:
    """6.12, 7.3 Places where battles will be, who attacks, and which roads were used."""
    lines = []
    for place in legal.contested(public):
        attack = legal.attack_on(public, place)
        if attack is None:
            continue
        for seat in (attack["attacker"], attack["defender"]):
            role = "attacks" if seat == attack["attacker"] else "defends"
            number = legal.count(public, place, seat)
            came = legal.entered(public, place, seat)
            roads = [
                f"{came[origin]} came from {place_name(origin)}{_role(attack, seat, origin)}"
                for origin in sorted(came)
            ]
            head = f"{SEAT_NAMES[seat]} {role} with {number}"
            start = f"{place_name(place)}: " if role == "attacks" else "  "
            lines += packed(f"{start}{head}{':' if roads else ''}", roads, 4)
    if surprise := public["surprise"]:
        name, place = SEAT_NAMES[surprise["seat"]], place_name(surprise["place"])
        lines.append(f"Surprise in {place}: {name}'s blocks act first in round 1")
    return lines


def _role(attack: Data, seat: str, origin: str) -> str:
    main = seat == attack["attacker"] and origin == attack["main"]
    return " (main force)" if main else " (reserve)"


def _battle(view: View) -> list[str]:
    """7.0 Blocks that lie face up, and how many are still to come."""
    battle = view.public["battle"]
    if not battle or not battle["blocks"]:
        return []
    lines = [f"{place_name(battle['place'])}, round {battle['round']}"]
    if battle.get("surprise") and battle["round"] == 1:
        lines[0] += ", a surprise: the attackers act first"
    for role in ("attacker", "defender"):
        seat = battle[role]
        shown = [
            f"{block_name(block, view.seat)} {rating(battle, block)}"
            f" {ROMAN[battle['blocks'][block]['strength']]}"
            for block in board.in_order(battle["blocks"])
            if battle["blocks"][block]["player"] == seat
        ]
        waiting = battle["reserves"].get(seat, 0)
        reserve = [f"{waiting} in reserve"] if waiting else []
        lines += packed(f"  {SEAT_NAMES[seat]} ({role}):", [*shown, *reserve] or ["none"], 4)
    return lines


def _dead(view: View) -> list[str]:
    """7.5 Blocks that come back next year."""
    rows = [
        (f"{colour}:", [block_name(block, view.seat) for block in view.public["dead"][colour]])
        for colour in board.COLOURS
    ]
    return table_of(row for row in rows if row[1])


def _trophies(view: View) -> list[str]:
    """7.51 Leaders killed, by who has them."""
    rows = [
        (f"by {SEAT_NAMES[seat]}:", [block_name(b, view.seat) for b in taken])
        for seat, taken in ((seat, view.public["trophies"][seat]) for seat in SEATS)
        if taken
    ]
    return table_of(rows)


def _spent(public: Data) -> list[str]:
    """2.1 What both played in earlier turns of the year."""
    rows = [(f"{SEAT_NAMES[seat]}:", map(card_name, public["spent"][seat])) for seat in SEATS]
    return table_of(rows) if public["spent"][SEATS[0]] else []
