"""The twins find a leak of every kind when it is planted: one test a kind, named after it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from referee.adjudicate.clerk import Clerk
from referee.engine.game import Game, Outcome
from referee.engine.request import Request, View
from referee.engine.table import Table
from referee.lab.twins.twins import Twins, Varied
from referee.orders.order_file import OrderFile
from referee.ruleset import load
from rulesets.julius_caesar import board, verbs
from rulesets.julius_caesar.battle.regroup import RegroupWalk
from rulesets.julius_caesar.block_walk import by_place
from rulesets.julius_caesar.board import SEATS
from rulesets.julius_caesar.command import phase as command_phase
from rulesets.julius_caesar.command.phase import Command
from rulesets.julius_caesar.hidden import CaesarVariation
from rulesets.julius_caesar.year import cards, events
from rulesets.julius_caesar.year.deployment import Deploying
from tests.blind import test_asking_caesar
from tests.blind.planting import (
    Data,
    Leak,
    Placed,
    also_due,
    in_refusals,
    parts,
    telling,
    told_by,
    turned_about,
    unsorted_blocks,
)
from tests.blind.redealt import Redealt
from tests.blind.series import with_rules
from tests.blind.sidebyside import AT_ROME, SideBySide, Told, Two
from tests.rules.julius_caesar.adapter import ADAPTER
from tests.support.seeds import count
from tests.toys.changed import alter


@pytest.fixture(scope="module")
def land() -> Twins:
    return Twins(load("julius-caesar"), CaesarVariation(), "land")


@pytest.fixture(scope="module")
def redealt() -> Twins:
    return Redealt(load("julius-caesar"), CaesarVariation(), "land")


@pytest.fixture(scope="module")
def campaign() -> Twins:
    return Twins(load("julius-caesar"), CaesarVariation(), "campaign")


def weight(state: Data, seat: str) -> int:
    """The strength of all blocks of a seat, which nobody else knows."""
    return sum(part["strength"] for part in state["seats"][seat]["blocks"].values())


# What is told.


def test_fog_while_moving(land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """6.1: how strong those are who move."""

    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "move":
            public["weight"] = weight(table.state, public["seat"])

    telling(monkeypatch, leak)
    assert "text" in parts(land, 14) or "block" in parts(land, 14)


def test_which_block_was_raised(land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """6.4: what is left in reserve."""

    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "levies":
            public["left"] = table.state["seats"][public["seat"]]["pool"][:1]

    telling(monkeypatch, leak)
    assert "block" in parts(land, 14)


def test_deals(redealt: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """2.1: what the best card of each hand is."""

    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "deal":
            public["best"] = {seat: table.state["seats"][seat]["hand"][0] for seat in SEATS}

    telling(monkeypatch, leak)
    assert "block" in parts(redealt, 2, skip=1)


def test_discards(land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """2.1: which card was discarded."""

    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "turn over":
            public["discard"] = {seat: table.state["seats"][seat]["discard"] for seat in SEATS}

    telling(monkeypatch, leak)
    assert "block" in parts(land, 14, soon=6)


def test_deck(redealt: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """2.1: a card that was not dealt."""

    async def leaking(table: Table) -> None:
        await cards.deal(table)
        table.public["next"] = table.state["sealed"]["deck"][0]

    monkeypatch.setitem(redealt.ruleset.rules.steps, "deal", leaking)  # type: ignore[arg-type]
    assert "block" in parts(redealt, 2, skip=1)


def test_who_stands_where(campaign: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """5.2: whether one block is on the board."""

    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "turn over":
            public["there"] = {s: "legio-1" in table.state["seats"][s]["blocks"] for s in SEATS}

    telling(monkeypatch, leak)
    assert "block" in parts(campaign, 60, skip=30, soon=18)


def test_strengths_in_winter(campaign: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """8.0: how strong both are when the year ends."""

    def leak(table: Table, kind: str, public: Data) -> None:
        if kind in ("no victory", "disband"):
            public["weight"] = [weight(table.state, seat) for seat in SEATS]

    telling(monkeypatch, leak)
    assert "block" in parts(campaign, 60, skip=30, soon=2)


def test_public_position(land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """4.21: which block was the last to be counted somewhere."""
    count_blocks = verbs.count_blocks

    def leaking(public: Data, place: str, seat: str, blocks: Sequence[str], by: int) -> None:
        count_blocks(public, place, seat, blocks, by)
        public["last"] = blocks[-1][-1]

    monkeypatch.setattr(verbs, "count_blocks", leaking)
    assert "block" in parts(land, 14)


# Jupiter.

DRAWN: Data = {
    "active": "caesar",
    "card": "Jupiter",
    "caesar": {"Genua": ["Legio 8"]},
}


def test_jupiters_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Card Jupiter: Legio 2 is taken in both games, where it stands beside an earlier block of the
    rulebook's list or beside a later one.  A public die tells which; a sealed draw does not."""
    first = {"pompey": {"Rome": ["Legio 1", "Legio 2"], "Utica": ["Legio 5"]}}
    second = {"pompey": {"Rome": ["Legio 2", "Legio 5"], "Utica": ["Legio 1"]}}
    sealed, public = (SideBySide("caesar", DRAWN, first, second) for _ in range(2))

    def legio_2(self: Table, stream: str, asked: Data) -> tuple[list[int], Data]:
        blocks = self.state["seats"]["pompey"]["blocks"]
        here = [block for block in board.BLOCKS if blocks.get(block, {}).get("at") == "rome"]
        index = here.index("legio-2")
        values = [index if stream == "sealed" else index + 1]
        self.records.append({**asked, "values": values})
        return values, {"scope": "705", "opening": 0, "number": 0}

    def roll_for(self: Table, label: str, count: int, items: list[str]) -> list[str]:
        return [items[self.roll(label, 1, len(items))[0] - 1]]

    aim = [{"jupiter": {"from": "Rome", "to": "Genua"}}]
    monkeypatch.setattr(Table, "_chance", legio_2)
    sealed.play(caesar=aim)
    assert "Legio 2" in sealed.text()
    monkeypatch.setattr(Table, "draw", roll_for)
    with pytest.raises(Told):
        public.play(caesar=aim)


