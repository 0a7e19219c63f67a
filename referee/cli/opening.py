"""``referee new``, ``join`` and ``admit``: from an offer to the first reports."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.corrections import corrected, corrections_option, say_corrections
from referee.cli.options import PATH, F, lower, passphrase_file, test_seed, unlocked, warn_insecure
from referee.cli.output import error, print_faults, read_file, say, tell, write_new
from referee.cli.status import DONE, REFUSED, WAITING


def _options(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    pairs = [value.partition("=") for value in values]
    for name, equals, _ in pairs:
        if not equals:
            raise click.BadParameter(f"write {name}=VALUE")
    return {name: value for name, _, value in pairs}


def rule_options(command: F) -> F:
    """``--scenario`` and ``--option``: which game of a ruleset is played."""
    option = click.option(
        "--option",
        "options",
        multiple=True,
        metavar="K=V",
        callback=_options,
        help="A choice of rules; may be given again.",
    )
    scenario = click.option("--scenario", help="Which way to play; 'rulesets show' lists them.")
    return scenario(option(command))


@click.command(epilog="Example: referee new julius-caesar rubicon --key host-key --scenario land")
@click.argument("ruleset")
@click.argument("folder", type=PATH)
@click.option("--key", "key_file", type=PATH, required=True, help="The host's private key.")
@click.option("--name", help="What to call the game; the folder's name if not given.")
@rule_options
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
    passphrase_file: Path | None,
    test_seed: int | None,
) -> None:
    """Open a game: make FOLDER, and in it the offer to send to the players.

    The folder keeps a copy of the host's key file and, later, everything that is hidden: it is
    readable by its owner alone.
    """
    from referee.desk.opening import new_game

    if test_seed is not None:
        warn_insecure()
    rules, key = corrected(ruleset, corrections_file), unlocked(key_file, passphrase_file)
    title = name or folder.name
    offer = new_game(rules, folder, key, read_file(key_file), title, scenario, options, test_seed)
    for notice in offer.get("notice", []):
        say(f"notice: {notice}")
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
@click.option("--out", type=PATH, required=True, help="Where to write the join.")
@passphrase_file
@test_seed
def join(
    offer: Path,
    seat: str,
    key_file: Path,
    out: Path,
    passphrase_file: Path | None,
    test_seed: int | None,
) -> int:
    """Answer OFFER by taking a seat; send the file that this writes to the host.

    Says first what is offered: game, scenario and options.
    """
    from referee.desk.opening import good_offer, make_join, offered
    from referee.engine.fault import Refused
    from referee.post.write_yaml import emit
    from referee.ruleset import of_game

    key = unlocked(key_file, passphrase_file)
    try:
        good = good_offer(read_file(offer))
        tree = make_join(good, seat, key, test_seed is not None)
    except Refused as trouble:
        print_faults(str(offer), trouble.faults)
        return REFUSED
    if "insecure" in tree or "insecure" in good:
        warn_insecure()
    write_new(out, emit(tree).encode(), "name another with --out")
    for line in offered(good):
        say(line)
    say_corrections(of_game(good))
    tell(out)
    say(f"a join for the seat {tree['seat']} of {offer}; send it to the host, who admits it")
    return DONE


@click.command(epilog="Example: referee admit rubicon caesar-join.yaml pompey-join.yaml")
@click.argument("folder", type=PATH)
@click.argument("joins", type=PATH, nargs=-1, required=True, metavar="JOIN...")
@passphrase_file
def admit(folder: Path, joins: tuple[Path, ...], passphrase_file: Path | None) -> int:
    """Take joins into the game in FOLDER.

    With the last seat the game starts: FOLDER/charter.yaml binds everybody, and each seat has its
    report 0.
    """
    from referee.desk.opening import missing_seats
    from referee.store import Store

    store = Store.open(folder)
    with store.lock():
        if store.has("charter.yaml"):
            return _started_already(store, passphrase_file)
        refused = [path for path in joins if not _admitted(store, path)]
        if missing := missing_seats(store):
            say(f"still to join: {', '.join(missing)}")
            return REFUSED if refused else WAITING
        _start(store, passphrase_file)
    return REFUSED if refused else DONE


def _admitted(store: object, path: Path) -> bool:
    from referee.desk.opening import admit_join
    from referee.engine.fault import Refused
    from referee.post.keys import fingerprint
    from referee.store import Store

    assert isinstance(store, Store)
    try:
        join = admit_join(store, read_file(path))
    except Refused as trouble:
        print_faults(str(path), trouble.faults)
        return False
    say(f"{path}: {join['seat']} has joined, with the key {fingerprint(join['key'])}")
    return True


def _started_already(store: object, passphrase_file: Path | None) -> int:
    """Complete a start that was interrupted; else say that it is over."""
    from referee.store import Store

    assert isinstance(store, Store)
    if not store.has("checkpoint-0"):
        _start(store, passphrase_file)
        return DONE
    error("the game has started; nobody can join any more")
    return REFUSED


def _start(store: object, passphrase_file: Path | None) -> None:
    from referee.desk.host import Host
    from referee.desk.opening import make_charter
    from referee.post.write_yaml import emit
    from referee.store import Store

    assert isinstance(store, Store)
    key = unlocked(store.path("secret", "host-key"), passphrase_file)
    if not store.has("charter.yaml"):
        charter = make_charter(store, key)
        assert charter is not None
        store.write(emit(charter.tree).encode(), "charter.yaml")
    host = Host.load(store, lambda: key)
    tell(store.path("charter.yaml"))
    for seat in host.charter.seats:
        tell(host.report_path(seat, 0))
    say("the game has started: send each player the charter and report 0 of their seat")
