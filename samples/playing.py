"""What the samples share: a game played by the commands that players use, again or anew.

A sample's drafts are its players' files before they are signed.  It plays them into a folder; its
own script can make them anew, from what each player means to do, for when rules or data change.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee import views
from referee.cli.main import run
from referee.engine.request import Data, Request
from referee.engine.rules import Ruleset
from referee.files.strict_yaml import read
from referee.files.write_yaml import emit
from referee.orders.order_lines import parse_lines
from referee.report.report_file import read_report
from referee.ruleset import load

#: What a seat that is due writes by its report, beside its name; None when the sample is over.
Writer = Callable[[Data, Ruleset], dict[str, Any] | None]


class Trouble(Exception):
    """A command of the sample did not end as it must."""


def command(*arguments: object, status: Sequence[int] = (0,)) -> None:
    """Run one `referee` command; Trouble unless it ends with one of these exit statuses."""
    words = [str(argument) for argument in arguments]
    found = run(words)
    if found not in status:
        raise Trouble(f"referee {' '.join(words)}: exit status {found}")


def report(folder: Path, seat: str, number: int) -> Path:
    """Where a report lies in the host's folder."""
    return folder / "game" / "reports" / seat / f"{number:04d}.txt"


@dataclass(frozen=True)
class Sample:
    """One sample game.  home: the folder that keeps it; seed: of its test keys."""

    home: Path
    ruleset: str
    scenario: str
    name: str
    seed: str
    seats: tuple[str, ...]
    writer: Writer

    def open_game(self, folder: Path) -> None:
        """Keys, offer, joins, charter and the first reports."""
        keys, game, seed = folder / "keys", folder / "game", ("--test-seed", self.seed)
        keys.mkdir(parents=True)
        (folder / "orders").mkdir()
        for party in ("host", *self.seats):
            command("keygen", keys / party, *seed, "--comment", f"sample {party}")
        named = ("--name", self.name, "--scenario", self.scenario)
        command("new", self.ruleset, game, "--key", keys / "host", *named, *seed)
        shutil.copy(game / "offer.yaml", folder / "offer.yaml")
        for seat in self.seats:
            made = (
                "--standing",
                "ask me",
                "--key",
                keys / seat,
                "--out",
                folder / f"{seat}-join.yaml",
                *seed,
            )
            command("join", folder / "offer.yaml", "--seat", seat, *made)
        command("admit", game, *(folder / f"{seat}-join.yaml" for seat in self.seats))
        shutil.copy(game / "charter.yaml", folder / "charter.yaml")

    def play_run(self, folder: Path, drafts: Path, number: int, make: bool = False) -> bool:
        """Sign and apply the drafts of a run; False if there are none.

        make: write them first, while the sample goes on."""
        signed = []
        for seat in self.seats:
            before = report(folder, seat, number - 1)
            draft = drafts / f"{number:04d}-{seat}.yaml"
            if make:
                self.make_draft(before, draft)
            if draft.is_file():
                out = folder / "orders" / draft.name
                named = ("--key", folder / "keys" / seat, "--report", before, "--out", out)
                charter = ("--charter", folder / "charter.yaml")
                command("sign", draft, *named, *charter, "--test-seed", self.seed)
                signed.append(out)
        if signed:
            command("apply", folder / "game", *signed)
        return bool(signed)

    def make_draft(self, before: Path, draft: Path) -> None:
        """Write a seat's draft for a run, if its report says that it is due."""
        sheet = read_report(before.read_bytes()).sheet
        if sheet["seat"] in sheet["public"]["due"]:
            written = self.writer(sheet, load(self.ruleset))
            if written is not None:
                tree = {"referee": "1", "kind": "orders", "seat": sheet["seat"], **written}
                draft.write_text(emit(tree), encoding="utf-8")

    def replay(self, folder: Path, drafts: Path, make: bool = False, most: int = 1000) -> int:
        """Play the sample into an empty folder, up to run `most`; how many runs it has."""
        self.open_game(folder)
        number = 0
        while number < most and self.play_run(folder, drafts, number + 1, make):
            number += 1
        return number

    def refusals(self) -> dict[str, str]:
        """What `referee check` says of each draft in ``refused``: name of the draft -> text.
        Trouble if it does not refuse one.

        ``caesar-turn.yaml`` is checked by the first report that asks Caesar for his turn."""
        with contextlib.chdir(self.home):
            return {draft.name: self.refusal(draft) for draft in Path("refused").glob("*.yaml")}

    def refusal(self, draft: Path) -> str:
        """What is said of one, as if the reports after that one had not come."""
        with tempfile.TemporaryDirectory() as room:
            for path in self.reports_until(*draft.stem.split("-")):
                before = shutil.copy(path, room)
            with contextlib.redirect_stderr(io.StringIO()) as said:
                named = ("--report", before, "--charter", "charter.yaml")
                command("check", draft, *named, status=(1,))
        return said.getvalue()

    def reports_until(self, seat: str, kind: str) -> list[Path]:
        """The reports of a seat up to the first that asks it for something of that kind.  Trouble
        if none does."""
        found = sorted((self.home / "reports" / seat).glob("*.txt"))
        for number, path in enumerate(found):
            asked = read_report(path.read_bytes()).sheet["public"]["asked"]
            if any((one["seat"], one["kind"]) == (seat, kind) for one in asked):
                return found[: number + 1]
        raise Trouble(f"{seat} is never asked for {kind}")

    def keep(self, folder: Path) -> None:
        """Copy what players have seen of the game, not the host's secrets, to its home."""
        for part, source in {
            "orders": folder / "orders",
            "reports": folder / "game/reports",
        }.items():
            shutil.rmtree(self.home / part, ignore_errors=True)
            shutil.copytree(source, self.home / part)
        if not (
            self.home / "keys"
        ).exists():  # they are always the same keys, in files that are not
            records = shutil.ignore_patterns("*.games")  # of what was signed with them
            shutil.copytree(folder / "keys", self.home / "keys", ignore=records)
        for path in folder.glob("*.yaml"):
            shutil.copy(path, self.home / path.name)
        for name, text in self.refusals().items():
            kept = (self.home / "refused" / name).with_suffix(".txt")
            kept.write_text(text, encoding="utf-8")

    def main(self, doc: str | None) -> None:
        """The command line of the sample's script, whose docstring is its help."""
        parser = argparse.ArgumentParser(description=doc)
        parser.add_argument("folder", type=Path, help="a new folder to play the game into")
        parser.add_argument("--drafts", action="store_true", help="make the drafts anew, keep all")
        chosen = parser.parse_args()
        drafts = self.home / "drafts"
        if chosen.drafts:
            shutil.rmtree(drafts, ignore_errors=True)
            drafts.mkdir(parents=True)
        runs = self.replay(chosen.folder, drafts, make=chosen.drafts)
        if chosen.drafts:
            self.keep(chosen.folder)
        sys.stderr.write(f"{runs} runs\n")


# What writers of drafts need.


def legal(
    request: Request, sheet: Data, ruleset: Ruleset, wanted: Sequence[dict[str, Any] | str]
) -> list[Any]:
    """Those of the wanted lines that are legal one after the other; Trouble for one that cannot
    be read."""
    view, names = views.view(sheet), ruleset.rules.names(sheet["seat"])
    kept: list[Any] = []
    for line in wanted:
        answer, faults = parse_lines([*kept, line], request.words, names, request.conditions)
        if faults or answer is None:
            raise Trouble(f"{line}: {faults}")
        if not request.judge(view, answer).faults:
            kept.append(line)
    return kept


def template(request: Request, sheet: Data, ruleset: Ruleset) -> list[Any]:
    """Whatever the template proposes."""
    suggestions = ruleset.rules.kinds[request.kind].suggestions
    return written("\n".join(suggestions.template(request, views.view(sheet))))


def written(text: str) -> list[Any]:
    """Lines as a player writes them."""
    found: Any = read(f"lines:\n{text}\n".encode()).tree
    return found["lines"] or []
