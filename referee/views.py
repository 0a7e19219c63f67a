"""The sheet of one seat: all that a report says, built up from nothing but what it may know.

A sheet is plain data.  The report's text is made from it alone, and `check` judges an order file by
it alone; the host signs it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from referee import __version__
from referee.engine.entry import story
from referee.engine.plain import ordered
from referee.engine.request import GUEST, View
from referee.fault import NOT_UNDERSTOOD, OUT_OF_TURN, Fault, Refused

if TYPE_CHECKING:
    from referee.engine.entry import Entry
    from referee.engine.request import Data, Request
    from referee.engine.rules import Rules
    from referee.engine.table import State


def sheet(
    game: str,
    seat: str,
    entry: Entry,
    state: State,
    links: Mapping[str, Sequence[object]],
) -> Data:
    """The sheet of a seat after an entry.

    game: D in hex; links: party -> [epoch, number, link in hex], the newest of each."""
    party, bound = f"seat/{seat}", bool(entry.salts)
    data: Data = {
        "referee": 1,
        "kind": "report",
        "wording": __version__,
        "game": game,
        "seat": seat,
        "number": entry.number,
        "run": entry.run,
        "previous": entry.previous.hex() if bound else "",
        "head": entry.head.hex() if bound else game,
        "commitments": {p: value.hex() for p, value in entry.commitments.items()},
        "salt": entry.salts[party].hex() if bound else "",
        "links": {p: list(link) for p, link in links.items()},
        "public": entry.public,
        "own": entry.own[party],
        "state": {"public": state["public"], "own": state["seats"][seat]},
    }
    # A copy, since sheets of several runs may wait to be written while the State goes on.  Sorted,
    # since the order in which keys came into the State may depend on what the seat may not know.
    return ordered(data)


#: what is said to someone who writes orders by a guest's report
NO_ORDERS = Fault(
    OUT_OF_TURN,
    (),
    "this is a guest's report, and a guest gives no orders",
    "",
    "use the report of your own seat",
)


def guest_sheet(sheet: Data) -> Data:
    """The sheet of a guest: what any seat's sheet tells everyone."""
    common = (
        "referee",
        "kind",
        "wording",
        "game",
        "number",
        "run",
        "previous",
        "head",
        "commitments",
        "links",
        "public",
    )
    told = {key: sheet[key] for key in common}
    position = {"public": sheet["state"]["public"], "own": {}}
    return ordered({**told, "seat": GUEST, "salt": "", "own": {}, "state": position})


def view(data: Data) -> View:
    """The View that the sheet gives to its seat."""
    return View(data["seat"], data["state"]["public"], data["state"]["own"])


def own_request(sheet: Data, rules: Rules) -> Request | None:
    """The first request to the sheet's own seat, None if there is none; Refused for a kind of
    request that the rules do not have."""
    return next(iter(own_requests(sheet, rules)), None)


def own_requests(sheet: Data, rules: Rules) -> list[Request]:
    """All requests to the sheet's own seat: ``orders`` answers the first, ``next`` the others.

    Refused for a kind of request that the rules do not have."""
    mine = [data for data in sheet["public"]["asked"] if data["seat"] == sheet["seat"]]
    try:
        return [rules.request(data) for data in mine]
    except (KeyError, TypeError):
        kinds = " or ".join(repr(data["kind"]) for data in mine)
        reason = f"the report asks for {kinds}, which the installed rules do not have"
        raise Refused([Fault(NOT_UNDERSTOOD, (), reason)]) from None


def events(data: Data) -> list[Data]:
    """The events of the sheet's run as its seat reads them."""
    return story(data["public"]["events"], data["own"].get("events", []))


def turn(data: Data) -> list[Data]:
    """What earlier runs told the sheet's seat of the game turn that ended in its run."""
    ended = data["public"]["turn"][:1]
    return story(ended[0]["events"], data["own"].get("turn", [])) if ended else []


def again(data: Data) -> list[Data]:
    """Events of the run before that the sheet repeats, as everyone read them."""
    return story(data["public"]["again"], [])
