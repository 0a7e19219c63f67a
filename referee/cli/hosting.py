"""``referee status``, ``apply`` and ``report``: the host's daily work."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.exit_status import DONE, REFUSED, WAITING
from referee.cli.options import PATH, NoPassphrase, as_json, lower, passphrase_file, unlocked
from referee.cli.output import (
    error,
    fault_data,
    print_faults,
    print_json,
    read_file,
    say,
    tell,
    write_file,
    write_new,
)

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from referee.adjudicate.letters import Letter
    from referee.charter.papers import Charter
    from referee.folder.store import Store
    from referee.host.kept_game import Host


@click.command(epilog="Example: referee status rubicon")
@click.argument("folder", type=PATH)
@as_json
def status(folder: Path, as_json: bool) -> int:
    """Say where the game in FOLDER stands, and who owes orders."""
    from referee.folder.store import Store
    from referee.host.kept_game import Host
    from referee.host.opening import missing_seats

    store, damaged = Store.open(folder), {}
    with store.lock(look=True):
        if not store.has("charter.yaml"):
            missing = missing_seats(store)
            data: dict[str, Any] = {"started": False, "to_join": list(missing)}
            begun = "all have joined, but the start was interrupted; give any join to"
            text = (
                f"still to join: {', '.join(missing)}"
                if missing
                else f"{begun} 'referee admit' again"
            )
            text = f"not started: {text}"
        else:
            host = Host.load(store, every=True)
            _say_all(host)
            damaged = {str(damage): host.remedy(damage) for damage in host.damaged}
            if host.watch.older:
                damaged[host.watch.older] = host.watch.remedy()
            data, text = standing_data(host), standing_text(host)
    if as_json:
        print_json({**data, "damaged": list(damaged)})
    else:
        tell(text)
    for damage, remedy in damaged.items():
        error(damage, remedy)
    return REFUSED if damaged else DONE


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
        here = f"{seats[seat]}'s file is here" if seat in data["here"] else f"{seats[seat]} owes"
        lines.append(f"run {data['run'] + 1}: {here}: {asked}")
    for seat, waiting in data["queues"].items():
        orders = "advance order" if waiting == 1 else "advance orders"
        lines.append(f"{seats[seat]} has {waiting} {orders} in the queue")
    return "\n".join(lines)


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
    from referee.host.applying import beyond
    from referee.host.kept_game import Host

    letters = [Letter(str(path), read_file(path)) for path in orders]
    store = Store.open(folder)
    with store.lock():
        key = store.path("secret", "host-key")
        if key_file is not None:
            _moved(store, key_file, passphrase_file)
        host = Host.load(store, lambda: unlocked(key, passphrase_file), every=not letters)
        _say_all(host)
        if host.watch.unrecorded():
            host.watch.older = beyond(host, letters)
        if accept_backup:
            host.watch.go_on(host.clerk.position)
        host.watch.check()
        whole = False
        try:
            whole = _apply(host, letters)
        finally:
            if as_json:
                print_json(_applied_data(host, letters, whole))
            else:
                _print_applied(host, letters, whole)
        _say_all(host)
    if any(letter.state == "refused" for letter in letters):
        return REFUSED
    return DONE if _runs(host) else WAITING


def _apply(host: Host, letters: Sequence[Letter]) -> bool:
    """Apply letters until the host's key is needed and cannot be had; True if nothing is raised."""
    from referee.host.applying import apply, refuse_rest

    try:
        apply(host, letters)
    except NoPassphrase as trouble:
        say(f"run {host.clerk.position.run + 1} needs the host's key: {trouble.message}")
        refuse_rest(host, letters)
    return True


def _runs(host: Host) -> list[int]:
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


def _say_all(host: Host) -> None:
    """Say, once, what the host should hear."""
    for word in host.said:
        say(word)
    host.said.clear()


def _applied_data(host: Host, letters: Sequence[Letter], whole: bool) -> dict[str, Any]:
    """For a program.  whole: whether nothing went wrong, so that it is known where the game
    stands."""
    return {
        "runs": _runs(host),
        "reports": [str(path) for path in _reports(host)],
        "files": [_letter_data(letter) for letter in letters],
        "standing": standing_data(host) if whole else None,
    }


def _letter_data(letter: Letter) -> dict[str, Any]:
    from referee.adjudicate.letters import line_number

    document = letter.found.document if letter.found else None
    faults = [
        fault_data(f, line_number(letter, f), document.quote(f.path) if document and f.path else "")
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


def _print_applied(host: Host, letters: Sequence[Letter], whole: bool) -> None:
    for letter in letters:
        print_faults(letter.name, letter.faults, letter.found and letter.found.document)
        say(f"{letter.name}: {_STATES[letter.state]}")
    for path in _reports(host):
        tell(path)
    if whole:
        tell(standing_text(host))


def _reports(host: Host) -> list[Path]:
    return [host.report_path(seat, run) for run in _runs(host) for seat in host.charter.seats]


@click.command(epilog="Example: referee report rubicon --seat caesar --run 3")
@click.argument("folder", type=PATH)
@click.option("--seat", callback=lower, required=True, help="Whose report.")
@click.option("--run", type=click.IntRange(0), help="Of which run; otherwise the newest.")
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
    from referee.files.in_file import in_file
    from referee.folder.store import Store
    from referee.host.sent import read_sent
    from referee.report.report_file import read_report, write_json

    store = Store.open(folder)
    with in_file(store.path("charter.yaml")):
        charter = read_charter(store.read("charter.yaml")) if store.has("charter.yaml") else None
    number = _report_number(store, charter.seats[0] if charter and seat == GUEST else seat, run)
    assert charter is not None
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
