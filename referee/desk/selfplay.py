"""Random legal play: whole games in memory, or one as an ordinary game folder."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee import views
from referee.desk.applying import Letter, apply
from referee.desk.host import Host
from referee.desk.known import options_of, scenario_of
from referee.desk.opening import (
    admit_join,
    make_charter,
    make_join,
    new_game,
)
from referee.desk.player import Signing, sign_orders
from referee.engine.dice import Dice
from referee.engine.fault import Fault
from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.rules import Result, Ruleset
from referee.engine.words import Answer
from referee.post.keys import test_key, write_pair
from referee.post.lines import write_lines
from referee.post.report_file import read_report
from referee.post.write_yaml import emit
from referee.report import own_request
from referee.store import Store

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


class DeadEnd(Exception):
    """Random play came to a place that no game may have; the text says which."""


@dataclass
class Played:
    """A game that was played: its result, and how many answers of each kind it took."""

    seed: int
    game: int
    result: Result | None
    where: str
    answers: dict[str, int] = field(default_factory=dict)


def chance_of(seed: int, game: int) -> random.Random:
    """The random choices of one game of a series."""
    return random.Random(f"referee selfplay {seed} {game}")


def _dice(seed: int, game: int) -> Dice:
    secret = hashlib.sha256(f"referee selfplay dice {seed} {game}".encode()).digest()
    return Dice(secret, hashlib.sha256(secret).digest())


def play(
    ruleset: Ruleset,
    seed: int,
    game: int = 0,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    watch: Callable[[Game], None] | None = None,
) -> Played:
    """Play one game at random in memory.

    watch: called before each answer, with the game as it stands.
    Raises DeadEnd if an offered answer is refused, a piece is lost, or the game ends without a
    result."""
    chosen = options_of(ruleset, options or {})
    state = ruleset.setup(scenario_of(ruleset, scenario), chosen)
    table = Game(ruleset, state, keep=watch is not None)
    played = Played(seed, game, None, "")
    chance = chance_of(seed, game)

    def supply(requests: Sequence[Request], view: Callable[[str], View]) -> dict[str, Answer]:
        _check_whole(ruleset, table)
        if watch:
            watch(table)
        for request in requests:
            played.answers[request.kind] = played.answers.get(request.kind, 0) + 1
        return {r.seat: legal_sample(r, view(r.seat), chance) for r in requests}

    table.run(_dice(seed, game), supply)
    _check_whole(ruleset, table)
    public = table.state["public"]
    played.result, played.where = ruleset.result(public), ruleset.headline(public)
    if played.result is None:
        raise DeadEnd(f"the game ended without a result at {played.where}")
    return played


def _check_whole(ruleset: Ruleset, table: Game) -> None:
    if broken := ruleset.broken(table.state):
        where = ruleset.headline(table.state["public"])
        raise DeadEnd(f"{where}: {'; '.join(broken)}")


def legal_sample(request: Request, view: View, chance: random.Random) -> Answer:
    """An answer that the request offers, judged by the request itself; DeadEnd if refused."""
    answer = request.sample(view, chance)
    if faults := request.judge(view, answer).faults:
        raise DeadEnd(f"{request.kind} offers what it refuses: {answer}: {_told(faults)}")
    return answer


def _told(faults: Sequence[Fault]) -> str:
    return "; ".join(f"{fault.reason} ({fault.rule})" for fault in faults)


def save(
    ruleset: Ruleset,
    folder: Path,
    seed: int,
    scenario: str | None,
    options: Mapping[str, str],
    most_runs: int | None = None,
    progress: Callable[[str], None] | None = None,
) -> Played:
    """Play one game at random through order files: `folder` is an ordinary game folder after it.

    All keys are test keys, kept in the folder's ``secret``.  most_runs: stop after so many."""
    seats = ruleset.seats_of(scenario_of(ruleset, scenario))
    keys = {party: test_key(seed, party) for party in ("host", *seats)}
    host = _opened(ruleset, folder, seed, scenario, options, keys)
    played, chance = Played(seed, 0, None, ""), chance_of(seed, 0)
    while not host.clerk.position.over and host.clerk.position.run != most_runs:
        letters = [
            _letter(host, ruleset, seat, keys[seat], seed, chance, played)
            for seat in host.clerk.position.due
        ]
        apply(host, letters)
        if bad := [letter for letter in letters if letter.state != "accepted"]:
            raise DeadEnd(f"{bad[0].name} was refused: {_told(bad[0].faults)}")
        if progress:
            progress(ruleset.headline(host.clerk.game.state["public"]))
    public = host.clerk.game.state["public"]
    played.result, played.where = ruleset.result(public), ruleset.headline(public)
    return played


def _opened(
    ruleset: Ruleset,
    folder: Path,
    seed: int,
    scenario: str | None,
    options: Mapping[str, str],
    keys: Mapping[str, Ed25519PrivateKey],
) -> Host:
    """A game folder with all seats joined by test keys."""
    key_file = folder.with_name(f".{folder.name}.host-key")
    write_pair(key_file, keys["host"])
    raw = key_file.read_bytes()
    for path in (key_file, Path(f"{key_file}.pub")):
        path.unlink()
    name = f"random play {seed}"
    offer = new_game(ruleset, folder, keys["host"], raw, name, scenario, options, seed)
    store = Store.open(folder)
    for seat in offer["seats"]:
        write_pair(store.path("secret", seat), keys[seat])
        join = make_join(emit(offer).encode(), seat, keys[seat], insecure=True)
        admit_join(store, emit(join).encode())
    charter = make_charter(store, keys["host"])
    assert charter is not None
    store.write(emit(charter.tree).encode(), "charter.yaml")
    return Host.load(store, lambda: keys["host"])


def _letter(
    host: Host,
    ruleset: Ruleset,
    seat: str,
    key: Ed25519PrivateKey,
    seed: int,
    chance: random.Random,
    played: Played,
) -> Letter:
    """A signed order file with a random answer, made from the seat's report as a player would."""
    path = host.report_path(seat, host.clerk.position.number)
    sheet = read_report(path.read_bytes()).sheet
    request = own_request(sheet, ruleset)
    orders: list[Any] = []
    if request is not None:
        played.answers[request.kind] = played.answers.get(request.kind, 0) + 1
        answer = legal_sample(request, views.view(sheet), chance)
        orders = write_lines(answer, request.words, ruleset.names(seat))
    draft = {"referee": "1", "kind": "orders", "seat": seat, "orders": orders}
    how = Signing(key, test_seed=seed)
    text = sign_orders(emit(draft).encode(), sheet, host.charter, ruleset, how)
    return Letter(f"{seat}'s orders for run {sheet['run'] + 1}", text.encode())
