"""``referee upgrade``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.exit_status import DONE, REFUSED
from referee.cli.options import PATH, as_json
from referee.cli.output import error, print_json, say, tell

if TYPE_CHECKING:
    from referee.host.upgrade import Upgrade


@click.command(epilog="Example: referee upgrade --dry-run rubicon")
@click.argument("folders", type=PATH, nargs=-1, required=True, metavar="FOLDER...")
@click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing.")
@as_json
def upgrade(folders: tuple[Path, ...], dry_run: bool, as_json: bool) -> int:
    """Continue the game in FOLDER with the installed rules.

    They replay the open step with the answers and dice it had.  Anything after the first difference
    is void and asked again.
    """
    found = [_one(folder, dry_run) for folder in folders]
    if as_json:
        print_json(found)
    else:
        _print(found)
    return REFUSED if any("reason" in row for row in found) else DONE


def _one(folder: Path, dry_run: bool) -> dict[str, Any]:
    """What was done to one folder, as plain data; if nothing, why, as ``reason`` and ``hint``."""
    from referee.fault import Refused
    from referee.folder.store import Store, StoreTrouble
    from referee.host.upgrade import NoUpgrade, plan_upgrade
    from referee.ruleset import NoRuleset

    row: dict[str, Any] = {"folder": str(folder)}
    try:
        store = Store.open(folder)
        with store.lock(look=dry_run):
            planned = plan_upgrade(store)
            for word in planned.host.said:
                say(f"{folder}: {word}")
            if not dry_run:
                planned.carry_out()
    except (NoUpgrade, StoreTrouble) as trouble:
        return {**row, "reason": trouble.reason, "hint": trouble.hint}
    except Refused as trouble:
        reason = "; ".join(fault.reason for fault in trouble.faults)
        reason = f"{trouble.name}: {reason}" if trouble.name else reason
        return {**row, "reason": reason, "hint": ""}
    except NoRuleset as trouble:
        return {**row, "reason": str(trouble), "hint": ""}
    return {**row, **_data(planned), "done": not dry_run}


def _data(planned: Upgrade) -> dict[str, Any]:
    from referee.host.upgrade import told

    return {
        "ruleset": planned.ruleset.name,
        "from": planned.held,
        "to": planned.here,
        "after": planned.after,
        "same": planned.same,
        "differs": planned.where,
        "asked": dict(planned.asked),
        "dropped": [{"seat": seat, "file": name} for seat, name in planned.dropped],
        "told": told(planned),
    }


def _print(found: list[dict[str, Any]]) -> None:
    """A line for each folder, in columns; an error for each that cannot be upgraded."""
    from tabulate import tabulate

    rows = [(row["folder"], _rules(row), row["told"]) for row in found if "told" in row]
    if rows:
        tell(tabulate(rows, tablefmt="plain", disable_numparse=True))
    for row in found:
        if "reason" in row:
            error(f"{row['folder']} cannot be upgraded: {row['reason']}", row["hint"])


def _rules(row: dict[str, Any]) -> str:
    """``julius-caesar 3 -> 4``; with digests of the data if the version is the same."""
    before, after = ((pair[0], pair[1][:8]) for pair in (row["from"], row["to"]))
    if row["same"]:
        return f"{row['ruleset']} {after[0]}"
    if before[0] != after[0]:
        return f"{row['ruleset']} {before[0]} -> {after[0]}"
    return f"{row['ruleset']} {before[0]}, data {before[1]} -> {after[1]}"
