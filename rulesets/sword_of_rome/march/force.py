"""A force on the march: who and how many, what they have spent (9.1, 9.5.2).

public["march"] is the force that moves: {power, leader, with, cu, groups, at, came, path, mp,
value, kind, sea, sailed, siege, stopped, seaborne, road}.  groups: MP that its CU have spent in
this action -> how many CU.  path: the spaces that it was in, oldest first; came: the space that
it entered from, "" at the start; seaborne: whether it came by sea; road: links of the Via Appia in
a row; garrison: there, and true, if it sets out from inside a city (9.3.1); bare: there if a
consul, whom it names, has joined a force without CU in the space where it is (9.1.2); raided and
held: there if it has raided, the space and whether it might stand there before (16.3).

Once it has ended, what its CU and leaders have spent stays in ``public["now"]["moved"]``: of
leaders by id, of CU under ``power/space``.  Who has fought, besieged, declined or failed a pursuit
is done: that counts as `DONE`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.engine.action import Problem
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import board, following, position, verbs
from rulesets.sword_of_rome.board import CONSULS, LEADER_NAMES, LEADERS, LIMITS
from rulesets.sword_of_rome.position import SPOTS, Spot

#: MP that nobody has: whoever has spent as many moves no more in this action.
DONE = 99

#: MP spent, and how many CU, from the least MP on.
Groups = list[list[int]]


def at_start(public: Data, leader: str, wanted: int | None) -> Data:
    """9.1.1 A force under a leader where he stands: the CU that are wanted, as far as they are
    there, else as many as may move."""
    power = LEADERS[leader]["power"]
    spot = position.spot_of(public, leader) or Spot("")
    at, there = spot.space, groups_of(public, power, spot)
    most = min(LIMITS["move"], fresh(there) or total(there))
    cu = most if wanted is None else min(wanted, total(there))
    plain = {"power": power, "leader": leader, "with": [], "cu": cu, "groups": taken(there, cu)[0]}
    where = {"at": at, "came": "", "path": [at], "road": 0, "seaborne": False, "sailed": False}
    return {**plain, **where, "stopped": False, "bribed": [], **nothing_yet()}


def bare_problems(
    public: Data, power: str, spot: Spot, going: Sequence[str], cu: int
) -> Iterable[Problem]:
    """9.1.2 A consul who stays in a spot keeps a CU, as leaders and so many CU go."""
    there = position.cu(public, power, spot)
    staying = {*position.leaders(public, power, spot)} - {*going}
    if 0 < there <= cu and staying & {*CONSULS}:
        hint = f"take {there - 1} at most, or him too"
        yield Problem("a consul who stays keeps at least 1 CU", "9.1.2", hint).at("cu")


def subordinate_problems(
    public: Data, leader: str, others: Sequence[str], rule: str = "9.1.1"
) -> Iterable[Problem]:
    """9.1.1, 8.2.1 Who cannot go along with a leader."""
    for number, one in enumerate(others):
        there = position.spot_of(public, one) == position.spot_of(public, leader)
        if one == leader or not there or LEADERS[one]["power"] != LEADERS[leader]["power"]:
            reason = f"{LEADER_NAMES[one]} cannot go along with {LEADER_NAMES[leader]}"
            yield Problem(reason, rule, "name others who stand with him").at("with", number)
        elif position.is_named(one) and not position.is_named(leader):
            hint = f"let {LEADER_NAMES[one]} lead, and take the minor leader along"
            reason = "a minor leader commands no named one"
            yield Problem(reason, "8.2.1", hint).at("with", number)


def party_problems(
    value: Mapping[str, Any], key: str, most: int, able: Sequence[str], can: str, rule: str
) -> Iterable[Problem]:
    """More CU than can do something, or leaders who cannot; key: that of the CU; can: what."""
    if value.get(key, 0) > most:
        yield Problem(f"{most} CU at most can {can}", rule).at(key)
    for number, leader in enumerate(value.get("leaders", ())):
        if leader not in able:
            reason = f"{LEADER_NAMES[leader]} cannot {can}"
            yield Problem(reason, rule, board.named(able)).at("leaders", number)


def nothing_yet() -> Data:
    """What is kept of one entry: who has intercepted, avoided, failed to avoid; Caudine Forks."""
    return {"intercepted": "", "avoided": [], "cornered": "", "forks": False}


def spent(public: Data, leader: str) -> int:
    """9.5.2 What a leader has spent in this action."""
    number: int = public["now"]["moved"].get(leader, 0)
    return number


def tired(public: Data, leader: str) -> Problem | None:
    """9.5.2 Why a leader does no more in this action."""
    reason = f"{LEADER_NAMES[leader]} has fought or ended his move in this action"
    return Problem(reason, "9.5.2") if spent(public, leader) >= DONE else None


def groups_of(public: Data, power: str, spot: Spot) -> Groups:
    """9.5.2 All CU of a stack, by what they have spent in this action; that is kept by space, for
    outside and inside together."""
    kept: Groups = public["now"]["moved"].get(f"{power}/{spot.space}", [])
    there = position.cu(public, power, spot)
    if not kept:
        return [[0, there]] if there else []
    kept, _ = taken(kept, min(there, total(kept)))
    new = there - total(kept)
    return joined(kept, [[0, new]] if new > 0 else [])


def total(groups: Groups) -> int:
    """How many CU they are."""
    return sum(number for _, number in groups)


def fresh(groups: Groups) -> int:
    """How many of them have neither fought nor ended their move."""
    return sum(number for spent, number in groups if spent < DONE)


def keep(public: Data, power: str, space: str, groups: Groups) -> None:
    """Write down what the CU that stay in a space have spent."""
    kept = [[mp, number] for mp, number in groups if number and mp]
    moved, key = public["now"]["moved"], f"{power}/{space}"
    if kept or key in moved:
        others = [(one, spent) for one, spent in moved.items() if one != key]
        public["now"]["moved"] = dict(sorted([*others, (key, kept)] if kept else others))


def taken(groups: Groups, number: int, most_spent: bool = False) -> tuple[Groups, Groups]:
    """9.1.2 Part CU in two: so many with the least MP spent (or the most), and the rest."""
    part: Groups = []
    rest: Groups = []
    for mp, there in groups[::-1] if most_spent else groups:
        some = min(number - total(part), there)
        part += [[mp, some]] if some > 0 else []
        rest += [[mp, there - some]] if there > some else []
    return sorted(part), sorted(rest)


def joined(one: Groups, other: Groups) -> Groups:
    """Two lots of CU together; of numbers below zero, what is left without them."""
    found: dict[int, int] = {}
    for mp, number in (*one, *other):
        found[mp] = found.get(mp, 0) + number
    return [[mp, number] for mp, number in sorted(found.items()) if number > 0]


def has_raided(march: Data) -> bool:
    """14.3 Whether the force has raided where it stands."""
    return bool(march.get("raided") == march["at"])


def most_spent(public: Data, march: Data) -> int:
    """9.5.2 What the CU or leader of a force that has gone farthest has spent."""
    leaders = [march["leader"], *march["with"]]
    found: int = max([*(mp for mp, _ in march["groups"]), *(spent(public, one) for one in leaders)])
    return found


def stay_behind(public: Data, march: Data) -> Groups:
    """The groups of CU of its power that are in the space, but not of the force."""
    gone = [[mp, -number] for mp, number in march["groups"]]
    return joined(groups_of(public, march["power"], SPOTS[march["at"]]), gone)


def write_down(public: Data, march: Data, leave: Groups | None = None) -> None:
    """Keep what the CU of its power in the force's space have spent, those of the force too."""
    left = stay_behind(public, march) if leave is None else leave
    keep(public, march["power"], march["at"], joined(left, march["groups"]))


