"""``referee answer``: orders without an editor."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.exit_status import DONE, REFUSED, WAITING
from referee.cli.options import PATH, charter_option, passphrase_file, test_seed
from referee.cli.output import err, fault_text, say, write_new
from referee.cli.playing import verified
from referee.cli.signing import sign

if TYPE_CHECKING:
    from referee.fault import Fault
    from referee.orders.order_file import OrderFile


@click.command(epilog="Example: referee answer reports/0003.txt --key caesar-key")
@click.argument("report", type=PATH)
@click.option("--key", "key_file", type=PATH, help="Your private key, to sign at the end.")
@charter_option
@click.option("--out", type=PATH, help="Where to write the orders; otherwise orders-RUN.yaml.")
@passphrase_file
@test_seed
@click.pass_context
def answer(
    ctx: click.Context,
    report: Path,
    key_file: Path | None,
    charter_file: Path | None,
    out: Path | None,
    passphrase_file: Path | None,
    test_seed: int | None,
) -> int:
    """Ask you for your orders, one question after the other, and write the order file.

    What can be chosen is offered by number and by name.  Every line is judged at once.  With --key
    the file is signed too.
    """
    from referee.fault import Refused
    from referee.player.answering import Answering, Quit, Talk
    from referee.ruleset import of_game

    sheet, charter = verified(report, charter_file)
    if sheet["seat"] not in sheet["public"]["due"]:
        say("nothing is asked of you now")
        return WAITING
    target = out or Path(f"orders-{sheet['run'] + 1}.yaml")
    try:
        asking = Answering(sheet, charter, of_game(charter.offer), Talk(_ask, err, _fault))
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
    status: int = ctx.invoke(
        sign,
        orders=target,
        key_file=key_file,
        report_file=report,
        charter_file=charter_file,
        passphrase_file=passphrase_file,
        test_seed=test_seed,
        accept="",
    )
    return status


def _ask(prompt: str) -> str:
    """A line from the terminal or a pipe."""
    from referee.player.answering import Quit

    err(prompt, end="")
    line = sys.stdin.readline() if sys.stdin is not None else ""
    if not line:
        raise Quit
    return line.strip()


def _fault(fault: Fault, found: OrderFile) -> None:
    quote = found.document.quote(fault.path) if len(fault.path) > 1 else ""
    err(fault_text("  orders", fault, None, quote))
