"""What all phases do: gold, pieces, markers, the end of a phase.  Each function tells it."""

from collections.abc import Iterable, Sequence

from referee.engine.rules import end_game
from referee.engine.table import Table
from referee.engine.view import Data
from referee.kit.graphs import nearest
from rulesets.caesar_xl import board, hidden, position
from rulesets.caesar_xl.board import LINKS, PLACES, SEATS, SUPREME, ZONES


def gain(table: Table, seat: str, gold: int, why: str) -> None:
    """A player gets gold from the bank."""
    if gold:
        table.public["gold"][seat] += gold
        table.tell("gains", {"seat": seat, "gold": gold, "why": why})


def pay(table: Table, seat: str, gold: int, why: str) -> None:
    """A player pays gold to the bank."""
    if gold:
        table.public["gold"][seat] -= gold
        table.tell("pays", {"seat": seat, "gold": gold, "why": why})


def play(table: Table, seat: str, card: str) -> None:
    """6.4 A card of the hand is carried out, and discarded when its effect is over."""
    hidden.CARDS.move(table.state, [card], hidden.hand(seat), hidden.TABLE)
    table.tell("plays", {"seat": seat, "card": card})


def discard(table: Table, card: str) -> None:
    """6.4 The effect of a card is over: it is discarded."""
    hidden.CARDS.move(table.state, [card], hidden.TABLE, hidden.DISCARDS)


def put(public: Data, key: str, seat: str, at: str) -> None:
    """Put a piece on the map; the pieces in a place are kept by id."""
    pieces = {**public["pieces"], key: position.piece(seat, at)}
    public["pieces"] = dict(sorted(pieces.items()))


def raise_unit(table: Table, seat: str, what: str, at: str, why: str, gold: int = 0) -> None:
    """1.6 Place the lowest counter that is free, regular side up, for gold or for nothing."""
    one = position.free_counters(table.public, seat, what)[0]
    put(table.public, one, seat, at)
    table.public["gold"][seat] -= gold
    table.tell("raised", {"seat": seat, "unit": one, "at": at, "gold": gold, "why": why})


def turn_veteran(table: Table, key: str, why: str) -> None:
    """10.8 A unit becomes veteran."""
    one = table.public["pieces"][key]
    one["veteran"] = True
    table.tell("promoted", {"seat": one["owner"], "unit": key, "why": why})


def lose(table: Table, keys: Iterable[str], why: str) -> None:
    """11.4 Pieces are lost; leaders are discarded, and a supreme leader is out for good."""
    public, pieces = table.public, table.public["pieces"]
    by_seat: dict[str, list[str]] = {}
    for key in keys:
        one = pieces.pop(key)
        by_seat.setdefault(one["owner"], []).append(key)
        if board.kind(key) == SUPREME:
            public["out"] = [seat for seat in SEATS if seat == key or seat in public["out"]]
        elif key in board.LEADERS:
            row = hidden.leaders(one["owner"])
            hidden.CARDS.move(table.state, [key], row, hidden.DISCARDS)
    for seat, gone in by_seat.items():
        table.tell("lost", {"seat": seat, "pieces": gone, "why": why})


def mark(table: Table, seat: str, at: str, source: str = "") -> None:
    """7.4 Place a marker, from stock or from elsewhere; an enemy marker there is removed."""
    markers = table.public["markers"]
    if source:
        del markers[source]
    markers[at] = seat
    table.public["markers"] = {place: markers[place] for place in board.by_map(list(markers))}
    table.tell("marker", {"seat": seat, "at": at, "from": source})


def unmark(table: Table, at: str, why: str) -> None:
    """7.6 A marker returns to its owner's stock."""
    seat = table.public["markers"].pop(at)
    table.tell("unmarked", {"seat": seat, "at": at, "why": why})


def subdue(table: Table, zone: str, subdued: bool) -> None:
    """12.2, 12.4 A zone is subdued, or independent again."""
    now = [*table.public["subdued"], zone] if subdued else table.public["subdued"]
    table.public["subdued"] = [z for z in ZONES if z in now and (subdued or z != zone)]
    table.tell("subdued" if subdued else "free", {"at": zone})


def refuge(public: Data, seat: str, start: str) -> str:
    """12.4 The nearest city, or zone with a unit or marker, of this player; "" if there is none."""
    marked = {place for place, holder in public["markers"].items() if holder == seat}
    own = [
        at
        for at in position.controlled(public, seat)
        if at in board.CITIES or at in marked or position.units(public, at, seat)
    ]
    ways = nearest(LINKS, start, own.__contains__, lambda one, to: True, len(PLACES))
    return min((way[-1] for way in ways), default="")


def move(table: Table, keys: Sequence[str], to: str, why: str) -> None:
    """Move pieces without a march; they are lost if there is no place to go to."""
    if not to:
        lose(table, keys, why)
        return
    pieces = table.public["pieces"]
    told = {"seat": pieces[keys[0]]["owner"], "pieces": list(keys), "to": to, "why": why}
    for key in keys:
        pieces[key]["at"] = to
    table.tell("moved", told)


def end_phase(table: Table, following: str) -> None:
    """4.2, 12.4 After each phase: zones without Romans, and players without pieces."""
    if table.public["result"]:
        return
    free_zones(table)
    left = [seat for seat in SEATS if position.owned(table.public, seat)]
    if len(left) < len(SEATS):
        end_game(table, left[0] if left else None, "wiped-out")
    else:
        table.public["phase"] = following


def free_zones(table: Table) -> None:
    """12.4 Zones without a unit or a marker are independent again; leaders alone leave them."""
    public, why = table.public, "a leader alone keeps no zone, 12.4"
    for zone in list(public["subdued"]):
        if zone in public["markers"] or position.units(public, zone):
            continue
        subdue(table, zone, subdued=False)
        for key in position.there(public, zone):
            move(table, [key], refuge(public, public["pieces"][key]["owner"], zone), why)
