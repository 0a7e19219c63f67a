"""Orders without an editor: `answer` asks, offers what is legal, and writes what `sign` takes."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee import views
from referee.lab.selfplay import save
from referee.orders.order_file import read_orders
from referee.orders.standing_list import kinds, parse_standing, sets_of, usual_set
from referee.player.answering import Answering
from referee.player.asking_rules import StandingTalk
from referee.player.prompting import Quit, Talk
from referee.player.sign_orders import judge_by_report
from referee.proof.keys import write_pair
from referee.report.report_file import read_report
from referee.ruleset import load, names
from tests.support.mailbag import SEED, TOYS, Said, Table, cli
from tests.support.seeds import count

SAMPLES = Path(__file__).parents[2] / "samples"
GAMES = [*TOYS, *names()]


def table_of(name: str, folder: Path) -> Table:
    """A random game, some runs long."""
    ruleset = TOYS.get(name) or load(name)
    save(ruleset, folder, SEED, None, {}, most_runs=count(8, 60))
    return Table(folder, ruleset)


def talked(table: Table, path: Path, chance: random.Random) -> tuple[Answering, bytes | None]:
    """A player who picks anything; the draft, None if nothing came of it."""
    asked = 0

    def ask(prompt: str) -> str:
        nonlocal asked
        asked += 1
        if asked > 80:
            raise Quit
        return chance.choice(["", "", "1", "2", "3", "5", "1,2", "u", "b", "?", "rome"])

    sheet = read_report(path.read_bytes()).sheet
    talk = Talk(ask, lambda line: None, lambda fault, found: None)
    answering = Answering(sheet, table.charter, table.ruleset, talk)
    try:
        return answering, answering.draft()
    except Quit:
        return answering, None


@pytest.mark.parametrize("name", GAMES)
def test_whatever_a_player_picks_what_is_written_is_legal(
    toys: None, tmp_path: Path, name: str
) -> None:
    table, chance, written = table_of(name, tmp_path / "game"), random.Random(1), 0
    paths = [path for seat in table.seats for path in table.reports(seat)[:-1]]
    for path in paths:
        if path.parent.name not in read_report(path.read_bytes()).sheet["public"]["due"]:
            continue
        answering, draft = talked(table, path, chance)
        if draft is None:
            continue
        written += 1
        found = judge_by_report(draft, answering.sheet, table.charter, draft=True)
        assert found.faults == [], draft.decode()
    assert written >= len(paths) // 6


COMMAND = "rubicon/reports/caesar/0002.txt"


@pytest.fixture
def asked(tmp_path: Path) -> tuple[Path, Path]:
    """A report of the sample game that asks for a command, and where to write."""
    return SAMPLES / COMMAND, tmp_path / "orders.yaml"


def told(report: Path, lines: str, out: Path, *more: object) -> Said:
    """What is said to these lines; the file that was made is written without a change."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(lines))
        return cli("answer", report, "--out", out, *more)


def test_a_line_is_built_by_number_and_by_name(asked: tuple[Path, Path]) -> None:
    report, out = asked
    said = told(report, "move\nnarbo\n1,2\n\nTarraco\n\n\n\n", out)
    assert said.status == 0, said.err
    assert read_orders(out.read_bytes()).tree["orders"] == [
        {"move": {"from": "Narbo", "blocks": ["Legio 7", "Legio 9"], "to": "Tarraco"}}
    ]
    assert "blocks: 1 Legio 7, 2 Legio 9, 3 Legio 10" in said.err
    assert "to: 1 Burdigala, 2 Massilia, 3 Tarraco" in said.err, "places that are legal here"


def test_a_line_that_is_not_legal_is_told_why_and_left_out(asked: tuple[Path, Path]) -> None:
    report, out = asked
    said = told(report, "levy\nLegio 17\nRome\n\n\n", out)
    assert "levies can be made only in friendly cities (6.4)" in said.err
    assert read_orders(out.read_bytes()).tree["orders"] == []


