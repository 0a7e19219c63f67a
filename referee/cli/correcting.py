"""Corrections to a ruleset's data: reads the file, says what it changes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.exit_status import REFUSED
from referee.cli.options import PATH, F
from referee.cli.output import print_faults, read_file, say

if TYPE_CHECKING:
    from referee.engine.rules import Ruleset


def corrections_option(command: F) -> F:
    """``--corrections``."""
    text = "Corrections to the game's data."
    return click.option("--corrections", "corrections_file", type=PATH, metavar="FILE", help=text)(
        command
    )


def corrected(name: str, file: Path | None) -> Ruleset:
    """A ruleset, with the corrections of a file if there is one.

    Raises Exit, after printing why, if they are refused."""
    from referee.charter.corrections_file import read_corrections
    from referee.fault import Refused
    from referee.files.strict_yaml import read
    from referee.ruleset import load

    if file is None:
        return load(name)
    document = None
    try:
        document = read(read_file(file))
        return load(name, read_corrections(document, name))
    except Refused as trouble:
        print_faults(str(file), trouble.faults, document)
        raise click.exceptions.Exit(REFUSED) from None


def corrections_told(ruleset: Ruleset) -> list[tuple[str, str]]:
    """What is corrected in a ruleset's data: (indent, line), a line for all and one for each
    change; [] if nothing."""
    if ruleset.data is None or not ruleset.corrections:
        return []
    from referee.charter.corrections_file import changes_told
    from referee.gamedata.corrections import summary

    changes = changes_told(ruleset.data.changes)
    return [("", summary(ruleset.corrections)), *(("  ", change) for change in changes)]


def say_corrections(ruleset: Ruleset) -> None:
    """Say what is corrected."""
    for indent, line in corrections_told(ruleset):
        say(indent + line)
