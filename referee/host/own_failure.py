"""When the program itself fails: the run has not happened, and a report says where it failed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from referee import __version__

if TYPE_CHECKING:
    from referee.engine.rules import Ruleset


class OwnFailure(Exception):
    """The program itself is at fault; nothing of the run was kept.

    report: the file that says where, without hidden facts."""

    def __init__(self, reason: str, report: Path) -> None:
        super().__init__(reason)
        self.reason, self.report = reason, report


def fault_report(trouble: Exception, ruleset: Ruleset, run: int) -> str:
    """Where the rules failed in a run, without values, which may be secret."""
    import traceback  # hardly ever needed

    frames = traceback.extract_tb(trouble.__traceback__)
    places = [f"  {Path(f.filename).name}:{f.lineno} {f.name}" for f in frames]
    about = f"referee {__version__}, {ruleset.name} {ruleset.version}, run {run}"
    return "\n".join([about, type(trouble).__name__, *places]) + "\n"
