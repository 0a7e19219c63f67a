"""What is asked."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.choosing import OneOf
from referee.engine.fault import NOT_ALLOWED, WARNING, Fault
from referee.engine.request import Data, Judgement, Quantity, Request, View
from referee.engine.words import Answer, Choice, Many, Name, Nothing, Word
from referee.kit.lines import several
from tests.toys.smugglers.coast import HARBOURS, NAMES, SMUGGLERS, contraband, near, suspects

NOBODY = "nobody"


def sailed(answer: Answer) -> list[str]:
    """3 The harbours that these lines sail to."""
    return [str(line["sail"]) for line in answer if "sail" in line]


def landed(answer: Answer) -> list[str]:
    """5 The crates that these lines land."""
    found: list[Any] = [line["land"] for line in answer if "land" in line]
    return [crate for crates in found for crate in crates]


class Cruise(Request):
    """3 The night of the patrol: up to two lanes."""

    kind, rule = "cruise", "3"
    lanes: ClassVar[int] = 2
    words: ClassVar[Mapping[str, Word]] = {"sail": Name("harbour")}

    def title(self, reader: str = "") -> str:
        return f"sail up to {several(self.lanes, 'lane')}"

    def at(self, view: View, before: Answer) -> str:
        """3 Where the ship is behind these lines."""
        return [str(view.public["where"][self.seat]), *sailed(before)][-1]

    def wrong(self, view: View, answer: Answer, i: int) -> Iterator[Fault]:
        """What is wrong with a line behind those before it."""
        before, at = answer[:i], self.at(view, answer[:i])
        if landed(before):
            reason = "a ship lands crates where it ends"
            yield Fault(NOT_ALLOWED, (i,), reason, "5", "write land last")
        if len(sailed(before)) >= self.lanes:
            reason = f"your ship sails {several(self.lanes, 'lane')} in a night"
            yield Fault(NOT_ALLOWED, (i,), reason, "3", "leave this line out")
        elif answer[i]["sail"] not in near(at):
            hint = "lanes lead to " + ", ".join(HARBOURS[harbour] for harbour in near(at))
            yield Fault(NOT_ALLOWED, (i,), f"no lane leads there from {HARBOURS[at]}", "3", hint)

    def judge(self, view: View, answer: Answer) -> Judgement:
        judged = Judgement()
        for fault in [fault for i in range(len(answer)) for fault in self.wrong(view, answer, i)]:
            judged.add(fault)
        if not sailed(answer):
            judged.add(Fault(WARNING, (), "your ship stays", "3"))
        return judged

    def sample(self, view: View, chance: random.Random) -> Answer:
        answer: Answer = []
        for _ in range(chance.randint(0, self.lanes)):
            answer.append({"sail": chance.choice(near(self.at(view, answer)))})
        return answer

    def default(self, view: View) -> Answer:
        """The ship stays."""
        return []

    def template(self, view: View) -> list[str]:
        """Every first lane, with what lies beyond, all behind #."""
        return [
            f"# - sail: {HARBOURS[to]}  # then {', '.join(HARBOURS[on] for on in near(to))}"
            for to in near(self.at(view, []))
        ]

    def at_hand(self, view: View, key: str, beside: Mapping[str, Any]) -> list[str]:
        return near(self.at(view, [])) if key == "sail" else list(view.own["stash"])


