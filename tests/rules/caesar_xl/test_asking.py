"""Who is asked, and how often, hangs on what all can see: tactics (10.2), cards (6.2), F4."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from typing import Any
from unittest.mock import patch

import pytest

from referee.engine import standing
from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.table import State, Table, view_of
from referee.engine.words import Answer
from referee.lab.scripted import ScriptedDice
from referee.lab.selfplay import play
from referee.orders.order_lines import parse_lines
from referee.orders.standing_list import parse_standing
from tests.rules.caesar_xl.adapter import (
    ADAPTER,
    Betrayal,
    Draws,
    Loss,
    Losses,
    Orders,
    Pillage,
    Tactics,
    board,
    position,
    ruleset,
)
from tests.support.seeds import count

Data = dict[str, Any]
FIGHT: dict[str, Any] = {
    "phase": "combat",
    "caesar": {"Messana": ["CL1"], "Rome": ["Caesar"]},
    "pompey": {"Messana": ["PL1"], "Athens": ["Pompey"]},
}
ALL_TACTICS = ["Triple Line", "Triple Line II", "Siege", "Siege II", "Cavalry Charge", "Testudo",
               "Night March", "Ambush"]  # fmt: skip


def asked(state: State, most: int = 3, dice: Sequence[int] = (1, 1)) -> list[tuple[str, str]]:
    """Seats and kinds of the first questions, each answered by the default."""
    found: list[tuple[str, str]] = []

    def supply(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer] | None:
        found.extend((request.seat, request.kind) for request in requests)
        if len(found) >= most:
            return None
        kinds = ruleset.rules.kinds
        return [kinds[r.kind].standing.default(r, view(r.seat)) for r in requests]

    Game(ruleset.rules, state).run(ScriptedDice(list(dice)), supply)
    return found


def battle(**more: Any) -> list[tuple[str, str]]:
    """Who is asked for tactics in a battle at Messana, with two cards open that do not count."""
    state = ADAPTER.start({**FIGHT, "gold": {"pompey": 5}, **more})
    return [one for one in asked(state) if one[1] == "tactics"]


BESIDE = ruleset.rules.kinds["tactics"].standing


def at_messana(seat: str = "caesar", **more: Any) -> tuple[Tactics, View]:
    """The question for a tactics card in a battle that Caesar attacks in, and what a seat sees."""
    state = ADAPTER.start({**FIGHT, **more})
    state["public"]["battle"] = {
        "at": "messana", "attacker": "caesar", "defender": "pompey", "round": 0, "barbarians": 0,
        "lost": {"caesar": 0, "pompey": 0, "barbarians": 0}, "tactics": {},
    }  # fmt: skip
    side = "attacker" if seat == "caesar" else "defender"
    return Tactics(seat, at="messana", side=side, enemy="none"), view_of(state, seat)


def test_10_2_both_are_asked_if_they_could_hold_a_card_whatever_they_hold() -> None:
    both = [("caesar", "tactics"), ("pompey", "tactics")]
    assert battle(hands={"caesar": ["Ambush"], "pompey": ["Siege"]}) == both
    assert battle(hands={"caesar": ["Levy"], "pompey": ["Fleet"]}) == both
    assert battle(hands={"caesar": ["Marcus Cato"], "pompey": ["Siege"]}) == both


def test_10_2_who_holds_no_card_is_not_asked() -> None:
    assert battle(hands={"pompey": ["Levy"]}) == [("pompey", "tactics")]
    assert battle() == []


def test_10_2_nobody_is_asked_when_all_cards_that_fit_lie_open() -> None:
    hands = {"caesar": ["Levy"], "pompey": ["Fleet"]}
    assert battle(hands=hands, discards=ALL_TACTICS) == []
    without_siege = [card for card in ALL_TACTICS if "Siege" not in card]
    assert battle(hands=hands, discards=without_siege) == [("pompey", "tactics")]


def test_10_2_a_hand_of_which_all_is_known_is_asked_for_what_is_known_alone() -> None:
    known = {"caesar": ["Siege"], "pompey": ["Ambush"]}
    assert battle(known=known) == [("pompey", "tactics")]


def test_10_2_against_barbarians_the_roman_is_asked() -> None:
    state = ADAPTER.start(
        {
            "phase": "combat",
            "gold": {"pompey": 5},
            "hands": {"caesar": ["Levy"], "pompey": ["Fleet"]},
            "caesar": {"Numidia": ["CL1"], "Rome": ["Caesar"]},
            "pompey": {"Athens": ["Pompey"]},
        }
    )
    assert asked(state, dice=(6, 1, 1, 1))[:2] == [("caesar", "tactics"), ("pompey", "cards")]


@pytest.mark.parametrize("hand", ["Ambush", "Siege", "Levy"])
def test_10_2_a_rule_that_names_cards_answers_whatever_is_held(hand: str) -> None:
    """A stop would tell that none of them is."""
    raw = [{"on": "tactics", "then": {"tactics": ["Triple Line", "Ambush"]}}]
    rules, faults = parse_standing(raw, ruleset, "caesar")
    assert faults == []
    found = standing.answer(rules, BESIDE, *at_messana(hands={"caesar": [hand]}))
    assert found is not None
    assert found[1] == ([{"tactics": "T8"}] if hand == "Ambush" else [])


@pytest.mark.parametrize(
    ("hand", "fight", "avoid"),
    [
        (["Siege", "Ambush", "Night March"], "T8", "T3"),
        (["Night March", "Levy"], "", "T7"),
        (["Testudo", "Cavalry Charge"], "T5", ""),
        (["Levy"], "", ""),
    ],
)
def test_10_2_cards_that_help_in_a_battle_are_told_from_those_that_avoid_it(
    hand: list[str], fight: str, avoid: str
) -> None:
    """Pompey defends a city; what he has not is passed over for the next word."""
    request, view = at_messana("pompey", hands={"pompey": hand})
    for words, card in (
        (["fight"], fight), (["avoid"], avoid), (["avoid", "fight"], avoid or fight),
        (["fight", "avoid"], fight or avoid),
    ):  # fmt: skip
        wanted = [{"tactics": card}] if card else []
        assert BESIDE.follow(request, view, [{word: {}} for word in words]) == wanted


@pytest.mark.parametrize(
    ("mine", "theirs", "odds", "danger"),
    [
        # Swords: a legion has 3, 4 as a veteran, and Caesar 3.
        (["CL1"], ["PL1"], 100, False),
        (["Caesar", "CL1"], ["PL1"], 200, False),
        (["Caesar", "CL1"], ["PL1", "PL2"], 100, False),
        # Nine swords hit twice on average, rounded up: the legion, then Caesar.
        (["Caesar", "CL1"], ["PL1", "PL2", "PL3"], 66, True),
        (["Caesar"], ["PL1"], 100, True),
        # A veteran takes two hits.
        (["Caesar", "CL1*"], ["PL1", "PL2", "PL3"], 77, False),
    ],
)
def test_10_4_odds_and_a_leader_in_danger(
    mine: list[str], theirs: list[str], odds: int, danger: bool
) -> None:
    forces = {"caesar": {"Messana": mine}, "pompey": {"Messana": theirs, "Athens": ["Pompey"]}}
    if "Caesar" not in mine:
        forces["caesar"]["Rome"] = ["Caesar"]
    measured = BESIDE.measure(*at_messana(**forces))
    assert (measured["odds"], measured["leader in danger"]) == (odds, danger)


def read(raw: list[Any]) -> list[str]:
    """What is wrong with lines for cards as they are written."""
    names = ruleset.rules.names("caesar")
    return [fault.reason for fault in parse_lines(raw, Draws.words, names, Draws.conditions)[1]]


def test_6_2_what_was_drawn_decides_on_buying_and_never_on_asking() -> None:
    assert read([{"if": "leaders drawn = 0", "else": "skip", "buy": ""}]) == []
    (reason,) = read([{"if": "leaders drawn = 0", "else": "stop", "buy": ""}])
    assert "would reveal 'leaders drawn'" in reason
    assert read([{"if": "gold >= 9", "else": "stop", "buy": ""}]) == []
    (reason,) = read([{"buy": ""}, {"if": "leaders drawn = 0", "else": "skip", "look": ""}])
    assert "would reveal 'leaders drawn'" in reason
    assert read([{"buy": ""}, {"if": "gold >= 9", "else": "skip", "look": ""}]) == []


def test_6_2_standing_orders_may_buy_by_what_was_drawn_and_never_look_by_it() -> None:
    buy = {"if": "leaders drawn = 0", "else": "skip", "buy": ""}
    rules, faults = parse_standing([{"on": "cards", "then": ["buy", buy]}], ruleset, "caesar")
    assert faults == []
    assert rules[0]["then"][1] == {"buy": {}, "if": [["leaders drawn", "=", 0]], "else": "skip"}
    private = {"on": "cards", "if": "leaders = 0", "then": ["buy"]}
    for last in (["buy", "look"], ["buy", {"if": "leaders drawn = 0", "else": "skip", "look": ""}]):
        _, faults = parse_standing([private, {"on": "cards", "then": last}], ruleset, "caesar")
        assert faults, last
    assert parse_standing([private, {"on": "cards", "then": "default"}], ruleset, "caesar")[1] == []


@pytest.mark.parametrize("card", ["Marcus Cato", "Siege", "Levy"])
def test_6_2_whether_cards_are_asked_for_hangs_on_how_many_are_held(card: str) -> None:
    before = {**FIGHT, "phase": "forum", "hands": {"caesar": [card]}}
    assert Draws("caesar", turn=2, part=1).forced(ADAPTER.start(before)["public"]) is None
    empty = {**FIGHT, "phase": "forum", "caesar": {"Messana": ["Caesar"]}}
    assert Draws("caesar", turn=2, part=1).forced(ADAPTER.start(empty)["public"]) == []


def test_f4_nobody_rolls_again_unless_he_says_so() -> None:
    before = {
        **FIGHT,
        "phase": "purchases",
        "claimed": {"caesar": ["Pontifex Maximus"]},
        "caesar": {"Dacia": ["CL1"], "Rome": ["Caesar"]},
        "subdued": ["Dacia"],
    }
    state = ADAPTER.start(before)
    found = asked(state, most=3, dice=(5, 5))
    assert found[:2] == [("caesar", "turn"), ("caesar", "reroll")]
    assert state["public"]["gold"]["caesar"] == 6
    assert "F4" not in state["public"]["now"]["used"]


def test_f4_only_the_phasing_player_is_asked_for_his_own_dice() -> None:
    before = {**FIGHT, "gold": {"pompey": 5}, "claimed": {"pompey": ["Pontifex Maximus"]}}
    assert all(kind != "reroll" for _, kind in asked(ADAPTER.start(before)))


def test_9_1_a_way_that_none_of_several_pieces_can_go_is_refused_once() -> None:
    before = {**FIGHT, "phase": "march", "caesar": {"Massilia": ["CL1", "CL2", "CL3"]}}
    march: Any = {"march": {"pieces": ["cl01", "cl02", "cl03"], "to": "rome"}}
    view = view_of(ADAPTER.start(before), "caesar")
    (fault,) = Orders("caesar", turn=2, part=1).judge(view, [march]).faults
    assert "not next to Massilia" in fault.reason


# Tactics in whole games (10.2): two are asked in every battle of players, by what all can see.


def could_hold(public: Data, seat: str) -> bool:
    """10.2 Whether a hand could hold a tactics card that fits, by the open cards alone."""
    enemy = board.other(seat)
    able = {card for card in board.TACTICS if card not in ("T3", "T4", "T7")}
    fight = public["battle"]
    if fight["defender"] == seat and board.VALUES[fight["at"]] and fight["at"] in board.CITIES:
        able |= {"T3", "T4"}
    if way_out(public, seat, fight):
        able.add("T7")
    known = public["known"]
    seen = {*public["discards"], *public["table"], *known[enemy]}
    hidden = public["cards"][seat] - len(known[seat])
    return bool(able & {*known[seat]} or (hidden and able - seen - {*known[seat]}))


def way_out(public: Data, seat: str, fight: Data) -> bool:
    """10.5 Whether a side of a battle has a place to go."""
    pieces, marches = public["pieces"].values(), public["now"]["marches"]
    held = {one["at"] for one in pieces if one["owner"] != seat}
    held |= {zone for zone in board.ZONES if zone not in public["subdued"]}
    near = set(board.LINKS[fight["at"]])
    if fight["attacker"] == seat:
        mine = {key for key, one in public["pieces"].items() if one["at"] == fight["at"]}
        near = {marches[key][1] for key in mine if key in marches}
    return bool(near - held)


class Asked:
    """Tactics of every battle, and who has played Night March."""

    def __init__(self) -> None:
        self.battles: list[Data] = []
        self.wrong: list[str] = []

    def play(self, number: int, scenario: str) -> None:
        """A random game."""
        tell, ask_all = Table.tell, Table.ask_all

        def telling(table: Table, kind: str, public: Data | None, **own: Data) -> None:
            tell(table, kind, public, **own)
            if kind == "battle" and public:
                self.battles.append({**public, "asked": [], "played": []})
            if kind == "plays" and public and public["card"] in board.TACTICS:
                self.battles[-1]["played"].append(public["card"])

        async def asking(table: Table, requests: Sequence[Any]) -> list[Answer]:
            for request in requests:
                if request.kind == "tactics":
                    self.check(table.public, request)
            return await ask_all(table, requests)

        with patch.object(Table, "tell", telling), patch.object(Table, "ask_all", asking):
            play(ruleset, 7, number, scenario)

    def check(self, public: Data, request: Request) -> None:
        """Whether the seat is asked, as public knowledge says."""
        self.battles[-1]["asked"].append(request.seat)
        if (request.forced(public) is None) != could_hold(public, request.seat):
            self.wrong.append(f"{request.seat} at {public['battle']['at']}, turn {public['turn']}")


@pytest.mark.parametrize("scenario", [board.SILVER, board.BRONZE])
def test_10_2_both_sides_of_every_battle_are_asked_if_they_could_hold_a_card(
    scenario: str,
) -> None:
    asked = Asked()
    for number in range(count(4, 300)):
        asked.play(number, scenario)
    assert asked.wrong == []
    for battle in asked.battles:
        both = [battle["attacker"], battle["defender"]]
        sides = [side for side in both if side in board.SEATS]
        gone = battle["played"][:1] == ["T7"] and len(battle["asked"]) == 1
        assert battle["asked"] == (sides[:1] if gone else sides)
    fought = [one for one in asked.battles if one["defender"] in board.SEATS]
    assert len(fought) > 20


# Forum and actions (5.1, A1 to A8): nobody is asked for a card that he alone knows.

HANDS = ["Levy", "Treachery", "Fleet", "Donations", "Marcus Cato", "Siege"]


@pytest.mark.parametrize("card", HANDS)
def test_a_cards_are_ordered_in_ones_own_turn_and_never_asked_for(card: str) -> None:
    """A1 to A8: the questions of two turns are the same, whatever a hand holds."""
    hands = {"caesar": [card], "pompey": ["Ambush"]}
    before = {"start": "yes", "phase": "purchases", "hands": hands, "gold": {"pompey": "4"}}
    found = asked(ADAPTER.start(before), most=4, dice=())
    assert found == [
        ("caesar", "turn"),
        ("caesar", "supply"),
        ("pompey", "cards"),
        ("pompey", "turn"),
    ]


@pytest.mark.parametrize("card", HANDS)
def test_5_1_whether_a_claim_is_asked_for_hangs_on_the_forum_alone(card: str) -> None:
    before: dict[str, Any] = {
        "phase": "forum", "hands": {"pompey": [card]}, "gold": {"caesar": "2"},
        "caesar": {"Messana": ["Caesar"], "Rome": ["CL1"]}, "pompey": {"Athens": ["Pompey"]},
    }  # fmt: skip
    request = Draws("caesar", turn=2, part=1)
    assert request.forced(ADAPTER.start(before)["public"]) == []
    open_card = {**before, "forum": ["Tribunes of the Plebs"]}
    assert request.forced(ADAPTER.start(open_card)["public"]) is None


def test_f4_only_its_owner_is_asked_and_by_default_never_rolls_again() -> None:
    """F4: the owner is public; one rule answers for every die of his turn."""
    rules, faults = parse_standing([{"on": "reroll", "then": "default"}], ruleset, "caesar")
    assert faults == []
    before = {**FIGHT, "phase": "combat", "claimed": {"caesar": ["Pontifex Maximus"]}}
    state = ADAPTER.start(before)
    found: list[tuple[str, str]] = []

    def supply(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer] | None:
        for one in requests:
            if one.kind == "reroll":
                beside = ruleset.rules.kinds["reroll"].standing
                answered = standing.answer(rules, beside, one, view(one.seat))
                assert answered is not None and one.seat == "caesar"
                found.append((one.seat, one.kind))
        kinds = ruleset.rules.kinds
        if any(one.kind == "cards" for one in requests):
            return None
        return [kinds[r.kind].standing.default(r, view(r.seat)) for r in requests]

    Game(ruleset.rules, state).run(ScriptedDice([6, 6, 1, 6]), supply)
    assert found and "F4" not in state["public"]["now"]["used"]


def seen_with(before: dict[str, Any], answer: Answer, until: str = "") -> dict[str, Any]:
    """What all see of the turn after these lines, when a kind of question comes or at the end."""
    state = ADAPTER.start(before)
    shown: list[dict[str, Any]] = []

    def supply(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer] | None:
        (request,) = requests
        if shown:
            return None
        if request.kind == until:
            shown.append(dict(state["public"]["now"]))
            return None
        return [answer] if request.kind in ("turn", "cards") else [[]]

    Game(ruleset.rules, state).run(ScriptedDice([6] * 9), supply)
    return shown[0] if shown else dict(state["public"]["now"])


def test_8_1_a_question_in_taxes_does_not_tell_whether_the_orders_came_to_the_march() -> None:
    rome = {"Rome": ["Caesar", "Brutus"], "Massilia": ["CL1"]}
    before = {**FIGHT, "phase": "purchases", "caesar": rome}
    before["claimed"] = {"caesar": ["Pontifex Maximus"]}
    nothing = seen_with(before, [], "reroll")
    assert nothing == seen_with(before, [{"battles": ["messana"]}], "reroll")
    assert nothing["part"] == 1


def test_5_2_a_victory_does_not_tell_whether_cards_were_ordered() -> None:
    claimed = ["Demands for Reform", "Tribunes of the Plebs", "Grain Dole"]
    before = {**FIGHT, "phase": "forum", "claimed": {"caesar": claimed}, "gold": {"caesar": 9}}
    assert seen_with(before, []) == seen_with(before, [{"buy": {}}])


def forces() -> Iterator[Data]:
    """Up to three units of Caesar in Rome, each regular or veteran, and him."""
    for allies, legions in ((a, n) for n in range(4) for a in range(4 - n)):
        keys = [f"ca0{n + 1}" for n in range(allies)] + [f"cl0{n + 1}" for n in range(legions)]
        for sides in product((False, True), repeat=len(keys)):
            units = {
                key: position.piece("caesar", "rome", side)
                for key, side in zip(keys, sides, strict=True)
            }
            yield dict(sorted({**units, "caesar": position.piece("caesar", "rome")}.items()))


def losing(number: int) -> Iterator[Losses]:
    """Every way to lose that many hits or swords."""
    for spared in (0, 2):
        yield Loss("caesar", at="rome", side="attacker", round=1, hits=number, spared=spared)
    yield Betrayal("caesar", at="rome", points=number)
    yield Pillage("caesar", owed=number)


def test_who_loses_units_is_asked_wherever_the_order_makes_a_difference() -> None:
    for pieces, number in product(forces(), (2, 5, 6)):
        public = {"pieces": pieces, "scenario": "silver"}
        for request in losing(number):
            orders = permutations(request.able(public))
            ends = {str([*map(sorted, request.fallen(public, wish))]) for wish in orders}
            assert (request.forced(public) is None) == (len(ends) > 1), (request.args, pieces)


def test_an_advance_order_that_pays_without_the_gold_names_the_price() -> None:
    """A5 Nobody is asked who lacks it, but the order can be written before."""
    state = ADAPTER.start({**FIGHT, "gold": {"pompey": 2}})
    demand = ruleset.rules.requests["demand"]("pompey", unit="pl01")
    judged = demand.judge(view_of(state, "pompey"), [{"demand": "pay"}])
    assert [fault.reason for fault in judged.faults] == ["it costs 3 gold, and you have 2"]
