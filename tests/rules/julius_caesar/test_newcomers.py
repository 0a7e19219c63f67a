"""Answers that led a first player of Julius Caesar astray."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from referee.engine.request import Request, View
from referee.engine.table import view_of
from referee.orders.order_lines import Reading, judge_reading, parse_lines, read_for
from referee.orders.standing_list import parse_standing
from referee.report.template import template
from referee.ruleset import load
from tests.rules.julius_caesar.adapter import (
    SEATS,
    Cards,
    Command,
    Winter,
    block_name,
    first_choice,
    ruleset,
    setup,
)
from tests.rules.julius_caesar.battlefield import Fight, hits, position, turn
from tests.rules.julius_caesar.test_battle_random import RandomBattles
from tests.rules.julius_caesar.test_campaign import middle
from tests.support import beside

SAMPLE = Path(__file__).parents[3] / "samples" / "rubicon" / "reports"


def view(seat: str = "caesar") -> View:
    """The first position of the whole game."""
    state = load("julius-caesar").rules.setup("campaign", {})
    return View(seat, state["public"], state["seats"][seat])


def faults(answer: list[Any]) -> list[Any]:
    return Command("caesar", moves=3, levies=1).judge(view(), answer).faults


def shown(request: Request, seen: View) -> list[str]:
    return beside.template(ruleset, request, seen)


def read(request: Request, seen: View, raw: list[Any]) -> Reading:
    suggestions = ruleset.rules.kinds[request.kind].suggestions
    return read_for(request, suggestions, seen, raw, ruleset.rules.names(seen.seat))


def move(start: str, to: str, *blocks: str) -> dict[str, Any]:
    return {"move": {"from": start, "blocks": list(blocks), "to": to}}


def test_no_hint_leads_into_the_next_refusal() -> None:
    """Neapolis is held by Pompey: going there by way of Rome would be an attack over two cities."""
    (fault,) = faults([move("genua", "neapolis", "legio-8")])
    assert "no road joins Genua and Neapolis" in fault.reason
    assert "via" not in fault.hint
    (fault,) = faults([move("narbo", "genua", "legio-7")])
    assert fault.hint == "it is two cities away: via Massilia"


def test_two_main_attacks_of_one_attack_are_one_too_many() -> None:
    seen = view()
    seen.own["blocks"]["legio-9"]["at"] = "bilbilis"
    seen.public["places"]["narbo"]["caesar"]["brown"] -= 1
    seen.public["places"]["bilbilis"] = {"caesar": {"brown": 1}}
    moves = [move("narbo", "tarraco", "legio-7"), move("bilbilis", "tarraco", "legio-9")]
    narbo, bilbilis = ({"main attack": {"at": "tarraco", "from": f}} for f in ("narbo", "bilbilis"))
    command = Command("caesar", moves=3, levies=1)
    assert command.judge(seen, [*moves, bilbilis]).faults == []
    (fault,) = command.judge(seen, [*moves, narbo, bilbilis]).faults
    assert fault.path == (3,)
    assert "another Main Attack for Tarraco" in fault.reason


def test_a_card_cannot_be_discarded_and_played() -> None:
    hand = ["3/2", "2/1"]
    seen = View("caesar", view().public, {**view().own, "hand": hand})
    answer: list[Any] = [{"discard": "3/2"}, {"play": "3/2"}]
    (fault,) = Cards("caesar", year=705, turn=1).judge(seen, answer).faults
    assert "is already used in an earlier line" in fault.reason


# A report can be read alone.


def test_a_shot_is_told_again_until_its_hits_are_taken() -> None:
    blocks = {"caesar": ["legio-7@narbo"], "pompey": ["legio-4", "legio-5"]}
    fight = Fight(position({"tarraco": blocks}))
    assert fight.stop().kind == "battle turn"
    assert ruleset.wording.reminder(fight.public) == []
    fight.answer(turn("pass legio-4", "pass legio-5"))
    fight.answer(turn("fire legio-7"), dice=[1, 6, 6])
    (shot,) = ruleset.wording.reminder(fight.public)
    assert shot == {"kind": "fire", "data": fight.told("fire")[0]}
    fight.answer(hits("legio-5"))
    assert fight.told("hit")[0]["block"] == "legio-5"
    assert ruleset.wording.reminder(fight.public) == []


@pytest.mark.parametrize("seat", SEATS)
def test_no_report_tells_a_hit_without_its_shot(seat: str) -> None:
    """In the sample some hits were chosen by mail: they stand in the report after the shot.  Where
    the digest of a turn stands before, that has the shot."""
    again = 0
    for path in sorted(SAMPLE.joinpath(seat).glob("*.txt")):
        whole = path.read_text(encoding="utf-8")
        before, _, after = whole.partition("WHAT HAPPENED")
        text = before.partition("EARLIER IN TURN")[2] + after.partition("\n\n")[0]
        for line in text.split("\n"):
            if " fires: " in line:
                again += line.endswith(("(already reported)", "(already"))  # it may go on below
                break
            assert not re.search(r" down to I| is eliminated", line), (path, line)
    assert again >= 8


# One name for one block.


def _named_in(event: dict[str, Any]) -> list[str]:
    """Every block that an event names."""
    blocks = event.get("blocks", [])
    if isinstance(blocks, dict):
        blocks = [pair for seat in SEATS for pair in blocks[seat]]
    found = [part[0] if isinstance(part, list) else part for part in blocks]
    return [*found, event["block"]] if "block" in event else found


@pytest.mark.parametrize("number", range(12))
def test_events_name_blocks_as_their_reader_writes_them(number: int) -> None:
    battles = RandomBattles(number, False)
    battles.fight()
    seen = 0
    for event in battles.events:
        for seat in SEATS if event["public"] else ():
            told = {"kind": event["kind"], **event["public"], **event["own"].get(seat, {})}
            text = " ".join(" ".join(ruleset.wording.describe(told, seat)).split())
            for block in _named_in(told):
                assert block_name(block, seat) in text, (told, seat, text)
                seen += 1
    assert seen > 50


def test_blocks_of_one_name_are_told_apart() -> None:
    fire = {"kind": "fire", "seat": "pompey", "rating": "B3", "strength": 1, "hits": 0, "dice": [5]}
    for block, names in {
        "p-equitatus-1": ["Pompey's Green Equitatus 1", "Pompey's Equitatus 1"],
        "c-equitatus-1": ["Pompey's Equitatus 1", "Pompey's Brown Equitatus 1"],
    }.items():
        for seat, name in zip(SEATS, names, strict=True):
            (line,) = ruleset.wording.describe({**fire, "block": block}, seat)
            assert line == f"    {name} (B3, I) fires: 5 - no hit"


def test_the_other_seat_reads_a_question_in_its_own_names() -> None:
    args = {"place": "rome", "round": 2, "letter": "B", "blocks": ["p-equitatus-1", "legio-1"]}
    request = ruleset.rules.request({"kind": "battle turn", "seat": "pompey", "args": args})
    assert request.title("pompey").endswith("orders for Equitatus 1 and Legio 1")
    assert request.title("caesar").endswith("orders for Green Equitatus 1 and Legio 1")
    assert request.title().endswith("orders for Green Equitatus 1 and Legio 1")


def test_dice_are_labelled_with_names_that_mean_one_block() -> None:
    blocks = {"caesar": ["c-navis-1@rome"], "pompey": ["p-navis-1"]}
    fight = Fight(position({"tyrrhenum": blocks}, scenario="campaign"))
    fight.stop()
    answers = {"pompey": turn("fire p-navis-1")}
    outcome = fight.run(lambda request, view: answers.get(request.seat), dice=[6] * 4)
    assert outcome.rolls[0]["label"] == "Green Navis 1 (D3) fires"


def test_eliminated_blocks_have_their_names() -> None:
    seen = view()
    seen.public["dead"] = {"brown": ["c-navis-1"], "green": ["p-navis-1"], "blue": []}
    lines = dict(ruleset.wording.situation(seen))["Eliminated this year, face up"]
    assert lines == ["brown: Navis 1", "green: Green Navis 1"]


@pytest.mark.parametrize(
    "text, block",
    [
        ("Navis 1", "c-navis-1"),
        ("brown navis 1", "c-navis-1"),
        ("Caesar's Navis 1", "c-navis-1"),
        ("Caesar\u2019s Brown Navis 1", "c-navis-1"),
        ("Green Navis 1", "p-navis-1"),
        ("Pompey's Navis 1", "p-navis-1"),
        ("Pompey's Green Navis 1", "p-navis-1"),
        ("Caesar's Green Navis 1", "p-navis-1"),
        ("green na 1", None),
        ("Caesar's Legio 8", "legio-8"),
        ("Legio VIII", "legio-8"),
        ("legio xxxviii", "legio-38"),
        ("Navis II", "c-navis-2"),
        ("Green Navis II", "p-navis-2"),
    ],
)
def test_orders_take_every_name_that_a_report_has(text: str, block: str | None) -> None:
    answer, faults = parse_lines([{"fire": text}], ruleset.rules.requests["battle turn"].words,
                                 ruleset.rules.names("caesar"))  # fmt: skip
    assert answer == (None if block is None else [{"fire": block}]), faults


# Every form is shown.


def test_a_command_shows_how_to_name_a_main_attack_and_a_surprise() -> None:
    lines = "\n".join(shown(Command("caesar", moves=1, levies=0, card="mars"), view()))
    for form in ("main attack: {at: ", "surprise: ", "via: ["):
        assert form in lines
    assert "main attack" not in "\n".join(shown(Command("caesar", moves=0, levies=2), view()))


def test_a_battle_turn_shows_a_retreat_as_it_is_written() -> None:
    blocks = {"caesar": ["legio-7@narbo", "legio-8@narbo"], "pompey": ["legio-4"]}
    fight = Fight(position({"tarraco": blocks}))
    fight.stop()
    fight.answer(turn("pass legio-4"))
    fight.answer(turn("pass legio-7", "pass legio-8"))
    fight.answer(turn("pass legio-4"))
    request = fight.stop()
    lines = shown(request, fight.game.view("caesar"))
    assert "# - pass: Legio 7" in lines
    assert "# - retreat: {block: Legio 7, to: Narbo}" in lines


# All that is wrong with a file is told at once.


def told(request: Request, seen: View, *lines: str) -> list[tuple[int, str]]:
    """(number of the line, what is wrong with it) for order lines as they are typed."""
    raw = [yaml.load(line, Loader=yaml.BaseLoader) for line in lines]
    reading = read(request, seen, raw)
    judged = judge_reading(request, seen, reading)
    reasons = [fault.reason for fault in judged.warnings]
    ending = "once that can be read" if request.walk.chained else "can be read"
    assert all(reason.endswith(ending) for reason in reasons)
    assert len(reasons) == 1 if request.walk.chained else len(reasons) < 2
    return [(int(fault.path[0]), fault.reason) for fault in reading.faults + judged.faults]


COMMAND = Command("caesar", moves=4, levies=4)


def test_a_misspelt_name_hides_no_fault_below_it() -> None:
    assert told(
        COMMAND,
        view(),
        "move: {from: Narbo, blocks: [Legio 7, Lego 9], to: Tarraco}",
        "move: {from: Genua, blocks: [Legio 8], to: Neapolis}",
        "levy: {block: Ballista, at: Rome}",
    ) == [
        (0, "'Lego 9' is not a block"),
        (1, "no road joins Genua and Neapolis"),
        (2, "Rome is Vacant, and levies can be made only in friendly cities"),
    ]


def test_what_a_misspelt_line_may_bring_about_is_not_refused() -> None:
    """Rome would be Caesar's, and Legio 9 would have moved, if the first lines could be read."""
    assert told(
        COMMAND,
        view(),
        "move: {from: Genua, blocks: [xyz], to: Rome}",
        "move: {from: Narbo, blocks: [Lego 9], to: Burdigala}",
        "move: {from: Narbo, blocks: [Legio 9], to: Burdigala}",
        "levy: {block: Legio 17, at: Rome}",
        "levy: {block: Legio 18, at: Neapolis}",
    ) == [
        (0, "'xyz' is not a block"),
        (1, "'Lego 9' is not a block"),
        (4, "Neapolis is held by the enemy, and levies can be made only in friendly cities"),
    ]


