"""Offers, joins and charters: forged by who signs them, and what may come of that."""

from __future__ import annotations

import contextlib
import copy
import random
from typing import TYPE_CHECKING, Any

from referee.charter.papers import check_join, read_paper, signed, unsigned
from referee.fault import Refused
from referee.files.strict_yaml import read
from referee.files.write_yaml import emit
from referee.host.opening import good_offer, offered
from referee.playable import check_known, check_sets, good_charter
from referee.proof.canonical import canonical, digest
from referee.proof.keys import public_line
from referee.ruleset import NoRuleset
from tests.harness.games import Moment
from tests.harness.mutation import tree_changed
from tests.harness.respelling import broken_elsewhere, respelt
from tests.harness.targets import Broken, Forgery, Meaning, Target, tree_of
from tests.harness.weak import by_point, point_of, signed_by_anybody, weak_keys

if TYPE_CHECKING:
    from pathlib import Path

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


class Paper(Target):
    """An offer, a join or a charter: who signs it, and what reads it."""

    def signed(self, tree: dict[str, Any]) -> bytes:
        return super().signed(self.signed_tree(tree))

    def signed_tree(self, tree: dict[str, Any]) -> dict[str, Any]:
        with contextlib.suppress(ValueError, KeyError, TypeError):  # what nobody could sign
            tree = signed(tree, self.key())
        return tree

    def key(self) -> Ed25519PrivateKey:
        return self.moment.game.keys["host"]

    def forgeries(self) -> dict[str, Forgery]:
        return {**super().forgeries(), "weak key": self.weak}

    def weak(self, chance: random.Random) -> bytes:
        """Its writer has a key by which one signature fits every message."""
        return emit(signed_by_anybody(self.tree(), chance)).encode()

    def consequences(self, raw: bytes) -> None:
        if weak_keys(read(raw).tree):
            raise Broken("a weak key is accepted")

    def harmless(self, chance: random.Random) -> bytes:
        """The same file, its hex and base64 broken in other places."""
        if chance.random() < 0.7:
            return super().harmless(chance)
        return emit(broken_elsewhere(tree_of(self.raw), chance)).encode()


class Offer(Paper):
    """A host's offer."""

    kind = "offer"

    def judge(self, raw: bytes) -> Meaning | None:
        try:
            offer = good_offer(raw)
        except (Refused, NoRuleset):
            return None
        offered(offer)
        return canonical(unsigned(offer))

    def commands(self, file: Path, beside: dict[str, Path]) -> list[list[object]]:
        out = file.with_suffix(".join")
        seat = next(iter(self.moment.game.charter.seats))
        return [
            ["join", file, "--seat", seat, "--key", beside["key"], "--out", out],
            ["rulesets", "show", "--game", file],
        ]


class Join(Paper):
    """A player's join."""

    kind = "join"

    def __init__(self, raw: bytes, moment: Moment, seat: str) -> None:
        self.seat = seat
        super().__init__(raw, moment)

    def key(self) -> Ed25519PrivateKey:
        return self.moment.game.keys[self.seat]

    def judge(self, raw: bytes) -> Meaning | None:
        try:
            join = read_paper(raw, "join")
            check_join(join, self.moment.game.charter.offer)
            check_sets([join], self.moment.game.ruleset)
        except Refused:
            return None
        return canonical(unsigned(join))

    def commands(self, file: Path, beside: dict[str, Path]) -> list[list[object]]:
        return [["admit", beside["opened"], file]]


class CharterFile(Paper):
    """A charter."""

    kind = "charter"

    def judge(self, raw: bytes) -> Meaning | None:
        try:
            charter = good_charter(raw)
            check_known(charter.offer)
        except (Refused, NoRuleset):
            return None
        return canonical(unsigned(charter.tree))

    def forgeries(self) -> dict[str, Forgery]:
        ways = {"the offer within": self.offered, "twin": self.twin, "one key": self.one_key}
        return {**super().forgeries(), **ways}

    def offered(self, chance: random.Random) -> bytes:
        """The host alters the offer within and signs both again."""
        tree = self.tree()
        offer = tree_changed(unsigned(tree["offer"]), chance, self.pool)
        return self.signed({**tree, "offer": self.signed_tree(offer)})

    def twin(self, chance: random.Random) -> bytes:
        """The host says the same in other words, and signs what he can sign."""
        tree = copy.deepcopy(self.tree())
        for _ in range(chance.choice((1, 1, 2))):
            respelt(chance.choice((tree, tree["offer"], *tree["joins"])), chance)
        if chance.random() < 0.5:
            tree["offer"] = self.signed_tree(tree["offer"])
        return self.signed(tree)

    def weak(self, chance: random.Random) -> bytes:
        """The host, or a player, has a key by which one signature fits every message."""
        tree = self.tree()
        offer, joins = tree["offer"], list(tree["joins"])
        number = chance.randrange(len(joins) + 1)
        if number < len(joins):
            joins[number] = signed_by_anybody(joins[number], chance)
            return self.signed({**tree, "joins": joins})
        offer = signed_by_anybody(offer, chance)
        bound = [{**unsigned(join), "offer": digest(unsigned(offer))} for join in joins]
        joins = [signed(join, self.moment.game.keys[join["seat"]]) for join in bound]
        made = {**tree, "offer": offer, "joins": joins}
        return emit(by_point(made, point_of(offer["key"]))).encode()

    def one_key(self, chance: random.Random) -> bytes:
        """A player has the key of another, or the host's, and signs with it."""
        tree, keys = self.tree(), self.moment.game.keys
        joins = list(tree["joins"])
        at, party = chance.randrange(len(joins)), chance.choice(list(keys))
        made = {**unsigned(joins[at]), "key": public_line(keys[party])}
        joins[at] = signed(made, keys[party])
        return self.signed({**tree, "joins": joins})

    def consequences(self, raw: bytes) -> None:
        """Players have signed the game: the host can make no other of it, and nobody may have a
        key that is weak, another's, or the host's where that is worth something."""
        super().consequences(raw)
        charter, game = good_charter(raw), self.moment.game
        held = [
            *charter.keys.values(),
            *([charter.offer["key"]] if game.ruleset.rules.hidden else []),
        ]
        if len(set(held)) < len(held):
            raise Broken("one key speaks for two")
        if charter.game != game.charter.game and self.how != "one key":
            raise Broken("the host has made another game of it")

    def commands(self, file: Path, beside: dict[str, Path]) -> list[list[object]]:
        return [
            ["verify", beside["report"], "--charter", file],
            ["check", beside["orders"], "--report", beside["report"], "--charter", file],
            ["rulesets", "show", "--game", file],
        ]
