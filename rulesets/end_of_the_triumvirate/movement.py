"""Phase II, movement (6): the cost of a step, what prevents it, and making it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from referee.engine.action import UNSURE, Problem
from referee.engine.table import Table
from referee.kit.lines import several
from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.position import Data, enemy, here, owned


def cost(leg: Sequence[str], legions: int) -> int:
    """6.1, 6.4 Points for a way with one landing: one less over seas without legions."""
    return len(leg) - (1 if len(leg) > 1 and not legions else 0)


def hindrances(public: Data, seat: str, leg: Sequence[str], legions: int) -> Iterator[Problem]:
    """6.13 Why he cannot go a way with one landing: there is no such way, or else all that
    prevents it."""
    if problem := no_way(public, (public["characters"][seat]["at"], *leg)):
        yield problem
        return
    if (price := cost(leg, legions)) > (left := public["now"]["points"]):
        reason = f"this costs {several(price, 'movement point')}, and you have {left}"
        yield Problem(reason, "6.1")
    name, owner = board.NAMES[leg[-1]], public["provinces"][leg[-1]]["owner"]
    if owner != seat and len(owned(public, owner)) == 1:
        reason = f"{name} is {board.SEATS[owner]}'s last province and cannot be attacked"
        yield Problem(reason, "6.9")
    elif owner != seat and not legions:
        reason = f"you need a legion to enter {name}, an enemy province"
        yield Problem(reason, "6.8", _who_could(public, seat))


def no_way(public: Data, spaces: Sequence[str]) -> Problem | None:
    """6.2, 6.3, 11.1 Why nobody can ever go from the first of these spaces to the last."""
    names = board.NAMES
    for one, two in pairwise(spaces):
        if not _in_game(public, two):
            return Problem(f"{names[two]} is not in the game with two players", "11.1")
        if two not in board.GRAPH[one]:
            hint = f"adjacent: {', '.join(names[key] for key in beside(public, one))}"
            return Problem(f"{names[two]} is not adjacent to {names[one]}", "6.2", hint)
    if spaces[-1] in board.SEAS:
        hint = "add the province where you land to the same line"
        return Problem("a move cannot end at sea", "6.3", hint)
    return None


def _who_could(public: Data, seat: str) -> str:
    """The legions that could go with him from where he is, and how to say so."""
    at, number = board.NAMES[public["characters"][seat]["at"]], here(public, seat)["legions"]
    if not number:
        return f"there are no legions in {at}: fetch some first"
    told = f"{several(number, 'legion')} in {at}: take them along"
    return f"{told} with 'legions: {number}' or 'leave: 0'"


@cache
def reached(start: str) -> frozenset[str]:
    """6.1, 6.4 Provinces where a character with legions can land from there, with all his
    points."""
    return frozenset(leg[-1] for leg in board.crossings(start) if cost(leg, 1) <= board.POINTS)


def threat(public: Data, seat: str) -> int:
    """6.8, 6.9 The most legions with which another character could attack this one from where he
    is, 0 of one at sea, in the middle of his conquest; nobody attacks a last province."""
    at, who = public["characters"][seat]["at"], public["characters"]
    if len(owned(public, seat)) == 1:
        return 0
    near = [one["at"] for other, one in who.items() if other != seat and at in reached(one["at"])]
    ashore = [public["provinces"][place] for place in near if place in public["provinces"]]
    return max((province["legions"] for province in ashore), default=0)


def ways(public: Data, seat: str, legions: int) -> list[tuple[str, ...]]:
    """Every way with one landing that he can go with so many legions."""
    crossings, points = board.crossings(public["characters"][seat]["at"]), public["now"]["points"]
    paid = [leg for leg in crossings if cost(leg, legions) <= points]  # the next check is slow
    return [leg for leg in paid if not any(hindrances(public, seat, leg, legions))]


def beside(public: Data, space: str) -> list[str]:
    """6.2 The spaces of the game beside one."""
    return [key for key in board.GRAPH[space] if _in_game(public, key)]


def _in_game(public: Data, space: str) -> bool:
    return space in public["provinces"] or space in board.SEAS


def loads(public: Data, seat: str) -> tuple[int, int]:
    """6.5, 6.10 How many legions and civil servants can go with him at most."""
    place = here(public, seat)
    return place["legions"], place["active"] + place["idle"]


def brought(public: Data, seat: str) -> tuple[int, int]:
    """Legions and civil servants that came with him: they go on unless the order says otherwise."""
    place, now = here(public, seat), public["now"]
    return min(now["legions"], place["legions"]), min(now["servants"], place["idle"])


def depart(table: Table, seat: str, leg: Sequence[str], legions: int, servants: int) -> None:
    """6.1, 6.5, 6.10 The character takes pieces along and leaves; a civil servant left behind is
    placed."""
    public = table.public
    who, place, points = public["characters"][seat], here(public, seat), cost(leg, legions)
    left = place["active"] + place["idle"] - servants
    place["active"] = min(left, 1)
    place["idle"] = left - place["active"]
    place["governor"] = "off" if left else place["governor"]
    place["legions"] -= legions
    public["now"]["points"] -= points
    who.update(legions=legions, servants=servants)
    kind = "attack" if enemy(public, seat, leg[-1]) else "move"
    told = {"seat": seat, "path": [who["at"], *leg], "points": points}
    table.tell(kind, {**told, "legions": legions, "servants": servants})


def settle(table: Table, seat: str, province: str) -> None:
    """6.5-6.7 The character arrives in an own province with all he carries, and takes its gold."""
    public = table.public
    who, place = public["characters"][seat], public["provinces"][province]
    public["now"].update(legions=who["legions"], servants=who["servants"])
    place["legions"] += who["legions"]
    place["idle"] += who["servants"]
    who.update(at=province, legions=0, servants=0)
    collect(table, seat)


def collect(table: Table, seat: str) -> None:
    """6.7 The gold where the character is goes to his treasury."""
    who, place = table.public["characters"][seat], here(table.public, seat)
    who["gold"] += place["gold"]
    table.tell("collected", {"seat": seat, "gold": place["gold"], "at": who["at"]})
    place["gold"] = 0


def idle_trouble(public: Data, seat: str, what: str) -> Problem | None:
    """6.10 Why a civil servant cannot be placed or lifted."""
    place, places = here(public, seat), what == "place servant"
    needed = "idle" if places else "active"
    if not place[needed]:
        return Problem(f"there is no {needed} civil servant here", "6.10", "", UNSURE)
    if places and place["active"]:
        return Problem("there is an active civil servant here already", "6.10", "", UNSURE)
    return None


def change_servant(table: Table, seat: str, what: str) -> None:
    """6.10, 6.11 Place a civil servant, and the governor on him; or lift one, to be idle here."""
    place, now = here(table.public, seat), table.public["now"]
    by = 1 if what == "place servant" else -1
    place.update(active=place["active"] + by, idle=place["idle"] - by, governor="off")
    now["servants"] = max(0, now["servants"] - by)
    table.tell(what, {"seat": seat, "at": table.public["characters"][seat]["at"]})
