"""``referee take``: everything that has come for a host's games, in one command."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.exit_status import DONE, FAILED, REFUSED, WAITING
from referee.cli.hosting import (
    applied_data,
    apply_letters,
    print_applied,
    runs_of,
    to_play,
)
from referee.cli.joining import admitted, started
from referee.cli.options import PATH, as_json, passphrase_file
from referee.cli.output import (
    error,
    explain,
    fault_data,
    print_faults,
    print_json,
    read_file,
    say,
    tell,
)
from referee.cli.status import say_all

if TYPE_CHECKING:
    from referee.files.mails import Piece
    from referee.host.kept_game import Host
    from referee.host.mail_sorting import Game, Stray


@click.command(epilog="Example: referee take inbox/ --games games/")
@click.argument("files", type=PATH, nargs=-1, metavar="[FILE]...")
@click.option(
    "--games",
    "places",
    type=PATH,
    multiple=True,
    metavar="DIR",
    default=(Path(),),
    show_default=True,
    help="A game folder, or a folder of game folders; repeatable.",
)
@passphrase_file
@as_json
def take(
    files: tuple[Path, ...], places: tuple[Path, ...], passphrase_file: Path | None, as_json: bool
) -> int:
    """Take in whatever has come, for all your games, and fill their outboxes.

    FILE is an order file or a join, a saved mail with or without attachments, a mailbox, a text
    with files in it, or a folder of these; '-' reads what you paste.  Each file goes to its game,
    and every run that can be made is made.  Then outbox/ in each game folder has one message for
    each player and run, ready to send; no message is made twice.
    """
    from referee.host.mail_sorting import games_in, sort_out

    games = games_in(places)
    if not games:
        where = ", ".join(map(str, places))
        raise click.ClickException(f"there is no game folder in {where}; name one with --games")
    found, empty = _pieces(files)
    strays = sort_out(games, found)
    _say_strays(strays, empty)
    told = [_take(game, passphrase_file, as_json) for game in games]
    if as_json:
        print_json({"games": [data for _, data in told], "strays": _stray_data(strays, empty)})
    statuses = [status for status, _ in told] + [REFUSED for _ in [*strays, *empty]]
    return next((one for one in (FAILED, REFUSED, DONE) if one in statuses), WAITING)


def _pieces(files: Sequence[Path]) -> tuple[list[Piece], list[str]]:
    """The files in all that was given, and the names of what has none in it."""
    from referee.files.mails import pieces

    found: list[Piece] = []
    empty = []
    for path in _each(files):
        here = pieces(str(path), read_file(path))
        found += here
        empty += [] if here else [str(path)]
    return found, empty


def _each(files: Sequence[Path]) -> Iterator[Path]:
    """The files given, and those in folders that were given."""
    from referee.host.mail_sorting import files_in, is_game

    for path in files:
        if is_game(path):
            raise click.UsageError(
                f"{path} is a game folder, nothing to take in; use --games {path}"
            )
        yield from files_in(path) if path.is_dir() else [path]


def _say_strays(strays: Sequence[Stray], empty: Sequence[str]) -> None:
    for piece, faults in strays:
        print_faults(piece.name, faults)
        say(f"{piece.name}: refused")
    for name in empty:
        error(f"{name} has no order file and no join in it")


def _stray_data(strays: Sequence[Stray], empty: Sequence[str]) -> list[dict[str, Any]]:
    told = [{"file": p.name, "faults": [fault_data(f, None) for f in fs]} for p, fs in strays]
    return told + [{"file": name, "faults": []} for name in empty]


def _take(game: Game, passphrase_file: Path | None, quiet: bool) -> tuple[int, dict[str, Any]]:
    """Take in what has come for one game; the exit status for it, and what a program is told.

    Trouble with one game does not keep the others waiting."""
    data: dict[str, Any] = {"folder": str(game.store.root)}
    try:
        with game.store.lock():
            status = _joined(game, passphrase_file) if game.joins else WAITING
            if game.store.has("charter.yaml"):
                status = max(status, _played(game, passphrase_file, quiet, data), key=_WORSE.index)
    except Exception as trouble:
        say(f"{game.store.root}: trouble with this game:")
        told = explain(trouble)
        if told is None:
            raise
        return told, {**data, "trouble": str(trouble)}
    return status, data


#: exit statuses of one game, from good to bad
_WORSE = (WAITING, DONE, REFUSED, FAILED)


def _joined(game: Game, passphrase_file: Path | None) -> int:
    """Admit those who have come; the game begins with the last."""
    from referee.host.opening import missing_seats

    if game.store.has("checkpoint-0"):
        return _too_late(game)
    good = [admitted(game.store, piece.name, piece.raw) for piece in game.joins]
    if missing := missing_seats(game.store):
        say(f"{game.store.root}: still to join: {', '.join(missing)}")
    elif not started(game.store, passphrase_file, told=False):
        return REFUSED
    return DONE if all(good) else REFUSED


def _too_late(game: Game) -> int:
    """Refuse those who want to join a game that has started; those who have joined may say it
    again."""
    from referee.fault import Refused
    from referee.host.mail_sorting import joined_before

    status = WAITING
    for piece in game.joins:
        try:
            known = joined_before(game.store, piece.raw)
        except Refused as trouble:
            print_faults(piece.name, trouble.faults)
            known = False
        if known:
            say(f"{piece.name}: already accepted")
        else:
            error(f"{piece.name}: {game.store.root} has started; nobody else can join")
            status = REFUSED
    return status


def _played(game: Game, passphrase_file: Path | None, quiet: bool, data: dict[str, Any]) -> int:
    """Apply the orders that have come, and fill the outbox."""
    from referee.adjudicate.letters import Letter
    from referee.host.mail_sorting import came_before

    letters = [Letter(piece.name, piece.raw) for piece in game.orders]
    host = to_play(game.store, letters, passphrase_file, accept_backup=False)
    for letter in letters:
        letter.state = "known" if came_before(host, letter.raw) else letter.state
    whole = False
    try:
        whole = apply_letters(host, letters)
    finally:
        data |= applied_data(host, letters, whole)
        if not quiet and (letters or runs_of(host)):
            print_applied(host, letters, whole, reports=False)
    say_all(host)
    data["messages"] = list(_messages(host, quiet))
    if any(letter.state == "refused" for letter in letters):
        return REFUSED
    return DONE if runs_of(host) or data["messages"] else WAITING


def _messages(host: Host, quiet: bool) -> Iterator[str]:
    """Write what is to be sent, and say where it lies."""
    from referee.host.outbox import fill

    for made in fill(host.store, host.charter, host.ruleset, host.clerk.position.number):
        if not quiet:
            tell(made.path)
        yield str(made.path)