def test_words_that_the_position_has_no_line_for_come_last(tmp_path: Path) -> None:
    """They can still be typed: a line above may make them possible."""
    for name, likely, others in (
        ("allia/reports/rome/0003.txt", "7 colony", "leader, solidarity, carthage, siege, sortie"),
        ("eunostos/reports/roman/0002.txt", "3 sail", "move, fire, restack, stand, harass, arrive"),
    ):
        said = told(SAMPLES / name, "?\nq\n", tmp_path / "orders.yaml")
        assert f"  {likely} " in said.err
        assert f"others, often not possible now: {others}" in " ".join(said.err.split())
    said = told(SAMPLES / "allia/reports/rome/0003.txt", "? ca\nq\n", tmp_path / "orders.yaml")
    assert "  carthage: " in said.err, "what it does"


def test_a_question_mark_explains_the_words(asked: tuple[Path, Path]) -> None:
    report, out = asked
    said = told(report, "?\n? levy\nhelp\n? foo\nq\n", out)
    assert said.err.count("type the number or the name of what you want") == 3
    assert "  levy: Raise a new block at its lowest step." in said.err
    assert "    - levy: {block: BLOCK, at: PLACE}\n  for example:  - levy: " in said.err
    assert "no word is 'foo'" in said.err
    assert said.err.count("Enter: done") == 1, "what can be chosen is not listed again"


def test_a_question_mark_explains_what_can_be_entered(asked: tuple[Path, Path]) -> None:
    report, out = asked
    said = told(report, "move\n?\nnarbo\n?\n1\n\n?\nTarraco\n\n\n\n", out)
    assert said.status == 0, said.err
    assert said.err.count("one place, by number or by name; Enter for none") == 2
    assert "one block, by number or by name; Enter for none" in said.err


def test_a_path_is_offered_space_by_space(tmp_path: Path) -> None:
    """Also where nobody could go without a legion, of which nothing is said yet."""
    report, out = SAMPLES / "carrhae/reports/caesar/0004.txt", tmp_path / "orders.yaml"
    said = told(report, "move\n4\n\n3\n\n\n\n\n\n\n", out)
    assert "to: 1 Gallia Cisalpina, 2 Central Sea, 3 Western Sea, 4 Sicilia" in said.err
    assert "to: 1 Africa, 2 Italia, 3 Central Sea" in said.err, "what lies beside Sicilia"
    assert read_orders(out.read_bytes()).tree["orders"] == [
        {"move": {"to": ["Sicilia"], "legions": "3"}}
    ]


def test_one_can_undo_and_quit(asked: tuple[Path, Path]) -> None:
    report, out = asked
    move = "move\nnarbo\n1\n\nTarraco\n\n"
    assert told(report, move + "q\n", out).status == 1
    assert not out.exists()
    assert told(report, move, out).status == 1, "the input ends before it is done"
    assert not out.exists()
    assert told(report, move + "u\n\n\n", out).status == 0
    assert read_orders(out.read_bytes()).tree["orders"] == []


@pytest.mark.parametrize(
    "lines",
    [
        "move\nq\n",
        "move\nnarbo\nquit\n",
        "move\nnarbo\n1\nq\n",
        "\ns\nquit\n",
        "\ns\nrule\nq\n",
        "\ns\nrule\nbattle turn\nq\n",
        "\ns\nrule\nbattle turn\n\n\nq\n",
        "\ns\nrule\nbattle turn\n\n\n\nq\n",
        "\ns\nrule\nbattle turn\n\n\n\npass\n\nq\n",
    ],
)
def test_one_can_quit_at_every_prompt(asked: tuple[Path, Path], lines: str) -> None:
    """It was read as a name: "no place is called 'q'"."""
    report, out = asked
    said = told(report, lines, out)
    assert said.status == 1
    assert "'q" not in said.err, "it is taken for nothing else"
    assert said.err.endswith("stopped; nothing is written\n")
    assert not out.exists()


