"""`verify`: good reports pass; whatever is changed in one is found, and its place is named."""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from referee import ruleset as finder
from referee.fault import Refused
from referee.proof.heads import head
from referee.report.report_file import BEGIN, SIGNATURE, ReportFile, fill, read_report
from referee.verify.report.verify import verify
from tests.support.changing import Path, leaves, other
from tests.support.mailbag import Table, cli, published, signed_report
from tests.support.seeds import count


@pytest.fixture
def table(game: Callable[..., Table]) -> Table:
    """Three runs: hands were dealt, boasts made, cards shown and a die rolled."""
    return game("duel", 3)


def _report(table: Table, seat: str = "red") -> ReportFile:
    return read_report(table.report(seat).read_bytes())


def _places(report: ReportFile, table: Table) -> list[str]:
    return [finding.place for finding in verify(report, table.charter, table.ruleset)]


def _put(data: Any, path: Path, value: Any) -> Any:
    changed = copy.deepcopy(data)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


def _get(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


#: where a change in a part is told; the first that fits the path
NAMED: list[tuple[Path, tuple[str, ...]]] = [
    (("referee",), ("block, referee",)),
    (("kind",), ("block, kind",)),
    (("game",), ("game",)),
    (("wording",), ("signature",)),
    (("seat",), ("seats",)),
    (("number",), ("run",)),
    (("run",), ("run",)),
    (("previous",), ("head", "public, recent")),
    (("head",), ("head",)),
    (("commitments",), ("commitments, ", "head")),
    (("salt",), ("commitments, seat/red",)),
    (("links",), ("links, ", "block, links")),
    (("public", "run"), ("run",)),
    (("public", "rolls"), ("rolls, ", "public, rolls", "line ")),
    (("public", "events"), ("line ", "public, events")),
    (("public", "before"), ("line ", "head")),
    (("public", "again"), ("public, again", "line ", "head")),
    (("public", "state"), ("state, public",)),
    (("public", "headers"), ("headers", "seats", "public, headers")),
    (("public", "links"), ("links, ", "public, links")),
    (("public", "recent"), ("public, recent", "head")),
    (("public", "over"), ("line ",)),
    (("public", "brought"), ("public, brought",)),
    *((("public", key), (f"public, {key}", "seats")) for key in ("absent", "late", "void")),
    (("public", "turn"), ("public, turn", "head", "line ")),
    (("public", "due"), ("seats",)),
    (("public", "asked"), ("line ", "seats", "block", "head", "public, asked")),
    (("public", "notes"), ("public, notes", "seats")),
    (("public", "ended"), ("public, ended",)),
    (("own", "state"), ("state, own",)),
    (("own", "events"), ("line ", "own, events", "commitments, seat/red")),
    (("own",), ("commitments, seat/red", "own, ")),
    (("state", "public"), ("state, public",)),
    (("state", "own"), ("state, own",)),
]


def _names(path: Path) -> tuple[str, ...]:
    return next(places for start, places in NAMED if path[: len(start)] == start)


def test_all_reports_of_saved_games_pass(game: Callable[..., Table]) -> None:
    for name, runs in (("duel", 9), ("relay", 9)):
        table = game(name, runs, called=name)
        paths = [path for seat in table.seats for path in table.reports(seat)]
        assert len(paths) >= 8
        for arguments in (paths, *[[path] for path in paths]):
            said = cli("verify", *arguments, "--charter", table.folder / "charter.yaml")
            assert said.status == 0, said.out
            assert said.out.count(": verified") == len(arguments)


def test_a_report_in_json_passes_too(table: Table) -> None:
    out = table.folder.with_name("red.json")
    cli("report", table.folder, "--seat", "red", "--format", "json", "--out", out)
    charter = table.folder / "charter.yaml"
    assert cli("verify", out, "--charter", charter).status == 0
    whole = json.loads(out.read_text())
    whole["text"][2] += "!"
    out.write_text(json.dumps(whole))
    said = cli("verify", out, "--charter", charter)
    assert said.status == 1
    assert "line 3: it should say" in said.out


def test_mail_may_change_line_ends_and_blanks(table: Table) -> None:
    raw = table.report("red").read_bytes()
    for kind in (raw.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + raw, raw.replace(b"\n", b"  \n")):
        assert _places(read_report(kind), table) == []


def test_the_report_under_test_has_all_kinds_of_parts(table: Table) -> None:
    """The walks below would prove little on an empty report."""
    public = _report(table).sheet["public"]
    assert [sorted(roll)[0] for roll in public["rolls"]] == ["items", "faces"]
    assert public["events"] and public["headers"] and public["links"]
    assert _report(table).sheet["own"]["state"]


@pytest.mark.parametrize("number", [1, 3])
def test_every_leaf_of_the_block(table: Table, number: int) -> None:
    """Each value of the block changed: signature and digest tell, and the place is named."""
    report = read_report(table.reports("red")[number].read_bytes())
    for path in leaves(report.sheet):
        sheet = _put(report.sheet, path, other(_get(report.sheet, path)))
        places = _places(ReportFile(report.text, sheet, report.signature), table)
        assert any(place.startswith(_names(path)) for place in places), (path, places)


@pytest.mark.parametrize("number", [1, 3])
def test_every_leaf_with_a_host_that_signs_again(table: Table, number: int) -> None:
    """Even the host cannot change a value after the fact: all is bound to what others signed."""
    report = read_report(table.reports("red")[number].read_bytes())
    for path in leaves(report.sheet):
        if path == ("wording",):  # the host may say in whose words his text is
            continue
        sheet = _put(report.sheet, path, other(_get(report.sheet, path)))
        try:
            raw = published(sheet, table)
        except Exception:  # no text can be made of it: then the old one is sent
            raw = signed_report(report.text, sheet, table)
        places = _places(read_report(raw), table)
        assert places, path
        assert "signature" not in places


def test_a_number_that_became_a_text_is_found(table: Table) -> None:
    """Signature, digests and head are of the types too: 1 and "1" are two stories."""
    report = _report(table)
    changed = 0
    for path in leaves(report.sheet):
        value = _get(report.sheet, path)
        if isinstance(value, (bool, int)):
            text = str(value).lower() if isinstance(value, bool) else str(value)
        elif isinstance(value, str) and value.isdecimal() and not value.startswith("0"):
            text = int(value)
        else:
            continue
        sheet = _put(report.sheet, path, text)
        places = _places(ReportFile(report.text, sheet, report.signature), table)
        assert places, path
        forged = signed_report(report.text, sheet, table)
        assert _places(read_report(forged), table), path
        changed += 1
    assert changed > 10


def test_every_key_of_the_block_is_needed_and_noother(table: Table) -> None:
    report = _report(table)
    for part in ((), ("public",), ("own",)):
        for key in _get(report.sheet, part) if part else report.sheet:
            sheet = copy.deepcopy(report.sheet)
            del (_get(sheet, part) if part else sheet)[key]
            name = part[0] if part else "block"
            places = _places(ReportFile(report.text, sheet, report.signature), table)
            assert f"{name}, {key}" in places
        sheet = copy.deepcopy(report.sheet)
        (_get(sheet, part) if part else sheet)["more"] = "x"
        places = _places(ReportFile(report.text, sheet, report.signature), table)
        assert f"{part[0] if part else 'block'}, more" in places


def test_a_cast_has_the_keys_of_a_roll_or_of_a_draw(table: Table) -> None:
    report = _report(table)
    for index, cast in enumerate(report.sheet["public"]["rolls"]):
        other = report.sheet["public"]["rolls"][1 - index]
        strange = [{**cast, **other}, {**cast, "more": "x"}]
        strange += [{k: v for k, v in cast.items() if k != key} for key in cast]
        for changed in strange:
            sheet = _put(report.sheet, ("public", "rolls", index), changed)
            places = _places(ReportFile(report.text, sheet, report.signature), table)
            assert "public, rolls" in places


def test_the_text_tells_an_open_draw_with_what_lay_there(table: Table) -> None:
    report = _report(table)
    draw = report.sheet["public"]["rolls"][0]
    drawn = ", ".join(["rose", "rose", "egg", "egg", "egg", "shoe"][i] for i in draw["picked"])
    place = f"{draw['scope']} draw 0, 2 of 6 (2 rose, 3 egg, shoe): {drawn}"
    assert f"{place} [thrown by the crowd]" in " ".join(" ".join(report.text).split())


def test_one_character_in_every_line_of_text(table: Table) -> None:
    lines = table.report("red").read_text().split("\n")
    begin = lines.index(BEGIN)
    for number in range(begin - 1):
        line = lines[number]
        at = len(line) // 2
        changed = line[:at] + ("x" if line[at : at + 1] != "x" else "y") + line[at + 1 :]
        raw = "\n".join([*lines[:number], changed, *lines[number + 1 :]]).encode()
        assert f"line {number + 1}" in _places(read_report(raw), table), line
    for raw_lines in (lines[1:], [*lines[:3], *lines[4:]], [*lines[:2], "more", *lines[2:]]):
        assert _places(read_report("\n".join(raw_lines).encode()), table)


def test_every_character_of_the_signature(table: Table) -> None:
    text = table.report("red").read_text()
    start = text.rindex(SIGNATURE)
    end = text.index("\n-----END REFEREE REPORT")
    for at in (*range(start, start + 40), *range(start + 40, end, count(2, 1))):
        if text[at] == "\n":
            continue
        changed = text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :]
        try:
            assert _places(read_report(changed.encode()), table) == ["signature"]
        except Refused as trouble:
            assert SIGNATURE in str(trouble)  # the line that it begins with is gone


