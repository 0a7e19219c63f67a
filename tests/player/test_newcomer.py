"""What made a first user stumble, case by case."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.adjudicate.letters import pieces
from referee.charter.papers import read_paper, signed
from referee.files.write_yaml import emit
from referee.host.opening import good_offer, offered
from referee.report.report_file import WIDTH
from referee.verify.report.changed_lines import TOLD_AT_MOST
from tests.support.mailbag import Table, cli
from tests.toys.duel import CARDS

Game = Callable[..., Table]


@pytest.fixture
def table(game: Game) -> Table:
    return game("duel", 1)


@pytest.mark.parametrize(
    "name",
    [
        "A – B",
        "Caesar’s",
        "“Duel”",
        "more…",
        "two  spaces",
        " led",
        "a\tb",
        "nb\u00a0sp",
        "u\u0308",
    ],
)
def test_an_offer_with_any_name_can_be_accepted(tmp_path: Path, name: str) -> None:
    for key in ("host", "red"):
        assert cli("keygen", tmp_path / key).status == 0
    offer = tmp_path / "game" / "offer.yaml"
    given = ("--key", tmp_path / "host", "--name", name)
    assert cli("new", "duel", tmp_path / "game", *given).status == 0
    joined = ("--seat", "red", "--key", tmp_path / "red", "--out", tmp_path / "join")
    assert cli("join", offer, *joined).status == 0


@pytest.mark.parametrize("name", ["a\u200bb", "x" * 101, ""])
def test_a_name_that_none_can_read_is_refused_at_once(tmp_path: Path, name: str) -> None:
    cli("keygen", tmp_path / "host")
    said = cli("new", "duel", tmp_path / "game", "--key", tmp_path / "host", "--name", name)
    assert said.status == (2 if name else 0), "no name at all is the folder's"
    assert (tmp_path / "game").exists() is (not name)


def test_a_long_note_breaks_no_line_of_the_report(table: Table) -> None:
    note = "Ü" * 900 + " \U0001f3b2 " + "x" * 900
    files = [table.orders("red", note=note), table.orders("blue")]
    assert cli("apply", table.folder, *_put(table, files)).status == 0
    report = table.report("blue").read_text()
    assert max(len(line) for line in report.split("\n")) <= WIDTH
    assert "Ü" * 60 in report
    assert cli("verify", table.report("blue")).status == 0


def _put(table: Table, files: list[bytes]) -> list[Path]:
    return [table.put(f"{number}.yaml", raw) for number, raw in enumerate(files)]


def test_pieces_make_the_text_again() -> None:
    for text in ("", "short", "Ü" * 500, 'quo"te\\' * 50):
        assert "".join(pieces(text)) == text


def test_a_missing_line_of_text_is_named_once(table: Table) -> None:
    path = table.report("red")
    lines = path.read_text().split("\n")
    index = lines.index("Hand: " + ", ".join(table.sheet("red")["state"]["own"]["hand"]))
    gone = table.put("gone.txt", "\n".join(lines[:index] + lines[index + 1 :]).encode())
    said = cli("verify", gone, "--charter", table.folder / "charter.yaml")
    assert said.status == 1
    assert said.out.count("gone.txt") == 1
    assert "'Hand: " in said.out
    assert "is missing" in said.out


def test_blank_lines_are_the_mails_to_drop(table: Table) -> None:
    text, mark, block = table.report("red").read_text().partition("-----BEGIN REFEREE")
    bare = "\n".join(line for line in text.split("\n") if line) + "\n" + mark + block
    path = table.put("bare.txt", bare.encode())
    assert cli("verify", path, "--charter", table.folder / "charter.yaml").status == 0


def test_a_note_cut_by_a_comment_is_warned_of(table: Table) -> None:
    lines = "kind: orders\nseat: red\norders: []\nnote: see rule #7 now\n"
    said = cli("check", table.put("note.yaml", lines.encode()), "--report", table.report("red"))
    assert "note.yaml:4: warning: the note ends at the '#'" in said.err


def test_a_comment_below_a_note_does_not_cut_it(table: Table) -> None:
    lines = "kind: orders\nseat: red\norders: []\nnote: |\n  rule #7 now\n# a template\n"
    said = cli("check", table.put("note.yaml", lines.encode()), "--report", table.report("red"))
    assert said.status == 0
    assert "warning" not in said.err


def test_check_says_what_apply_says_of_a_file_that_lies_here(table: Table) -> None:
    path = table.put("red.yaml", table.orders("red"))
    assert cli("apply", table.folder, path).status == 3
    assert cli("check", path, "--game", table.folder).status == 0
    assert cli("apply", table.folder, path).status == 3


def test_a_lost_report_is_noticed_and_made_again(table: Table) -> None:
    before = table.snapshot()
    table.report("red").unlink()
    said = cli("status", table.folder)
    assert said.status == 1
    assert "report 1 of red is missing" in said.err
    assert f"'referee apply {table.folder}' makes it again" in said.err
    said = cli("apply", table.folder)
    assert said.status == 0
    assert "reports/red/0001.txt" in said.out
    assert table.snapshot() == before


def test_sign_tells_warnings(table: Table) -> None:
    draft = table.put("mouse.yaml", b"kind: orders\nseat: red\norders: []\nnote: a #b\n")
    key = table.folder / "secret" / "red"
    said = cli("sign", draft, "--key", key, "--report", table.report("red"))
    assert said.status == 0
    assert "mouse.yaml:4: warning: the note ends at the '#'" in said.err


def test_orders_from_standard_input_need_a_name(table: Table) -> None:
    said = cli("sign", "-", "--key", "x", "--report", table.report("red"))
    assert said.status == 2
    assert "need --out" in said.err


def test_an_unsigned_file_has_one_fault(table: Table) -> None:
    lines = "kind: orders\nseat: red\norders: []\n"
    said = cli("apply", table.folder, table.put("plain.yaml", lines.encode()))
    assert said.status == 1
    assert said.err.count("not allowed") + said.err.count("not understood") == 1
    assert "sign it with 'referee sign'" in said.err


def test_what_cannot_be_read_is_no_wrong_usage_text(table: Table) -> None:
    said = cli("apply", table.folder, "no-such-file.yaml")
    assert said.status == 2
    assert "Usage" not in said.err


def test_a_text_that_is_far_too_long_takes_no_time(table: Table) -> None:
    raw = table.report("red").read_bytes()
    path = table.put("long.txt", b"x\n" * 400_000 + raw)
    said = cli("verify", path, "--charter", table.folder / "charter.yaml")
    assert said.status == 1
    assert said.out.count("long.txt: line ") == TOLD_AT_MOST
    assert "long.txt: text: comparing stopped here; more lines may differ" in said.out


# Slips of people who do not know YAML: each is told kindly, with its line and how to write it.


@pytest.fixture
def playing(game: Game) -> Table:
    """Both are asked for a card."""
    return game("duel", 2)


def _said(table: Table, orders: str) -> list[str]:
    """What `check` says of some order lines: the lines of its standard error."""
    draft = f"kind: orders\nseat: red\norders:\n{orders}"
    said = cli("check", table.put("d.yaml", draft.encode()), "--report", table.report("red"))
    assert said.status == 1
    return [line.partition("d.yaml:")[2] or line.strip() for line in said.err.split("\n")]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("- play:Cat", "there is no space after the colon of 'play'"),
        ("- play Cat", "there is no colon after 'play'"),
        ("- play = Cat", "there is no colon after 'play'"),
        ("-play: Cat", "there is no space after the hyphen"),
        ("\u2013 play: Cat", "the line begins with '\u2013' instead of a hyphen"),
        ("\u2014play: Cat", "the line begins with '\u2014' instead of a hyphen"),
        ("\u2022 play: Cat", "the line begins with '\u2022' instead of a hyphen"),
        ("\u2022play: Cat", "the line begins with '\u2022' instead of a hyphen"),
        ("* play: Cat", "the line begins with '*' instead of a hyphen"),
        ("+ play: Cat", "the line begins with '+' instead of a hyphen"),
        ("> - play: Cat", "the line begins with '>' instead of a hyphen"),
    ],
)
def test_a_line_that_is_no_list_item(playing: Table, line: str, reason: str) -> None:
    """Two of them: each is told, and once."""
    said = _said(playing, f"  {line}\n  {line}\n")
    told = [text.replace(": order ", ":") for text in said if ": not understood: " in text]
    orders = ["4:1", "5:2"] if line.startswith("- ") else ["4", "5"]  # the others are no YAML
    assert told == [f"{number}: not understood: {reason}" for number in orders]
    hints = [text for text in said if text.startswith("hint: ")]
    assert hints == ["hint: write '- play: Cat'"] * 2


@pytest.mark.parametrize("line", ["\u2013 play: Cat", "\u2022 play: Cat", "-play: Cat"])
def test_a_line_that_is_no_list_item_below_one_that_is(playing: Table, line: str) -> None:
    said = _said(playing, f"  - play: Cat\n  {line}\n")
    assert [text for text in said if "not understood" in text and text[0] != "5"] == []
    assert sum("not understood" in text for text in said) == 1


@pytest.mark.parametrize("line", ["-play:Cat", "\u2022 play:Cat", "play Cat"])
def test_lines_that_run_into_one_text(playing: Table, line: str) -> None:
    said = _said(playing, f"  {line}\n  {line}\n")
    assert said[0] == "3: not understood: a list of order lines is expected here"
    assert said[2].startswith("hint: begin each line with '- ' (hyphen, space)")


def test_a_key_without_a_space_behind_its_colon(playing: Table) -> None:
    raw = b"kind:orders\nseat:red\norders:\n  - play: Cat\n"
    said = cli("check", playing.put("d.yaml", raw), "--report", playing.report("red"))
    assert "d.yaml:1: not understood: there is no space after the colon" in said.err
    assert "hint: write 'kind: orders'" in said.err
    assert "d.yaml:2: not understood: there is no space after the colon" in said.err
    assert said.err.count("not understood") == 2, "it is why the third line cannot be read"


def test_a_slip_does_not_hide_what_it_has_not_caused(playing: Table) -> None:
    raw = b"kind: orders\nseat: red\norders: [a\nnote:see\n"
    said = cli("check", playing.put("d.yaml", raw), "--report", playing.report("red"))
    assert "not understood: a [list] or {map} lacks a comma or its closing bracket" in said.err
    assert "d.yaml:4: not understood: there is no space after the colon" in said.err


def test_several_where_one_is_wanted(playing: Table) -> None:
    for value in ("[Cat, Dog]", "Cat, Dog", "Cat and Dog"):
        said = _said(playing, f"  - play: {value}\n")
        assert said[0].startswith("4: order 1: not understood: ")
        assert said[2] == "hint: write a line for each: '- play: Cat', '- play: Dog'"


def test_an_empty_name_and_an_unknown_one_list_what_is_at_hand(playing: Table) -> None:
    hand = [card.title() for card in playing.sheet("red")["state"]["own"]["hand"]]
    for value in ("", "''", "zebra"):
        said = _said(playing, f"  - play: {value}\n")
        assert said[2] == f"hint: you can name {', '.join(hand)}"


def test_what_is_at_hand_is_told_to_the_owner_of_the_key_alone(playing: Table) -> None:
    """Anybody can send a file in another seat's name, and would learn the hand by it."""
    tree = {**playing.tree("red"), "orders": [{"play": ""}]}
    said = cli("apply", playing.folder, playing.put("forged.yaml", playing.signed(tree, "blue")))
    assert said.status == 1
    assert "you can name" not in said.err
    said = cli("apply", playing.folder, playing.put("own.yaml", playing.signed(tree, "red")))
    assert "name a card here" in said.err
    assert "you can name" in said.err