def test_what_is_offered_and_begins_with_q_can_still_be_chosen(asked: tuple[Path, Path]) -> None:
    report, out = asked
    assert told(report, "\ns\nq\n\n", out).status == 0
    assert read_orders(out.read_bytes()).tree["standing"] == "quiet"


def test_with_a_key_it_is_signed_and_played(
    toys: None, game: Callable[..., Table], tmp_path: Path
) -> None:
    table = game("duel", 2)
    files = []
    for seat in table.due():
        out, key = tmp_path / f"{seat}.yaml", tmp_path / f"{seat}-key"
        write_pair(key, table.key(seat), None)
        charter = ("--charter", table.folder / "charter.yaml")
        said = told(table.report(seat), "1\n\n", out, *charter, "--key", key, "--test-seed", SEED)
        assert said.status == 0, said.err
        files.append(out.with_name(f"{seat}.signed.yaml"))
    assert cli("apply", table.folder, *files).status == 0


def test_what_is_no_name_of_its_kind_is_told_at_once(asked: tuple[Path, Path]) -> None:
    """A destination where another block was asked for: the line is not lost."""
    report, out = asked
    said = told(report, "move\nnarbo\n1\nRome\n\nTarraco\n\n\n\n", out)
    assert "'Rome' is a place, not a block" in said.err
    assert read_orders(out.read_bytes()).tree["orders"] == [
        {"move": {"from": "Narbo", "blocks": ["Legio 7"], "to": "Tarraco"}}
    ]


def test_it_shows_what_the_orders_will_do_and_lets_one_go_back(asked: tuple[Path, Path]) -> None:
    report, out = asked
    said = told(report, "move\nnarbo\n1\n\nTarraco\n\n\nb\nu\n\n\n", out)
    assert said.err.count("what your orders will do:") >= 1
    assert "Caesar moves 1 brown block: Narbo - Tarraco" in said.err
    assert read_orders(out.read_bytes()).tree["orders"] == []


def test_each_word_is_offered_with_what_it_does(asked: tuple[Path, Path]) -> None:
    said = told(*asked[:1], "q\n", asked[1])
    assert re.search(r"\n  3 levy +[A-Z]", said.err), said.err
    assert max(map(len, said.err.splitlines())) <= 80


def test_another_set_of_standing_orders_is_chosen_by_number(asked: tuple[Path, Path]) -> None:
    report, out = asked
    said = told(report, "\ns\n1\n\n", out)
    assert said.status == 0, said.err
    assert read_orders(out.read_bytes()).tree["standing"] == "quiet"
    assert "  1  quiet: " in said.err
    assert "standing orders, for what nothing else answers: quiet" in said.err


def test_a_beginning_of_two_words_is_told_with_both(asked: tuple[Path, Path]) -> None:
    assert "  'm' may be move or main attack\n" in told(asked[0], "m\nq\n", asked[1]).err


# Standing orders.

#: To the end of a command without lines, and to standing orders.
THERE = "\ns\nrule\n"
RETREAT = "battle turn\nRome\n\n2\n\nround >= 2\n\nretreat\nRavenna, Genua\n\n"


def standing(out: Path) -> list[Any]:
    """The rules of the file that was made."""
    found = read_orders(out.read_bytes()).tree["standing"]
    assert isinstance(found, list)
    return found


def test_a_rule_is_built_word_by_word(asked: tuple[Path, Path]) -> None:
    report, out = asked
    said = told(report, f"{THERE}{RETREAT}\n705/5\n\n", out)
    assert said.status == 0, said.err
    assert standing(out) == [
        {
            "on": "battle turn",
            "at": "Rome",
            "role": "defender",
            "if": ["round >= 2"],
            "then": [{"retreat": ["Ravenna", "Genua"]}],
            "until": "705/5",
        }
    ]
    assert "on: 1 battle turn, 2 cards" in said.err
    assert "own strength: the strength of all your blocks face up" in said.err
    assert (
        "standing orders, for what nothing else answers: ask me, and 1 more of your own" in said.err
    )


