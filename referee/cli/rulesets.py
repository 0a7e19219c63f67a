"""``referee rulesets [show NAME]``."""

from __future__ import annotations

from itertools import groupby, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.correcting import corrected, corrections_option, corrections_told
from referee.cli.exit_status import DONE, REFUSED, USAGE
from referee.cli.options import PATH, as_json
from referee.cli.output import error, print_faults, print_json, read_file, say, tell

if TYPE_CHECKING:
    from referee.engine.rules import Ruleset
    from referee.gamedata.data import Origin


@click.group(
    invoke_without_command=True,
    epilog="Example: referee rulesets show julius-caesar",
)
@as_json
@click.pass_context
def rulesets(ctx: click.Context, as_json: bool) -> int:
    """List the games that can be played, or show one."""
    from referee.ruleset import NoRuleset, load, names

    if ctx.invoked_subcommand:
        return DONE
    found, status = [], DONE
    for name in names():
        try:
            found.append(load(name))
        except NoRuleset as trouble:
            error(str(trouble), trouble.hint)
            status = USAGE
    if as_json:
        print_json([_summary(ruleset) for ruleset in found])
        return status
    for ruleset in found:
        _print_summary(ruleset)
    return status


def _summary(ruleset: Ruleset) -> dict[str, Any]:
    from referee.gamedata.data import totals

    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "version": ruleset.version,
        "players": _players(ruleset),
        "length": ruleset.length,
        "mails": ruleset.mails,
        "totals": totals(ruleset.origins()),
    }


def _print_summary(ruleset: Ruleset) -> None:
    from referee.gamedata.data import certainty

    tell(f"{ruleset.name}  {ruleset.title}, version {ruleset.version}")
    told = " or ".join(map(str, _players(ruleset)))
    tell("    " + "; ".join(filter(None, (f"{told} players", ruleset.length))))
    if ruleset.mails:
        tell(f"    mails with 'quiet': {ruleset.mails}")
    tell(f"    data: {certainty(ruleset.origins()) or 'none'}")


def _players(ruleset: Ruleset) -> list[int]:
    """For how many players there are scenarios, the fewest first."""
    return sorted({len(ruleset.seats_of(name)) for name in ruleset.scenarios})


@rulesets.command(epilog="Example: referee rulesets show julius-caesar")
@click.argument("name", required=False)
@corrections_option
@click.option("--game", "game", type=PATH, help="A game's folder, its offer or its charter.")
@as_json
def show(name: str | None, corrections_file: Path | None, game: Path | None, as_json: bool) -> None:
    """Show the seats, scenarios and options of a game, and where its data come from.

    --corrections shows them with the corrections in FILE, --game as they are in a game that has
    been opened.
    """
    if (name is None) == (game is None) or (game and corrections_file):
        raise click.UsageError("give NAME, with --corrections if you like, or --game")
    ruleset = corrected(name, corrections_file) if name else _opened(game or Path())
    if as_json:
        print_json(_data(ruleset))
    else:
        _print(ruleset)


def _opened(path: Path) -> Ruleset:
    """The ruleset of a game, as its offer has it; warns if the charter pins another version."""
    from referee.fault import Refused
    from referee.host.opening import offer_of
    from referee.playable import OtherRules, check_rules
    from referee.ruleset import of_game

    file = path
    if path.is_dir():
        papers = [path / f"{kind}.yaml" for kind in ("charter", "offer")]
        file = next((paper for paper in papers if paper.is_file()), papers[0])
    try:
        offer = offer_of(read_file(file))
        check_rules(offer, [], "the charter")
    except OtherRules as trouble:
        say(f"warning: {trouble.reason}")
    except Refused as trouble:
        print_faults(str(file), trouble.faults)
        raise click.exceptions.Exit(REFUSED) from None
    return of_game(offer)


def _print(ruleset: Ruleset) -> None:
    from referee.orders.standing_list import sets_of, usual_set
    from referee.ruleset import data_digest

    tell(f"{ruleset.name}  {ruleset.title}, version {ruleset.version}")
    tell(f"data {data_digest(ruleset)}")
    for indent, line in corrections_told(ruleset):
        tell(click.wrap_text(line, 80, indent, "    "))
    tell("\nSeats: " + ", ".join(f"{seat} ({n})" for seat, n in ruleset.seats.items()))
    played = {n: ", ".join(ruleset.seats_of(n)) for n in ruleset.scenarios}
    _list("Scenarios", {n: f"{s.meaning} ({played[n]})" for n, s in ruleset.scenarios.items()})
    _list("Warnings", _warnings(ruleset))
    options = {n: f"{' or '.join(o.values)}: {o.meaning}" for n, o in ruleset.options.items()}
    _list("Options (the first value is the default)", options)
    sets = {name: found.meaning for name, found in sets_of(ruleset).items()}
    _list(f"Standing orders to join with (otherwise {usual_set(ruleset)!r})", sets)
    _origins(ruleset.origins())