def test_an_unknown_name_hides_no_fault_of_another_line(playing: Table) -> None:
    hand = playing.sheet("red")["state"]["own"]["hand"]
    other = next(card for card in CARDS if card not in hand)
    said = _said(playing, f"  - play: {other}\n  - play: {hand[0]}s\n  - play: {other}\n")
    told = [text for text in said if ": not " in text or ": warning: " in text]
    assert told == [
        "4: order 1: not allowed: not in your hand (2.1)",
        f"5: order 2: not understood: '{hand[0]}s' is not a card",
        "6: order 3: warning: the same is wrong with order 3 as with order 1",
    ]


def test_faults_are_numbered_as_reports_number_orders_and_rules(playing: Table) -> None:
    """However many lines each of them takes, and comments between them."""
    lines = "  - play: Cat\n\n  # - play: Dog\n  - play:\n      Cow\n"
    draft = f"kind: orders\nseat: red\norders:\n{lines}standing:\n  - x\nnote: [x]\n"
    path = playing.put("d.yaml", draft.encode())
    said = cli("check", path, "--report", playing.report("red"))
    told = [line.partition("d.yaml:")[2].split(": not")[0] for line in said.err.split("\n")]
    assert [text for text in told if text] == ["7: order 2", "10: rule 1", "11"]
    found = json.loads(cli("check", path, "--report", playing.report("red"), "--json").out)
    items = [(fault["line"], fault["item"]) for fault in found["faults"]]
    assert items == [(7, "order 2"), (10, "rule 1"), (11, "")]


