"""``referee selfplay``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.opening import rule_options
from referee.cli.options import PATH, as_json, warn_insecure
from referee.cli.output import error, print_json, say
from referee.cli.status import DONE, FAULT

if TYPE_CHECKING:
    from referee.desk.selfplay import Played
    from referee.engine.rules import Ruleset


@click.command(
    epilog="Example: referee selfplay julius-caesar --scenario land --seed 1 --games 200"
)
@click.argument("ruleset")
@click.option(
    "--seed", type=int, required=True, help="Number that all choices and dice follow from."
)
@click.option(
    "--games", type=click.IntRange(1), default=1, show_default=True, help="How many games."
)
@rule_options
@click.option("--save", "folder", type=PATH, help="Play one game by mail into this new folder.")
@as_json
def selfplay(
    ruleset: str,
    seed: int,
    games: int,
    scenario: str | None,
    options: dict[str, str],
    folder: Path | None,
    as_json: bool,
) -> int:
    """Play games of RULESET at random, by the rules, to their end.

    Every answer is judged, every piece counted: an answer that is offered and refused, a piece
    lost or a game without an end is a fault of the referee (exit status 4).
    """
    from referee.desk.selfplay import DeadEnd
    from referee.ruleset import load

    rules = load(ruleset)
    if folder is not None and games != 1:
        raise click.UsageError("--save plays one game")
    try:
        played = list(_games(rules, seed, games, scenario, options, folder))
    except DeadEnd as trouble:
        error(f"{trouble} (seed {seed})")
        return FAULT
    if as_json:
        print_json([_data(rules, game) for game in played])
    else:
        _print(rules, played)
    return DONE


def _games(
    rules: Ruleset,
    seed: int,
    games: int,
    scenario: str | None,
    options: dict[str, str],
    folder: Path | None,
) -> Iterator[Played]:
    from referee.desk.selfplay import play, save

    if folder is not None:
        warn_insecure()
        yield save(rules, folder, seed, scenario, options, progress=_progress())
        return
    numbers = range(games)
    with click.progressbar(
        numbers, label="games", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        for number in bar:
            yield play(rules, seed, number, scenario, options)


def _progress() -> Any:
    return say if sys.stderr.isatty() else None


def _data(rules: Ruleset, game: Played) -> dict[str, Any]:
    return {
        "seed": game.seed,
        "game": game.game,
        "winner": game.result.winner if game.result else None,
        "why": rules.endings[game.result.ending] if game.result else "",
        "where": game.where,
        "answers": game.answers,
    }


def _print(rules: Ruleset, played: list[Played]) -> None:
    from tabulate import tabulate

    endings: dict[tuple[str, str], int] = {}
    for game in played:
        assert game.result is not None
        winner = rules.seats[game.result.winner] if game.result.winner else "draw"
        key = (winner, rules.endings[game.result.ending])
        endings[key] = endings.get(key, 0) + 1
    rows = [(count, winner, why) for (winner, why), count in sorted(endings.items())]
    click.echo(tabulate(rows, ["games", "winner", "why"]))
    answers: dict[str, int] = {}
    for game in played:
        for kind, count in game.answers.items():
            answers[kind] = answers.get(kind, 0) + count
    rows2 = [(kind, count, f"{count / len(played):.1f}") for kind, count in sorted(answers.items())]
    click.echo()
    click.echo(tabulate(rows2, ["answers", "in all", "a game"]))
