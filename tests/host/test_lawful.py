"""Nothing that a player may lawfully send makes a file that others cannot read."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.files.folding import fold
from referee.kit.lines import room
from referee.lab.selfplay import save
from referee.orders.order_file import NOTE_AT_MOST, read_orders
from referee.report.report_file import fill, read_report
from referee.report.text import WIDTH
from referee.verify.report.verify import verify
from tests.rules.caesar_xl.adapter import ruleset as xl
from tests.rules.end_of_the_triumvirate.adapter import ruleset as triumvirate
from tests.rules.julius_caesar.adapter import ruleset as caesar
from tests.support.mailbag import TOYS, Table, cli
from tests.support.seeds import count, with_seeds

RULES = {**TOYS, caesar.name: caesar, triumvirate.name: triumvirate, xl.name: xl}
Game = Callable[..., Table]

#: what notes are written in: scripts of one or two columns, of either direction, combining marks,
#: what looks like JSON, YAML, mail or a report, and the typographic signs that are folded
SCRIPTS = (
    "abcdefghij klmno pqrstu vwxyz",
    "äöüß éèê ñõ",
    "αβγ δεζ ηθι",
    "абв где жзи",
    "אבג דהו",
    "ابت ثجح",
    "कखग घङ च",
    "日本語漢字",
    "한국어 말",
    "😀🎲🏛",
    "e\u0301o\u0308 n\u0303",
    "[]{}\",:\\/ '",
    "-#>|&*!%@` ~",
    "“”‘’«»–—…\u00a0",
    "0123456789 +.=",
)
MARKS = (
    "-----BEGIN REFEREE REPORT-----",
    "-----END REFEREE REPORT-----",
    "-----BEGIN SSH SIGNATURE-----",
    "-----END SSH SIGNATURE-----",
    "From caesar",
    "signature: |",
    "referee: 1",
    "> quoted",
    "```",
    "WHAT HAPPENED",
    "\\u0022",
)


def some_note(chance: random.Random) -> str:
    """A note in all scripts, mixed or not, up to its full length."""
    size = chance.choice((1, 30, 200, NOTE_AT_MOST))
    scripts = chance.sample(SCRIPTS, chance.randint(1, 3))
    text = ""
    while len(text) < size:
        text += chance.choice(MARKS) if chance.random() < 0.02 else ""
        text += chance.choice(chance.choice(scripts))
    while len(fold(text[:size])) > NOTE_AT_MOST:  # an ellipsis is folded into three dots
        size //= 2
    return text[:size]


def too_wide(folder: Path) -> list[str]:
    """The lines of files that travel which a mail program could break."""
    papers = [*folder.glob("*.yaml"), *folder.glob("joins/*"), *folder.glob("mail/*")]
    lines = [
        (path, line)
        for path in [*papers, *folder.glob("reports/*/*.txt")]
        for line in path.read_text(encoding="utf-8").split("\n")
    ]
    assert lines
    return [f"{path.name}: {line}" for path, line in lines if room(line) > WIDTH]


def folded_at(width: int, raw: bytes) -> bytes:
    """What a mail program makes of a file that it breaks at so many columns."""
    lines = raw.decode().split("\n")
    parts = [line[at : at + width] for line in lines for at in range(0, len(line) or 1, width)]
    return "\n".join(parts).encode()


def read_by_all(table: Table, note: str) -> None:
    """Everybody can read the newest reports, and the note in them is what was written."""
    for seat in table.seats:
        report = read_report(table.report(seat).read_bytes())
        assert verify(report, table.charter, table.ruleset) == []
        told = ["".join(pieces) for _, *pieces in report.sheet["public"]["notes"]]
        assert told == [fold(note)]
    assert too_wide(table.folder) == []


def sent(table: Table, note: str) -> None:
    """A run in which the first seat that is due sends this note."""
    first, *others = table.due()
    files = [table.orders(first, note=note), *(table.orders(seat) for seat in others)]
    assert read_orders(files[0]).tree["note"] == fold(note)
    said = table.apply(*files)
    assert said.status == 0, said.err


@pytest.mark.parametrize(
    "note",
    ["[" * 36, "{" * 2000, "]" * 50, '["' * 300, "\\" * 400, '"' * 400, '[\\"' * 100],
)
def test_brackets_in_a_note_do_not_stop_the_game(game: Game, note: str) -> None:
    """They stand in a string: how deep a report goes is that of its tree."""
    table = game("duel", 1)
    sent(table, note)
    read_by_all(table, note)
    table.play()


@pytest.mark.parametrize("seed", range(12))
def test_any_note_that_is_taken_is_read_by_all(game: Game, seed: int) -> None:
    table, chance = game("duel", 1), random.Random(seed)
    for _ in range(2):
        note = some_note(chance)
        if fold(note):
            sent(table, note)
            read_by_all(table, note)


@pytest.mark.parametrize(
    ("value", "readable"),
    [
        ("[" * 37 + "]" * 37, True),
        ("[" * 38 + "]" * 38, False),
        ("[" * 37 + '"' + "]" * 500 + '"' + "]" * 37, True),
        ("[" * 30 + '"' + "[" * 500 + '"' + "]" * 30, True),
        ('"' + "]" * 500 + '",' + '"deeper":' + "[" * 38 + "]" * 38, False),
        ("[" * 300_000, False),
    ],
)
def test_depth_is_that_of_the_tree(game: Game, value: str, readable: bool) -> None:
    """Forty levels are read, one more is not, whatever brackets stand in strings."""
    table = game("duel", 1)
    raw = table.report("red").read_bytes().replace(b'"own":{', b'"own":{"odd":%s,' % value.encode())
    path = table.put("deep.txt", raw)
    said = cli("verify", path, "--charter", table.folder / "charter.yaml")
    assert said.status == 1
    assert ("nested too deeply" in said.out) is not readable


@pytest.mark.parametrize("name", RULES)
def test_no_line_of_a_game_is_longer_than_a_mail_allows(tmp_path: Path, name: str) -> None:
    """Of whole games at random, or the first runs of long ones: papers, mails and reports; so a
    mail program that breaks lines at 76 changes nothing in them."""
    for seed in range(count(1, 4)):
        folder = tmp_path / str(seed)
        scenario = list(RULES[name].scenarios)[seed % len(RULES[name].scenarios)]
        save(RULES[name], folder, seed, scenario, {}, most_runs=count(15, 60))
        assert too_wide(folder) == []
        for path in folder.glob("reports/*/*.txt"):
            assert folded_at(76, path.read_bytes()) == path.read_bytes()


@pytest.mark.parametrize("name", ["x" * 100, "word " * 19 + "end", "名" * 100, '{"a": [1]} ' * 9])
def test_long_names_of_games_break_no_line(
    tmp_path: Path, game: Callable[..., Table], name: str
) -> None:
    made = game("duel", 0)
    keys, folder = made.folder / "secret", tmp_path / "named"
    said = cli("new", "duel", folder, "--key", keys / "host-key", "--name", name)
    assert said.status == 0, said.err
    joins = [tmp_path / f"{seat}.yaml" for seat in made.seats]
    for seat, path in zip(made.seats, joins, strict=True):
        options = ("--seat", seat, "--key", keys / seat, "--out", path)
        assert cli("join", folder / "offer.yaml", *options).status == 0
    assert cli("admit", folder, *joins).status == 0
    assert too_wide(folder) == []
    assert cli("verify", *folder.glob("reports/*/0000.txt")).status == 0


@with_seeds(range(20))
def test_a_block_of_any_strings_is_broken_where_it_can_be_put_together(seed: int) -> None:
    """Beside no blank, and so that no line begins as a quotation, a footer or another mail."""
    chance = random.Random(seed)
    data = {f"k{n}": [some_note(chance), "5c" * 32, n, None] for n in range(5)}
    lines = list(fill(data))
    assert max(map(len, lines)) <= WIDTH
    assert json.loads("".join(line.strip() for line in lines)) == data
    assert not any(line.startswith((" ", ">", ".", "From ", "-")) for line in lines)
