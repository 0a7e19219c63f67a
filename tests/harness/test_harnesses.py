"""A small share of each harness, and faults planted for it to find."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import random
import re
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import click
import pytest

from referee import ruleset as finder
from referee.adjudicate.inbox import Inbox
from referee.charter.papers import read_charter
from referee.files import folding
from referee.folder.journal import Journal
from referee.folder.store import Store
from referee.proof.canonical import canonical, typed
from referee.record.host_record import Keeper
from referee.record.record_file import Games
from referee.verify.audit.audit import Audit
from tests.blind.series import MOST
from tests.conftest import NOT_TRIED
from tests.harness import (
    blind,
    crash,
    determinism,
    flips,
    mutate,
    together,
    truncate,
)
from tests.harness.disk import KILLED, KILLED_AFTER, POWER, WAYS, Cache
from tests.harness.mutation import TRICKS, number_changed, trick
from tests.harness.oddities import SPEAKING
from tests.harness.settings import Tally
from tests.support.installing import toys
from tests.support.seeds import count

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with toys():
        yield


def given(seed: int, count: int, **more: object) -> Namespace:
    return Namespace(seed=seed, count=count, **more)


# -- mutate ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[mutate.Workshop]:
    with toys():
        yield mutate.Workshop(1, tmp_path_factory.mktemp("mutate"), ["carrhae"])


def test_hostile_files(shop: mutate.Workshop) -> None:
    many = count(100, 3000)
    tally = shop.run(range(1, many + 1))
    assert tally.faults == []
    assert tally.counts["refused, broken"] > many // 4
    assert tally.counts["accepted, harmless"] > many // 30
    assert tally.counts["accepted, forged"] > many // 60
    seldom = {"cases, corrections", "cases, bundle", "cases, host-record"}
    assert {f"cases, {kind}" for kind in mutate.SHARES} <= set(tally.counts) | seldom


def test_a_hostile_file_in_processes(shop: mutate.Workshop) -> None:
    before = len(shop.tally.faults)
    shop.processed(shop.case(7))
    assert shop.tally.faults[before:] == []
    assert shop.tally.counts["processes"] > 0


def test_what_the_product_must_not_do_is_found(
    shop: mutate.Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A signature that is not looked at; and a reader that falls over its own feet."""
    numbers = range(1, 60)
    with monkeypatch.context() as patch:
        patch.setattr("referee.proof.sshsig._check_signature", lambda *of: None)
        shop.run(until(shop, numbers, "an altered file is accepted"))
        assert shown(shop, "an altered file is accepted")
    shop.tally.faults.clear()

    def stumbles(*of: object) -> None:
        raise KeyError("a host's word")

    with monkeypatch.context() as patch:
        patch.setattr("referee.verify.report.links.check_links", stumbles)
        shop.run(until(shop, numbers, "KeyError"))
        assert shown(shop, "KeyError")
    shop.tally.faults.clear()


def shown(shop: mutate.Workshop, *faults: str) -> bool:
    """Whether files have shown all these faults."""
    text = "\n".join(shop.tally.faults)
    return all(fault in text for fault in faults)


def until(shop: mutate.Workshop, numbers: Iterable[int], *faults: str) -> Iterator[int]:
    """Numbers of cases, as long as these faults have not all been found."""
    return takewhile(lambda number: not shown(shop, *faults), numbers)


@dataclass
class Trap:
    """A place for a fault, and hostile files of one kind alone to find it by."""

    shop: mutate.Workshop
    patch: pytest.MonkeyPatch

    def plant(self, name: str, value: object) -> None:
        """Put something wrong in the place of what is right."""
        self.patch.setattr(name, value)

    def finds(
        self,
        kind: str,
        way: str,
        *faults: str,
        count: int = 60,
        soon: int = 1,
        commands: bool = False,
    ) -> bool:
        """Whether so many files of a kind and way show all these faults; the first that do will.

        soon: the file to begin with, where the first that does is known to come late."""
        self.patch.setattr(mutate, "SHARES", {kind: 1})
        self.patch.setattr(mutate, "WAYS", {way: 1})
        self.patch.setattr(mutate, "BY_COMMAND", 1 if commands else 10**6)
        self.patch.setattr(self.shop, "tally", Tally())
        self.shop.known.clear()
        with contextlib.redirect_stderr(io.StringIO()):
            self.shop.run(until(self.shop, range(soon, count), *faults))
        return shown(self.shop, *faults)


@pytest.fixture
def trap(shop: mutate.Workshop, monkeypatch: pytest.MonkeyPatch) -> Iterator[Trap]:
    yield Trap(shop, monkeypatch)
    shop.known.clear()


