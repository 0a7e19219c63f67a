"""referee-ruleset(7): its game works as it is printed, and its interface is that of the code."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.project.interface import (
    BEGIN,
    END,
    PAGE,
    SHARED,
    first_sentence,
    listing,
    printed,
    section,
)
from tests.project.pages import MAN, ROOT, Block, blocks, escaped, source, unescaped
from tests.project.playing import shell
from tests.project.test_hazards import hazards
from tests.project.test_imports import ruleset_faults
from tests.support.seeds import count

#: How long the page may be without its interface: it is to be read.
LINES_AT_MOST = 905


def marked(word: str) -> dict[str, Block]:
    """The blocks of the page behind a comment that begins with a word, by what follows it; parts
    of one file together."""
    found: dict[str, Block] = {}
    for block in blocks(source(PAGE)):
        if block.words[:1] == [word]:
            name = " ".join(block.words[1:])
            lines = found[name].lines if name in found else []
            found[name] = Block(block.words, [*lines, *block.lines])
    return found


# -- the game of the page --------------------------------------------------------------------------


def write_files(folder: Path) -> Path:
    """All files that the page prints, and what makes its package an installed one."""
    for name, block in marked("file").items():
        folder.joinpath(name).parent.mkdir(exist_ok=True, parents=True)
        folder.joinpath(name).write_text(block.text)
    project = tomllib.loads(folder.joinpath("pyproject.toml").read_text())["project"]
    info = folder / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir()
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    info.joinpath("METADATA").write_text(head)
    points = "".join(
        f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in entries.items())
        for group, entries in project["entry-points"].items()
    )
    info.joinpath("entry_points.txt").write_text(points)
    return folder


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_files(tmp_path_factory.mktemp("riders"))


def commands(title: str) -> str:
    return marked("run")[title].text


def test_the_game_of_the_page_is_found_and_shown(written: Path, programs: Path) -> None:
    printed = shell("referee rulesets\nreferee rulesets show riders\n", written, programs, written)
    assert "riders  Riders, version 1\n" in printed
    assert "18 certain, 0 published, 3 reconstructed, 3 our own." in printed
    assert "cards/*: spur 1, lance 2, charge 3" in printed
    assert "quiet: your best card whenever you can play one" in printed


def test_random_play_comes_to_every_ending_and_request(written: Path, programs: Path) -> None:
    lines = "referee selfplay riders --seed 1 --games 200\n"
    assert lines in "".join(block.text for block in blocks(source(PAGE)))
    printed = shell(lines, written, programs, written)
    for word in ("Red", "Blue", "draw", "a home is taken (5)", "Old Inn (5)", "cards", "ride"):
        assert word in printed


def test_the_files_of_the_page_can_be_taken_out_of_it(tmp_path: Path, programs: Path) -> None:
    (tmp_path / "referee").symlink_to(ROOT)
    own = tmp_path / "own"
    own.mkdir()
    shell(commands("files"), own, programs)
    assert marked("file")
    for name, block in marked("file").items():
        assert own.joinpath(name).read_text() == block.text


def test_golden_games_of_the_page_have_both_endings_and_no_hash_seed_changes_them(
    written: Path, programs: Path
) -> None:
    def golden(hash_seed: int) -> list[str]:
        lines = f"set +e\nexport PYTHONHASHSEED={hash_seed}\n{commands('golden')}"
        return shell(lines, written, programs, written).splitlines()

    printed = "\n".join(golden(1))
    assert "a home is taken (5)" in printed
    assert "the Old Inn (5)" in printed
    kept = written / "golden"
    assert sorted(path.name for path in kept.iterdir()) == ["1", "2"]
    (kept / "2" / "red" / "0000.txt").write_text("of old\n")
    told = golden(2)
    assert [line for line in told if line.startswith("<")] == ["< of old"]
    assert [line for line in told if line.startswith("diff")][1:] == []
    assert list(written.glob("new-*")) == []


def test_the_twins_of_the_page_differ_and_tell_nothing(written: Path, programs: Path) -> None:
    lines = f"referee selfplay riders --seed 1 --games {count(4, 40)} --twins\n"
    printed = shell(lines, written, programs, written)
    differed = int(printed.split()[2])
    assert differed > count(2, 30)


def test_the_leak_of_the_page_is_found(tmp_path: Path, programs: Path) -> None:
    folder = write_files(tmp_path)
    path = folder / "riders" / "__init__.py"
    before, line, after = path.read_text().partition(
        '    told = {"at": at, "strength": strength}\n'
    )
    assert line
    path.write_text(f"{before}{line}{marked('leak')[''].text}{after}")
    lines = "referee selfplay riders --seed 1 --games 40 --twins 2>&1 || echo status $?\n"
    printed = shell(lines, folder, programs, folder)
    assert "red can tell games of blue apart: block: " in printed
    assert "status 4" in printed


def test_the_tests_of_the_page_pass(written: Path, programs: Path) -> None:
    printed = shell("python -m pytest -q -p no:cacheprovider\n", written, programs, written)
    assert "2 passed" in printed


def test_orders_are_tried_as_the_page_says(written: Path, programs: Path) -> None:
    play = "referee selfplay riders --seed 1 --save trial\n"
    assert play in "".join(block.text for block in blocks(source(PAGE)))
    tried = shell(f"{play}{commands('by-hand')}", written, programs, written)
    assert "red-2.yaml: good" in tried
    assert marked("prints")["standing"].text in tried
    wrong = "kind: orders\nseat: red\norders:\n  - ride: {rider: Ann, to: Abbey}\n"
    (written / "wrong.yaml").write_text(wrong)
    check = "referee check wrong.yaml --report trial/reports/red/0001.txt 2>&1 || true\n"
    assert marked("prints")["refusal"].text in shell(check, written, programs, written)


#: A game by hand: its second run is that of red-2.yaml of the page and of this.
BLUE = """\
kind: orders
seat: blue
next:
  - on: ride
    orders:
      - ride: {rider: Ben, to: Old Inn}
      - {if: won = 0, else: stop, ride: {rider: Ben, to: Ford}}
  - {on: cards, at: Ford, orders: [play: spur, play: lance, play: charge]}
