"""Games with corrected data: from the file to the end, beside games without; hostile offers."""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee import ruleset as finder
from referee.charter.papers import read_paper, signed
from referee.engine.game import Game
from referee.engine.request import Request
from referee.engine.rules import Ruleset
from referee.fault import Refused
from referee.files.write_yaml import emit
from referee.gamedata.data import Origin
from referee.gamedata.shapes import Place
from referee.lab.selfplay import legal_sample
from referee.proof.dice import Dice
from referee.proof.keys import test_key, write_pair
from referee.ruleset import data_digest, load
from tests.support.mailbag import Said, cli

GAME = "julius-caesar"
NOTE = "the horse of Antioch is on my board no horse"
FILE = f"""\
referee: 1
kind: corrections
ruleset: {GAME}
note: {NOTE}
map:
  cities:
    antioch: {{value: 2, remove: [sign]}}
  roads:
    major: {{remove: [genua/rome]}}
    minor: {{add: [genua/rome]}}
"""
TOLD = f"with corrections to map (4 data): {NOTE}"
CHANGES = [
    "map: cities/antioch/sign: removed: equitatus",
    "map: cities/antioch/value: 1 -> 2",
    "map: roads/major: removed: [genua/rome]",
    "map: roads/minor: added: [genua/rome]",
]


def tree(**more: Any) -> dict[str, Any]:
    return {"note": "mine", **(more or {"map": {"cities": {"antioch": {"value": "2"}}}})}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "corrections.yaml"
    path.write_text(FILE)
    return path


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    for party in ("host", "caesar", "pompey"):
        write_pair(tmp_path / party, test_key(3, party))
    return tmp_path


def new(keys: Path, *options: object, name: str = "game") -> tuple[Path, Said]:
    folder = keys / name
    return folder, cli("new", GAME, folder, "--key", keys / "host", "--test-seed", 3, *options)


def join(keys: Path, folder: Path, seat: str) -> Said:
    out = keys / f"{folder.name}-{seat}.yaml"
    options = ("--key", keys / seat, "--out", out, "--test-seed", 3)
    return cli("join", folder / "offer.yaml", "--seat", seat, *options)


def test_a_game_from_its_corrections_to_its_reports(keys: Path, file: Path) -> None:
    folder, said = new(keys, "--corrections", file, "--scenario", "land")
    assert said.status == 0, said.err
    file.unlink()  # it has done its work: all that is needed stands in the offer
    for line in (TOLD, *CHANGES):
        assert line in said.err
    for seat in ("caesar", "pompey"):
        said = join(keys, folder, seat)
        assert said.status == 0, said.err
        assert all(line in said.err for line in (TOLD, *CHANGES))
    joins = [keys / f"game-{seat}.yaml" for seat in ("caesar", "pompey")]
    assert cli("admit", folder, *joins).status == 0
    _play(folder, keys)
    reports = sorted(folder.glob("reports/*/*.txt"))
    for report in reports:
        assert TOLD in " ".join(report.read_text().split("===")[0].split())
    assert len(reports) == 4
    assert cli("verify", *reports).status == 0
    assert cli("status", folder).status == 0


def _play(folder: Path, keys: Path) -> None:
    """Run 1, for which both have nothing to say."""
    files = []
    for seat in ("caesar", "pompey"):
        path = keys / f"{seat}-orders.yaml"
        path.write_text(f"kind: orders\nseat: {seat}\norders: []\n")
        report = folder / "reports" / seat / "0000.txt"
        options = ("--key", keys / seat, "--report", report, "--charter", folder / "charter.yaml")
        said = cli("sign", path, *options, "--test-seed", 3)
        assert said.status == 0, said.err
        files.append(path.with_suffix(".signed.yaml"))
    said = cli("apply", folder, *files)
    assert said.status == 0, said.err


def test_reports_of_other_games_do_not_speak_of_corrections(keys: Path) -> None:
    folder, said = new(keys)
    assert "corrections" not in said.err.replace("referee-corrections(5)", "")
    assert "corrections" not in folder.joinpath("offer.yaml").read_text()


