"""What lies in the mail room between runs: files for the next run, and advance files."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace

from referee.engine import standing
from referee.engine.fault import Fault
from referee.engine.plain import copied
from referee.engine.request import Data, Request, View
from referee.engine.rules import Ruleset
from referee.engine.standing import Rule
from referee.engine.words import Answer
from referee.post.examine import Examined, fits
from referee.post.orders import OrderFile
from referee.post.standing import past

#: of a seat that has sent nothing yet
NO_MARK = [-1, 0]


@dataclass(frozen=True)
class Mailed:
    """An accepted order file.

    name: in the folder's ``mail``; header: as signed; signature: its lines; answer: its lines
    with ids, None if none were asked for; until: of an advance file, else ""; follows: number of
    the
    entry that its ``after`` names; standing: rules that replace the seat's, None to keep them."""

    seat: str
    name: str
    sha256: str
    header: dict[str, str]
    signature: list[str]
    answer: Answer | None
    edition: int
    note: str = ""
    until: str = ""
    follows: int = 0
    standing: list[Rule] | None = None


def mailed(found: Examined, sha256: str, heads: Sequence[str], number: int) -> Mailed:
    """A file that was found good, as the mail room keeps it.

    heads: newest first; number: of the newest entry."""
    file = found.file
    follows = number - heads.index(file.tree["after"])
    # One name for one file: no other of this seat has the same number and edition.
    name = f"{follows:04d}.advance-" if file.advance else f"{number + 1:04d}-"
    return Mailed(
        file.seat,
        f"{name}{file.seat}-{file.edition}.yaml",
        sha256,
        file.header,
        (file.signature or "").split("\n")[:-1],
        found.answer,
        file.edition,
        _text(file, "note"),
        _text(file, "until"),
        follows,
        found.standing,
    )


def _text(file: OrderFile, key: str) -> str:
    return str(file.tree.get(key, ""))


def pieces(text: str, size: int = 60) -> list[str]:
    """A long text in pieces that fit a line of a report's block, where strings are never broken
    and what is not ASCII takes more room."""
    found, room = [""], size
    for sign in text:
        room -= len(json.dumps(sign)) - 2
        if room < 0:
            found.append("")
            room = size - len(json.dumps(sign)) + 2
        found[-1] += sign
    return found


def _numbered(fault: Fault) -> str:
    """A fault of an answer with the number of its order."""
    order = f"order {fault.path[0] + 1}, " if fault.path and isinstance(fault.path[0], int) else ""
    return f"{order}{fault.reason}"


#: What answers a request: a file, or a standing rule with the answer that it comes to.
Source = Mailed | tuple[Rule, Answer]


