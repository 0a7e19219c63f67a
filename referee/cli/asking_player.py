"""``referee answer``: orders without an editor."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.exit_status import DONE, REFUSED, WAITING
from referee.cli.options import (
    PATH,
    charter_option,
    order_places,
    orders_option,
    passphrase_file,
    test_seed,
)
from referee.cli.output import err, fault_text, say, write_new
from referee.cli.playing import verified
from referee.cli.signing import Signer, write_signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.engine.standing import Rule
    from referee.fault import Fault
    from referee.orders.order_file import OrderFile


@click.command(epilog="Example: referee answer reports/0003.txt --key caesar-key")
@click.argument("report", type=PATH)
@click.option("--key", "key_file", type=PATH, help="Your private key, to sign at the end.")
@charter_option
@orders_option
@click.option("--out", type=PATH, help="Where to write the orders; otherwise orders-RUN.yaml.")
@passphrase_file
@test_seed
def answer(
    report: Path,
    key_file: Path | None,
    charter_file: Path | None,
    orders: Path | None,
    out: Path | None,
    passphrase_file: Path | None,
    test_seed: int | None,
) -> int:
    """Ask you for your orders, one question after the other, and write the order file.

    What can be chosen is offered by number and by name.  Every line is judged at once.  At a prompt
    ? helps, and q quits without writing anything.  With --key the file is signed too.
    """
    from referee.fault import Refused
    from referee.player.answering import Answering
    from referee.player.in_force import in_force
    from referee.player.prompting import Quit, Talk
    from referee.ruleset import of_game

    sheet, charter = verified(report, charter_file)
    if sheet["seat"] not in sheet["public"]["due"]:
        say("nothing is asked of you now")
        return WAITING
    ruleset = of_game(charter.offer)

    def rules() -> Sequence[Rule]:
        places = order_places(report, charter_file, orders)
        return in_force(sheet, charter, ruleset, places).rules

    target = out or Path(f"orders-{sheet['run'] + 1}.yaml")
    if os.path.lexists(target):  # told before anything is asked
        raise click.ClickException(f"{target} already exists; choose another name with --out")
    try:
        asking = Answering(sheet, charter, ruleset, Talk(_ask, err, _fault), rules)
        if not asking.requests:
            say("nothing is asked of you; the file has 'orders: []'")
        draft = asking.draft()
    except Quit:
        say("stopped; nothing is written")
        return REFUSED
    except Refused as trouble:
        trouble.name = trouble.name or str(report)
        raise
    write_new(target, draft, "choose another name with --out")
    say(f"your orders are in {target}")
    if key_file is None:
        return DONE
    by = Signer(key_file, passphrase_file, test_seed, previewed=True)
    return write_signed(target, report, charter_file, None, by)


def _ask(prompt: str) -> str:
    """A line from the terminal or a pipe."""
    from referee.player.prompting import Quit

    err(prompt, end="")
    line = sys.stdin.readline() if sys.stdin is not None else ""
    if not line:
        raise Quit
    return line.strip()


def _fault(fault: Fault, found: OrderFile) -> None:
    quote = found.document.quote(fault.path) if len(fault.path) > 1 else ""
    err(fault_text("  orders", fault, None, quote))