def test_odd_texts_that_are_read_are_found(trap: Trap) -> None:
    trap.plant("referee.report.report_file.first_strange", lambda *of: "")
    assert trap.finds("report", "forged", "in a text is read")


def test_odd_texts_that_are_printed_are_found(trap: Trap) -> None:
    trap.plant("tests.harness.mutation.CHANGES", (trick,))
    trap.plant("tests.harness.mutation.TRICKS", SPEAKING[:4])
    for name in ("cli.output.shown", "cli.output.printable", "files.folding.printable"):
        trap.plant(f"referee.{name}", lambda text: text)
    assert trap.finds("orders", "broken", "prints U+", count=40, commands=True)


def test_twin_charters_are_found(trap: Trap) -> None:
    """D as it was once: over all that the charter says, with keys that nobody knows."""
    trap.plant("referee.charter.papers.shape_faults", lambda *of: [])
    whole = property(lambda self: hashlib.sha256(canonical(self.tree)).digest())
    trap.plant("referee.charter.papers.Charter.digest", whole)
    assert trap.finds(
        "charter", "forged", "the host has made another game of it", count=150, soon=66
    )


def test_types_under_one_head_are_found(trap: Trap, tmp_path: Path) -> None:
    """Digests as they were once: of texts alone."""

    def told(data: object) -> bytes:
        return re.sub(rb'"(true|false|null|[0-9]+)"', rb"\1", typed(data))

    for name in ("canonical", "heads"):
        trap.plant(f"referee.proof.{name}.typed", told)
    trap.shop = mutate.Workshop(1, tmp_path, [])
    told_apart = "two reports with one head tell different things"
    assert trap.finds("report", "forged", "(types)", told_apart, count=400, soon=316)


def test_a_comparison_that_finds_nothing_is_found(trap: Trap) -> None:
    trap.plant("tests.harness.targets.compare", lambda told: [])
    assert trap.finds("report", "forged", "finds no difference in what all see")


@pytest.mark.parametrize("kind", ["journal", "bundle"])
def test_types_that_an_audit_takes_for_the_same_are_found(trap: Trap, kind: str) -> None:
    trap.plant("tests.harness.journals.audit", lambda source, unlock: Audit())
    assert trap.finds(kind, "forged", f"forged {kind} (types)", count=20)


@pytest.mark.parametrize("kind", ["offer", "join", "charter"])
def test_weak_keys_that_are_accepted_are_found(trap: Trap, kind: str) -> None:
    trap.plant("referee.proof.keys.weakness", lambda key: "")
    assert trap.finds(kind, "forged", "a weak key is accepted", count=80)


def test_one_key_for_two_is_found(trap: Trap) -> None:
    trap.plant("referee.charter.papers.check_charter", lambda tree: None)
    trap.plant("tests.harness.papers.good_charter", read_charter)
    assert trap.finds("charter", "forged", "one key speaks for two")


def test_marks_that_cost_time_are_found(trap: Trap) -> None:
    trap.plant("tests.harness.mutation.CHANGES", (trick,))
    trap.plant("tests.harness.mutation.TRICKS", [word for word in TRICKS if "\u0301" in word])
    once = folding._normalized

    def often(form: str, text: str) -> str:
        """As often as in a reader that compares a name with each that there is."""
        return [once(form, text) for _ in range(30)][-1]

    trap.plant("referee.files.folding._normalized", often)
    for name in ("folding", "strict_yaml"):
        trap.plant(f"referee.files.{name}.too_many_marks", lambda text: False)
    assert trap.finds("orders", "broken", "more than 2 seconds", count=40, soon=15)


@pytest.mark.parametrize("kind", ["orders", "join"])
def test_a_reader_that_minds_what_mail_does_is_found(trap: Trap, kind: str) -> None:
    trap.plant("referee.files.arriving.mended", lambda text: (text, []))
    assert trap.finds(kind, "harmless", "it says the same and is not taken for that")


def test_a_queue_that_is_not_kept_is_found(trap: Trap) -> None:
    honest = Inbox.restore
    trap.plant(
        "referee.adjudicate.inbox.Inbox.restore",
        lambda self, saved: honest(self, {**saved, "queue": {}}),
    )
    assert trap.finds("orders", "forged", "another one when it is taken up again")


def test_damaged_records_that_are_believed_are_found(trap: Trap) -> None:
    """Read without their digest."""
    trap.plant("tests.harness.mutation.CHANGES", (number_changed,))
    for name in ("record_file", "host_record"):
        trap.plant(f"referee.record.{name}.opened", _unsealed)
    assert trap.finds("record", "broken", "an altered file is accepted", count=60)
    assert trap.finds("host-record", "broken", "an altered file is accepted", count=40)