def test_nothing_is_said_below_a_line_that_may_be_anything() -> None:
    lines = [
        "levy: {block: Ballista, at: Rome}",
        "do: something",
        "levy: {block: Ballista, at: Rome}",
    ]
    found = told(COMMAND, view(), *lines)
    assert [number for number, _ in found] == [1, 0]


def test_hits_below_one_that_cannot_be_read_are_not_judged() -> None:
    """Who is strongest then depends on who took the hit."""
    blocks = {"caesar": ["legio-7@narbo"], "pompey": ["legio-4", "legio-5", "legio-6/2"]}
    fight = Fight(position({"tarraco": blocks}))
    fight.answer(turn("pass legio-4", "pass legio-5", "pass legio-6"))
    fight.answer(turn("fire legio-7"), dice=[1, 1, 1])
    seen = fight.game.view("pompey")
    lines = ["hit: Legio 5", "hit: Lego 4", "hit: Legio 6"]
    assert told(fight.stop(), seen, *lines) == [(1, "'Lego 4' is not a block")]
    assert told(fight.stop(), seen, "hit: Legio 6", *lines[1:]) == [
        (1, "'Lego 4' is not a block"),
        (0, "Legio 6 at strength II is not your strongest block"),
    ]


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("move: {from: '', blocks: [Legio 8], to: Rome}", "Genua, Lugdunum, Massilia"),
        ("move: {from: Genua, blocks: [''], to: Rome}", "Antonius, Legio 8, Legio 12"),
        ("move: {from: Genua, blocks: [], to: Rome}", "Antonius, Legio 8, Legio 12"),
        ("step: ''", "Caesar, Antonius"),
        ("ste: ''", "Caesar, Antonius"),  # a word may be shortened
        ("levy: {block: '', at: Rome}", "Octavian, Legio 17"),
    ],
)
def test_an_empty_name_lists_what_is_there(line: str, hint: str) -> None:
    raw = [yaml.load(line, Loader=yaml.BaseLoader)]
    (fault,) = read(COMMAND, view(), raw).faults
    assert f"you can name {hint}" in fault.hint


