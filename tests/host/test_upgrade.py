"""Ruleset versions: a game goes on by its own rules until it is upgraded, and then by the new ones.

The toys of `tests.toys.versions` take the place of those that games were opened by, as a new
version does that was installed.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee import ruleset as finder
from referee.engine.rules import Ruleset
from referee.fault import NOT_ALLOWED, Fault, Refused
from referee.host.kept_game import Host
from referee.lab.selfplay import save
from referee.ruleset import data_digest, load
from tests import verifier
from tests.host.test_crash import Breaker, Stop, breaking
from tests.support.mailbag import TOYS, Table, cli
from tests.toys import duel, versions
from tests.toys.changed import alter, changed

Game = Callable[..., Table]
Install = Callable[[Ruleset], None]

OTHER = "the game was made with duel 1, but duel 2 is installed"


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Puts a version of a toy in the place of the one before."""

    def put(ruleset: Ruleset) -> None:
        monkeypatch.setitem(TOYS, ruleset.name, ruleset)

    return put


def by(table: Table, ruleset: Ruleset) -> Table:
    """The same folder for players who have that version."""
    return Table(table.folder, ruleset, table.seed)


def files(table: Table) -> list[bytes]:
    return [table.orders(seat) for seat in table.due()]


def tried(table: Table) -> dict[str, Any]:
    """What a dry run tells, which changes nothing."""
    before = table.snapshot()
    said = cli("upgrade", "--dry-run", table.folder, "--json")
    assert table.snapshot() == before
    (row,) = json.loads(said.out)
    assert said.status == (1 if "reason" in row else 0)
    return dict(row)


def upgraded(table: Table) -> str:
    """Upgrade for good; what was told."""
    wanted = tried(table)
    said = cli("upgrade", table.folder)
    assert said.status == 0, said.err
    assert said.out.rstrip().endswith(wanted["told"])
    return str(wanted["told"])


def journal(table: Table) -> list[dict[str, Any]]:
    return [json.loads(line) for line in table.folder.joinpath("journal").read_text().splitlines()]


# Without an upgrade.


@pytest.mark.parametrize("command", ["apply", "status", "orders", "check"])
def test_a_game_of_another_version_is_refused(game: Game, install: Install, command: str) -> None:
    table = game("duel", 2)
    order = table.put("red.yaml", table.orders("red"))
    install(versions.SAME)
    before = table.snapshot()
    arguments: dict[str, list[object]] = {
        "apply": [table.folder, order],
        "status": [table.folder],
        "orders": [table.folder, "--seat", "red"],
        "check": [order, "--game", table.folder],
    }
    said = cli(command, *arguments[command])
    assert said.status == 1
    assert OTHER in said.err
    assert f"'referee upgrade --dry-run {table.folder}'" in said.err
    assert "or install duel 1" in said.err
    assert table.snapshot() == before


def test_other_data_are_another_version(game: Game, install: Install) -> None:
    table = game("duel", 2)
    install(versions.OTHER_DATA)
    said = cli("status", table.folder)
    digest = data_digest(duel.ruleset)[:12]
    assert (
        f"the game was made with duel 1 with data {digest}, but the installed data differ"
        in said.err
    )
    upgraded(table)
    assert cli("status", table.folder).status == 0
    assert "data" in cli("upgrade", "--dry-run", game("duel", 2, "other").folder).out


@pytest.mark.parametrize("command", ["check", "sign", "orders"])
def test_a_report_of_another_version_is_refused(game: Game, install: Install, command: str) -> None:
    table = game("duel", 2)
    order, report = table.put("red.yaml", table.orders("red")), table.report("red")
    install(versions.SAME)
    given = {"check": [order], "sign": [order, "--key", table.folder / "secret/red"], "orders": []}
    said = cli(command, *given[command], "--report", report)
    assert said.status == 1
    assert "the report was made with duel 1, but duel 2 is installed" in said.err
    assert "install that version" in said.err
    assert "mail program" not in said.err