def _unsealed(path: Path) -> object:
    return json.loads(path.read_bytes().partition(b"\n")[2])


def test_links_that_are_counted_by_the_record_alone_are_found(trap: Trap) -> None:
    trap.plant("referee.record.signing_rules.brought_forward", lambda record, *of: record)
    trap.plant("referee.record.signing_rules.highest_shown", lambda record, *of: record.number)
    assert trap.finds("record", "forged", "by an old copy")


def test_an_old_folder_that_is_played_on_is_found(trap: Trap) -> None:
    trap.plant("referee.record.host_record.older", lambda *of: "")
    assert trap.finds("host-record", "forged", "a folder that is old is played on", count=30)


# -- crash -----------------------------------------------------------------------------------------


def test_disks_and_processes_that_fail(tmp_path: Path) -> None:
    tally = crash.trials(crash.DEEDS, tmp_path, count(40, 1000), random.Random(1))
    assert tally.faults == []
    assert all(tally.counts[f"cases, {way}"] > 3 for way in WAYS)


def test_every_command_that_writes_a_file_is_interrupted() -> None:
    """A new one has to come into the harness."""
    from referee.cli.main import referee

    writes = {"keygen", "new", "admit", "apply", "upgrade"}  # and all with --out
    context = click.Context(referee)
    for name in referee.list_commands(context):
        command = referee.get_command(context, name)
        assert command is not None
        if any("--out" in option.opts for option in command.params):
            writes.add(name)
    assert writes <= {str(deed.command(Path("room"))[0]) for deed in crash.DEEDS}


def test_a_killed_process_and_a_limit_on_files(tmp_path: Path) -> None:
    tally = crash.processes(crash.DEEDS[0], tmp_path, 23, limits=(1000,))
    assert tally.faults == []
    assert tally.counts["processes killed"] >= 2


def test_what_a_crash_must_not_leave_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host that publishes before he writes it down, and one who does not have it synced."""
    honest = Journal.append
    late: list[tuple[Journal, object]] = []

    def put_off(self: Journal, line: object) -> None:
        late.append((self, line))
        if line["type"] == "accept":  # type: ignore[index]
            honest(self, line)  # type: ignore[arg-type]

    def write_then(self: Store, data: bytes, *parts: str) -> None:
        write(self, data, *parts)
        if parts[0].startswith("checkpoint"):
            honest(*late[-1])  # type: ignore[arg-type]

    write = Store.write
    deed = crash.DEEDS[0]
    rig = crash.Rig(deed, tmp_path / "honest")
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", put_off)
        patch.setattr(Store, "write", write_then)
        found = (f for at in range(30, rig.calls, 3) for f in rig.broken(at, KILLED))
        assert any("the journal does not hold it" in fault for fault in found)
    synced = Cache.synced

    def but_the_journal(self: Cache, handle: int) -> None:
        if self.handles.get(handle, Path()).name != "journal":
            synced(self, handle)

    with monkeypatch.context() as patch:
        patch.setattr(Cache, "synced", but_the_journal)
        found = (f for at in range(1, rig.calls, 4) for f in rig.broken(at, POWER))
        assert any("the journal does not hold it" in fault for fault in found)


def test_records_that_come_too_late_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is signed or published before the record knows it."""
    deeds = {deed.name: deed for deed in crash.DEEDS}
    signing = crash.Rig(deeds["sign"], tmp_path / "sign")
    with monkeypatch.context() as patch:
        patch.setattr(Games, "keep", lambda self, record: None)
        found = (f for at in range(1, signing.calls + 1) for f in signing.broken(at, KILLED_AFTER))
        assert any("signed, and the record does not know it" in fault for fault in found)
    publishing = crash.Rig(deeds["apply with a record"], tmp_path / "apply")
    with monkeypatch.context() as patch:
        patch.setattr(Keeper, "keep", lambda self, known: None)
        found = (f for at in range(30, publishing.calls, 3) for f in publishing.broken(at, KILLED))
        assert any("the host's record knows run 2 alone" in fault for fault in found)


# -- the others ------------------------------------------------------------------------------------


def test_journals_cut_short(tmp_path: Path) -> None:
    tally = truncate.run(given(1, 40), tmp_path)
    assert tally.faults == []
    assert tally.counts["cases"] >= 40


def test_flipped_bits(tmp_path: Path) -> None:
    tally = flips.run(given(1, 24), tmp_path)
    assert tally.faults == []
    assert tally.counts["bits flipped"] == 24


