"""Zones: what moves where, what all know of it, and what nobody may."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.engine.plain import copied
from referee.engine.request import View
from referee.engine.table import Rehearsal
from referee.kit.zones import Hand, Place, Zones
from tests.support.seeds import with_seeds

CARDS = ("ambush", "ambush", "bribe", "comet", "forks", "storms", "tribunes", "walls")
ZONES = Zones(
    CARDS,
    "deck",
    {"hand": Hand("cards", "shown"), "aside": Hand("set aside")},
    ("forum", "discards"),
    ("claimed",),
)
DECK, FORUM, DISCARDS = Place("deck"), Place("forum"), Place("discards")
ROME, GAUL = Place("hand", "rome"), Place("hand", "gaul")
NAMES = {card: card.title() for card in CARDS}
SEATS = {"rome": "Rome", "gaul": "Gaul"}


class FakeTable:
    """A table whose draws take what stands first in a list of wishes, or first at all."""

    rehearsing = False
    unsure = False

    def __init__(self, *wishes: str) -> None:
        self.state: Any = {"public": {}, "seats": {seat: {} for seat in SEATS}, "sealed": {}}
        ZONES.begin(self.state, list(SEATS))
        self.wishes = list(wishes)
        self.drawn: list[tuple[str, int, list[str]]] = []

    @property
    def public(self) -> Any:
        return self.state["public"]

    def draw(self, label: str, count: int, items: Any) -> list[str]:
        self.drawn.append((label, count, list(items)))
        found = [wish for wish in self.wishes if wish in items][:count]
        rest = [one for one in items if one not in found]
        return [*found, *rest][:count]


def dealt() -> FakeTable:
    """Rome has ambush, comet and walls, Gaul has ambush and bribe; storms lies in the forum."""
    table = FakeTable()
    for target, cards in (
        (ROME, ["walls", "ambush", "comet"]),
        (GAUL, ["bribe", "ambush"]),
        (FORUM, ["storms"]),
    ):
        ZONES.move(table.state, cards, DECK, target)
    return table


def test_all_begins_in_the_pile() -> None:
    table = FakeTable()
    assert ZONES.lying(table.state, DECK) == list(CARDS)
    assert ZONES.left(table.public) == 8
    assert ZONES.hidden(table.public) == list(CARDS)
    assert ZONES.broken(table.state) == []


def test_a_hand_keeps_the_order_of_the_rules_and_tells_its_size() -> None:
    table = dealt()
    assert ZONES.lying(table.state, ROME) == ["ambush", "comet", "walls"]
    assert table.public["cards"] == {"rome": 3, "gaul": 2}
    assert ZONES.left(table.public) == 2
    assert table.state["sealed"]["deck"] == ["forks", "tribunes"]
    assert ZONES.broken(table.state) == []


def test_what_a_hand_could_hold_is_told_by_what_all_see() -> None:
    table = dealt()
    assert ZONES.could_hold(table.public, GAUL, ["walls"]), "nobody knows that Rome has it"
    assert not ZONES.could_hold(table.public, GAUL, ["storms"])
    assert not ZONES.could_hold(table.public, Place("aside", "gaul"), ["walls"]), "it is empty"
    ZONES.move(table.state, ["ambush"], ROME, DISCARDS)
    assert ZONES.could_hold(table.public, GAUL, ["ambush"]), "there are two"
    ZONES.move(table.state, ["ambush"], GAUL, DISCARDS)
    assert not ZONES.could_hold(table.public, GAUL, ["ambush"])


def test_what_all_saw_get_into_a_hand_stays_known_there() -> None:
    table = dealt()
    ZONES.move(table.state, ["storms"], FORUM, GAUL)
    assert ZONES.known(table.public, GAUL) == ["storms"]
    assert ZONES.could_hold(table.public, GAUL, ["storms"])
    assert not ZONES.could_hold(table.public, ROME, ["storms"])
    ZONES.move(table.state, ["ambush", "bribe"], GAUL, DISCARDS)
    assert ZONES.known(table.public, GAUL) == ["storms"]
    assert not ZONES.could_hold(table.public, GAUL, ["comet", "forks"]), "its only card is known"
    ZONES.move(table.state, ["storms"], GAUL, DISCARDS)
    assert ZONES.known(table.public, GAUL) == []


def test_what_leaves_a_hand_unseen_may_be_any_of_it() -> None:
    table = dealt()
    ZONES.move(table.state, ["storms"], FORUM, GAUL)
    ZONES.move(table.state, ["bribe"], GAUL, ROME)
    assert ZONES.known(table.public, GAUL) == []
    assert ZONES.could_hold(table.public, ROME, ["storms"])
    ZONES.move(table.state, ["storms"], GAUL, ROME, seen=True)
    assert ZONES.known(table.public, ROME) == ["storms"]
    ZONES.move(table.state, ["walls"], ROME, Place("aside", "rome"))
    assert ZONES.known(table.public, ROME) == []
    assert ZONES.broken(table.state) == []


def test_all_cannot_see_a_thing_get_where_nothing_is_known() -> None:
    table = dealt()
    with pytest.raises(ValueError, match="all see storms get into a hand"):
        ZONES.move(table.state, ["storms"], FORUM, Place("aside", "rome"))


def test_what_lies_elsewhere_is_not_moved() -> None:
    with pytest.raises(ValueError, match="not in list"):
        ZONES.move(dealt().state, ["storms"], DECK, ROME)


def test_a_draw_is_a_lot_among_the_pile() -> None:
    table = dealt()
    table.wishes = ["tribunes"]
    assert ZONES.draw(table, "a card", 1, ROME) == ["tribunes"]
    assert table.drawn == [("a card", 1, ["forks", "tribunes"])]
    assert ZONES.lying(table.state, ROME) == ["ambush", "comet", "tribunes", "walls"]
    assert ZONES.hidden(table.public) == [card for card in CARDS if card != "storms"]


def test_where_a_card_goes_may_hang_on_what_it_is() -> None:
    table = dealt()
    table.wishes = ["forks"]

    def laid(card: str) -> Place:
        return Place("claimed", "gaul") if card == "forks" else GAUL

    ZONES.draw(table, "two cards", 2, laid)
    assert table.public["claimed"] == {"rome": [], "gaul": ["forks"]}
    assert table.public["cards"] == {"rome": 3, "gaul": 3}
    assert ZONES.broken(table.state) == []


def test_a_pile_that_ends_is_filled_with_the_discards() -> None:
    table = dealt()
    ZONES.move(table.state, ["ambush", "walls"], ROME, DISCARDS)
    drawn = ZONES.draw(table, "cards", 3, GAUL, [DISCARDS])
    assert drawn == ["forks", "tribunes", "ambush"]
    assert [one[1:] for one in table.drawn] == [
        (2, ["forks", "tribunes"]),
        (1, ["ambush", "walls"]),
    ]
    assert table.public["discards"] == []
    assert ZONES.draw(table, "cards", 5, GAUL, [DISCARDS]) == ["walls"], "that was all"
    assert ZONES.draw(table, "cards", 1, GAUL, [DISCARDS]) == []
    assert ZONES.broken(table.state) == []


def test_a_rehearsal_moves_numbers_and_knows_no_cards() -> None:
    state = dealt().state
    before = copied(state)
    table = Rehearsal(View("rome", state["public"], state["seats"]["rome"]))
    assert ZONES.draw(table, "cards", 1, ROME) == []
    assert table.unsure
    ZONES.move(table.state, ["comet"], ROME, DISCARDS)
    assert table.public["cards"] == {"rome": 3, "gaul": 2}
    assert ZONES.left(table.public) == 1
    assert ZONES.lying(table.state, ROME) == ["ambush", "walls"]
    assert ZONES.lying(table.state, GAUL) == ZONES.lying(table.state, DECK) == []
    assert ZONES.draw(table, "cards", 2, GAUL, [DISCARDS]) == []
    assert ZONES.left(table.public) == 0
    assert table.public["cards"] == {"rome": 3, "gaul": 4}
    assert state == before


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda s: s["sealed"]["deck"].pop(), "things are lost or doubled"),
        (lambda s: s["seats"]["rome"]["hand"].append("walls"), "hand of rome: 3 are shown of 4"),
        (lambda s: s["public"]["cards"].update(gaul=1), "hand of gaul: 1 are shown of 2"),
        (
            lambda s: s["public"]["shown"]["gaul"].append("comet"),
            "hand of gaul: comet should be there",
        ),
        (lambda s: s["seats"]["rome"]["hand"].reverse(), "some are not in the rulebook's order"),
    ],
)
def test_what_is_broken_is_told(spoil: Any, told: str) -> None:
    state = dealt().state
    spoil(state)
    assert told in ZONES.broken(state)


@with_seeds(range(20))
def test_whatever_moves_public_knowledge_stays_true(seed: int) -> None:
    chance = random.Random(seed)
    table = FakeTable()
    zones = [
        DECK,
        FORUM,
        DISCARDS,
        *(Place(zone, seat) for zone in ("hand", "claimed") for seat in SEATS),
    ]
    for _ in range(60):
        source, target = chance.sample(zones, 2)
        there = ZONES.lying(table.state, source)
        some = chance.sample(there, min(len(there), chance.randint(0, 2)))
        ZONES.move(table.state, some, source, target, seen=chance.random() < 0.3)
        if chance.random() < 0.2:
            ZONES.draw(table, "card", 1, chance.choice([ROME, GAUL]), [DISCARDS])
        assert ZONES.broken(table.state) == []
        assert ZONES.left(table.public) == len(ZONES.lying(table.state, DECK))
        for hand in (ROME, GAUL):
            held = ZONES.lying(table.state, hand)
            assert all(ZONES.could_hold(table.public, hand, [card]) for card in held)
            if not held:
                assert not ZONES.could_hold(table.public, hand, CARDS)


@with_seeds(range(20))
def test_a_swap_changes_nothing_that_another_seat_knows(seed: int) -> None:
    table, chance = dealt(), random.Random(seed)
    ZONES.move(table.state, ["storms"], FORUM, ROME)
    before = copied(table.state)
    mine, other = ZONES.swap(table.state, ROME, chance) or ("", "")
    assert (mine in ("ambush", "comet", "walls")) and (other in ("forks", "tribunes"))
    assert other in ZONES.lying(table.state, ROME)
    assert mine in ZONES.lying(table.state, DECK)
    assert (table.state["public"], table.state["seats"]["gaul"]) == (
        before["public"],
        before["seats"]["gaul"],
    )
    assert ZONES.broken(table.state) == []


@with_seeds(range(20))
def test_only_what_could_come_into_a_hand_is_swapped_into_it(seed: int) -> None:
    table, chance = dealt(), random.Random(seed)
    found = ZONES.swap(table.state, ROME, chance, lambda card: card == "tribunes")
    assert found is not None and found[1] == "tribunes"
    assert ZONES.swap(table.state, ROME, chance, lambda card: card == "tribunes") is None


def test_a_second_game_draws_what_its_hand_has() -> None:
    first, second = dealt(), dealt()
    ZONES.exchange(second.state, ROME, "walls", "tribunes")
    assert ZONES.lead(second.state, first.state, [GAUL, ROME], ["forks", "tribunes"]) == [
        "forks",
        "tribunes",
    ]
    assert second.state == first.state


def test_a_second_game_cannot_draw_what_lies_elsewhere() -> None:
    first, second = dealt(), dealt()
    before = copied(second.state)
    assert ZONES.lead(second.state, first.state, [GAUL, ROME], ["storms"]) is None
    assert ZONES.lead(second.state, first.state, [GAUL], ["walls"]) is None
    assert second.state == before


def test_nothing_is_swapped_where_all_is_known() -> None:
    table = FakeTable()
    assert ZONES.swap(table.state, ROME, random.Random(1)) is None
    ZONES.move(table.state, ["walls"], DECK, ROME, seen=True)
    assert ZONES.swap(table.state, ROME, random.Random(1)) is None
    assert ZONES.swap(table.state, Place("hand", "guest"), random.Random(1)) is None


def test_a_report_tells_what_a_seat_sees() -> None:
    table = dealt()
    ZONES.move(table.state, ["storms"], FORUM, GAUL)
    ZONES.move(table.state, ["comet"], ROME, Place("claimed", "rome"))
    own = table.state["seats"]["rome"]
    assert ZONES.report(table.public, own, "rome", NAMES, SEATS) == [
        "your hand: Ambush, Walls",
        "your aside: none",
        "Gaul's hand: Storms, 2 others",
        "Gaul's aside: none",
        "deck: 2",
        "forum: none",
        "discards: none",
        "Rome's claimed: Comet",
        "Gaul's claimed: none",
    ]
    others = ZONES.report(table.public, {}, "guest", NAMES, SEATS)
    assert others[:3] == ["Rome's hand: 2", "Gaul's hand: Storms, 2 others", "Rome's aside: none"]
