"""Random legal play: whole games in memory, or one as an ordinary game folder."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee import views
from referee.adjudicate.letters import Letter
from referee.engine.game import Game
from referee.engine.request import Data, Request, View
from referee.engine.rules import Result, Rules, Ruleset
from referee.engine.words import Answer
from referee.fault import Fault, Refused
from referee.files.write_yaml import emit
from referee.folder.store import Store, StoreTrouble
from referee.host.applying import apply
from referee.host.kept_game import Host
from referee.host.opening import (
    admit_join,
    make_charter,
    make_join,
    new_game,
)
from referee.orders.advance import parse_next
from referee.orders.order_file import read_orders
from referee.orders.order_lines import parse_lines, write_lines
from referee.orders.standing_list import ASK_ME, parse_standing
from referee.playable import options_of, scenario_of
from referee.player.sign_orders import Signing, sign_orders
from referee.proof.dice import Dice
from referee.proof.hashing import sha256_of
from referee.proof.keys import test_key, write_pair
from referee.report.report_file import read_report
from referee.report.template import template

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


#: more answers than a step may take; each of them has to be replayed after a restart
ANSWERS_AT_MOST = 60


class DeadEnd(Exception):
    """Random play reached something that must never happen; the text says what."""


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
    secret = sha256_of(f"referee selfplay dice {seed} {game}".encode())
    return Dice(secret, sha256_of(secret))


def play(
    ruleset: Ruleset,
    seed: int,
    game: int = 0,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    watch: Callable[[Game], None] | None = None,
) -> Played:
    """Play one game at random in memory.

    watch: called with the game before each answer.
    Raises DeadEnd if an offered answer is refused, a piece is lost, a step takes too many answers,
    or the game ends without a result."""
    chosen = options_of(ruleset, options or {})
    state = ruleset.rules.setup(scenario_of(ruleset, scenario), chosen)
    table = Game(ruleset.rules, state, keep=watch is not None)
    played = Played(seed, game, None, "")
    chance = chance_of(seed, game)

    def supply(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        _check_whole(ruleset, table)
        if table.answered >= ANSWERS_AT_MOST:
            where = ruleset.wording.headline(table.state["public"])
            raise DeadEnd(f"{where}: a step takes more than {ANSWERS_AT_MOST} answers")
        if watch:
            watch(table)
        for request in requests:
            played.answers[request.kind] = played.answers.get(request.kind, 0) + 1
        return [legal_sample(ruleset.rules, r, view(r.seat), chance) for r in requests]

    table.run(_dice(seed, game), supply)
    _check_whole(ruleset, table)
    _close(played, ruleset, table.state["public"], over=True)
    return played


def _close(played: Played, ruleset: Ruleset, public: Data, over: bool) -> None:
    """Record how a game ended; DeadEnd if it is over without a result."""
    played.result, played.where = ruleset.rules.result(public), ruleset.wording.headline(public)
    if over and played.result is None:
        raise DeadEnd(f"the game ended without a result at {played.where}")


def _check_whole(ruleset: Ruleset, table: Game) -> None:
    if broken := ruleset.laboratory.broken(table.state):
        where = ruleset.wording.headline(table.state["public"])
        raise DeadEnd(f"{where}: {'; '.join(broken)}")


def legal_sample(rules: Rules, request: Request, view: View, chance: random.Random) -> Answer:
    """An answer that the request offers, judged by that request; DeadEnd if it is refused."""
    answer = rules.kinds[request.kind].player.sample(request, view, chance)
    if faults := request.refused(view, answer):
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
    """Play one game at random with order files; `folder` becomes an ordinary game folder.

    The game is saved and loaded between runs.  All keys are test keys, in the folder's ``secret``.
    most_runs: stop after so many.
    Raises DeadEnd if a file is refused, a template is not understood, the game cannot be loaded, or
    it ends without a result."""
    seats = ruleset.seats_of(scenario_of(ruleset, scenario))
    keys = {party: test_key(seed, party) for party in ("host", *seats)}
    name = f"random play {seed}"
    host = opened(ruleset, folder, seed, name, scenario, options, keys)
    played, chance = Played(seed, 0, None, ""), chance_of(seed, 0)
    while not host.clerk.position.over and host.clerk.position.run != most_runs:
        letters = []
        for seat in host.clerk.position.due:
            sheet = newest_sheet(host, seat)
            draft = _draft(sheet, ruleset, chance, played)
            letters.append(signed_letter(host, sheet, draft, keys[seat], seed))
        apply_all(host, letters)
        host = _taken_up(host, keys["host"])
        if progress:
            progress(ruleset.wording.headline(host.clerk.game.state["public"]))
    _close(played, ruleset, host.clerk.game.state["public"], host.clerk.position.over)
    return played


def _taken_up(host: Host, key: Ed25519PrivateKey) -> Host:
    """The same game, loaded as by another process; DeadEnd if that fails."""
    try:
        return Host.load(host.store, lambda: key)
    except StoreTrouble as trouble:
        raise DeadEnd(f"the game cannot be taken up again: {trouble.reason}") from trouble


def opened(
    ruleset: Ruleset,
    folder: Path,
    seed: int,
    name: str,
    scenario: str | None,
    options: Mapping[str, str],
    keys: Mapping[str, Ed25519PrivateKey],
    standing: str = ASK_ME,
) -> Host:
    """A game folder called `name`, with all seats joined by the test keys of `seed`.

    standing: the ready-made set that all of them start with."""
    key_file = folder.with_name(f".{folder.name}.host-key")
    write_pair(key_file, keys["host"])
    raw = key_file.read_bytes()
    for path in (key_file, Path(f"{key_file}.pub")):
        path.unlink()
    offer = new_game(ruleset, folder, keys["host"], raw, name, scenario, options, seed)
    store = Store.open(folder)
    for seat in offer["seats"]:
        write_pair(store.path("secret", seat), keys[seat])
        join = make_join(offer, seat, keys[seat], True, standing)
        admit_join(store, emit(join).encode())
    charter = make_charter(store, keys["host"])
    assert charter is not None
    store.write(emit(charter.tree).encode(), "charter.yaml")
    return Host.load(store, lambda: keys["host"])


def newest_sheet(host: Host, seat: str) -> Data:
    """The sheet of a seat's newest report."""
    path = host.report_path(seat, host.clerk.position.number)
    return read_report(path.read_bytes()).sheet


