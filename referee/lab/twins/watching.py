"""Everything that a seat gets from a game, as text to compare with that of another game."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from referee import views
from referee.charter.papers import Charter, namespace
from referee.engine.odds import Asked, Unreckoned
from referee.engine.request import Data, Request
from referee.engine.rules import Ruleset
from referee.fault import Refused
from referee.files.write_yaml import emit
from referee.odds.reckoning import played
from referee.odds.told import told
from referee.orders.examine import Basis, examine, judge_lines
from referee.orders.order_file import read_orders
from referee.orders.order_lines import write_lines
from referee.proof import sshsig
from referee.report.preview import preview
from referee.report.report_file import fill
from referee.report.template import template
from referee.report.text import render

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_HEX = re.compile(r"[0-9a-f]{32,}")


class Watch(NamedTuple):
    """What a seat can look at in one of the games.

    seat: who watches; sheet: of its report; basis: what its files are judged by; noted: every
    request that came up in the run; link: the seat's next one, in hex."""

    seat: str
    sheet: Data
    basis: Basis
    noted: Sequence[Data]
    link: str


class Watcher:
    """Looks at games under one charter."""

    def __init__(
        self, ruleset: Ruleset, charter: Charter, keys: Mapping[str, Ed25519PrivateKey]
    ) -> None:
        self.ruleset, self.charter, self.keys = ruleset, charter, keys

    def gets(
        self, watch: Watch, foreign: Mapping[str, Sequence[object]], chance: random.Random
    ) -> dict[str, list[str]]:
        """Everything the seat gets, by name of the part.

        foreign: seat -> order lines that the watcher sends in its name."""
        basis, sheet = watch.basis, watch.sheet
        request, charter = basis.asked.get(watch.seat), self.charter
        return {
            "text": render(sheet, charter.offer, charter.insecure, self.ruleset),
            "block": list(fill(masked(sheet))),
            "requests": [str(data) for data in watch.noted],
            "asked": [str(r.data()) for r in basis.asked.values()],
            "due": [str(basis.due), str(basis.run)],
            "board": self._board(sheet),
            "odds": self._odds(sheet),
            "template": template(request, self.ruleset, sheet) if request else [],
            "refusals": [
                *self._drafts(watch, request, chance),
                *self._signed(watch, request, chance),
                *self._forged(watch, foreign, chance),
            ],
            "preview": self._preview(watch, request),
        }

    def _board(self, sheet: Data) -> list[str]:
        """The board that pictures and words are made of."""
        draw = self.ruleset.picture
        return [] if draw is None else [str(draw(views.view(sheet), views.events(sheet)))]

    def _odds(self, sheet: Data) -> list[str]:
        """What `what-if` says of each place where both sides are, from a few battles."""
        odds, view, found = self.ruleset.odds, views.view(sheet), list[str]()
        notes = sheet["own"].get("remembered", {})
        if odds is None:
            return []
        for place in self.ruleset.rules.names(view.seat)[odds.places]:
            try:
                wager = odds.wager(view, Asked(at=place, remembered=notes))
            except Unreckoned as trouble:
                found.append(str(trouble))
            else:
                found += told(wager, played(wager, 3))
        return found

    def _preview(self, watch: Watch, request: Request | None) -> list[str]:
        """What `check` and `sign` say that a random answer will do, the same one in both games."""
        if request is None:
            return []
        view, chance = watch.basis.views[watch.seat], random.Random(f"preview {watch.basis.run}")
        answer = self.ruleset.rules.kinds[request.kind].player.sample(request, view, chance)
        return preview(request, view, answer, self.ruleset)

    def _drafts(self, watch: Watch, request: Request | None, chance: random.Random) -> list[str]:
        """What the referee says of a random draft, with its lines twice."""
        if request is None:
            return []
        lines = self._lines(watch, request, chance)
        draft = {"kind": "orders", "seat": watch.seat, "orders": [*lines, *lines]}
        found = read_orders(emit(draft).encode())
        judge_lines(found, watch.basis)
        return [str(fault) for fault in found.in_order()]

    def _lines(self, watch: Watch, request: Request | None, chance: random.Random) -> list[Any]:
        """A legal answer as a player writes it, in some order; none if nothing is asked."""
        if request is None:
            return []
        answer = self.ruleset.rules.kinds[request.kind].player.sample(
            request, watch.basis.views[watch.seat], chance
        )
        lines = write_lines(answer, request.words, self.ruleset.rules.names(watch.seat))
        chance.shuffle(lines)
        return list(lines)

    def _signed(self, watch: Watch, request: Request | None, chance: random.Random) -> list[str]:
        """What the host says of a file from the watcher: signed, unsigned, signed with another key,
        or for another run."""
        tree = self._tree(watch, watch.seat, self._lines(watch, request, chance))
        match chance.choice(("signed", "signed", "unsigned", "forged", "late")):
            case "unsigned":
                return self._said(emit(tree), watch.basis)
            case "forged":
                return self._said(_sign(tree, self.keys["host"]), watch.basis)
            case "late":
                tree["run"] = str(max(1, watch.basis.run - 1))
        return self._said(_sign(tree, self.keys[watch.seat]), watch.basis)

    def _forged(
        self, watch: Watch, foreign: Mapping[str, Sequence[object]], chance: random.Random
    ) -> list[str]:
        """What the host says of files that the watcher sends in the name of others, unsigned or
        signed with his own key."""
        told: list[str] = []
        for seat, lines in foreign.items():
            tree = self._tree(watch, seat, lines)
            bare = chance.random() < 0.5
            file = emit(tree) if bare else _sign(tree, self.keys[watch.seat])
            told += self._said(file, watch.basis)
        return told

    def _tree(self, watch: Watch, seat: str, lines: Sequence[object]) -> Data:
        """A complete order file, without its signature."""
        basis = watch.basis
        return {
            "referee": "1",
            "kind": "orders",
            "game": self.charter.game,
            "seat": seat,
            "run": str(basis.run),
            "after": basis.heads[0],
            "edition": "1",
            "dice": watch.link,
            "orders": list(lines),
            "salt": "0" * 32,
        }

    def _said(self, file: str, basis: Basis) -> list[str]:
        """What is said of a file, after whether it is accepted, as the exit status shows."""
        try:
            found = examine(file.encode(), basis)
        except Refused as trouble:
            return ["unreadable", *map(str, trouble.faults)]
        return ["refused" if found.faults else "taken", *map(str, found.in_order())]


