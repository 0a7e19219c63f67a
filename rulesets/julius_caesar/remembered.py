"""What a seat may remember of the enemy's blocks: those it has met, and where they can be now; and
what it knows by that of blocks that lie face down.

All of it follows from the events that everyone reads, and from numbers and colours on the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.engine.rules import Memory
from referee.engine.view import Data, View
from referee.kit.lines import listed, packed, wrapped
from referee.kit.phrases import ROMAN
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.board import other
from rulesets.julius_caesar.board.naming import SEAT_NAMES, block_name, place_name
from rulesets.julius_caesar.flow import TURNS

#: where a block may be that was disbanded
POOL = "pool"
#: block -> where it may be, its strength when it was last seen, and the turn of that
Met = dict[str, Data]


def learn(notes: Data, events: Sequence[Data], view: View) -> Data:
    """What is remembered after a run: ``{turn, met}``.

    events: of the run, as the seat reads them; view: of the seat after it."""
    found = _Notes(notes, other(view.seat))
    for event in events:
        found.read(event)
    return {"turn": found.turn, "met": _possible(found.met, view.public, found.enemy)}


class _Notes:
    """What is remembered while the events of a run are read.

    place: of the battle under way."""

    def __init__(self, notes: Data, enemy: str) -> None:
        self.enemy, self.place = enemy, ""
        self.turn: str = notes.get("turn", TURNS[0])
        self.met: Met = {**notes.get("met", {})}

    def read(self, event: Data) -> None:
        """What an event shows of the enemy's blocks, or tells of where they are now."""
        his = event.get("seat") == self.enemy
        match event["kind"]:
            case "battle":
                self._battle(event)
            case "round":
                self.place = event["at"]
            case "reserves" if his:
                self._meet(event["blocks"], self.place)
            case "hit" | "disrupted" if his:
                self._meet([(event["block"], event["strength"])], event["at"])
            case "changes sides" if not his:
                self._meet([(event["block"], event["strength"])], event["at"])
            case "eliminated" | "changes sides" if his:
                self.met.pop(event["block"], None)
            case "jupiter":
                self._jupiter(event, his)
            case "retreat":
                self._now_at(event["block"], event["to"])
            case "cleopatra home" if event["joins"] == self.enemy:
                self._now_at(board.CLEOPATRA, event["to"])
            case "cleopatra home":
                self.met.pop(board.CLEOPATRA, None)
            case "levies" if his:
                self._raised([at for at, levies in event["places"].items() if levies["new"]])
            case "turn over":
                self.turn = TURNS[TURNS.index(f"{event['year']}/{event['turn']}") + 1]
            case "new year":
                self.turn = f"{event['year']}/1"
        for block in event.get("back", ()):
            self.met.pop(block, None)
        if his and "colours" in event:
            self._leave(event)

    def _meet(self, blocks: Iterable[Sequence[Any]], at: str) -> None:
        """Pairs of block and strength are seen in a place."""
        for block, points in blocks:
            self.met[block] = {"at": [at], "strength": points, "turn": self.turn}

    def _now_at(self, block: str, place: str) -> None:
        """A block that was met goes there, for everyone to see."""
        if known := self.met.get(block):
            self.met[block] = {**known, "at": [place]}

    def _may_be_at(self, block: str, places: Sequence[str]) -> None:
        """A block that was met may be there too."""
        known = self.met[block]
        self.met[block] = {**known, "at": list(dict.fromkeys([*known["at"], *places]))}

    def _battle(self, event: Data) -> None:
        """7.1 The blocks that are turned up; without Reserves these are all, and those met before
        and not among them are elsewhere."""
        self.place, shown = event["at"], event["blocks"][self.enemy]
        self._meet(shown, self.place)
        if not event["reserves"][self.enemy]:
            names = [block for block, _ in shown]
            for block, known in self.met.items():
                if block not in names:
                    left = [at for at in known["at"] if at != self.place]
                    self.met[block] = {**known, "at": left}

    def _jupiter(self, event: Data, his: bool) -> None:
        """Card Jupiter: a leader or fleet stays and loses a step; others change sides."""
        block, points = event["block"], event["strength"]
        if event["stays"] and not his:
            self._meet([(block, board.step_down(block, points))], event["from"])
        elif not event["stays"] and his:
            self._meet([(block, points)], event["to"])
        elif not event["stays"]:
            self.met.pop(block, None)

    def _raised(self, places: Sequence[str]) -> None:
        """6.4 A new block may be one that was disbanded."""
        for block, known in self.met.items():
            if POOL in known["at"]:
                self._may_be_at(block, places)

    def _leave(self, event: Data) -> None:
        """A group goes, face down: those of its colours may be in it."""
        origin = event["path"][0] if "path" in event else event["at"]
        to = event["path"][-1] if "path" in event else event.get("to", POOL)
        for block, known in self.met.items():
            if board.BLOCKS[block].colour in event["colours"] and origin in known["at"]:
                self._may_be_at(block, [to])