def _warnings(ruleset: Ruleset) -> dict[str, str]:
    """Each warning once, under the names of the scenarios that it holds for."""
    texts = dict.fromkeys(s.warning for s in ruleset.scenarios.values() if s.warning)
    named = ruleset.scenarios.items()
    return {", ".join(n for n, s in named if s.warning == text): text for text in texts}


def _list(title: str, items: dict[str, str]) -> None:
    if items:
        tell(f"\n{title}:")
    for name, text in items.items():
        tell(click.wrap_text(f"{name}: {text}", 80, "  ", "      "))


def _origins(origins: list[Origin]) -> None:
    """Totals, a table of all patterns, and each datum that is a guess."""
    from tabulate import tabulate

    from referee.gamedata.data import RECONSTRUCTED, certainty
    from referee.kit.lines import broken, packed

    if not origins:
        return
    tell(f"\nWhere the data come from: {certainty(origins)}.")
    rows = [(f"{o.file}: {o.pattern}", o.source, len(o.data), o.note) for o in origins]
    tell(tabulate(rows, ["data", "source", "how many", "note"], maxcolwidths=[28, 13, 8, 27]))
    guesses = [origin for origin in origins if origin.source == RECONSTRUCTED]
    if guesses:
        tell("\nReconstructed, one by one:")
    for origin in guesses:
        for line in packed(f"  {origin.file}: {origin.pattern}:", _one_by_one(origin), 6, 80):
            tell("\n".join(broken(line, 2, 80)))


def _one_by_one(origin: Origin) -> list[str]:
    """Each datum by the part of its place that the pattern leaves open, ``rome 2``; values of a
    list that has a name or is in a list stand together: ``malta 10 20``, ``ford inn``."""
    shown = [(_open_part(origin, place), place, str(datum)) for place, datum in origin.data]
    groups = groupby(shown, lambda one: (one[0], _together(one[1], one[0])))
    return [
        " ".join([name, *(datum for *_, datum in group)]).strip() for (name, _), group in groups
    ]


def _together(place: tuple[str | int, ...], name: str) -> tuple[str | int, ...]:
    """The place of the list that a datum is shown with, its own if it stands alone."""
    *above, last = place
    listed = isinstance(last, int) and (name or isinstance(above[-1], int))
    return tuple(above) if listed else place


def _open_part(origin: Origin, place: tuple[str | int, ...]) -> str:
    """Positions in a list are left out: its values are listed one after the other."""
    pattern = origin.pattern.split("/")
    given = pattern[:-1] if pattern[-1] == "**" else pattern
    steps = zip_longest(place, given, fillvalue="*")
    return "/".join(step for step, want in steps if want == "*" and isinstance(step, str))


def _data(ruleset: Ruleset) -> dict[str, Any]:
    from referee.gamedata.data import RECONSTRUCTED, totals
    from referee.orders.standing_list import sets_of
    from referee.ruleset import data_digest

    origins = ruleset.origins()
    changes = ruleset.data.changes if ruleset.data else []
    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "version": ruleset.version,
        "data": data_digest(ruleset),
        "hidden": ruleset.rules.hidden,
        "seats": dict(ruleset.seats),
        "scenarios": {
            n: {"meaning": s.meaning, "warning": s.warning, "seats": ruleset.seats_of(n)}
            for n, s in ruleset.scenarios.items()
        },
        "options": {
            n: {"values": list(o.values), "meaning": o.meaning} for n, o in ruleset.options.items()
        },
        "standing": {
            n: {"meaning": found.meaning, "rules": found.rules}
            for n, found in sets_of(ruleset).items()
        },
        "totals": totals(origins),
        "provenance": [
            {
                "data": f"{o.file}: {o.pattern}",
                "source": o.source,
                "count": len(o.data),
                "note": o.note,
            }
            for o in origins
        ],
        "reconstructed": [
            {"data": _path((origin.file, *place)), "value": datum}
            for origin in origins
            if origin.source == RECONSTRUCTED
            for place, datum in origin.data
        ],
        "note": ruleset.corrections.get("note", ""),
        "corrected": [
            {"data": _path(change.place), "before": change.before, "after": change.after}
            for change in changes
        ],
    }


def _path(place: tuple[str | int, ...]) -> str:
    return "/".join(str(step) for step in place)