# What commands say, and what they do not overwrite.


def test_a_player_reads_what_is_joined(tmp_path: Path) -> None:
    for key in ("host", "red"):
        assert cli("keygen", tmp_path / key).status == 0
    offer = tmp_path / "game" / "offer.yaml"
    chosen = ("--key", tmp_path / "host", "--name", "Dawn", "--option", "mood=wild")
    assert cli("new", "duel", tmp_path / "game", *chosen).status == 0
    joined = ("--seat", "red", "--key", tmp_path / "red", "--out", tmp_path / "join")
    said = cli("join", offer, *joined)
    assert [line.removeprefix("referee: ") for line in said.err.splitlines()[:4]] == [
        "Dawn: Duel 1",
        "scenario plain: three cards each",
        "option mood=wild: nothing at all",
        "notice: only a toy",
    ]


def test_a_charter_is_no_offer_and_leaves_no_join(table: Table) -> None:
    out = table.folder / "join.yaml"
    key = table.folder / "secret" / "red"
    said = cli("join", table.folder / "charter.yaml", "--seat", "red", "--key", key, "--out", out)
    assert said.status == 1
    assert "charter.yaml:2: not understood: this is a file of kind 'charter'" in said.err
    assert not out.exists()


def test_usual_options_are_told_in_one_line(table: Table) -> None:
    offer = good_offer(table.folder.joinpath("offer.yaml").read_bytes())
    assert offered(offer)[2] == "default options: mood=calm"


