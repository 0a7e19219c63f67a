"""Map, leaders and tables, from the data files read as plain YAML and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.support.plain_yaml import plain

DATA = Path(__file__).parents[3] / "rulesets" / "sword_of_rome" / "data"


def _read(name: str) -> Any:
    return plain(DATA / f"{name}.yaml")


MAP, TABLES = _read("map"), _read("tables")
SPACES: dict[str, Any] = dict(sorted(MAP["spaces"].items()))
LEADERS: dict[str, Any] = _read("leaders")["leaders"]
POWERS = ("rome", "greeks", "gauls", "etruscans", "samnites", "carthage", "volsci", "transalpine")
NEUTRALS = ("carthage", "volsci", "transalpine")
SEATS = {
    "rome": ("rome",),
    "greeks": ("greeks",),
    "gauls": ("gauls",),
    "etruscans-samnites": ("etruscans", "samnites"),
}
SEAT = {power: seat for seat, powers in SEATS.items() for power in powers}
GALLIC = ("gauls", "transalpine")
BOX, AFRICA = "transalpine-gaul", ("kerkouane", "carthago")
HILLS = {"bovianum", "aufidena"}
SAMNITE = "samnites"


def _links() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {space: {} for space in SPACES}
    for kind, pairs in MAP["links"].items():
        for one, other in (pair.split("/") for pair in pairs):
            found[one][other] = found[other][one] = kind
    one_way = MAP["one-way"]
    found[one_way["from"]][one_way["to"]] = "rough"
    return found


#: 9.2 From each space: those one step away, and the kind of the link.
LINKS = _links()
PORTS = [space for space in SPACES if SPACES[space]["port"]]


def kind(power: str, one: str, other: str) -> str:
    """9.2 What a link is to a power; "" for none."""
    found = LINKS[one].get(other, "")
    return "clear" if found == "rough" and power == SAMNITE and {one, other} & HILLS else found


def easy(power: str, one: str, other: str) -> bool:
    """9.2 Neither rough nor a strait."""
    return kind(power, one, other) in ("clear", "via-appia")


def home(space: str) -> str:
    """2 The printed colour."""
    return str(SPACES[space]["home"])