def _draft(sheet: Data, ruleset: Ruleset, chance: random.Random, played: Played) -> Data:
    """An order file with a random answer, made from the seat's report as a player would."""
    request = views.own_request(sheet, ruleset.rules)
    orders: list[Any] = []
    if request is not None:
        played.answers[request.kind] = played.answers.get(request.kind, 0) + 1
        check_template(request, sheet, ruleset)
        answer = legal_sample(ruleset.rules, request, views.view(sheet), chance)
        orders = write_lines(answer, request.words, ruleset.rules.names(sheet["seat"]))
    return {"referee": "1", "kind": "orders", "seat": sheet["seat"], "orders": orders}


def signed_letter(
    host: Host, sheet: Data, draft: Data, key: Ed25519PrivateKey, seed: int
) -> Letter:
    """A draft, signed with a test key by the newest report of its seat."""
    how = Signing(key, test_seed=seed)
    text = sign_orders(emit(draft).encode(), sheet, host.charter, host.ruleset, how)
    return Letter(f"{sheet['seat']}'s orders for run {sheet['run'] + 1}", text.encode())


def apply_all(host: Host, letters: Sequence[Letter]) -> None:
    """Apply these files to the game; DeadEnd if one is refused."""
    apply(host, letters)
    if bad := [letter for letter in letters if letter.state != "accepted"]:
        raise DeadEnd(f"{bad[0].name} was refused: {_told(bad[0].faults)}")


def check_template(request: Request, sheet: Data, ruleset: Ruleset) -> None:
    """Check that the lines a player starts from can be read, whether legal or not, also those in
    comments, and also once they went through a mail or an editor; raises DeadEnd otherwise."""
    for fitted in (False, True):
        lines = template(request, ruleset, sheet, fitted)
        for given in (lines, uncommented(lines), with_later(lines)):
            try:
                tree = read_orders("\n".join(given).encode()).tree
                _, faults = parse_lines(
                    tree.get("orders") or [],
                    request.words,
                    ruleset.rules.names(request.seat),
                    request.conditions,
                )
                faults += parse_next(tree.get("next", []), ruleset, request.seat)[1]
                faults += parse_standing(tree.get("standing", []), ruleset, request.seat)[1]
            except Refused as trouble:
                faults = trouble.faults
            if faults:
                raise DeadEnd(f"the template of {request.kind} is not understood: {_told(faults)}")


def with_later(lines: Sequence[str]) -> list[str]:
    """A template without the # before the advance orders."""
    more = ("# next:", "# standing:", "#   ")
    return [line.removeprefix("# ") if line.startswith(more) else line for line in lines]


def uncommented(lines: Sequence[str]) -> list[str]:
    """A template without the # before every order line; a player may remove any of them."""
    found, within = [], False
    for line in lines:
        within = line.startswith("  # - ") or (within and line.startswith("  #     "))
        found.append(line.replace("# ", "", 1) if within else line)
    return found
