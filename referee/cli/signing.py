"""``referee sign``: completes, checks, records and signs an order file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from referee.cli.exit_status import DONE, REFUSED
from referee.cli.options import (
    PATH,
    charter_option,
    lower,
    passphrase_file,
    test_seed,
    unlocked,
    warn_insecure,
    warn_known,
)
from referee.cli.output import print_faults, read_file, say, tell, write_file, write_new
from referee.cli.playing import ask_for_newest, previewed, say_preview, verified

if TYPE_CHECKING:
    from referee.charter.papers import Charter
    from referee.engine.request import Data
    from referee.orders.order_file import OrderFile
    from referee.player.sign_orders import Signing


@click.command(
    epilog="Example: referee sign orders.yaml --key caesar-key --report reports/0003.txt"
)
@click.argument("orders", type=PATH)
@click.option("--key", "key_file", type=PATH, required=True, help="Your private key.")
@click.option("--report", "report_file", type=PATH, required=True, help="Your newest report.")
@charter_option
@click.option(
    "--out", type=PATH, help="Where to write; otherwise ORDERS with .signed before its ending."
)
@click.option("--edition", type=click.IntRange(1), help="Skip ahead to this edition.")
@click.option(
    "--accept",
    default="",
    metavar="HEAD",
    callback=lower,
    help="Accept the story that ends in HEAD.",
)
@click.option("--force", is_flag=True, help="Overwrite a file made by 'sign'.")
@passphrase_file
@test_seed
def sign(
    orders: Path,
    key_file: Path,
    report_file: Path,
    charter_file: Path | None,
    out: Path | None,
    edition: int | None,
    accept: str,
    force: bool,
    passphrase_file: Path | None,
    test_seed: int | None,
) -> int:
    """Complete an order file, check it, sign it and write it to a new file.

    Run, head and link come from your report, which is verified first together with those beside
    it, and from KEYFILE.games, the record of what you have signed.  Names are written in full.
    Orders that would be refused are not signed.
    """
    if str(orders) == "-" and out is None:
        raise click.UsageError("orders from standard input need --out")
    by = Signer(key_file, passphrase_file, test_seed, edition, accept, force)
    return write_signed(orders, report_file, charter_file, out, by)


class Signer(NamedTuple):
    """With which key, and how; previewed: whether the player has seen what the orders will do."""

    key_file: Path
    passphrase_file: Path | None
    test_seed: int | None
    edition: int | None = None
    accept: str = ""
    force: bool = False
    previewed: bool = False


def write_signed(
    orders: Path, report_file: Path, charter_file: Path | None, out: Path | None, by: Signer
) -> int:
    """Sign a draft and write the file; the exit status."""
    from referee.fault import Refused
    from referee.player.sign_orders import Signing
    from referee.record.record_file import held
    from referee.record.signing_rules import Asked
    from referee.record.stamping import stamped, with_file

    sheet, charter = verified(report_file, charter_file, whole=True)
    key = unlocked(by.key_file, by.passphrase_file)

    def told(found: OrderFile) -> None:
        print_faults(str(orders), found.warnings, found.document)
        if not by.previewed:
            say_preview(previewed(orders, found, sheet, charter))

    asked = Asked(by.accept, by.force)
    how = Signing(key, by.edition, by.test_seed, told)
    target = out or orders.with_name(f"{orders.stem}.signed{orders.suffix or '.yaml'}")
    with held(by.key_file) as games:
        _may_write(target, orders, by.force)
        try:
            given = stamped(games, report_file, sheet, charter, asked)
        except Refused as trouble:
            print_faults(str(report_file), trouble.faults)
            return REFUSED
        for word in given.said:
            say(f"warning: {word}")
        if (text := _signed(orders, sheet, charter, how.but(stamp=given.stamp))) is None:
            return REFUSED
        games.keep(with_file(given, text))  # recorded before it can leave this machine
        if by.force:
            write_file(target, text.encode())
        else:
            write_new(target, text.encode(), "choose another name with --out")
    if by.test_seed is not None:
        warn_insecure()
    else:
        warn_known(charter.keys[sheet["seat"]])
    tell(target)
    return DONE


def _signed(orders: Path, sheet: Data, charter: Charter, how: Signing) -> str | None:
    """The signed file; None, after printing why, if it is refused."""
    from referee.fault import Refused
    from referee.player.sign_orders import Found, sign_orders
    from referee.ruleset import of_game

    try:
        return sign_orders(read_file(orders), sheet, charter, of_game(charter.offer), how)
    except Refused as trouble:
        document = trouble.found.document if isinstance(trouble, Found) else None
        print_faults(str(orders), trouble.faults, document)
        say(f"{orders}: refused")
        ask_for_newest(trouble.faults, sheet)
        return None


def _may_write(target: Path, source: Path, force: bool) -> None:
    """Stop unless the signed file may be written there."""
    if not os.path.lexists(target):
        return
    there = f"{target} already exists"
    if source.exists() and target.exists() and target.samefile(source):
        raise click.ClickException(f"{there}; 'sign' never overwrites its input")
    if not force:
        earlier = "it holds what was signed before; replace it with --force"
        raise click.ClickException(f"{there}: {earlier}, or choose another name with --out")
    if not _made_by_sign(target):
        raise click.ClickException(f"{there}, and 'sign' did not make it; move it away")


def _made_by_sign(path: Path) -> bool:
    """Whether a file is a signed order file."""
    from referee.fault import Refused
    from referee.orders.order_file import read_orders

    if not path.is_file():
        return False
    try:
        file = read_orders(read_file(path))
    except Refused:
        return False
    return file.tree.get("kind") == "orders" and file.signature is not None
