"""``referee selfplay``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from referee.cli.exit_status import DONE, FAILED
from referee.cli.joining import rule_options
from referee.cli.options import PATH, as_json, warn_insecure
from referee.cli.output import error, print_json, say, tell

if TYPE_CHECKING:
    from referee.engine.rules import Ruleset
    from referee.lab.selfplay import Played
    from referee.lab.twins.twins import Pair

T = TypeVar("T")


@click.command(
    epilog="Example: referee selfplay julius-caesar --scenario land --seed 1 --games 200"
)
@click.argument("ruleset")
@click.option(
    "--seed", type=int, required=True, help="The number that all choices and dice come from."
)
@click.option(
    "--games", type=click.IntRange(1), default=1, show_default=True, help="How many games."
)
@rule_options
@click.option("--save", "folder", type=PATH, help="Play a game by mail into this new folder.")
@click.option("--twins", is_flag=True, help="Play pairs that differ in what one seat may not know.")
@as_json
def selfplay(
    ruleset: str,
    seed: int,
    games: int,
    scenario: str | None,
    options: dict[str, str],
    folder: Path | None,
    twins: bool,
    as_json: bool,
) -> int:
    """Play random games of RULESET by the rules to the end.

    Every answer is judged and every piece counted: if an answer is offered and then refused, if a
    piece is lost or a game never ends, the program is at fault (exit status 4).  With --twins each
    game is a pair that differs only in what one seat may not know, and that seat must not be able
    to tell them apart; scenario and options vary from pair to pair unless you give them.  A game
    with --save has its own charter, and so other dice than without.
    """
    from referee.lab.selfplay import DeadEnd
    from referee.ruleset import load

    rules = load(ruleset)
    if folder is not None and (games != 1 or twins):
        raise click.UsageError("--save plays a single game, without --twins")
    if twins:
        return _twins(rules, seed, games, scenario, options, as_json)
    try:
        played = list(_games(rules, seed, games, scenario, options, folder))
    except DeadEnd as trouble:
        error(f"{trouble} (seed {seed})")
        return FAILED
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
    from referee.lab.selfplay import play, save

    if folder is not None:
        warn_insecure()
        yield save(rules, folder, seed, scenario, options, progress=_progress())
        return
    yield from _one_by_one(games, lambda number: play(rules, seed, number, scenario, options))


def _one_by_one(games: int, play: Callable[[int], T]) -> Iterator[T]:
    """The outcome of each game by its number, with a progress bar at a terminal."""
    with click.progressbar(
        range(games), label="games", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        for number in bar:
            yield play(number)


def _twins(
    rules: Ruleset,
    seed: int,
    games: int,
    scenario: str | None,
    options: dict[str, str],
    as_json: bool,
) -> int:
    """Play pairs until one leaks; the exit status."""
    from referee.lab.twins.twins import Varied

    variation = rules.laboratory.variation
    if variation is None:
        raise click.UsageError(f"{rules.name} has no hidden information to vary")
    twins = Varied(rules, variation(), scenario, options)
    pairs: list[Pair] = []
    for pair in _one_by_one(games, lambda number: twins.begun(seed + number)):
        pairs.append(pair)
        if pair.leaks:
            break
    return _report_twins(pairs, seed, as_json)


def _report_twins(pairs: list[Pair], seed: int, as_json: bool) -> int:
    """Print the outcome of pairs, of which only the last can leak; the exit status."""
    differed, runs = sum(pair.differed for pair in pairs), sum(pair.runs for pair in pairs)
    hidden: dict[str, dict[str, int]] = {}
    for pair in sorted(pairs, key=lambda pair: pair.hidden):
        counts = hidden.setdefault(pair.hidden, {"pairs": 0, "differed": 0})
        counts["pairs"] += 1
        counts["differed"] += pair.differed
    last = pairs[-1]
    leaks = [f"{last.watcher} can tell games of {last.hidden} apart: {leak}" for leak in last.leaks]
    if as_json:
        counted = {"pairs": len(pairs), "differed": differed, "runs": runs}
        print_json({**counted, "hidden": hidden, "leaks": leaks})
    else:
        tell(f"{len(pairs)} pairs, {differed} with a difference; {runs} runs compared")
        for seat, counts in hidden.items():
            tell(f"  hidden {seat}: {counts['differed']} of {counts['pairs']} pairs")
    for leak in leaks:
        error(leak, f"repeat it with --twins --seed {seed + len(pairs) - 1}")
    if not differed and not leaks:
        error("no pair differed, so nothing was tested", "play more --games, or vary more")
    return DONE if differed and not leaks else FAILED


def _progress() -> Any:
    return say if sys.stderr.isatty() else None


def _data(rules: Ruleset, game: Played) -> dict[str, Any]:
    return {
        "seed": game.seed,
        "game": game.game,
        "winner": game.result.winner if game.result else None,
        "ending": game.result.ending if game.result else "",
        "why": rules.wording.endings[game.result.ending] if game.result else "",
        "where": game.where,
        "answers": game.answers,
    }


def _print(rules: Ruleset, played: list[Played]) -> None:
    from tabulate import tabulate

    endings: dict[tuple[str, str], int] = {}
    for game in played:
        assert game.result is not None
        winner = rules.seats[game.result.winner] if game.result.winner else "draw"
        key = (winner, rules.wording.endings[game.result.ending])
        endings[key] = endings.get(key, 0) + 1
    rows = [(count, winner, why) for (winner, why), count in sorted(endings.items())]
    tell(tabulate(rows, ["games", "winner", "why"]))
    answers: dict[str, int] = {}
    for game in played:
        for kind, count in game.answers.items():
            answers[kind] = answers.get(kind, 0) + count
    rows2 = [(kind, count, f"{count / len(played):.1f}") for kind, count in sorted(answers.items())]
    tell()
    tell(tabulate(rows2, ["answers", "in all", "a game"]))
