"""``referee rulesets [show NAME]``."""

from __future__ import annotations

from typing import Any

import click

from referee.cli.options import as_json
from referee.cli.output import print_json


@click.group(
    invoke_without_command=True,
    epilog="Example: referee rulesets show julius-caesar",
)
@as_json
@click.pass_context
def rulesets(ctx: click.Context, as_json: bool) -> None:
    """List the games that can be played, or show one."""
    from referee.ruleset import load, names

    if ctx.invoked_subcommand:
        return
    found = [load(name) for name in names()]
    if as_json:
        print_json([{"name": r.name, "title": r.title, "version": r.version} for r in found])
        return
    for ruleset in found:
        click.echo(f"{ruleset.name}  {ruleset.title}, version {ruleset.version}")


@rulesets.command(epilog="Example: referee rulesets show julius-caesar")
@click.argument("name")
@as_json
def show(name: str, as_json: bool) -> None:
    """Show seats, scenarios and options of a game, and where its data come from."""
    from referee.ruleset import data_digest, load

    ruleset = load(name)
    if as_json:
        print_json(_data(ruleset, data_digest(ruleset)))
        return
    click.echo(f"{ruleset.name}  {ruleset.title}, version {ruleset.version}")
    click.echo(f"data {data_digest(ruleset)}")
    click.echo("\nSeats: " + ", ".join(f"{seat} ({n})" for seat, n in ruleset.seats.items()))
    played = {n: ", ".join(ruleset.seats_of(n)) for n in ruleset.scenarios}
    _list("Scenarios", {n: f"{s.meaning} ({played[n]})" for n, s in ruleset.scenarios.items()})
    _list("Warnings", {n: s.warning for n, s in ruleset.scenarios.items() if s.warning})
    options = {n: f"{' or '.join(o.values)}: {o.meaning}" for n, o in ruleset.options.items()}
    _list("Options (the first value is the default)", options)
    _provenance(ruleset.provenance())


def _list(title: str, items: dict[str, str]) -> None:
    if items:
        click.echo(f"\n{title}:")
    for name, text in items.items():
        click.echo(click.wrap_text(f"{name}: {text}", 80, "  ", "      "))


def _provenance(rows: list[tuple[str, str, int, str]]) -> None:
    from tabulate import tabulate

    totals: dict[str, int] = {}
    for _, source, count, _ in rows:
        totals[source] = totals.get(source, 0) + count
    total = ", ".join(f"{count} {source}" for source, count in sorted(totals.items()))
    click.echo(f"\nWhere the data come from: {total}.")
    click.echo(tabulate(rows, ["data", "source", "how many", "note"], maxcolwidths=[28, 13, 8, 27]))


def _data(ruleset: Any, digest: str) -> dict[str, Any]:
    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "version": ruleset.version,
        "data": digest,
        "hidden": ruleset.hidden,
        "seats": dict(ruleset.seats),
        "scenarios": {
            n: {"meaning": s.meaning, "warning": s.warning, "seats": ruleset.seats_of(n)}
            for n, s in ruleset.scenarios.items()
        },
        "options": {
            n: {"values": list(o.values), "meaning": o.meaning} for n, o in ruleset.options.items()
        },
        "provenance": [
            {"data": what, "source": source, "count": count, "note": note}
            for what, source, count, note in ruleset.provenance()
        ],
    }
