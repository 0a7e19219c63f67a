"""What is said first is the cause, and it is said of the thing that is at fault."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.engine.request import View
from referee.files import lookalikes
from referee.files.folding import plain
from referee.orders import names
from tests.rules.julius_caesar.adapter import Cards
from tests.support.mailbag import Table, cli

Game = Callable[..., Table]


# -- cards -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ([{"discard": "2/1"}, {"play": "mercury"}], "Mercury is not in your hand"),
        ([{"discard": "mercury"}, {"play": "mercury"}], "Mercury is not in your hand"),
        ([{"discard": "2/1"}, {"play": "2/1"}], "is already used in an earlier line"),
        ([{"discard": "3/2"}, {"play": "3/2"}], ""),
    ],
)
def test_a_card_that_is_not_in_hand_is_not_called_used(answer: list[Any], told: str) -> None:
    view = View("caesar", {"played": {}}, {"hand": ["3/2", "3/2", "2/1"]})
    faults = Cards("caesar", year=705, turn=1).judge(view, answer).faults
    assert all(told in fault.reason for fault in faults)
    assert bool(faults) == bool(told)


# -- lines that were not tried ---------------------------------------------------------------------


def test_lines_that_nobody_has_judged_are_named(game: Game) -> None:
    """Behind a line that could not be read: what is below it is said to be open."""
    table = game("duel", 2)
    raw = b"kind: orders\nseat: red\norders:\n  - plai: Xyz\n  - play: Unicorn\n  - play: Cat\n"
    said = cli("check", table.put("red.yaml", raw), "--game", table.folder)
    assert said.status == 1
    assert "can only be judged once order 1 can be read" in said.err


# -- letters that look alike -----------------------------------------------------------------------

PLACES = {"rome": "Rome", "genua": "Genua", "athena": "Athena"}


@pytest.mark.parametrize(
    ("text", "letter", "meant"),
    [
        ("R\u043eme", "its 'o' is the Cyrillic letter U+043E", "Rome"),
        ("\u0391thena", "its 'A' is the Greek letter U+0391", "Athena"),
        ("G\u0435nua", "its 'e' is the Cyrillic letter U+0435", "Genua"),
    ],
)
def test_a_letter_of_another_script_is_named(text: str, letter: str, meant: str) -> None:
    with pytest.raises(names.NotFound) as trouble:
        names.find(text, PLACES)
    assert trouble.value.hint == f"{letter}; did you mean {meant}?"


def test_names_without_such_letters_have_no_such_hint() -> None:
    with pytest.raises(names.NotFound) as trouble:
        names.find("Romme", PLACES)
    assert trouble.value.hint == "did you mean Rome?"
    assert lookalikes.told("R\u00f4me, Stra\u00dfe, \u0141\u00f3d\u017a") == ""


def test_every_look_alike_is_a_letter_of_its_script() -> None:
    import unicodedata

    for sign, (script, latin) in lookalikes._SCRIPTS.items():
        assert unicodedata.name(chr(sign)).startswith(script.upper())
        assert latin.isascii() and latin.isalpha()
        assert plain(lookalikes.latin(chr(sign))) == latin.lower()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("seat: red", "s\u0435at: red", "its 'e' is the Cyrillic letter U+0435"),
        ("play", "pl\u0430y", "its 'a' is the Cyrillic letter U+0430"),
        ("seat: red", "seat: r\u0435d", "its 'e' is the Cyrillic letter U+0435"),
        ("Cat", "C\u0430t", "its 'a' is the Cyrillic letter U+0430"),
    ],
)
def test_it_is_named_wherever_it_stands(game: Game, old: str, new: str, told: str) -> None:
    table = game("duel", 2)
    raw = "kind: orders\nseat: red\norders:\n  - play: Cat\n".replace(old, new)
    path = table.put("red.yaml", raw.encode())
    said = cli("check", path, "--game", table.folder)
    assert said.status == 1
    assert told in said.err


# -- folders ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kept", [("charter.yaml",), ("charter.yaml", "offer.yaml")])
def test_a_players_folder_given_to_the_hosts_commands_is_called_so(
    game: Game, tmp_path: Path, kept: tuple[str, ...]
) -> None:
    table = game("duel", 2)
    mine = tmp_path / "mine"
    mine.mkdir()
    for name in kept:
        shutil.copy(table.folder / name, mine)
    shutil.copytree(table.folder / "reports" / "red", mine / "reports")
    order = table.put("red.yaml", table.orders("red"))
    for words in (
        ["apply", mine, order],
        ["status", mine],
        ["report", mine, "--seat", "red"],
        ["orders", mine, "--seat", "red"],
        ["check", order, "--game", mine],
        ["upgrade", mine],
        ["admit", mine, order],
        ["reveal", mine, "--out", tmp_path / "bundle.zip"],
    ):
        said = cli(*words)
        assert said.status == 1, words
        assert f"{mine} is not a host's game folder: it has no host's key" in said.err
        assert "it looks like a player's" in said.err
    assert not mine.joinpath("journal").exists()
    assert not mine.joinpath("lock").exists()


def test_an_abandoned_admit_is_told_as_what_it_is(game: Game) -> None:
    """All joins are there, and nobody is still to join."""
    table = game("duel", 0)
    for name in ("charter.yaml", "journal", "checkpoint-0"):
        table.folder.joinpath(name).unlink()
    shutil.rmtree(table.folder / "reports")
    said = cli("status", table.folder)
    assert said.status == 0
    assert "still to join" not in said.out
    assert "all have joined, but the start was interrupted" in said.out
    assert cli("admit", table.folder, table.folder / "joins" / "red.yaml").status == 0
    assert cli("status", table.folder).out.count("due from") == 2


def test_a_start_that_waits_for_a_passphrase_alone_is_no_wrong_usage(game: Game) -> None:
    from cryptography.hazmat.primitives import serialization as forms

    table = game("duel", 0)
    private = table.key("host").private_bytes(
        forms.Encoding.PEM, forms.PrivateFormat.OpenSSH, forms.BestAvailableEncryption(b"rubicon")
    )
    table.folder.joinpath("secret", "host-key").write_bytes(private)
    for name in ("charter.yaml", "journal", "checkpoint-0", "joins/blue.yaml"):
        table.folder.joinpath(name).rename(table.folder.with_name(name.replace("/", "-")))
    shutil.rmtree(table.folder / "reports")
    said = cli("admit", table.folder, table.folder.with_name("joins-blue.yaml"))
    assert said.status == 3
    assert "blue has joined" in said.err
    assert "all have joined; to start, the game needs the host's key" in said.err


# -- games -----------------------------------------------------------------------------------------


def test_a_game_is_named_beside_its_digest(game: Game) -> None:
    table, other = game("duel", 2), game("relay", 2, called="other")
    named = f"{table.charter.offer['name']} ({table.charter.game[:8]}...)"
    tree = {**table.tree("red"), "game": other.charter.game}
    path = table.put("red.yaml", table.signed(tree, "red"))
    assert f"another game than {named}" in cli("apply", table.folder, path).err
    said = cli("verify", other.report("anna"), "--charter", table.folder / "charter.yaml")
    name, digest = table.charter.offer["name"], table.charter.game[:8]
    assert f"not of the charter's game (that of {name}, {digest}...)" in said.out