@pytest.mark.parametrize(
    ("line", "reason", "hint"),
    [
        (
            "move: Genua",
            "in {braces} are expected here",
            "write '- move: {from: PLACE, blocks: [BLOCK, BLOCK], to: PLACE}'",
        ),
        ("move: {from: Genua, to: Rome}", "the key 'blocks' is missing", "'- move: {from"),
        ("move: {form: Genua, blocks: Legio 8, to: Rome}", "no key 'form' here", "mean from?"),
        ("move: {from: Genua, blocks: Legio 8, Legio 12, to: Rome}", "several", "[Legio 8, Le"),
        (
            "move: {from: Genua, blocks: 'Legio 8, Legio 12', to: Rome}",
            "several names",
            "[Legio 8, ",
        ),
        (
            "move: {from: Genua, blocks: [Caesar Legio 13], to: Rome}",
            "than one",
            "Caesar, Legio 13",
        ),
        ("move: {from: [Genua, Rome], blocks: [Legio 8], to: Rome}", "one place is", "write one"),
        (
            "levi: {block: Ballista, at: Genua}",
            "'levi' is not an order",
            "did you mean levy? order words now",
        ),
    ],
)
def test_a_wrong_form_is_told_once_with_the_right_one(line: str, reason: str, hint: str) -> None:
    raw = [yaml.load(line, Loader=yaml.BaseLoader)]
    (fault,) = read(COMMAND, view(), raw).faults
    assert reason in fault.reason
    assert hint in fault.hint


