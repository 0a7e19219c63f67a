"""The books: no piece is ever lost or gained (2.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.board import ALII, TOP, TRACKS
from rulesets.end_of_the_triumvirate.position import NOW, Data, overfull, owned

if TYPE_CHECKING:
    from referee.engine.table import State


def broken(state: State) -> list[str]:
    """What can never be in a State, one line each."""
    public = state["public"]
    return [*_sums(public), *_colours(public), *_places(public), *_characters(public)]


def _sums(public: Data) -> Iterator[str]:
    """2.1 Pieces without colour, wherever they are; those carried too."""
    given, pieces = board.scenario(public), board.setup()["pieces"]
    who, places = public["characters"].values(), public["provinces"].values()
    supply = public["supply"]
    citizens = given["alii"] + given["citizens"] * len(public["players"])
    counted = {
        "legions": (supply["legions"], "legions", "legions", given["legions"]),
        "gold": (supply["gold"], "gold", "gold", given["gold"]),
        "servants placed or idle": (supply["servants"], "servants", "active", pieces["servants"]),
    }
    for what, (rest, carried, lying, right) in counted.items():
        found = rest + sum(one[carried] for one in who) + sum(p[lying] for p in places)
        found += sum(p["idle"] for p in places) if lying == "active" else 0
        if found != right:
            yield f"{found} {what}, not {right}"
    if (found := public[ALII] + sum(one["citizens"] for one in who)) != citizens:
        yield f"{found} citizens, not {citizens}"
    if supply["consul_cards"] + sum(one["consul"] for one in who) != pieces["consul-cards"]:
        yield "a consul card is lost or doubled"
    numbers = [*supply.values(), *public["bag"].values(), public["alii"]]
    numbers += [p[key] for p in places for key in ("legions", "gold", "idle")]
    numbers += [one[key] for one in who for key in ("legions", "servants", "gold", "citizens")]
    if min(numbers) < 0:
        yield "less than nothing of something"


def _colours(public: Data) -> Iterator[str]:
    """2.2, 11.3 Governors and weapons of each colour."""
    pieces = board.setup()["pieces"]
    for seat, number in public["bag"].items():
        if (who := public["characters"].get(seat)) is None:
            if number != board.scenario(public)["bag"]:
                yield f"{number} neutral weapons in the bag"
            continue
        if number + who["weapons"] != pieces["weapons"] or who["weapons"] < 0:
            yield f"{number} weapons of {seat} in the bag, {who['weapons']} in reserve"
        if who["governors"] + len(owned(public, seat)) != pieces["governors"]:
            yield f"{who['governors']} governors of {seat} in reserve"


def _places(public: Data) -> Iterator[str]:
    """6.10, 9.1 One servant is placed, the square beside him is free; six legions at a turn's
    start."""
    for province, here in public["provinces"].items():
        if here["active"] not in (0, 1) or (here["active"] and here["governor"] != "off"):
            yield f"servant and governor of {province}"
    now = public[NOW]
    if public["phase"] == "turn" and not now["supplied"] and overfull(public):
        yield "more than six legions at the start of a turn"


def _characters(public: Data) -> Iterator[str]:
    """2.2, 8.5 Levels I to VII; everybody in a province of his own, or in an attack."""
    for seat, who in public["characters"].items():
        if not all(1 <= who[track] <= TOP for track in TRACKS):
            yield f"competences of {seat}"
        attack = public["attack"]
        if attack is None and who["at"] not in owned(public, seat):
            yield f"{seat} is in {who['at']}"
        if attack is None and (who["legions"] or who["servants"]):
            yield f"{seat} still carries something"