def test_a_warning_is_told_though_the_offer_leaves_it_out(table: Table) -> None:
    tree = read_paper(table.folder.joinpath("offer.yaml").read_bytes(), "offer")
    bare = {key: value for key, value in tree.items() if key not in ("notice", "signature")}
    raw = emit(signed({**bare, "notice": ["bring cake"]}, table.key("host"))).encode()
    assert offered(good_offer(raw))[-2:] == ["notice: only a toy", "notice: bring cake"]


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_report_replaces_no_file_unless_told_to(table: Table, form: str) -> None:
    out = table.put("report", b"mine")
    wanted = ("report", table.folder, "--seat", "red", "--format", form, "--out", out)
    said = cli(*wanted)
    assert said.status == 2
    assert "already exists; choose another name, or give --force" in said.err
    assert out.read_bytes() == b"mine"
    assert cli(*wanted, "--force").status == 0
    assert cli("verify", out, "--charter", table.folder / "charter.yaml").status == 0
    out.unlink()
    assert cli(*wanted).status == 0


def test_a_join_and_a_signed_file_replace_no_file_either(table: Table) -> None:
    there = table.put("there.yaml", b"mine")
    key = table.folder / "secret" / "red"
    asked = ("--seat", "red", "--key", key, "--out", there)
    draft = table.put("draft.yaml", b"kind: orders\nseat: red\norders: []\n")
    given = ("--key", key, "--report", table.report("red"))
    for said, hint in (
        (cli("join", table.folder / "offer.yaml", *asked), "choose another name with --out"),
        (cli("sign", draft, *given, "--out", there), "choose another name with --out"),
        (cli("sign", draft, *given, "--out", draft), "'sign' never overwrites its input"),
    ):
        assert said.status == 2
        assert f"already exists; {hint}" in said.err
    assert there.read_bytes() == b"mine"


