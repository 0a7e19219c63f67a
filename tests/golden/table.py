"""The table of golden games in README.md."""

from __future__ import annotations

from collections.abc import Mapping

from tabulate import tabulate

from referee.engine.rules import Ruleset
from referee.ruleset import load
from tests.golden import archive

PAGE = archive.HOME / "README.md"
START = "<!-- table, written by make.py -->\n"
HEADS = ("game", "ending", "winner", "scenario, options", "runs", "turns", "kB of text", "kB")


def rows() -> list[tuple[object, ...]]:
    """One for each golden game that is kept."""
    found: list[tuple[object, ...]] = []
    for folder in sorted(path for path in archive.HOME.iterdir() if path.is_dir()):
        for name in archive.names(folder.name):
            golden = archive.load(name)
            offer, result = golden.offer, golden.result
            options = _chosen(load(offer["ruleset"]), offer["options"])
            options += ["corrected data"] if offer.get("corrections") else []
            text = sum(map(len, golden.files.values())) // 1000
            size = archive.path_of(name).stat().st_size // 1000
            about = (result.ending, result.winner or "-", ", ".join([offer["scenario"], *options]))
            found.append((name, *about, golden.runs, golden.about["turns"], text, size))
    return found


def _chosen(ruleset: Ruleset, options: Mapping[str, str]) -> list[str]:
    """The options that are not as they are without being named."""
    usual = {name: option.values[0] for name, option in ruleset.options.items()}
    return [f"{key} {value}" for key, value in sorted(options.items()) if value != usual[key]]


def table() -> str:
    """The table as it stands in the page."""
    return tabulate(rows(), HEADS, tablefmt="github") + "\n"


def write_table() -> None:
    """Put it at the end of the page."""
    head = PAGE.read_text(encoding="utf-8").partition(START)[0]
    PAGE.write_text(f"{head}{START}\n{table()}", encoding="utf-8")