# The file.

BAD: list[tuple[str, str, int, str, str]] = [
    ("kind: corrections", "kind: orders", 2, "a file of kind 'orders'", "orders"),
    ("referee: 1", "referee: 9", 1, "does not know format '9'", "9"),
    (f"ruleset: {GAME}", "ruleset: duel", 3, "for duel, not for julius-caesar", "duel"),
    (f"ruleset: {GAME}\n", "", 1, "for none, not for julius-caesar", ""),
    (f"note: {NOTE}\n", "", 1, "corrections need a note of 1 to 200", ""),
    (NOTE, "x" * 201, 4, "corrections need a note of 1 to 200", "xxx"),
    ("map:", "mpa:", 5, "there is no data file 'mpa'", ""),
    ("  cities:", "  towns:", 6, "map: towns: no key 'towns' here", ""),
    ("antioch:", "antioh:", 7, "map: cities/antioh/remove: no key 'remove' here", "[sign]"),
    ("value: 2", "value: two", 7, "map: cities/antioch/value: 'two' is not a whole", "two"),
    ("value: 2", "value: 10", 7, "map: cities/antioch/value: 10 is not a whole", "10"),
    ("value: 2", "name: Rome", 7, "cities/antioch/name: another place is called 'Rome'", "Rome"),
    ("value: 2", "major: yes", 7, "'yes' is not true or false", "yes"),
    ("value: 2", "seas: [tiber]", 7, "there is no 'tiber' in map/seas", "tiber"),
    ("remove: [sign]", "remove: [sing]", 7, "no 'sing' to remove", "sing"),
    ("remove: [genua/rome]", "remove: [rome/genua]", 9, "'rome/genua' to remove", "rome/genua"),
    ("add: [genua/rome]", "add: [genua/roma]", 10, "there is no 'roma' in map/cities", "{add"),
    ("    major: {remove: [genua/rome]}\n", "", 9, "is a road of another class too", "{add"),
]


@pytest.mark.parametrize(("text", "instead", "line", "reason", "quote"), BAD)
def test_a_file_that_does_not_fit(
    keys: Path, file: Path, text: str, instead: str, line: int, reason: str, quote: str
) -> None:
    assert text in FILE
    file.write_text(FILE.replace(text, instead, 1))
    folder, said = new(keys, "--corrections", file)
    assert (said.status, folder.exists()) == (1, False)
    assert reason in said.err
    assert f"{file}:{line}: " in said.err or (line == 1 and f"{file}: " in said.err)
    assert f"\n    {quote}" in said.err
    shown = cli("rulesets", "show", GAME, "--corrections", file)
    assert (shown.status, shown.out) == (1, "")
    assert reason in shown.err


def test_a_new_key_that_is_misspelt_has_a_hint(keys: Path, file: Path) -> None:
    file.write_text(FILE.replace("antioch", "antioh"))
    said = new(keys, "--corrections", file)[1]
    assert "hint: antioh is new here; did you mean antioch?" in said.err


def test_all_faults_are_told_at_once(keys: Path, file: Path) -> None:
    file.write_text(FILE.replace("value: 2", "value: x").replace("minor:", "narrow:"))
    said = new(keys, "--corrections", file)[1]
    assert f"{file}:7: not allowed: map: cities/antioch/value" in said.err
    assert f"{file}:10: not allowed: map: roads/narrow: no key 'narrow'" in said.err


@pytest.mark.parametrize("text", ["", "[a]", "a: &x b", "kind: corrections\nmap: [", "\0"])
def test_a_file_that_is_no_yaml_as_wanted(keys: Path, file: Path, text: str) -> None:
    file.write_text(text)
    folder, said = new(keys, "--corrections", file)
    assert (said.status, folder.exists()) == (1, False)
    assert "Traceback" not in said.err