def test_every_request_offers_what_its_samples_use() -> None:
    """An empty place for a block in a battle: those that act now."""
    fight = Fight(position({"tarraco": {"caesar": ["legio-7@narbo"], "pompey": ["legio-4"]}}))
    request = fight.stop()
    seen = fight.game.view("pompey")
    at_hand = ruleset.rules.kinds[request.kind].suggestions.at_hand
    assert at_hand(request, seen, "fire", {}) == ["legio-4"]
    assert at_hand(request, seen, "to", {"block": "legio-4"}) == [], (
        "no block can retreat in round 1"
    )


@pytest.mark.parametrize("until", ["705/Winter", "705-5", "705 / winter", "705/ 5", " END"])
def test_until_is_read_like_a_name(until: str) -> None:
    assert not ruleset.calendar.reached(view().public, until)
    over = {"phase": "over", "result": {"winner": None, "why": "draw"}}
    assert ruleset.calendar.reached({**view().public, "year": 706, **over}, until)


def test_a_wrong_until_is_told_with_turns_that_there_are() -> None:
    with pytest.raises(ValueError, match="such as 705/1 or 709/winter, or end"):
        ruleset.calendar.reached(view().public, "winter")


def test_a_wrong_line_of_a_rule_is_told_as_one() -> None:
    _, faults = parse_standing([{"on": "battle turn", "then": "shoot"}], ruleset, "caesar")
    (fault,) = faults
    assert fault.reason == "'shoot' is not something that this rule can do"
    words = "withdraw, leaders withdraw, save, save leaders, weak withdraw"
    assert fault.hint == f"it can: fire, pass, retreat, {words}"