def test_a_flipped_bit_that_no_audit_finds_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee.verify.audit.audit import Audit

    monkeypatch.setattr(flips, "audit", lambda source, unlock: Audit())
    found = flips.run(given(1, 3), tmp_path).faults
    assert len(found) == 3
    assert "not found" in found[0]


def test_two_commands_at_once(tmp_path: Path) -> None:
    many = count(12, 24)
    tally = together.run(given(1, many), tmp_path)
    assert tally.faults == []
    assert tally.counts["cases"] == many


def test_two_commands_without_a_lock_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from contextlib import nullcontext

    monkeypatch.setattr(Store, "lock", lambda self, patience=0: nullcontext())
    assert together.run(given(1, count(12, 24)), tmp_path).faults


SHORT = [["end-of-the-triumvirate", "--scenario", "two", "--seed", 2], ["relay", "--seed", 1]]


def test_other_hash_seeds(tmp_path: Path) -> None:
    """Of a toy; tests/golden and tests/faults play real games so."""
    tally = determinism.trials([sys.executable], ("0", "1"), SHORT[1:], tmp_path)
    assert tally.faults == []
    assert tally.counts["games played"] == 2


def test_other_pythons(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    """With every other Python that can play; which could not, the last line of the run says."""
    tally = Tally()
    if untried := determinism.not_tried():
        record_property(NOT_TRIED, untried)
    others = determinism.others(install=False, tally=tally)
    if not others:
        pytest.skip(untried)
    tally.add(determinism.trials([sys.executable, *others], ("0",), SHORT, tmp_path))
    assert tally.faults == []
    assert tally.counts["games played"] == 2 * (1 + len(others))


def test_a_python_without_packages_is_told_in_the_last_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not skipped in silence: a run of that test ends with what was not tried."""
    bare = tmp_path / "bin" / "python3.12"
    bare.parent.mkdir()
    bare.write_text("#!/bin/sh\ncase $2 in *platform*) echo 3.12.99;; *) exit 1;; esac\n")
    bare.chmod(0o755)
    path = os.pathsep.join([str(bare.parent), os.environ["PATH"]])
    test = "tests/harness/test_harnesses.py::test_other_pythons"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test],
        env={**os.environ, "PATH": path, "TMPDIR": str(tmp_path), "PYENV_ROOT": str(tmp_path)},
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    last = done.stdout.rstrip().splitlines()[-1]
    assert last.startswith("NOT TRIED: Python ") and "3.12.99" in last
    assert "tests.harness.determinism --install" in last
    monkeypatch.setattr(determinism, "found", list)
    assert determinism.not_tried().endswith(": none is here")


TRIUMVIRATE = "end-of-the-triumvirate"


@pytest.mark.parametrize("name", [*(n for n in finder.names() if n != TRIUMVIRATE), "dig", "relay"])
def test_what_a_seat_may_not_know(name: str) -> None:
    """In the way that varies most; tests/blind and the harness by itself try the others too."""
    way = blind.ways(finder.load(name))[-1]
    tally = blind.trials([way], 1, count(2 if name in finder.names() else 8, 40), MOST)
    assert tally.faults == []


def test_the_triumvirate_is_blind_to_orders_that_are_not_carried_out_and_to_standing() -> None:
    tally = blind.trials(blind.every_way([TRIUMVIRATE]), 1, count(12, 100), MOST)
    assert tally.faults == []
    counts = tally.counts
    for what in (
        "orders not carried out (skip)",
        "orders not carried out (stop)",
        "standing orders",
        "advance orders",
        "a note to a third seat",
        "an offer of a draw",
    ):
        assert counts[f"{TRIUMVIRATE}, mail: {what}"] > 0


def test_a_leak_of_mail_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports that count the rules of other seats."""
    from referee.adjudicate.clerk import Clerk

    honest = Clerk._public

    def counted(self: Clerk, *of: object) -> object:
        found = honest(self, *of)  # type: ignore[arg-type]
        rules = {seat: str(rules) for seat, rules in self.inbox.standing.items()}
        return {**found, "notes": [[seat, text] for seat, text in rules.items()]}

    monkeypatch.setattr(Clerk, "_public", counted)
    assert blind.trials(blind.every_way([TRIUMVIRATE]), 1, 2).faults


def test_every_harness_is_described() -> None:
    page = ROOT.joinpath("tests", "harness", "README.md").read_text(encoding="utf-8")
    for program in ("mutate", "crash", "truncate", "flips", "together", "determinism", "blind"):
        assert f"`{program}`" in page