def test_characters_of_the_block(table: Table) -> None:
    """Some character of each line of the block, whatever it is part of."""
    text = table.report("red").read_text()
    start, end = text.index(BEGIN) + len(BEGIN) + 1, text.rindex(SIGNATURE)
    for at in range(start, end, 29):
        if text[at] == "\n":
            continue
        for sign in ("0", "z", '"', " "):
            if text[at] == sign:
                continue
            changed = text[:at] + sign + text[at + 1 :]
            try:
                assert _places(read_report(changed.encode()), table), text[at - 20 : at + 20]
            except Refused as trouble:
                assert trouble.faults[0].path[:1] == ("line",)


def test_another_spelling_of_the_block_is_refused(table: Table) -> None:
    raw = table.report("red").read_bytes()
    assert raw.count(b"]},{") and raw.count(b"[0,3,")
    for old, new in ((b'"run":3', b'"run": 3'), (b"[0,3,", b"[-0,3,"), (b'"red"', b'"\\u0072ed"')):
        assert old in raw
        with pytest.raises(Refused):
            read_report(raw.replace(old, new, 1))


# -- between reports -------------------------------------------------------------------------------


def _verify_all(table: Table, paths: list[Any]) -> tuple[int, str]:
    said = cli("verify", *paths, "--charter", table.folder / "charter.yaml")
    return said.status, said.out


