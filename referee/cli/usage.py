"""Hints for commands that were called in a wrong way: what is missing, or where it belongs."""

from __future__ import annotations

import re
from pathlib import Path

import click

#: what a kind of option can be made with, or found by
_HOW = {
    "--key": "'referee keygen NAME' makes one",
    "--report": "a file of the host, such as reports/0003.txt",
}


def hint_of(trouble: click.ClickException) -> str:
    """A hint in one line, "" if there is none."""
    if isinstance(trouble, click.MissingParameter):
        return _missing(trouble.param)
    context = trouble.ctx if isinstance(trouble, click.UsageError) else None
    if isinstance(trouble, click.NoSuchOption) and context:
        return _without(context, trouble.option_name)
    extra = re.match(r"Got unexpected extra arguments? \((\S+).*\)", trouble.message)
    return _place_of(context, extra[1]) if context and extra else ""


def _missing(parameter: click.Parameter | None) -> str:
    """What the missing option is for."""
    if not isinstance(parameter, click.Option) or not parameter.help:
        return ""
    name = parameter.opts[0]
    value = parameter.metavar or parameter.type.name.upper()
    how = f" ({_HOW[name]})" if name in _HOW else ""
    return f"add {name} {value}: {parameter.help.removesuffix('.')}{how}"


def _without(context: click.Context, option: str) -> str:
    """How to name what is no option here, as it is elsewhere, but an argument."""
    called = option.removeprefix("--")
    for one in context.command.params:
        if isinstance(one, click.Argument) and one.human_readable_name.lower() == called:
            return f"name it without {option}: {context.command_path} {called.upper()}"
    return ""


def _place_of(context: click.Context, file: str) -> str:
    """The option with which a file that is too many could be named."""
    names = {name for one in context.command.params for name in one.opts}
    fits = file.endswith(".txt") and "--report" in names and Path(file).exists()
    return f"name the report with --report {file}" if fits else ""
