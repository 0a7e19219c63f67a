"""Names, and events in words."""

from collections.abc import Mapping

from referee.engine.view import Data
from referee.engine.words import Vocabulary
from referee.kit.lines import listed, several
from referee.kit.phrases import described
from rulesets.caesar_in_alexandria import board
from rulesets.caesar_in_alexandria.board import NAMES
from rulesets.caesar_in_alexandria.position import ARRIVAL, AUXILIARIES, COMMANDER, FLEET
from rulesets.caesar_in_alexandria.sea import telling as at_sea
from rulesets.caesar_in_alexandria.sea.telling import against, plus

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
    return {
        "activation": {**leaders, **_ACTIVATIONS},
        "hex": {key: board.SPACE_NAMES[key] for key in board.HEXES},
        "point": {key: board.SPACE_NAMES[key] for key in board.POINTS},
        "block": {key: board.SPACE_NAMES[key] for key in board.BLOCKS},
        "galley": board.GALLEY_NAMES,
        "own galley": {key: name for key, name in mine.items() if key in board.GALLEYS},
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
    "goes": "  {piece} to {to}[, facing {face}]: {why}",
    "turns": "  {piece} turns to {face}",
    "hit": "  {unit} takes {hits:hit}, {now} of {of} ({why})",
    "reduced": "  {unit} is reduced[, {hits:hit} left on it] (10.13)",
    "eliminated": "  eliminated: {units}[ ({why})]",
    "killed": "  {leader} is killed ({why})",
    "replaced": "  {leader} is replaced: with {unit} in {at} (4.33)",
    "stands": "stand where they are: {units} (5.76)",
    "restacked": "{unit} is now number {number} in {at} (5.76)",
    "attack": "{seat} attacks {at} with {attackers}",
    "no fight": "  no fight at [at?{at}|these places] (8.3)",
    "lost leader": "{leader} cannot be replaced (4.33)",
    "harasses": "{unit} harasses {at} by way of {path: - } (7.5)",
    "intercepts": "  {unit} intercepts {enemy}: [caught?caught|it gets away] (7.54)",
    "arrives": "{unit}[ with {leader}] lands in {at}, facing {face} (12.3)",
    "held": "{at} is now held by {seat} (11.4)",
    "exhausted": "{seat} is exhausted: {losses} (11.3)",
    "not done": "(for you alone) order {line} was not done: {reason}[ ({rule})]",
    "result": "the winner is {winner}: {ending}",
    **at_sea.PHRASES,
}
_ALL = {**NAMES, "nobody": "nobody"}
_OF_RESULT = {**_ALL, **ENDINGS}  # one ending is called as Caesar is


def describe(event: Data, seat: str) -> list[str]:
    """Lines for one event; none if there is nothing to say of it."""
    names = _OF_RESULT if event["kind"] == "result" else _ALL
    return described(event, PHRASES, names, _SPECIAL)


def _activates(event: Data) -> list[str]:
    """3.A, 4.4 A leader or the like, with the galleys and units that he orders."""
    what = event["what"]
    told = f"{NAMES[event['seat']]} activates {_ACTIVATED.get(what) or NAMES[what]}"
    ships, units = (listed(NAMES[one] for one in event[key]) for key in ("galleys", "units"))
    aboard = f"; aboard: {units}" if units else ""
    with_whom = f"galleys {ships}{aboard}" if ships else units
    return [f"{told}: {with_whom}" if with_whom else told]


_ACTIVATED = {
    FLEET: "the fleet",
    AUXILIARIES: "the auxiliaries",
    COMMANDER: "the commander alone",
    ARRIVAL: "the force that lands (12.3)",
}


def _seizure(event: Data) -> list[str]:
    """4.51 A die."""
    came = "the turn is seized" if event["taken"] else "nothing comes of it"
    side, die = NAMES[event["seat"]], event["dice"][0] % 10
    return [f"{side} tries to seize: {against(die, 0, event['need'])}: {came} (4.51)"]


def _moves(event: Data) -> list[str]:
    """5.31 A stretch of a path."""
    way = ", ".join(NAMES.get(item, f"turn {item}") for item in event["path"])
    face = f" ({event['face']})" if event["face"] else ""
    return [f"{NAMES[event['piece']]}: {way}{face}"]


def _fire(event: Data) -> list[str]:
    """7.17 Shots that fly together."""
    lines = []
    for shot, die in zip(event["shots"], event["dice"], strict=True):
        what = NAMES[shot["at"]]
        where = "" if shot["at"] == shot["place"] else f" in {NAMES[shot['place']]}"
        came = several(shot["hits"], "hit") if shot["hits"] else "a miss"
        head = f"  {NAMES[shot['unit']]} fires at {what}{where}, range {shot['range']}"
        lines.append(f"{head}: {against(die % 10, shot['added'], shot['needs'])}: {came}")
    return lines


def _test(event: Data) -> list[str]:
    """8.75 A test of troop quality."""
    number = f"{event['dice'][0] % 10}{plus(event.get('added', 0))}"
    came = "failed" if event["hit"] else "passed"
    unit, what = NAMES[event["unit"]], _TESTS.get(event["for"], event["for"])
    return [f"  {unit} {what}: rolls {number} against {event['of']}: {came}"]


_TESTS = {
    "passes": "passes through friends (5.74)",
    "is passed": "is passed by friends (10.3)",
    "attacks": "tests before it attacks (8.3)",
    "stands": "tests before it is attacked (8.3)",
}


def _risk(event: Data) -> list[str]:
    """8.41 A leader at risk."""
    came = "killed" if event["killed"] else "unhurt"
    return [f"  {NAMES[event['leader']]} at risk: rolls {event['dice'][0] % 10}, {came} (8.41)"]


def _in_the_fight(event: Data) -> list[str]:
    """8.4 A leader in a fight."""
    die = event["dice"][0] % 10
    came = f"rolls {die}{'' if die else ', at risk'}"
    return [f"  {NAMES[event['leader']]} in the fight: {came} (8.4)"]


def _shock(event: Data) -> list[str]:
    """8.5 The result of a fight."""
    at = ", ".join(NAMES[place] for place in event["at"])
    added = "".join(f", {name} {number:+d}" for name, number in event["added"].items())
    ours, theirs = event["hits"]
    retreat = ", R" if event["retreat"] else ""
    if retreat and any(place in board.POINTS or place in board.MOLE for place in event["at"]):
        retreat = ", R: the defenders retreat"
    return [
        f"FIGHT at {at}: {NAMES[event['attacker']]} against {NAMES[event['defender']]}",
        f"  die {event['dice'][0] % 10}{added}: row {event['row']}, attackers"
        f" {several(ours, 'hit')}, defenders {several(theirs, 'hit')}{retreat} (8.5)",
    ]


_SPECIAL = {
    "activates": _activates,
    "seizure": _seizure,
    "moves": _moves,
    "fire": _fire,
    "test": _test,
    "risk": _risk,
    "in the fight": _in_the_fight,
    "shock": _shock,
    **at_sea.SPECIAL,
}