def test_a_file_that_is_too_long(keys: Path, file: Path) -> None:
    """Its values, or its bytes: the charter must still be read by everybody."""
    head = FILE.partition("map:")[0]
    file.write_text(f"{head}cards:\n  years: [{', '.join(['705'] * 4001)}]\n")
    assert "corrections can have at most 4000 values" in new(keys, "--corrections", file)[1].err
    text = "Move. " * 9000
    file.write_text(f"{head}cards:\n  events:\n    mars: {{text: '{text}'}}\n")
    folder, said = new(keys, "--corrections", file)
    assert (said.status, folder.exists()) == (1, False)
    assert "the corrections are too long for a charter" in said.err


def test_a_game_without_data_takes_no_corrections(tmp_path: Path, keys: Path) -> None:
    file = tmp_path / "relay.yaml"
    file.write_text("referee: 1\nkind: corrections\nruleset: relay\nnote: x\nmap: {a: b}\n")
    said = cli("new", "relay", tmp_path / "relay", "--key", keys / "host", "--corrections", file)
    assert said.status == 1
    assert "relay has no data that can be corrected" in said.err


def test_usage_of_show(file: Path) -> None:
    assert cli("rulesets", "show").status == 2
    assert cli("rulesets", "show", GAME, "--game", file).status == 2
    assert cli("rulesets", "show", "--game", file, "--corrections", file).status == 2
    assert cli("rulesets", "show", "no-game", "--corrections", file).status in (1, 2)


# What is shown.


def test_show_tells_what_is_corrected(keys: Path, file: Path) -> None:
    folder, _ = new(keys, "--corrections", file)
    shown = [
        cli("rulesets", "show", GAME, "--corrections", file).out,
        cli("rulesets", "show", "--game", folder).out,
        cli("rulesets", "show", "--game", folder / "offer.yaml").out,
    ]
    assert shown[0] == shown[1] == shown[2]
    lines = shown[0].split("\n")
    assert lines[2:7] == [TOLD, *(f"  {change}" for change in CHANGES)]
    totals = "290 certain, 525 published, 0 reconstructed, 2 corrected, 100 our own."
    assert totals in shown[0]
    data = json.loads(cli("rulesets", "show", "--game", folder, "--json").out)
    assert data["note"] == NOTE
    totals = {"seed": 290, "published": 525, "reconstructed": 0, "corrected": 2, "ours": 100}
    assert data["totals"] == totals
    assert data["corrected"][1] == {"data": "map/cities/antioch/value", "before": 1, "after": 2}


