"""``referee status``: where games stand, who owes orders, and what is not sent yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.exit_status import DONE, REFUSED
from referee.cli.options import PATH, as_json
from referee.cli.output import error, explain, print_json, say, tell

if TYPE_CHECKING:
    from referee.folder.store import Store
    from referee.host.kept_game import Host


@click.command(epilog="Example: referee status rubicon; referee status games/")
@click.argument("folders", type=PATH, nargs=-1, required=True, metavar="FOLDER...")
@as_json
def status(folders: tuple[Path, ...], as_json: bool) -> int:
    """Say where the game in FOLDER stands, and who owes orders.

    Of several games, or of a folder of game folders, print a table: who owes orders since which
    report, and how many messages in the outbox are not sent yet.
    """
    from referee.folder.store import Store
    from referee.host.mail_sorting import games_in, is_game

    if len(folders) == 1 and (is_game(folders[0]) or not games_in(folders)):
        return _one(Store.open(folders[0]), as_json)
    return _many([game.store for game in games_in(folders)], as_json)


def _one(store: Store, as_json: bool) -> int:
    data, text, damaged = _standing(store, every=True)
    if as_json:
        print_json({**data, "damaged": list(damaged)})
    else:
        tell(text)
        if waiting := data["unsent"]:
            said = "message" if waiting == 1 else "messages"
            tell(f"{waiting} {said} in {store.path('outbox')}: send and delete")
    for damage, remedy in damaged.items():
        error(damage, remedy)
    return REFUSED if damaged else DONE


def _standing(store: Store, every: bool) -> tuple[dict[str, Any], str, dict[str, str]]:
    """Where a game stands, for a program and for people; what is damaged, with the remedy.

    every: check every report, not only the newest."""
    from referee.host.kept_game import Host
    from referee.host.opening import missing_seats
    from referee.host.outbox import unsent

    with store.lock(look=True):
        waiting = len(unsent(store))
        if not store.has("charter.yaml"):
            missing = missing_seats(store)
            text = f"not started: {_joining(missing)}"
            return {"started": False, "to_join": list(missing), "unsent": waiting}, text, {}
        host = Host.load(store, every=every)
        say_all(host)
        damaged = {str(damage): host.remedy(damage) for damage in host.damaged}
        if host.watch.older:
            damaged[host.watch.older] = host.watch.remedy()
        return {**standing_data(host), "unsent": waiting}, standing_text(host), damaged


def _joining(missing: Sequence[str]) -> str:
    if missing:
        return f"still to join: {', '.join(missing)}"
    begun = "all have joined, but the start was interrupted; give any join to"
    return f"{begun} 'referee admit' again"


def _many(stores: Sequence[Store], as_json: bool) -> int:
    """A line for each game; trouble with one does not hide the others."""
    from tabulate import tabulate

    rows, data, status = [], [], DONE
    for store in stores:
        try:
            known, _, damaged = _standing(store, every=False)
        except Exception as trouble:
            if explain(trouble) is None:
                raise
            known, damaged = {"trouble": str(trouble)}, {}
        for damage, remedy in damaged.items():
            error(f"{store.root}: {damage}", remedy)
        status = REFUSED if damaged or "trouble" in known else status
        data.append({"folder": str(store.root), **known})
        rows.append([store.root.name, *_row(known)])
    if as_json:
        print_json(data)
    else:
        heads = ["folder", "where it stands", "owe orders", "since report", "unsent"]
        tell(tabulate(rows, heads, disable_numparse=True))
    return status


def _row(known: dict[str, Any]) -> Iterator[str]:
    """Where a game stands, who owes, since which report, how much is unsent."""
    if "trouble" in known:
        yield from ["cannot be read, see above", "", "", ""]
        return
    unsent = str(known["unsent"] or "")
    if not known["started"]:
        missing = ", ".join(known["to_join"])
        yield from [f"to join: {missing}" if missing else "start interrupted", "", "", unsent]
        return
    yield "the game is over" if known["over"] else known["where"]
    yield ", ".join(known["owed"])
    yield str(known["run"]) if known["owed"] else ""
    yield unsent


def standing_data(host: Host) -> dict[str, Any]:
    """Where a game stands, for a program."""
    from referee.playable import pinned

    position, inbox = host.clerk.position, host.clerk.inbox
    return {
        "started": True,
        "name": host.charter.offer["name"],
        "game": host.charter.game,
        "where": host.ruleset.wording.headline(host.clerk.game.state["public"]),
        "run": position.run,
        "head": position.heads[0],
        "rules": position.rules or pinned(host.charter.offer),
        "reopened": position.again,
        "over": position.over,
        "due": position.due,
        "owed": host.clerk.owed(),
        "here": sorted(inbox.explicit),
        "queues": {s: len(waiting) for s, waiting in sorted(inbox.queue.items()) if waiting},
        "asked": {r.seat: r.title() for r in host.clerk.game.open_requests()},
        "insecure": host.charter.forgeable,
    }


def standing_text(host: Host) -> str:
    """Where a game stands, for people."""
    from referee.engine.ending import outcome

    data, seats = standing_data(host), host.ruleset.seats
    lines = [f"{data['name']}: {data['where']}; report {data['run']} is out"]
    if data["over"]:
        public, ended = host.clerk.game.state["public"], host.clerk.position.ended
        why = outcome(ended, public, host.ruleset, host.charter.seats)
        return "\n".join([*lines, "; ".join(filter(None, ("the game is over", why)))])
    only = "only 'orders: []', for its link"
    if data["reopened"]:
        lines.append(f"the rules were upgraded: the requests of report {data['run']} are void")
        only = "a file with any orders, for its link"
    for seat in data["due"]:
        asked = data["asked"].get(seat, only)
        here = "here" if seat in data["here"] else "due"
        lines.append(f"run {data['run'] + 1}: {here} from {seats[seat]}: {asked}")
    for seat, waiting in data["queues"].items():
        orders = "advance order" if waiting == 1 else "advance orders"
        lines.append(f"in the queue of {seats[seat]}: {waiting} {orders}")
    return "\n".join(lines)


def say_all(host: Host) -> None:
    """Say, once, what the host should hear."""
    for word in host.said:
        say(word)
    host.said.clear()
