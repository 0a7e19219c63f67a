"""referee-ruleset(7): its game works as it is printed, and it tells of every name there is."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.desk.scripted import ScriptedDice
from referee.engine import fault, request, rules, table, twister, words
from referee.engine.choosing import OneOf
from tests.house.interface import interface, joined, members
from tests.house.pages import MAN, ROOT, Block, blocks, source
from tests.house.playing import shell
from tests.house.test_hazards import hazards
from tests.house.test_imports import ruleset_faults
from tests.house.test_pages import missing_words

PAGE = "referee-ruleset.7"
#: What only the engine calls, by module: no matter of rules, so without signatures in the page.
ENGINES_OWN = {
    "referee.engine.table": ("check_told", "recorded", "replaying", "use", "close"),
    "referee.engine.game": ("restored", "saved", "close"),
    "referee.desk.scripted": ("rolled", "drawn", "public", "sealed"),
}
#: A module of the kit that rulesets have nothing to do with: `DataFolder` uses it.
ENGINES_KIT = ("referee.kit.corrections",)
#: Modules that rulesets may import from; of the others the page shows some names.
WHOLE = [f"referee.engine.{name}" for name in ("rules", "request", "words", "fault", "twister")]


def marked(word: str) -> dict[str, Block]:
    """The blocks of the page behind a comment that begins with a word, by what follows it."""
    found = blocks(source(PAGE))
    return {" ".join(b.words[1:]): b for b in found if b.words[:1] == [word]}


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
    assert "18 certain (seed), 0 published, 3 reconstructed." in printed
    assert "cards/*: spur 1, lance 2, charge 3" in printed


def test_random_play_comes_to_every_ending_and_request(written: Path, programs: Path) -> None:
    lines = "referee selfplay riders --seed 1 --games 200\n"
    assert lines in "".join(block.text for block in blocks(source(PAGE)))
    printed = shell(lines, written, programs, written)
    for word in ("Red", "Blue", "draw", "home is taken (5)", "Old Inn (5)", "commit", "ride"):
        assert word in printed


def test_the_files_of_the_page_can_be_taken_out_of_it(tmp_path: Path, programs: Path) -> None:
    (tmp_path / "referee").symlink_to(ROOT)
    own = tmp_path / "own"
    own.mkdir()
    shell(commands("files"), own, programs)
    assert marked("file")
    for name, block in marked("file").items():
        assert own.joinpath(name).read_text() == block.text


def test_the_open_draw_of_the_page_takes_things_out_of_its_bag() -> None:
    names: dict[str, Any] = {"Table": table.Table}
    exec(marked("open-draw")[""].text, names)
    bag = ["rose", "rose", "egg"]
    sat = table.Table({"public": {"bag": bag}, "seats": {}, "sealed": {}}, "x")
    sat.use(ScriptedDice([], [[2, 0]]))
    with pytest.raises(StopIteration):
        names["throw"](sat).send(None)
    assert bag == ["rose"]
    told = {"things": ["egg", "rose"]}
    assert sat.events == [{"kind": "thrown", "public": told, "own": {}, "rolls": [0]}]


def test_golden_games_of_the_page_have_both_endings_and_no_hash_seed_changes_them(
    written: Path, programs: Path
) -> None:
    def golden(hash_seed: int) -> list[str]:
        lines = f"set +e\nexport PYTHONHASHSEED={hash_seed}\n{commands('golden')}"
        return shell(lines, written, programs, written).splitlines()

    printed = "\n".join(golden(1))
    assert "home is taken (5)" in printed
    assert "the Old Inn (5)" in printed
    kept = written / "golden"
    assert sorted(path.name for path in kept.iterdir()) == ["1", "2"]
    (kept / "2" / "red" / "0000.txt").write_text("of old\n")
    told = golden(2)
    assert [line for line in told if line.startswith("<")] == ["< of old"]
    assert [line for line in told if line.startswith("diff")][1:] == []
    assert list(written.glob("new-*")) == []


def test_the_twins_of_the_page_differ_and_tell_nothing(written: Path, programs: Path) -> None:
    lines = "referee selfplay riders --seed 1 --games 40 --twins\n"
    printed = shell(lines, written, programs, written)
    differed = int(printed.split()[2])
    assert differed > 30


def test_the_leak_of_the_page_is_found(tmp_path: Path, programs: Path) -> None:
    folder = write_files(tmp_path)
    path = folder / "riders" / "__init__.py"
    before, line, after = path.read_text().partition(
        '    told = {"seat": seat, "rider": rider, "from": where[rider]}\n'
    )
    assert line
    path.write_text(f"{before}{line}    {marked('leak')[''].text}{after}")
    lines = "referee selfplay riders --seed 1 --games 40 --twins 2>&1 || echo status $?\n"
    printed = shell(lines, folder, programs, folder)
    assert "can tell games of" in printed
    assert "red can tell games of blue apart: block: " in printed
    assert "status 4" in printed


def test_the_tests_of_the_page_pass(written: Path, programs: Path) -> None:
    printed = shell("python -m pytest -q -p no:cacheprovider\n", written, programs, written)
    assert "2 passed" in printed


def test_the_choice_of_the_page_is_asked_and_read() -> None:
    ways = {"abbey": ["wood", "inn"], "wood": ["abbey"]}
    fled: list[str] = []
    names: dict[str, Any] = {
        **{kind.__name__: kind for kind in (OneOf, words.Name, words.Many, words.Nothing)},
        "MAP": {"places": {"wood": "Wood", "inn": "Old Inn", "abbey": "Abbey"}},
        "roads": ways.__getitem__,
        "flee": lambda table, seat, to: fled.append(to),
    }
    exec(marked("choice")[""].text, names)
    asked = names["Flee"]("red", at="abbey")
    assert asked.title() == "where you flee from Abbey"
    view = request.View("red", {}, {})
    assert asked.template(view) == ["- flee: Wood  # of Wood, Old Inn"]
    assert asked.follow(view, [{"flee": ["mill", "inn"]}]) == [{"flee": "inn"}]
    assert asked.follow(view, [{"far": {}}]) == [{"flee": "inn"}]
    assert names["Flee"]("red", at="wood").forced({}) == []
    sat = table.Table({"public": {}, "seats": {"red": {}}, "sealed": {}}, "x")
    for answer in ([{"flee": "inn"}], []):
        step = names["flight"](sat, "red", "abbey")
        step.send(None)
        with pytest.raises(StopIteration):
            step.send({"red": answer})
    assert fled == ["inn", "wood"]


def test_the_game_of_the_page_is_played_by_hand(written: Path, programs: Path) -> None:
    report = shell(commands("by-hand"), written, programs, written)
    assert "Run 2: ride, up to 2 moves (3)" in report
    printed = shell(commands("standing"), written, programs, written)
    assert "red-2.yaml: good" in printed
    assert "best: value of your best card (known to you alone)" in printed
    assert marked("prints")["standing"].text in printed
    assert "0002.txt: verified" in printed
    ahead = (written / "game" / "reports" / "red" / "0002.txt").read_text()
    assert "Ben rides from Mill to Old Inn." in ahead
    wrong = "kind: orders\nseat: red\norders:\n  - ride: {rider: Ann, to: Abbey}\n"
    (written / "wrong.yaml").write_text(wrong)
    check = "referee check wrong.yaml --report game/reports/red/0001.txt 2>&1 || true\n"
    assert marked("prints")["refusal"].text in shell(check, written, programs, written)


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
    for name, block in marked("file").items():
        lines = "".join(f"{margin}{line}".rstrip() + "\n" for line in block.lines)
        assert lines in shown, name


def test_no_line_of_the_page_is_too_wide_for_a_terminal() -> None:
    indent = 5  # that of every paragraph
    found = [line for block in blocks(source(PAGE)) for line in block.lines]
    assert [line for line in found if len(line) + indent > 79] == []


# -- names and signatures --------------------------------------------------------------------------


@pytest.mark.parametrize("title", marked("interface"))
def test_every_signature_of_the_page_is_that_of_the_code(title: str) -> None:
    module, *wanted = title.split()
    shown = joined(marked("interface")[title].lines)
    assert shown == interface(module, wanted, ENGINES_OWN.get(module, ()))


def test_every_module_for_rulesets_is_in_the_page() -> None:
    kit = [f"referee.kit.{path.stem}" for path in (ROOT / "referee" / "kit").glob("[a-z]*.py")]
    assert set(ENGINES_KIT) < set(kit)
    assert {*WHOLE, *kit} - set(ENGINES_KIT) <= set(marked("interface"))


@pytest.mark.parametrize(
    "cls",
    [rules.Ruleset, request.Request, table.Table, twister.Twister, rules.Step],
    ids=lambda cls: str(cls.__name__),
)
def test_every_member_is_explained(cls: type) -> None:
    found = members(cls)
    assert found
    assert [name for name in found if name not in explained()] == []


@pytest.mark.parametrize("module", [words, fault], ids=lambda module: str(module.__name__))
def test_every_word_type_and_fault_is_explained(module: object) -> None:
    own = vars(module)["__name__"]
    names = [name for name in vars(module) if not name.startswith("_")]
    names = [n for n in names if vars(module)[n].__class__ is str or _from(vars(module)[n], own)]
    assert len(names) > 5
    assert [name for name in names if name not in explained()] == []


def _from(thing: object, module: str) -> bool:
    return getattr(thing, "__module__", None) == module


def test_every_function_of_the_kit_is_explained() -> None:
    for title in marked("interface"):
        if title.startswith("referee.kit."):
            lines = [line for line in interface(title) if "def " in line and "__init__" not in line]
            names = [line.split("(")[0].split()[1] for line in lines]
            assert names
            assert [name for name in names if name not in explained()] == []


def explained() -> set[str]:
    """Every name that the page marks as one, in items or in the text."""
    macros = (".It Cm ", ".Cm ", ".Dv ", ".Pq Cm ")
    found: set[str] = set()
    for line in source(PAGE).split("\n"):
        for macro in macros:
            if line.startswith(macro):
                found |= {word.strip(",.()") for word in line.removeprefix(macro).split()}
    return found


def test_a_name_or_signature_that_is_missing_is_found() -> None:
    assert missing_words(source(PAGE), ["hide_and_seek"]) == ["hide_and_seek"]
    assert "hide_and_seek" not in explained()
    assert {"judge", "tell", "ALSO", "NOT_ALLOWED", "disturb"} <= explained()
    assert joined(["def f(a: int,", "        b: int)", "class A", "    x: int"]) == [
        "def f(a: int, b: int)",
        "class A",
        "    x: int",
    ]
    shown = interface("referee.engine.table", ["Table"], ENGINES_OWN["referee.engine.table"])
    assert "    def view(self, seat: str) -> View" in shown
    assert not any("recorded" in line for line in shown)
    shapes = interface("referee.kit.shapes")
    assert sum(line.startswith("    def of_text") for line in shapes) == 1  # that of `Shape`
    assert sum("def __init__" in line for line in shapes) > 5  # no two alike
    assert members(rules.Step) == ["name", "scope", "args"]


def test_python_can_be_run_from_the_shell(programs: Path, tmp_path: Path) -> None:
    assert shutil.which("python", path=str(programs))
    assert shell("python -c 'print(6 * 7)'\n", tmp_path, programs) == "42\n"
