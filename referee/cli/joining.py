"""``referee new``, ``join`` and ``admit``: from an offer to the first reports."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.correcting import corrected, corrections_option, say_corrections
from referee.cli.exit_status import DONE, REFUSED, WAITING
from referee.cli.options import (
    PATH,
    F,
    NoPassphrase,
    lower,
    passphrase_file,
    test_seed,
    unlocked,
    warn_insecure,
    warn_known,
)
from referee.cli.output import error, print_faults, read_file, say, tell, write_new

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from referee.charter.paper_shapes import Tree


def _options(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    pairs = [value.partition("=") for value in values]
    for name, equals, _ in pairs:
        if not equals:
            raise click.BadParameter(f"write it as {name}=VALUE")
    return {name: value for name, _, value in pairs}


def rule_options(command: F) -> F:
    """``--scenario`` and ``--option``: which variant of a game is played."""
    option = click.option(
        "--option",
        "options",
        multiple=True,
        metavar="K=V",
        callback=_options,
        help="Set an option of the game; repeatable.",
    )
    scenario = click.option("--scenario", help="The scenario; 'rulesets show' lists them.")
    return scenario(option(command))


@click.command(epilog="Example: referee new julius-caesar rubicon --key host-key --scenario land")
@click.argument("ruleset")
@click.argument("folder", type=PATH)
@click.option("--key", "key_file", type=PATH, required=True, help="The host's private key.")
@click.option("--name", help="What to call the game; otherwise the folder's name.")
@rule_options
@click.option(
    "--links",
    type=click.Choice(["asked", "turn"]),
    default="asked",
    help="Who is due: those who are asked, or also everyone at the start of each game turn.",
)
@corrections_option
@passphrase_file
@test_seed
def new(
    ruleset: str,
    folder: Path,
    key_file: Path,
    name: str | None,
    corrections_file: Path | None,
    scenario: str | None,
    options: dict[str, str],
    links: str,
    passphrase_file: Path | None,
    test_seed: int | None,
) -> None:
    """Open a game: make FOLDER, with an offer to send to the players.

    FOLDER keeps a copy of your key file and, later, everything that is hidden, so only you can
    read it.
    """
    from referee.gamedata.data import certainty
    from referee.host.opening import new_game
    from referee.proof.keys import public_line
    from referee.record.record_file import games

    if test_seed is not None:
        warn_insecure()
    rules, key = corrected(ruleset, corrections_file), unlocked(key_file, passphrase_file)
    if test_seed is None:
        warn_known(public_line(key))
    title = name or folder.name
    raw, records = read_file(key_file), games(key_file)
    offer = new_game(rules, folder, key, raw, title, scenario, options, test_seed, records, links)
    for notice in offer.get("notice", []):
        say(f"notice: {notice}")
    if told := certainty(rules.origins()):
        say(f"the game's data: {told}; owners can correct them (referee-corrections(5))")
    say_corrections(rules)
    tell(folder / "offer.yaml")
    say(
        f"send it to the players; each answers with: referee join offer.yaml --seat SEAT ... "
        f"(seats: {', '.join(offer['seats'])})"
    )


@click.command(
    epilog="Example: referee join offer.yaml --seat caesar --key caesar-key --out caesar-join.yaml"
)
@click.argument("offer", type=PATH)
@click.option("--seat", callback=lower, required=True, help="The seat to take.")
@click.option("--key", "key_file", type=PATH, required=True, help="Your private key.")
@click.option(
    "--standing",
    help="The ready-made set of standing orders to begin with; 'rulesets show' lists them.",
)
@click.option("--out", type=PATH, help="Where to write the join; otherwise SEAT-join.yaml.")
@passphrase_file
@test_seed
def join(
    offer: Path,
    seat: str,
    key_file: Path,
    standing: str | None,
    out: Path | None,
    passphrase_file: Path | None,
    test_seed: int | None,
) -> int:
    """Take a seat in the game of OFFER; mail the file that this writes to the host.

    It also prints what is offered: game, scenario and options.
    """
    from referee.charter.papers import read_paper
    from referee.fault import Refused
    from referee.host.opening import good_offer, offered
    from referee.orders.standing_list import sets_of
    from referee.ruleset import of_game

    key = unlocked(key_file, passphrase_file)
    try:
        good = good_offer(read_file(offer))
        text = _recorded_join(good, seat, key_file, key, test_seed is not None, standing)
    except Refused as trouble:
        print_faults(str(offer), trouble.faults)
        return REFUSED
    tree = read_paper(text.encode(), "join")
    if "insecure" in tree or "insecure" in good:
        warn_insecure()
    else:
        warn_known(tree["key"], good["key"])
    target = out or Path(f"{tree['seat']}-join.yaml")
    write_new(target, text.encode(), "choose another name with --out")
    for line in offered(good):
        say(line)
    say_corrections(of_game(good))
    say(f"standing orders {tree['standing']}: {sets_of(of_game(good))[tree['standing']].meaning}")
    tell(target)
    say(f"this is your join for the seat {tree['seat']} of {offer}; mail it to the host")
    return DONE


def _recorded_join(
    offer: Tree,
    seat: str,
    key_file: Path,
    key: Ed25519PrivateKey,
    insecure: bool,
    standing: str | None,
) -> str:
    """The text of the join for an offer, kept in the signer's record; the earlier one, if there is
    one.  Raises as `make_join`, and Refused for an offer that may not be joined, or was joined
    before with other standing orders."""
    from referee.charter.papers import unsigned
    from referee.files.write_yaml import emit
    from referee.host.opening import check_same_set, make_join, set_named
    from referee.proof.canonical import digest
    from referee.record.record_file import held
    from referee.record.signer_record import Record
    from referee.record.signing_rules import join_again
    from referee.ruleset import of_game

    host, gid, answered = offer["key"], offer["gid"], digest(unsigned(offer))
    with held(key_file) as games:
        if known := join_again(games.records(host, gid), seat, answered):
            named = standing and set_named(of_game(offer), standing)
            check_same_set(known, named)
            say("you have already joined with this key: this is the same join again")
            return known
        join = emit(make_join(offer, seat, key, insecure, standing))
        record = games.record(host, gid, seat) or Record(host, gid, seat)
        games.keep(record._replace(offer=answered, join=join))
    return join


@click.command(epilog="Example: referee admit rubicon caesar-join.yaml pompey-join.yaml")
@click.argument("folder", type=PATH)
@click.argument("joins", type=PATH, nargs=-1, required=True, metavar="JOIN...")
@passphrase_file
def admit(folder: Path, joins: tuple[Path, ...], passphrase_file: Path | None) -> int:
    """Admit players to the game in FOLDER.

    The last join starts the game: this writes FOLDER/charter.yaml, which binds everyone, and report
    0 for each seat.
    """
    from referee.folder.store import Store
    from referee.host.opening import missing_seats

    store = Store.open(folder)
    with store.lock():
        if store.has("charter.yaml"):
            return _started_already(store, passphrase_file)
        refused = [path for path in joins if not admitted(store, str(path), read_file(path))]
        if missing := missing_seats(store):
            say(f"still to join: {', '.join(missing)}")
            return REFUSED if refused else WAITING
        begun = started(store, passphrase_file)
    return REFUSED if refused else DONE if begun else WAITING


def started(store: object, passphrase_file: Path | None, told: bool = True) -> bool:
    """Start the game; False if the passphrase of the host's key cannot be had."""
    try:
        _start(store, passphrase_file, told)
    except NoPassphrase as trouble:
        say(f"all have joined; to start, the game needs the host's key: {trouble.message}")
        return False
    return True


