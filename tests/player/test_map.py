"""Boards as a seat sees them: pictures, letters and words, made of a report alone."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import cache
from itertools import takewhile
from pathlib import Path

import pytest

from referee import views
from referee.kit.board import Board, Group, Journey, Kind, Link, Space
from referee.lab.selfplay import save
from referee.picture.grid import drawn
from referee.picture.listing import told
from referee.picture.svg import picture
from referee.report.report_file import read_report
from referee.ruleset import load
from tests.support.mailbag import SEED, cli
from tests.support.seeds import count

GAMES = ["julius-caesar", "end-of-the-triumvirate", "caesar-xl"]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A random game of each ruleset, some runs long."""
    made = {}
    for name in GAMES:
        made[name] = tmp_path_factory.mktemp("maps") / name
        save(load(name), made[name], SEED, None, {}, most_runs=count(14, 150))
    return made


def boards(folder: Path) -> list[Board]:
    """The board of every seat after every run."""
    return [_board(path) for path in sorted(folder.glob("reports/*/*.txt"))]


@cache
def _board(path: Path) -> Board:
    ruleset = load(path.parts[-4])
    sheet = read_report(path.read_bytes()).sheet
    assert ruleset.picture is not None
    return ruleset.picture(views.view(sheet), views.events(sheet))


def numbers(element: ET.Element, *keys: str) -> list[float]:
    return [float(element.attrib[key]) for key in keys]


@pytest.mark.parametrize("name", GAMES)
def test_no_two_texts_of_a_picture_touch_and_none_leaves_it(
    folders: dict[str, Path], name: str
) -> None:
    """Widths of texts are fixed, so this holds in every browser."""
    for board in boards(folders[name]):
        tree = ET.fromstring(picture(board))
        width, height = numbers(tree, "width", "height")
        texts = []
        for text in tree.iter(f"{SVG}text"):
            x, y, long = numbers(text, "x", "y", "textLength")
            texts.append((x, y - 11, x + long, y + 3))
        texts.sort(key=lambda text: text[1])
        for number, (left, top, right, bottom) in enumerate(texts):
            assert left >= 0
            assert top >= 0
            assert right <= width
            assert bottom <= height
            for other in takewhile(lambda one, end=bottom: one[1] < end, texts[number + 1 :]):
                apart = right <= other[0] or other[2] <= left
                assert apart, (board.title, texts[number], other)
        assert float(tree.attrib["font-size"]) >= 10


@pytest.mark.parametrize("name", GAMES)
def test_words_name_every_place_every_piece_and_both_ends_of_every_link(
    folders: dict[str, Path], name: str
) -> None:
    for board in boards(folders[name])[-2:]:
        text = re.sub(r"\s+", " ", "\n".join(told(board)))
        names = {space.id: space.name for space in board.spaces}
        heads = [f" {space.name} ({space.sort}" for space in board.spaces]
        assert all(text.count(head) == 1 for head in heads)
        for group in board.groups:
            part = _part(text, heads, names[group.at])
            assert all(line in part for line in group.lines)
        for link in board.links:
            kind = board.kinds[link.kind].name
            for one, other in ((link.one, link.other), (link.other, link.one)):
                ends = _part(text, heads, names[one]).split(f"by {kind} to ")[1].split(" by ")[0]
                assert names[other] in ends
        for line in told(board):
            assert len(line) <= 72


def _part(text: str, heads: list[str], name: str) -> str:
    """What is told of one place."""
    start = next(text.index(head) for head in heads if head.startswith(f" {name} ("))
    ends = [text.index(head) for head in heads if text.index(head) > start]
    return text[start : min(ends, default=len(text))]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", [72, 100, 160])
def test_letters_name_every_place_once_within_the_width(
    folders: dict[str, Path], name: str, width: int
) -> None:
    board = boards(folders[name])[-1]
    lines = drawn(board, width)
    assert max(map(len, lines)) <= width
    for space in board.spaces:
        assert sum(line.count(space.name[:14].strip()) for line in lines) >= 1


def test_own_blocks_lie_face_up_and_the_enemys_face_down(folders: dict[str, Path]) -> None:
    for path in sorted(folders["julius-caesar"].glob("reports/*/*.txt"))[-4:]:
        seat = path.parent.name
        for group in _board(path).groups:
            assert group.down == (group.seat != seat)
            strengths = [re.search(r" (I|II|III|IV)$", line) for line in group.lines]
            assert all(strengths) if group.seat == seat else not any(strengths)


def test_a_move_is_an_arrow_along_its_path(folders: dict[str, Path]) -> None:
    for name in GAMES:
        moved = [board for board in boards(folders[name]) if board.journeys]
        assert moved, name
        places = {space.id for space in moved[0].spaces}
        for board in moved:
            assert all(set(journey.path) <= places for journey in board.journeys)
            assert picture(board).count("<polyline") == len(board.journeys)


def test_names_and_pieces_of_strangers_cannot_leave_their_text() -> None:
    """Corrections may name a place anything."""
    bad = '<script>alert("1")</script>&'
    spaces = [Space("a", bad, (0, 0), "city", [bad]), Space("b", "B", (5, 5), "city")]
    groups = [Group("a", "red", [bad], 1)]
    board = Board(
        bad, (9, 9), {"red": bad}, spaces, {"r": Kind(bad)}, [Link("a", "b", "r")], groups,
        [Journey("red", ["a", "b"])], [bad],
    )  # fmt: skip
    tree = ET.fromstring(picture(board))
    assert {element.tag.removeprefix(SVG) for element in tree.iter()} <= {
        *("svg", "title", "defs", "marker", "path", "rect", "line", "polyline", "text"),
    }
    assert sum(text.text == bad for text in tree.iter(f"{SVG}text")) >= 3


def test_the_commands_draw_and_tell(folders: dict[str, Path], tmp_path: Path) -> None:
    folder = folders["julius-caesar"]
    report = sorted(folder.glob("reports/caesar/*.txt"))[-1]
    out = tmp_path / "board.svg"
    said = cli("map", report, "--out", out)
    assert (said.status, said.out.strip()) == (0, str(out)), said.err
    ET.parse(out)
    assert cli("map", report, "--out", out).status == 2  # it is there already
    by_host = cli("map", folder, "--seat", "caesar")
    assert by_host.out == cli("map", report, "--text").out
    assert "Massilia (city" in by_host.out
    assert cli("map", folder).status == 2


def test_one_place_is_told_with_limits_and_distances(folders: dict[str, Path]) -> None:
    report = sorted(folders["julius-caesar"].glob("reports/caesar/*.txt"))[-1]
    said = cli("look", "genua", "--report", report)
    assert said.status == 0, said.err
    text = re.sub(r"\s+", " ", said.out)
    assert "Genua (city, port" in text
    assert "by major road to Massilia, Ravenna, Rome" in text
    assert "major road: 4 blocks a turn, 4 to attack" in text
    assert "2 steps by road: Aquileia, Asculum, Cenabum, Narbo, Neapolis, Treveri" in text
    assert cli("look", "massi", "--report", report).out.startswith("Massilia (")


@pytest.mark.parametrize(
    ("place", "told"),
    [("Roma", "did you mean 'Rome'"), ("si", "may be Siga or"), ("xyz", "there is no place 'xyz'")],
)
def test_a_place_that_is_not_found(folders: dict[str, Path], place: str, told: str) -> None:
    report = sorted(folders["julius-caesar"].glob("reports/caesar/*.txt"))[-1]
    said = cli("look", place, "--report", report)
    assert said.status == 1
    assert told in said.err