def test_jupiters_question(campaign: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """Card Jupiter: a question that leaves out places where only leaders and fleets stand."""

    async def jupiter(table: Table, seat: str) -> None:
        enemy = board.other(seat)
        blocks = table.state["seats"][enemy]["blocks"]
        worth = {here["at"] for b, here in blocks.items() if board.BLOCKS[b].type == "legio"}
        await table.ask(events.Jupiter(seat, worth=sorted(worth)))
        cards.command_done(table, seat)

    monkeypatch.setitem(campaign.ruleset.rules.steps, "jupiter", jupiter)  # type: ignore[arg-type]
    first = {"pompey": {"Rome": ["Pompey"], "Narbo": ["Legio 1"]}}
    second = {"pompey": {"Rome": ["Legio 1"], "Narbo": ["Pompey"]}}
    with pytest.raises(Told):
        SideBySide("caesar", DRAWN, first, second)


# Who is asked, and how often.


def test_who_is_asked(land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """6.4: a levy question that is skipped when every block is at full strength tells just
    that."""

    async def command_phase(table: Table, seat: str) -> None:
        blocks = table.state["seats"][seat]["blocks"]
        weak = sum(part["strength"] < board.full(b) for b, part in blocks.items())
        if weak % 2:
            await table.ask(Command(seat, moves=0, levies=weak))
        cards.command_done(table, seat)

    monkeypatch.setitem(land.ruleset.rules.steps, "command", command_phase)  # type: ignore[arg-type]
    assert "asked" in parts(land, 14)


def test_how_often_somebody_is_asked(land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """6.4: the same question twice where there is more to do: the game takes more runs."""

    async def command_phase(table: Table, seat: str) -> None:
        for _ in range(1 + weight(table.state, seat) % 2):
            await table.ask(Command(seat, moves=0, levies=0))
        cards.command_done(table, seat)

    monkeypatch.setitem(land.ruleset.rules.steps, "command", command_phase)  # type: ignore[arg-type]
    assert "due" in parts(land, 14)


def test_due_lists(land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that is due though it is asked nothing, by what it holds."""

    def odd(clerk: Clerk) -> list[str]:
        return [seat for seat in SEATS if weight(clerk.game.state, seat) % 2]

    also_due(monkeypatch, odd)
    assert "due" in parts(land, 14)


def test_a_memory_that_knows_more(land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a seat remembers, with something that it was never told."""
    remember = Clerk._remember

    def leaking(self: Clerk, outcome: Outcome) -> None:
        remember(self, outcome)
        for seat in SEATS:
            known = {"more": weight(self.game.state, board.other(seat))}
            self.remembered[seat] = {**self.remembered[seat], **known}

    monkeypatch.setattr(Clerk, "_remember", leaking)
    assert "block" in parts(land, 14)


def test_a_turn_told_again_with_what_the_other_was_told(
    land: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a turn ends, the events of the other seat."""
    own = Clerk._own

    def leaking(self: Clerk, outcome: Outcome, mail: Any) -> dict[str, Data]:
        made = own(self, outcome, mail)
        turns = {seat: made[f"seat/{seat}"]["turn"] for seat in SEATS}
        for seat in SEATS:
            made[f"seat/{seat}"]["turn"] = turns[board.other(seat)]
        return made

    monkeypatch.setattr(Clerk, "_own", leaking)
    assert "block" in parts(land, 40)


# What is said of drafts, and in which order things are told.


def test_refusal_texts(land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal that knows more than the View of the seat."""

    def told(state: Data, seat: str) -> object:
        return {other: weight(state, other) for other in SEATS}

    in_refusals(monkeypatch, told, Command)
    assert parts(land, 14) == ["refusals"]


def regrouped(pair: SideBySide) -> None:
    """Caesar wins at Rome; one legion goes to Genua, another to Ravenna, crosswise in the second
    game."""
    pair.play(pompey=[{"pass": "Auxilia 3"}])
    pair.play(caesar=[{"fire": f"Legio {number}"} for number in (7, 10, 11)])
    lines: list[list[Any]] = [
        [
            {"regroup": {"blocks": [f"Legio {one}"], "to": "Genua"}},
            {"regroup": {"blocks": [f"Legio {two}"], "to": "Ravenna"}},
        ]
        for one, two in ((7, 10), (10, 7))
    ]
    pair.play(caesar=Two(*lines))


def test_order_of_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.7: groups that regroup are told in the order of their blocks."""
    regrouped(SideBySide("pompey", AT_ROME, {}, {}))

    def leaking(self: RegroupWalk) -> None:
        groups = by_place(self.going)
        for to in sorted(groups, key=lambda to: min(groups[to])):
            told = {"at": self.place, "to": to}
            verbs.send(self.table, "regroup", self.seat, groups[to], to, told)

    monkeypatch.setattr(RegroupWalk, "finish", leaking)
    with pytest.raises(Told):
        regrouped(SideBySide("pompey", AT_ROME, {}, {}))


def test_order_of_anonymous_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """4.21: blocks of two colours in one place, told in the order of the rulebook's list."""

    def leaking(table: Table, kind: str, public: Data) -> None:
        if kind == "nothing":
            blocks = table.state["seats"]["pompey"]["blocks"]
            there = sorted(block for block in blocks if blocks[block]["at"] == "rome")
            public["row"] = [board.BLOCKS[block].colour for block in there]

    telling(monkeypatch, leaking)
    before = {"active": "pompey", "levies": "1", "caesar": {"Genua": ["Legio 12"]}}
    first, second = (
        {"pompey": {"Rome": ["Legio 8", one], "Utica": [two]}}
        for one, two in (("Legio 1", "Scipio"), ("Scipio", "Legio 1"))
    )
    pair = SideBySide("caesar", before, first, second)
    with pytest.raises(Told):
        pair.play(pompey=[])


# The part of a seat's own.


def test_counts_in_the_own_part(land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """A number in a seat's own part that counts what was told to the other one alone."""
    tell_levies = verbs.tell_levies

    def whispering(table: Table, seat: str, levies: Any) -> None:
        tell_levies(table, seat, levies)
        for _ in range(weight(table.state, seat) % 3):
            table.tell("whisper", None, **{seat: {}})

    def counting(outcome: Outcome, state: Data, seat: str) -> Data:
        return {**seat_part(outcome, state, seat), "in all": len(outcome.events)}

    from referee.engine import entry

    seat_part = entry.seat_part
    monkeypatch.setattr(verbs, "tell_levies", whispering)
    monkeypatch.setattr(entry, "seat_part", counting)
    alter(monkeypatch, land.ruleset, describe=lambda event, seat: [])
    assert "block" in parts(land, 14)


def test_a_seat_that_holds_more_than_its_own(land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """A number in a seat's own part that comes from the other one's blocks."""

    def leaking(table: Table, seat: str) -> None:
        cards.command_done(table, seat)
        for one in SEATS:
            table.state["seats"][one]["seen"] = weight(table.state, board.other(one))

    monkeypatch.setattr(command_phase, "command_done", leaking)
    assert "block" in parts(land, 14)


# The order of keys, which the writer of reports takes away.


def fleets_in(state: Data, seat: str, place: str) -> int:
    """How many fleets of a seat are in a port; nobody else can tell."""
    blocks = state["seats"][seat]["blocks"]
    return sum(part["at"] == place and board.is_fleet(b) for b, part in blocks.items())


def harbour(table: Table, kind: str, public: Data) -> None:
    """4.42: whether a block in some port is a fleet, by the order of keys."""
    if kind == "turn over" and any(
        fleets_in(table.state, seat, "brundisium") or fleets_in(table.state, seat, "ostia")
        or fleets_in(table.state, seat, "massilia")
        for seat in SEATS
    ):  # fmt: skip
        turned_about(public)


def test_whether_a_block_in_port_is_a_fleet_by_the_order_of_keys(
    land: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    unsorted_blocks(monkeypatch)
    telling(monkeypatch, harbour)
    assert "block" in parts(land, 14, soon=10)


class Jove(Placed):
    """Caesar plays Jupiter beside blocks of Pompey, of which one leads."""

    @staticmethod
    def start() -> Data:
        pompey = {"Rome": ["Legio 1", "Legio 2", "Legio 36"], "Utica": ["Pompey", "Navis 1"]}
        place = {"active": "caesar", "card": "Jupiter", "caesar": {"Genua": ["Legio 8"]}}
        hands = {f"{seat} hand": ["3/1", "2/1", "1/2"] for seat in SEATS}
        return ADAPTER.start({"scenario": "campaign", **place, **hands, "pompey": pompey})


def lots(table: Table, kind: str, public: Data) -> None:
    """Card Jupiter: whether a leader was among those on whom the lot could have fallen."""
    if kind == "jupiter":
        among = events.alike(table, board.other(public["seat"]), public["from"], "green")
        if any(board.BLOCKS[block].leader for block in among):
            turned_about(public)


def test_whether_jupiters_candidates_include_a_leader_by_the_order_of_keys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The lot falls on the same block in both games, and they go on."""
    unsorted_blocks(monkeypatch)
    telling(monkeypatch, lots)
    jove = Jove(load("julius-caesar"), CaesarVariation(), "campaign")
    assert "block" in parts(jove, 3, skip=1, soon=90)


@pytest.mark.parametrize("leak", [harbour, lots])
def test_the_order_of_keys_reaches_nobody(monkeypatch: pytest.MonkeyPatch, leak: Leak) -> None:
    telling(monkeypatch, leak)
    rules = load("julius-caesar")
    jove, land = (make(rules, CaesarVariation(), name) for make, name in MADE)
    assert parts(jove, 3, skip=1, pairs=count(6, 150)) == []
    assert parts(land, 10, pairs=count(3, 60)) == []


MADE: tuple[tuple[type[Twins], str], ...] = ((Jove, "campaign"), (Twins, "land"))


# Options.


def test_a_strength_under_an_option_by_an_extra_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ruling 47: pairs are of every way to set the options."""

    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "turn over" and table.public["options"]["trophies"] == "battle":
            public["weight"] = weight(table.state, "caesar")

    telling(monkeypatch, leak)
    varied = Varied(load("julius-caesar"), CaesarVariation(), "land")
    assert "block" in told_by(varied.begun(seed).leaks for seed in range(60))


def test_how_many_blocks_were_deployed_freely(monkeypatch: pytest.MonkeyPatch) -> None:
    """5.3: how many blocks the lines of a free deployment name."""

    def leaking(self: Deploying) -> None:
        finish(self)
        self.table.tell("moved", {"number": len(self.moved)})

    finish = Deploying.finish
    monkeypatch.setattr(Deploying, "finish", leaking)
    free = Twins(load("julius-caesar"), CaesarVariation(), "campaign", {"deployment": "free"})
    assert "block" in parts(free, 3, skip=1)


def test_fleets_among_blocks_in_port(land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """4.42: how many fleets are in the ports from where a group goes, in plain numbers."""

    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "command done" or kind == "turn over":
            public["fleets"] = {seat: fleets_in(table.state, seat, "ostia") for seat in SEATS}
            public["more"] = {seat: fleets_in(table.state, seat, "massilia") for seat in SEATS}

    telling(monkeypatch, leak)
    assert "block" in parts(land, 14, soon=10)


# Lines, requests and files.


def test_the_order_of_lines(land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """6.4: places of levies in the order in which they were written down."""
    tell_levies = verbs.tell_levies

    def leaking(table: Table, seat: str, levies: Any) -> None:
        tell_levies(table, seat, levies)
        blocks = table.state["seats"][seat]["blocks"]
        table.tell("row", {"row": [blocks[line["block"]]["at"] for line in levies]})

    monkeypatch.setattr(verbs, "tell_levies", leaking)
    assert "block" in parts(land, 14, soon=6)


class Staying(Twins):
    """Both seats have left the same rule for their commands."""

    rule: ClassVar[Data] = {"on": "command", "then": "stay"}

    def table(self) -> Any:
        return with_rules(super().table(), self.ruleset, self.seats, [self.rule])


def test_a_question_more_that_standing_orders_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing shows but the time that the run takes: the number of requests."""
    staying = Staying(load("julius-caesar"), CaesarVariation(), "land")

    async def command_phase(table: Table, seat: str) -> None:
        for _ in range(1 + weight(table.state, seat) % 2):
            await table.ask(Command(seat, moves=1, levies=0))
        cards.command_done(table, seat)

    monkeypatch.setitem(staying.ruleset.rules.steps, "command", command_phase)  # type: ignore[arg-type]
    assert parts(staying, 14) == ["requests"]


def test_refusals_of_files_in_the_name_of_another(
    land: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that its seat has not signed is judged by what that seat knows: anybody could try
    orders in its name."""
    whole = property(lambda self: True, lambda self, value: None)
    monkeypatch.setattr(OrderFile, "genuine", whole, raising=False)
    assert "refusals" in parts(land, 14)


class Waiting(Staying):
    """The rule stays only where there are moves."""

    rule: ClassVar[Data] = {"on": "command", "if": "moves > 0", "then": "stay"}


def test_standing_orders_that_answer_by_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is waited for tells how strong somebody is."""
    waiting = Waiting(load("julius-caesar"), CaesarVariation(), "land")

    def measure(request: Request, view: View) -> dict[str, int]:
        strengths = [part["strength"] for part in view.own["blocks"].values()]
        return {"moves": sum(strengths) % 2}

    monkeypatch.setattr(waiting.ruleset.rules.kinds["command"].standing, "measure", measure)
    assert "due" in parts(waiting, 14)


# The places where the rules of the game could tell, in tests/blind/test_asking_caesar.py.

PLACES = sorted(name for name in vars(test_asking_caesar) if name.startswith("test_"))
#: of these there is no run to compare
STILL = ("test_2_1_nothing_happens_till_both_cards_are_there",)


@pytest.mark.parametrize("name", [name for name in PLACES if name not in STILL])
def test_each_place_is_compared(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is told of anything hidden is found in the pair of every such place."""

    def leak(table: Table, kind: str, public: Data) -> None:
        hidden = json.dumps([table.state["seats"], table.state["sealed"]], sort_keys=True)
        public["sum"] = zlib.crc32(hidden.encode()) % 9999

    telling(monkeypatch, leak)
    with pytest.raises(Told):
        getattr(test_asking_caesar, name)()


def test_what_a_preview_reads_beside_the_view(land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """6.1: a preview that knows from the game how strong the enemy is."""
    seen: dict[int, int] = {}
    view = Game.view

    def remembering(self: Game, seat: str) -> View:
        found = view(self, seat)
        seen[id(found.own)] = weight(self.state, board.other(seat))
        return found

    def leaking(request: Request, found: View, *of: Any) -> list[str]:
        return [f"The enemy has {seen[id(found.own)]} steps."]

    monkeypatch.setattr(Game, "view", remembering)
    monkeypatch.setattr("referee.lab.twins.watching.preview", leaking)
    assert parts(land, 6) == ["preview"]