def test_what_needs_no_rules_is_verified_of_any_version(game: Game, install: Install) -> None:
    table = game("duel", 3)
    install(versions.SAME)
    reports = table.reports("red")
    said = cli("verify", *reports)
    assert said.status == 1
    assert said.out.count("rules: the report was made with duel 1, but duel 2 is installed") == len(
        reports
    )
    assert len(said.out.splitlines()) == len(reports)
    # What is wrong elsewhere is found nevertheless.
    reports[3].write_text(reports[3].read_text().replace("who is lucky", "who is happy"))
    said = cli("verify", *reports)
    for place in ("signature", "head", "rules"):
        assert f"{reports[3]}: {place}" in said.out


def test_a_game_that_has_not_started(game: Game, install: Install) -> None:
    table = game("duel", 0)
    table.folder.joinpath("charter.yaml").unlink()
    install(versions.SAME)
    row = tried(table)
    assert row["reason"] == "the game has not started"


def test_no_folder(tmp_path: Path) -> None:
    said = cli("upgrade", "--dry-run", tmp_path / "nowhere")
    assert said.status == 1
    assert "is not a game folder" in said.err


# Where nothing changes.


@pytest.mark.parametrize("runs", range(4))
@pytest.mark.parametrize("version", [versions.SAME, versions.BEHIND])
def test_the_same_open_step(game: Game, install: Install, runs: int, version: Ruleset) -> None:
    table = game("duel", runs)
    orders = files(table)
    install(version)
    assert upgraded(table) == "nothing changes"
    assert tried(table)["told"] == "it already has these rules"
    assert journal(table)[-1]["type"] == "upgrade"
    said = table.apply(*orders)
    assert said.status == 0, said.err
    number = f"{runs + 1:04d}.txt"
    text = " ".join(table.report("red").read_text().split())
    assert f"reports/red/{number}" in said.out
    told = "*** New rules from this run on: Duel 2; the game was opened with version 1."
    assert told in text
    assert "open step was replayed" not in text
    assert cli("verify", table.report("red"), table.report("blue")).status == 0


def test_a_whole_game_by_both_versions(game: Game, install: Install) -> None:
    table = game("duel", 2)
    orders = files(table)
    install(versions.SAME)
    upgraded(table)
    assert table.apply(*orders).status == 0
    newer = by(table, versions.SAME)
    newer.play()
    assert newer.status()["over"] is True
    text = newer.report("blue").read_text()
    assert "Rules since run 3: Duel 2; the game was opened with version 1." in text
    said = cli("verify", *newer.reports("blue"))
    assert "since run 3 the game is played by duel 2\n" in said.err
    # Who knows no rules at all finds nothing wrong.
    named = [
        (str(path), path.read_text()) for seat in ("red", "blue") for path in newer.reports(seat)
    ]
    charter = newer.folder.joinpath("charter.yaml").read_text()
    assert verifier.verify(charter, named)[0] == []
    named[3] = ("forged", named[3][1].replace('"since":3', '"since":2'))
    assert verifier.verify(charter, named)[0] != []
    assert said.out.count(": verified\n") == 2
    assert said.out.count("rules: the report was made with duel 1, but duel 2 is installed") == 3
    assert len(said.out.splitlines()) == 5
    install(duel.ruleset)
    said = cli("verify", *newer.reports("blue"))
    assert said.out.count(": verified\n") == 3
    assert said.out.count("rules: the report was made with duel 2, but duel 1 is installed") == 2
    # No upgrade moves a die.
    other = game("duel", 4, "other")
    rolls = [t.sheet("red")["public"]["rolls"] for t in (newer, other)]
    assert rolls[0] == rolls[1] != []


def test_back_to_the_rules_of_the_charter(game: Game, install: Install) -> None:
    table = game("duel", 2)
    orders = files(table)
    install(versions.SAME)
    upgraded(table)
    assert table.apply(*orders).status == 0
    orders = files(by(table, versions.SAME))
    install(duel.ruleset)
    said = cli("apply", table.folder)
    assert "the game was made with duel 2, but duel 1 is installed" in said.err
    assert upgraded(table) == "nothing changes"
    assert table.apply(*orders).status == 0
    assert "rules" not in table.sheet("red")["public"]
    assert "New rules from this run on: Duel 1;" in table.report("red").read_text()
    assert cli("verify", table.report("red")).status == 0


# Where something differs.


