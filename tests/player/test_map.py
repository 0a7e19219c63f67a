"""Boards as a seat sees them: pictures, letters and words, made of a report alone."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import pytest

from referee import views
from referee.kit.board import BOX, HEX, Board, Group, Journey, Kind, Link, Space
from referee.lab.selfplay import save
from referee.picture.grid import drawn, legend
from referee.picture.listing import place, told
from referee.picture.svg import picture
from referee.report.report_file import read_report
from referee.ruleset import load
from tests.picture.boxes import TextBox, faults
from tests.support.mailbag import SEED, cli
from tests.support.seeds import count

GAMES = [
    *("julius-caesar", "end-of-the-triumvirate", "caesar-xl", "caesar-in-alexandria"),
    "sword-of-rome",
]
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
    for board in boards(folders[name])[:: count(3, 1)]:
        tree = ET.fromstring(picture(board))
        width, height = numbers(tree, "width", "height")
        texts = []
        for text in tree.iter(f"{SVG}text"):
            x, y, long = numbers(text, "x", "y", "textLength")
            texts.append(TextBox(x, y - 11, x + long, y + 3, text.text or ""))
        assert not faults(texts, width, height), board.title
        assert float(tree.attrib["font-size"]) >= 10


@pytest.mark.parametrize("name", GAMES)
def test_words_name_every_place_every_piece_and_both_ends_of_every_link(
    folders: dict[str, Path], name: str
) -> None:
    """Of hexes the list has those where anything is; `look` tells of each."""
    for board in boards(folders[name])[-2:]:
        every = {space.id: _flat(place(board, space)) for space in board.spaces}
        text = _flat(told(board))
        for space in board.spaces:
            assert every[space.id].startswith(f"{space.name} ({space.sort}")
            if space.shape != HEX or board.groups_at(space.id) or space.notes:
                assert text.count(every[space.id]) == 1
        for group in board.groups:
            assert all(line in every[group.at] for line in group.lines)
        for link in board.links:
            kind = board.kinds[link.kind].name
            for one, other in ((link.one, link.other), (link.other, link.one)):
                ends = every[one].split(f"by {kind} to ")[1].split(" by ")[0]
                assert board.space(other).name in ends
        for line in told(board):
            assert len(line) <= 72


def _flat(lines: list[str]) -> str:
    return re.sub(r"\s+", " ", "\n".join(lines))


def test_words_tell_the_ground_of_every_hex(folders: dict[str, Path]) -> None:
    board = boards(folders["caesar-in-alexandria"])[-1]
    rows = _flat(told(board)).replace(" row: ", " | ")
    assert "beach 4129-4130, sea 4131-4146" in rows
    ground = {}
    for sort, first, last in re.findall(r"([a-z ]+) (\d{4})(?:-(\d{4}))?(?=[, ])", rows):
        for number in range(int(first), int(last or first) + 1):
            ground.setdefault(f"{number:04}", sort.strip())
    for space in board.spaces:
        assert ground[space.name] == space.sort


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", [72, 100, 160])
def test_letters_name_every_place_once_within_the_width(
    folders: dict[str, Path], name: str, width: int
) -> None:
    board = boards(folders[name])[-1]
    lines = drawn(board, width)
    assert max(map(len, lines)) <= width
    for space in board.spaces:
        if space.shape == BOX:
            assert sum(line.count(space.name[:14].strip()) for line in lines) >= 1


def test_letters_tell_sides_apart_whose_names_begin_alike(folders: dict[str, Path]) -> None:
    board = boards(folders["sword-of-rome"])[0]
    text = "\n".join(drawn(board, 160))
    assert "Syracusae Gr7" in text and "Luna Ga5" in text and "Roma R7" in text
    assert "Gr Greeks, Ga Gauls, E Etruscans" in _flat(list(legend(board)))


@pytest.mark.parametrize("width", [72, 100, 160])
def test_letters_show_every_hex_and_who_is_there(folders: dict[str, Path], width: int) -> None:
    """In parts if the lines are too long; nothing is lost between them."""
    board = boards(folders["caesar-in-alexandria"])[-1]
    signs = "".join(line[5:] for line in drawn(board, width))
    held = [space for space in board.spaces if board.groups_at(space.id)]
    sides = [board.groups_at(space.id) for space in held]
    alone = [found for found in sides if len({group.seat for group in found}) == 1]
    assert len(re.findall(r"[RE][1-9]", signs)) == len(alone)
    sea = [space for space in board.spaces if space.sort == "sea"]
    assert signs.count("~") == len([space for space in sea if space not in held])


def test_a_piece_looks_the_way_it_faces(folders: dict[str, Path]) -> None:
    """An arrow head for each that has a facing."""
    for board in boards(folders["caesar-in-alexandria"])[-2:]:
        facing = [face for group in board.groups for face in group.faces if face in ("E", "NW")]
        drawn = picture(board)
        assert len(facing) == drawn.count(" rotate(90)") + drawn.count(" rotate(300)")
        assert facing


def test_a_place_of_hexes_is_told_with_directions(folders: dict[str, Path]) -> None:
    report = sorted(folders["caesar-in-alexandria"].glob("reports/roman/*.txt"))[-1]
    text = _flat(cli("look", "2118", "--report", report).out.splitlines())
    assert text.startswith("2118 (sea)")
    assert "by water to 2018 SW, 2019 SE, 2117 W, 2119 E, 2218 NW, 2219 NE" in text
    assert "2 steps by water: 2017, 2020, 2116, 2120, 2217, 2220, 2317, 2318, 2319" in text


def test_each_of_eight_powers_has_a_mark_of_its_own(folders: dict[str, Path]) -> None:
    """Legible without colours."""
    board = boards(folders["sword-of-rome"])[0]
    tree = ET.fromstring(picture(board))
    marks = {
        group[0].attrib["d"] + group[0].attrib["fill"][:4]
        for group in tree.iter(f"{SVG}g")
        if group[0].tag == f"{SVG}path"
    }
    assert len(board.seats) == len(marks) == 8


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
        bad, {"red": bad}, spaces, {"r": Kind(bad)}, [Link("a", "b", "r")], groups,
        [Journey("red", ["a", "b"])], [bad],
    )  # fmt: skip
    tree = ET.fromstring(picture(board))
    assert {element.tag.removeprefix(SVG) for element in tree.iter()} <= {
        *("svg", "title", "defs", "marker", "path", "rect", "line", "polyline", "text", "g"),
    }
    assert sum(text.text == bad for text in tree.iter(f"{SVG}text")) >= 3


def test_links_without_a_stroke_are_told_below_the_picture_but_not_drawn() -> None:
    """Of places in boxes as of hexes: `referee.kit.board.STROKES` has this one for both."""
    spaces = [Space("a", "A", (0, 0), "city"), Space("b", "B", (500, 5), "city")]
    kinds = {"air": Kind("air", "free", "none"), "road": Kind("road", "free", "thick")}
    links = [Link("a", "b", kind) for kind in kinds]
    tree = ET.fromstring(picture(Board("title", {"red": "Red"}, spaces, kinds, links)))
    told = [text.text for text in tree.iter(f"{SVG}text")]
    assert {"air: free", "road: free"} <= {*told}
    assert len([*tree.iter(f"{SVG}line")]) == 2  # the road, and its line in the legend


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


@pytest.mark.parametrize(
    ("game", "piece", "told"),
    [
        ("caesar-in-alexandria", "r-quin-1", "R-QUIN-1: quinquereme, crew 3, ram attack 3"),
        ("sword-of-rome", "camillus", "Camillus: Rome, initiative 1, tactics 4"),
    ],
)
def test_a_piece_is_told_with_its_ratings_and_its_place(
    folders: dict[str, Path], game: str, piece: str, told: str
) -> None:
    report = sorted(folders[game].glob("reports/*/0000.txt"))[-1]
    said = cli("look", piece, "--report", report)
    assert said.out.startswith(told), said.err
    assert said.out.splitlines()[-1].startswith("  by ") or "not in play" in said.out
