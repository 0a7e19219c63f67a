"""A force on the march: who and how many, what they have spent (9.1, 9.5.2).

public["march"] is the force that moves: {power, leader, with, cu, groups, at, came, path, mp,
value, kind, sea, sailed, siege, stopped, seaborne, road}.  groups: MP that its CU have spent in
this action -> how many CU.  path: the spaces that it was in, oldest first; came: the space that
it entered from, "" at the start; seaborne: whether it came by sea; road: links of the Via Appia in
a row.

Once it has ended, what its CU and leaders have spent stays in ``public["now"]["moved"]``: of
leaders by id, of CU under ``power/space``.  Who has fought, besieged, declined or failed a pursuit
is done: that counts as `DONE`.
"""

from collections.abc import Mapping

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import position, verbs
from rulesets.sword_of_rome.board import CARTHAGE, LEADERS
from rulesets.sword_of_rome.position import Spot

#: MP that nobody has: whoever has spent as many moves no more in this action.
DONE = 99

Groups = dict[str, int]


def spent(public: Data, leader: str) -> int:
    """9.5.2 What a leader has spent in this action."""
    number: int = public["now"]["moved"].get(leader, 0)
    return number


def groups_at(public: Data, power: str, space: str) -> Groups:
    """All CU of a power outside in a space, by what they have spent in this action."""
    kept: Groups = dict(public["now"]["moved"].get(f"{power}/{space}", {}))
    fresh = position.outside(public, power, space) - sum(kept.values())
    if fresh > 0:
        kept["0"] = kept.get("0", 0) + fresh
    return dict(sorted(kept.items(), key=lambda one: int(one[0])))


def keep(public: Data, power: str, space: str, groups: Mapping[str, int]) -> None:
    """Write down what the CU that stay in a space have spent."""
    kept = {mp: number for mp, number in groups.items() if number and mp != "0"}
    public["now"]["moved"].pop(f"{power}/{space}", None)
    if kept:
        public["now"]["moved"][f"{power}/{space}"] = kept
    public["now"]["moved"] = dict(sorted(public["now"]["moved"].items()))


def taken(groups: Groups, number: int, most_spent: bool = False) -> tuple[Groups, Groups]:
    """9.1.2 Part CU in two: so many with the least MP spent (or the most), and the rest."""
    order = sorted(groups, key=int, reverse=most_spent)
    part: Groups = {}
    rest = dict(groups)
    for mp in order:
        some = min(number - sum(part.values()), rest[mp])
        if some > 0:
            part[mp] = some
            rest[mp] -= some
    return part, {mp: n for mp, n in rest.items() if n}


def joined(one: Groups, other: Groups) -> Groups:
    """Two lots of CU together."""
    found = dict(one)
    for mp, number in other.items():
        found[mp] = found.get(mp, 0) + number
    return dict(sorted(found.items(), key=lambda pair: int(pair[0])))


def raised(groups: Groups, cost: int) -> Groups:
    """The same CU, some MP later."""
    found: Groups = {}
    for mp, number in groups.items():
        later = str(min(DONE, int(mp) + cost))
        found[later] = found.get(later, 0) + number
    return found


def most_spent(public: Data, march: Data) -> int:
    """9.5.2 What the CU or leader of a force that has gone farthest has spent."""
    leaders = [march["leader"], *march["with"]]
    return max([int(mp) for mp in march["groups"]] + [spent(public, one) for one in leaders])


def stay_behind(public: Data, march: Data) -> Groups:
    """The groups of CU of its power that are in the space, but not of the force."""
    there = dict(groups_at(public, march["power"], march["at"]))
    for mp, number in march["groups"].items():
        there[mp] = there.get(mp, 0) - number
    return {mp: number for mp, number in there.items() if number > 0}


def write_down(public: Data, march: Data, leave: Groups | None = None) -> None:
    """Keep what the CU of its power in the force's space have spent, those of the force too."""
    left = stay_behind(public, march) if leave is None else leave
    keep(public, march["power"], march["at"], joined(left, march["groups"]))


def move(table: Table, march: Data, to: str, cost: int) -> None:
    """9 The force goes to a space; it pays."""
    public, power, here = table.public, march["power"], march["at"]
    left = stay_behind(public, march)
    keep(public, power, here, left)
    there = groups_at(public, power, to)
    march["groups"] = raised(march["groups"], cost)
    verbs.shift_cu(table, power, Spot(here), Spot(to), march["cu"], militia_of(public, march, to))
    leaders = [march["leader"], *march["with"]]
    verbs.shift_leaders(table, leaders, Spot(to))
    for leader in leaders:
        public["now"]["moved"][leader] = min(DONE, spent(public, leader) + cost)
    march.update(at=to, came=here, path=[*march["path"], to], mp=march["mp"] - cost)
    keep(public, power, to, joined(there, march["groups"]))


def militia_of(public: Data, march: Data, to: str) -> int:
    """9.2 Militia among those that go: only under Bomilcar, within Africa; as few as can be."""
    if march["power"] != CARTHAGE:
        return 0
    there = public["militia"].get(march["at"], 0)
    all_cu = position.outside(public, CARTHAGE, march["at"])
    return int(max(0, march["cu"] - (all_cu - there)))


def lose(table: Table, march: Data, number: int, why: str) -> int:
    """CU of the force are lost; those that have gone farthest first."""
    most = min(number, int(march["cu"]))
    gone = verbs.lose_cu(table, march["power"], Spot(march["at"]), most, why)
    _, march["groups"] = taken(march["groups"], gone, most_spent=True)
    march["cu"] -= gone
    left = stay_behind(table.public, march)
    write_down(table.public, march, left)
    return int(gone)


def finish(table: Table, march: Data) -> None:
    """9.5.2 The force has fought, declined, failed: all of it is done for this action."""
    public = table.public
    march["stopped"] = True
    left = stay_behind(public, march)
    march["groups"] = {str(DONE): march["cu"]} if march["cu"] else {}
    for leader in [march["leader"], *march["with"]]:
        public["now"]["moved"][leader] = DONE
    keep(public, march["power"], march["at"], joined(left, march["groups"]))


def is_named(leader: str) -> bool:
    """8.2.1 Whether a leader is no minor one."""
    return bool(LEADERS[leader]["class"] != "minor")