def again(table: Table, ruleset: Ruleset, install: Install, told: str) -> Table:
    """Upgrade, and make the run that goes through the open step again."""
    orders = files(table)
    install(ruleset)
    assert upgraded(table) == told
    status = table.status()
    assert (status["reopened"], status["asked"]) == (True, {})
    said = table.apply(*orders)
    assert said.status == 0, said.err
    newer = by(table, ruleset)
    assert "open step was replayed" in table.report("red").read_text()
    assert newer.status()["reopened"] is False
    assert cli("verify", newer.report("red"), newer.report("blue")).status == 0
    return newer


def to_the_end(table: Table) -> None:
    while table.due():
        table.play()
    assert table.status()["over"] is True
    assert cli("verify", table.report("red")).status == 0


GONE = "the open step is replayed: it differs from "
PLAY = "play one card of your hand"
BOTH = f"red is asked again: {PLAY}; blue is asked again: {PLAY}"


def test_what_is_asked_is_another_thing(game: Game, install: Install) -> None:
    told = f"{GONE}what is asked after answer 1 on; " + BOTH.replace(PLAY, "play one card, openly")
    table = again(game("duel", 2), versions.ASKS, install, told)
    asked = [request["kind"] for request in table.sheet("red")["public"]["asked"]]
    assert asked == ["openly", "openly"]
    to_the_end(table)


def test_the_position_is_another(game: Game, install: Install) -> None:
    told = f"{GONE}the position after answer 1 on; {BOTH}"
    table = again(game("duel", 2), versions.COUNTS, install, told)
    assert table.sheet("red")["state"]["public"]["asked"] == 1
    assert "counted: {'asked': 1}" in table.report("red").read_text()
    to_the_end(table)


def test_dice_come_first(game: Game, install: Install) -> None:
    told = f"{GONE}what comes after answer 1 on; dice of run 3 come before anything is asked"
    table = again(game("duel", 2), versions.WINDY, install, told)
    assert [roll["label"] for roll in table.sheet("red")["public"]["rolls"]] == ["wind"]
    to_the_end(table)


def test_another_step(game: Game, install: Install) -> None:
    boasts = "; ".join(f"{seat} is asked again: boast or not" for seat in ("red", "blue"))
    told = f"{GONE}its beginning on; {boasts}"
    table = again(game("duel", 2), versions.RENAMED, install, told)
    to_the_end(table)


def test_an_answer_is_not_legal_any_more(game: Game, install: Install) -> None:
    table = game("duel", 1)
    boasting = [table.orders(seat, [{"boast": ""}]) for seat in ("red", "blue")]
    assert table.apply(*boasting).status == 0
    boasts = "; ".join(f"{seat} is asked again: boast or not" for seat in ("red", "blue"))
    newer = again(table, versions.NO_BOAST, install, f"{GONE}answer 1 on; {boasts}")
    assert "shown" not in newer.report("red").read_text()
    to_the_end(newer)


def test_what_an_answer_led_to_is_told_again(game: Game, install: Install) -> None:
    """An answer that stays, and what it led to by the new rules."""
    table = game("duel", 1)
    assert table.apply(*[table.orders(seat, [{"boast": ""}]) for seat in table.due()]).status == 0
    told = f"{GONE}the position after answer 1 on; {BOTH}"
    newer = again(table, versions.COUNTS, install, told)
    kinds = [event["kind"] for event in newer.sheet("red")["public"]["events"]]
    assert kinds == ["boast", "boast", "counted"]
    assert "you alone know why" in newer.report("red").read_text()


def test_a_roll_is_another(game: Game, install: Install) -> None:
    table = game("dig", 0)
    lines = [{"dig": "hill"}, {"if": "gold >= 99", "else": "stop", "dig": "brook"}]
    assert table.apply(table.orders("kim", lines), table.orders("lee")).status == 0
    assert table.due() == ["kim"]
    orders = files(table)
    install(versions.DEEP)
    told = f"{GONE}the roll 'gold' on; dice of run 2 come before anything is asked"
    assert upgraded(table) == told
    assert table.apply(*orders).status == 0
    # The answer has stayed, and the dice are those of the new run.
    public = table.sheet("kim")["public"]
    assert [(roll["faces"], roll["label"]) for roll in public["rolls"]] == [(12, "gold")]
    assert [event["kind"] for event in public["events"]] == ["dug"]
    assert public["due"] == ["lee"]
    assert cli("verify", table.report("kim")).status == 0


