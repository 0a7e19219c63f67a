"""Adjudicates a turn of the sample game before your eyes: ``python samples/adjudicate.py``.

The sample's own keys, joins and order files are played into a temporary folder by the ordinary
commands, up to the run that decides its first battle.  The turn is told as Caesar saw it, with the
board; both players' reports of the last run follow; then all reports are verified, as anyone can
who has them and the charter.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
from pathlib import Path

from referee import views
from referee.report.report_file import read_report

# The installed referee comes first; only the samples are taken from beside this file.
sys.path.append(str(Path(__file__).parent.parent))

from samples.playing import command, report
from samples.rubicon import SAMPLE


def decided(path: Path) -> bool:
    """Whether a battle is over in the run of this report."""
    sheet = read_report(path.read_bytes()).sheet
    return any(event["kind"] == "battle over" for event in views.events(sheet))


def adjudicate(folder: Path) -> int:
    """Play the sample into a folder until a battle is decided; the number of that run."""
    SAMPLE.open_game(folder)
    number = 0
    while SAMPLE.play_run(folder, SAMPLE.home / "drafts", number + 1):
        number += 1
        if decided(report(folder, "caesar", number)):
            break
    return number


def main() -> None:
    """Play quietly, then tell the turn, show the reports and what `verify` says of them."""
    with tempfile.TemporaryDirectory(prefix="rubicon-") as name:
        folder = Path(name)
        sys.stderr.write("playing the sample game up to the end of its first battle ...\n")
        talk = io.StringIO()
        with contextlib.redirect_stdout(talk), contextlib.redirect_stderr(talk):
            number = adjudicate(folder)
        charter = ("--charter", folder / "charter.yaml")
        command("story", *(report(folder, "caesar", run) for run in range(number + 1)), *charter)
        print()
        for seat in SAMPLE.seats:
            print("\n".join(read_report(report(folder, seat, number).read_bytes()).text))
            print()
        print("referee verify says:")
        paths = [report(folder, seat, run) for seat in SAMPLE.seats for run in range(number + 1)]
        command("verify", *paths, *charter)


if __name__ == "__main__":
    main()