# What a campaign showed.


def test_one_block_may_stand_for_blocks() -> None:
    for word in (
        "move: {from: Genua, block: Legio 8, to: Rome}",
        "ship: {block: Legio 8, via: [Mare Hispanum], to: Narbo}",
    ):
        raw = [yaml.load(word, Loader=yaml.BaseLoader)]
        (line,) = read(COMMAND, view(), raw).lines
        assert line is not None
        ((_, value),) = line.items()
        assert value["blocks"] == ["legio-8"]  # type: ignore[index]


def test_cards_as_they_are_printed() -> None:
    words, names = ruleset.rules.requests["cards"].words, ruleset.rules.names("caesar")
    assert parse_lines([{"play": "IV/1"}, {"discard": "II/3"}], words, names) == (
        [{"play": "4/1"}, {"discard": "2/3"}],
        [],
    )


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("", ["ship", "move", "main attack", "levy", "step"]),
        ("mars", ["move", "main attack", "surprise"]),
        ("pluto", ["move", "main attack"]),
    ],
)
def test_words_are_listed_as_the_card_allows_them(card: str, words: list[str]) -> None:
    about: dict[str, Any] = {"card": card} if card else {}
    request = Command("caesar", moves=1, levies=0 if card else 1, **about)
    assert ruleset.rules.kinds["command"].suggestions.open_words(request) == words
    (fault,) = read(request, view(), [{"besiege": "Rome"}]).faults
    assert fault.hint == f"order words now: {', '.join(words)}"


