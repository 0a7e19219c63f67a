"""Game turns that end in a run: what earlier reports told of them is told once more.

Whether it is the same can be checked without the rules, by the reports before, as far as they are
there.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.request import Data
from referee.proof.canonical import typed


def misplaced(public: Data) -> Iterator[tuple[str, str]]:
    """(place, reason) of game turns that cannot have ended in the run as one report says."""
    at = 0
    for number, ended in enumerate(public["turn"], 1):
        if not at <= ended["at"] <= len(public["events"]):
            yield f"public, turn, {number}", f"the run has no event {ended['at']} there"
            return
        if number > 1 and ended["events"]:
            yield f"public, turn, {number}", "it began in this run, so nothing was told before"
        at = ended["at"]


class TurnSoFar:
    """What has been told of the current game turn; whole: whether from its beginning on."""

    def __init__(self, whole: bool) -> None:
        self._begin(whole)

    def _begin(self, whole: bool) -> None:
        self.whole = whole
        self.events: list[Data] = []
        self.own: list[Data] = []

    def follow(self, public: Data, own: Data | None = None) -> str:
        """Go on with the next run; what is wrong with the turn that ended in it, "" if nothing.

        own: the part of the same seat each time; None if it is not to be compared."""
        if "reopened" in public:  # only the rules know which of the events before are replaced
            self._begin(False)
        wrong, at = "", 0
        if ended := public["turn"]:
            wrong, at = self._compared(ended[0]["events"], own), ended[-1]["at"]
            self._begin(True)
        shift = len(self.events) - at
        self.events += [{"kind": e["kind"], "data": e["data"]} for e in public["events"][at:]]
        mine = own["events"] if own else []
        self.own += [{**e, "at": e["at"] + shift} for e in mine if e["at"] >= at]
        return wrong

    def _compared(self, events: list[Data], own: Data | None) -> str:
        if not self._same(events, self.events):
            return "what it repeats of the turn that ended is not what was told"
        # Without its beginning, nobody knows how many events came before.
        before = len(events) - len(self.events)
        mine = [{**event, "at": event["at"] + before} for event in self.own]
        if own is not None and not self._same(own["turn"], mine):
            return "what it repeats to you of the turn that ended is not what you were told"
        return ""

    def _same(self, told: list[Data], known: list[Data]) -> bool:
        """Whether this was told; of a turn whose beginning is not known, its end."""
        part = told if self.whole else told[len(told) - len(known) :]
        return len(known) <= len(told) and typed(part) == typed(known)