def test_show_lists_each_datum_that_is_a_guess(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _install(monkeypatch, tmp_path)
    said = cli("rulesets", "show", "isles")
    assert "1 certain, 0 published, 7 reconstructed." in said.out
    listed = said.out.partition("Reconstructed, one by one:\n")[2]
    assert listed == (
        "  map: isles/*/size: malta 3, sark 1\n"
        "  map: at/**: malta 10 20, sark 5 6\n"
        "  map: wind: 2\n"
    )
    data = json.loads(cli("rulesets", "show", "isles", "--json").out)
    assert {"data": "map/at/malta/0", "value": 10} in data["reconstructed"]
    assert len(data["reconstructed"]) == 7


def test_lists_in_lists_are_told_apart_and_lines_kept_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ends = [[f"harbour-{n}", f"harbour-{n + 1}"] for n in range(6)]
    lanes: list[tuple[Place, object]] = [
        (("lanes", n, i), end) for n, pair in enumerate(ends) for i, end in enumerate(pair)
    ]
    ports: list[tuple[Place, object]] = [(("ports", n), f"port-{n}") for n in range(3)]
    long: list[tuple[Place, object]] = [(("at", "malta", n), 10000 + n) for n in range(20)]
    origins = [
        Origin("map", pattern, "reconstructed", "", data)
        for pattern, data in (("lanes/**", lanes), ("ports/*", ports), ("at/**", long))
    ]
    monkeypatch.setattr(Ruleset, "origins", lambda self: origins)
    listed = cli("rulesets", "show", "relay").out.partition("one by one:\n")[2]
    assert listed.startswith(
        "  map: lanes/**: harbour-0 harbour-1, harbour-1 harbour-2, harbour-2 harbour-3,\n"
        "      harbour-3 harbour-4, "
    )
    assert "\n  map: ports/*: port-0, port-1, port-2\n  map: at/**:" in listed
    assert max(map(len, listed.splitlines())) <= 80
    assert listed.split("malta")[1].split() == [str(10000 + n) for n in range(20)]


def test_show_of_a_game_that_is_none(tmp_path: Path) -> None:
    assert cli("rulesets", "show", "--game", tmp_path).status == 2
    path = tmp_path / "offer.yaml"
    path.write_text("referee: 1\nkind: offer\n")
    assert cli("rulesets", "show", "--game", path).status == 1


# Hostile and stale offers.


def _change(offer: dict[str, Any], what: str) -> None:
    fix = offer["corrections"]
    if what == "changed":
        fix["map"]["cities"]["antioch"]["value"] = "3"
    elif what == "note":
        fix["note"] = "nothing to speak of"
    elif what == "missing":
        del offer["corrections"]
    elif what == "unfit":
        fix["map"]["cities"]["antioch"]["value"] = "x"
    elif what == "no file":
        fix["maps"] = {}
    elif what == "no map":
        offer["corrections"] = "map"
    elif what == "no note":
        del fix["note"]
    elif what == "only a note":
        offer["corrections"] = {"note": "x"}
    elif what == "another version":
        offer["version"] = "0.1"
        fix["map"]["cities"]["antioch"]["value"] = "x"


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("changed", "the game was opened with other data of"),
        ("note", "the game was opened with other data of"),
        ("missing", "the game was opened with other data of"),
        ("unfit", "map: cities/antioch/value: 'x' is not a whole number"),
        ("no file", "there is no data file 'maps'"),
        ("no map", "corrections must be a map of data files"),
        ("no note", "corrections need a note of 1 to 200 characters"),
        ("only a note", "corrections must name a data file"),
        ("another version", "the game was opened with julius-caesar 0.1"),
    ],
)
def test_hostile_offers(keys: Path, file: Path, what: str, reason: str) -> None:
    folder, _ = new(keys, "--corrections", file)
    path = folder / "offer.yaml"
    offer = read_paper(path.read_bytes(), "offer")
    _change(offer, what)
    path.write_text(emit(offer))
    said = join(keys, folder, "caesar")
    assert said.status == 1
    assert "signature of the host is bad" in said.err or reason in said.err
    path.write_text(emit(signed(offer, test_key(3, "host"))))
    said = join(keys, folder, "caesar")
    assert said.status == 1
    assert reason in said.err
    assert "Traceback" not in said.err
    assert not keys.joinpath("game-caesar.yaml").exists()


def test_a_join_has_no_corrections(keys: Path, file: Path) -> None:
    folder, _ = new(keys, "--corrections", file)
    assert join(keys, folder, "caesar").status == 0
    path = keys / "game-caesar.yaml"
    more = {**read_paper(path.read_bytes(), "join"), "corrections": tree()}
    path.write_text(emit(signed(more, test_key(3, "caesar"))))
    said = cli("admit", folder, path)
    assert said.status == 1
    assert "a file of kind join has no key 'corrections'" in said.err