def _possible(met: Met, public: Data, enemy: str) -> Met:
    """4.21 Only where the enemy has a block of that colour."""
    found = {}
    for block in board.in_order(met):
        known, colour = met[block], board.BLOCKS[block].colour
        held = [at for at, there in public["places"].items() if colour in there.get(enemy, ())]
        places = [at for at in known["at"] if at == POOL or at in held]
        if places not in ([], [POOL]):
            found[block] = {**known, "at": places}
    return found


def told(notes: Data, view: View) -> list[tuple[str, list[str]]]:
    """The blocks that were met, by place; those of a battle under way lie face up anyway."""
    shown = legal.shown(view.public)
    rows: dict[str, list[str]] = {}
    for block, known in notes.get("met", {}).items():
        if block not in shown:
            when = "this turn" if known["turn"] == notes["turn"] else known["turn"]
            text = f"{block_name(block, view.seat)} {ROMAN[known['strength']]} ({when})"
            rows.setdefault(listed(_places(known), "or"), []).append(text)
    lines = [line for head, things in sorted(rows.items()) for line in packed(f"{head}:", things)]
    if not lines:
        return []
    legend = wrapped("strength and turn when last seen; steps may have come or gone since")
    return [(f"Blocks of {SEAT_NAMES[other(view.seat)]} you have met", [*lines, *legend])]


def _places(known: Data) -> list[str]:
    """Where it may be, in the board's order."""
    places = [place_name(at) for at in board.on_the_board(at for at in known["at"] if at != POOL)]
    return places + ["the Levy Pool"] * (POOL in known["at"])


MEMORY = Memory(learn, told)

# What follows from it.

#: cards that change strengths unseen, or show blocks before levies; Apollo may stand for them
_UNSURE = frozenset(("jupiter", "vulcan", "apollo"))


class Known:
    """What one seat knows.

    public: what everyone sees; seat: whose knowledge; notes: what it remembers."""

    def __init__(self, public: Data, seat: str, notes: Mapping[str, Any]) -> None:
        self.public, self.seat, self.enemy = public, seat, other(seat)
        self.met: Mapping[str, Data] = notes.get("met", {})
        self.now: str = notes.get("turn", "")

    def surely_at(self, block: str, place: str) -> bool:
        """Whether a block was met and can be nowhere else."""
        return self.met.get(block, {}).get("at") == [place]

    def may_be_at(self, block: str, place: str) -> bool:
        """Whether a block can be there: what was met, only where it can have gone."""
        known = self.met.get(block)
        return place in known["at"] if known else self.may_be_on_board(block)

    def may_be_on_board(self, block: str) -> bool:
        """5.2, 6.4 Whether a block that was not met can have left the enemy's Levy Pool: in the
        first year, when nothing goes back there."""
        printed, public = board.BLOCKS[block], self.public
        if block in self.met or printed.start or printed.seat != self.enemy:
            return True
        if public["year"] != board.CARDS["years"][0]:
            return True
        waiting = [b for b in board.BLOCKS.values() if b.seat == self.enemy and not b.start]
        if public["pool"][self.enemy] == len(waiting):
            return False
        # 2.2 The enemy has had one command at most.
        one = public["turn"] == 1 or (public["turn"] == 2 and self._yet_to_command())
        return not (one and all(map(self._held, legal.levy_places(block))))

    def _yet_to_command(self) -> bool:
        """2.2 Whether the enemy has not had his command of this turn."""
        phase = self.public["phase"]
        return phase == "cards" or (phase == "command" and self.enemy in self.public["to_command"])

    def _held(self, city: str) -> bool:
        """5.1 Whether a city was the seat's own at the start, and is now: if the enemy had entered
        it in his only command, he would still be there."""
        starts = {b.start for b in board.BLOCKS.values() if b.seat == self.seat}
        return city in starts and legal.status(self.public, city, self.seat) == legal.FRIENDLY

    def strength(self, block: str) -> int:
        """The strength of a block that was met, if it cannot have changed since; otherwise 0."""
        return self.last_seen(block) if block in self.met and self._unchanged(block) else 0

    def last_seen(self, block: str) -> int:
        """The strength at which a block was met, 0 if it was not."""
        strength: int = self.met.get(block, {}).get("strength", 0)
        return strength

    def when(self, block: str) -> str:
        """``in 705/1``, ``this turn``: when a block was met."""
        turn = self.met[block]["turn"]
        return "this turn" if turn == self.now else f"in {turn}"

    def _unchanged(self, block: str) -> bool:
        """6.4 Whether a block was met after the enemy's last levies, and no event came between."""
        public, turn = self.public, self.met[block]["turn"]
        if _UNSURE & set(public["played"].values()):
            return False
        if turn == self.now:
            return public["phase"] in ("battles", "over")
        if _UNSURE & set(public["last_played"].values()):
            return False
        before = f"{public['year']}/{public['turn'] - 1}"
        return turn == before and (self._yet_to_command() or public["phase"] == "winter")
