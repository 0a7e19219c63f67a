"""The books: no piece is ever lost or gained (2.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulesets.end_of_the_triumvirate.board import ALII, TOP, TRACKS
from rulesets.end_of_the_triumvirate.position import Data, first, overfull, owned

if TYPE_CHECKING:
    from referee.engine.table import State


def broken(state: State) -> list[str]:
    """What can never be in a State, one line each."""
    public = state["public"]
    now, right = counted(public), counted(first(public["scenario"], {}))
    wrong = [f"{now[what]} {what}, not {right[what]}" for what in right if now[what] != right[what]]
    return [*wrong, *_strange(public)]


def counted(public: Data) -> dict[str, int]:
    """2.1, 2.2, 11.3 All pieces, those carried too."""
    supply, bag, who = public["supply"], public["bag"], public["characters"]
    everybody, places = list(who.values()), list(public["provinces"].values())
    found = {
        "gold": supply["gold"] + sum(one["gold"] for one in (*everybody, *places)),
        "legions": supply["legions"] + sum(one["legions"] for one in (*everybody, *places)),
        "servants": supply["servants"] + sum(one["servants"] for one in everybody),
        "citizens": public[ALII] + sum(one["citizens"] for one in everybody),
        "consul cards": supply["consul_cards"] + sum(one["consul"] for one in everybody),
        **{f"weapons of {colour} in the bag": bag[colour] for colour in bag if colour not in who},
        **{f"weapons of {seat}": bag[seat] + one["weapons"] for seat, one in who.items()},
    }
    found["servants"] += sum(place["active"] + place["idle"] for place in places)
    governors = {seat: one["governors"] + len(owned(public, seat)) for seat, one in who.items()}
    return found | {f"governors of {seat}": number for seat, number in governors.items()}


def _strange(public: Data) -> Iterator[str]:
    """Less than nothing; a servant without a free square (6.10); more than six legions at the
    start of a turn (9.1); a level off the track (8.5); a character where he cannot be."""
    who, places = public["characters"], public["provinces"]
    counts = [public["supply"], public["bag"], *places.values(), *who.values()]
    if any(isinstance(n, int) and n < 0 for one in counts for n in one.values()):
        yield "less than nothing of something"
    if any(p["active"] > 1 or (p["active"] and p["governor"] == "on") for p in places.values()):
        yield "a servant is placed where he cannot be"
    if public["phase"] == "turn" and not public["now"]["supplied"] and overfull(public):
        yield "more than six legions at the start of a turn"
    for seat, one in who.items():
        if not all(1 <= one[track] <= TOP for track in TRACKS):
            yield f"competences of {seat}"
        abroad = one["at"] not in owned(public, seat) or one["legions"] or one["servants"]
        if abroad and public["attack"] is None:
            yield f"{seat} is in {one['at']}, or carries something"
