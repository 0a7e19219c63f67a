"""The whole position in words."""

from referee.engine.request import Data, View
from referee.kit.flow import written
from referee.kit.lines import broken, listed, packed
from rulesets.caesar_in_alexandria import board, position, verbs
from rulesets.caesar_in_alexandria.board import (
    BATTLE,
    HEPTASTADIUM,
    NAMES,
    NAVAL,
    PALACE,
    PHAROS,
    REDOUBTS,
    SEATS,
)
from rulesets.caesar_in_alexandria.shock.stages import STAGES


def situation(view: View) -> list[tuple[str, list[str]]]:
    """Every section of a report, in order."""
    public = view.public
    found = [
        ("Where everything is", _places(public)),
        ("Galleys", _galleys(public)),
        ("Sides", _sides(public)),
        ("Fights", _fights(public)),
        ("Your orders, still to be carried out", _rest(view)),
    ]
    return [(title, lines) for title, lines in found if lines]


def _fights(public: Data) -> list[str]:
    """8.1 Fights that are chosen and not over."""
    left = [fight for fight in public["fights"] if fight["stage"] < len(STAGES)]
    lines = []
    for fight in left:
        at = ", ".join(NAMES[place] for place in fight["at"])
        lines += packed(f"{at}:", [NAMES[unit] for unit in fight["attackers"]], 4)
    return lines


def _rest(view: View) -> list[str]:
    """What lies sealed, for its owner."""
    rest = verbs.still_to_do(view.own)
    return [line for one in rest for line in broken(written(_bare(one), NAMES))]


def _bare(line: Data) -> Data:
    """A line without what the walk has written into it."""
    move = line.get("move")
    return {**line, "move": {k: v for k, v in move.items() if k != "begun"}} if move else line


def unit_line(public: Data, unit: str) -> str:
    """A unit with its facing, hits and state."""
    one = public["units"][unit]
    hits = f" {one['hits']}/{position.quality(public, unit)}" if one["hits"] else ""
    face = f" {one['face']}" if one["face"] else ""
    return f"{NAMES[unit]}{face}{hits}{'*' * one['reduced']}"


def _places(public: Data) -> list[str]:
    """Units and leaders by place, the top unit first."""
    places = {*public["stacks"], *(one["at"] for one in public["leaders"].values())}
    order = {key: number for number, key in enumerate((*board.SPACES, *board.GALLEYS))}
    lines = []
    for place in sorted(places, key=order.__getitem__):
        told = [unit_line(public, unit) for unit in position.stack(public, place)]
        told += [NAMES[leader] for leader in position.leaders_in(public, place)]
        lines += packed(f"{NAMES[place]}:", told, 4)
    return [*lines, "hits/quality; *: reduced; the top unit stands first"] if lines else []


def _galleys(public: Data) -> list[str]:
    """Where they lie, and in what state."""
    lines = []
    for key in position.galleys(public):
        one = public["galleys"][key]
        told = [f"{one['at']} {one['face']}", one["speed"], *galley_marks(public, key)]
        lines += packed(f"{NAMES[key]}:", told, 4)
    return lines


def galley_marks(public: Data, key: str) -> list[str]:
    """Fatigue and marks of a galley, what it is grappled to and fouled with."""
    one = public["galleys"][key]
    told = [f"fatigue {one['fatigue']}"] if one["fatigue"] else []
    told += one["marks"]
    told += [f"grappled to {board.named(other)}" for other in one["grappled"]]
    return told + [f"fouled with {NAMES[other]}" for other in one["fouled"]]


#: What counts for victory in a scenario, and by what names.
_GOALS = {PALACE: "the Palace", **{one: f"redoubt {one}" for one in REDOUBTS}}
_COUNT = {BATTLE: position.GOALS, HEPTASTADIUM: REDOUBTS}
#: 11.4, 12 How the game ends, and what a side needs.
_AIMS = {
    BATTLE: "To win: hold both redoubts and the Palace at the end of a player turn (11.4)",
    HEPTASTADIUM: "The game ends after player turn {turns}: Roman wins if he holds both redoubts"
    " then, otherwise Egyptian (12.1)",
    PHAROS: "The game ends after player turn {turns}: Roman wins if no Egyptian is left in the town"
    " of Pharos then, otherwise Egyptian (12.3)",
    NAVAL: "The game ends after an Egyptian turn in which a side has its points (12.2)",
}


def aim(public: Data) -> str:
    """11.4, 12 How the game ends, in a sentence."""
    scenario = public["scenario"]
    return _AIMS[scenario].format(turns=board.SETUP[scenario]["turns"])


def side(public: Data, seat: str) -> list[str]:
    """11.3, 11.4 Losses, tries left, and what the side holds of that which counts; at sea its
    points (12.2)."""
    if not position.has_land(public):
        needs = board.SETUP["naval-points"][seat]
        return [f"{public['points'][seat]} points of {needs} (12.2)"]
    told = [f"losses {position.losses(public, seat)}"]
    if position.exhaustion(public):
        told[0] += f" (exhausted at {board.TABLES['levels'][seat]})"
    told += ["exhausted"] if public["exhausted"][seat] else []
    if board.SETUP[public["scenario"]]["seizures"]:
        told += [f"tries left to seize a turn: {public['tries'][seat]['left']}"]
    counting = _COUNT.get(public["scenario"], ())
    holds = [_GOALS[place] for place in counting if public["held"][place] == seat]
    return told + ([f"holds {listed(holds)}"] if holds else [])


def _sides(public: Data) -> list[str]:
    """What each has, and how the game ends."""
    lines = []
    for seat, name in SEATS.items():
        lines += packed(f"{name}:", side(public, seat), 4)
    lines += packed("burned slips:", public["burned"], 4) if public["burned"] else []
    return [*lines, aim(public)]
