"""The examples of the manual pages are run, so that they stay true."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from referee.files.strict_yaml import read
from referee.orders.order_lines import parse_lines
from referee.orders.standing_list import kinds, parse_standing
from referee.proof import chains, dice, heads
from referee.ruleset import load
from tests.project.pages import ROOT, Block, blocks, section, source, subsection
from tests.project.playing import SEATS, Game, follow, report_fault, shell
from tests.rules.cases import Case, differences

#: The test keys of the examples of referee-julius-caesar(7).
SEED = 6
SEED_AT_SEA = 1


def first_turn() -> str:
    """The commands of the example of referee(1), as one script."""
    return "".join(block.text for block in blocks(section(source("referee.1"), "EXAMPLES")))


@pytest.fixture(scope="module")
def played(programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the whole example of referee(1) was run."""
    folder = tmp_path_factory.mktemp("example")
    printed = shell(first_turn() + "referee status rubicon\n", folder, programs)
    (folder / "printed").write_text(printed)
    return folder


def test_the_first_turn_of_the_manual_can_be_pasted(played: Path) -> None:
    assert "year 705, turn 2, cards; report 4 is out" in (played / "printed").read_text()
    for seat in ("caesar", "pompey"):
        kept = sorted(path.name for path in (played / seat / "reports").iterdir())
        assert kept == [f"{number:04d}.txt" for number in range(5)]


