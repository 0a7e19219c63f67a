"""The table: what a step of the rules uses to ask, roll, draw and tell.

A step is a coroutine.  When it needs answers it yields an `Ask`; the engine's own loop
(`referee.engine.game`) sends the answers in.  There is no event loop and no concurrency.
"""

from __future__ import annotations

from collections.abc import Container, Coroutine, Generator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from referee.engine.draft import Draft
from referee.engine.plain import copied
from referee.engine.view import Data, Question, View

if TYPE_CHECKING:
    from referee.engine.words import Answer
    from referee.proof.dice import Dice, Scope

State = dict[str, Any]


#: what a rehearsal cannot know
DICE, DRAW = "dice", "draw"


class TableClosed(RuntimeError):
    """A verb was used after the step had been stopped."""

    def __init__(self) -> None:
        super().__init__("the table is closed: no verb after a stop")


class _Closed(dict[str, Any]):
    """Stands for the State, and for its public part, once the step has been stopped: a check each
    time that rules ask for them would take much of their time."""

    def _refuse(self, *args: object, **named: object) -> NoReturn:
        raise TableClosed

    __getitem__ = __setitem__ = __contains__ = __iter__ = __len__ = __ior__ = _refuse
    get = pop = setdefault = update = keys = values = items = _refuse


class NoDice(Exception):
    """Dice are needed before the first run has made them."""


class Unforeseen(Exception):
    """A rehearsal needs dice that have no hoped result: nothing can be said about what follows."""


class ReplayDiffers(RuntimeError):
    """A replayed step did something else than its records say."""


class Ask:
    """Questions asked at the same time; the answers, in the same order, are opened together."""

    def __init__(self, requests: Sequence[Any]) -> None:
        self.requests = requests

    def __await__(self) -> Generator[Ask, list[Answer], list[Answer]]:
        return (yield self)


class Table:
    """What rules code may use: ask, ask_all, roll, draw, draw_open and tell, plus
    `referee.engine.window` for reactions; there is nothing else.

    state: {public, seats: {id: part}, sealed}; only verbs (functions of a ruleset's verbs module)
    change it, and each tells what it did.
    records: what the step was given before (answers, rolls, draws), oldest first; it is given the
    same again.
    """

    #: whether this is a copy to try lines on (`Rehearsal`)
    rehearsing: ClassVar[bool] = False

    #: the State, for verbs
    state: State
    #: the public part, which decides whom to ask
    public: Data

    def __init__(self, state: State, scope: str, records: Sequence[Data] = ()) -> None:
        self.state, self.public = state, state["public"]
        #: whether the result relies on luck, or on another seat's decision
        self.unsure = False
        self._scope_path = scope
        self._dice: Dice | None = None
        self._scopes: dict[str, Scope] = {}
        self._open = True
        self._replay = list(reversed(records))
        self.records: list[Data] = []
        #: each with the indices of the public rolls and draws that it reports
        self.events: list[Data] = []
        self.rolls: list[Data] = []
        self.sealed_rolls: list[Data] = []
        #: rolls that no public event has reported yet
        self.untold: list[int] = []

    def view(self, seat: str) -> View:
        """What that seat may know now."""
        return View(seat, self.public, self.own(seat))

    def own(self, seat: str) -> Data:
        """The part of that seat."""
        part: Data = self.state["seats"][seat]
        return part

    async def ask(self, request: Question) -> Answer:
        """Ask one seat; its legal answer."""
        return (await self.ask_all([request]))[0]

    async def ask_all(self, requests: Sequence[Question]) -> list[Answer]:
        """Ask all at once, sealed; return the legal answer to each request.  A seat may be asked
        several things, each judged by itself."""
        return await Ask(requests)

    def roll(self, label: str, count: int, faces: int = 6, hoped: Sequence[int] = ()) -> list[int]:
        """Roll public dice: `count` values from 1 to `faces`, logged under `label`.

        hoped: what a rehearsal assumes they show; without it, the rehearsal ends there."""
        asked = {"what": "roll", "label": label, "count": count, "faces": faces}
        values, log = self._chance("public", asked)
        if log is not None:
            self._cast({**log, "faces": faces, "values": values, "label": label})
        return list(values)  # a copy: rules may sort it, but log and record must not change

    def awaits(self, label: str, what: str = DICE) -> None:
        """Say, before a rehearsal passes over DICE or a DRAW, what they are about: a preview names
        them.  Nothing happens on the table."""

    def draw_open(
        self, label: str, count: int, items: Sequence[str], hoped: Sequence[str] = ()
    ) -> list[str]:
        """Draw `count` of `items` (in the rulebook's order) openly, so everyone can check it;
        hoped: as in `roll`.

        Use it only if everyone may know what is there, such as a bag whose contents are public."""
        asked = {"what": "open draw", "label": label, "count": count, "items": list(items)}
        picked, log = self._chance("public", asked)
        if log is not None:
            self._cast({**log, "items": list(items), "picked": picked, "label": label})
        return [items[i] for i in picked]

    def draw(
        self, label: str, count: int, items: Sequence[str], hoped: Sequence[str] = ()
    ) -> list[str]:
        """Draw `count` of `items` (in the rulebook's order), sealed: only an audit can see it;
        hoped: as in `roll`."""
        asked = {"what": "draw", "label": label, "count": count, "among": len(items)}
        picked, log = self._chance("sealed", asked)
        if log is not None:
            log = {**log, "items": list(items), "picked": picked, "label": label}
            self.sealed_rolls.append(log)
        return [items[i] for i in picked]

    def tell(self, kind: str, public: Data | None, **own: Data) -> None:
        """Record an event: everyone reads `public` (None: nobody learns that there was an event),
        and ``own[seat]`` adds data for that seat alone.

        A public event reports the public rolls made since the one before it: its data must hold all
        that they showed, under the keys that the ruleset's ``rolled`` has for its kind.
        """
        self._check_open()
        # A copy: the event must not change with the State later in the run.
        event: Data = {"kind": kind, "public": copied(public), "own": copied(own) if own else {}}
        if public is not None:
            event["rolls"], self.untold = self.untold, []
        self.events.append(event)

    def _cast(self, log: Data) -> None:
        self.untold.append(len(self.rolls))
        self.rolls.append(log)

    def _check_open(self) -> None:
        if not self._open:
            raise TableClosed

    def _chance(self, stream: str, asked: Data) -> tuple[list[int], Data | None]:
        """Values for a roll or draw, and the log of it (None while replaying)."""
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

    # The rest is for the engine only.

    def recorded(self, asked: Data) -> Data:
        """The next record, which must match what is asked now; ReplayDiffers if it does not."""
        record = self._replay.pop()
        if any(record.get(key) != value for key, value in asked.items()):
            raise ReplayDiffers(f"recorded {record}, but the rules now ask for {asked}")
        self.records.append(record)
        return record

    @property
    def replaying(self) -> bool:
        """Whether there are records left."""
        return bool(self._replay)

    def check_told(self) -> None:
        """Raise RuntimeError if dice were rolled and no event has reported them: a player who is
        asked now could not know the result, and a host could leave the roll out."""
        if self.untold:
            label = self.rolls[self.untold[0]]["label"]
            raise RuntimeError(f"nobody was told what the dice showed: {label}")

    def use(self, dice: Dice | None) -> None:
        """Use the dice of another run."""
        if dice is not self._dice:
            self._dice, self._scopes = dice, {}

    def close(self) -> None:
        """Make every verb fail from now on."""
        self._open = False
        self.state = self.public = _Closed()