def test_the_game_is_over_by_the_new_rules(game: Game, install: Install) -> None:
    table = game("duel", 2)
    orders = files(table)
    install(versions.SHORTER)
    assert upgraded(table) == f"{GONE}its beginning on; the game is over by these rules"
    assert table.apply(*orders).status == 0
    assert table.status()["over"] is True


def test_upgraded_twice_between_two_runs(game: Game, install: Install) -> None:
    table = game("duel", 2)
    orders = files(table)
    install(versions.ASKS)
    upgraded(table)
    journal = (table.folder / "journal").read_bytes()
    for version in (duel.ruleset, versions.COUNTS):  # back again, or on
        if version.version == "2":
            version = changed(version, version="3")
        install(version)
        said = cli("upgrade", table.folder)
        assert (said.status, "already upgraded after run 2" in said.out + said.err) == (1, True)
        assert (table.folder / "journal").read_bytes() == journal
    install(versions.ASKS)
    assert table.apply(*orders).status == 0
    to_the_end(by(table, versions.ASKS))


# What lies in the inbox.


def test_a_file_that_was_accepted_is_judged_again(game: Game, install: Install) -> None:
    table = game("duel", 2)
    hand = table.sheet("red")["state"]["own"]["hand"]
    best, worst = ([{"play": card.title()}] for card in (hand[-1], hand[0]))
    good, bad = table.orders("red", best), table.orders("red", worst)
    blue = table.orders("blue", [{"play": table.sheet("blue")["state"]["own"]["hand"][-1].title()}])
    assert table.apply(bad).status == 3
    install(versions.STRICTER)
    told = "nothing changes; red's file 0003-red-1.yaml is no longer legal"
    assert upgraded(table) == told
    assert table.status()["here"] == []
    # The same file is refused now, with the reason; a new edition is wanted, not the same again.
    said = table.apply(bad, blue)
    assert "not your worst card" in said.err
    assert "sign with --edition 2" in table.apply(good).err
    said = table.apply(table.orders("red", best, edition=2))
    assert said.status == 0, said.err
    word = "Edition 1 of your orders is no longer legal in Duel 2 and is dropped: not your worst"
    assert word in " ".join(table.report("red").read_text().split())
    assert "dropped" not in table.report("blue").read_text()
    assert cli("verify", table.report("red"), table.report("blue")).status == 0


def test_a_file_that_is_good_still_is_kept(game: Game, install: Install) -> None:
    table = game("duel", 2)
    cards = {s: table.sheet(s)["state"]["own"]["hand"][-1].title() for s in ("red", "blue")}
    red, blue = (table.orders(seat, [{"play": card}]) for seat, card in cards.items())
    assert table.apply(red).status == 3
    install(versions.STRICTER)
    assert upgraded(table) == "nothing changes"
    assert table.status()["here"] == ["red"]
    assert "already accepted" in table.apply(red).err
    assert table.apply(blue).status == 0
    played = table.sheet("red")["public"]["events"][-1]["data"]["played"]
    assert played == {seat: card.lower() for seat, card in cards.items()}


def test_a_file_whose_orders_are_void_brings_its_link(game: Game, install: Install) -> None:
    table = game("duel", 2)
    red, blue = files(table)
    assert table.apply(red).status == 3
    install(versions.ASKS)
    assert "file" not in upgraded(table)
    said = table.apply(blue)
    assert said.status == 0
    assert "warning: the rules were upgraded after report 2: these orders do not count" in said.err
    sheet = table.sheet("red")
    assert sorted(sheet["public"]["links"]) == ["host", "seat/blue", "seat/red"]
    assert "shown" not in [event["kind"] for event in sheet["public"]["events"]]


STRIDE = {"on": "stride", "orders": [{"stride": "1"}]}


