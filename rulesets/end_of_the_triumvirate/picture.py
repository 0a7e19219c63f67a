"""The board, the same for everyone, to draw or describe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.request import View
from referee.kit.board import Board, Group, Journey, Kind, Link, Space
from referee.kit.lines import several
from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.flow import headline
from rulesets.end_of_the_triumvirate.position import Data, owned

#: 6.2, 6.3 kinds of borders
_KINDS = {
    "land": Kind("land", "1 point", "thick"),
    "arrow": Kind("arrow", "1 point", "dashed"),
    "sea": Kind("sea", "1 point for each sea", "dotted"),
}


def picture(view: View, events: Sequence[Data]) -> Board:
    """Provinces and what is there, the triumvirs, and their moves among the events of a run."""
    public = view.public
    seats = {seat: board.SEATS[seat] for seat in public["players"]}
    return Board(
        title=headline(public),
        seats=seats,
        spaces=[*_provinces(public), *_seas()],
        kinds=_KINDS,
        links=list(_links(public)),
        groups=[group for seat in seats for group in _groups(public, seat)],
        journeys=[Journey(e["seat"], e["path"]) for e in events if e["kind"] in ("move", "attack")],
        score=[
            f"{name}: {several(len(owned(public, seat)), 'province')},"
            f" {several(public['characters'][seat]['citizens'], 'citizen')}"
            for seat, name in seats.items()
        ],
    )


def _at(key: str) -> tuple[int, int]:
    x, y = board.DATA["drawing"]["at"][key]
    return x, y


def _provinces(public: Data) -> Iterator[Space]:
    attack = public["attack"] or {"at": ""}
    for key, place in sorted(public["provinces"].items()):
        printed = board.LAND[key]
        idle = [f"{place['idle']} idle"] if place["idle"] else []
        servants = several(place["active"], "civil servant") if place["active"] else ""
        notes = [printed["type"], f"governor {place['governor']}", f"{place['gold']} gold"]
        notes += [*filter(None, [servants]), *idle]
        fought = attack["at"] == key
        yield Space(key, printed["name"], _at(key), "province", notes, place["owner"], fought)


def _seas() -> Iterator[Space]:
    for key, sea in board.SEAS.items():
        yield Space(key, sea["name"], _at(key), "sea")


def _links(public: Data) -> Iterator[Link]:
    """6.1-6.3 Borders between spaces in play."""
    used = {*public["provinces"], *board.SEAS}
    found = [(*ends.split("_"), kind) for ends, kind in board.DATA["map"]["borders"].items()]
    found += [(key, sea, "sea") for key, place in board.LAND.items() for sea in place["seas"]]
    for one, other, kind in found:
        if {one, other} <= used:
            yield Link(one, other, kind)


def _groups(public: Data, seat: str) -> Iterator[Group]:
    """2.5 Legions by province, and each triumvir where he is, with those who go with him."""
    who = public["characters"][seat]
    for key in (*sorted(public["provinces"]), *board.SEAS):
        mine = key in public["provinces"] and public["provinces"][key]["owner"] == seat
        legions = public["provinces"][key]["legions"] if mine else 0
        lines = [several(legions, "legion")] if legions else []
        if who["at"] == key:
            lines.append(board.SEATS[seat] + _with(who))
        if lines:
            yield Group(key, seat, lines, legions + (who["at"] == key))


def _with(who: Data) -> str:
    along = [f"{who[key]} {word}" for key, word in _ALONG.items() if who[key]]
    return f" with {', '.join(along)}" if along else ""


_ALONG = {"legions": "legions", "servants": "civil servants", "gold": "gold"}
