"""The coast: its data, and what follows from them and from what all see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from referee.gamedata.data import DataFolder
from referee.gamedata.shapes import Ends, Flag, Keys, Ref, Rows, Table, Text, Trees, Whole, Wrong
from referee.kit.graphs import neighbours
from referee.kit.zones import Hand, Zones

HARBOUR = Ref(("coast/harbours",))
CRATE = Keys({"name": Text(), "value": Whole(1, 9), "contraband": Flag()})
SHAPE = Keys(
    {
        "harbours": Table(Text(), Text()),
        "lanes": Rows(Ends("/", HARBOUR)),
        "berths": Table(Text(), HARBOUR, ("gull", "tern", "patrol")),
        "crates": Table(Text(), CRATE),
    }
)


def cut_off(trees: Trees) -> Iterable[Wrong]:
    """1 A lane leads to every harbour."""
    ends = [end for lane in trees["coast"]["lanes"] for end in lane.split("/")]
    for harbour in trees["coast"]["harbours"]:
        if harbour not in ends:
            yield Wrong(("coast", "harbours", harbour), "no lane leads there", "add a lane")


DATA = DataFolder(Path(__file__).parent, {"coast": SHAPE}, (cut_off,))
COAST = DATA["coast"]
HARBOURS, CRATES, BERTHS = COAST["harbours"], COAST["crates"], COAST["berths"]
NAMES = {crate: about["name"] for crate, about in CRATES.items()}
SEATS = {"gull": "Gull", "tern": "Tern", "patrol": "Patrol"}
SMUGGLERS = {"gull": "Gull", "tern": "Tern"}
LANES = neighbours([(one, two) for one, two in (lane.split("/") for lane in COAST["lanes"])])
#: 2, 4, 5 Where crates are.
ZONES = Zones(list(CRATES), "bag", {"stash": Hand("crates")}, ("landed", "seized"))
STASH, GOLD = 6, 2
FORTUNE, SEIZED, ENOUGH = 20, 4, 6


def near(harbour: str) -> list[str]:
    """The harbours one lane away, in the order of the coast."""
    return [place for place in HARBOURS if place in LANES[harbour]]


def in_order(crates: Sequence[str]) -> list[str]:
    """Crates as the data list them, however they came."""
    return ZONES.sorted(crates)


def contraband(crates: Sequence[str]) -> list[str]:
    """2 Those that the patrol may take."""
    return [crate for crate in crates if CRATES[crate]["contraband"]]


def suspects(public: dict[str, Any]) -> list[str]:
    """4 Smugglers with crates who lie where the patrol lies."""
    where, crates = public["where"], public["crates"]
    return [seat for seat in crates if crates[seat] and where[seat] == where["patrol"]]