class Mailroom:
    """Files by seat: `explicit` for the next run, `advance` for requests to come."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.explicit: dict[str, Mailed] = {}
        self.advance: dict[str, Mailed] = {}
        #: seat -> [number of the entry that its newest advance file follows, edition], or [that its
        #: newest standing orders follow, 0]
        self.marks: dict[str, list[int]] = {}
        #: seat -> its standing orders, as rules in their order
        self.standing: dict[str, list[Rule]] = {}
        #: seat -> edition of its file for the next run that an upgrade has dropped
        self.dropped: dict[str, int] = {}
        self._used: list[str] = []
        self._words: dict[str, list[str]] = {}
        self._notes: list[list[str]] = []
        #: seat -> (number of a rule, its kind) -> how many times it has answered in this run
        self._rules_used: dict[str, dict[tuple[int, str], int]] = {}
        self._adopted_now: list[str] = []

    def saved(self) -> Data:
        """Plain data for a checkpoint, between runs; what comes before a run is left out where
        nothing is."""
        explicit = {seat: asdict(file) for seat, file in self.explicit.items()}
        return {
            "advance": {seat: asdict(file) for seat, file in self.advance.items()},
            "marks": self.marks,
            "standing": self.standing,
            **({"explicit": explicit} if explicit else {}),
            **({"dropped": self.dropped} if self.dropped else {}),
            **({"words": self._words} if self._words else {}),
        }

    def restore(self, saved: Data) -> None:
        """Take what `saved` gave."""
        self.advance = {seat: Mailed(**file) for seat, file in saved["advance"].items()}
        self.marks = dict(saved["marks"])
        self.standing = dict(saved["standing"])
        self.explicit = {seat: Mailed(**file) for seat, file in saved.get("explicit", {}).items()}
        self.dropped = dict(saved.get("dropped", {}))
        self._words = copied(saved.get("words", {}))

    def take(self, file: Mailed) -> None:
        """Keep a file; it replaces an earlier edition."""
        if file.until:
            self.advance[file.seat] = file
            self.marks[file.seat] = [file.follows, file.edition]
        else:
            self.explicit[file.seat] = file
        if file.standing is not None and not file.until:
            # Standing orders that were written by an older report must not come back.
            self.marks[file.seat] = max(self.marks.get(file.seat, NO_MARK), [file.follows, 0])

    def supply(
        self, requests: Sequence[Request], view: Callable[[str], View]
    ) -> dict[str, Answer] | None:
        """Answers to all of these requests, or None; nothing is used up unless all are there."""
        sources = {r.seat: self._source(r, view) for r in requests}
        if None in sources.values():
            return None
        return {seat: self._use(seat, found) for seat, found in sources.items() if found}

    def _source(self, request: Request, view: Callable[[str], View]) -> Source | None:
        return self._filed(request, view) or self._planned(request, view(request.seat))

    def _planned(self, request: Request, view: View) -> tuple[Rule, Answer] | None:
        """The rule that answers; a long run may pass the time of some."""
        rules = self.standing.get(request.seat, [])
        good = [rule for rule in rules if not past(rule, view.public, self._ruleset)]
        return standing.answer(good, request, view)

    def _filed(self, request: Request, view: Callable[[str], View]) -> Mailed | None:
        seat = request.seat
        given = self.explicit.get(seat)
        if given is not None and given.answer is not None and seat not in self._used:
            # It was judged when it came; an answer that went astray must never reach the rules.
            if faults := request.judge(view(seat), given.answer).faults:
                raise RuntimeError(f"{seat}'s answer does not fit {request.kind}: {faults[0]}")
            return given
        file = self.advance.get(seat)
        misfits = self._misfit(file, request, view(seat)) if file else None
        if file is None or misfits is None:
            return None
        if not misfits:
            return file
        why = _numbered(misfits[0])
        self.say(seat, f"Your advance file ({file.until}) no longer fitted and is dropped: {why}.")
        del self.advance[seat]
        return None

    def edition(self, seat: str) -> int:
        """The highest edition of a seat's file for the next run that was accepted, 0 if none."""
        known = self.explicit.get(seat)
        return max(self.dropped.get(seat, 0), known.edition if known else 0)

    def waits_for(self, request: Request, view: View) -> bool:
        """Whether an advance file or a standing order lies here that answers this request."""
        if self._planned(request, view) is not None:
            return True
        file = self.advance.get(request.seat)
        return file is not None and self._misfit(file, request, view) == []

    def _misfit(self, file: Mailed, request: Request, view: View) -> list[Fault] | None:
        """What is wrong with an advance file as an answer; None if it is meant for another time."""
        if file.answer is None or not fits(request, file.answer):
            return None
        if self._ruleset.reached(view.public, file.until):
            return None
        return request.judge(view, file.answer).faults

    def _use(self, seat: str, source: Source) -> Answer:
        if not isinstance(source, Mailed):
            return self._use_rule(seat, *source)
        if source.until:
            del self.advance[seat]
            self.say(seat, "Answered by your advance file.")
        else:
            self._used.append(seat)
        if source.note:
            self._notes.append([seat, *pieces(source.note)])
        return source.answer or []

    def _use_rule(self, seat: str, rule: Rule, answer: Answer) -> Answer:
        if rule["times"] is not None:
            rule["times"] -= 1
        used = self._rules_used.setdefault(seat, {})
        key = (rule["number"], rule["on"])
        used[key] = used.get(key, 0) + 1
        return answer

    def adopt(self) -> None:
        """Take the standing orders of the files that are here; a run begins."""
        files = [*self.explicit.values(), *self.advance.values()]
        for file in sorted(files, key=lambda file: (file.follows, bool(file.until))):
            if file.standing is not None:
                self.standing[file.seat] = copied(file.standing)
                self._adopted_now.append(file.seat)
                if file.until:
                    self._adopted(file)

    def _adopted(self, file: Mailed) -> None:
        """An advance file has given its standing orders; what is left of it are its orders."""
        if file.answer is not None:
            self.advance[file.seat] = replace(file, standing=None)
        else:
            del self.advance[file.seat]

    def say(self, seat: str, word: str) -> None:
        """Have the next report of a seat tell it something that is for it alone."""
        self._words.setdefault(seat, []).append(word)

    def headers(self, due: Sequence[str]) -> list[Data]:
        """The signed headers of the files for this run, for everybody to see."""
        files = [self.explicit[seat] for seat in due]
        return [{**file.header, "signature": file.signature} for file in files]

    def link(self, seat: str) -> bytes | None:
        """The link of the dice that the seat's file for this run brings, None if it has none."""
        file = self.explicit.get(seat)
        return bytes.fromhex(file.header["dice"]) if file else None

    def close(self, public: Data) -> tuple[list[list[str]], dict[str, list[str]]]:
        """The run is over: (notes for all, words for each seat alone); the files are used up.

        RuntimeError if an answer was given and nothing asked for it."""
        for seat, file in self.explicit.items():
            if seat not in self._used and file.answer is not None:
                raise RuntimeError(f"the answer of {seat} was not asked for")
            if seat not in self._used and file.note:
                self._notes.append([seat, *pieces(file.note)])
        for seat, file in sorted(self.advance.items()):
            if self._ruleset.reached(public, file.until):
                self.say(seat, f"Your advance file ({file.until}) was not needed and is dropped.")
                del self.advance[seat]
        self._forget(public)
        self._say_standing()
        notes, words = self._notes, self._words
        self.explicit, self._used, self._notes, self._words = {}, [], [], {}
        self.dropped = {}
        return notes, words

    def _say_standing(self) -> None:
        """Which rules have answered, and which are in force: to their owners alone."""
        for seat, used in sorted(self._rules_used.items()):
            told = [
                f"{number} on {kind}" + (f" ({times} times)" if times > 1 else "")
                for (number, kind), times in sorted(used.items())
            ]
            word = "rule" if len(told) == 1 else "rules"
            self.say(seat, f"Answered by your {word} {', '.join(told)}.")
        for seat, rules in sorted(self.standing.items()):
            number = f"{len(rules)} rule{'s' if len(rules) > 1 else ''}"
            if rules:
                kinds = ", ".join(dict.fromkeys(rule["on"] for rule in rules))
                self.say(seat, f"Your standing: {number} in force, on {kinds}.")
            elif seat in self._adopted_now or seat in self._rules_used:
                self.say(seat, "Your standing: no rule is in force.")
        self._rules_used, self._adopted_now = {}, []

    def _forget(self, public: Data) -> None:
        """Rules whose time is over go."""
        for seat, rules in self.standing.items():
            self.standing[seat] = [rule for rule in rules if not past(rule, public, self._ruleset)]
