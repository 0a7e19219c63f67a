"""The first turn of Julius Caesar by mail, as a newcomer plays it: how many runs it takes.

Both players mean the same throughout, and the dice fall the same; what differs is how much of it
stands in one mail.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from referee import views
from referee.engine.request import Data, Request, View
from referee.engine.words import Answer
from referee.host.kept_game import Host
from referee.lab.scripted import ScriptedDice
from referee.lab.selfplay import apply_all, newest_sheet, opened, signed_letter
from referee.orders.advance import lawful
from referee.orders.order_lines import parse_lines, write_lines
from referee.orders.standing_list import ASK_ME
from referee.proof.keys import test_key
from referee.ruleset import load
from tests.rules.julius_caesar.adapter import Command, board, is_event, place_name, rounds
from tests.support.beside import default

RULES = load("julius-caesar")
#: the hands, and the commands that players think of; and how the dice of battles fall
SEED, DICE = 171, 1

#: What both mean to do with the cards of that deal: three places are fought for.
MEANT: dict[str, list[Any]] = {
    "caesar": [
        {"move": {"from": "Massilia", "blocks": "Navis 1", "to": "Mare Tyrrhenum",
                  "via": "Mare Hispanum"}},
        {"move": {"from": "Ravenna", "blocks": ["Legio 13", "Caesar"], "to": "Rome",
                  "via": "Asculum"}},
        {"move": {"from": "Ravenna", "blocks": "Navis 2", "to": "Mare Hadriaticum"}},
        {"move": {"from": "Narbo", "blocks": ["Legio 9", "Legio 10", "Legio 7"],
                  "to": "Tarraco"}},
        {"levy": {"block": "Auxilia 4", "at": "Rome"}},
    ],
    "pompey": [
        {"move": {"from": "Tarraco", "blocks": ["Legio 5", "Legio 6"], "to": "Narbo"}},
        {"move": {"from": "Utica", "blocks": "Legio 39", "to": "Badias", "via": "Tacape"}},
        {"move": {"from": "Neapolis", "blocks": "Navis 1", "to": "Mare Tyrrhenum"}},
        {"move": {"from": "Neapolis", "blocks": ["Legio 1", "Pompey"], "to": "Rome"}},
        {"levy": {"block": "Auxilia 4", "at": "Rome"}},
        {"levy": {"block": "Auxilia 3", "at": "Syracuse"}},
    ],
}  # fmt: skip


class OneStream(ScriptedDice):
    """Dice that fall in one order, however the turn is cut into runs."""

    chance, deal = random.Random(), random.Random()

    def rolled(self, count: int, faces: int) -> list[int]:
        return [self.chance.randint(1, faces) for _ in range(count)]

    def drawn(self, path: str, k: int, m: int) -> list[int]:
        return self.deal.sample(range(m), k)


class Newcomer:
    """A player who fires with everything, and stays where he is afterwards.

    ahead: whether he says in one mail what he means to do next, as far as he can tell."""

    def __init__(self, seat: str, ahead: bool) -> None:
        self.seat, self.ahead = seat, ahead
        self.mails, self.command = 0, Answer()

    def draft(self, sheet: Data) -> Data:
        """His next mail, by the report."""
        view, request = views.view(sheet), views.own_request(sheet, RULES.rules)
        orders: list[Any] = []
        if request is not None:
            answer = self.answer(request, view)
            orders = write_lines(answer, request.words, RULES.rules.names(self.seat))
        mail = {"referee": "1", "kind": "orders", "seat": self.seat, "orders": orders}
        if self.ahead:
            mail["next"] = self.coming(view, request)
        self.mails += 1
        return mail

    def answer(self, request: Request, view: View) -> Answer:
        """What he does when he is asked."""
        if request.kind == "cards":
            return self.cards(view)
        if request.kind == "command":
            return lawful(request, view, self.command).answer or []
        if request.kind == "next battle":
            return [{"battle": self.first(request.args["places"])}]
        if request.kind == "regroup":
            return []
        if request.kind == "battle turn" and not rounds.must_leave(
            view.public["battle"], self.seat
        ):
            return [{"fire": block} for block in board.in_order(request.args["blocks"])]
        return default(RULES, request, view)

    def cards(self, view: View) -> Answer:
        """The card with the most moves, and what he then means to do with it."""
        commands = [card for card in view.own["hand"] if not is_event(card)]
        card = max(commands, key=board.moves_and_levies)
        others = list(view.own["hand"])
        others.remove(card)
        names = RULES.rules.names(self.seat)
        found, faults = parse_lines(MEANT[self.seat], Command.words, names)
        assert found is not None, faults
        self.command = found
        return [{"discard": others[0]}, {"play": card}]

    def coming(self, view: View, request: Request | None) -> list[Data]:
        """What he can tell of what he will be asked next."""
        found: list[Data] = []
        names = RULES.rules.names(self.seat)
        if request is not None and request.kind == "cards":
            orders = write_lines(self.command, Command.words, names)
            found.append({"on": "command", "orders": orders})
        battle = view.public["battle"]
        if battle and battle["stage"] != "regroup":
            found += self.fire(battle, view)
        if battle:
            found.append({"on": "regroup", "at": place_name(battle["place"]), "orders": []})
        return found

    def fire(self, battle: Data, view: View) -> list[Data]:
        """The rest of this round, letter by letter."""
        at, found = battle["place"], []
        mine = board.in_order(b for b, has in view.own["blocks"].items() if has["at"] == at)
        attacking = battle["attacker"] == self.seat
        for letter in board.LETTERS:
            blocks = [b for b in mine if board.BLOCKS[b].letter(attacking) == letter]
            if blocks:
                lines = [{"fire": RULES.rules.names(self.seat)["block"][block]} for block in blocks]
                about = {"at": place_name(at), "round": str(battle["round"]), "letter": letter}
                found.append({"on": "battle turn", **about, "orders": lines})
        return found

    @staticmethod
    def first(places: Sequence[str]) -> str:
        return min(places)


def played(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    ahead: bool,
    standing: str = ASK_ME,
) -> tuple[Host, list[Newcomer]]:
    """The host after the first turn, and the players."""
    monkeypatch.setattr("referee.adjudicate.clerk.Dice", OneStream)
    monkeypatch.setattr(OneStream, "__init__", lambda self, *given: ScriptedDice.__init__(self))
    OneStream.chance, OneStream.deal = random.Random(DICE), random.Random(SEED)
    keys = {party: test_key(SEED, party) for party in ("host", "caesar", "pompey")}
    host = opened(RULES, folder, SEED, "first turn", None, {}, keys, standing)
    players = {seat: Newcomer(seat, ahead) for seat in ("caesar", "pompey")}
    while host.clerk.game.state["public"]["turn"] == 1:
        letters = []
        for seat in host.clerk.position.due:
            sheet = newest_sheet(host, seat)
            draft = players[seat].draft(sheet)
            letters.append(signed_letter(host, sheet, draft, keys[seat], SEED))
        apply_all(host, letters)
    return host, list(players.values())


def _asked_again(host: Host) -> int:
    """How often a run was for the same seats as the one before it."""
    lines = map(json.loads, host.store.read("journal").decode().splitlines())
    due = [line["public"]["due"] for line in lines if line["type"] == "entry"]
    return sum(one == other for one, other in pairwise(due[:-1]))


def test_mail_by_mail_it_takes_47_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A newcomer who answers what he is asked, and no more: in 16 of 47 runs the same seat is asked
    twice in a row, in three battles."""
    host, players = played(tmp_path / "game", monkeypatch, ahead=False)
    assert host.clerk.position.run == 47
    assert _asked_again(host) == 16
    assert sum(player.mails for player in players) == 49
    assert len(host.clerk.game.state["public"]["last_played"]) == 2


def test_with_what_comes_next_in_the_same_mail_it_takes_31_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Card and orders, letter after letter of a round, where to regroup: the same turn, to the same
    position, by the same dice."""
    slow, _ = played(tmp_path / "slow", monkeypatch, ahead=False)
    host, players = played(tmp_path / "game", monkeypatch, ahead=True)
    assert host.clerk.game.state["public"] == slow.clerk.game.state["public"]
    assert host.clerk.game.state["seats"] == slow.clerk.game.state["seats"]
    assert host.clerk.position.run <= 31
    assert sum(player.mails for player in players) <= 33


@pytest.mark.parametrize("ahead", [False, True])
def test_with_quiet_it_takes_three_mails_each_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead: bool
) -> None:
    """The link, the card and the command; with the command beside the card it is two."""
    host, players = played(tmp_path / "game", monkeypatch, ahead, "quiet")
    assert [player.mails for player in players] == ([2, 2] if ahead else [3, 3])
    lines = map(json.loads, host.store.read("journal").decode().splitlines())
    events = [e["kind"] for one in lines if one["type"] == "entry" for e in one["public"]["events"]]
    assert events.count("battle") >= 1
