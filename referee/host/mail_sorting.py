"""Sorts what a host was sent: which game each file is for, whatever it came in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from referee.charter.papers import read_charter, read_paper, unsigned
from referee.fault import NOT_UNDERSTOOD, OUT_OF_TURN, Fault, Refused, in_file
from referee.files.mails import Piece
from referee.files.strict_yaml import read
from referee.folder.store import Store, is_there
from referee.host.kept_game import Host
from referee.host.opening import joins, read_offer
from referee.orders.order_file import read_orders
from referee.proof.canonical import digest

#: the most files in a folder that was given; a host's inbox is smaller
FILES_AT_MOST = 2000


@dataclass
class Game:
    """A game folder, its names in files, and what has come for it.

    offer: the digest that joins name; game: the one that orders name, "" before it has started."""

    store: Store
    offer: str
    game: str
    joins: list[Piece] = field(default_factory=list)
    orders: list[Piece] = field(default_factory=list)


class Stray(NamedTuple):
    """A file that is for none of the games, and why."""

    piece: Piece
    faults: list[Fault]


def games_in(places: Sequence[Path]) -> list[Game]:
    """The games that a host keeps in these folders: each one itself, or those just below it.

    Raises StoreTrouble, Refused for an offer or charter that cannot be read."""
    folders = [folder for place in places for folder in _folders(place)]
    return [_game(Store(folder)) for folder in dict.fromkeys(folders)]


def _folders(place: Path) -> Iterator[Path]:
    if is_game(place):
        yield place
    elif place.is_dir():
        yield from sorted(folder for folder in place.iterdir() if is_game(folder))


def is_game(folder: Path) -> bool:
    """Whether this is a host's game folder."""
    return is_there(folder / "offer.yaml") and is_there(folder / "secret")


def _game(store: Store) -> Game:
    offer = digest(unsigned(read_offer(store)))
    if not store.has("charter.yaml"):
        return Game(store, offer, "")
    with in_file(store.path("charter.yaml")):
        return Game(store, offer, read_charter(store.read("charter.yaml")).game)


def files_in(folder: Path) -> list[Path]:
    """The files of a folder and those below it, but for hidden ones and game folders, in order."""
    found: list[Path] = []
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or is_game(path):
            continue
        found += files_in(path) if path.is_dir() and not path.is_symlink() else [path]
        if len(found) > FILES_AT_MOST:
            break
    return [path for path in found if path.is_file()][:FILES_AT_MOST]


def sort_out(games: Sequence[Game], pieces: Sequence[Piece]) -> list[Stray]:
    """Give each file to the game that it is for; those that are for none, with the reasons."""
    strays = []
    for piece in pieces:
        try:
            _give(games, piece)
        except Refused as trouble:
            strays.append(Stray(piece, trouble.faults))
    return strays


def _give(games: Sequence[Game], piece: Piece) -> None:
    """Give a file to its game; raises Refused if there is none."""
    tree = read(piece.raw, notes=True).tree
    kind = tree.get("kind") if isinstance(tree, dict) else None
    if kind == "orders":
        wanted = _name(tree, "game")
        found = [game for game in games if game.game == wanted]
    elif kind == "join":
        wanted = _name(tree, "offer")
        found = [game for game in games if game.offer == wanted]
    else:
        raise Refused([_stray("kind", f"{kind!r} is neither 'orders' nor 'join'", "")])
    if not found:
        hint = "name the folder of its game with --games"
        what = "game" if kind == "orders" else "offer"
        reason = f"it is for another {what}, {wanted[:12]}..."
        raise Refused([Fault(OUT_OF_TURN, (), reason, "", hint)])
    for game in found:
        (game.orders if kind == "orders" else game.joins).append(piece)


def _name(tree: Any, key: str) -> str:
    """The digest that a file gives as its game or offer; raises Refused if there is none."""
    value = tree.get(key)
    if not isinstance(value, str) or not value.strip():
        hint = "sign it with 'referee sign'; that fills it in"
        raise Refused([_stray(key, f"it has no {key!r}", hint)])
    return "".join(value.split()).lower()


def came_before(host: Host, raw: bytes) -> bool:
    """Whether these very orders were accepted at any time, whatever a mail has done to the bytes.

    An inbox is often given as a whole, old mails too.  A file that lies in ``mail`` counts only if
    one as late was accepted: a crash may have come between the file and the journal."""
    try:
        file = read_orders(raw)
        header = file.header_bytes()
        run = f"{int(file.tree['run']):04d}-" if "run" in file.tree else ".advance-"
    except (Refused, KeyError, ValueError):
        return False
    end = f"{run}{file.seat}-{file.edition}.yaml"
    newest = host.clerk.inbox.mark(file.seat)
    return any(
        [_follows(name), file.edition] <= newest
        and read_orders(host.store.read("mail", name)).header_bytes() == header
        for name in host.store.names("mail")
        if name.endswith(end)
    )


def _follows(name: str) -> int:
    """The number of the report that a file in ``mail`` follows, by its name."""
    number = int(name[:4])
    return number if ".advance-" in name else number - 1


def joined_before(store: Store, raw: bytes) -> bool:
    """Whether this very join was admitted; raises Refused if it is none."""
    join = read_paper(raw, "join")
    return join == joins(store, read_offer(store)).get(join["seat"])


def _stray(key: str, reason: str, hint: str) -> Fault:
    return Fault(NOT_UNDERSTOOD, (), f"the file cannot be given to a game: {reason}", "", hint)