def test_data_that_were_changed_here_are_refused(
    keys: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An installation with other data does not play the game, corrected or not."""
    folder, _ = new(keys, "--corrections", file)
    whole = Ruleset.data_files
    monkeypatch.setattr(Ruleset, "data_files", lambda self: {**whole(self), "more.yaml": b"x"})
    said = join(keys, folder, "caesar")
    assert said.status == 1
    assert "the game was opened with other data of" in said.err


# Copies of a ruleset.


def test_a_corrected_ruleset_is_one_of_its_own() -> None:
    plain = load(GAME)
    before = {name: module for name, module in sys.modules.items() if "julius" in name}
    one, again = load(GAME, tree()), load(GAME, json.loads(json.dumps(tree())))
    other = load(GAME, tree(map={"cities": {"antioch": {"value": "3"}}}))
    assert one is again
    assert len({id(ruleset) for ruleset in (plain, one, other)}) == 3
    assert {name: module for name, module in sys.modules.items() if "julius" in name} == before
    assert load(GAME) is plain
    assert len({data_digest(ruleset) for ruleset in (plain, one, other)}) == 3
    from rulesets import julius_caesar

    assert julius_caesar.ruleset is plain


def test_a_ruleset_can_be_corrected_before_it_was_ever_loaded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _install(monkeypatch, tmp_path)
    fixed = load("isles", tree(map={"wind": "5"}))
    assert "isles_game.rules" not in sys.modules
    assert fixed.wording.headline({}) == "wind 5"
    assert load("isles").wording.headline({}) == "wind 2"
    assert load("isles", tree(map={"wind": "5"})) is fixed


def test_a_part_for_later_is_loaded_with_the_corrections_of_its_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _install(monkeypatch, tmp_path)
    plain = load("isles")
    fixed, other = (load("isles", tree(map={"wind": wind})) for wind in "56")
    before = {n: m for n, m in sys.modules.items() if "isles" in n}
    assert "isles_game.drawing" not in before
    assert [one.picture(None, []) for one in (fixed, other)] == [[5, [5, 6]], [6, [5, 6]]]
    assert {n: m for n, m in sys.modules.items() if "isles" in n} == before
    assert plain.picture(None, []) == [2, [5, 6]]
    assert fixed.picture(None, []) == [5, [5, 6]]
    assert load("isles") is plain


def test_a_part_for_later_reads_its_own_data_with_the_corrections(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _install(monkeypatch, tmp_path)
    fixed = load("isles", tree(map={"at": {"sark": ["7", "8"]}}))
    assert fixed.picture(None, []) == [2, [7, 8]]
    assert load("isles").picture(None, []) == [2, [5, 6]]


def test_a_refused_correction_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _install(monkeypatch, tmp_path)
    plain = load("isles")
    before = dict(sys.modules)
    with pytest.raises(Refused):
        load("isles", tree(map={"wind": "strong"}))
    assert {n: m for n, m in sys.modules.items() if "isles" in n} == {
        n: m for n, m in before.items() if "isles" in n
    }
    assert load("isles") is plain


#: A game that was installed from elsewhere: a package with data, its parts in several modules.
ISLES = {
    "__init__.py": "",
    "rules.py": """\
from referee.engine.calendar import numbered
from referee.engine.later import later
from referee.engine.rules import Rules, Ruleset, Scenario, Wording
from isles_game.board import DATA, WIND


def headline(public):
    return f"wind {WIND}"


ruleset = Ruleset(
    name="isles",
    title="Isles",
    version="1",
    seats={"one": "One"},
    scenarios={"plain": Scenario("nothing at all")},
    rules=Rules(None, None, None, steps={}, kinds={}, names=None, hidden=False),
    calendar=numbered(1),
    wording=Wording(headline, None, None, endings={}),
    data=DATA,
    picture=later("isles_game.drawing:picture"),
)
""",
    "drawing.py": """\
from pathlib import Path

from isles_game.board import SHAPES, WIND
from referee.gamedata.data import DataFolder

PLACES = DataFolder(Path(__file__).parent / "data", SHAPES)["map"]["at"]


def picture(view, events):
    return [WIND, PLACES["sark"]]
""",
    "board.py": """\
from pathlib import Path

from referee.gamedata.data import DataFolder
from referee.gamedata.shapes import Keys, Rows, Table, Text, Whole

NUMBER = Whole(0, 99)
SHAPES = {
    "map": Keys(
        {
            "isles": Table(Text(), Keys({}, {"size": NUMBER, "name": Text()})),
            "at": Table(Text(), Rows(NUMBER)),
            "wind": NUMBER,
        }
    )
}
DATA = DataFolder(Path(__file__).parent / "data", SHAPES)
WIND = DATA["map"]["wind"]
""",
    "data/map.yaml": """\
isles: {malta: {size: 3, name: Malta}, sark: {size: 1}}
at: {malta: [10, 20], sark: [5, 6]}
wind: 2
provenance:
  - {what: isles/*/size, is: reconstructed}
  - {what: isles/*/name, is: seed}
  - {what: at/**, is: reconstructed}
  - {what: wind, is: reconstructed}
""",
}


def _install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Install the game of isles; pytest takes its modules away again with its folder."""
    from importlib.metadata import EntryPoint

    for name, text in ISLES.items():
        path = tmp_path / "isles_game" / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in [name for name in sys.modules if name.startswith("isles_game")]:
        monkeypatch.delitem(sys.modules, name)
    point = EntryPoint("isles", "isles_game.rules:ruleset", "referee.rulesets")
    monkeypatch.setattr(finder, "_entry_points", lambda: [point])
    monkeypatch.setattr(finder, "_corrected", {})


# Two games in one process.


class Playing:
    """A game at random, one answer a run."""

    def __init__(self, ruleset: Ruleset, seed: int) -> None:
        options = {name: option.values[0] for name, option in ruleset.options.items()}
        self.ruleset = ruleset
        self.game = Game(ruleset.rules, ruleset.rules.setup("land", options))
        self.ruleset, self.seed = ruleset, seed
        self.chance = random.Random(seed)
        self.game.run(None, lambda requests, view: None)

    def runs(self, most: int) -> Iterator[str]:
        """What each run told and left, as text."""
        for run in range(most):
            secret = hashlib.sha256(f"{self.seed} {run}".encode()).digest()
            outcome = self.game.run(Dice(secret, secret), self.once())
            told = [
                line
                for event in outcome.events
                if event["public"] is not None
                for line in self.ruleset.wording.describe(
                    {**event["public"], "kind": event["kind"]}, ""
                )
            ]
            yield json.dumps([told, self.game.state])
            if outcome.over:
                return

    def once(self) -> Any:
        """Answers to the first question of a run."""
        given: list[bool] = []
        ruleset = self.ruleset

        def supply(requests: list[Request], view: Any) -> Any:
            if given:
                return None
            given.append(True)
            return [legal_sample(ruleset.rules, r, view(r.seat), self.chance) for r in requests]

        return supply


def test_two_games_side_by_side_do_not_disturb_each_other() -> None:
    """A step of one, a step of the other: each goes as it goes alone."""
    fix = tree(
        map={"limits": {"major": {"move": "1"}}, "cities": {"antioch": {"name": "Antiochia"}}},
        blocks={"blocks": {"brown": {"caesar": {"steps": "2"}}}},
    )
    rulesets = [load(GAME), load(GAME, fix)]
    alone = [list(Playing(ruleset, 4).runs(60)) for ruleset in rulesets]
    assert alone[0] != alone[1]
    assert "Antiochia" in rulesets[1].rules.names("caesar")["place"].values()
    assert "Antiochia" not in rulesets[0].rules.names("caesar")["place"].values()
    games = [Playing(ruleset, 4).runs(60) for ruleset in rulesets]
    together: list[list[str]] = [[], []]
    for _ in range(60):
        for told, game in zip(together, games, strict=True):
            told += [run for run in (next(game, None),) if run is not None]
    assert together == alone


def test_ready_made_standing_orders_take_no_corrections(keys: Path, file: Path) -> None:
    file.write_text(f"{FILE}standing:\n  quiet: {{meaning: mine}}\n")
    _, said = new(keys, "--corrections", file)
    assert said.status == 1
    assert "standing orders take no corrections" in said.err
    assert "order files can replace them" in said.err
