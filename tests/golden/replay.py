"""Plays a golden game into an ordinary game folder, run by run, as `referee apply` does."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from referee.adjudicate.clerk import Clerk
from referee.adjudicate.letters import Letter
from referee.charter.paper_shapes import Tree
from referee.engine.ending import winner
from referee.engine.request import Data
from referee.engine.rules import Result
from referee.fault import Refused
from referee.folder.store import Store
from referee.host.kept_game import Host
from referee.lab.selfplay import DeadEnd, apply_all, newest_sheet, opened, signed_letter
from referee.orders.order_file import read_orders
from referee.proof.keys import test_key
from referee.ruleset import of_game
from tests.golden.archive import ABOUT, Golden, kept

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

#: keys of an order file that do not depend on the reports before it
DRAFT = ("referee", "kind", "seat", "edition", "orders", "next", "standing")
DRAFT += ("resign", "draw", "note", "notes")
#: gives the order files of the run to come
Post = Callable[[Host], list[Letter]]


class OtherCourse(Exception):
    """The game does not go as it should; the text says where."""


def keys_of(seed: int, seats: list[str]) -> dict[str, Ed25519PrivateKey]:
    """The test keys of host and seats."""
    return {party: test_key(seed, party) for party in ("host", *seats)}


def play(folder: Path, offer: Tree, seed: int, runs: int, post: Post, anew: int = 1) -> Result:
    """Open the game of an offer in a new folder with test keys and play it; how it ends.

    runs: that it must take; anew: the game is taken up from its folder before every so many.
    Raises DeadEnd if an order file is refused, OtherCourse if the offer
    is another one now, or the game waits for a file that never comes, or goes on."""
    keys = keys_of(seed, offer["seats"])
    ruleset, chosen = of_game(offer), (offer["scenario"], offer["options"] or {})
    host = opened(ruleset, folder, seed, offer["name"], *chosen, keys)
    if host.charter.offer != offer:
        raise OtherCourse("the ruleset has another version or other data, so dice are others too")
    store = Store.open(folder)
    for run in range(1, runs + 1):
        with store.lock():
            if run % anew == 0 or run == 1:
                host = Host.load(store, lambda: keys["host"])
            apply_all(host, post(host))
        if host.clerk.position.run != run:
            raise OtherCourse(f"run {run} waits for {', '.join(host.clerk.owed())}")
    result = result_of(host.clerk)
    if result is None:
        raise OtherCourse(f"the game is not over after run {runs}")
    return result


def result_of(clerk: Clerk) -> Result | None:
    """How a game ended, by its rules or by files of its players; None if it goes on."""
    ended, public = clerk.position.ended, clerk.game.state["public"]
    if ended:
        won = winner(ended, public, clerk.ruleset.rules, clerk.charter.seats)
        return Result(won, ended["how"])
    return clerk.ruleset.rules.result(public)


def replay(golden: Golden, folder: Path, anew: int = 1) -> Result:
    """Play a golden game again by its own signed files; anew: as for `play`."""

    def post(host: Host) -> list[Letter]:
        mail = golden.mail(host.clerk.position.run + 1)
        return [Letter(name, raw) for name, raw in mail.items()]

    return play(folder, golden.offer, golden.seed, golden.runs, post, anew)


def differences(golden: Golden, folder: Path, anew: int = 1) -> list[str]:
    """Replay a golden game into a new folder; what does not come out as it is kept: names of
    files in the order of the game, then ``result``, or why it stopped there."""
    old = {name: raw for name, raw in golden.files.items() if name != ABOUT}
    try:
        last = [] if replay(golden, folder, anew) == golden.result else ["result"]
        names = sorted({**old, **kept(folder)}, key=_when)
    except (DeadEnd, OtherCourse) as trouble:
        last, names = [str(trouble)], sorted(kept(folder), key=_when)
    made = kept(folder)
    return [*(name for name in names if made.get(name) != old.get(name)), *last]


def _when(name: str) -> tuple[str, str]:
    """Files without a number come before those of run 0."""
    number = re.search("[0-9]{4}", name)
    return (number[0] if number else "", name)


def signing(seed: int, drafts: Callable[[int], list[Data]]) -> Post:
    """Order files that are made from drafts by the newest reports, and signed with test keys.

    drafts: those for the run of that number."""

    def post(host: Host) -> list[Letter]:
        run = host.clerk.position.run + 1
        return [_signed(host, draft, run, seed) for draft in drafts(run)]

    return post


def _signed(host: Host, draft: Data, run: int, seed: int) -> Letter:
    seat = draft["seat"]
    try:
        return signed_letter(host, newest_sheet(host, seat), draft, test_key(seed, seat), seed)
    except Refused as trouble:
        why = "; ".join(fault.reason for fault in trouble.faults)
        raise OtherCourse(f"run {run}: {seat}'s orders do not fit: {why}") from trouble


def again(golden: Golden, folder: Path) -> Result:
    """Play a golden game again with the same orders and standing orders, signed anew.

    Raises like `play`."""

    def drafts(run: int) -> list[Data]:
        return [_draft(raw) for raw in golden.mail(run).values()]

    return play(folder, golden.offer, golden.seed, golden.runs, signing(golden.seed, drafts))


def _draft(raw: bytes) -> Data:
    """What its player wrote of a signed file."""
    tree = read_orders(raw).tree
    return {key: tree[key] for key in DRAFT if key in tree}