def test_an_event_allows_no_levies_and_says_so() -> None:
    request = Command("caesar", moves=1, levies=0, card="mars")
    (fault,) = request.judge(view(), [{"step": "legio-16"}]).faults
    assert "Legio 16 is at full strength" in fault.reason
    hurt = view()
    hurt.own["blocks"]["legio-16"]["strength"] = 1
    (fault,) = request.judge(hurt, [{"step": "legio-16"}]).faults
    assert fault.reason == "Mars allows no levies"


def test_hits_without_a_choice_fall_on_leaders_last() -> None:
    """Three hits on IV and III end alike in any order; told is what any owner would want."""
    assert first_choice({"pompey": 3, "legio-1": 4}, 3) == ["legio-1", "legio-1", "pompey"]
    assert first_choice({"caesar": 3, "legio-8": 3}, 1) == ["legio-8"]


def test_jupiter_tells_what_was_named_and_what_was_drawn() -> None:
    event = {"kind": "jupiter", "seat": "caesar", "from": "neapolis", "to": "rome", "stays": True}
    event |= {"colour": "green", "block": "pompey", "strength": 1}
    text = " ".join(line.strip() for line in ruleset.wording.describe(event, "pompey"))
    assert text.startswith("Jupiter: Caesar names Neapolis, and draws Pompey (I);")


def test_a_winter_template_sends_fleets_where_there_is_room() -> None:
    """Two fleets in a sea with two ports, of which one is full: nobody needs to be disbanded."""
    seen = view()
    blocks = dict.fromkeys(("legio-7", "legio-8", "legio-9", "legio-10"), "massilia")
    blocks |= {"legio-11": "genua", "c-navis-1": "hispanum", "c-navis-2": "hispanum"}
    seen.own["blocks"] = {b: {"at": at, "strength": 1, "from": None} for b, at in blocks.items()}
    seen.public["places"] = setup.counted({"caesar": seen.own, "pompey": {"blocks": {}}})
    lines = shown(Winter("caesar", year=705), seen)
    assert lines[:2] == [
        "- home: {block: Navis 1, to: Genua}  # or Massilia",
        "- home: {block: Navis 2, to: Genua}  # or Massilia",
    ]
    assert not any(line.startswith("- disband") for line in lines)
    for block in ("legio-12", "legio-13"):
        seen.own["blocks"][block] = {"at": "massilia", "strength": 1, "from": None}
    lines = shown(Winter("caesar", year=705), seen)
    assert "# supply counts the fleets where the lines above send them" in lines


def test_a_commented_line_of_a_template_is_an_order_when_its_signs_are_taken_off() -> None:
    """Also one that is too long for a line of a report, and goes on in the next."""
    for seed in range(12):
        state, request = middle(seed, "command")
        where = view_of(state, request.seat)
        sheet = {"seat": request.seat, "state": {"public": where.public, "own": where.own}}
        lines = template(request, ruleset, sheet, fitted=True)
        assert max(map(len, lines)) <= 72
        for number, line in enumerate(lines):
            if line.startswith("  # - "):
                more = itertools.takewhile(
                    lambda one: one.startswith("  #    "), lines[number + 1 :]
                )
                whole = "\n".join(one.removeprefix("  # ") for one in (line, *more))
                raw = yaml.load(whole, Loader=yaml.BaseLoader)
                assert read(request, where, raw).faults == []


def test_reserves_and_a_surprise_are_marked() -> None:
    blocks = {"caesar": ["legio-7@narbo", "legio-9@bilbilis"], "pompey": ["legio-4"]}
    state = position({"tarraco": blocks})
    state["public"]["surprise"] = {"place": "tarraco", "seat": "caesar"}
    fight = Fight(state)
    fight.stop()
    told = dict(ruleset.wording.situation(fight.game.view("caesar")))
    assert told["Battle under way"][0].endswith("a surprise: the attackers act first")
    assert told["Your blocks"][:-1] == ["Tarraco: Legio 7 C2 III, Legio 9 C2 III (Reserves)"]
