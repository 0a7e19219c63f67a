"""What is said of events at sea."""

from collections.abc import Callable, Mapping, Sequence

from referee.engine.view import Data
from referee.kit.lines import listed
from rulesets.caesar_in_alexandria.board import NAMES, named

PHRASES: Mapping[str, str] = {
    "speeds": "{seat}: at attack speed {galleys} (5.42)",
    "sails": "{galley}: {speed}, {points:point}",
    "idle": "at cruise, for want of orders: {galleys} (5.43)",
    "closed": "  the lighthouse closes {at} to {galley} (5.26)",
    "beached": "  {galley} beaches in {at} (5.48)",
    "backs": "  {galley} backs to {at} (9.15)",
    "captured": "  {galley} is captured by {seat} (8.64)",
    "sunk": "{galleys:, }: {why}",
    "points": "  {points:point} for {seat}[ ({galley})], {now} in all (12.2)",
    "rested": "less fatigue: {galleys} (5.56)",
    "alight": "  {galley} is [burns?on fire|hit, but does not burn] (7.31)",
}


def plus(number: int) -> str:
    """What is added to a die."""
    return f" {'+' if number > 0 else '-'} {abs(number)}" if number else ""


def against(die: int, added: int, most: int) -> str:
    """A die that must not be above a number."""
    return f"rolls {die}{plus(added)}, needs {most} or less"


def _crew(event: Data, key: str, won: str, lost: str) -> str:
    """A die against a crew."""
    (die,) = event["dice"]
    came = won if event[key] else lost
    return f"rolls {die}{plus(event['added'])} against crew {event['crew']}: {came}"


def _names(keys: Sequence[str]) -> str:
    return listed(named(key) for key in keys)


def _shoals(event: Data) -> list[str]:
    """5.28 A die."""
    (die,) = event["dice"]
    came = "aground" if event["aground"] else "gets over"
    head = f"  {NAMES[event['galley']]} in the shoals of {event['at']}"
    return [f"{head}: rolls {die}{plus(event['added'])}: {came} (5.28)"]


def _evades(event: Data) -> list[str]:
    """5.92 A die."""
    came = _crew(event, "free", "it does", "it does not")
    return [f"  {NAMES[event['galley']]} evades to {event['to']}: {came} (5.92)"]


def _sea_fire(event: Data) -> list[str]:
    """7.24 Volleys that fly together."""
    lines = []
    for volley, die in zip(event["volleys"], event["dice"], strict=True):
        came = "a hit" if volley["hit"] else "a miss"
        head = f"  {NAMES[volley['galley']]} fires at {NAMES[volley['at']]}"
        shot = against(die, volley["added"], volley["needs"])
        lines.append(f"{head}, strength {volley['strength']}: {shot}: {came} (7.24)")
    return lines


def _two_dice(event: Data) -> str:
    one, two = event["dice"]
    need = f"needs {event['needs']} or more" if event["needs"] else "cannot succeed"
    return f"rolls {one} + {two}{plus(event['added'])}, {need}"


def _ram(event: Data) -> list[str]:
    """9.15 Two dice."""
    galley, target = NAMES[event["galley"]], NAMES[event["target"]]
    came = "rammed" if event["rammed"] else "a collision"
    fouled = " and fouled with it" if event["fouled"] else ""
    return [f"  {galley} rams {target}: {_two_dice(event)}: {came}{fouled} (9.15)"]


def _rake(event: Data) -> list[str]:
    """9.26 Two dice."""
    galley, target = NAMES[event["galley"]], NAMES[event["target"]]
    came = f"crippled on the {event['side']}" if event["raked"] else "no damage"
    return [f"  {galley} rakes {target}: {_two_dice(event)}: {came} (9.26)"]


def _grapple(event: Data) -> list[str]:
    """9.33 A die."""
    galley, target = NAMES[event["galley"]], NAMES[event["target"]]
    came = _crew(event, "held", "grappled", "it slips off")
    return [f"  {galley} grapples {target}: {came} (9.33)"]


def _ungrapple(event: Data) -> list[str]:
    """9.42 A die for each."""
    tries = [
        f"{die}{plus(add)} for {_from(other)}"
        for other, die, add in zip(event["others"], event["dice"], event["added"], strict=True)
    ]
    came = f"free of {listed(map(_from, event['free']))}" if event["free"] else "held"
    galley, crew = NAMES[event["galley"]], event["crew"]
    return [f"  {galley} ungrapples: rolls {listed(tries)} against crew {crew}: {came} (9.42)"]


def _from(other: str) -> str:
    return NAMES.get(other, "the causeway")


def _unfoul(event: Data) -> list[str]:
    """9.44 A die."""
    came = _crew(event, "free", "free, at half speed", "still fouled")
    return [f"{NAMES[event['galley']]} unfouls: {came} (9.44)"]


def _each(event: Data) -> str:
    return ", ".join(
        f"{NAMES[galley]} {die}"
        for galley, die in zip(event["galleys"], event["dice"], strict=True)
    )


def _fatigue(event: Data) -> list[str]:
    """5.52 A die for each."""
    tired = f"more fatigue: {_names(event['tired'])}" if event["tired"] else "nobody tires"
    return [f"fatigue: {_each(event)}: {tired} (5.52)"]


def _fires(event: Data) -> list[str]:
    """7.32 A die for each."""
    came = [f"{word}: {_names(event[key])}" for key, word in _ENDS.items() if event[key]]
    return [f"fires: {_each(event)}: {'; '.join(came) or 'all burn on'} (7.32)"]


_ENDS = {"out": "out", "down": "burned down"}


def _spread(event: Data) -> list[str]:
    """7.33 A die for each."""
    caught = f"on fire: {_names(event['caught'])}" if event["caught"] else "none"
    return [f"fires spread: {_each(event)}: {caught} (7.33)"]


def _rammed(event: Data) -> list[str]:
    """10.42 A die."""
    came = "it sinks" if event["sinks"] else "it stays afloat"
    return [f"{NAMES[event['galley']]}, rammed, rolls {event['dice'][0]}: {came} (10.42)"]


SPECIAL: Mapping[str, Callable[[Data], list[str]]] = {
    "shoals": _shoals,
    "evades": _evades,
    "sea fire": _sea_fire,
    "ram": _ram,
    "rake": _rake,
    "grapple": _grapple,
    "ungrapple": _ungrapple,
    "unfoul": _unfoul,
    "fatigue": _fatigue,
    "fires": _fires,
    "spread": _spread,
    "rammed": _rammed,
}
#: Events that tell of dice, besides: those above all do.
ROLLED = (*SPECIAL, "alight")
