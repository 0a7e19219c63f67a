"""Hostile files: order files, joins, offers, charters, reports, journals, bundles, corrections and
records, altered in bytes, lines and trees, and signed anew by who may sign them.

None may end in anything but the product's own refusals, take more than two seconds of a processor
or 200 MB, or be accepted with another meaning than that of the file it was made from.

``python -m tests.harness.mutate [--seed N] [--count N] [--only N]``; case number M of a seed is
always the same one, and ``--only M`` makes it alone.
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from referee.files.write_yaml import emit
from tests.harness.games import SAMPLES, SEED, Moment, all_moments
from tests.harness.journals import Bundle, JournalFile
from tests.harness.oddities import speaking
from tests.harness.papers import CharterFile, Join, Offer
from tests.harness.queues import advance
from tests.harness.records import HostsRecord, Room, SignersRecord
from tests.harness.settings import MEGABYTES, STATUSES, Tally, TooSlow, in_time, megabytes, program
from tests.harness.targets import Broken, Corrections, Orders, Report, Target
from tests.rules.random_corrections import Corrector, correctable
from tests.support.installing import ROOT, install_toys
from tests.support.mailbag import cli, opened, sign_anything

#: how many of a hundred cases are of a kind
SHARES = {
    "orders": 36,
    "report": 29,
    "join": 7,
    "offer": 7,
    "charter": 9,
    "journal": 4,
    "bundle": 3,
    "corrections": 1,
    "record": 3,
    "host-record": 1,
}
#: one case in so many is given to the commands too, in this process and in one of its own
BY_COMMAND, BY_PROCESS = 12, 1500
#: how a file comes about, and how often
WAYS = {"harmless": 8, "broken": 52, "forged": 40}


class Case(NamedTuple):
    """One hostile file."""

    number: int
    target: Target
    way: str
    raw: bytes

    def __str__(self) -> str:
        way, target = self.way, self.target
        how = f" ({target.how})" if target.how else ""
        return f"case {self.number}: {way} {target.kind}{how} of {target.moment.game.name}"


class Workshop:
    """Makes cases, and tries them."""

    def __init__(self, seed: int, folder: Path, samples: Sequence[str] = SAMPLES) -> None:
        self.seed, self.folder = seed, folder
        self.moments = all_moments(folder, tuple(samples))
        self.tally = Tally()
        self.room = folder / "room"
        self.room.mkdir()
        self.environment = install_toys(folder / "site")
        self.most = megabytes()
        self.known: dict[object, object] = {}
        self.bundles: dict[str, bytes] = {}
        self.players: dict[tuple[str, str], Room] = {}

    def case(self, number: int) -> Case:
        """Case `number` of this seed."""
        chance = random.Random(f"mutate {self.seed} {number}")
        kind = chance.choices(list(SHARES), list(SHARES.values()))[0]
        way = chance.choices(list(WAYS), list(WAYS.values()))[0]
        target = self.target(kind, chance)
        if kind == "corrections" and way == "forged":
            way = "broken"  # nobody signs them
        make: Callable[[random.Random], bytes] = getattr(target, way)
        return Case(number, target, way, make(chance))

    def target(self, kind: str, chance: random.Random) -> Target:
        """A good file of a kind."""
        moment = chance.choice([m for m in self.moments if kind != "orders" or m.files])
        game = moment.game
        seat = chance.choice(game.charter.seats)
        if kind == "orders":
            return self.orders(moment, chance)
        if kind == "report":
            return Report(moment.reports[seat], moment, seat)
        if kind == "join":
            return Join(game.papers[f"join/{seat}"], moment, seat)
        if kind == "offer":
            return Offer(game.papers["offer"], moment)
        if kind == "charter":
            return CharterFile(game.papers["charter"], moment)
        if kind == "journal":
            return self.journal(chance)
        if kind == "bundle":
            return self.bundle(chance)
        if kind == "record":
            return self.record(moment, seat, chance)
        if kind == "host-record":
            return self.hosts_record(chance)
        return self.corrections(chance)

    def orders(self, moment: Moment, chance: random.Random) -> Orders:
        """An order file; often with more than orders; of a seat that is not due one in advance."""
        game, seat = moment.game, chance.choice(list(moment.sheets))
        raw = moment.files.get(seat)
        if raw is None:
            head = moment.sheets[seat]["head"]
            raw = sign_anything(advance(game.charter.game, seat, head), game.keys[seat])
        names = [name for sort in game.ruleset.rules.names(seat).values() for name in sort.values()]
        words = [word for kind in game.ruleset.rules.requests.values() for word in kind.words]
        target = Orders(raw, moment, seat, [*names, *words])
        if chance.random() < 0.6:
            target.raw = target.more(chance)
            if target.judge(target.raw) is None:  # such things are not for this game
                target.raw = raw
        return target

    def journal(self, chance: random.Random) -> JournalFile:
        """The journal of a toy's folder, in a copy."""
        moment = chance.choice([m for m in self.moments if m.game.name in ("duel", "relay")])
        name = moment.game.name
        copies = [self.folder / place / name for place in ("journals", "audited")]
        for copy in copies:
            if not copy.exists():
                shutil.copytree(self.folder / name, copy)
            shutil.copy(self.folder / name / "journal", copy)
        return JournalFile(moment, *copies)

    def bundle(self, chance: random.Random) -> Bundle:
        """What the host of a toy game publishes at its end."""
        moment = chance.choice([m for m in self.moments if m.game.name in ("duel", "relay")])
        name = moment.game.name
        if name not in self.bundles:
            folder, out = self.folder / f"over-{name}", self.folder / f"{name}.zip"
            opened(name, folder, 100, SEED)
            assert cli("reveal", folder, "--out", out).status == 0
            self.bundles[name] = out.read_bytes()
        return Bundle(self.bundles[name], moment, self.folder)

    def record(self, moment: Moment, seat: str, chance: random.Random) -> SignersRecord:
        """The record of a seat at some moment, before it signs or when it signs again."""
        room = self.player(moment.game.name, seat)
        number = chance.randrange(1, len(room.moments))
        again = chance.random() < 0.3
        name = chance.choice([m.game.name for m in self.moments if m.game.name != room.name])
        others = [self.player(room.name, other) for other in moment.game.charter.seats]
        strange = [other.records[-1] for other in others if other is not room]
        strange.append(self.player(name, self.of(name)[0].game.charter.seats[0]).records[-1])
        return SignersRecord(room.records[number + again], room, number, strange)

    def of(self, name: str) -> list[Moment]:
        """All moments of a game."""
        return [moment for moment in self.moments if moment.game.name == name]

    def player(self, name: str, seat: str) -> Room:
        """The folder of a player; made once."""
        if (name, seat) not in self.players:
            key, folder = self.keys(name) / seat, self.folder / "players" / f"{name}-{seat}"
            self.players[name, seat] = Room(self.of(name), seat, key.read_bytes(), folder)
        return self.players[name, seat]

    def keys(self, name: str) -> Path:
        """Where the keys of a game's players lie."""
        toy, sample = self.folder / name / "secret", ROOT / "samples" / name / "keys"
        return sample if name in SAMPLES else toy

    def hosts_record(self, chance: random.Random) -> HostsRecord:
        """The host's record of a toy, beside a copy of its folder."""
        name = chance.choice(("duel", "relay"))
        folder, root = self.folder / "hosted" / name, self.folder / "hosted" / f"{name}.games"
        if not folder.exists():
            shutil.copytree(self.folder / name, folder)
        return HostsRecord(self.of(name), folder, root)

    def corrections(self, chance: random.Random) -> Corrections:
        """Corrections of a game's data, most of them good."""
        moment = chance.choice([m for m in self.moments if correctable(m.game.ruleset.data)])
        ruleset = moment.game.ruleset
        assert ruleset.data is not None
        made = Corrector(ruleset.data, chance).corrections()
        own = {"referee": "1", "kind": "corrections", "ruleset": ruleset.name}
        return Corrections(emit({**own, **made}).encode(), moment)

    # -- trying ------------------------------------------------------------------------------------

    def run(self, numbers: Iterable[int]) -> Tally:
        """Try these cases."""
        for number in numbers:
            if number % 5000 == 0:
                print(f"case {number}", file=sys.stderr, flush=True)
            case = self.case(number)
            self.tally.count("cases")
            self.tally.count(f"cases, {case.target.kind}")
            if case.target.how:
                self.tally.count(f"forged, {case.target.kind}: {case.target.how}")
            self.guarded(case, lambda case=case: self.judged(case))
            if number % BY_COMMAND == 0:
                self.guarded(case, lambda case=case: self.commanded(case))
            if number % BY_PROCESS == 0:
                self.processed(case)
        self.tally.counts["most memory, MB"] = megabytes()
        return self.tally

    def guarded(self, case: Case, trial: Callable[[], None]) -> None:
        """Have a case tried within its limits; what it breaks is noted."""
        try:
            with in_time():
                trial()
        except TooSlow:
            self.fault(case, f"it takes more than 2 seconds: {traceback.format_exc(limit=-6)}")
        except Broken as trouble:
            self.fault(case, str(trouble))
        except Exception:
            self.fault(case, traceback.format_exc(limit=-6))
        if megabytes() > self.most + MEGABYTES:
            self.fault(case, f"it takes {megabytes() - self.most} MB")
        self.most = max(self.most, megabytes())

    def fault(self, case: Case, what: str) -> None:
        self.tally.fault(f"{case}: {what}")

    def judged(self, case: Case) -> None:
        """The product's own judgement of a file, against what it may be."""
        target = case.target
        right = self.right(target)
        found = target.judge(case.raw)
        self.tally.count(f"{'refused' if found is None else 'accepted'}, {case.way}")
        if case.way == "harmless" and found != right:
            raise Broken("it says the same and is not taken for that")
        if case.way == "broken" and found not in (None, right) and target.kind != "corrections":
            raise Broken("an altered file is accepted")
        if case.way == "forged" and (found is not None or target.looked_at):
            target.consequences(case.raw)

    def right(self, target: Target) -> object:
        """What the file means that a case was made from."""
        more = [getattr(target, name, "") for name in ("seat", "number")]
        key = (target.kind, target.moment.game.name, *more, target.raw)
        if key not in self.known:
            if len(self.known) > 1000:
                self.known.clear()
            self.known[key] = target.judge(target.raw)
            if self.known[key] is None and target.kind != "corrections":
                raise Broken("the file that it was made from is refused")
        return self.known[key]

    def beside(self, case: Case) -> dict[str, Path]:
        """Good files for the other arguments of a command."""
        moment = case.target.moment
        game = moment.game
        seat = getattr(case.target, "seat", game.charter.seats[0])
        shutil.rmtree(self.room)
        opened = self.room / "opened"
        opened.mkdir(parents=True)
        files = {
            "report": ("report.txt", moment.reports[seat]),
            "orders": ("orders.yaml", moment.files.get(seat, b"kind: orders\norders: []\n")),
            "charter": ("charter.yaml", game.papers["charter"]),
            "offer": ("opened/offer.yaml", game.papers["offer"]),
        }
        for name, raw in files.values():
            self.room.joinpath(name).write_bytes(raw)
        key = self.room / "key"  # beside it lies what was signed with it
        key.write_bytes(self.keys(game.name).joinpath(seat).read_bytes())
        key.chmod(0o600)
        return {
            **{what: self.room / name for what, (name, _) in files.items()},
            "key": key,
            "opened": opened,
        }

    def commands(self, case: Case) -> list[list[object]]:
        """Command lines that read the case's file."""
        beside = self.beside(case)
        file = self.room / "hostile.yaml"
        file.write_bytes(case.raw)
        return case.target.commands(file, beside)

    def commanded(self, case: Case) -> None:
        """The same file on the command line, in this process."""
        for command in self.commands(case):
            said = cli(*command)
            self.tally.count("commands")
            self.look(command, said.status, said.err)
            if sign := speaking(said.out + said.err, lines=True):
                raise Broken(f"{' '.join(map(str, command))} prints {sign}")

    def processed(self, case: Case) -> None:
        """The same in processes of their own, with as much memory as a hostile file may take."""
        for command in self.commands(case):
            words = [str(word) for word in command]
            done = subprocess.run(
                [sys.executable, "-m", "referee", *words],
                env=self.environment,
                capture_output=True,
                text=True,
                errors="replace",
                cwd=ROOT,
                preexec_fn=_small,
                check=False,
            )
            self.tally.count("processes")
            try:
                self.look(command, done.returncode, done.stderr)
            except Broken as trouble:
                self.fault(case, str(trouble))

    @staticmethod
    def look(command: Sequence[object], status: int, err: str) -> None:
        """Whether a command ended as it may."""
        if status not in STATUSES or "Traceback" in err or "referee itself" in err:
            raise Broken(f"{' '.join(map(str, command))}: exit status {status}, {err[-1500:]}")


def _small() -> None:
    limit = (MEGABYTES + 200) << 20  # an interpreter with all modules reserves about 150 MB
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CPU, (10, 10))


def run(given: Any, folder: Path) -> Tally:
    """Try cases as the command line says."""
    shop = Workshop(given.seed, folder)
    numbers = range(1, given.count + 1) if given.only is None else [given.only]
    return shop.run(numbers)


def _only(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--only", type=int, help="the number of a case, to make it alone")


if __name__ == "__main__":
    program(__doc__, 1000, run, _only)
