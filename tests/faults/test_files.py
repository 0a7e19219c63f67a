"""Faults in how a file is read: what its player wrote is what counts, or it is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.faults.stories import MOVES, RUBICON, Game, refused
from tests.support.mailbag import Table, cli

BOM = b"\xef\xbb\xbf"

#: with which the sample is joined
SET = ("--standing", "ask me")


def _signed(table: Table, **more: str) -> bytes:
    """The command of the seat whose turn it is."""
    (seat,) = table.due()
    return table.orders(seat, MOVES[seat][0], **more)


def test_a_bom_in_the_middle_of_a_file(rubicon: Game) -> None:
    """Two files put together leave a mark inside.  At the start of a line it counts as nothing,
    with a word; inside of a line it is refused, also where no value is changed by it."""
    table = rubicon(2)
    lines = _signed(table).splitlines(keepends=True)
    for number in range(2, len(lines) + 1):
        raw = b"".join([*lines[: number - 1], BOM, *lines[number - 1 :]])
        path = table.put("marked.yaml", raw)
        said = cli("check", path, "--game", table.folder)
        assert said.status == 0
        assert f"{path}:{number}: warning: a byte order mark was ignored" in said.err
        inside = lines[number - 1].replace(b"e", b"e" + BOM, 1)
        if inside != lines[number - 1] and number < len(lines) - 5:
            said = refused(table, b"".join([*lines[: number - 1], inside, *lines[number:]]))
            assert f"bad.yaml:{number}: not understood: a byte order mark inside" in said
    in_a_comment = b"# a" + BOM + b"\n" + b"".join(lines)
    assert "bad.yaml:1: not understood: a byte order mark inside" in refused(table, in_a_comment)
    assert table.apply(BOM + b"".join(lines)).status == 0


def _crlf(path: Path) -> Path:
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    return path


def test_crlf_in_keys_and_signatures(rubicon: Game, tmp_path: Path) -> None:
    """Every file of a game's start goes through a machine that ends its lines with CRLF: keys,
    offer, joins, charter, reports, drafts and signed files.  The game is the same to the byte."""
    wanted, sample = rubicon(2, called="wanted"), RUBICON
    folder, seed = tmp_path / "game", ("--test-seed", sample.seed)
    keys = {}
    for party in ("host", *sample.seats):
        keys[party] = tmp_path / party
        keys[party].write_bytes(sample.home.joinpath("keys", party).read_bytes())
        _crlf(keys[party])
    named = ("--name", sample.name, "--scenario", sample.scenario)
    said = cli("new", sample.ruleset, folder, "--key", keys["host"], *named, *seed)
    assert said.status == 0, said.err
    offer, joins = _crlf(folder / "offer.yaml"), []
    for seat in sample.seats:
        joins.append(tmp_path / f"{seat}.yaml")
        options = ("--seat", seat, "--key", keys[seat], "--out", joins[-1], *seed, *SET)
        assert cli("join", offer, *options).status == 0
        _crlf(joins[-1])
    assert cli("admit", folder, *joins).status == 0
    charter, table = _crlf(folder / "charter.yaml"), Table(folder, wanted.ruleset, wanted.seed)
    kept = tmp_path / "kept"
    for number in (1, 2):
        signed = []
        for seat in sample.seats:
            draft = sample.home / "drafts" / f"{number:04d}-{seat}.yaml"
            path = _crlf(table.put(draft.name, draft.read_bytes()))
            kept.joinpath(seat).mkdir(parents=True, exist_ok=True)
            report = kept / seat / table.report(seat).name
            report.write_bytes(table.report(seat).read_bytes())
            _crlf(report)
            signed.append(path.with_suffix(".signed.yaml"))
            options = ("--key", keys[seat], "--report", report, "--charter", charter, *seed)
            assert cli("sign", path, *options).status == 0
            _crlf(signed[-1])
            assert cli("verify", report, "--charter", charter).status == 0
        said = cli("apply", folder, *signed)
        assert said.status == 0, said.err
    for seat in sample.seats:
        assert table.report(seat).read_bytes() == wanted.report(seat).read_bytes()


def _key(table: Table, seat: str) -> Path:
    """A copy of a seat's key: beside it lies what was signed with it, and that is no sample's."""
    path = table.put(f"{seat}-key", RUBICON.home.joinpath("keys", seat).read_bytes())
    path.chmod(0o600)
    return path


def test_a_phones_curly_quotes_and_dashes_in_orders(rubicon: Game) -> None:
    """A draft typed on a phone is signed as if it had been typed on a keyboard, and a signed file
    that was made curly on its way is still good; a dash that begins a line is pointed out."""
    table = rubicon(2)
    (seat,) = table.due()
    move = MOVES[seat][0][0]["move"]
    block, start, end = move["blocks"][0], move["from"], move["to"]
    line = f"{{from: \u2018{start}\u2019, blocks: [\u201c{block}\u201d], to: \u00ab{end}\u00bb}}"
    note = "\u201cAlea\u201d \u2013 isn\u2019t it\u2026"
    draft = f"kind: orders\nseat: {seat}\norders:\n  - move: {line}\nnote: {note}\n"
    path = table.put("phone.yaml", draft.encode())
    options = ("--key", _key(table, seat), "--report", table.report(seat))
    assert cli("sign", path, *options).status == 0
    text = path.with_suffix(".signed.yaml").read_text(encoding="utf-8")
    assert f"  - move: {{from: {start}, blocks: [{block}], to: {end}}}\n" in text
    on_its_way = text.replace(" - isn't it...", " \u2014 isn\u2019t it\u2026")
    assert on_its_way != text
    assert table.apply(on_its_way.encode()).status == 0
    other = next(name for name in table.seats if name != seat)
    assert '"Alea" - isn\'t it...' in table.report(other).read_text()

    dashed = f"kind: orders\nseat: {other}\norders:\n  \u2013 move: x\n"
    said = cli("check", table.put("dash.yaml", dashed.encode()), "--report", table.report(other))
    assert "dash.yaml:4: not understood: the line begins with '\u2013' instead of a hyphen" in (
        said.err
    )


def test_duplicate_keys(rubicon: Game) -> None:
    """The second of two equal keys does not quietly replace the first, whatever its case, nor the
    first hide the second: both lines are named."""
    table = rubicon(2)
    (seat,) = table.due()
    raw = _signed(table).decode()
    run = next(n for n, line in enumerate(raw.splitlines(), 1) if line.startswith("orders:"))
    last = raw.count("\n") + 1
    for key in ("orders", "Orders", "ORDERS "):
        said = refused(table, f"{raw}{key}: []\n".encode())
        assert f'the key "orders" appears twice, in lines {run} and {last}' in said
    lines = "{from: Genua, blocks: [Legio 8], to: Rome, to: Massilia}"
    draft = f"kind: orders\nseat: {seat}\norders:\n  - move: {lines}\n"
    said = cli("check", table.put("twice.yaml", draft.encode()), "--report", table.report(seat))
    assert said.status == 1
    assert 'the key "to" appears twice, in lines 4 and 4' in said.err


@pytest.mark.parametrize("typed", ["0512", "12:30", "NO", "1.10", "~"])
def test_a_text_that_yaml_would_read_as_something_else(rubicon: Game, typed: str) -> None:
    """As a note it arrives as it was typed; as a name it is refused as it was typed; as a key it
    is named as it was typed."""
    table = rubicon(2)
    seat, draft = table.due()[0], "kind: orders\nseat: {}\norders: {}\nnote: {}\n"
    path = table.put("typed.yaml", draft.format(seat, "[]", typed).encode())
    options = ("--key", _key(table, seat), "--report", table.report(seat))
    assert cli("sign", path, *options).status == 0
    signed = path.with_suffix(".signed.yaml")
    assert cli("apply", table.folder, signed).status == 0
    for reader in table.seats:
        assert table.sheet(reader)["public"]["notes"] == [[seat, typed]]
        assert f"Note from {seat.title()}: {typed}\n" in table.report(reader).read_text()
    seat = table.due()[0]
    path = table.put("name.yaml", draft.format(seat, f"[levy: {typed}]", "x").encode())
    said = cli("check", path, "--report", table.report(seat), "--json")
    assert said.status == 1
    assert typed in json.loads(said.out)["faults"][0]["quote"]


def test_the_first_cause_hidden_behind_later_errors(rubicon: Game) -> None:
    """One slip is told where it was made and nothing that follows from it; several slips are all
    told, in the order of their lines."""
    table = rubicon(2)
    (seat,) = table.due()
    move = MOVES[seat][0][0]["move"]
    block, start, end = move["blocks"][0], move["from"], move["to"]
    good = f"  - move: {{from: {start}, blocks: [{block}], to: {end}}}\n"
    head = f"kind: orders\nseat: {seat}\norders:\n"

    def lines(text: str) -> list[tuple[int, str]]:
        path = table.put("draft.yaml", (head + text).encode())
        said = cli("check", path, "--report", table.report(seat), "--json")
        return [(fault["line"], fault["reason"]) for fault in json.loads(said.out)["faults"]]

    # the colon behind the first key is missing: YAML stumbles in the line below
    unread = good.replace("move: {", "move:{")
    assert lines(unread + good + good) == [(4, "there is no space after the colon")]
    # a name that is unknown: that the block is not there for the next line follows from it
    onward = f"  - move: {{from: {end}, blocks: [{block}], to: {start}}}\n"
    ((line, reason),) = lines(good.replace(f"to: {end}", "to: Atlantis") + onward)
    assert (line, "Atlantis" in reason) == (4, True)
    # three causes, three faults
    many = good.replace("move", "mauve") + good.replace(block, "Legio 99") + "  - levy: Hannibal\n"
    assert [line for line, _ in lines(many)] == [4, 5, 6]
