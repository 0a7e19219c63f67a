"""What could be chosen, in the words of a trace: by what our requests take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.engine.action import SLIP
from referee.engine.request import Request, View
from tests.rules.sword_of_rome.adapter import (
    LEADER_NAMES,
    Spot,
    board,
    joining,
    legs,
    misfit,
    playing,
    points,
    politics,
    position,
    powers_of,
    rules,
    ways,
)
from tests.traces.sword_of_rome.format import LETTERS, SEATS, WINDOWS, Data, Step

_OWNERS = {ours: theirs for theirs, ours in SEATS.items()}


def space(name: str) -> str:
    """A space of ours by their name."""
    return name.replace("-", "_")


def leader(name: str) -> str:
    """A leader of ours by their name."""
    power, _, letter = name.partition("-")
    return f"{power}_minor_{letter}" if letter else name


def card(name: str) -> str:
    """A card of ours by their name."""
    owner = {letter: seat for seat, letter in LETTERS.items()}[name[0]]
    return f"{owner}_{int(name[1:]):02}"


# Moves (9).


def moves(public: Data, march: Data, fresh: bool) -> list[Any]:
    """9 What a force could do next; fresh: whether it has just entered a space: elsewhere the trace
    asks otherwise for CU and leaders that are taken along."""
    at, found = march["at"], []
    found += [
        ["step", space(s)] for s in board.LINKS[at] if not legs.step_problem(public, march, s)
    ]
    found += [["sea", space(s)] for s in board.PORTS if not legs.sea_problem(public, march, s)]
    found += [] if legs.raid_problem(public, march) else [["raid", space(at)]]
    raided = march.get("raided") == at
    stays = raided or rules.may_end(public, march["power"], at, march["cu"] > 0)
    if not fresh:
        return [["stop", ""], *found] if stays or not found else found
    counts = range(1, 31)
    found += [["drop", n] for n in counts if not legs.drop_problem(public, march, n)]
    found += [["pick", n] for n in counts if not legs.pick_problem(public, march, n)]
    here = position.leaders(public, march["power"], Spot(at))
    found += [["join", leader(one)] for one in here if not legs.join_problem(public, march, one)]
    found += [["detach", leader(one)] for one in here if not legs.leave_problem(public, march, one)]
    return [["stop", ""], *found] if stays or not found else found


# What requests take.


def takes(request: Request, view: View, values: Iterable[Data]) -> list[Data]:
    """Lines of one word that have nothing wrong with them."""
    walk = request.walk.on_copy(request, view)
    found = []
    for line in values:
        ((word, value),) = line.items()
        action = request.by_word[word](walk, value)
        if all(problem.weight == SLIP for problem in action.problems()):
            found.append(line)
    return found


def intercept(request: Request, view: View, step: Step) -> list[Any]:
    """10.3 Who could go, with how many CU."""
    able = _groups(request, view)
    values = [{"leader": one, "cu": cu, **more} for one, cu, more in able]
    chosen = [
        line["intercept"] for line in takes(request, view, [{"intercept": v} for v in values])
    ]
    return ["no", *([leader(one["leader"]), one["cu"]] for one in chosen)]


def avoid(request: Request, view: View, step: Step) -> list[Any]:
    """11.1 The same, and where to."""
    places = board.LINKS[request.args["space"]]
    able = [(*group, to) for group in _groups(request, view) for to in places]
    values = [{"avoid": {"leader": one, "cu": cu, "to": to, **more}} for one, cu, more, to in able]
    chosen = [line["avoid"] for line in takes(request, view, values)]
    return ["no", *([leader(one["leader"]), one["cu"], space(one["to"])] for one in chosen)]


def _groups(request: Request, view: View) -> list[tuple[str, int, Data]]:
    """Leaders and CU, alone or with all others: the trace asks for these later, and not where one
    must go along (9.1.2)."""
    power, at = request.args["power"], request.args["space"]
    here = position.leaders(view.public, power, Spot(at))
    found: list[tuple[str, int, Data]] = []
    for one in here:
        others = [other for other in here if other != one]
        more: list[Data] = [{}, {"with": others}] if others else [{}]
        found += [(one, cu, with_) for cu in range(1, 11) for with_ in more]
    return found


def retreat(request: Request, view: View, step: Step) -> list[Any]:
    """12.4 Ways by land; those by sea with a card for each."""
    public, one = view.public, ways.beaten_of(view.public, request.args["side"])
    found = [["land", *map(space, way)] for way in ways.ways_of(public, one)]
    if not request.args["sea"]:
        return found
    mine = playing.payable(public, view.own, request.seat)
    cards = [card(held) for held in mine] if ways.needs_card(one.power) else [_transports(one)]
    ports = {port: ways.sea_limit(public, one.power, port) for port in havens(public, one)}
    return [*found, *(["sea", space(s), held, ports[s]] for s in ports for held in cards)]


def _transports(one: ways.Beaten) -> str | None:
    """12.4.3 The card by which Etruscans go, that we have as a response; others need none."""
    deck = board.DECKS[board.LEAGUE]
    carried = next(held for held in deck if deck[held]["event"] == "naval-transports")
    return card(carried) if one.power == board.ETRUSCANS else None


def havens(public: Data, one: ways.Beaten) -> list[str]:
    """12.4.3 Ports for a beaten force."""
    return ways.havens(public, one.power, one.at)


def within(request: Request, view: View, step: Step) -> list[Any]:
    """12.4.4 How many could go inside."""
    lines = takes(request, view, [{"retreat": {"inside": cu}} for cu in range(4)])
    return [line["retreat"]["inside"] for line in lines]


def bribes(request: Request, view: View, step: Step) -> list[Any]:
    """7.2.2 Cards that pay."""
    return ["no", *map(card, playing.payable(view.public, view.own, request.seat))]


def flanks(request: Request, view: View, step: Step) -> list[Any]:
    """9.5.6 Leaders who could come."""
    return ["no", *map(leader, joining.able(view.public))]


def gains(request: Request, view: View, step: Step) -> list[Any]:
    """12.5 What the first point could be used for."""
    names = {"add": "add", "cut": "cut", "turn": "turn", "free": "free"}
    found: list[Any] = [["none", ""]]
    for one in politics.usable(view.public, request.args):
        if one == "plunder":
            found.append(["plunder", ""])
            continue
        ((key, where),) = one.items()
        city = position.is_city(view.public, where)
        kind = "free" if key == "free" else f"{names[key]}_{'loyalty' if city else 'pc'}"
        found.append([kind, space(where)])
    return found


def own_points(request: Request, view: View, step: Step) -> list[Any]:
    """7.3.2 Points that could be removed."""
    power = request.args["power"]
    able = [s for s in board.SPACES if points.own_count(view.public, power, s)]
    return [[_sort(view.public, s), space(s)] for s in able]


def _sort(public: Data, where: str) -> str:
    return "loyalty" if position.is_city(public, where) else "pc"


def inside(request: Request, view: View, step: Step) -> list[Any]:
    """9.3.1 How many could go inside."""
    lines = takes(request, view, [{"inside": {"cu": cu}} for cu in range(4)])
    return [line["inside"]["cu"] for line in lines]


def placed(request: Request, view: View, step: Step) -> list[Any]:
    """5.10 Where the first CU could be placed."""
    powers = powers_of(view.public)
    values = [{"put": {"cu": 1, "to": s, "power": p}} for p in powers for s in board.SPACES]
    chosen = [line["put"] for line in takes(request, view, values)]
    return [[one["power"], space(one["to"])] for one in chosen]


def responses(request: Request, view: View, step: Step) -> list[Any]:
    """7.1.1 Cards of the hand that fit a window."""
    trigger, mine = request.args["trigger"], view.own["hand"]
    able = [held for held in mine if not misfit(view.public, request.seat, held, trigger)]
    return [["pass", ""], *(["card", card(held)] for held in able)]


OFFERS: Mapping[tuple[str, str], Callable[[Request, View, Step], list[Any]]] = {
    ("intercept", "intercept"): intercept,
    ("avoid", "avoid"): avoid,
    ("retreat", "retreat"): retreat,
    ("politics", "politics"): gains,
    ("points", "remove_own"): own_points,
    ("inside", "inside"): inside,
    ("retreat", "retreat_inside"): within,
    ("bribe", "bribe"): bribes,
    ("flank", "flank"): flanks,
    ("reinforcement", "place_cu"): placed,
    **{("respond", f"response/{window}"): responses for window in WINDOWS},
}
__all__ = ["LEADER_NAMES", "OFFERS", "card", "moves"]