def test_a_rule_is_added_above_those_of_a_set(asked: tuple[Path, Path]) -> None:
    report, out = asked
    said = told(report, f"\ns\nquiet\ns\nrule\n{RETREAT}\n\n\n", out)
    assert said.status == 0, said.err
    ready = sets_of(load("julius-caesar"))["quiet"].rules
    kinds = [rule["on"] for rule in standing(out)]
    assert len(kinds) == len(ready) + 1
    first = standing(out)[kinds.index("battle turn")]
    assert first["then"] == [{"retreat": ["Ravenna", "Genua"]}]
    assert "quiet, and 1 more of your own" in said.err


def test_a_rule_is_added_to_those_of_a_file_in_force(
    toys: None, game: Callable[..., Table], tmp_path: Path
) -> None:
    """Without the signed file nothing is known of them, and the rule is not added."""
    table = game("relay", 1)
    rule = {"on": "stride", "turn": "5", "then": [{"stride": "2"}]}
    while "bert" not in table.due():
        table.play()
    mine = table.orders("bert", standing=[rule])
    others = [table.orders(seat) for seat in table.due() if seat != "bert"]
    assert table.apply(mine, *others).status == 0
    while "bert" not in table.due():
        table.play()
    kept, out = table.put("bert.yaml", mine), tmp_path / "o.yaml"
    kept = kept.rename(tmp_path / "kept.yaml")
    lines = "1\n1\n\ns\nrule\nstride\n3\n\nstride\n1\n\n\n\n"
    charter = ("--charter", table.folder / "charter.yaml")
    said = told(table.report("bert"), lines, out, *charter)
    spoken = " ".join(said.err.split())
    assert "not added: your standing orders depend on edition 1 of your file" in spoken
    assert "name the signed file with --orders" in spoken
    out.unlink(missing_ok=True)
    said = told(table.report("bert"), lines, out, *charter, "--orders", kept)
    assert said.status == 0, said.err
    new = {"on": "stride", "turn": "3", "then": [{"stride": "1"}]}
    assert standing(out) == [new, rule]


def test_a_rule_that_is_not_allowed_is_told_why_and_not_added(asked: tuple[Path, Path]) -> None:
    """There is no turn of that name."""
    report, out = asked
    said = told(report, "\ns\nrule\nwinter\n\n\nhome\nMassilia\n\n\nnever\n\n", out)
    assert "not added: a turn or phase is expected here" in said.err
    assert "standing" not in read_orders(out.read_bytes()).tree


def test_a_rule_is_warned_of_as_check_warns(asked: tuple[Path, Path]) -> None:
    report, out = asked
    said = told(report, f"{THERE}cards\n3\n\n\nplay\n3/1\n\n\n\n\n", out)
    assert "warning: turn 3 comes again each year" in said.err


def test_a_warning_of_another_rule_than_the_one_added_names_it(asked: tuple[Path, Path]) -> None:
    """It said of the rule behind "this rule", below the one that had just been added."""
    report, out = asked
    said = told(report, "\ns\nquiet\ns\nrule\nhits\n\n\n\n\nweakest\n\n\n\n", out)
    assert "added: rule 4, on hits: weakest" in said.err
    assert "warning: rule 5: this rule can hardly ever answer: rule 4 fits" in said.err


def test_whoever_leaves_a_rule_half_way_keeps_what_was(asked: tuple[Path, Path]) -> None:
    report, out = asked
    for lines in ("\n", "battle turn\n\n\n\n\n\n\n"):
        out.unlink(missing_ok=True)
        assert told(report, f"{THERE}{lines}\n", out).status == 0
        assert "standing" not in read_orders(out.read_bytes()).tree