def test_the_readme_tour_can_be_pasted(programs: Path, tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [line[4:] for line in text.split("\n") if line.startswith("    referee ")]
    printed = shell("\n".join(lines), tmp_path, programs)
    assert "0001.txt: verified" in printed


def test_ssh_keygen_checks_a_signature_as_the_page_says(played: Path, programs: Path) -> None:
    if not shutil.which("ssh-keygen"):
        pytest.skip("ssh-keygen is not here")
    commands = [block.text for block in blocks(section(source("referee-orders.5"), "EXAMPLES"))]
    folder = played / "caesar"
    *before, check, digest = commands
    shell("".join(before), folder, programs)
    assert shell(check, folder, programs).startswith('Good "referee-orders" signature for caesar')
    shown, canon = shell(digest, folder, programs).split("  -\n")
    assert f'"body":"{shown}"' in canon


def test_ssh_keygen_refuses_another_header(played: Path, programs: Path) -> None:
    if not shutil.which("ssh-keygen"):
        pytest.skip("ssh-keygen is not here")
    commands = [block.text for block in blocks(section(source("referee-orders.5"), "EXAMPLES"))]
    forged = f"{''.join(commands[:2])}sed -i s/caesar/pompey/ header\n{commands[2]}"
    with pytest.raises(AssertionError, match="incorrect signature"):
        shell(forged, played / "caesar", programs)


def told_example(title: str) -> list[Block]:
    """The marked blocks of one example of referee-julius-caesar(7)."""
    return blocks(subsection(section(source("referee-julius-caesar.7"), "EXAMPLES"), title))


def test_the_turn_of_julius_caesar_is_played_as_the_page_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, marked = Game(tmp_path, monkeypatch, capsys, SEED, "land"), told_example("A turn by land")
    follow(game, marked)
    assert [block.words[0] for block in marked].count("orders") > 8
    assert "Turn 1 of 705 is over" in "\n".join(game.report("caesar"))


def test_fleets_and_an_event_are_played_as_the_page_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game(tmp_path, monkeypatch, capsys, SEED_AT_SEA, "campaign")
    for seat in SEATS:
        game.send(seat, f"referee: 1\nkind: orders\nseat: {seat}\norders: []\n")
    follow(game, told_example("Fleets and an event"))
    assert "battle of Narbo, round 1" in "\n".join(game.report("caesar"))


def test_the_winter_is_as_the_page_tells() -> None:
    first, second, report = told_example("A winter")
    caesar = {
        "Mare Hispanum": ["Navis 1", "Navis 2"],
        "Massilia": ["Legio 11", "Legio 14", "Auxilia 1", "Auxilia 3"],
        "Genua": ["Antonius", "Legio 8"],
    }
    before: dict[str, Any] = {"caesar": caesar, "pompey": {"Rome": ["Legio 1"]}}
    before |= {"scenario": "campaign", "phase": "winter", "turn": "6"}
    play = [
        {" ".join(b.words[::-1]): read(b.text.encode()).tree["orders"]} for b in (first, second)
    ]
    case: dict[str, Any] = {"before": before, "play": play, "told": {"pompey": report.lines}}
    assert differences(Case("julius_caesar", "the page", case)) == []


def test_another_report_is_found() -> None:
    block = Block(["report", "caesar"], ["a", "b"])
    assert report_fault(block, ["x", "a", "y", "b"]) == ""
    assert report_fault(block, ["b", "a"]) == "b"
    assert report_fault(block, ["b"]) == "a"


def line_faults(text: str) -> list[str]:
    """What is wrong with order lines of Julius Caesar, whatever is asked."""
    ruleset = load("julius-caesar")
    words = {
        w: kind for request in ruleset.rules.requests.values() for w, kind in request.words.items()
    }
    tree = read(text.encode()).tree
    _, faults = parse_lines(tree, words, ruleset.rules.names("caesar"))
    return [fault.reason for fault in faults]


def test_every_order_line_of_the_page_is_understood() -> None:
    shown = blocks(section(source("referee-julius-caesar.7"), "ORDERS"))
    assert shown
    for block in shown:
        assert line_faults(block.text) == [], block.text


def paragraph(page: str, word: str) -> str:
    """The text of the paragraph of a page that begins with an emphasized word, in one line."""
    found = re.search(rf"^\.Em {word} [.,:]\n(.*?)^\.(?:Pp|Sh)", page, re.MULTILINE | re.DOTALL)
    assert found, word
    return " ".join(found[1].split())


def numbered(text: str) -> list[str]:
    """Names with their numbers written out: ``Legio 7 to 9 and 11`` is four."""
    found: list[str] = []
    for part in text.split(", "):
        name, _, ranges = part.partition(" ")
        if not ranges:
            found.append(name)
        for one in ranges.split(" and ") if ranges else []:
            first, _, last = one.partition(" to ")
            found += [f"{name} {n}" for n in range(int(first), int(last or first) + 1)]
    return found


def test_every_name_of_the_board_is_in_the_page() -> None:
    from tests.rules.julius_caesar.adapter import board

    page = source("referee-julius-caesar.7")
    places = board.PLACES.values()
    cities = [f"{p.name}{_mark(p)}" for p in places if not p.is_sea]
    assert paragraph(page, "Cities").partition(": ")[2].rstrip(".").split(", ") == cities
    assert paragraph(page, "Seas").rstrip(".").split(", ") == [p.name for p in places if p.is_sea]
    told = re.findall(r"(Brown|Green|Blue): ([^.]*)\.", paragraph(page, "Blocks"))
    for colour, text in told:
        blocks_of = [b.name for b in board.BLOCKS.values() if b.colour == colour.lower()]
        assert sorted(numbered(text)) == sorted(blocks_of)
    assert len(told) == len(board.COLOURS)
    cards = paragraph(page, "Cards")
    names = [card["name"] for card in board.CARDS["events"].values()]
    assert [n for n in [*board.CARDS["command"], *names] if n not in cards] == []


def _mark(place: Any) -> str:
    sign = "*" if place.major else "+" if place.port else ""
    return f"{sign} {place.value}" if place.value else sign


def test_a_line_with_a_wrong_word_is_found() -> None:
    assert line_faults("- march: {from: Genua, to: Rome}")
    assert line_faults("- move: {from: Genua, legion: Legio 8, to: Rome}")
    assert line_faults("- levy: {block: Legio 88}")


def example_values() -> dict[str, list[str]]:
    """The values in the examples of referee-dice(7): name -> values."""
    found: dict[str, list[str]] = {}
    for block in blocks(section(source("referee-dice.7"), "EXAMPLES")):
        for line in block.lines:
            name, _, value = line.partition(" ")
            found.setdefault(name, []).append(value.strip())
    return found


def test_the_values_of_the_page_on_dice_are_right() -> None:
    gid, told = bytes(range(16)), example_values()
    second = b"\x11" * 32
    first = chains.step_back(second, gid, "seat/caesar", 0, 2)
    anchor = chains.step_back(first, gid, "seat/caesar", 0, 1)
    secret = dice.run_secret(b"\x22" * 32, gid, 1, b"\x33" * 32, [(0, 1, first)])
    sealed = dice.sealed_stream(b"\x44" * 32, secret)
    salt = heads.salt(sealed, 1, "seat/caesar")
    bound = heads.commitment(salt, {"n": 1, "words": []})
    values = {"x(1)": first, "x(0)": anchor, "R": secret, "P": dice.public_stream(secret)}
    values |= {"S": sealed, "salt": salt, "bind": bound}
    for name, value in values.items():
        assert told[name] == [value.hex()], name
    scope = dice.Scope(dice.public_stream(secret), "705/1/battle/rome", 0)
    rolls = [scope.roll(5, 6), scope.roll(2, 6)]
    assert told["roll"] == [" ".join(map(str, roll)) for roll in rolls]
    assert told["draw"] == [" ".join(map(str, scope.draw(3, 5)))]


def test_the_parts_of_the_block_are_those_of_the_page() -> None:
    from referee.verify.report import block_shape

    page = source("referee-report.5")
    told = re.findall(r"^\.It Cm (\w+)$", page, re.MULTILINE)
    assert sorted(told) == sorted(
        [*block_shape._SHEET, *block_shape._PUBLIC, *block_shape._PUBLIC_MORE]
    )


def test_the_corrections_of_the_page_do_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from referee.cli.main import run

    monkeypatch.chdir(tmp_path)
    shown = {b.words[0]: b for b in blocks(section(source("referee-corrections.5"), "EXAMPLES"))}
    Path("corrections.yaml").write_text(shown["file"].text)
    assert run(["keygen", "host-key", "--test-seed", "1"]) == 0
    printed = []
    for name in ("show", "new"):
        capsys.readouterr()
        assert run(shlex.split(shown[name].text.replace("\\\n", ""))[1:]) == 0
        printed.append(capsys.readouterr())
    assert f"\n{shown['prints'].text}\n" in printed[0].out
    talk = " ".join(printed[1].err.replace("referee: ", "").split())
    assert " ".join(shown["prints"].text.split()) in talk


def standing_blocks() -> list[Block]:
    """The examples of referee-standing(5)."""
    return blocks(section(source("referee-standing.5"), "EXAMPLES"))


def standing_faults(text: str, seat: str) -> list[str]:
    """What is wrong with a ``standing`` list of Julius Caesar."""
    tree: Any = read(text.encode()).tree
    return [
        fault.reason for fault in parse_standing(tree["standing"], load("julius-caesar"), seat)[1]
    ]


def test_all_standing_orders_of_the_page_is_understood() -> None:
    lists = [block for block in standing_blocks() if block.words[0] == "standing"]
    assert len(lists) > 2
    for block in lists:
        assert standing_faults(block.text, block.words[1]) == [], block.text
    first = blocks(section(source("referee-standing.5"), "DESCRIPTION"))[0]
    assert standing_faults(first.text, "caesar") == []


def test_every_rule_of_the_page_of_the_game_is_understood_and_every_word_used() -> None:
    ruleset = load("julius-caesar")
    shown = blocks(section(source("referee-julius-caesar.7"), "STANDING ORDERS"))
    lists = [b.text if b.lines[0] == "standing:" else f"standing:\n{b.text}" for b in shown]
    for text in lists:
        assert standing_faults(text, "caesar") == [], text
    used = "".join(lists)
    for kind, request in kinds(ruleset).items():
        policies = ruleset.rules.kinds[kind].standing.policies
        own = [word for word in policies if word not in request.words or kind == "winter"]
        assert [word for word in own if not re.search(rf"\b{word}\b", used)] == [], kind
        assert f"on: {kind}" in used


def test_standing_orders_with_a_wrong_word_is_found() -> None:
    assert standing_faults("standing:\n  - {on: battle turn, then: flee}", "caesar")
    assert standing_faults("standing:\n  - {on: hits, if: luck > 3, then: weakest}", "caesar")


def test_standing_try_prints_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game(tmp_path, monkeypatch, capsys, SEED, "campaign")
    shown = {block.words[0]: block for block in reversed(standing_blocks())}
    head = "kind: orders\nseat: caesar\n"
    Path("standing.yaml").write_text(head + shown["standing"].text)
    words = shlex.split(shown["try"].text.replace("\\\n", ""))
    report = str(game.newest("caesar"))
    words = [report if word == "0000.txt" else word for word in words]
    assert game.cli(*words[1:]) == shown["prints"].text


def test_the_page_of_the_game_has_every_word_of_its_standing() -> None:
    page = section(source("referee-julius-caesar.7"), "STANDING ORDERS")
    items = set(re.findall(r"^\.It Cm (.+)$", page, re.MULTILINE))
    ruleset = load("julius-caesar")
    for kind, request in kinds(ruleset).items():
        beside = ruleset.rules.kinds[kind].standing
        assert re.search(rf"^\.Ss .*{kind}", page, re.MULTILINE), kind
        wanted = [*request.selectors, *beside.quantities, *beside.policies]
        wanted = [word for word in wanted if word not in request.words]
        assert [word for word in wanted if word not in items] == [], kind
        assert [word for word in beside.policies if word not in page] == [], kind