"""
BY_HAND = """\
test="--test-seed 1"
for who in host red blue; do referee keygen $who-key $test; done
referee new riders game --key host-key $test
for seat in red blue; do
    referee join game/offer.yaml --seat $seat --key $seat-key $test \\
        --standing "ask me" --out $seat.join
done
referee admit game red.join blue.join
for run in 1 2; do
    for seat in red blue; do
        report=game/reports/$seat/000$((run - 1)).txt
        test $run = 2 || referee orders --report $report > $seat-1.yaml
        referee sign $seat-$run.yaml --key $seat-key --report $report $test
    done
    referee apply game red-$run.signed.yaml blue-$run.signed.yaml
done
referee verify game/reports/*/*.txt
"""


def test_the_game_of_the_page_is_played_by_hand(written: Path, programs: Path) -> None:
    """Standing orders and orders in advance answer in one run, also in a window; dice are told."""
    (written / "blue-2.yaml").write_text(BLUE)
    printed = shell(BY_HAND, written, programs, written)
    assert "0002.txt: verified" in printed
    report = (written / "game" / "reports" / "blue" / "0002.txt").read_text()
    assert "Fight at Mill: Blue 2 and Red 1.\n  With dice of" in report
    assert "Fight at Ford: Blue 1 and Red 2.\n  Blue plays" in report
    assert "(for you alone) On cards, your advance order 2 answered." in report


def test_the_code_of_the_page_is_as_it_says_code_must_be() -> None:
    text = marked("file")["riders/__init__.py"].text
    assert hazards(text) == []
    assert ruleset_faults("riders", text) == []


def test_what_man_shows_can_be_copied() -> None:
    if not shutil.which("groff"):
        pytest.skip("groff is not here")
    call = ["groff", "-mdoc", "-Tascii", "-P-cbou", str(MAN / PAGE)]
    shown = subprocess.run(call, capture_output=True, text=True, check=True).stdout
    margin = " " * 5
    files = [block for block in blocks(source(PAGE)) if block.words[:1] == ["file"]]
    for block in files:
        lines = "".join(f"{margin}{line}".rstrip() + "\n" for line in block.lines)
        assert lines in shown, block.words


def test_no_line_of_the_page_is_too_wide_for_a_terminal() -> None:
    indent = 5  # that of every paragraph
    found = [line for block in blocks(source(PAGE)) for line in block.lines]
    assert [line for line in found if len(line) + indent > 79] == []


def test_the_page_is_short() -> None:
    page = source(PAGE)
    assert len(page.replace(printed(page), "").split("\n")) <= LINES_AT_MOST


# -- the interface ---------------------------------------------------------------------------------


def test_the_interface_of_the_page_is_that_of_the_code() -> None:
    assert printed(source(PAGE)) == section(), "python -m tests.project.interface --write"


def test_the_interface_has_every_module_of_the_kit_and_what_the_game_imports() -> None:
    shown = section()
    for path in (ROOT / "referee").glob("*/[a-z]*.py"):
        if path.parent.name not in SHARED:
            continue
        own = path.stem in ("corrections", "sightlines")
        name = f"{path.parent.name}.{path.stem}"
        assert (f"\\fBreferee.{name}\\fR\n" in shown) is not own, name
    lines = marked("file")["riders/__init__.py"].lines
    imports = [line.split(" import ") for line in lines if line.startswith("from referee.")]
    assert len(imports) > 10
    for module, names in imports:
        known = "\n".join(listing(module.removeprefix("from ")))
        for name in names.split(", "):
            assert name in known or f"{module.removeprefix('from ')}.{name}" in shown, name


def test_an_entry_says_what_the_code_says() -> None:
    lines = listing("referee.engine.table", ["Table"])
    assert "    view(seat) -> View: what that seat may know now" in lines
    assert "    await ask(request) -> Answer: ask one seat" in lines
    assert not any("recorded" in line for line in lines)
    assert listing("referee.engine.view", ["GUEST"]) == ["GUEST: someone who reads along"]
    shapes = listing("referee.gamedata.shapes")
    assert sum(line.startswith("    of_text") for line in shapes) == 1  # that of `Shape`
    assert "class Whole(least, most): a whole number from least to most" in shapes
    assert max(map(len, listing("referee.engine.rules"))) <= 74


def test_a_first_sentence_is_short() -> None:
    assert first_sentence("Return ``one`` thing, or two.  And more.") == "one thing, or two"
    assert first_sentence("What all see of it: `here` or there.") == "what all see of it"
    assert first_sentence("Rows (at: Rome) of it; more.") == "rows (at: Rome) of it"
    assert first_sentence(None) == ""


def test_a_page_without_marks_is_found() -> None:
    assert printed(f"x\n{BEGIN}\nold\n{END}\ny\n") == "old\n"
    with pytest.raises(ValueError, match="marks"):
        printed(f"x\n{BEGIN}\nold\n")


def test_what_is_escaped_is_read_back() -> None:
    for line in ("a \\S - 'b' `c`", ".Ed", ""):
        assert unescaped(escaped(line)) == line


def test_python_can_be_run_from_the_shell(programs: Path, tmp_path: Path) -> None:
    assert shutil.which("python", path=str(programs))
    assert shell("python -c 'print(6 * 7)'\n", tmp_path, programs) == "42\n"