def admitted(store: object, name: str, raw: bytes) -> bool:
    """Admit the join in a file of this name; False, after printing why, if it is refused."""
    from referee.fault import Refused
    from referee.folder.store import Store
    from referee.host.opening import admit_join
    from referee.proof.keys import fingerprint

    assert isinstance(store, Store)
    try:
        join = admit_join(store, raw)
    except Refused as trouble:
        if trouble.name:
            raise  # the fault is in a file of the folder, not in the one that was given
        print_faults(name, trouble.faults)
        return False
    say(f"{name}: {join['seat']} has joined, with the key {fingerprint(join['key'])}")
    if "insecure" not in join:
        warn_known(join["key"])
    return True


def _started_already(store: object, passphrase_file: Path | None) -> int:
    """Complete a start that was interrupted; otherwise say that the game has started."""
    from referee.folder.store import Store

    assert isinstance(store, Store)
    if not store.has("checkpoint-0"):
        return DONE if started(store, passphrase_file) else WAITING
    error("the game has started; nobody else can join")
    return REFUSED


def _start(store: object, passphrase_file: Path | None, told: bool) -> None:
    from referee.files.write_yaml import emit
    from referee.folder.store import Store
    from referee.host.kept_game import Host
    from referee.host.opening import make_charter

    assert isinstance(store, Store)
    key = unlocked(store.path("secret", "host-key"), passphrase_file)
    if not store.has("charter.yaml"):
        charter = make_charter(store, key)
        assert charter is not None
        store.write(emit(charter.tree).encode(), "charter.yaml")
    host = Host.load(store, lambda: key)
    if not told:
        return
    tell(store.path("charter.yaml"))
    for seat in host.charter.seats:
        tell(host.report_path(seat, 0))
    say("the game has started: mail each player the charter and report 0 of their seat")
