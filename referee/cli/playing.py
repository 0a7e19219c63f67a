"""``referee orders``, ``check`` and ``canon``: a player's orders, before ``sign``."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.exit_status import DONE, REFUSED
from referee.cli.options import (
    PATH,
    as_json,
    charter_option,
    find_charter,
    lower,
)
from referee.cli.output import (
    MAIL_HINT,
    error,
    fault_data,
    print_faults,
    print_json,
    read_file,
    refused,
    say,
    tell,
    tell_bytes,
    write_new,
)
from referee.fault import WARNING

if TYPE_CHECKING:
    from referee.charter.papers import Charter
    from referee.engine.request import Data
    from referee.fault import Fault
    from referee.host.kept_game import Host
    from referee.orders.order_file import OrderFile


@click.command(epilog="Example: referee orders --report reports/0003.txt > orders.yaml")
@click.argument("folder", type=PATH, required=False)
@click.option("--seat", callback=lower, help="Whose orders (with FOLDER).")
@click.option("--report", "report_file", type=PATH, help="Your newest report (instead of FOLDER).")
@charter_option
@click.option("--out", type=PATH, help="Write to this new file instead of printing.")
def orders(
    folder: Path | None,
    seat: str | None,
    report_file: Path | None,
    charter_file: Path | None,
    out: Path | None,
) -> None:
    """Print a template for the orders that are due, to edit and sign.

    Players give --report; the host gives FOLDER and --seat.
    """
    from referee.fault import Refused

    if report_file is not None and (folder is not None or seat is not None):
        raise click.UsageError("give FOLDER and --seat, or --report, but not both")
    try:
        if report_file is not None:
            lines, due, run = _player_template(report_file, charter_file)
        elif folder is not None and seat is not None:
            lines, due, run = _host_template(folder, seat)
        else:
            raise click.UsageError("give FOLDER and --seat, or --report")
    except Refused as trouble:
        print_faults(str(report_file or folder), trouble.faults)
        raise click.exceptions.Exit(REFUSED) from None
    none = [] if due else [f"# nothing is asked of you for run {run}"]
    whole = ["referee: 1", *none, *lines, "# note: a message to the other players, if you like"]
    if out is None:
        tell("\n".join(whole))
    else:
        write_new(out, ("\n".join(whole) + "\n").encode(), "choose another name with --out")
        tell(out)


def _player_template(report_file: Path, charter_file: Path | None) -> tuple[list[str], bool, int]:
    """The lines of a template, whether its seat is due, and for which run; raises Refused."""
    from referee.player.sign_orders import template_by
    from referee.ruleset import of_game

    sheet, charter = verified(report_file, charter_file)
    _warn_of_newer(report_file)
    lines = template_by(sheet, of_game(charter.offer))
    return lines, sheet["seat"] in sheet["public"]["due"], sheet["run"] + 1


def _host_template(folder: Path, seat: str) -> tuple[list[str], bool, int]:
    """The same for the host."""
    from referee.fault import Refused
    from referee.orders.examine import OVER
    from referee.report.template import empty, template

    with opened(folder) as host:
        if seat not in host.charter.seats:
            raise click.BadParameter(f"no seat {seat!r} in this game", param_hint="--seat")
        if host.clerk.position.over:
            raise Refused([OVER])
        position = host.clerk.position
        view = host.clerk.game.view(seat)
        own = {"standing": host.clerk.inbox.set_in_force(seat)}
        state = {"public": view.public, "own": view.own}
        sheet = {"seat": seat, "own": own, "state": state}
        asked = [one for one in host.clerk.game.open_requests() if one.seat == seat]
        lines = empty(sheet, host.ruleset)
        if asked:
            lines = template(asked[0], host.ruleset, sheet, also=asked[1:])
        return lines, seat in position.due, position.run + 1


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[Host]:
    """A game folder to look at, locked for that time."""
    from referee.folder.store import Store
    from referee.host.kept_game import Host

    store = Store.open(folder)
    with store.lock(look=True):
        yield Host.load(store)


def verified(
    report_file: Path, charter_file: Path | None, whole: bool = False
) -> tuple[Data, Charter]:
    """A report's sheet and its charter.

    whole: verify all of it; otherwise only that the host has signed this block for this game.
    Raises Exit, after printing why, if it is refused."""
    from referee.fault import Refused
    from referee.report.report_file import read_report
    from referee.ruleset import of_game
    from referee.verify.report.verify import RULES, other_wording, verify, verify_block

    charter = find_charter(charter_file, report_file)
    try:
        report = read_report(read_file(report_file))
    except Refused as trouble:
        print_faults(str(report_file), trouble.faults)
        say(MAIL_HINT)
        raise click.exceptions.Exit(REFUSED) from None
    if report.outside:
        say(f"{report_file}: ignored, since it is not part of the report: {report.outside}")
    findings = (
        verify(report, charter, of_game(charter.offer)) if whole else verify_block(report, charter)
    )
    if findings and all(finding.place == RULES for finding in findings):
        error(f"{report_file}: {findings[0].reason}", "install that version to use this report")
        raise click.exceptions.Exit(REFUSED)
    for finding in findings:
        say(f"{report_file}: {finding}")
    if findings:
        say(f"error: {report_file} is not verified")
        say(MAIL_HINT)
        raise click.exceptions.Exit(REFUSED)
    if whole and (version := other_wording(report.sheet)):
        what = "so its text was not compared with its signed block"
        say(f"{report_file}: worded by version {version} of the program, {what}")
    return report.sheet, charter


def _warn_of_newer(report_file: Path) -> None:
    """Warn if there is a newer report beside this one."""
    from referee.record.report_names import newest

    if (newer := newest(report_file)) is not None:
        say(f"warning: {newer.name} is newer; use that report")


def ask_for_newest(faults: Sequence[Fault], sheet: Data) -> None:
    """Orders that are out of turn may have been judged by an old report."""
    from referee.fault import OUT_OF_TURN

    if any(fault.answer == OUT_OF_TURN and not fault.rule for fault in faults):
        say(f"hint: is report {sheet['number']}, for run {sheet['run'] + 1}, your newest one?")


@click.command(epilog="Example: referee check orders.yaml --report reports/0003.txt")
@click.argument("orders", type=PATH)
@click.option("--game", "folder", type=PATH, help="The game folder, if you are the host.")
@click.option("--report", "report_file", type=PATH, help="Your newest report.")
@click.option(
    "--key", "key_file", type=PATH, help="Your private key, to look up what you have signed."
)
@charter_option
@as_json
def check(
    orders: Path,
    folder: Path | None,
    report_file: Path | None,
    key_file: Path | None,
    charter_file: Path | None,
    as_json: bool,
) -> int:
    """Check ORDERS as 'apply' would, without changing anything.

    The file need not be signed.  Without --report or --game only its form is checked.  With --key,
    this warns of anything that would stop 'sign'; it needs no passphrase.
    """
    from referee.fault import Refused

    if folder and report_file:
        raise click.UsageError("give --game or --report, but not both")
    if key_file and not report_file:
        raise click.UsageError("--key needs --report")
    raw = read_file(orders)
    sheet, charter = verified(report_file, charter_file) if report_file else (None, None)
    if report_file and sheet and charter:
        _warn_of_record(key_file, report_file, sheet, charter)
    try:
        found, depth = _examined(raw, folder, sheet, charter)
    except Refused as trouble:
        if trouble.name:
            raise  # the fault is in a file of the folder, not in the one that was given
        depth = "host" if folder else "report" if report_file else "form"
        _print_check(orders, trouble.faults, None, depth, as_json)
        return REFUSED
    faults = found.in_order()
    ahead = previewed(orders, found, sheet, charter) if sheet and charter else []
    _print_check(orders, faults, found, depth, as_json, ahead)
    if sheet is not None:
        ask_for_newest(faults, sheet)
    return REFUSED if refused(faults) else DONE


def _warn_of_record(
    key_file: Path | None, report_file: Path, sheet: Data, charter: Charter
) -> None:
    """Warn of what would stop 'sign'; without a key, of what file names show."""
    from referee.record.report_names import gap

    if key_file is None:
        _warn_of_newer(report_file)
        if missing := gap(report_file):
            say(f"warning: {missing}; 'sign' may need all of them")
        return
    from referee.fault import Refused
    from referee.record.record_file import Games, games
    from referee.record.stamping import stamped

    read_file(key_file)  # a mistyped name would have no record either
    try:
        said = stamped(Games(games(key_file)), report_file, sheet, charter).said
    except Refused as trouble:
        print_faults(str(report_file), [f._replace(answer=WARNING) for f in trouble.faults])
        return
    for word in said:
        say(f"warning: {word}")


def _examined(
    raw: bytes, folder: Path | None, sheet: Data | None, charter: Charter | None
) -> tuple[OrderFile, str]:
    """The file, judged by what is given, and how thoroughly: by the host, a report or its form."""
    from referee.orders.order_file import read_orders

    draft = read_orders(raw).signature is None
    if folder is not None:
        from referee.adjudicate.letters import Letter
        from referee.host.applying import lies_here

        with opened(folder) as host:
            letter = Letter("", raw)
            if lies_here(host, letter):
                say("this file has already been accepted")
                return read_orders(raw), "host"
            host.clerk.judge_letter(letter, draft)
            assert letter.found is not None
            return letter.found, "host"
    if sheet is not None and charter is not None:
        from referee.player.sign_orders import judge_by_report

        return judge_by_report(raw, sheet, charter, draft), "report"
    return read_orders(raw), "form"


def previewed(path: Path, found: OrderFile, sheet: Data, charter: Charter) -> list[str]:
    """What the orders of the file will do, in lines, by a report; a position on which the rules
    fail is only warned of: it was no reason to refuse the file."""
    from referee.fault import Refused
    from referee.player.foretelling import foretold
    from referee.ruleset import of_game

    try:
        return foretold(found, sheet, of_game(charter.offer))
    except Refused as trouble:
        print_faults(str(path), [f._replace(answer=WARNING) for f in trouble.faults])
        return []


def say_preview(lines: Sequence[str]) -> None:
    """Print what orders will do."""
    for line in ("what your orders will do:", *(f"  {line}" for line in lines)) if lines else ():
        say(line)


def _print_check(
    path: Path,
    faults: Sequence[Fault],
    found: OrderFile | None,
    depth: str,
    as_json: bool,
    ahead: Sequence[str] = (),
) -> None:
    document = found.document if found else None
    signed = found is not None and found.signature is not None
    good = not refused(faults)
    if as_json:
        print_json(
            {"file": str(path), "good": good, "checked": depth, "signed": signed}
            | {"faults": [_data(fault, document) for fault in faults], "preview": [*ahead]}
        )
        return
    print_faults(str(path), faults, document)
    say_preview(ahead)
    if depth == "form":
        say("only the form was checked; give --report or --game to check the orders")
    elif good and found is not None:
        _say_what_is_left(found)
    tell(f"{path}: {'good' if good else 'refused'}")


def _say_what_is_left(found: OrderFile) -> None:
    """What a good file still needs, and what could not be checked yet."""
    for line in _without_end(found):
        say(line)
    if found.coming:
        say("advance orders were read; they are judged again when they are used")
    if found.signature is None:
        say("not signed yet; sign it with 'referee sign'")


def _without_end(found: OrderFile) -> list[str]:
    """A line about advance orders of a draft that name no end, if there are any."""
    from referee.kit.lines import listed

    raw = found.tree.get("next", [])
    open_ = [one for one in found.coming if "until" not in raw[one["number"] - 1]]
    if not open_:
        return []
    named = listed(str(one["number"]) for one in open_)
    end = f"to the end of turn {open_[0]['until']}"
    if len(open_) == 1:
        return [f"advance order {named} has no 'until': it waits {end}"]
    return [f"advance orders {named} have no 'until': they wait {end}"]


def _data(fault: Fault, document: Any) -> dict[str, Any]:
    has_place = document is not None and bool(fault.path)
    line = document.line(fault.path) if has_place else None
    return fault_data(fault, line, document.quote(fault.path) if has_place else "")


@click.command(epilog="Example: referee canon orders.signed.yaml > header")
@click.argument("orders", type=PATH)
@click.option("--out", type=PATH, help="Write to this new file instead of printing.")
def canon(orders: Path, out: Path | None) -> int:
    """Print the bytes that the signature of ORDERS covers, and nothing else.

    They are for ssh-keygen to verify: see referee-orders(5).
    """
    from referee.fault import Refused
    from referee.orders.order_file import read_orders

    try:
        file = read_orders(read_file(orders))
    except Refused as trouble:
        print_faults(str(orders), trouble.faults)
        return REFUSED
    if file.faults:
        print_faults(str(orders), file.faults, file.document)
        return REFUSED
    if out is None:
        tell_bytes(file.header_bytes())
    else:
        write_new(out, file.header_bytes(), "choose another name with --out")
    return DONE