class Voyage(Cruise):
    """3 A smuggler's night: up to one lane, and crates for the buyer."""

    kind, lanes = "voyage", 1
    words: ClassVar[Mapping[str, Word]] = {"sail": Name("harbour"), "land": Many(Name("crate"))}

    def title(self, reader: str = "") -> str:
        return f"{super().title(reader)}, and land crates for the buyer"

    def wrong(self, view: View, answer: Answer, i: int) -> Iterator[Fault]:
        """5 Crates of his own stash are landed once, where the buyer is."""
        if "sail" in answer[i]:
            yield from super().wrong(view, answer, i)
            return
        at, buyer, stash = self.at(view, answer[:i]), view.public["buyer"], view.own["stash"]
        if landed(answer[:i]):
            reason = "crates are landed once in a night"
            yield Fault(NOT_ALLOWED, (i,), reason, "5", "write all in one line")
        if at != buyer:
            hint = f"the buyer is at {HARBOURS[buyer]} tonight"
            yield Fault(NOT_ALLOWED, (i,), f"there is no buyer at {HARBOURS[at]}", "5", hint)
        crates = landed([answer[i]])
        for j, crate in enumerate(crates):
            if crate in crates[:j]:
                reason, hint = "it stands here twice", "name each crate once"
                yield Fault(NOT_ALLOWED, (i, j), reason, "5", hint)
            elif crate not in stash:
                hint = f"your stash: {', '.join(NAMES[one] for one in stash) or 'no crates'}"
                yield Fault(NOT_ALLOWED, (i, j), "it is not in your stash", "5", hint)

    def sample(self, view: View, chance: random.Random) -> Answer:
        """Often to the buyer, and there often with crates."""
        answer, buyer, stash = super().sample(view, chance), view.public["buyer"], view.own["stash"]
        if buyer in near(self.at(view, [])) and chance.randrange(3):
            answer = [{"sail": buyer}]
        if self.at(view, answer) == buyer and stash and chance.randrange(4):
            answer.append({"land": chance.sample(stash, chance.randint(1, len(stash)))})
        return answer

    def template(self, view: View) -> list[str]:
        """The lanes, and all crates where the buyer is in reach, behind #."""
        lines, at = super().template(view), self.at(view, [])
        if view.own["stash"] and view.public["buyer"] in [at, *near(at)]:
            lines.append(f"# - land: [{', '.join(NAMES[crate] for crate in view.own['stash'])}]")
        return lines


class Met(OneOf):
    """4 What is asked where the patrol meets smugglers; args: at."""

    rule = "4"
    selectors: ClassVar[Mapping[str, Word]] = {"at": Name("harbour")}

    def names(self) -> Mapping[str, str]:
        return {**HARBOURS, **SMUGGLERS}


class Search(Met):
    """4 Whom the patrol searches, or nobody."""

    kind, question = "search", "whom you search at {at}"
    words: ClassVar[Mapping[str, Word]] = {"search": Name("suspect")}
    quantities: ClassVar[Mapping[str, Quantity]] = {
        "night": Quantity("which night it is"),
        "seized": Quantity("crates that you have seized"),
        "landing": Quantity("the most that one whom you can search wants to land"),
    }
    policies: ClassVar[Mapping[str, Word]] = {
        "search": Many(Name("suspect")),
        **dict.fromkeys(("fullest", "default"), Nothing()),
    }

    def options(self, public: Data) -> Sequence[str]:
        return [*suspects(public), NOBODY]

    def favour(self, public: Data, word: str) -> str:
        """Nobody; or who has most crates, of equals the first."""
        fullest = max(suspects(public), key=public["crates"].__getitem__)
        return fullest if word == "fullest" else NOBODY

    def measure(self, view: View) -> Mapping[str, int]:
        public = view.public
        most = max(public["landing"][seat] for seat in suspects(public))
        return {"night": public["night"], "seized": len(public["seized"]), "landing": most}


class Searched(Met):
    """4 What a smuggler does who is searched: bribe or run."""

    kind, question = "searched", "searched at {at}: bribe or run"
    words: ClassVar[Mapping[str, Word]] = {"searched": Choice(("bribe", "run"))}
    quantities: ClassVar[Mapping[str, Quantity]] = {
        "gold": Quantity("gold that you have"),
        "landing": Quantity("crates that you want to land"),
        "contraband": Quantity("contraband in your stash", private=True),
    }
    policies: ClassVar[Mapping[str, Word]] = {
        "searched": Many(Choice(("bribe", "run"))),
        "default": Nothing(),
    }

    def options(self, public: Data) -> Sequence[str]:
        """A bribe takes gold."""
        return ["bribe", "run"] if public["gold"][self.seat] else ["run"]

    def favour(self, public: Data, word: str) -> str:
        """Who says nothing runs."""
        return "run"

    def measure(self, view: View) -> Mapping[str, int]:
        numbers = {key: view.public[key][self.seat] for key in ("gold", "landing")}
        return {**numbers, "contraband": len(contraband(view.own["stash"]))}
