"""Conditions before one's own order lines: read, refused, signed, sent in advance and played."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee import views
from referee.engine.request import Request
from referee.engine.words import Fields
from referee.orders.order_file import read_orders
from referee.orders.order_lines import parse_lines, write_lines
from referee.ruleset import load
from referee.ruleset import names as installed
from tests.support.mailbag import TOYS, Table, cli
from tests.toys import dig, relay

Game = Callable[..., Table]
#: a condition that never holds, and one that always does
NEVER, ALWAYS = "digs left > 3", "gold >= 0"


def unmet(left: int) -> str:
    """What is told of NEVER with so many digs left."""
    return f"its condition '{NEVER}' was not met (digs left was {left})"


def parsed(*lines: Any) -> Any:
    return parse_lines(list(lines), dig.Dig.words, {}, dig.Dig.conditions)


def test_rules_code_gets_conditions_as_data() -> None:
    answer, faults = parsed(
        {"if": ["found >= 2", "gold<found"], "else": "skip", "dig": "hill"},
        {"dig": "brook", "if": "struck"},
        {"rest": "home"},
    )
    assert faults == []
    first = [["found", ">=", 2], ["gold", "<", "found"]]
    assert answer == [
        {"dig": "hill", "if": first, "else": "skip"},
        {"dig": "brook", "if": [["struck", ">=", 1]], "else": "stop"},
        {"rest": "home"},
    ]


def test_conditions_are_written_in_full_and_read_back() -> None:
    answer, _ = parsed({"if": "str", "dig": "hi"}, {"if": ["dig > 1"], "else": "sk", "dig": "br"})
    written = write_lines(answer, dig.Dig.words, {})
    assert written == [
        {"if": ["struck >= 1"], "else": "stop", "dig": "hill"},
        {"if": ["digs left > 1"], "else": "skip", "dig": "brook"},
    ]
    assert parsed(*written) == (answer, [])


@pytest.mark.parametrize(
    ("line", "path", "reason", "hint"),
    [
        (
            {"if": "luck > 1", "dig": "hill"},
            (0, "if", 0),
            "'luck' is not a quantity",
            "gold, found",
        ),
        ({"if": "goald > 1", "dig": "hill"}, (0, "if", 0), "'goald' is no", "did you mean gold"),
        ({"if": "gold > luck", "dig": "hill"}, (0, "if", 0), "'luck' is not a quantity", "gold"),
        ({"if": ["gold", "luck"], "dig": "hill"}, (0, "if", 1), "'luck' is not a quantity", "gold"),
        ({"if": "gold == 1", "dig": "hill"}, (0, "if", 0), "write a condition as", "comparisons: "),
        ({"if": "gold >", "dig": "hill"}, (0, "if", 0), "write a condition as", "comparisons: "),
        (
            {"if": "1 < gold < 3", "dig": "hill"},
            (0, "if", 0),
            "write a condition as",
            "comparisons: ",
        ),
        ({"if": "3 < gold", "dig": "hill"}, (0, "if", 0), "'3' is not a quantity", "gold"),
        ({"if": "", "dig": "hill"}, (0, "if", 0), "write a condition as", "comparisons: "),
        (
            {"if": {"gold": "1"}, "dig": "hill"},
            (0, "if", 0),
            "write a condition as",
            "comparisons: ",
        ),
        ({"if": ["gold"] * 13, "dig": "hill"}, (0, "if"), "at most 12 conditions", ""),
        ({"if": "gold", "else": "flee", "dig": "hill"}, (0, "else"), "'flee' is not a word", ""),
        ({"if": "gold", "else": ["skip"], "dig": "hill"}, (0, "else"), "one word is", ""),
        ({"else": "skip", "dig": "hill"}, (0, "else"), "'else' needs an 'if'", ""),
        ({"if": "gold"}, (0,), "one word and its value", "dig, rest"),
        ({"if": "gold", "dig": "hill", "rest": "home"}, (0,), "one word and its value", "dig"),
        ({"if": "gold", "dig": "moon"}, (0, "dig"), "'moon' is not a word that fits", ""),
        ({"if": "gold", "fly": "hill"}, (0, "fly"), "'fly' is not an order", "dig, rest"),
    ],
)
def test_a_condition_that_is_not_understood(line: Any, path: Any, reason: str, hint: str) -> None:
    answer, faults = parsed(line)
    assert answer is None
    assert [fault.path for fault in faults] == [path]
    assert reason in faults[0].reason
    assert hint in faults[0].hint


def test_two_quantities_that_fit_are_ambiguous() -> None:
    quantities = ("arms lost", "arms left")
    _, faults = parse_lines([{"if": "arms", "dig": "hill"}], dig.Dig.words, {}, quantities)
    assert (faults[0].answer, faults[0].path) == ("ambiguous", (0, "if", 0))
    assert "arms left or arms lost" in faults[0].hint


def test_where_no_conditions_are_allowed() -> None:
    lines = [{"if": "turn > 1", "else": "flee", "stride": "1"}]
    answer, faults = parse_lines(lines, relay.Stride.words, {}, relay.Stride.conditions)
    assert answer is None
    assert [(fault.path, fault.reason) for fault in faults] == [
        ((0, "if"), "this line cannot have a condition")
    ]


def conditioned() -> list[type[Request]]:
    """The requests of every game and toy that take conditions before their lines."""
    games = [*TOYS.values(), *(load(name) for name in installed() if name not in TOYS)]
    found = [request for rules in games for request in rules.rules.requests.values()]
    return [request for request in found if request.conditions]


def test_if_beside_a_word_of_a_game_is_no_part_of_its_value() -> None:
    for request in conditioned():
        keys = [key for w in request.words.values() if isinstance(w, Fields) for key in w.all()]
        assert not {"if", "else"} & {*request.words, *keys}


def test_a_condition_on_what_only_the_seat_knows_never_stops() -> None:
    """Where a file stops is public, so it may not hang on a hidden hand, in any game."""
    private = [(r, name) for r in conditioned() for name, q in r.conditions.items() if q.private]
    assert {name for _, name in private} >= {"leaders drawn", "tactics"}
    for request, name in private:
        word = next(iter(request.words))
        for condition in (f"{name} > 0", name):
            line = {"if": condition, "else": "stop", word: ""}
            _, faults = parse_lines([line], request.words, {}, request.conditions)
            assert any("would reveal " in fault.reason for fault in faults), (request, name)


# By the commands.


@pytest.fixture
def table(game: Game) -> Table:
    """Run 1 is over for Kim, who rested; Lee is due in turn 2."""
    made = game("dig", 0)
    files = [made.put(f"{seat}.yaml", made.orders(seat, [])) for seat in made.seats]
    assert cli("apply", made.folder, *files).status == 0
    assert made.due() == ["lee"]
    return made


def draft(table: Table, *lines: str) -> Path:
    text = "kind: orders\nseat: lee\norders:\n" + "".join(f"  - {line}\n" for line in lines)
    return table.put("lee.yaml", text.encode())


def test_sign_writes_conditions_on_the_line(table: Table) -> None:
    path = draft(table, "{if: [fou < 3, gold >= 0], dig: hill}", "dig: hill")
    key = table.folder / "secret/lee"
    assert cli("sign", path, "--key", key, "--report", table.report("lee")).status == 0
    text = path.with_suffix(".signed.yaml").read_text()
    line = '  - {if: ["found < 3", "gold >= 0"], else: stop, dig: hill}\n'
    assert f"orders:\n{line}  - dig: hill\n" in text
    assert read_orders(text.encode()).tree["orders"][0]["else"] == "stop"


def events(table: Table, seat: str = "lee") -> list[Any]:
    """What a seat reads: what was dug, and that its own lines have stopped, which it alone is
    told."""
    told = views.events(table.sheet(seat))
    return [event.get("spot") or event["reason"] for event in told]


@pytest.mark.parametrize(
    ("lines", "told", "due"),
    [
        ([{"if": NEVER, "else": "skip", "dig": "hill"}], [unmet(3)], "kim"),
        ([{"if": ALWAYS, "dig": "hill"}], ["hill"], "kim"),
        (
            [{"dig": "hill"}, {"if": NEVER, "else": "skip", "dig": "hill"}, {"dig": "brook"}],
            ["hill", unmet(2), "brook"],
            "kim",
        ),
        (
            [{"dig": "hill"}, {"if": ["found", NEVER], "dig": "hill"}, {"dig": "brook"}],
            ["hill", f"{unmet(2)}, so your orders stop here"],
            "lee",
        ),
    ],
)
def test_conditions_are_measured_in_the_run(
    table: Table, lines: list[Any], told: list[str], due: str
) -> None:
    assert cli("apply", table.folder, table.put("lee.yaml", table.orders("lee", lines))).status == 0
    assert (events(table), table.due()) == (told, [due])
    if due == "lee":
        asked = table.sheet("lee")["public"]["asked"]
        assert asked[0]["args"] == {"left": 3 - told.count("hill")}
        table.play()
    assert cli("verify", *table.reports("lee")).status == 0


def test_orders_that_stop_before_anything_is_done_are_refused(table: Table) -> None:
    """The same would be asked again, for ever."""
    path = draft(table, f"{{if: {NEVER}, dig: hill}}")
    said = cli("check", path, "--report", table.report("lee"))
    assert said.status == 1
    assert "nothing is done before this stop" in said.err


def test_faults_of_conditions_have_their_line_and_quote(table: Table) -> None:
    path = draft(table, "dig: hill", "{if: [gold, goald > 2], else: skip, dig: hill}")
    by_report = cli("check", path, "--report", table.report("lee"))
    by_game = cli("check", path, "--game", table.folder)
    for said in (by_report, by_game):
        assert said.status == 1
        assert "'goald' is not a quantity that can be compared here" in said.err
        assert "did you mean gold?" in said.err
    found = json.loads(cli("check", path, "--report", table.report("lee"), "--json").out)
    (fault,) = found["faults"]
    assert (fault["line"], fault["quote"]) == (5, "goald > 2")


def test_the_judge_can_point_at_a_condition(table: Table) -> None:
    spare = "{if: [gold], dig: hill}"
    path = draft(table, *["dig: hill"] * 3, spare)
    said = cli("check", path, "--report", table.report("lee"), "--json")
    faults = json.loads(said.out)["faults"]
    assert [(fault["line"], fault["reason"], fault["quote"]) for fault in faults] == [
        (7, "no digs are left for this", "hill"),
        (7, "nor for a chance of it", "gold"),
    ]


def test_an_advance_file_keeps_its_conditions(table: Table) -> None:
    lines = [{"if": NEVER, "else": "skip", "dig": "hill"}, {"if": ALWAYS, "dig": "brook"}]
    ahead = table.put("kim.yaml", table.later("kim", {"on": "dig", "orders": lines}))
    assert cli("apply", table.folder, ahead).status == 3
    assert cli("apply", table.folder, table.put("lee.yaml", table.orders("lee", []))).status == 0
    assert events(table, "kim") == [unmet(3), "brook"], "its player reads which line was skipped"
    assert events(table) == ["brook"], "nobody else does"


def test_the_template_tells_of_conditions(table: Table) -> None:
    said = cli("orders", "--report", table.report("lee"))
    example = "# - {if: gold >= 1, else: skip, dig: hill}"
    assert f"  {example}\n  # it can compare gold, found, struck, digs left\n" in said.out
    assert example in table.report("lee").read_text()
    template = table.put("template.yaml", said.raw)
    assert cli("check", template, "--report", table.report("lee")).status == 0


def test_standing_words_lists_the_quantities() -> None:
    said = cli("standing", "words", "dig")
    assert "if before order lines:" in said.out
    assert "struck: 1 if that was more than 3" in said.out


def test_random_play_goes_through_stops(game: Game) -> None:
    """To its end, by mail, with lines that were skipped and lines that stopped."""
    table = game("dig", 99)
    assert table.sheet("kim")["public"]["over"]
    mail = b"".join(path.read_bytes() for path in table.folder.glob("mail/*"))
    assert b"{if: [" in mail
    assert cli("verify", *table.reports("kim"), *table.reports("lee")).status == 0
