"""``referee apply`` and ``report``: the host's daily work."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.exit_status import DONE, REFUSED, WAITING
from referee.cli.options import (
    PATH,
    NoPassphrase,
    as_json,
    lower,
    passphrase_file,
    unlocked,
    unlocking,
)
from referee.cli.output import (
    fault_data,
    print_faults,
    print_json,
    read_file,
    say,
    tell,
    write_file,
    write_new,
)
from referee.cli.status import say_all, standing_data, standing_text

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from referee.adjudicate.letters import Letter
    from referee.charter.papers import Charter
    from referee.folder.store import Store
    from referee.host.kept_game import Host


@click.command(epilog="Example: referee apply rubicon caesar-0001.yaml pompey-0001.yaml")
@click.argument("folder", type=PATH)
@click.argument("orders", type=PATH, nargs=-1, metavar="[ORDERS]...")
@click.option("--accept-backup", is_flag=True, help="Continue from an old copy of the folder.")
@click.option("--key", "key_file", type=PATH, help="Where your private key is now.")
@passphrase_file
@as_json
def apply(
    folder: Path,
    orders: tuple[Path, ...],
    accept_backup: bool,
    key_file: Path | None,
    passphrase_file: Path | None,
    as_json: bool,
) -> int:
    """Take in order files and play until someone must be asked.

    A file with faults is refused, with every reason; the others still count.  A run is made as
    soon as every seat that is due has sent its file, and writes a report for each seat.  Without
    files, this completes an interrupted run.  An old copy of the folder makes no runs.
    """
    from referee.adjudicate.letters import Letter
    from referee.folder.store import Store

    letters = [Letter(str(path), read_file(path)) for path in orders]
    store = Store.open(folder)
    with store.lock():
        if key_file is not None:
            _moved(store, key_file, passphrase_file)
        host = to_play(store, letters, passphrase_file, accept_backup)
        whole = False
        try:
            whole = apply_letters(host, letters)
        finally:
            if as_json:
                print_json(applied_data(host, letters, whole))
            else:
                print_applied(host, letters, whole)
        say_all(host)
    if any(letter.state == "refused" for letter in letters):
        return REFUSED
    return DONE if runs_of(host) else WAITING


def to_play(
    store: Store, letters: Sequence[Letter], passphrase_file: Path | None, accept_backup: bool
) -> Host:
    """The game of a folder that is locked, ready to take in these files.

    Raises as `Host.load`, and StoreTrouble if the folder is an old copy."""
    from referee.host.applying import beyond
    from referee.host.kept_game import Host

    key = store.path("secret", "host-key")
    host = Host.load(store, unlocking(key, passphrase_file), every=not letters)
    say_all(host)
    if host.watch.unrecorded():
        host.watch.older = beyond(host, letters)
    if accept_backup:
        host.watch.go_on(host.clerk.position)
    host.watch.check()
    return host


def apply_letters(host: Host, letters: Sequence[Letter]) -> bool:
    """Apply letters until the host's key is needed and cannot be had; True if nothing is raised."""
    from referee.host.applying import apply, refuse_rest

    try:
        apply(host, letters)
    except NoPassphrase as trouble:
        say(f"run {host.clerk.position.run + 1} needs the host's key: {trouble.message}")
        refuse_rest(host, letters)
    return True


def runs_of(host: Host) -> list[int]:
    """The runs whose reports are new."""
    return [*host.recovered, *host.made]


def _moved(store: Store, key_file: Path, passphrase_file: Path | None) -> None:
    """Note in the folder where the host's key, and with it the host's record, is now."""
    from referee.charter.secrets import holds
    from referee.host.opening import read_offer
    from referee.record.host_record import PLACE, place_of
    from referee.record.record_file import games

    if not holds(unlocked(key_file, passphrase_file), read_offer(store)["key"]):
        raise click.BadParameter(f"{key_file} is not the key of this game's host")
    store.write(place_of(games(key_file), store.root), *PLACE)


def applied_data(host: Host, letters: Sequence[Letter], whole: bool) -> dict[str, Any]:
    """For a program.  whole: whether nothing went wrong, so that it is known where the game
    stands."""
    return {
        "runs": runs_of(host),
        "reports": [str(path) for path in _reports(host)],
        "files": [_letter_data(letter) for letter in letters],
        "standing": standing_data(host) if whole else None,
    }


def _letter_data(letter: Letter) -> dict[str, Any]:
    document = letter.found.document if letter.found else None
    faults = [
        fault_data(f, letter.line(f), document.quote(f.path) if document and f.path else "")
        for f in letter.faults
    ]
    return {"file": letter.name, "state": letter.state, "faults": faults}