def test_a_deleted_report_is_missed(table: Table) -> None:
    paths = [path for path in table.reports("red") if path.stem != "0002"]
    status, out = _verify_all(table, paths)
    assert status == 1
    assert "/red/0003.txt: report 2 is missing" in out
    # The other seat's report of that run tells the same story.
    assert _verify_all(table, [*paths, table.reports("blue")[2]])[0] == 0
    # Whoever starts later has nothing before that could be missing.
    assert _verify_all(table, table.reports("red")[2:])[0] == 0


def test_order_and_copies_of_files_do_not_matter(table: Table) -> None:
    paths = table.reports("red")
    assert _verify_all(table, paths[::-1])[0] == 0
    assert _verify_all(table, [*paths, paths[1]])[0] == 0


def _two_worlds(game: Callable[..., Table]) -> tuple[Table, Table]:
    """One game that went on in two ways: the host tells each player another story."""
    worlds = [game("duel", 1, called=name) for name in ("one", "two")]
    for boast, world in zip(([], ["boast"]), worlds, strict=True):
        red = world.put("red.yaml", world.orders("red", boast))
        blue = world.put("blue.yaml", world.orders("blue", []))
        assert cli("apply", world.folder, red, blue).status == 0
        world.play(2)
    return worlds[0], worlds[1]


