"""How often random play does each thing that a game knows, beside games that others have played.

    python -m tests.rules.exercised GAME [GAMES] [TRACES]

prints a table of order words, cards, table rows and paragraphs: how often each came up in GAMES
random games (2000) of each scenario, or the share of them that the game names, and in the games of
the folder TRACES, if it is given.  What came up less than 20 times has a reason beside it, or is
marked; below stand the paragraphs that the traces never come to, with the cases that show them.

A game has a module ``tests.rules.<game>.exercised`` with what `Knowledge` lists.
"""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from unittest.mock import patch

from tabulate import tabulate

from referee.engine.request import Request
from referee.engine.rules import Ruleset
from referee.engine.table import Rehearsal, Table
from referee.engine.words import ELSE, IF, Answer, word_of
from referee.lab.selfplay import play
from tests.rules import cases

Data = dict[str, Any]
#: What can come up: a group, and a name within it.
Thing = tuple[str, str]
WORDS, QUESTIONS, CARDS = "order words", "questions", "cards"
TABLES, PARAGRAPHS = "table rows", "paragraphs"
#: So often everything should come up.
OFTEN = 20
#: Traces are one column more.
TRACES = "traces"


class Cases(NamedTuple):
    """Two cases of a paragraph by their titles: one is carried out, one is refused or comes to
    nothing."""

    rule: str
    done: str
    not_done: str


class Knowledge(Protocol):
    """What the table must know of a game.

    SHARES: of a number of games so many percent in each scenario.  OPTIONS: they are played with
    these by turns.  ROWS: group -> name -> what it is; order words and questions are added.
    SELDOM: why something comes up less than `OFTEN` times.  UNTRACED: paragraphs that the traces
    never come to, and their cases."""

    ruleset: Ruleset
    SHARES: Mapping[str, int]
    OPTIONS: Sequence[Mapping[str, str]]
    ROWS: Mapping[str, Mapping[str, str]]
    SELDOM: Mapping[Thing, str]
    UNTRACED: Mapping[str, Cases]

    def of_event(self, table: Table, kind: str, told: Data) -> Iterable[Thing]:
        """What an event shows; told: the public part, and what is added for its seat."""

    def of_answer(self, table: Table, request: Request, answer: Answer) -> Iterable[Thing]:
        """What an answer shows; not for order words."""

    def traced(self, path: Path) -> object:
        """Replay one trace."""


def knowledge(game: str) -> Knowledge:
    """The module of a game, by the name of its ruleset."""
    found: Knowledge = importlib.import_module(f"tests.rules.{game.replace('-', '_')}.exercised")
    return found


class Watch:
    """Counts what comes up at every table while it is open."""

    def __init__(self, known: Knowledge) -> None:
        self.known, self.paragraphs = known, known.ROWS[PARAGRAPHS]
        self.counts: Counter[Thing] = Counter()

    @contextmanager
    def open(self) -> Iterator[Counter[Thing]]:
        """What is counted while the games are played."""
        tell, ask_all, counts, known = Table.tell, Table.ask_all, self.counts, self.known

        def telling(table: Table, kind: str, public: Data | None, **own: Data) -> None:
            tell(table, kind, public, **own)
            told = {key: value for part in own.values() for key, value in part.items()}
            counts.update(known.of_event(table, kind, {**told, **(public or {})}))

        async def asking(table: Table, requests: Sequence[Any]) -> list[Answer]:
            forced = [request.forced(table.public) is not None for request in requests]
            answers = await ask_all(table, requests)
            for request, answer, alone in zip(requests, answers, forced, strict=True):
                if not alone:
                    counts[QUESTIONS, request.kind] += 1
                    counts[PARAGRAPHS, request.rule] += request.rule in self.paragraphs
                    counts.update(said(request, answer))
                    counts.update(known.of_answer(table, request, answer))
            return answers

        assert Rehearsal.tell is not Table.tell and Rehearsal.ask_all is not Table.ask_all
        with patch.object(Table, "tell", telling), patch.object(Table, "ask_all", asking):
            yield counts


def said(request: Request, answer: Answer) -> Iterator[Thing]:
    """Order words, and what becomes of lines whose conditions do not hold."""
    for line in answer:
        yield WORDS, f"{request.kind}: {word_of(line)}"
        if IF in line:
            yield WORDS, f"{request.kind}: {IF}, {ELSE}: {line[ELSE]}"
    if not answer:
        yield WORDS, f"{request.kind}: nothing"


