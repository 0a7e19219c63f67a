"""Pairs of games that also compare whatever else is made of reports for one seat or for guests.

That is: maps as pictures and in words, the story as text and as a page, the report of a guest, the
mails of the outbox, what `answer` asks and offers, and the preview of what it wrote.  One class
does so for every ruleset; what makes games differ is its variation, and mail.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee import views
from referee.engine.request import Data
from referee.engine.rules import Ruleset
from referee.host import outbox
from referee.lab.twins.following import NOTHING, Answers, Table
from referee.lab.twins.twins import Pair, Twins
from referee.lab.twins.watching import different, masked
from referee.orders.order_file import OrderFile
from referee.picture import grid, listing, svg
from referee.player import foretelling
from referee.player.answering import Answering
from referee.player.prompting import Quit, Talk
from referee.player.sign_orders import judge_by_report
from referee.report.report_file import ReportFile, fill
from referee.report.text import render
from referee.ruleset import load
from referee.story import chapters, prose, web_page
from tests.blind.mails import Mails, Quiet, with_mail
from tests.harness.blind import variation_of

#: how many prompts of `answer` a random player answers before he leaves
PROMPTS = 12
#: what he enters: ways through most questions
ENTERED = ("", "", "1", "1", "2", "3", "5", "1,2", "u", "b", "rome")
#: how many places are looked at after each run, and how often the picture is drawn
PLACES, PICTURES = 4, 0.08
#: columns of a board in letters
WIDTH = 100


class Keeping(Table):
    """A game whose last sheets are kept, all of them: a guest's report is made of another's."""

    sheets: dict[str, Data]

    def play(self, answers: Answers, more: Mapping[str, Data] = NOTHING) -> dict[str, Data]:
        """Make the next run."""
        self.sheets = super().play(answers, more)
        return self.sheets


class Products(Mails):
    """Such pairs."""

    def table(self) -> Table:
        """A game that has not begun."""
        table = super().table()
        return Keeping(table.clerk, table.chains)

    def _compare(
        self,
        tables: tuple[Table, Table],
        sheets: Sequence[Data],
        pair: Pair,
        chance: random.Random,
    ) -> None:
        super()._compare(tables, sheets, pair, chance)
        probe = chance.random()
        got = []
        for table, sheet in zip(tables, sheets, strict=True):
            assert isinstance(table, Keeping)
            got.append(_made(self, sheet, table.sheets[pair.hidden], random.Random(probe)))
        for part, lines in got[0].items():
            self.tried[f"lines of {part}"] = self.tried.get(f"lines of {part}", 0) + len(lines)
        pair.leaks += different(got[0], got[1])


def products(name: str, ruleset: Ruleset | None = None, scenario: str | None = None) -> Products:
    """The pairs of a ruleset; ruleset: another one than the installed."""
    ruleset = ruleset or load(name)
    variation = variation_of(ruleset) if ruleset.rules.hidden else None
    return Products(ruleset, with_mail(variation) if variation else Quiet(), scenario)


def _made(twins: Twins, sheet: Data, others: Data, chance: random.Random) -> dict[str, list[str]]:
    """All that is made of a sheet for its seat, and of another's sheet for guests, by product."""
    ruleset, charter = twins.ruleset, twins.charter
    guest = views.guest_sheet(others)
    text, public = (render(of, charter.offer, charter.insecure, ruleset) for of in (sheet, guest))
    file, seen = ReportFile(text, sheet, ""), chance.random()
    public += [*fill(masked(guest)), *_map(ruleset, guest, random.Random(seen))]
    asked, draft = _talk(twins, sheet, chance)
    return {
        "map": list(_map(ruleset, sheet, random.Random(seen))),
        "story": list(_story(twins, sheet)),
        "guest": [*public, *_story(twins, guest)],
        "outbox": [outbox.title(file, charter, ruleset), *outbox.text(file)],
        "answer": asked,
        "preview of a file": _foretold(twins, sheet, draft),
    }


def _map(ruleset: Ruleset, sheet: Data, chance: random.Random) -> Iterator[str]:
    """The board in letters and in words, some places, and sometimes the picture: it takes long."""
    if ruleset.picture is None:
        return
    board = ruleset.picture(views.view(sheet), views.events(sheet))
    yield from [*grid.drawn(board, WIDTH), *grid.legend(board), *listing.told(board)]
    for space in chance.sample(board.spaces, PLACES):
        yield from listing.look(board, space)
    if chance.random() < PICTURES:
        yield from svg.picture(board).splitlines()


def _story(twins: Twins, sheet: Data) -> Iterator[str]:
    """A run of the story, as text and as a page, with boards as they are drawn from."""
    told = chapters.story([sheet], twins.charter.offer, twins.ruleset)
    bare = told._replace(chapters=[one._replace(board=None) for one in told.chapters])
    yield from [*prose.prose(told), *web_page.page(bare).splitlines()]
    yield from [str(one.board) for one in told.chapters]


def _talk(twins: Twins, sheet: Data, chance: random.Random) -> tuple[list[str], bytes]:
    """What `answer` shows somebody who enters anything, and what he has written; b"" if he has
    left."""
    shown: list[str] = []

    def ask(prompt: str) -> str:
        shown.append(prompt)
        if len(shown) > PROMPTS * 20 or chance.random() < 1 / PROMPTS:
            raise Quit
        return chance.choice(ENTERED)

    def fault(one: Any, found: OrderFile) -> None:
        shown.append(str(one))

    if sheet["seat"] not in sheet["public"]["due"] or sheet["public"]["over"]:
        return [], b""
    talk = Talk(ask, shown.append, fault)
    try:
        draft = Answering(sheet, twins.charter, twins.ruleset, talk).draft()
    except Quit:
        return shown, b""
    return [*shown, *draft.decode().splitlines()], draft


def _foretold(twins: Twins, sheet: Data, draft: bytes) -> list[str]:
    """What `check` says of a file."""
    if not draft:
        return []
    found = judge_by_report(draft, sheet, twins.charter, draft=True)
    return [*map(str, found.in_order()), *foretelling.foretold(found, sheet, twins.ruleset)]