def test_two_stories_are_found(game: Callable[..., Table]) -> None:
    one, two = _two_worlds(game)
    for table in (one, two):
        assert _verify_all(table, table.reports("red") + table.reports("blue"))[0] == 0
    status, out = _verify_all(one, [one.reports("red")[2], two.reports("blue")[2]])
    assert status == 1
    assert "/blue/0002.txt: it tells another story of run 2 than " in out
    boast = '{"data":{"seat":"red"},"kind":"boast","rolls":[]}'
    assert f"/red/0002.txt: public, events, 1 is {boast}, but there it is missing" in out


def test_two_stories_are_told_once_and_the_sum_agrees(game: Callable[..., Table]) -> None:
    """All that goes on from the two stories is different too; where they part says it all."""
    one, two = _two_worlds(game)
    charter = one.folder / "charter.yaml"
    for paths in (
        one.reports("red") + two.reports("red")[2:],
        two.reports("blue") + one.reports("red"),
    ):
        said = cli("verify", *paths, "--charter", charter)
        assert said.status == 1
        assert ": verified" not in said.out
        assert said.out.count(": good by itself\n") == len(paths)
        assert said.out.count("it tells another story of run 2 than ") == 1
        assert len(said.out.splitlines()) == len(paths) + 1
        total = f"{len(paths)} of {len(paths)} reports are good by themselves"
        assert f"referee: {total}, but contradict each other\n" in said.err
        assert "mail program" not in said.err


def test_a_host_who_signs_two_stories_of_the_same_files(table: Table) -> None:
    """He changes what happened and binds it all anew; nothing of one report alone shows it."""
    path = table.report("blue")
    sheet = copy.deepcopy(read_report(path.read_bytes()).sheet)
    sheet["public"]["notes"] = [["red", "good night"]]
    values = [bytes.fromhex(sheet["commitments"][party]) for party in table.charter.parties]
    sheet["head"] = head(bytes.fromhex(sheet["previous"]), sheet["public"], values).hex()
    forged = table.put("0003.txt", published(sheet, table))
    charter = ("--charter", table.folder / "charter.yaml")
    assert cli("verify", forged, *charter).status == 0
    assert cli("verify", *table.reports("blue")[:3], forged, *charter).status == 0
    said = cli("verify", *table.reports("red"), forged, *charter)
    assert said.status == 1
    assert f"{forged}: it tells another story of run 3 than " in said.out
    assert "0003.txt: public, notes, 1 is " in said.out


def test_a_report_that_does_not_follow_is_found(game: Callable[..., Table]) -> None:
    one, two = _two_worlds(game)
    status, out = _verify_all(one, [*one.reports("red")[:3], *two.reports("red")[3:]])
    assert status == 1
    assert "/two/reports/red/0003.txt: it does not continue run 2 of " in out


def test_across_a_gap_the_recent_heads_tell(game: Callable[..., Table]) -> None:
    one, two = _two_worlds(game)
    status, out = _verify_all(one, [one.reports("red")[2], two.reports("red")[4]])
    assert status == 1
    assert "/two/reports/red/0004.txt: it does not continue run 2 of " in out


def test_another_charter_is_found(table: Table, game: Callable[..., Table]) -> None:
    other = game("relay", 1, called="other")
    said = cli("verify", table.report("red"), "--charter", other.folder / "charter.yaml")
    assert said.status == 1
    assert "Traceback" not in said.err


