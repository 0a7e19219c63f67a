"""12.4 Ways of retreat: which are open, and what they cost."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from referee.engine.view import Data
from referee.kit.graphs import nearest
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.battle.effects import left
from rulesets.sword_of_rome.board import CARTHAGE, ETRUSCANS, GREEKS, PORTS, ROME, SYRACUSAE, TABLES
from rulesets.sword_of_rome.cards import placing, playing
from rulesets.sword_of_rome.march import rules
from rulesets.sword_of_rome.position import DUOVIRI, TREATY, Spot

MOST = board.LIMITS["retreat"]
SEA: Mapping[str, int] = TABLES["sea"]


#: What retreats besides an attacker or a defender.
FLANK = "flank"


class Beaten(NamedTuple):
    """A force that must retreat: attacker, defender or flank; power, space, CU, its leaders; the
    space that its first step goes to (an attacker's), or that it may not enter (a defender's);
    whether it came by sea."""

    which: str
    power: str
    at: str
    cu: int
    leaders: list[str]
    first: str = ""
    never: str = ""
    seaborne: bool = False

    @property
    def side(self) -> str:
        """That for which it fought."""
        return "attacker" if self.which == FLANK else self.which


def beaten_of(public: Data, which: str) -> Beaten:
    """12.4 The beaten side, as it stands, or the ``flank`` force of an attacker (9.5.6)."""
    battle = public["battle"]
    if which == FLANK:
        one, leaders = battle["attacker"], [battle["attacker"]["flank_leader"]]
        came = one.get("flank_from", "")
        return Beaten(which, one["flank"], one["flank_at"], one["flank_cu"], leaders, came)
    power, at = battle[which]["power"], battle["at"]
    force = which, power, at, left(public, which), position.stack(public, power, Spot(at))
    if which == "attacker":
        return Beaten(*force, battle["from"], seaborne=battle["seaborne"])
    return Beaten(*force, never=battle["from"])


def is_goal(public: Data, force: Beaten, space: str) -> bool:
    """12.4 A space without enemy CU, friendly, or with more CU of its own power than it has; no
    CU of another power."""
    power = force.power
    if _shared(public, power, space) or _garrisoned(public, power, space):
        return False
    more = position.outside(public, power, space) > force.cu
    return position.friendly(public, power, space) or more


def _shared(public: Data, power: str, space: str) -> bool:
    """12.4.1 CU of another power, but for enemies inside their city (12.4.4)."""
    friends = position.friends(public, power) - {power}
    inside = any(position.inside(public, one, space) for one in friends)
    return inside or any(one != power for one in position.present(public, space))


def _garrisoned(public: Data, power: str, space: str) -> bool:
    """12.4.4 Enemy CU inside a city, and no friendly CU outside."""
    inside = [p for p in public["cu"] if position.inside(public, p, space)]
    enemies = [p for p in inside if not position.allied(public, p, power)]
    friends = [p for p in position.present(public, space) if position.allied(public, p, power)]
    return bool(enemies) and not friends


def ways_of(public: Data, force: Beaten) -> list[tuple[str, ...]]:
    """12.4, 12.4.1 The ways to the nearest goals: four spaces at most, none twice, no rough link
    or strait but for an attacker's first step, which goes back to where he came from."""
    first = (force.first,) if force.first else ()
    if first and (rules.is_box(force.first) or _garrisoned(public, force.power, force.first)):
        return []
    if first and is_goal(public, force, force.first):
        return [first]
    goal, may = partial(is_goal, public, force), partial(_open, public, force)
    found = nearest(board.LINKS, force.first or force.at, goal, may, MOST - len(first))
    return [(*first, *way) for way in found]


def _open(public: Data, force: Beaten, here: str, to: str) -> bool:
    """12.4 Whether a way can lead from a space to the next; 16.3 of powers without a player only
    Carthage is bound, to stay out of Italy."""
    if not rules.smooth(force.power, here, to) or to in (force.at, force.never):
        return False
    if to in public["closed"] or rules.is_box(to) or rules.kept_out(force.power, to):
        return False
    return not _garrisoned(public, force.power, to)


def price(public: Data, force: Beaten, way: Sequence[str]) -> int:
    """12.4.5 CU that a way costs, without those that join."""
    cost = sum(not position.friendly(public, force.power, space) for space in way)
    return cost + sum(gauntlet(public, force, space) for space in way[:-1])


def gauntlet(public: Data, force: Beaten, space: str) -> int:
    """12.4.5 Enemy CU outside in a space that is passed."""
    enemies = position.enemies_outside(public, force.power, space)
    return sum(position.outside(public, one, space) for one in enemies)


def best(public: Data, force: Beaten) -> tuple[str, ...]:
    """12.4 The way with the least loss, () if there is none."""
    able = ways_of(public, force)
    return min(able, key=lambda way: (price(public, force, way), way), default=())


# By sea (12.4.3).


def sea_limit(public: Data, power: str, to: str) -> int:
    """12.4.3 CU that can retreat by sea to a port; 0: none."""
    if power == ROME and TREATY in public["flags"]:
        return SEA["allied"]
    if power == ROME and DUOVIRI not in public["flags"]:
        return 0
    return SEA[to] if (power, to) == (GREEKS, SYRACUSAE) else SEA.get(power, 0)


def havens(public: Data, power: str, at: str) -> list[str]:
    """12.4.3 Other friendly ports without CU or leaders of another power, by id; for Carthage not
    in Italy, with Bomilcar or militia in Africa (17.1)."""
    if not rules.is_port(public, power, at):
        return []
    able = [s for s in PORTS if s != at and rules.is_port(public, power, s)]
    if power == CARTHAGE and _stays_in_africa(public, at):
        able = [s for s in able if s in board.AFRICAN]
    able = [s for s in able if position.friendly(public, power, s) and sea_limit(public, power, s)]
    others = placing.taken(public, power)
    return [s for s in able if s not in others and not rules.kept_out(power, s)]


def _stays_in_africa(public: Data, at: str) -> bool:
    """17.1 Whether Bomilcar or citizen militia are among Carthage's forces in a space."""
    led = position.leaders(public, CARTHAGE, Spot(at))
    return board.BOMILCAR in led or public["militia"].get(at, 0) > 0


def needs_card(power: str) -> bool:
    """12.4.3 Whether a sea retreat of that power takes a card of value 3."""
    return power in (GREEKS, ROME)


def could_sail(public: Data, force: Beaten, transported: bool) -> bool:
    """12.4.3 Whether, as far as all know, the force could go by sea."""
    power = force.power
    if (power == ETRUSCANS and not transported) or not havens(public, power, force.at):
        return False
    return not needs_card(power) or playing.could_pay(public, board.PLAYER[power])
