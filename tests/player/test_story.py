"""A game told from its reports: as text, and as one page that needs nothing else."""

from __future__ import annotations

import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from referee.lab.selfplay import save
from referee.report.report_file import read_report
from referee.ruleset import load, names
from tests.support.mailbag import SEED, Table, cli
from tests.support.seeds import count

GAMES = names()
#: elements that have no end
VOID = ("meta", "rect", "line", "polyline", "path", "br")


class Tables(dict[str, Table]):
    """A random game of each ruleset, played when it is wanted."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def __missing__(self, name: str) -> Table:
        save(load(name), self.folder / name, SEED, None, {}, most_runs=count(12, 100))
        self[name] = Table(self.folder / name, load(name))
        return self[name]


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Table]:
    return Tables(tmp_path_factory.mktemp("stories"))


class Checked(HTMLParser):
    """Whether every element is closed, ids are unlike, and nothing is fetched from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if key == "id":
                self.ids.append(str(value))
            if key in ("src", "href", "data") and not str(value).startswith("#"):
                self.faults.append(f"{tag} fetches {value}")
            if key.startswith("on") or tag == "script":
                self.faults.append(f"{tag} has code")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and (not self.open or self.open.pop() != tag):
            self.faults.append(f"{tag} is closed and was not open")


@pytest.mark.parametrize("name", GAMES)
def test_a_page_is_whole_and_needs_nothing_else(
    tables: dict[str, Table], tmp_path: Path, name: str
) -> None:
    out = tmp_path / "story.html"
    said = cli("story", tables[name].folder, "--html", out)
    assert said.status == 0, said.err
    checked = Checked()
    checked.feed(out.read_text())
    assert (checked.faults, checked.open) == ([], [])
    assert len(set(checked.ids)) == len(checked.ids)
    assert ("<svg" in out.read_text()) == (load(name).picture is not None)


@pytest.fixture(scope="module")
def validator() -> str:
    """The Nu Html Checker, for those who ask for it: ``npm install -g vnu-jar`` (it needs Java)."""
    if not count(0, 1):
        pytest.skip("only with --long: a validator takes long to start")
    found = shutil.which("vnu")
    if found is None:
        pytest.skip("vnu is not installed: no page was validated")
    return found


def validated(validator: str, page: Path) -> str:
    """What the validator finds wrong with a page."""
    command = [validator, "--errors-only", "--format", "text", str(page)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    found = [line for line in (done.stdout + done.stderr).splitlines() if "rror: " in line]
    assert bool(found) == bool(done.returncode), done.stderr
    return "\n".join(found)


@pytest.mark.parametrize("name", GAMES)
def test_a_validator_accepts_the_page_of_a_story(
    validator: str, tables: dict[str, Table], tmp_path: Path, name: str
) -> None:
    out = tmp_path / "story.html"
    assert cli("story", tables[name].folder, "--html", out).status == 0
    assert validated(validator, out) == ""
    bad = tmp_path / "bad.html"
    bad.write_text(out.read_text().replace("<h1>", '<h1 href="elsewhere">'))
    assert "Attribute" in validated(validator, bad)


@pytest.mark.parametrize("name", GAMES)
def test_a_story_has_every_line_that_the_reports_have(tables: dict[str, Table], name: str) -> None:
    """Of what happened; what is asked and held is left out."""
    table = tables[name]
    seat = table.seats[0]
    told = cli("story", *table.reports(seat)).out
    for path in table.reports(seat)[1:]:
        text = path.read_text()
        happened = text.partition("WHAT HAPPENED\n")[2].split("\n\n")[0].split("\n")[1:]
        for line in happened:
            if (
                not line.startswith(("(", "On ", "  ", "Nothing yet"))
                and "already reported" not in line
            ):
                assert line in told, line
    assert "ASKED OF YOU" not in told
    assert max(map(len, told.split("\n"))) <= 72


def test_a_player_tells_of_his_folder_what_the_host_tells_of_his_seat(
    tables: dict[str, Table],
) -> None:
    table = tables["julius-caesar"]
    for seat in table.seats:
        mine = cli("story", table.folder / "reports" / seat)
        assert mine.status == 0, mine.err
        assert cli("story", table.folder, "--seat", seat).out == mine.out


def test_without_a_seat_only_what_everyone_may_know_is_told(tables: dict[str, Table]) -> None:
    """It is the same whoever's reports it is made of."""
    table = tables["julius-caesar"]
    public = cli("story", table.folder).out
    assert public == cli("story", table.folder, "--seat", "guest").out
    for seat in table.seats:
        reports = table.folder / "reports" / seat
        assert cli("story", reports, "--seat", "guest").out == public
        hand = read_report(table.report(seat).read_bytes()).sheet["state"]["own"]["hand"]
        assert "Your cards" not in public
        assert hand


@pytest.mark.parametrize(
    ("sources", "reason"),
    [(("none",), "there are no reports in"), (("caesar", "pompey"), "of several seats")],
)
def test_what_makes_no_story(
    tables: dict[str, Table], tmp_path: Path, sources: tuple[str, ...], reason: str
) -> None:
    (tmp_path / "none").mkdir()
    folder = tables["julius-caesar"].folder / "reports"
    paths = [folder / one if one != "none" else tmp_path / one for one in sources]
    said = cli("story", *paths)
    assert (said.status, reason in said.err) == (2, True), said.err


def test_a_report_that_was_tampered_with_is_not_told(
    tables: dict[str, Table], tmp_path: Path
) -> None:
    table = tables["julius-caesar"]
    raw = table.report("caesar").read_text()
    bad = tmp_path / "0009.txt"
    bad.write_text(raw.replace('"run":', '"run": ', 1).replace('"number":1', '"number":2', 1))
    said = cli("story", bad, "--charter", table.folder / "charter.yaml")
    assert said.status == 1


def test_a_guest_may_be_told_late(tables: dict[str, Table]) -> None:
    """The newest report that is so many game turns old; report 0 if the game is younger."""
    table = tables["end-of-the-triumvirate"]
    calendar = table.ruleset.calendar
    turns = {}
    for path in table.reports(table.seats[0]):
        public = read_report(path.read_bytes()).sheet["state"]["public"]
        turns[int(path.stem)] = calendar.place(calendar.turn(public))
    last = max(turns)
    for delay in (0, 1, 2, 99):
        out = cli("report", table.folder, "--seat", "guest", "--delay", delay).out
        wanted = [n for n, turn in turns.items() if turn <= turns[last] - delay]
        assert f"report {max(wanted, default=0)} for a guest" in out
    assert cli("report", table.folder, "--seat", "caesar", "--delay", 1).status == 2