def test_recent_heads_are_those_of_the_report_before(table: Table) -> None:
    """The first is bound twice; an older one shows when it is compared."""
    sheet = copy.deepcopy(_report(table).sheet)
    sheet["public"]["recent"][1] = "0" * 64
    values = [bytes.fromhex(sheet["commitments"][party]) for party in table.charter.parties]
    sheet["head"] = head(bytes.fromhex(sheet["previous"]), sheet["public"], values).hex()
    forged = table.put("0003.txt", published(sheet, table))
    assert _verify_all(table, [forged])[0] == 0
    status, out = _verify_all(table, [*table.reports("red")[:3], forged])
    assert status == 1
    assert f"{forged}: the heads that it names are not those of " in out


# -- other versions --------------------------------------------------------------------------------


def test_a_block_of_another_version_of_the_referee(table: Table) -> None:
    """Its host has signed it; what is missing in it was never there."""
    report = _report(table)
    sheet = copy.deepcopy(report.sheet)
    del sheet["public"]["again"], sheet["public"]["before"]
    sheet["weather"] = "fine"
    signed = read_report(signed_report(report.text, sheet, table))
    (found,) = verify(signed, table.charter, table.ruleset)
    assert str(found) == (
        "version: another version of the program made this report, with other keys: weather in"
        " block, no again in public, no before in public; only the host's signature was checked,"
        " and it is good"
    )
    for forged in (
        ReportFile(report.text, sheet, report.signature),
        ReportFile(report.text, {**sheet, "number": 4}, signed.signature),
    ):
        assert "block, weather" in _places(forged, table)