class Rehearsal(Table):
    """A table with a copy of what one seat sees: nobody can be asked and nothing rolled.

    Others answer nothing, and their requests must accept that as a choice.
    replaced: as `referee.engine.walk.Walk` has it."""

    rehearsing = True

    def __init__(self, view: View, replaced: Container[str] = ()) -> None:
        # Of a table it has what it needs: it is laid for each answer, and keeps no logs of dice.
        seats = {view.seat: Draft(view.own, replaced)}
        self.public = Draft(view.public, replaced)
        self.state = {"public": self.public, "seats": seats, "sealed": {}}
        self.unsure, self.events = False, []
        #: dice and open draws on which something depends, with their labels
        self.chances: list[tuple[str, str]] = []

    def tell(self, kind: str, public: Data | None, **own: Data) -> None:
        """Record an event, without a copy: a rehearsal ends here.

        It is marked if it depends on others or on chance."""
        event = {"kind": kind, "public": public, "own": own, "unsure": self.unsure}
        self.events.append(event)

    def own(self, seat: str) -> Data:
        """The part of that seat, as far as this copy has it: of others nothing."""
        part: Data = self.state["seats"].get(seat, {})
        return part

    async def ask_all(self, requests: Sequence[Question]) -> list[Answer]:
        """No answers."""
        self.unsure = True
        return [[] for _ in requests]

    def roll(self, label: str, count: int, faces: int = 6, hoped: Sequence[int] = ()) -> list[int]:
        """The hoped result."""
        self.awaits(label)
        return list(self._hoped(label, hoped))

    def awaits(self, label: str, what: str = DICE) -> None:
        """Keep it for the preview."""
        self.chances.append((what, label))

    def draw_open(
        self, label: str, count: int, items: Sequence[str], hoped: Sequence[str] = ()
    ) -> list[str]:
        """The hoped result."""
        self.awaits(label, DRAW)
        return self.draw(label, count, items, hoped)

    def draw(
        self, label: str, count: int, items: Sequence[str], hoped: Sequence[str] = ()
    ) -> list[str]:
        """The hoped result."""
        return list(self._hoped(label, hoped))

    def _hoped(self, label: str, hoped: Sequence[Any]) -> Sequence[Any]:
        self.unsure = True
        if not hoped:
            raise Unforeseen(label)
        return hoped


def view_of(state: State, seat: str) -> View:
    """The View of one seat, built from the public part and its own part; nothing is removed."""
    return View(seat, state["public"], state["seats"][seat])


def driven(code: Coroutine[Any, Any, None]) -> None:
    """Run code that asks nobody to its end; raises RuntimeError if it waits for an answer."""
    try:
        code.send(None)
    except StopIteration:
        return
    raise RuntimeError("a rehearsal waits for nobody")
