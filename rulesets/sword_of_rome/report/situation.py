"""What a seat holds and sees."""

from collections.abc import Iterable, Mapping

from referee.engine.request import View
from referee.engine.view import Data
from referee.kit.lines import packed, table_of, wrapped
from rulesets.sword_of_rome import board, hidden, position
from rulesets.sword_of_rome.board import CARD_NAMES, POWER_NAMES, POWERS, SEATS, SPACE_NAMES
from rulesets.sword_of_rome.position import Spot
from rulesets.sword_of_rome.report.card_texts import card_text


def situation(view: View) -> list[tuple[str, list[str]]]:
    """The score, cards, alliances, forces, sieges, who controls what."""
    public = view.public
    return [
        ("score", score(public)),
        *([("your hand", hand(view))] if "hand" in view.own else []),
        ("cards", cards(public)),
        ("alliances", alliances(public)),
        ("forces", forces(public)),
        ("cities and tribes", cities(public)),
        ("control other than printed", markers(public)),
    ]


def score(public: Data) -> list[str]:
    """5.8 VP, those of both hands of a player together, the level, plunder."""
    vp: Mapping[str, int] = public["vp"]
    rows = [(SEATS[seat], [str(number)]) for seat, number in vp.items()]
    for hands in board.SCENARIOS[public["scenario"]]["sides"]:
        names = ", ".join(SEATS[seat] for seat in hands)
        rows.append((f"{names} together", [str(sum(vp[seat] for seat in hands))]))
    side = "Gallic" if public["plunder"] >= 0 else "Transalpine"
    return [
        *table_of(rows),
        f"automatic victory at {position.level(public)} VP",
        *(packed("order of actions:", _order(public)) if public["round"] else []),
        f"plunder table: {abs(public['plunder'])} {side} markers",
        *packed("in force:", public["flags"] or ["nothing"]),
    ]


def _order(public: Data) -> list[str]:
    return [SEATS[seat] for seat in position.clockwise(public, public["first"])]


def hand(view: View) -> list[str]:
    """Each card with its value and what it does."""
    lines = []
    for card in view.own["hand"]:
        data = board.CARDS[card]
        head = f"{CARD_NAMES[card]} ({data['value']}): "
        lines += wrapped(card_text(card), first=head, more="  ")
    return lines or ["no cards"]


#: Rows of cards that are told of if there are any.
_ROWS = {
    "table": "  being played:",
    "reshuffle": "  open on the draw pile:",
    "removed": "  out of the game:",
}


def cards(public: Data) -> list[str]:
    """6.1 Sizes, Desperate Times, all cards that lie open."""
    lines = []
    for seat in public["seats"]:
        held, left = hidden.held(public, seat), hidden.left(public, seat)
        dt = len(hidden.desperate(public, seat))
        lines.append(
            f"{SEATS[seat]}: {held} in hand, {left} in the draw pile, {dt} Desperate Times"
        )
        lines += packed("  discards:", _cards(public[f"{seat} discards"]))
        for row, head in _ROWS.items():
            lines += packed(head, _cards(lying)) if (lying := public[f"{seat} {row}"]) else []
    return lines


def _cards(found: Iterable[str]) -> list[str]:
    return [CARD_NAMES[card] for card in found] or ["none"]


def alliances(public: Data) -> list[str]:
    """15 Pairs."""
    pairs = [" - ".join(POWER_NAMES[p] for p in pair.split("/")) for pair in public["alliances"]]
    return packed("allied:", pairs or ["nobody"])


#: Those come back in an action, these with reinforcements.
_OFF_MAP = {
    position.ASIDE: "beside the map:",
    position.DISPLACED: "displaced:",
}


def forces(public: Data) -> list[str]:
    """Every stack with its leaders, the commander first."""
    rows = []
    for power in public["cu"]:
        told = [_stack(public, power, spot) for spot in position.spots(public, power)]
        rows.append((POWER_NAMES[power], told or ["none"]))
    return [*table_of(rows), *off_map(public)]


def off_map(public: Data) -> list[str]:
    """8.3, 8.4 Leaders who can come back, by when."""
    lines = []
    for state, head in _OFF_MAP.items():
        gone = [board.LEADER_NAMES[one] for one, at in public["leaders"].items() if at == state]
        lines += packed(head, gone) if gone else []
    return lines


def _stack(public: Data, power: str, spot: Spot) -> str:
    names = "/".join(board.LEADER_NAMES[one] for one in position.stack(public, power, spot))
    where = f"{SPACE_NAMES[spot.space]}{' (inside)' * spot.inside}"
    number = position.cu(public, power, spot)
    return f"{where} {number}" + (f" {names}" if names else "")


def cities(public: Data) -> list[str]:
    """Loyalty, and sieges with their levels."""
    found = []
    for space, loyalty in public["loyalty"].items():
        holder = POWER_NAMES.get(position.control(public, space), "independent")
        found.append(f"{SPACE_NAMES[space]} {loyalty} {holder}{_siege(public, space)}")
    tribes = [SPACE_NAMES[space] + _siege(public, space) for space in public["tribes"]]
    return [*packed("cities:", found), *packed("tribes:", tribes or ["none"])]


def _siege(public: Data, space: str) -> str:
    level = public["sieges"].get(space)
    return "" if level is None else f" siege {level}"


def markers(public: Data) -> list[str]:
    """Spaces whose controller is not the printed one, by controller."""
    rows = []
    for power in (*POWERS, board.INDEPENDENT):
        spaces = [SPACE_NAMES[s] for s, holder in public["markers"].items() if holder == power]
        if spaces:
            rows.append((POWER_NAMES.get(power, "independent"), spaces))
    return table_of(rows) or ["none"]