def test_a_game_whose_rules_are_not_installed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but the text can be checked by anybody."""
    monkeypatch.setattr(finder, "_entry_points", list)
    paths = table.reports("red")
    status, out = _verify_all(table, paths)
    assert status == 1
    told = "rules: duel 1, or data that its corrections fit, are not installed here"
    assert out.count(told) == len(out.splitlines()) == len(paths)
    assert cli("compare", *paths).status == 0
    text = paths[2].read_text().replace('"round":', '"ground":')
    paths[2].write_text(text)
    assert f"{paths[2]}: state, public: " in _verify_all(table, paths)[1]


# -- hostile reports -------------------------------------------------------------------------------


def _block(table: Table, text: str) -> bytes:
    """The report with another text for its block."""
    raw = table.report("red").read_text()
    start, end = raw.index(BEGIN) + len(BEGIN) + 1, raw.rindex(SIGNATURE)
    return (raw[:start] + text + "\n" + raw[end:]).encode()


def _blocks(table: Table) -> dict[str, str]:
    good = "".join(fill(_report(table).sheet))
    run = '"run":3'
    assert run in good
    return {
        "deep lists": "[" * 100_000 + "]" * 100_000,
        "deep maps": '{"a":' * 50_000 + "1" + "}" * 50_000,
        "deep inside": good.replace(run, '"run":' + "[" * 38 + "]" * 38),
        "NaN": good.replace(run, '"run":NaN'),
        "infinity": good.replace(run, '"run":-Infinity'),
        "large float": good.replace(run, '"run":1e999'),
        "float": good.replace(run, '"run":3.0'),
        "negative": good.replace(run, '"run":-3'),
        "huge number": good.replace(run, '"run":' + "9" * 5000),
        "large number": good.replace(run, '"run":' + "9" * 4000),
        "half a surrogate": good.replace('"who is lucky"', '"\\ud800"'),
        "no object": "[]",
        "empty object": "{}",
        "nothing": "",
        "cut": good[:-10],
        "twice": good[:-1] + ',"run":3}',
        "two megabytes": good.replace(run, '"run":"' + "x" * (2 << 20) + '"'),
        "zero bytes": good.replace(run, '"run":"\\u0000"'),
        "large epoch": good.replace("[0,3,", "[70000,3,"),
        "large link number": good.replace("[0,3,", "[0,4294967295,"),
    }


BLOCKS = (
    "deep lists", "deep maps", "deep inside", "NaN", "infinity", "large float", "float", "negative",
    "huge number", "large number", "half a surrogate", "no object", "empty object", "nothing",
    "cut", "twice", "two megabytes", "zero bytes", "large epoch", "large link number",
)  # fmt: skip


@pytest.mark.parametrize("kind", BLOCKS)
def test_hostile_blocks(table: Table, kind: str) -> None:
    raw = _block(table, _blocks(table)[kind])
    path = table.put("hostile.txt", raw)
    for command in (("verify", path), ("check", table.put("o.yaml", b"a: b"), "--report", path)):
        said = cli(*command, "--charter", table.folder / "charter.yaml")
        assert said.status == 1, said.err
        assert "Traceback" not in said.err + said.out
        assert len(said.out + said.err) < 5000


WRONG: list[Any] = [
    None,
    [],
    {},
    "",
    "x",
    0,
    1,
    -1,
    True,
    2**53 - 1,
    [[]],
    {"a": {}},
    [None],
]


@pytest.mark.parametrize("part", [(), ("public",), ("own",), ("state",)])
def test_wrong_types_signed_by_the_host(table: Table, part: Path) -> None:
    """Every key with values of every type, as a hostile host would sign them."""
    report = _report(table)
    for key in _get(report.sheet, part):
        for value in WRONG:
            if _get(report.sheet, (*part, key)) == value or (key, value) == ("wording", "x"):
                continue
            sheet = _put(report.sheet, (*part, key), value)
            raw = signed_report(report.text, sheet, table)
            found = verify(read_report(raw), table.charter, table.ruleset)
            assert found, (part, key, value)


def test_wrong_types_deep_inside(table: Table) -> None:
    report = _report(table)
    for path in leaves(report.sheet):
        for value in (None, {}, "x", -1):
            sheet = _put(report.sheet, path, value)
            changed = _get(report.sheet, path) != value
            places = _places(ReportFile(report.text, sheet, report.signature), table)
            assert bool(places) == changed, (path, value)


def test_hostile_files_without_a_block(table: Table) -> None:
    good = table.report("red").read_bytes()
    for raw in (
        b"",
        b"\xff\xfe",
        b"{}",
        b"{" * 100_000,
        b"[]",
        good[:-30],
        good * 2,
        b"x" * 3_000_000,
    ):
        path = table.put("hostile.txt", raw)
        said = cli("verify", path, "--charter", table.folder / "charter.yaml")
        assert said.status == 1
        assert "Traceback" not in said.err + said.out


def test_a_number_that_rules_would_count_up_to_is_refused(table: Table) -> None:
    """One that had a report say a word a billion times took 24 GB."""
    sheet = copy.deepcopy(table.sheet("red"))
    for number, good in ((99_999, True), (-(10**9), False), (100_000, False), (2**53 - 1, False)):
        sheet["state"]["public"]["more"] = [{"deep": number}]
        path = table.put("greedy.txt", signed_report(_report(table).text, sheet, table))
        orders = table.put("o.yaml", table.orders("red"))
        for command in (
            ("verify", path),
            ("check", orders, "--report", path),
            ("orders", "--report", path),
        ):
            said = cli(*command, "--charter", table.folder / "charter.yaml")
            greedy = "state: a number in it is greater than 99999" in said.out + said.err
            assert (greedy, said.status == 1 or good) == (not good, True)


def test_a_question_that_no_rule_asks(table: Table) -> None:
    sheet = copy.deepcopy(_report(table).sheet)
    sheet["public"]["asked"][0]["kind"] = "nothing of the kind"
    raw = signed_report(_report(table).text, sheet, table)
    path, orders = table.put("hostile.txt", raw), table.put("o.yaml", table.orders("red"))
    charter = ("--charter", table.folder / "charter.yaml")
    for command in (
        ("verify", path),
        ("check", orders, "--report", path),
        ("orders", "--report", path),
    ):
        said = cli(*command, *charter)
        assert said.status == 1
        assert "Traceback" not in said.err


# -- texts that players and hosts choose -----------------------------------------------------------


@pytest.mark.parametrize("mark", [BEGIN, SIGNATURE, "-----END REFEREE REPORT-----"])
def test_a_note_that_looks_like_a_part_of_the_report(table: Table, mark: str) -> None:
    """Wrapped so that the mark stands alone on its line: nobody could read the report any more."""
    note = f"{'a' * 57} {mark} {'b' * 68}"
    red = table.put("red.yaml", table.orders("red", note=note))
    blue = table.put("blue.yaml", table.orders("blue"))
    assert cli("apply", table.folder, red, blue).status == 0
    assert mark in [line.strip() for line in table.report("blue").read_text().split("\n")[:-60]]
    assert _verify_all(table, table.reports("blue"))[0] == 0


def test_a_name_that_looks_like_json(tmp_path: Any, game: Callable[..., Table]) -> None:
    made = game("duel", 0)
    keys, folder = made.folder / "secret", tmp_path / "named"
    assert cli("new", "duel", folder, "--key", keys / "host-key", "--name", "{x}").status == 0
    joins = []
    for seat in made.seats:
        joins.append(tmp_path / f"{seat}.yaml")
        options = ("--seat", seat, "--key", keys / seat, "--out", joins[-1])
        assert cli("join", folder / "offer.yaml", *options).status == 0
    assert cli("admit", folder, *joins).status == 0
    assert cli("verify", folder / "reports" / "red" / "0000.txt").status == 0


# -- ssh-keygen ------------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
def test_the_real_ssh_keygen_checks_a_header(table: Table) -> None:
    """What `canon` prints and the file's signature, without a line of this program's checks."""
    path = table.put("red.yaml", table.orders("red"))
    header = cli("canon", path).raw
    signature = path.with_name("red.sig")
    text = path.read_text()
    start = text.index("-----BEGIN SSH")
    signature.write_text("\n".join(line.strip() for line in text[start:].split("\n")))
    allowed = path.with_name("allowed")
    allowed.write_text(f"red {table.charter.keys['red']}\nblue {table.charter.keys['blue']}\n")

    def accepted(message: bytes, who: str, namespace: str = "referee-orders") -> bool:
        command = ["ssh-keygen", "-Y", "verify", "-f", str(allowed), "-I", who, "-n", namespace]
        done = subprocess.run(
            [*command, "-s", str(signature)], input=message, capture_output=True, check=False
        )
        return done.returncode == 0

    assert accepted(header, "red")
    assert not accepted(header, "blue")
    assert not accepted(header, "red", "referee-report")
    assert not accepted(header.replace(b'"run":"4"', b'"run":"5"'), "red")


def test_a_report_by_itself_says_what_was_not_checked(game: Callable[..., Table]) -> None:
    """With its neighbours more is checked than without them: `verified` is not said of both."""
    table = game("duel", 4)
    reports = table.reports("red")
    said = cli("verify", reports[3])
    assert (said.status, said.out) == (0, f"{reports[3]}: verified by itself\n")
    assert (
        "referee: report 2 was not given, so this was not checked: whether report 3 follows"
        in said.err
    )
    assert json.loads(cli("verify", reports[3], "--json").out)["alone"] == [str(reports[3])]
    for given in (reports[:1], reports[:3], [table.reports("blue")[2], *reports[:4]]):
        said = cli("verify", *given)
        assert said.status == 0
        assert said.out.count(": verified\n") == len(given)
        assert "was not given, so this was not checked" not in said.err
    said = cli("verify", *reports[2:])
    assert said.out.splitlines()[0].endswith("0002.txt: verified by itself")
    assert said.out.count(": verified\n") == 2


def test_a_missing_report_is_called_missing(game: Callable[..., Table]) -> None:
    """Not that those that are there do not fit together."""
    table = game("relay", 6)
    reports = table.reports("anna")
    for gone, told in (([2], "report 2 is missing"), ([2, 3, 4], "reports 2 to 4 are missing")):
        said = cli("verify", *(path for n, path in enumerate(reports) if n not in gone))
        assert said.status == 1
        assert f"{told}, so what went before is not checked" in said.out
        left = len(reports) - len(gone)
        assert (
            f"{left} of {left} reports are good by themselves and do not contradict each other"
            in said.err
        )
        assert "but contradict each other" not in said.err
