"""9 The legs of a path: what is wrong with one, and what it does."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.engine.action import ALWAYS, WRONG, Problem
from referee.engine.table import Table
from referee.engine.view import Data
from referee.kit.lines import listed
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.board import CONSULS, LIMITS, POWERS
from rulesets.sword_of_rome.march import entry, force, rules
from rulesets.sword_of_rome.position import Spot

SEA, DROP, PICK, LEAVE, JOIN, RAID = "sea", "drop", "pick", "leave", "join", "raid"
STEP = "step"


def path_problems(public: Data, march: Data, path: Sequence[Any]) -> Sequence[Problem]:
    """9, 9.4.5 What is wrong with the next element of a path, or else with an end behind it."""
    return [*leg_problems(public, march, path[0])] or [*end_problems(public, march, path)]


def leg_problems(public: Data, march: Data, element: Any) -> Iterable[Problem]:
    """9 What is wrong with the next element of a path."""
    key, what = read(element)
    done = key == RAID and force.has_raided(march)
    if not done and (found := _LEG_PROBLEMS[key](public, march, what)):
        yield found.at("path", 0)


def read(element: Any) -> tuple[str, Any]:
    """What an element of a path does, and with what: a space by itself is a step by land."""
    if isinstance(element, str):
        return RAID if element == RAID else STEP, element
    ((key, what),) = element.items()
    return key, what


def leads_to(element: Any) -> str:
    """The space that an element of a path leads to, "" if it leads nowhere."""
    key, what = read(element)
    return str(what) if key in (STEP, SEA) else ""


def unjoined(path: Sequence[Any]) -> Iterable[Problem]:
    """9.2 Steps between spaces that no link joins; behind a sea move the force may be at either
    end of it (storms)."""
    here = ""
    for number, (key, what) in enumerate(map(read, path)):
        if key == STEP:
            if here and what not in board.LINKS[here]:
                yield no_way(here, board.LINKS[here], ALWAYS).at("path", number)
            here = what
        elif key == SEA:
            here = ""


def no_way(here: str, near: Iterable[str], weight: str = WRONG) -> Problem:
    """9.2 No link leads on from a space, but to these."""
    names = [board.SPACE_NAMES[space] for space in near]
    hint = f"ways lead to {listed(names)}" if names else ""
    return Problem(f"no way leads there from {board.SPACE_NAMES[here]}", "9.2", hint, weight)


def at_end(march: Data, path: Sequence[Any]) -> tuple[str, dict[str, str]]:
    """9 Where a path leads in the end, and where those leaders then are who go some of it."""
    at, going, left = march["at"], {march["leader"], *march["with"]}, {}
    for key, what in map(read, path):
        if key in (STEP, SEA):
            at = what
        elif key == JOIN:
            going.add(what)
        elif key == LEAVE:
            going.discard(what)
            left[what] = at
    return at, {**left, **dict.fromkeys(going, at)}


def end_problems(public: Data, march: Data, path: Sequence[Any]) -> Iterable[Problem]:
    """9.4.5, 15.3 A path ends where the force may stand, or must fight."""
    if len(path) > 1:
        return
    power, to = march["power"], leads_to(path[0])
    if not (rules.can_end(public, march, to) if to else stays(public, march)):
        there = position.present(public, to or march["at"])
        others = [POWERS[one] for one in there if one != power]
        why = f"CU of {listed(others)} are there (15.3): " if others else ""
        hint = f"{why}end the path before, or go on from there"
        yield Problem("they cannot stand there", "9.4.5", hint).at("path", 0)


def step_problem(public: Data, march: Data, to: str) -> Problem | None:
    """9.2, 9.4 Why a force cannot take a step."""
    price = rules.cost(public, march, to)
    if price is None:
        near = board.LINKS[march["at"]]
        return no_way(march["at"], [s for s in near if rules.cost(public, march, s) is not None])
    return entering_problem(public, march, to, price, "9.2")


def entering_problem(public: Data, march: Data, to: str, price: int, rule: str) -> Problem | None:
    """9.4.4, 9.4.5, 9.5.2, 16.3 Why a force may not enter a space; rule: that of the price."""
    if price > march["mp"]:
        return Problem(f"it costs {price} MP, and {march['mp']} are left", rule)
    if reason := rules.barred(public, march, to):
        away = rules.out_of_region(public, march, to)
        return Problem(reason, "16.3" if away else "9.4.4")
    if march.get("bare") in march["with"] and force.stay_behind(public, march) and not march["cu"]:
        return Problem("a consul is never left without CU", "9.1.2", "pick up 1 of his at least")
    left = rules.mp_left(public, march) - price
    if left < 0:
        return Problem("some have no MP left in this Campaign", "9.5.2")
    if not rules.open_end(public, march, to, left):
        return Problem("they can neither stand there nor go on to where they can", "9.4.5")
    return None


#: 9.6.3 What it takes to go by sea.
_BY_SEA: Mapping[str, str] = {
    board.GREEKS: "Greeks go with a card of value 3",
    board.ROME: "Romans go with a Roman card of 3, once Duoviri Navales or the treaty are played",
    board.ETRUSCANS: "Etruscans go with Naval Transports",
    board.CARTHAGE: "Carthage goes when a card activates it",
}


def sea_problem(public: Data, march: Data, to: str) -> Problem | None:
    """9.6 Why a force cannot go by sea."""
    limit = rules.sea_limit(public, march, to)
    if not limit:
        reason = "nobody goes by sea with this activation"
        return Problem(reason, "9.6.3", _BY_SEA.get(march["power"], "they never do"))
    if not rules.can_sail(public, march, to) or to == march["at"]:
        return Problem("no sea move leads there", "9.6", "it leads from a port to another port")
    if march["sailed"]:
        return Problem("a leader goes by sea once in an action", "9.6")
    if march["cu"] > limit:
        return Problem(
            f"{limit} CU go by sea at most", "9.6.3", "take fewer with 'cu', or drop some before"
        )
    return entering_problem(public, march, to, rules.SEA["mp"], "9.6")


def drop_problem(public: Data, march: Data, number: int) -> Problem | None:
    """9.1.2 Why CU cannot be dropped."""
    going = [march["leader"], *march["with"]]
    consul = bool(march["cu"] and {*going} & {*CONSULS})
    most = march["cu"] - consul
    if number > most:
        reason = f"not so many can be dropped: {most} at most"
        return Problem(reason, "9.1.2", "a consul keeps at least 1 CU" if consul else "")
    return stay_problem(public, march)


def stay_problem(public: Data, march: Data) -> Problem | None:
    """15.3, 16.2 Why nothing can be left in a space."""
    if stays(public, march):
        return None
    where = board.SPACE_NAMES[march["at"]]
    return Problem(f"nothing of it can stay at {where}", "15.3", "drop it elsewhere")


def stays(public: Data, march: Data) -> bool:
    """9.4.4, 15.3, 16.3 Whether some of a force can stay where it is, or where it has raided."""
    power, at = march["power"], march["at"]
    held = rules.may_hold(public, power, at) or (force.has_raided(march) and march["held"])
    return held and not rules.strangers(public, power, at, march["cu"] > 0)


def pick_problem(public: Data, march: Data, number: int) -> Problem | None:
    """9.1.2, 9.5.2 Why CU cannot be picked up: those that have fought go no farther."""
    behind = force.stay_behind(public, march)
    leaders = position.leaders(public, march["power"], Spot(march["at"]))
    staying = [one for one in leaders if one not in (march["leader"], *march["with"])]
    consul = bool({*staying} & {*CONSULS})
    left = force.total(behind) - consul
    most = max(0, min(force.fresh(behind), left))
    if number > most:
        reason = f"not so many can be picked up there: {most} at most"
        if number <= left:
            return Problem(reason, "9.5.2", "those that have fought go no farther")
        hint = "a consul who stays keeps 1 CU: let him join first" if consul else ""
        return Problem(reason, "9.1.2", hint)
    if march["cu"] + number > LIMITS["move"]:
        return Problem(f"{LIMITS['move']} CU move together at most", "9.1.2")
    return None


def leave_problem(public: Data, march: Data, leader: str) -> Problem | None:
    """9.1.2 Why a leader cannot be left behind."""
    if leader not in march["with"]:
        hint = board.named(march["with"])
        return Problem(f"{board.LEADER_NAMES[leader]} is no subordinate here", "9.1.2", hint)
    bare = march["cu"] and not force.total(force.stay_behind(public, march))
    if leader in CONSULS and bare:
        return Problem("a consul is never left without CU", "9.1.2", "drop 1 CU before him")
    return stay_problem(public, march)


def join_problem(public: Data, march: Data, leader: str) -> Problem | None:
    """9.1.2 Why a leader cannot come along."""
    here = position.leaders(public, march["power"], Spot(march["at"]))
    if leader not in here or leader in (march["leader"], *march["with"]):
        hint = board.named(one for one in here if one not in (march["leader"], *march["with"]))
        where = board.SPACE_NAMES[march["at"]]
        return Problem(f"{board.LEADER_NAMES[leader]} does not wait at {where}", "9.1.2", hint)
    if position.is_named(leader) and not position.is_named(march["leader"]):
        return Problem("a minor leader commands no named one", "8.2.1")
    return force.tired(public, leader)


def raid_problem(public: Data, march: Data, _: str = RAID) -> Problem | None:
    """14.2 Why a force cannot raid where it is."""
    power, at = march["power"], march["at"]
    holder = position.control(public, at)
    if power not in board.GALLIC:
        return Problem("only Gauls raid", "14.2")
    if not march["cu"]:
        return Problem("a leader alone cannot raid", "14.2")
    if not position.is_normal(public, at) or holder in (power, board.INDEPENDENT):
        return Problem("there is no PC marker of another power to raid", "14.2")
    if position.allied(public, power, holder):
        reason = f"it is the space of {board.POWERS[holder]}, an ally"
        return Problem(reason, "15.2.2", "break the alliance before")
    if rules.mp_left(public, march) < board.TABLES["mp"]["raid"]:
        return Problem("a raid costs 1 MP, and none is left", "14.2")
    return None


_LEG_PROBLEMS: Mapping[str, Any] = {
    STEP: step_problem,
    RAID: raid_problem,
    SEA: sea_problem,
    DROP: drop_problem,
    PICK: pick_problem,
    LEAVE: leave_problem,
    JOIN: join_problem,
}


async def leg(table: Table, march: Data, element: Any, more: bool) -> None:
    """9 The next element of a path; more: whether the force has orders beyond it.  14.2 Raids go
    on until one succeeds."""
    key, what = read(element)
    if key == RAID:
        if not force.has_raided(march):
            await entry.raid(table, march)
    elif key == STEP:
        await entry.step(table, march, what, more)
    elif key == SEA:
        await entry.sail(table, march, what, more)
    elif key in (DROP, PICK):
        change_cu(table, march, -what if key == DROP else what)
    else:
        change_leaders(table, march, what, key == JOIN)


def change_cu(table: Table, march: Data, by: int) -> None:
    """9.1.2 CU are dropped, those that have spent most; or picked up, those that have spent
    least."""
    public = table.public
    left = force.stay_behind(public, march)
    if by < 0:
        part, march["groups"] = force.taken(march["groups"], -by, most_spent=True)
        left = force.joined(left, part)
    else:
        part, left = force.taken(left, by)
        march["groups"] = force.joined(march["groups"], part)
    march["cu"] += by
    force.write_down(public, march, left)
    word = "drops" if by < 0 else "picks up"
    table.tell("changes", {"power": march["power"], "at": march["at"], "what": word, "cu": abs(by)})


def change_leaders(table: Table, march: Data, leader: str, joins: bool) -> None:
    """9.1.2 A subordinate comes along, or stays."""
    march["with"] = [one for one in march["with"] if one != leader] + [leader] * joins
    if joins and leader in CONSULS and not march["cu"]:
        march["bare"] = leader
    told = {"leader": leader, "at": march["at"], "what": "joins" if joins else "leaves"}
    table.tell("subordinate", told)
