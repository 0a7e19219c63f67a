"""The board as a seat sees it, to draw or describe: own blocks face up, the enemy's face down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.request import GUEST, Data, View
from referee.kit.board import Board, Group, Journey, Kind, Space, links_of
from referee.kit.lines import several
from referee.kit.phrases import ROMAN
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.board import DATA, SEATS
from rulesets.julius_caesar.board.naming import SEAT_NAMES, block_name
from rulesets.julius_caesar.flow import headline

_MOVES = ("move", "ship", "retreat")
_ROADS = {"major": "thick", "minor": "plain", "strait": "dashed"}


def picture(view: View, events: Sequence[Data]) -> Board:
    """Everything on the board, and the moves among the events of a run."""
    return Board(
        title=headline(view.public),
        seats=SEAT_NAMES,
        spaces=[_space(view.public, place) for place in board.PLACES.values()],
        kinds=_kinds(),
        links=links_of({place: board.NEIGHBOURS[place] for place in board.PLACES}),
        groups=[group for seat in SEATS for group in _groups(view, seat)],
        journeys=[_journey(event) for event in events if event["kind"] in _MOVES],
        score=[f"{SEAT_NAMES[s]}: {several(legal.points(view.public, s), 'point')}" for s in SEATS],
    )


def _kinds() -> dict[str, Kind]:
    """6.11, 6.14 The kinds of borders, and how many blocks may use each in a turn."""
    kinds = {}
    for kind, stroke in _ROADS.items():
        move, attack = board.limit(kind, "move"), board.limit(kind, "attack")
        limit = f"{several(move, 'block')} a turn, {attack} to attack"
        kinds[kind] = Kind(f"{kind} road" if kind != "strait" else kind, limit, stroke, "road")
    return {**kinds, "sea": Kind("sea", "fleets, and blocks that are shipped", "dotted", "sea")}


def _space(public: Data, place: board.Place) -> Space:
    """4.0 A city or a sea, its points, and what is printed beside its name."""
    notes = [several(place.value, "point")] if place.value else []
    notes += ["major port" if place.major else "port"] if place.port else []
    notes += [place.sign] if place.sign else []
    x, y = DATA["drawing"]["at"][place.id]
    owner, fought = legal.controls(public, place.id) or "", place.id in legal.contested(public)
    sort = "sea" if place.is_sea else "city"
    return Space(place.id, place.name, (x, y), sort, notes, owner, fought)


def _groups(view: View, seat: str) -> Iterator[Group]:
    """A seat's blocks by place: its own with their strength, the other's by colour and number."""
    for place in board.PLACES:
        if not (number := legal.count(view.public, place, seat)):
            continue
        shown = _shown(view, place, seat)
        own = seat == view.seat and view.seat != GUEST
        yield Group(place, seat, shown, number, down=not own)


def _shown(view: View, place: str, seat: str) -> list[str]:
    if seat == view.seat:
        held = view.own["blocks"]
        return [
            f"{block_name(one, seat)} {board.BLOCKS[one].rating()} {ROMAN[held[one]['strength']]}"
            for one in board.standing(held, place)
        ]
    there = board.by_colour(view.public["places"][place][seat])
    return [several(number, f"{colour} block") for colour, number in there.items()]


def _journey(event: Data) -> Journey:
    path = event.get("path") or [event["at"], *filter(None, [event.get("via")]), event["to"]]
    return Journey(event["seat"], path)
