"""Maps, stories, guests' reports, mails of the outbox, what `answer` asks, previews and chances
hang on nothing that their reader may not know, in every ruleset; and a leak that is planted in any
of them is found."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any

import pytest

from referee import ruleset as finder
from referee import views
from referee.engine.game import Game
from referee.engine.odds import Asked, Unreckoned, Wager
from referee.engine.request import Request, View
from referee.host import outbox
from referee.lab.twins.following import NOTHING, Answers
from referee.lab.twins.following import Table as Twin
from referee.player import foretelling
from referee.player.answering import Answering
from referee.ruleset import load
from referee.story import chapters
from tests.blind.planting import Data, parts
from tests.blind.products import Keeping, products
from tests.support.seeds import count

EVERY = finder.names()
RUNS = 8
#: the first pair of a game in which the reader is asked something soon
FIRST = {"caesar-in-alexandria": 6}


@pytest.mark.parametrize("name", EVERY)
def test_pairs_are_told_the_same_by_everything_made_of_reports(name: str) -> None:
    twins = products(name)
    pairs = [twins.pair(seed, RUNS, seed % 5) for seed in _seeds(name)]
    assert [pair.leaks for pair in pairs if pair.leaks] == []
    assert any(pair.differed for pair in pairs)
    made = {part for part, lines in twins.tried.items() if part.startswith("lines of") and lines}
    board = {"lines of map"} if twins.ruleset.picture else set()
    assert (
        made >= {"lines of story", "lines of guest", "lines of outbox", "lines of answer"} | board
    )


def _seeds(name: str) -> range:
    first = FIRST.get(name, 0)
    return range(first, first + count(2, 100))


class Secrets:
    """Something of all that was ever hidden in a game, known by what its products are made of."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.of: dict[object, str] = {}
        self.games: dict[int, tuple[Twin, str]] = {}
        self.kept: list[object] = []  # or their ids would be used again
        play, view = Keeping.play, Game.view

        def playing(table: Keeping, answers: Answers, more: Any = NOTHING) -> dict[str, Data]:
            before = self.games.get(id(table.clerk.game), (table, ""))[1]
            sheets = play(table, answers, more)
            state = table.clerk.game.state
            hidden = [before, state["seats"], state["sealed"], str(answers), str(more)]
            secret = f"s{zlib.crc32(json.dumps(hidden, sort_keys=True).encode()) % 9999}"
            self.games[id(table.clerk.game)] = table, secret
            for sheet in sheets.values():
                self.know(sheet["head"], secret)
                self.know(id(sheet["state"]["public"]), secret, sheet)
            return sheets

        def viewing(game: Game, seat: str) -> View:
            found = view(game, seat)
            self.know(id(found.own), self.games.get(id(game), (None, ""))[1], found)
            return found

        monkeypatch.setattr(Keeping, "play", playing)
        monkeypatch.setattr(Game, "view", viewing)

    def know(self, key: object, secret: str, thing: object = None) -> None:
        """Note it for a key; the thing is kept."""
        self.of[key] = secret
        self.kept.append(thing)


@pytest.fixture
def secrets(monkeypatch: pytest.MonkeyPatch) -> Secrets:
    return Secrets(monkeypatch)


def found(name: str, **change: Any) -> set[str]:
    """The parts that differ in the first pair that leaks."""
    ruleset = load(name)
    twins = products(name, ruleset.but(**change) if change else ruleset)
    return {*parts(twins, RUNS, pairs=40, soon=FIRST.get(name, 0))}


@pytest.mark.parametrize("name", [name for name in EVERY if load(name).picture])
def test_a_board_that_knows_what_is_hidden_is_found(name: str, secrets: Secrets) -> None:
    draw = load(name).picture
    assert draw is not None

    def picture(view: View, events: Sequence[Data]) -> Any:
        board = draw(view, events)
        secret = secrets.of.get(id(view.public), "")
        return board.but(title=f"{board.title} {secret}")

    assert {"board", "map"} <= found(name, picture=picture)


@pytest.mark.parametrize("name", EVERY)
def test_a_story_that_knows_what_is_hidden_is_found(
    name: str, secrets: Secrets, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = chapters._scene

    def knowing(sheet: Data, *more: Any) -> chapters.Scene:
        told = scene(sheet, *more)
        return told._replace(lines=[*told.lines, secrets.of.get(sheet["head"], "")])

    monkeypatch.setattr(chapters, "_scene", knowing)
    assert "story" in found(name)


@pytest.mark.parametrize("name", EVERY)
def test_a_guest_who_gets_a_seats_own_part_is_found(
    name: str, secrets: Secrets, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest_sheet = views.guest_sheet

    def leaking(sheet: Data) -> Data:
        return {**guest_sheet(sheet), "own": {"words": [secrets.of[sheet["head"]]]}}

    monkeypatch.setattr(views, "guest_sheet", leaking)
    assert found(name) == {"guest"}


@pytest.mark.parametrize("name", EVERY)
def test_a_subject_of_a_mail_that_knows_what_is_hidden_is_found(
    name: str, secrets: Secrets, monkeypatch: pytest.MonkeyPatch
) -> None:
    title = outbox.title

    def knowing(file: Any, *more: Any) -> str:
        return f"{title(file, *more)} {secrets.of[file.sheet['head']]}"

    monkeypatch.setattr(outbox, "title", knowing)
    assert found(name) == {"outbox"}


@pytest.mark.parametrize("name", EVERY)
def test_a_question_of_answer_that_knows_what_is_hidden_is_found(
    name: str, secrets: Secrets, monkeypatch: pytest.MonkeyPatch
) -> None:
    show = Answering._show

    def knowing(self: Answering, *more: Any) -> None:
        self.talk.tell(secrets.of[self.sheet["head"]])
        show(self, *more)

    monkeypatch.setattr(Answering, "_show", knowing)
    assert found(name) == {"answer"}


@pytest.mark.parametrize("name", EVERY)
def test_a_preview_that_knows_what_is_hidden_is_found(
    name: str, secrets: Secrets, monkeypatch: pytest.MonkeyPatch
) -> None:
    def knowing(request: Request, view: View, *more: Any) -> list[str]:
        return [secrets.of[id(view.own)]]

    monkeypatch.setattr("referee.lab.twins.watching.preview", knowing)
    assert found(name) == {"preview"}


@pytest.mark.parametrize("name", EVERY)
def test_a_preview_of_a_file_that_knows_what_is_hidden_is_found(
    name: str, secrets: Secrets, monkeypatch: pytest.MonkeyPatch
) -> None:
    def knowing(file: Any, sheet: Data, *more: Any) -> list[str]:
        return [secrets.of[sheet["head"]]]

    monkeypatch.setattr(foretelling, "foretold", knowing)
    assert found(name) == {"preview of a file"}


@pytest.mark.parametrize("name", [name for name in EVERY if load(name).odds])
def test_chances_that_know_what_is_hidden_are_found(name: str, secrets: Secrets) -> None:
    odds = load(name).odds
    assert odds is not None

    def wager(view: View, asked: Asked) -> Wager:
        raise Unreckoned(secrets.of.get(id(view.public), ""))

    assert found(name, odds=odds.but(wager=wager)) == {"odds"}