def words(ruleset: Ruleset) -> dict[str, str]:
    """Every order word of every question, conditions, and no line at all."""
    found: dict[str, str] = {}
    for kind, request in ruleset.rules.requests.items():
        others = [f"{IF}, {ELSE}: skip", f"{IF}, {ELSE}: stop"] if request.conditions else []
        for word in (*request.words, *others, "nothing"):
            found[f"{kind}: {word}"] = request.rule
    return found


def rows(known: Knowledge) -> dict[Thing, str]:
    """Everything that is counted."""
    asked = {kind: request.rule for kind, request in known.ruleset.rules.requests.items()}
    own = {WORDS: words(known.ruleset), QUESTIONS: asked}
    groups: Mapping[str, Mapping[str, str]] = {**own, **known.ROWS}
    return {(group, name): what for group, row in groups.items() for name, what in row.items()}


def in_selfplay(known: Knowledge, games: int, scenario: str, seed: int = 1) -> Counter[Thing]:
    """What so many random games come to."""
    with Watch(known).open() as counts:
        for number in range(games):
            options = known.OPTIONS[number % len(known.OPTIONS)]
            play(known.ruleset, seed, number, scenario, options)
    return +counts


def in_traces(known: Knowledge, paths: Iterable[Path]) -> Counter[Thing]:
    """What the games of others come to, by our rules."""
    with Watch(known).open() as counts:
        for path in paths:
            known.traced(path)
    return +counts


def halves(ruleset: Ruleset) -> dict[str, int]:
    """`Knowledge.SHARES`: all games in the first scenario, half as many in each other."""
    first, *others = ruleset.scenarios
    return {first: 100, **dict.fromkeys(others, 50)}


def two_cases(known: Knowledge, name: str) -> tuple[Data, Data]:
    """The cases of something that the traces never come to."""
    package, one = known.ruleset.name.replace("-", "_"), known.UNTRACED[name]
    told = {case.data["case"]: case.data for case in cases.of(package, one.rule)}
    return told[one.done], told[one.not_done]


def played(known: Knowledge, games: int) -> dict[str, Counter[Thing]]:
    """Random games of every scenario, at least one of each."""
    return {
        scenario: in_selfplay(known, max(1, games * share // 100), scenario)
        for scenario, share in known.SHARES.items()
    }


def seldom(known: Knowledge, columns: Mapping[str, Counter[Thing]]) -> list[Thing]:
    """What comes up too seldom in all random games together, without a reason."""
    random = [counts for name, counts in columns.items() if name != TRACES]
    few = [row for row in rows(known) if sum(counts[row] for counts in random) < OFTEN]
    return [row for row in few if row not in known.SELDOM]


def untraced(known: Knowledge, traces: Counter[Thing]) -> list[str]:
    """Paragraphs and cards that the traces never come to."""
    here = [row for row in rows(known) if row[0] in (PARAGRAPHS, CARDS)]
    return [name for group, name in here if not traces[group, name]]


def table(known: Knowledge, columns: Mapping[str, Counter[Thing]]) -> str:
    """The table as it is printed."""
    bad = seldom(known, columns)
    lines = []
    for row, what in rows(known).items():
        reason = "TOO SELDOM" if row in bad else known.SELDOM.get(row, "")
        counts = [column[row] for column in columns.values()]
        lines.append([*row, what[:48], *counts, reason])
    return tabulate(lines, ["", "", "", *columns, "why seldom"])


def main(game: str, games: str = "2000", folder: str = "") -> int:
    """Play, count and print; 1 if something is too seldom and nobody says why."""
    known = knowledge(game)
    columns = played(known, int(games))
    if folder:
        columns[TRACES] = in_traces(known, sorted(Path(folder).glob("*.gz")))
    print(table(known, columns))
    print("\nParagraphs that the traces never come to, and their cases")
    for name in untraced(known, columns[TRACES]) if folder else known.UNTRACED:
        print(f"    {name}: {'; '.join(known.UNTRACED.get(name, ('', 'NO CASES'))[1:])}")
    return bool(seldom(known, columns))


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