def different(first: Mapping[str, Sequence[str]], second: Mapping[str, Sequence[str]]) -> list[str]:
    """The first lines that differ in more than digests and the like, one for each part."""
    found = []
    for part, lines in first.items():
        pair = _first(lines, second[part])
        if pair:
            found.append(f"{part}: {pair[0]!r} against {pair[1]!r}")
    return found


def _first(one: Sequence[str], other: Sequence[str]) -> tuple[str, str] | None:
    for a, b in zip(one, other, strict=False):
        # Most lines are the same as they are.
        if a != b and (a := mask(a)) != (b := mask(b)):
            return a, b
    same = len(one) == len(other)
    return None if same else (f"{len(one)} lines", f"{len(other)} lines")


def _sign(tree: Data, key: Ed25519PrivateKey) -> str:
    message = read_orders(emit(tree).encode()).header_bytes()
    return emit({**tree, "signature": sshsig.sign(key, namespace("orders"), message)})


def masked(data: Any) -> Any:
    """Plain data with a mark of equal length in place of every digest, link, salt and
    commitment."""
    if isinstance(data, dict):
        return {key: masked(value) for key, value in data.items()}
    if isinstance(data, list):
        return [masked(value) for value in data]
    return mask(data) if isinstance(data, str) else data


def mask(line: str) -> str:
    """A line with a mark of equal length in place of each of them."""
    return _HEX.sub(lambda found: "x" * len(found[0]), line)
