"""Events and the position in words."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.request import Data, View
from referee.kit.lines import columns, packed, several
from referee.kit.phrases import told
from tests.toys.smugglers.coast import CRATES, HARBOURS, SEATS, SMUGGLERS, ZONES, near

#: Contraband has a star.
MARKS = {
    crate: f"{about['name']}{'*' if about['contraband'] else ''} {about['value']}"
    for crate, about in CRATES.items()
}
PHRASES: Mapping[str, str] = {
    "drawn": "{seat} draws {count:crate}[: {crates}]",
    "buyer": "Night {night}: the buyer is at {at}",
    "sails": "{seat}: {path: - }[, {landing:crate} to land][: {ready}]",
    "boards": "The patrol searches {seat} at {at}",
    "bribes": "  {seat} bribes it, and has {gold} gold left",
    "escapes": "  {seat} runs, and is away with a {die}",
    "caught": "  {seat} runs, and is caught with a {die}[; seized: {crates}]",
    "lands": "{seat} lands {crates}, and has {points:point}",
}
NAMES = {**SEATS, **HARBOURS, **MARKS}


def describe(event: Data) -> list[str]:
    """One event in lines, none if nothing is said of it."""
    return told([PHRASES.get(event["kind"], "")], {"crates": [], "ready": [], **event}, NAMES)


def situation(view: View) -> list[tuple[str, list[str]]]:
    """The stash, the coast, and the score."""
    public, found = view.public, []
    if view.seat in SMUGGLERS:
        stash = packed("", [MARKS[crate] for crate in view.own["stash"]] or ["no crates"])
        found.append(("your stash (* contraband)", stash))
    coast = []
    for place, name in HARBOURS.items():
        here = [SEATS[seat] for seat, at in public["where"].items() if at == place]
        here += ["the buyer"] if place == public["buyer"] else []
        lanes = ", ".join(HARBOURS[to] for to in near(place))
        coast.append((name, ", ".join(here) or "-", f"lanes to {lanes}"))
    score = []
    for seat, points in public["points"].items():
        goods = f"{public['gold'][seat]} gold", several(public["crates"][seat], "crate")
        score.append((SEATS[seat], several(points, "point"), *goods))
    lines = [*columns(score), f"{several(ZONES.left(public), 'crate')} in the bag"]
    for key in ("landed", "seized"):
        lines += packed(f"{key}:", [MARKS[crate] for crate in public[key]] or ["none"])
    return [*found, ("the coast", columns(coast)), ("the score", lines)]