#: what became of a file, by its state
_STATES = {
    "accepted": "accepted",
    "known": "already accepted",
    "refused": "refused",
    "new": "not accepted",
}


def print_applied(host: Host, letters: Sequence[Letter], whole: bool, reports: bool = True) -> None:
    """Say what became of each file, where the new reports are, and where the game stands."""
    for letter in letters:
        print_faults(letter.name, letter.faults, letter.found and letter.found.document)
        say(f"{letter.name}: {_STATES[letter.state]}")
    for path in _reports(host) if reports else ():
        tell(path)
    if whole:
        tell(standing_text(host))


def _reports(host: Host) -> list[Path]:
    return [host.report_path(seat, run) for run in runs_of(host) for seat in host.charter.seats]


@click.command(epilog="Example: referee report rubicon --seat caesar --run 3")
@click.argument("folder", type=PATH)
@click.option("--seat", callback=lower, required=True, help="Whose report.")
@click.option("--run", type=click.IntRange(0), help="Of which run; otherwise the newest.")
@click.option(
    "--delay",
    type=click.IntRange(0),
    metavar="N",
    help="For a guest: the newest report that is N game turns old.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="As sent, or as JSON.",
)
@click.option("--out", type=PATH, help="Write to this new file instead of printing.")
@click.option("--force", is_flag=True, help="Let --out replace a file.")
@passphrase_file
def report(
    folder: Path,
    seat: str,
    run: int | None,
    delay: int | None,
    form: str,
    out: Path | None,
    force: bool,
    passphrase_file: Path | None,
) -> None:
    """Print the report of a seat, as it was sent.

    With --seat guest, print a report for guests, signed now: it shows only what everyone may know.
    """
    from referee.charter.papers import read_charter
    from referee.engine.request import GUEST
    from referee.fault import in_file
    from referee.folder.store import Store
    from referee.host.sent import read_sent
    from referee.report.report_file import read_report, write_json

    store = Store.open(folder)
    with in_file(store.path("charter.yaml")):
        charter = read_charter(store.read("charter.yaml")) if store.has("charter.yaml") else None
    number = _report_number(store, charter.seats[0] if charter and seat == GUEST else seat, run)
    assert charter is not None
    if delay is not None:
        if seat != GUEST or run is not None:
            raise click.UsageError("--delay is for --seat guest without --run")
        number = _delayed(store, charter, number, delay)
    if seat == GUEST:
        key = unlocked(store.path("secret", "host-key"), passphrase_file)
        raw = _for_a_guest(store, charter, number, key)
        file = read_report(raw)
    else:
        raw, file = read_sent(store, charter, seat, number)
    text = raw.decode()
    if form == "json":
        text = write_json(file.text, file.sheet, file.signature) + "\n"
    if out is None:
        tell(text, end="")
        return
    if force:
        write_file(out, text.encode())
    else:
        write_new(out, text.encode(), "choose another name, or give --force")
    tell(out)


def _for_a_guest(store: Store, charter: Charter, number: int, key: Ed25519PrivateKey) -> bytes:
    from referee.host.guest import guest_report
    from referee.playable import OtherRules

    try:
        return guest_report(store, charter, number, key)
    except OtherRules as trouble:
        raise click.ClickException(f"{trouble.reason}; install {trouble.version}") from None


def _delayed(store: Store, charter: Charter, newest: int, turns: int) -> int:
    """The number of the newest report from so many game turns ago, 0 if the game is younger."""
    from referee.host.sent import read_sent
    from referee.ruleset import of_game

    calendar = of_game(charter.offer).calendar

    def place(number: int) -> int:
        _, file = read_sent(store, charter, charter.seats[0], number)
        return calendar.place(calendar.turn(file.sheet["state"]["public"]))

    last = place(newest) - turns
    return next((n for n in range(newest, -1, -1) if place(n) <= last), 0)


def _report_number(store: Store, seat: str, run: int | None) -> int:
    """The number of the report that is wanted, which exists."""
    if not store.has("charter.yaml"):
        raise click.ClickException("the game has not started; admit the joins with 'referee admit'")
    if "/" in seat or "\\" in seat or not store.has("reports", seat):
        raise click.BadParameter(f"there are no reports for a seat {seat!r}", param_hint="--seat")
    names = [name.removesuffix(".txt") for name in store.names("reports", seat)]
    found = [int(name) for name in names if name.isdecimal()]
    wanted = max(found, default=0) if run is None else run
    if wanted not in found:
        raise click.BadParameter(f"there is no report {wanted}", param_hint="--run")
    return wanted
