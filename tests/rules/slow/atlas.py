"""Board, blocks and cards, from the data files read as plain YAML and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from tests.support.plain_yaml import plain

DATA = Path(__file__).parents[3] / "rulesets" / "julius_caesar" / "data"
SEATS = ("caesar", "pompey")
OTHER = {"caesar": "pompey", "pompey": "caesar"}
COLOURS = ("brown", "green", "blue")
HOME_OF = {"brown": "caesar", "green": "pompey"}
LETTERS = "ABCD"
FIRST_YEAR, YEARS, TURNS = 705, 5, 5

#: 6.11, 4.32, 7.61, 7.7 and card Pluto: blocks over a road, by what they do there.
ROADS = {
    "move": {"major": 4, "minor": 2, "strait": 2},
    "attack": {"major": 4, "minor": 2, "strait": 1},
    "pluto": {"major": 6, "minor": 3, "strait": 2},
    "retreat": {"major": 4, "minor": 2, "strait": 1},
    "regroup": {"major": 4, "minor": 2, "strait": 2},
}

#: Cards that let one group move, and what of it (land or fleets).
MOVING = {"mars": "land", "mercury": "land", "pluto": "land", "neptune": "fleets"}
STILL = ("jupiter", "vulcan")
EVENTS = ("apollo", *STILL, *MOVING)


class Block(NamedTuple):
    """A block: steps from full strength down; letters as defender and as attacker."""

    name: str
    colour: str
    type: str
    letters: tuple[str, str]
    firepower: int
    steps: tuple[int, ...]
    levy: str
    start: str | None
    needs: tuple[str, ...]

    @property
    def fleet(self) -> bool:
        return self.type == "navis"

    @property
    def leader(self) -> bool:
        return self.type == "leader"


def _read(name: str) -> Any:
    return plain(DATA / f"{name}.yaml")


def _blocks() -> dict[str, Block]:
    raw = _read("blocks")
    anywhere = {"leader": "any", "auxilia": "any", "ballista": "any"}
    anywhere |= {"navis": "major port", "cleopatra": "nowhere"}
    found = {}
    for colour in COLOURS:
        for block, about in raw["blocks"][colour].items():
            steps = about["steps"]
            found[block] = Block(
                about["name"],
                colour,
                about["type"],
                (about["rating"][0], about.get("attack", about["rating"])[0]),
                int(about["rating"][1]),
                tuple(range(steps, 0, -1)) if isinstance(steps, int) else tuple(steps),
                about.get("levy") or anywhere[about["type"]],
                about.get("start"),
                tuple(about.get("needs", ())),
            )
    return found


BLOCKS = _blocks()
_MAP = _read("map")
CITIES: dict[str, Any] = _MAP["cities"]
SEAS: tuple[str, ...] = tuple(_MAP["seas"])
PLACES: tuple[str, ...] = (*CITIES, *SEAS)
VALUES = {city: about["value"] for city, about in CITIES.items() if "value" in about}
MAJOR = [city for city, about in CITIES.items() if about.get("major")]


def _edges() -> dict[str, dict[str, str]]:
    """Place -> neighbour -> major, minor, strait or sea (6.11, 6.2)."""
    pairs = [(pair.split("/"), kind) for kind in _MAP["roads"] for pair in _MAP["roads"][kind]]
    pairs += [(pair.split("/"), "sea") for pair in _MAP["borders"]]
    pairs += [([city, sea], "sea") for city in CITIES for sea in CITIES[city].get("seas", ())]
    found: dict[str, dict[str, str]] = {place: {} for place in PLACES}
    for (one, two), kind in pairs:
        found[one][two] = found[two][one] = kind
    return found


EDGES = _edges()


def seas_of(city: str) -> list[str]:
    """4.42 Seas that a port opens on; [] for any other place."""
    return [] if city in SEAS else [near for near, kind in EDGES[city].items() if kind == "sea"]


def ports_of(sea: str) -> list[str]:
    """4.42 Ports of a sea."""
    return [near for near in EDGES[sea] if near not in SEAS]


def deck(land: bool) -> list[str]:
    """2.1 Every card, copies by the same name."""
    command = [card for card, copies in _read("cards")["command"].items() for _ in range(copies)]
    return command if land else [*command, *EVENTS]


def strength_below(block: str, strength: int) -> int:
    """3.11, 7.41 One step less; 0 when that was the last one."""
    steps = (*BLOCKS[block].steps, 0)
    return steps[steps.index(strength) + 1]


def strength_above(block: str, strength: int) -> int | None:
    """6.4, 7.41 One step more; None at full strength."""
    steps = BLOCKS[block].steps
    index = steps.index(strength) if strength else len(steps)
    return steps[index - 1] if index else None


def moves_and_levies(card: str) -> tuple[int, int]:
    """2.1 What a card gives; a moving event one group and nothing else."""
    if card in EVENTS:
        return (1 if card in MOVING else 0), 0
    moves, levies = card.split("/")
    return int(moves), int(levies)