def test_orders_by_an_old_report_are_asked_for_the_newest(game: Game) -> None:
    """Run 3 is due; the player has report 1, which asks for a boast."""
    table = game("duel", 2)
    old = [table.put(p.name, p.read_bytes()) for p in table.reports("red")[:2]][-1]
    key, charter = table.folder / "secret" / "red", table.folder / "charter.yaml"
    draft = table.put("d.yaml", b"kind: orders\nseat: red\norders:\n  - play: Cat\n  - play: Dog\n")
    for command in (("sign", draft, "--key", key), ("check", draft)):
        said = cli(*command, "--report", old, "--charter", charter)
        assert said.status == 1
        assert said.err.count("out of turn: 'play' is not asked for now") == 2
        assert said.err.count("is report 1, for run 2, your newest one?") == 1
        assert "your newest" not in cli(*command, "--report", table.report("red")).err


def test_a_newer_report_beside_the_one_given_is_pointed_out(game: Game) -> None:
    table = game("duel", 2)
    draft = table.put("d.yaml", b"kind: orders\nseat: red\norders: []\n")
    said = cli("check", draft, "--report", table.reports("red")[1])
    assert "0002.txt is newer; use that report" in said.err
    assert "is newer" not in cli("check", draft, "--report", table.report("red")).err


def test_a_report_that_a_mail_has_broken_is_wanted_as_an_attachment(table: Table) -> None:
    text = table.report("red").read_text()
    broken = "\n".join(line[:60] + "\n" + line[60:] for line in text.split("\n"))
    rows = text.split("\n")
    quoted = "\n".join(f"> {line}" for line in [*rows[:3], rows[3] + "x", *rows[4:]])
    draft = table.put("d.yaml", b"kind: orders\nseat: red\norders: []\n")
    for raw in (broken, quoted):
        path = table.put("mailed.txt", raw.encode())
        given = ("--charter", table.folder / "charter.yaml")
        signing = ("sign", draft, "--key", table.folder / "secret" / "red", "--report", path)
        for said in (cli("verify", path, *given), cli(*signing, *given)):
            assert said.status == 1
            assert said.err.count("ask for it as an attachment") == 1
    assert "attachment" not in cli("verify", table.report("red")).err


# What a campaign showed.


@pytest.mark.parametrize(
    ("lines", "number", "reason", "hint"),
    [
        ("orders: []\n  - play: Cat\n", 3, "orders is [], an empty list", "delete the []"),
        (
            "orders: []  # none\n# and\n\n- play: Cat\n",
            3,
            "orders is [], an empty list",
            "delete the []",
        ),
        (
            "orders: []\nnote: 'Don't panic'\n",
            4,
            "a text in quotes ' contains '",
            'whole text in "',
        ),
        ('orders: []\nnote: "Say "no""\n', 4, 'a text in quotes " contains "', "whole text in '"),
        (
            "orders:\n  - play: [Cat\nnote: x\n",
            4,
            "lacks a comma or its closing bracket",
            "put in what",
        ),
        ("orders: []\nnotes: {blue: Why?}\n", 4, "ends at '?'", "put the text in quotes"),
        (
            "orders:\n  - play {card: Cat}\n",
            4,
            "there is no colon before the bracket",
            "write '- play: {card: Cat}'",
        ),
        (
            "orders:\n  - play: card: Cat\n",
            4,
            "keys and values after a colon need {braces}",
            "write '- play: {card: Cat}'",
        ),
        (
            "orders:\n  - play:\n    card: Cat\n",
            4,
            "must be one word and its value",
            "indent what belongs to 'play' further",
        ),
    ],
)
def test_slips_that_yaml_words_badly(
    playing: Table, lines: str, number: int, reason: str, hint: str
) -> None:
    raw = f"kind: orders\nseat: red\n{lines}".encode()
    said = cli("check", playing.put("d.yaml", raw), "--report", playing.report("red"))
    (told,) = [line for line in said.err.split("\n") if "not understood" in line]
    assert f"d.yaml:{number}: " in told
    assert reason in told
    assert hint in said.err


def test_a_draft_of_any_kind_of_letters(playing: Table) -> None:
    hand = playing.sheet("red")["state"]["own"]["hand"]
    raw = f"Kind: ORDERS\nSeat: Red\nOrders:\n  - Play: {hand[0]}\n".encode()
    draft, key = playing.put("d.yaml", raw), playing.folder / "secret" / "red"
    assert cli("sign", draft, "--key", key, "--report", playing.report("red")).status == 0