def test_an_advance_file_and_standing(game: Game, install: Install) -> None:
    """Of two advance files one is good still; standing orders in words of before are withdrawn."""
    standing_orders = [
        {"on": "stride", "if": "breath >= 1", "then": "all"},
        {"on": "stride", "then": "all"},
    ]
    table = game("relay", 1)
    ahead = table.later("anna", STRIDE, standing=standing_orders)
    assert table.apply(ahead).status == 3
    other = table.copy(table.folder.with_name("other"))
    bert = table.orders("bert", [{"stride": "1"}])
    install(versions.SAME_RELAY)
    assert upgraded(table) == "nothing changes"
    assert table.apply(bert).status == 0
    assert "On stride, your advance order 1 answered." in table.report("anna").read_text()
    install(versions.LEAPING)
    told = upgraded(other)
    assert "anna's file 0001.advance-anna-1.yaml is no longer legal" in told
    assert other.status()["queues"] == {}


def test_plans_in_force(game: Game, install: Install) -> None:
    standing_orders = [{"on": "stride", "if": "turn <= 2", "then": {"stride": "1"}, "times": "3"}]
    table = game("relay", 1)
    standing_orders += [{"on": "stride", "if": "turn >= 5", "until": "6", "then": "all"}]
    assert (
        table.apply(table.orders("bert", [{"stride": "1"}], standing=standing_orders)).status == 0
    )
    other = table.copy(table.folder.with_name("other"))
    install(versions.SAME_RELAY)
    assert upgraded(table) == "nothing changes"

    install(versions.NO_PLANS)
    assert "bert's standing orders are no longer legal" in upgraded(other)


def test_an_upgrade_does_not_bring_a_game_back_that_was_ended(game: Game, install: Install) -> None:
    table = game("duel", 1)
    table.apply(table.orders("red", resign="yes"), table.orders("blue"))
    install(versions.SAME)
    said = cli("upgrade", table.folder)
    assert said.status == 1
    assert "the game is over: its players have ended it" in said.err


# What cannot be upgraded.


@pytest.mark.parametrize(
    ("version", "runs", "reason"),
    [
        (versions.WEATHER, 2, "the rules fail on the position (KeyError at versions.py, line "),
        (versions.BROKEN, 2, "the position is impossible by these rules"),
        (versions.LONGER, 4, "the game is over, but would go on by these rules"),
        (versions.FEWER_OPTIONS, 2, "duel has no option 'mood'; choose from: none"),
    ],
)
def test_what_cannot_be_upgraded(
    game: Game, install: Install, version: Ruleset, runs: int, reason: str
) -> None:
    table = game("duel", runs)
    install(version)
    before = table.snapshot()
    assert tried(table)["reason"].startswith(reason)
    said = cli("upgrade", table.folder)
    assert said.status == 1
    assert f"error: {table.folder} cannot be upgraded: {reason}" in said.err
    assert "hand" not in said.err
    assert table.snapshot() == before


def test_a_new_option_is_no_hindrance(game: Game, install: Install) -> None:
    table = game("duel", 2)
    orders = files(table)
    install(versions.MORE_OPTIONS)
    assert upgraded(table) == "nothing changes"
    assert table.apply(*orders).status == 0
    assert cli("verify", table.report("red")).status == 0


def test_a_game_that_is_over(game: Game, install: Install) -> None:
    table = game("duel", 4)
    install(versions.SAME)
    assert upgraded(table) == "nothing changes"
    assert table.status()["over"] is True


INTERRUPTED = "run {} was interrupted, or its checkpoint was lost"


def _stop(host: Host) -> None:
    raise Stop


def test_an_interrupted_run_wants_its_own_rules(game: Game, install: Install) -> None:
    patch = pytest.MonkeyPatch()
    table = game("duel", 2)
    orders = files(table)
    patch.setattr(Host, "finish", _stop)
    with pytest.raises(Stop):
        table.apply(*orders)
    patch.undo()
    assert journal(table)[-1]["type"] == "entry"
    install(versions.SAME)
    row = tried(table)
    assert row["reason"] == INTERRUPTED.format(3)
    assert row["hint"] == f"let 'referee apply {table.folder}' complete it with duel 1"
    install(duel.ruleset)
    assert table.apply().status == 0
    install(versions.SAME)
    upgraded(table)


