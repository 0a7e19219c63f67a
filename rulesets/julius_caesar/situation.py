"""What a seat holds and sees, for its report; made from its View alone."""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine.request import Data
from referee.engine.view import GUEST, View
from referee.kit.lines import listed, packed, table_of
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.battle import rounds
from rulesets.julius_caesar.board import COLOURS, ROMAN, SEATS, other
from rulesets.julius_caesar.board.naming import SEAT_NAMES, block_name, card_name, place_name

Section = tuple[str, list[str]]


def situation(view: View) -> list[Section]:
    """Every section that has something to say, in the order of the report."""
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
        *(_watched(public) if view.seat == GUEST else _held(view)),
        ("Eliminated this year, face up", _rows(dead)),
        ("Leaders killed", _rows(killed)),
        ("Cards played in earlier turns", _rows(spent)),
    ]
    return [(heading, lines) for heading, lines in sections if lines]


def _rows(rows: Iterable[tuple[str, list[str]]]) -> list[str]:
    """A line for each head that something stands behind."""
    return table_of((f"{head}:", things) for head, things in rows if things)


def _held(view: View) -> list[Section]:
    """What the seat has, and what it sees of the other."""
    cards = packed("in hand:", map(card_name, view.own["hand"] or ["none"]))
    if aside := view.own["aside"]:
        cards.append(f"set aside: {card_name(aside)}")
    return [
        ("Your cards", cards + _open_cards(view.public)),
        ("Your blocks", _blocks(view)),
        ("Your reserve", _reserve(view)),
        _seen(view.public, other(view.seat)),
    ]


def _watched(public: Data) -> list[Section]:
    """What a guest sees: of each side as much as its enemy."""
    return [("Cards", _open_cards(public)), *(_seen(public, seat) for seat in SEATS)]


def _points(public: Data) -> list[str]:
    """1.2 Points of both sides and where they are from."""
    held: dict[str | None, list[str]] = {seat: [] for seat in (*SEATS, None)}
    for place, value in board.values():
        held[legal.controls(public, place)].append(f"{place_name(place)} {value}")
    rows = []
    for seat in SEATS:
        killed = len(legal.scored(public, seat))
        parts = held[seat] + ([f"leaders killed {killed}"] if killed else [])
        rows.append((f"{SEAT_NAMES[seat]} {legal.points(public, seat)}", parts or ["-"]))
    return _rows([*rows, ("nobody", held[None])])


def _blocks(view: View) -> list[str]:
    """The seat's blocks on the board, by place: ``Legio 8 C3 II of III (reserve)``."""
    rows: dict[str, list[str]] = {place: [] for place in board.places()}
    for block in board.in_order(view.own["blocks"]):
        here, most = view.own["blocks"][block], board.full(block)
        full = "" if here["strength"] == most else f" of {ROMAN[most]}"
        name = f"{block_name(block, view.seat)} {board.blocks()[block].rating}"
        waits = " (reserve)" if _waits(view, block, here) else ""
        rows[here["at"]].append(f"{name} {ROMAN[here['strength']]}{full}{waits}")
    return _rows((place_name(place), names) for place, names in rows.items())


def _waits(view: View, block: str, here: Data) -> bool:
    """7.3 Whether a block comes up in round 2."""
    attack = legal.attack_on(view.public, here["at"])
    if attack is None or block in (view.public["battle"] or {"blocks": {}})["blocks"]:
        return False
    return legal.in_reserve(attack, view.seat, here["from"])


def _reserve(view: View) -> list[str]:
    """5.2 Blocks that can be raised, by where; a third leader only when he can come."""
    rows: dict[str, list[str]] = {}
    sorts = {"any": "any friendly city", "major-port": "friendly major port"}
    for block in board.in_order(view.own["pool"]):
        printed = board.blocks()[block]
        where = sorts.get(printed.levy) or place_name(printed.levy)
        if legal.leader_needed(view.public, block):
            needs = listed((block_name(leader, view.seat) for leader in printed.needs), "or")
            where = f"when {needs} is killed"
        rows.setdefault(where, []).append(f"{block_name(block, view.seat)} {printed.rating}")
    return _rows(rows.items())


def _open_cards(public: Data) -> list[str]:
    """2.1 What was played last, for all to see, and what an Apollo of this turn stands for."""
    lines = []
    for key, when in (("played", "this turn"), ("last_played", "last turn")):
        if cards := public[key]:
            shown = (f"{SEAT_NAMES[seat]} {card_name(cards[seat])}" for seat in SEATS)
            lines.append(f"played {when}: {', '.join(shown)}")
    return lines + [
        f"{SEAT_NAMES[seat]}'s Apollo stands for {card_name(public['acting'][seat])}"
        for seat in SEATS
        if seat in public["acting"] and public["acting"][seat] != public["played"].get(seat)
    ]


def _seen(public: Data, enemy: str) -> Section:
    """4.21 Of an enemy anybody sees numbers and colours only."""
    seen = []
    for place in board.places():
        if colours := public["places"].get(place, {}).get(enemy):
            group = (f"{colours[name]} {name}" for name in COLOURS if name in colours)
            seen.append(f"{place_name(place)} {' + '.join(group)}")
    waiting = f"{public['pool'][enemy]} blocks in reserve"
    lines = [*packed("on the board:", seen or ["none"], 2), waiting]
    return f"What you see of {SEAT_NAMES[enemy]}", lines


def _contested(public: Data) -> list[str]:
    """6.12, 7.3 Places where battles will be, who attacks, and by which roads all came."""
    lines = []
    for place in legal.contested(public):
        attack = legal.attack_on(public, place) or {}
        for role, does in (("attacker", "attacks"), ("defender", "defends")) if attack else ():
            seat, roads = attack[role], []
            for origin, number in sorted(legal.entered(public, place, seat).items()):
                main = role == "attacker" and origin == attack["main"]
                force = "main force" if main else "reserve"
                roads.append(f"{number} came from {place_name(origin)} ({force})")
            start = f"{place_name(place)}: " if role == "attacker" else "  "
            head = f"{start}{SEAT_NAMES[seat]} {does} with {legal.count(public, place, seat)}"
            lines += packed(f"{head}:" if roads else head, roads, 4)
    if surprise := public["surprise"]:
        name, place = SEAT_NAMES[surprise["seat"]], place_name(surprise["place"])
        lines.append(f"Surprise in {place}: {name}'s blocks act first in round 1")
    return lines


def _battle(view: View) -> list[str]:
    """7.0 Blocks that lie face up, and how many are still to come."""
    battle = view.public["battle"]
    if not battle or not battle["blocks"]:
        return []
    surprise = battle.get("surprise") and battle["round"] == 1
    note = ", a surprise: the attackers act first" if surprise else ""
    lines = [f"{place_name(battle['place'])}, round {battle['round']}{note}"]
    for role in ("attacker", "defender"):
        shown = []
        for block in rounds.face_up(battle, battle[role]):
            points = ROMAN[battle["blocks"][block]["strength"]]
            shown.append(f"{block_name(block, view.seat)} {rounds.rating(battle, block)} {points}")
        if waiting := rounds.hidden_reserves(battle, battle[role]):
            shown.append(f"{waiting} in reserve")
        lines += packed(f"  {SEAT_NAMES[battle[role]]} ({role}):", shown or ["none"], 4)
    return lines