def test_a_warning_of_all_lines_quotes_none_of_them(playing: Table) -> None:
    said = _said(playing, "  - play: Cat\n  - play: Cat\n")
    assert said[said.index("3: not allowed: play exactly one card (2.1)") + 1] == "orders:"


def test_verify_counts_and_stops_at_another_game(game: Game) -> None:
    table, other = game("duel", 2), game("relay", 2, called="other")
    charter = ("--charter", table.folder / "charter.yaml")
    said = cli("verify", *table.reports("red"), *charter)
    assert "3 of 3 reports are verified" in said.err
    said = cli("verify", *other.reports("anna"), *charter)
    assert said.status == 1
    assert "0 of 3 reports are verified" in said.err


def test_a_report_says_where_the_game_was(playing: Table) -> None:
    assert "(since round 1)" in playing.report("red").read_text()


def test_a_report_that_is_not_there_is_told_before_a_charter_that_is_not(tmp_path: Path) -> None:
    (tmp_path / "orders.yaml").write_text("kind: orders\nseat: red\norders: []\n")
    missing = tmp_path / "reports" / "0000.txt"
    for command in (["orders"], ["check", tmp_path / "orders.yaml"]):
        said = cli(*command, "--report", missing)
        assert said.status == 2
        assert f"{missing} cannot be read: No such file" in said.err
        assert "charter" not in said.err


@pytest.mark.parametrize(
    ("command", "last"),
    [
        (["canon", "missing.yaml"], "missing.yaml cannot be read: No such file or directory"),
        (["sing"], "No such command 'sing'. Did you mean 'sign'?"),
    ],
)
def test_what_is_wrong_with_a_call_is_told_as_all_errors_are(
    command: list[str], last: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = cli(*command)
    assert said.status == 2
    assert said.err.rstrip().split("\n")[-1] == f"referee: error: {last}"


@pytest.mark.parametrize(
    ("command", "reason", "told"),
    [
        (
            ["new", "duel", "game"],
            "Missing option '--key'.",
            "add --key PATH: The host's private key ('referee keygen NAME' makes one)",
        ),
        (
            ["sign", "orders.yaml", "--key", "key"],
            "Missing option '--report'.",
            "add --report PATH: Your newest report (a file of the host, such as reports/0003.txt)",
        ),
        (["join", "offer.yaml"], "Missing option '--seat'.", "add --seat TEXT: The seat to take"),
        (
            ["look", "Rome", "0003.txt"],
            "Got unexpected extra argument (0003.txt)",
            "name the report with --report 0003.txt",
        ),
        (
            ["what-if", "--report", "0003.txt"],
            "No such option '--report'.",
            "name it without --report: referee what-if REPORT",
        ),
        (
            ["apply", "orders.yaml", "0003.txt"],
            "orders.yaml is a file; a game folder is wanted here",
            "name the folder first, or let 'referee take' find the game of each file",
        ),
        (
            ["rulesets", "show", "Julius Caesar"],
            "there is no ruleset 'Julius Caesar'; choose from: ",
            "did you mean 'julius-caesar'?",
        ),
        (["rulesets", "show", "triumvirate"], "", "did you mean 'end-of-the-triumvirate'?"),
    ],
)
def test_a_call_that_lacks_something_is_told_what_and_how_to_get_it(
    command: list[str], reason: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of these stopped a new player, with the name of an option and no more."""
    monkeypatch.chdir(tmp_path)
    for name in ("orders.yaml", "0003.txt"):
        (tmp_path / name).write_text("")
    said = cli(*command)
    assert said.status != 0
    assert f"referee: error: {reason}" in said.err
    assert f"referee: hint: {told}" in said.err


def test_a_join_is_written_under_the_name_of_its_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("host", "caesar"):
        assert cli("keygen", f"{name}-key", "--test-seed", 1).status == 0
    assert cli("new", "julius-caesar", "game", "--key", "host-key", "--test-seed", 1).status == 0
    join = ("join", "game/offer.yaml", "--key", "caesar-key", "--test-seed", 1)
    assert cli(*join, "--seat", "Caesar", "--standing", "Careful").status == 0
    assert "standing: careful" in (tmp_path / "caesar-join.yaml").read_text()
    again = cli(*join, "--seat", "caesar", "--standing", "quite", "--out", "again.yaml")
    assert "no standing orders 'quite'; choose from: quiet" in again.err, "not that it is another"