@pytest.mark.parametrize("lost", ["checkpoint-*", "reports/red/0002.txt"])
def test_what_was_lost_wants_its_own_rules(game: Game, install: Install, lost: str) -> None:
    table = game("duel", 2)
    for path in table.folder.glob(lost):
        path.unlink()
    install(versions.SAME)
    reasons = (
        "a checkpoint or report was lost",
        "run 1 was interrupted, or its checkpoint was lost",
    )
    assert tried(table)["reason"] in reasons
    assert "complete it with duel 1" in tried(table)["hint"]
    install(duel.ruleset)
    assert table.apply().status == 0
    install(versions.SAME)
    assert upgraded(table) == "nothing changes"


def test_a_newer_folder(game: Game) -> None:
    table = game("duel", 2)
    for path in table.folder.glob("checkpoint-*"):
        raw = path.read_bytes().split(b"\n")[1].replace(b'"format":1', b'"format":2')
        path.write_bytes(hashlib.sha256(raw).hexdigest().encode() + b"\n" + raw + b"\n")
    for command in (("status",), ("apply",), ("upgrade", "--dry-run")):
        said = cli(*command, table.folder)
        assert said.status == 1
        assert "the checkpoint has format 2; this program knows format 1" in said.err
        assert "install a newer version of the program" in said.err


def test_several_folders(game: Game, install: Install) -> None:
    one, other = game("duel", 2), game("duel", 1, "other")
    relay = game("relay", 2, "relay")
    install(versions.ASKS)
    said = cli(
        "upgrade", "--dry-run", one.folder, one.folder / "nowhere", other.folder, relay.folder
    )
    assert said.status == 1
    lines = [line.split(None, 1) for line in said.out.splitlines()]
    assert [line[0] for line in lines] == [str(t.folder) for t in (one, other, relay)]
    assert [line[1].split("  ")[0] for line in lines] == ["duel 1 -> 2", "duel 1 -> 2", "relay 1"]
    assert "nowhere cannot be upgraded" in said.err


# Crashes and losses.


def test_interrupted_at_every_call(game: Game, install: Install) -> None:
    """The game is as before, or upgraded, and goes on either way."""
    table = game("duel", 2)
    red, blue = files(table)
    assert table.apply(red).status == 3
    install(versions.ASKS)
    counted = Breaker(-1)
    undisturbed = table.copy(table.folder.with_name("undisturbed"))
    with breaking(counted):
        upgraded(undisturbed)
    assert counted.calls > 6
    assert undisturbed.apply(blue).status == 0
    wanted = undisturbed.snapshot()
    seen = set()
    for at in range(1, counted.calls + 1):
        for late in (False, True):
            broken = table.copy(table.folder.with_name(f"broken-{at}-{late}"))
            with breaking(Breaker(at, late)), pytest.raises(Stop):
                cli("upgrade", broken.folder)
            said = cli("status", broken.folder)
            seen.add(said.status)
            if said.status:
                assert OTHER in said.err
                assert cli("upgrade", broken.folder).status == 0
            assert broken.apply(blue).status == 0
            left = {k: v for k, v in broken.snapshot().items() if not k.endswith(".new")}
            assert left == wanted, at
            shutil.rmtree(broken.folder)
    assert seen == {0, 1}


def test_a_lost_checkpoint_of_before(game: Game, install: Install) -> None:
    """The line of the upgrade is where the game is taken up, as nothing before it can be made."""
    table = game("duel", 2)
    red, blue = files(table)
    assert table.apply(red).status == 3
    install(versions.SAME)
    upgraded(table)
    assert table.apply(blue).status == 0
    newer = by(table, versions.SAME)
    assert newer.apply(newer.orders("red")).status == 3
    wanted = table.snapshot()
    for path in [*table.folder.glob("checkpoint-*"), table.report("blue")]:
        path.unlink()
    said = table.apply()
    assert said.status == 0
    assert "the game was resumed at its upgrade after run 2" in said.err
    assert newer.status()["here"] == ["red"]
    made = {name: raw for name, raw in table.snapshot().items() if "checkpoint" not in name}
    assert made == {name: raw for name, raw in wanted.items() if "checkpoint" not in name}
    assert newer.apply(newer.orders("blue")).status == 0


