"""Names, and events in words."""

from collections.abc import Mapping

from referee.engine.view import Data
from referee.engine.words import Vocabulary
from referee.kit.phrases import told
from rulesets.caesar_in_alexandria import board
from rulesets.caesar_in_alexandria.board import NAMES
from rulesets.caesar_in_alexandria.position import AUXILIARIES, COMMANDER, FLEET

ENDINGS: Mapping[str, str] = {
    "caesar": "Caesar is dead (4.34)",
    "goals": "both redoubts and the Palace are in one hand (11.4)",
    "both-exhausted": "both sides are exhausted (11.3)",
    "first-exhausted": "a side is exhausted, and the game ends with that (11.4)",
    "redoubts": "the redoubts decide after the last turn (12.1)",
    "points": "the points decide (12.2)",
    "no-galley": "a side has no galley left (12.2)",
    "town": "the town of Pharos decides after the last turn (12.3)",
    "wiped-out": "a side has no unit left (12.3)",
}
_ACTIVATIONS = {FLEET: FLEET, AUXILIARIES: AUXILIARIES, COMMANDER: COMMANDER}


def _vocabulary(seat: str) -> Vocabulary:
    """Own pieces, enemy ones, spaces by sort."""
    mine = {key: name for key, name in board.PIECE_NAMES.items() if board.SIDES[key] == seat}
    leaders = {key: name for key, name in mine.items() if key in board.LEADERS}
    subordinates = {key: name for key, name in leaders.items() if board.LEADERS[key].get("range")}
    return {
        "activation": {**subordinates, **_ACTIVATIONS},
        "hex": {key: board.SPACE_NAMES[key] for key in board.HEXES},
        "point": {key: board.SPACE_NAMES[key] for key in board.POINTS},
        "block": {key: board.SPACE_NAMES[key] for key in board.BLOCKS},
        "galley": board.GALLEY_NAMES,
        "own unit": {key: name for key, name in mine.items() if key in board.UNITS},
        "own leader": leaders,
        "unit": board.UNIT_NAMES,
    }


VOCABULARIES = {seat: _vocabulary(seat) for seat in board.SEATS}


def names(seat: str) -> Vocabulary:
    """A seat's own pieces are those that it can order."""
    return VOCABULARIES.get(seat, VOCABULARIES[board.ROMAN])


#: What is said of each event: lines that go with what stands in [] if a value there is nothing.
PHRASES: Mapping[str, str] = {
    "turn": "PLAYER TURN {turn}: {seat}",
    "set up": "{seat}: {area} (set up)",
    "activates": "{seat} activates {what}[: {units}]",
    "moves": "{piece}: {path: - }[, facing {face}]",
    "goes": "  {piece} to {to}[, facing {face}]: {why}",
    "hit": "  {unit} takes {hits:hit}, {now} of {of} ({why})",
    "reduced": "  {unit} is reduced[, {hits:hit} left on it] (10.13)",
    "eliminated": "  eliminated: {units}[ ({why})]",
    "killed": "  {leader} is killed ({why})",
    "replaced": "  {leader} is replaced: with {unit} in {at} (4.33)",
    "restacked": "{unit} is now number {number} in {at} (5.76)",
    "held": "{at} is now held by {seat} (11.4)",
    "exhausted": "{seat} is exhausted: {losses} (11.3)",
    "not done": "(for you alone) order {line}: {reason}[ ({rule})]",
    "result": "the winner is {winner}: {ending}",
}
_ALL = {**NAMES, **ENDINGS, "nobody": "nobody"}


def describe(event: Data, seat: str) -> list[str]:
    """Lines for one event; none if there is nothing to say of it."""
    kind = event["kind"]
    if kind == "seizure":
        return [_seizure(event)]
    return told(PHRASES.get(kind, "").split("\n"), event, _ALL)


def _seizure(event: Data) -> str:
    """4.51 A die."""
    came = "the turn is seized" if event["taken"] else "nothing comes of it"
    side = board.SEATS[event["seat"]]
    return f"{side} tries to seize: {event['dice'][0] % 10}, at most {event['need']}: {came} (4.51)"
