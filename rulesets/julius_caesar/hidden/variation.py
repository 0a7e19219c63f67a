"""Twins: the hidden seat's blocks change places with blocks of the same colour, fleets with land
blocks in ports too; strengths, hands and set-aside cards are others; every number that the
opponent sees is the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engine.variation import Variation
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.board import SEATS
from rulesets.julius_caesar.hidden import lookalikes

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from referee.engine.request import Data, Request, View
    from referee.engine.words import Answer

#: How often another answer is looked for.
TRIES = 60


class CaesarTwister(Variation):
    """Two games of which one seat sees the same."""

    def disturb(self, state: Data, hidden: str, chance: random.Random) -> None:
        """Blocks and strengths change while they do not lie open, cards before the first."""
        own, public = state["seats"][hidden], state["public"]
        free = _unseen(own, public, chance)
        for _ in range(chance.choice((0, 1, 1, 2))):
            _swap_blocks(own, free, chance)
        if chance.random() < 0.5:
            for block in [block for block in free if block in own["blocks"]]:
                if chance.random() < 0.1:
                    own["blocks"][block]["strength"] = chance.choice(board.blocks()[block].steps)
        _swap_cards(own, state["sealed"], public, chance)

    def answer(
        self, request: Request, views: tuple[View, View], answer: Answer, chance: random.Random
    ) -> Answer | None:
        """The same numbers and colours go the same ways."""
        for _ in range(TRIES):
            found = lookalikes.another(request, views, answer, chance)
            if found is not None and self._alike(request, views, answer, found):
                return found
        return None

    def reordered(
        self, request: Request, view: View, answer: Answer, chance: random.Random
    ) -> Answer:
        """Cards, levies, hits, and blocks that go together or home have no order."""
        mixed = lookalikes.shuffled(answer, chance)
        return mixed if self._alike(request, (view, view), answer, mixed) else answer

    seen = staticmethod(lookalikes.seen)

    def _alike(
        self, request: Request, views: tuple[View, View], answer: Answer, other: Answer
    ) -> bool:
        """Whether the second game's answer is legal there, and looks like that of the first."""
        shown = [self.seen(request, *of) for of in zip(views, (answer, other), strict=True)]
        return shown[0] == shown[1] and not request.judge(views[1], other).faults

    def align(self, state: Data, first: Data, hidden: str) -> None:
        """Battles show the same blocks."""
        public = state["public"]
        if public["phase"] == "battles" and public["battle"] is None:
            for place in legal.contested(public):
                _bring_there(state, hidden, place, _standing(first, hidden, place))

    def lead(
        self, state: Data, first: Data, label: str, picked: Sequence[str]
    ) -> Sequence[str] | None:
        """Jupiter turns the same block: it stands there in the second game too, as strong."""
        if "Jupiter" not in label:
            return None
        block = picked[0]
        seat = next(seat for seat in SEATS if block in first["seats"][seat]["blocks"])
        wanted = {block: dict(first["seats"][seat]["blocks"][block])}
        _bring_there(state, seat, wanted[block]["at"], wanted)
        same = state["seats"][seat]["blocks"].get(block) == wanted[block]
        return [block] if same else None

    def shown(self, event: Data, hidden: str) -> object:
        """Blocks that a battle has turned up; whom a god struck, whom Jupiter took; Cleopatra and
        turned blocks that come back; the card played, for the last of a year leaves no choice."""
        match event["kind"]:
            case "cards":
                return event["played"][hidden]
            case "battle":
                return event["blocks"][hidden]
            case "reserves":
                return event["blocks"] if event["seat"] == hidden else None
            case "jupiter" | "eliminated" | "struck" | "changes sides" | "cleopatra home":
                return event
        return event if "back" in event else None


def _unseen(own: Data, public: Data, chance: random.Random) -> list[str]:
    """Blocks that do not lie open; those of a place that is fought for seldom, as their battle
    shows them, and none of such a place once battles are fought."""
    fought = [*public["attacks"], (public["battle"] or {}).get("place")]
    late = public["battle"] is not None or public["phase"] == "battles"
    safe = late or chance.random() < 0.8
    return sorted(b for b, here in own["blocks"].items() if not (safe and here["at"] in fought))


def _fits(block: str, place: Data, there: str) -> bool:
    """Whether nobody could say that it is not this block which stands there, where another does.

    One that came by a road that still counts is of the sort that can take it."""
    known = place["from"] is not None or board.places()[place["at"]].is_sea
    like = lookalikes.kind if known else lookalikes.colour
    return like(block) == like(there) and board.may_stand(block, place["at"])


def _swap_blocks(own: Data, free: Sequence[str], chance: random.Random) -> None:
    """A block changes places with another one of its colour, perhaps one in the reserve."""
    blocks = own["blocks"]
    on_board = [block for block in free if block in blocks]
    if not on_board:
        return
    one = chance.choice(on_board)
    others = [block for block in [*on_board, *own["pool"]] if block != one]
    fits = [b for b in others if _fits(b, blocks[one], one) and _may_change(own, one, b)]
    if not fits:
        return
    two = chance.choice(fits)
    _exchange(own, one, two)
    if two not in on_board:
        blocks[two]["strength"] = chance.choice(board.blocks()[two].steps)


def _swap_cards(own: Data, sealed: Data, public: Data, chance: random.Random) -> None:
    """In the first turn a card that is going to be set aside may be another; it is the one whose
    kind the hand holds last.  The first game's answer decides, see `lookalikes.cards`."""
    if public["phase"] != "cards" or public["turn"] != 1 or chance.random() < 0.3:
        return
    hand, deck = own["hand"], sealed["deck"]
    if len(hand) != 6 or not deck:
        return
    mine, theirs = chance.randrange(len(hand)), chance.randrange(len(deck))
    hand[mine], deck[theirs] = deck[theirs], hand[mine]
    hand.sort()


def _bring_there(state: Data, seat: str, place: str, wanted: Data) -> None:
    """Have blocks of a seat stand in a place, in exchange for others that look like them, as they
    do in the first game; if that cannot be, leave it."""
    own = state["seats"][seat]
    for block in wanted:
        if own["blocks"].get(block, {}).get("at") != place:
            spare = [b for b in _standing(state, seat, place) if b not in wanted]
            gone = next((b for b in spare if _may_change(own, b, block)), None)
            if gone is None:
                return
            _exchange(own, gone, block)
    for block, here in wanted.items():
        own["blocks"][block].update(here)


def _standing(state: Data, seat: str, place: str) -> Data:
    blocks: Data = state["seats"][seat]["blocks"]
    return {block: dict(blocks[block]) for block in lookalikes.standing(blocks, place)}


def _may_change(own: Data, gone: str, block: str) -> bool:
    """Whether a block can stand where the other one is, which takes its place."""
    if block in own["blocks"]:
        return _fits(gone, own["blocks"][block], block)
    printed, other = board.blocks()[gone], board.blocks()[block]
    waits = block in own["pool"] and printed.colour == other.colour
    return waits and not printed.needs and not other.needs


def _exchange(own: Data, gone: str, block: str) -> None:
    """A block takes the place of one on the board, which goes to where it was."""
    blocks, pool = own["blocks"], own["pool"]
    if block in blocks:
        for key in ("at", "from"):
            blocks[gone][key], blocks[block][key] = blocks[block][key], blocks[gone][key]
    else:
        blocks[block] = blocks.pop(gone)
        pool[pool.index(block)] = gone
        pool.sort()