def test_a_damaged_checkpoint_and_a_torn_line(game: Game, install: Install) -> None:
    """The older checkpoint leads to the line of the upgrade; one that is cut short never was."""
    table = game("duel", 2)
    orders = files(table)
    install(versions.SAME)
    upgraded(table)
    torn = table.copy(table.folder.with_name("torn"))
    for folder in (table.folder, torn.folder):
        folder.joinpath("checkpoint-0").write_bytes(b"")
    assert table.apply(*orders).status == 0
    raw = torn.folder.joinpath("journal").read_bytes()
    torn.folder.joinpath("journal").write_bytes(raw[:-20])
    assert OTHER in cli("status", torn.folder).err
    assert tried(torn)["reason"] == INTERRUPTED.format(2)
    install(duel.ruleset)
    said = torn.apply(*orders)
    assert said.status == 0
    assert "the journal's last line is incomplete" in said.err


def test_a_lost_report_of_before(game: Game, install: Install) -> None:
    table = game("duel", 2)
    orders = files(table)
    install(versions.SAME)
    upgraded(table)
    table.report("red").unlink()
    said = cli("status", table.folder)
    assert said.status == 1
    assert "report 2 of red is missing\n" in said.err
    assert "only the earlier rules can make it again; its player has it" in said.err
    assert table.apply(*orders).status == 0


def test_a_file_that_lies_there_outlives_its_checkpoints(game: Game) -> None:
    """Where all is made again from the journal, the new checkpoint knows accepted files too."""
    table = game("duel", 2)
    red, blue = files(table)
    assert table.apply(red).status == 3
    for path in table.folder.glob("checkpoint-*"):
        path.unlink()
    assert "replayed from its journal" in table.apply().err
    assert table.status()["here"] == ["red"]
    assert table.apply(blue).status == 0


# A real game, and one with corrections.


def _real(folder: Path, version: str, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game of the shelf after some runs, and its ruleset with another number."""
    ruleset = load("julius-caesar")
    save(ruleset, folder, 5, "land", {}, most_runs=5)
    table = Table(folder, ruleset, 5)
    alter(monkeypatch, ruleset, version=version)
    return table


def test_a_real_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = _real(tmp_path / "game", "next", monkeypatch)
    assert upgraded(table) == "nothing changes"
    monkeypatch.undo()
    orders = files(table)
    alter(monkeypatch, table.ruleset, version="next")
    assert table.apply(*orders).status == 0
    table.play(3)
    said = cli("verify", *table.reports("caesar")[6:])
    assert said.status == 0, said.out
    assert "Rules since run 6: Julius Caesar next" in table.report("caesar").read_text()
    said = cli("rulesets", "show", "--game", table.folder)
    assert said.status == 0
    assert "warning: the charter was made with julius-caesar" in said.err


def _corrected(folder: Path) -> Table:
    tree = {"note": "mine", "map": {"cities": {"antioch": {"value": "2"}}}}
    ruleset = load("julius-caesar", tree)
    save(ruleset, folder, 5, "land", {}, most_runs=3)
    return Table(folder, ruleset, 5)


def test_corrections_are_laid_over_the_new_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = _corrected(tmp_path / "game")
    orders = files(table)
    for ruleset in (table.ruleset, load("julius-caesar")):
        alter(monkeypatch, ruleset, version="next")
    assert upgraded(table) == "nothing changes"
    assert table.apply(*orders).status == 0
    assert "with corrections to map (1 datum): mine" in table.report("caesar").read_text()


def test_corrections_that_do_not_fit_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = _corrected(tmp_path / "game")
    alter(monkeypatch, load("julius-caesar"), version="next")

    def misfit(name: str, corrections: object) -> Ruleset:
        raise Refused([Fault(NOT_ALLOWED, ("map",), "map: no key 'antioch' here")])

    monkeypatch.setattr(finder, "_corrected", {})
    monkeypatch.setattr(finder, "_load_corrected", misfit)
    assert tried(table)["reason"] == "corrections, map: no key 'antioch' here"
    said = cli("status", table.folder)
    assert said.status == 1
    assert "was made with julius-caesar" in said.err
    assert "antioch" not in said.err
    # All but the text can be verified.
    said = cli("verify", table.report("caesar"))
    assert said.status == 1
    assert len(said.out.splitlines()) == 1
    assert "rules: julius-caesar" in said.out
    assert "not installed here, so its text was not checked" in said.out
