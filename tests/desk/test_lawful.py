"""Nothing that a player may lawfully send makes a file that others cannot read."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from referee.desk.verify import verify
from referee.post.fold import fold
from referee.post.orders import NOTE_AT_MOST, read_orders
from referee.post.report_file import read_report
from referee.report import WIDTH
from tests.desk.mailbag import Table, cli

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


def read_by_all(table: Table, note: str) -> None:
    """Everybody can read the newest reports, and the note in them is what was written."""
    for seat in table.seats:
        report = read_report(table.report(seat).read_bytes())
        assert verify(report, table.charter, table.ruleset) == []
        told = ["".join(pieces) for _, *pieces in report.sheet["public"]["notes"]]
        assert told == [fold(note)]
        lines = table.report(seat).read_text().split("\n")
        assert max(map(len, lines)) <= WIDTH


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
