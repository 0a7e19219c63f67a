"""What each card does, in a sentence or two, with its own numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.kit.lines import listed, several
from rulesets.sword_of_rome import board
from rulesets.sword_of_rome.board import CARDS, EVENT_TEXTS, LEADER_NAMES, POWERS

#: 13.2 Which rolls a card changes.
_ROLLS = {
    "own": "siege or subjugation roll of yours",
    "against-own": "siege or subjugation roll against you",
    "gallic": "siege, subjugation or raid roll of Gauls or Transalpine Gauls",
}
_VICTIMS = {power: f"{name[:1].upper()}{name[1:]}" for power, name in POWERS.items()}
_ANYBODY = "A player power that you name, no ally of yours,"
_ROLES = {"attacker": " as the attacker", "defender": " as the defender"}
_CANCELS = " With three players it only cancels a Gallic event."
_REMOVED = " Then the card leaves the game."


def card_text(card: str) -> str:
    """What a card does as an event, without its title and value."""
    data = CARDS[card]
    text = EVENT_TEXTS[data["event"]]
    for key, words in _fields(data).items():
        text = text.replace(f"{{{key}}}", words)
    cancels = data.get("cancels") and data["event"] != "grand-coalition"
    removed = data.get("removed") and data["event"] != board.DESPERATE
    return text + _CANCELS * bool(cancels) + _REMOVED * bool(removed)


def _fields(data: Mapping[str, Any]) -> dict[str, str]:
    """Words for what stands in braces in the text of an event."""
    numbers = {key: str(value) for key, value in data.items() if isinstance(value, int)}
    amount, points = data.get("amount", 0), data.get("points", 0)
    return {
        **numbers,
        "change": f"{abs(amount)} {'more' if amount > 0 else 'less'}",
        "total": str(points),
        "draw": several(data.get("draw", 0), "card"),
        "points": several(points, "support point"),
        "markers": several(data.get("count", 0), "Gallic plunder marker"),
        "spaces": "up to " * (data.get("count", 0) > 1)
        + several(data.get("count", 0), "home space"),
        "side": "your" if data.get("side") == "own" else "the enemy",
        "fight": _fight(data),
        "whose": _names(data.get("own", ())),
        "powers": _names(data.get("powers", ())),
        "victim": _VICTIMS.get(data.get("power", ""), _ANYBODY),
        "leader": LEADER_NAMES.get(data.get("leader", ""), ""),
        "rolls": _ROLLS.get(data.get("roll", ""), ""),
        "aim": board.AIMS.get(data.get("condition", ""), ""),
    }


def _fight(data: Mapping[str, Any]) -> str:
    """The battles that a card is for."""
    own = _names(data["own"]) if "own" in data else "yours"
    role = _ROLES.get(data.get("role", ""), "")
    enemy = f" against {_names(data['enemy'])}" if "enemy" in data else ""
    return f"battle of {own}{role}{enemy}"


def _names(powers: Sequence[str]) -> str:
    return listed((POWERS[power] for power in powers), "or")