@pytest.mark.parametrize("name", GAMES)
def test_whatever_a_player_picks_for_rules_what_is_written_is_legal(
    toys: None, tmp_path: Path, name: str
) -> None:
    """Whole talks of standing orders alone, by numbers at random."""
    table, chance, made = table_of(name, tmp_path / "game"), random.Random(2), 0
    seats = table.seats if kinds(table.ruleset) else []
    for _ in range(count(20, 200) if seats else 0):
        sheet = read_report(table.report(chance.choice(seats)).read_bytes()).sheet
        talk = Talk(
            lambda prompt: chance.choice(["", "1", "2", "3", "6", "1,2"]),
            lambda line: None,
            lambda fault, found: None,
        )
        rules = StandingTalk(table.ruleset, views.view(sheet), talk, list)
        rules.name = usual_set(table.ruleset)
        for _ in range(5):
            rules._rule()
        if found := rules.written():
            made += rules.made
            assert parse_standing(found, table.ruleset, sheet["seat"])[1] == []
    assert made or not seats


def test_with_a_key_the_preview_is_printed_once(tmp_path: Path) -> None:
    """It was printed again when the file was signed."""
    folder = tmp_path / "game"
    save(load("end-of-the-triumvirate"), folder, SEED, None, {}, most_runs=1)
    table = Table(folder, load("end-of-the-triumvirate"))
    seat = table.due()[0]
    write_pair(tmp_path / "key", table.key(seat), None)
    charter = ("--charter", table.folder / "charter.yaml")
    more = (*charter, "--key", tmp_path / "key", "--test-seed", SEED)
    said = told(table.report(seat), "\n\n", tmp_path / "o.yaml", *more)
    assert said.status == 0, said.err
    assert (tmp_path / "o.signed.yaml").exists()
    assert said.err.count("what your orders will do:") == 1


def test_what_an_earlier_line_has_used_up_is_not_offered_again(tmp_path: Path) -> None:
    """A card that was discarded stood first among those to play."""
    report = SAMPLES / "rubicon/reports/caesar/0001.txt"
    said = told(report, "discard\n1/2\nplay\n4/1\n\n\n", tmp_path / "orders.yaml")
    assert said.status == 0, said.err
    assert "discard: 1 4/1, 2 3/1, 3 2/2, 4 1/2\n" in said.err
    assert "play: 1 4/1, 2 3/1, 3 2/2\n" in said.err


def test_a_file_in_the_way_is_told_before_anything_is_asked(asked: tuple[Path, Path]) -> None:
    report, out = asked
    out.write_text("kept")
    said = told(report, "\n\n", out)
    assert said.status != 0
    assert "already exists; choose another name with --out" in said.err
    assert "command:" not in said.err
    assert out.read_text() == "kept"


def test_a_list_of_names_is_offered_where_nothing_is_at_hand(tmp_path: Path) -> None:
    """Who is served first when gold is short: Rome and the provinces."""
    report = SAMPLES / "carrhae/reports/caesar/0000.txt"
    said = told(report, "scarce gold\nrome\n\nq\n", tmp_path / "orders.yaml")
    assert "scarce gold: 1 Rome, 2 Achaea" in said.err


@pytest.mark.parametrize(
    ("report", "lines", "offered"),
    [
        (
            "allia/reports/gauls/0001.txt",
            "march\nGallic leader A\n1\n\n\nAriminum\n{drop: 1}\n\n",
            ["1 Ancona, 2 Ariminum, 3 Sentinum", "1 Arretium, 2 Bononia", "or {sea: SPACE}"],
        ),
        (
            "eunostos/reports/roman/0000.txt",
            "activate\nfleet\nsail\nR-QUIN-1\n2804\n\n",
            ["1 2703, 2 2804, 3 2805", "1 2704, 2 2803, 3 2805", "or {ram: GALLEY}"],
        ),
    ],
)
def test_a_path_is_offered_step_by_step(
    tmp_path: Path, report: str, lines: str, offered: list[str]
) -> None:
    """Each step offers what the line so far allows, and what else than a name can stand there."""
    said = told(SAMPLES / report, lines, tmp_path / "orders.yaml")
    assert [one for one in offered if one not in said.err] == []
