"""What is asked, and the order lines that answer it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import DOUBT, SLIP, WRONG, Action, Problem
from referee.engine.choosing import OneOf
from referee.engine.request import Quantity, Request, View
from referee.engine.walk import Walk
from referee.engine.words import Answer, Choice, Many, Name, Word
from referee.kit.lines import several
from tests.toys.smugglers import verbs
from tests.toys.smugglers.coast import HARBOURS, NAMES, SMUGGLERS, contraband, near, suspects

NOBODY = "nobody"
#: what is in doubt behind a lane that cannot be sailed
SHIP = "ship"


def sailed(answer: Answer) -> list[str]:
    """3 The harbours that these lines sail to."""
    return [str(line["sail"]) for line in answer if "sail" in line]


def landed(answer: Answer) -> list[str]:
    """5 The crates that these lines land."""
    found: list[Any] = [line["land"] for line in answer if "land" in line]
    return [crate for crates in found for crate in crates]


class Night(Walk):
    """3 The night of a ship, revealed as a whole behind its last line.

    path: its harbours; lanes: how many it was to sail, also in vain; ready: crates to land."""

    request: Cruise

    def begin(self) -> None:
        self.path = [str(self.public["where"][self.seat])]
        self.lanes = 0
        self.ready: list[str] = []

    def before(self, word: str) -> None:
        self.lanes += word == "sail"

    def whole(self) -> Iterable[Problem]:
        if not self.lanes:
            yield Problem("your ship stays", "3", weight=SLIP)

    def finish(self) -> None:
        verbs.set_sail(self.table, self.seat, self.path, self.ready)


class Sail(Action[Night]):
    """3 One lane."""

    word, takes = "sail", Name("harbour")

    def problems(self) -> Iterable[Problem]:
        walk, at = self.walk, self.walk.path[-1]
        most = walk.request.lanes
        if walk.ready:
            yield Problem("a ship lands crates where it ends", "5", "write land last")
        if walk.lanes > most:
            reason = f"your ship sails {several(most, 'lane')} in a night"
            yield Problem(reason, "3", "leave this line out")
        elif SHIP in walk.doubts:
            yield Problem("", "3", weight=DOUBT)
        elif self.value not in near(at):
            hint = "lanes lead to " + ", ".join(HARBOURS[harbour] for harbour in near(at))
            yield Problem(f"no lane leads there from {HARBOURS[at]}", "3", hint)

    def names(self) -> Iterable[str]:
        return [SHIP]

    async def does(self) -> None:
        self.walk.path.append(self.value)


class Land(Action[Night]):
    """5 Crates of his own stash are landed once, where the buyer is."""

    word, takes = "land", Many(Name("crate"))

    def problems(self) -> Iterable[Problem]:
        at, buyer, stash = self.walk.path[-1], self.public["buyer"], self.own["stash"]
        if self.walk.ready:
            yield Problem("crates are landed once in a night", "5", "write all in one line")
        if at != buyer:
            hint = f"the buyer is at {HARBOURS[buyer]} tonight"
            weight = DOUBT if SHIP in self.walk.doubts else WRONG
            yield Problem(f"there is no buyer at {HARBOURS[at]}", "5", hint, weight)
        for j, crate in enumerate(self.value):
            if crate in self.value[:j]:
                yield Problem("it stands here twice", "5", "name each crate once", path=(j,))
            elif crate not in stash:
                hint = f"your stash: {', '.join(NAMES[one] for one in stash) or 'no crates'}"
                yield Problem("it is not in your stash", "5", hint, path=(j,))

    async def does(self) -> None:
        self.walk.ready = self.value


class Cruise(Request):
    """3 The night of the patrol: up to two lanes."""

    kind, rule, walk = "cruise", "3", Night
    lanes: ClassVar[int] = 2
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Sail,)

    def title(self, reader: str = "") -> str:
        return f"sail up to {several(self.lanes, 'lane')}"


class Voyage(Cruise):
    """3 A smuggler's night: up to one lane, and crates for the buyer."""

    kind, lanes = "voyage", 1
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Sail, Land)

    def title(self, reader: str = "") -> str:
        return f"{super().title(reader)}, and land crates for the buyer"


class Met(OneOf):
    """4 What is asked where the patrol meets smugglers; args: at."""

    rule = "4"
    selectors: ClassVar[Mapping[str, Word]] = {"at": Name("harbour")}
    names: ClassVar[Mapping[str, str]] = {**HARBOURS, **SMUGGLERS}


class Search(Met):
    """4 Whom the patrol searches, or nobody."""

    kind, question = "search", "whom you search at {at}"
    takes = Name("suspect")
    favours = ("fullest", "default")
    quantities: ClassVar[Mapping[str, Quantity]] = {
        "night": Quantity("which night it is"),
        "seized": Quantity("crates that you have seized"),
        "landing": Quantity("the most that one whom you can search wants to land"),
    }

    def options(self, view: View) -> Sequence[str]:
        return [*suspects(view.public), NOBODY]

    def favour(self, view: View, word: str) -> str:
        """Nobody; or who has most crates, of equals the first."""
        fullest = max(suspects(view.public), key=view.public["crates"].__getitem__)
        return fullest if word == "fullest" else NOBODY

    def measure(self, view: View) -> Mapping[str, int]:
        public = view.public
        most = max(public["landing"][seat] for seat in suspects(public))
        return {"night": public["night"], "seized": len(public["seized"]), "landing": most}


class Searched(Met):
    """4 What a smuggler does who is searched: bribe or run."""

    kind, question = "searched", "searched at {at}: bribe or run"
    takes = Choice(("bribe", "run"))
    quantities: ClassVar[Mapping[str, Quantity]] = {
        "gold": Quantity("gold that you have"),
        "landing": Quantity("crates that you want to land"),
        "contraband": Quantity("contraband in your stash", private=True),
    }

    def options(self, view: View) -> Sequence[str]:
        """A bribe takes gold."""
        return ["bribe", "run"] if view.public["gold"][self.seat] else ["run"]

    def favour(self, view: View, word: str) -> str:
        """Who says nothing runs."""
        return "run"

    def measure(self, view: View) -> Mapping[str, int]:
        numbers = {key: view.public[key][self.seat] for key in ("gold", "landing")}
        return {**numbers, "contraband": len(contraband(view.own["stash"]))}
