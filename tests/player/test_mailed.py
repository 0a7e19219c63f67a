"""Signed files as mail programs, shells and editors hand them on: in other encodings, quoted,
between greeting and footer, with typographic quotes, broken anywhere."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.charter.papers import read_charter
from referee.orders.order_file import read_orders
from tests.project.tree import ROOT
from tests.support.changing import curled
from tests.support.fixtures import Process
from tests.support.mailbag import Table, cli
from tests.support.seeds import with_each

Game = Callable[..., Table]
NOTE = 'Grüße, "мир": שלום - 日本 🎲'
SAMPLES = sorted(ROOT.glob("samples/*/orders/*.yaml"))


def quoted(text: str) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in text.splitlines())


def no_break(text: str) -> str:
    """As a mail program keeps several spaces together."""
    told, begin, block = text.partition("-----BEGIN REFEREE")
    return told.replace("  ", "\u00a0 ") + begin + block


#: what becomes of a report on its way
WAYS: dict[str, Callable[[str], bytes]] = {
    "utf-16": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "marks in lines": lambda text: text.replace("\n", "\n\ufeff").encode(),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "no-break spaces at line ends": lambda text: text.replace("\n", "\u00a0\n").encode(),
    "no-break spaces in the text": lambda text: no_break(text).encode(),
    "quoted": lambda text: quoted(text).encode(),
    "quoted twice": lambda text: quoted(quoted(text)).encode(),
    "greeting": lambda text: f"Hi,\n\nhere it is.\n\n{text}".encode(),
    "every line apart": lambda text: text.replace("\n", "\n\n").encode(),
    "greeting, every line apart": lambda text: f"Hi,\n\n{text}".replace("\n", "\n\n").encode(),
    "footer": lambda text: f"{text}\n-- \nthe host\n".encode(),
    "fences": lambda text: f"Hi,\n```\n{text}```\nBye\n".encode(),
    "quoted, greeting": lambda text: f"Hi,\n\nOn Monday I wrote:\n\n{quoted(text)}\nBye".encode(),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_report_verifies_however_it_came(game: Game, way: str) -> None:
    table = game("duel", 2)
    first, *others = table.due()
    table.apply(table.orders(first, note=NOTE), *map(table.orders, others))
    text = table.report("red").read_text(encoding="utf-8")
    path = table.put("mailed.txt", WAYS[way](text))
    said = cli("verify", path, "--charter", table.folder / "charter.yaml")
    assert said.status == 0, said.out + said.err
    around = "greeting" in way or way in ("footer", "fences")
    assert ("not part of the report" in said.err) is around


def test_a_greeting_that_touches_the_report_is_named_by_its_line(game: Game) -> None:
    """It cannot be told from the heading; the lines below are counted as they lie there."""
    table = game("duel", 2)
    text = table.report("red").read_text(encoding="utf-8")
    path = table.put("mailed.txt", f"Hi,\nmy report:\n{text}".encode())
    said = cli("verify", path, "--charter", table.folder / "charter.yaml")
    assert said.status == 1
    assert "line 1: it does not belong here" in said.out
    changed = f"Hi,\n\n{text.replace('round', 'rounds', 1)}"
    number = 1 + next(n for n, line in enumerate(changed.split("\n")) if "rounds" in line)
    path = table.put("changed.txt", changed.encode())
    said = cli("verify", path, "--charter", table.folder / "charter.yaml")
    assert f"line {number}: it should say" in said.out


@pytest.mark.parametrize("coding", ["utf-16", "utf-8-sig"])
def test_files_as_powershell_writes_them_are_read_everywhere(
    game: Game, tmp_path: Path, coding: str
) -> None:
    """Charter, report, draft, signed file, offer, key and passphrase."""
    table = game("duel", 2)

    def turned(path: Path) -> Path:
        text = path.read_text(encoding="utf-8").replace("\n", "\r\n")
        other = tmp_path / path.name
        other.write_bytes(text.encode(coding))
        return other

    charter = turned(table.folder / "charter.yaml")
    report = [turned(path) for path in table.reports("red")][-1]
    given = ("--report", report, "--charter", charter)
    assert cli("verify", report, "--charter", charter).status == 0
    draft = turned(table.put("draft.yaml", table.orders("red", note=NOTE)))
    out, secret = tmp_path / "signed.yaml", tmp_path / "passphrase"
    secret.write_bytes("schlüssel\r\n".encode(coding))
    key = turned(table.folder / "secret" / "red")
    assert cli("check", draft, *given).status == 0
    said = cli("sign", draft, "--key", key, *given, "--out", out)
    assert said.status == 0, said.err
    said = cli("keygen", tmp_path / "mine", "--passphrase-file", secret)
    assert said.status == 0, said.err
    plain = tmp_path / "plain"
    plain.write_bytes("schlüssel\n".encode())
    offer, join = turned(table.folder / "offer.yaml"), tmp_path / "join.yaml"
    taking = ("join", offer, "--seat", "red", "--key", tmp_path / "mine", "--out", join)
    said = cli(*taking, "--passphrase-file", plain)
    assert said.status == 0, said.err


@pytest.mark.parametrize("seed", range(6))
def test_curly_quotes_in_a_signed_file(game: Game, seed: int) -> None:
    """Around a whole text they are its quotes, also where `sign` has put them itself."""
    table, chance = game("duel", 1), random.Random(seed)
    words = ('say: "no"', "it's", "#", "[", "Grüße", "a: b", '"', "\\", "- x", "end")
    note = " ".join(chance.choice(words) for _ in range(seed * 5 + 1))
    raw = table.orders(table.due()[0], note=note)
    path = table.put("curled.yaml", curled(raw.decode()).encode())
    assert read_orders(path.read_bytes()).header_bytes() == read_orders(raw).header_bytes()
    assert cli("check", path, "--game", table.folder).status == 0


@with_each(SAMPLES)
def test_the_quotes_of_all_samples_curled(path: Path) -> None:
    raw = path.read_bytes()
    again = curled(raw.decode()).encode()
    assert read_orders(again).header_bytes() == read_orders(raw).header_bytes()


@pytest.mark.parametrize("seed", range(8))
def test_hex_and_base64_may_be_broken_anywhere(game: Game, seed: int) -> None:
    """Blanks inside of them do not count."""
    table, chance = game("duel", 1), random.Random(seed)

    def broken(found: re.Match[str]) -> str:
        at, blank = chance.randint(1, len(found[0]) - 1), chance.choice((" ", "\n      ", "\u00a0"))
        return found[0][:at] + blank + found[0][at:]

    charter = table.folder / "charter.yaml"
    text = re.sub(r"(?<![\w/+])[A-Za-z0-9+/=]{32,}", broken, charter.read_text())
    assert read_charter(text.encode()).digest == table.charter.digest
    raw = table.orders(table.due()[0])
    text = re.sub(r"(?<![\w/+])[A-Za-z0-9+/=]{32,}", broken, raw.decode())
    path = table.put("broken.yaml", text.encode())
    assert cli("check", path, "--game", table.folder).status == 0


@pytest.mark.parametrize(
    "more",
    [
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "ascii:strict"},
        {"LC_ALL": "C", "PYTHONUTF8": "0"},
    ],
)
def test_what_is_printed_is_utf_8_whatever_the_terminal_says(
    game: Game, tmp_path: Path, process: Process, more: dict[str, str]
) -> None:
    """`report > file` gives the bytes that were sent, and nothing fails because of a character."""
    table = game("duel", 1)
    first, *others = table.due()
    files = [table.orders(first, note=NOTE), *map(table.orders, others)]
    assert table.apply(*files).status == 0
    script = "import sys; from referee.cli.main import run; sys.exit(run(sys.argv[1:]))"
    out = tmp_path / "out.txt"
    call = f"subprocess.call({[sys.executable, '-c', script]!r} + sys.argv[1:], stdout=out)"
    run = f"import subprocess, sys\nout = open({str(out)!r}, 'wb')\nsys.exit({call})"
    done = process("-c", run, "report", table.folder, "--seat", others[0], **more)
    assert done.returncode == 0, done.stderr
    assert out.read_bytes() == table.report(others[0]).read_bytes()
    assert NOTE.encode() in out.read_bytes()
    done = process("-c", script, "status", table.folder / "Grüße-мир", **more)
    assert done.returncode in (1, 2) and "Traceback" not in done.stderr


def test_every_command_that_prints_a_file_has_an_out(game: Game, tmp_path: Path) -> None:
    table = game("duel", 2)
    signed = table.put("signed.yaml", table.orders("red"))
    for name, *command in (
        ("report.txt", "report", table.folder, "--seat", "red"),
        ("orders.yaml", "orders", table.folder, "--seat", "red"),
        ("header", "canon", signed),
    ):
        out = tmp_path / name
        assert cli(*command, "--out", out).status == 0
        assert out.read_bytes() == cli(*command).raw
        assert cli(*command, "--out", out).status == 2
