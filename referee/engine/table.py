"""The table that a step of the rules sits at: it asks, rolls, draws and tells.

A step is a coroutine.  It hands out `Ask` objects when it needs answers; the engine's own loop
(`referee.engine.game`) feeds the answers in.  There is no event loop and no concurrency.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.engine.plain import copied
from referee.engine.request import Data, Request, View

if TYPE_CHECKING:
    from referee.engine.dice import Dice, Scope
    from referee.engine.words import Answer

State = dict[str, Any]


class TableClosed(RuntimeError):
    """A verb was used after the step had been stopped."""


class NoDice(Exception):
    """Dice were wanted before the first run has made them."""


class ReplayDiffers(RuntimeError):
    """A replayed step did something else than what was recorded of it."""


@dataclass
class Ask:
    """Questions put at the same time; the answers are opened together."""

    requests: Sequence[Request]

    def __await__(self) -> Generator[Ask, dict[str, Answer], dict[str, Answer]]:
        return (yield self)


class Table:
    """What rules code may use: the whole list is ask, ask_all, window, roll, draw, draw_open and
    tell.

    state: {public, seats: {id: part}, sealed}; only verbs (functions of a ruleset's verbs module)
    change it, and each tells what it did.
    records: what the step was given before (answers, rolls, draws), oldest first; it is given
    the same again.
    """

    def __init__(self, state: State, scope: str, records: Sequence[Data] = ()) -> None:
        self._state = state
        self._scope_path = scope
        self._dice: Dice | None = None
        self._scopes: dict[str, Scope] = {}
        self._open = True
        self._replay = list(reversed(records))
        self.records: list[Data] = []
        #: each with the indices of the public rolls and draws that it tells of
        self.events: list[Data] = []
        self.rolls: list[Data] = []
        self.sealed_rolls: list[Data] = []
        #: rolls that no public event has told of yet
        self.untold: list[int] = []

    @property
    def state(self) -> State:
        """The State, for verbs.  Raises TableClosed once the step has been stopped."""
        self._check_open()
        return self._state

    @property
    def public(self) -> Data:
        """The public part, which decides whom to ask."""
        part: Data = self.state["public"]
        return part

    def view(self, seat: str) -> View:
        """What that seat may know now."""
        return view_of(self.state, seat)

    async def ask(self, request: Request) -> Answer:
        """Ask one seat; its legal answer."""
        return (await self.ask_all([request]))[request.seat]

    async def ask_all(self, requests: Sequence[Request]) -> dict[str, Answer]:
        """Ask several seats at once, sealed: seat -> its legal answer; ValueError for one that is
        asked twice, whose answers could not be told apart."""
        if len({request.seat for request in requests}) < len(requests):
            raise ValueError("a seat can be asked only one thing at once")
        return await Ask(requests)

    async def window(self, requests: Sequence[Request]) -> list[tuple[str, Answer]]:
        """A window for reactions: all are asked at once; (seat, answer) in the order of
        `requests` for those that answered with any line at all."""
        answers = await self.ask_all(requests)
        return [(r.seat, answers[r.seat]) for r in requests if answers[r.seat]]

    def roll(self, label: str, count: int, faces: int = 6) -> list[int]:
        """Roll public dice: `count` values from 1 to `faces`, logged under `label`."""
        asked = {"what": "roll", "label": label, "count": count, "faces": faces}
        values, log = self._chance("public", asked)
        if log is not None:
            self._cast({**log, "faces": faces, "values": values, "label": label})
        return list(values)  # a copy: rules may sort it, the log and the record may not change

    def draw_open(self, label: str, count: int, items: Sequence[str]) -> list[str]:
        """Draw `count` of `items` (in the rulebook's order), open: everybody can check it.

        Only where everybody may know what lies there, such as a bag whose contents are open."""
        asked = {"what": "open draw", "label": label, "count": count, "items": list(items)}
        picked, log = self._chance("public", asked)
        if log is not None:
            self._cast({**log, "items": list(items), "picked": picked, "label": label})
        return [items[i] for i in picked]

    def draw(self, label: str, count: int, items: Sequence[str]) -> list[str]:
        """Draw `count` of `items` (in the rulebook's order), sealed: only an audit can see it."""
        asked = {"what": "draw", "label": label, "count": count, "among": len(items)}
        picked, log = self._chance("sealed", asked)
        if log is not None:
            log = {**log, "items": list(items), "picked": picked, "label": label}
            self.sealed_rolls.append(log)
        return [items[i] for i in picked]

    def tell(self, kind: str, public: Data | None, **own: Data) -> None:
        """Leave an event: `public` is read by everyone (None: nobody is told that there was
        one), ``own[seat]`` is added to it for that seat alone.

        A public event is bound to the public rolls made since the one before it: all that they
        showed must be in its data, under the keys that the ruleset's ``rolled`` has for its kind.
        """
        self._check_open()
        # A copy: what is told now must not change with the State later in the run.
        event: Data = copied({"kind": kind, "public": public, "own": own})
        if public is not None:
            event["rolls"], self.untold = self.untold, []
        self.events.append(event)

    def _cast(self, log: Data) -> None:
        self.untold.append(len(self.rolls))
        self.rolls.append(log)

    def _check_open(self) -> None:
        if not self._open:
            raise TableClosed("the table is closed: no verb after a stop")

    def _chance(self, stream: str, asked: Data) -> tuple[list[int], Data | None]:
        """Values for a roll or draw, and what to log of it (None while replaying)."""
        self._check_open()
        if self._replay:
            values: list[int] = self.recorded(asked)["values"]
            return values, None
        scope = self._scope(stream)
        number = scope.number
        if asked["what"] == "roll":
            values = scope.roll(asked["count"], asked["faces"])
        else:
            among = asked["among"] if stream == "sealed" else len(asked["items"])
            values = scope.draw(asked["count"], among)
        self.records.append({**asked, "values": values})
        return values, {"scope": self._scope_path, "opening": scope.opening, "number": number}

    def _scope(self, stream: str) -> Scope:
        if stream not in self._scopes:
            if self._dice is None:
                raise NoDice
            opened = self._dice.public if stream == "public" else self._dice.sealed
            self._scopes[stream] = opened(self._scope_path)
        return self._scopes[stream]

    # The rest is the engine's own.

    def recorded(self, asked: Data) -> Data:
        """The next record, which must be of what is asked now; ReplayDiffers if it is not."""
        record = self._replay.pop()
        if any(record.get(key) != value for key, value in asked.items()):
            raise ReplayDiffers(f"recorded {record}, but the rules now ask for {asked}")
        self.records.append(record)
        return record

    @property
    def replaying(self) -> bool:
        """Whether records are left to be given again."""
        return bool(self._replay)

    def check_told(self) -> None:
        """Raise RuntimeError if dice were rolled and no event has told what they showed: a player
        who is asked now could not know, and a host could leave the roll out."""
        if self.untold:
            label = self.rolls[self.untold[0]]["label"]
            raise RuntimeError(f"nobody was told what the dice showed: {label}")

    def use(self, dice: Dice | None) -> None:
        """Take the dice of another run."""
        if dice is not self._dice:
            self._dice, self._scopes = dice, {}

    def close(self) -> None:
        """No verb works from now on."""
        self._open = False


def view_of(state: State, seat: str) -> View:
    """The View of one seat: made of the public part and its own part, nothing is removed."""
    return View(seat, state["public"], state["seats"][seat])