def pay(public: Data, march: Data, cost: int) -> None:
    """9.2, 9.5.2 The force spends MP: its CU and all its leaders."""
    march["mp"] -= cost
    later = [[min(DONE, mp + cost), number] for mp, number in march["groups"]]
    march["groups"] = joined(later, [])
    for leader in (march["leader"], *march["with"]):
        public["now"]["moved"][leader] = min(DONE, spent(public, leader) + cost)


def pay_where_it_is(public: Data, march: Data, cost: int) -> None:
    """The same for what it does without leaving its space."""
    left = stay_behind(public, march)
    pay(public, march, cost)
    write_down(public, march, left)


def move(table: Table, march: Data, to: str, cost: int) -> None:
    """9 The force goes to a space; it pays."""
    public, power, here = table.public, march["power"], march["at"]
    left = stay_behind(public, march)
    march.pop("bare", None)
    keep(public, power, here, left)
    there = groups_of(public, power, SPOTS[to])
    pay(public, march, cost)
    leaders = [march["leader"], *march["with"]]
    verbs.shift(table, power, SPOTS[here], SPOTS[to], march["cu"], leaders)
    march.update(at=to, came=here, path=[*march["path"], to])
    write_down(public, march, there)


def back(table: Table, march: Data, to: str, why: str) -> None:
    """The force goes back to a space, which costs nothing; whoever is left is looked after."""
    here = march["at"]
    move(table, march, to, 0)
    table.tell("back", {"power": march["power"], "from": here, "to": to, "why": why})
    following.settle(table, here)


def lose(table: Table, march: Data, number: int, why: str) -> int:
    """CU of the force are lost; those that have gone farthest first."""
    most: int = min(number, march["cu"])
    left = stay_behind(table.public, march)
    gone = verbs.lose_cu(table, march["power"], Spot(march["at"]), most, why)
    _, march["groups"] = taken(march["groups"], gone, most_spent=True)
    march["cu"] -= gone
    write_down(table.public, march, left)
    return gone


def tire(public: Data, power: str, space: str, number: int) -> None:
    """9.5.2 So many CU that have just come to a space are done for this action."""
    _, rest = taken(groups_of(public, power, SPOTS[space]), number)
    keep(public, power, space, joined(rest, [[DONE, number]]))


def finish(table: Table, march: Data) -> None:
    """9.5.2 The force has fought, declined, failed: all of it is done for this action."""
    public = table.public
    march["stopped"] = True
    left = stay_behind(public, march)
    march["groups"] = [[DONE, march["cu"]]] if march["cu"] else []
    public["now"]["moved"].update(dict.fromkeys((march["leader"], *march["with"]), DONE))
    write_down(public, march, left)
