"""Who knows what, in one place; and how we prove that nobody is told more.

The public part of the State is everyone's, a seat's part its own, the sealed part nobody's.  All of
the following is public unless it says otherwise:

- **Blocks.**  How many blocks of each seat and colour are in each place.  Only their owner knows
  which, and whether a block in port is a fleet.  A block is named when a battle turns it face up,
  when Jupiter's draw falls on it, and when it is lost or changes sides (also when Cleopatra goes
  home).  From then on it is face up, or you see where it goes, until it moves unseen.
- **Roads.**  How many blocks came by which road into a contested place, and which road is that of
  the Main Attack; only their owner knows which blocks.
- **Strengths.**  Only the owner knows them, except for face-up blocks in a battle and the block
  that Jupiter takes.
- **Levy Pools.**  How many blocks they have.  Only their player knows which, because disbanded
  blocks of his own colours return unseen.  Eliminated blocks and killed leaders are face up.
- **Cards.**  Only their seat knows a hand and a discard.  Both cards of a turn are seen once both
  are played.  Nobody knows what was not dealt, and the draw pile has no order.
- **Draws.**  Deals and Jupiter's draw are sealed: a public die that points into a list would show
  who else is in it.
- **Orders.**  Only its seat knows an answer.  The others see what comes of it, but never the order
  of lines if that makes no difference: moves one by one with their colours, new blocks and steps by
  place, hits with the strongest first, groups that regroup or go home in map order, disbanded
  blocks by place, and of a free deployment only that it was made.

Public information alone decides what is asked.  `CaesarVariation` makes games that differ in what
one seat knows and no other may notice, with answers that look the same from outside; the blind test
plays both.  `board.setup` counts every block and card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.engine.beside import Chance
from referee.engine.request import Data, Request
from referee.engine.variation import Variation
from referee.engine.view import View
from referee.engine.words import Answer, parts
from referee.kit.zones import Hand, Place, Zones
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.block_walk import places_of
from rulesets.julius_caesar.board import SEATS
from rulesets.julius_caesar.command.levies import levy_place
from rulesets.julius_caesar.verbs import colours
from rulesets.julius_caesar.year.deployment import DEPLOY
from rulesets.julius_caesar.year.winter import Winter, rehearsed

Views = tuple[View, View]

#: how many times another answer is looked for
TRIES = 60
_LEVIES = ("levy", "step")
#: lines whose order means nothing
UNORDERED = ("play", "discard", "place", "regroup", "home", "disband", "hit", *_LEVIES)


class CaesarVariation(Variation):
    """Two games that look the same to one seat: blocks of the other are swapped with blocks of the
    same colour, in ports also fleets with land blocks; strengths, hands and discards differ; every
    number that can be seen is the same.  And answers that look the same."""

    def disturb(self, state: Data, hidden: str, chance: Chance) -> None:
        """Change blocks and strengths that are face down, and cards before the first turn."""
        own, public = state["seats"][hidden], state["public"]
        free = _unseen(own, public, chance)
        for _ in range(chance.choice((0, 1, 1, 2))):
            _swap_blocks(own, free, chance)
        if chance.random() < 0.5:
            for block in free:
                if block in own["blocks"] and chance.random() < 0.1:
                    own["blocks"][block]["strength"] = chance.choice(board.BLOCKS[block].steps)
        if public["phase"] == "cards" and public["turn"] == 1 and chance.random() >= 0.3:
            # A card that will be discarded may differ, see `_cards`.
            cards = Zones(board.deck(public["scenario"] != "land"), "deck", {"hand": Hand("")})
            cards.swap(state, Place("hand", hidden), chance)

    def answer(
        self, request: Request, views: Views, answer: Answer, chance: Chance
    ) -> Answer | None:
        """The same numbers and colours move the same ways."""
        for _ in range(TRIES):
            found = _another(request, views, answer, chance)
            if found is not None and self._alike(request, views, answer, found):
                return found
        return None

    def reordered(self, request: Request, view: View, answer: Answer, chance: Chance) -> Answer:
        """Cards, levies, hits, and blocks that regroup or go home have no order."""
        fixed: Answer = []
        loose: Answer = []
        for word, value in parts(answer):
            if isinstance(value, dict) and "blocks" in value:
                value = {**value, "blocks": chance.sample(value["blocks"], len(value["blocks"]))}
            (loose if word in UNORDERED else fixed).append({word: value})
        mixed = fixed + chance.sample(loose, len(loose))
        return mixed if self._alike(request, (view, view), answer, mixed) else answer

    def _alike(self, request: Request, views: Views, answer: Answer, other: Answer) -> bool:
        """Whether the second game's answer is legal there, and looks like that of the first."""
        shown = [self.seen(request, *of) for of in zip(views, (answer, other), strict=True)]
        return shown[0] == shown[1] and not request.refused(views[1], other)

    def seen(self, request: Request, view: View, answer: Answer) -> object:
        """What the opponent sees when it is carried out.  This is worked out here and not taken
        from the events: if events told too much, that would look like what may be seen."""
        match request.kind:
            case "cards":
                return [card for word, card in parts(answer) if word == "play"]
            case "deploy":
                return [
                    line["at"] for _, line in parts(answer) if board.CLEOPATRA in line["blocks"]
                ]
            case "command":
                return _command(view, answer)
            case "regroup":
                lines = [line for _, line in parts(answer)]
                return _colours((line["to"], block) for line in lines for block in line["blocks"])
            case "winter":
                return _wintering(view, answer)
            case "hits":
                return sorted(block for _, block in parts(answer))
        return answer

    def align(self, state: Data, first: Data, hidden: str) -> None:
        """Make battles show the same blocks."""
        public, blocks = state["public"], first["seats"][hidden]["blocks"]
        if public["phase"] == "battles" and public["battle"] is None:
            for place in legal.contested(public):
                wanted = {block: dict(blocks[block]) for block in board.standing(blocks, place)}
                _bring_there(state["seats"][hidden], place, wanted)

    def lead(
        self, state: Data, first: Data, label: str, picked: Sequence[str]
    ) -> Sequence[str] | None:
        """Jupiter draws the same block; it is there in the second game too, with the same
        strength."""
        if "Jupiter" not in label:
            return None
        block = picked[0]
        seat = next(seat for seat in SEATS if block in first["seats"][seat]["blocks"])
        wanted, own = dict(first["seats"][seat]["blocks"][block]), state["seats"][seat]
        _bring_there(own, wanted["at"], {block: wanted})
        return picked if own["blocks"].get(block) == wanted else None

    def shown(self, event: Data, hidden: str) -> object:
        """Blocks turned up by a battle; blocks struck by a god or taken by Jupiter; Cleopatra and
        captured blocks that return; the card played, because the last of a year leaves no
        choice."""
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


# What the opponent sees of an answer.


def _command(view: View, answer: Answer) -> list[object]:
    """Moves one by one, levies by place."""
    found: list[object] = []
    levies, at = [], places_of(view)
    for word, value in parts(answer):
        if word in ("move", "ship"):
            start = value.get("from", at.get(value["blocks"][0]))
            way = [start, *value.get("via", ()), value["to"]]
            found.append([word, way, colours(value["blocks"])])
        elif word in _LEVIES:
            block = value if word == "step" else value["block"]
            levies.append(f"{word} {_where(block, view, answer)}")
        else:
            found.append([word, value])
    return [*found, sorted(levies)]


def _where(block: str, view: View, answer: Answer) -> str | None:
    """Where a block is when these lines are carried out."""
    place: str | None = view.own["blocks"].get(block, {}).get("at")
    for word, value in parts(answer):
        if word in ("move", "ship") and block in value["blocks"]:
            place = value["to"]
        if word == "levy" and value["block"] == block:
            place = levy_place(block, value)
    return place


def _wintering(view: View, answer: Answer) -> Mapping[str, Mapping[str, int]]:
    """Fleets sent home by sea and port, disbanded blocks by place and cause."""
    walk = rehearsed(Winter(view.seat, year=view.public["year"]), view, answer)
    ways = [(f"{walk.blocks[block]['at']} {port}", block) for block, port in walk.homes.items()]
    for why, blocks in (("lost", walk.lost), ("supply", walk.supply), ("choice", walk.choice)):
        ways += [(f"{why} {walk.home_of(block)}", block) for block in blocks]
    return _colours(ways)


def _colours(blocks: Iterable[tuple[str, str]]) -> Mapping[str, Mapping[str, int]]:
    """For each way, how many blocks of each colour go there."""
    found: dict[str, list[str]] = {}
    for way, block in blocks:
        found.setdefault(way, []).append(block)
    return {way: colours(going) for way, going in found.items()}


# Other answers; those that look the same are used.


def _another(request: Request, views: Views, answer: Answer, chance: Chance) -> Answer | None:
    """An answer in the second game when this is given in the first; None if there is none."""
    match request.kind:
        case "cards":
            return _cards(views, answer)
        case "deploy":
            return DEPLOY.player.sample(request, views[1], chance)
        case "command" | "regroup" | "winter":
            return _OtherBlocks(views, answer, chance).lines
    return answer


def _cards(views: Views, answer: Answer) -> Answer | None:
    """The same card is played, because a last card must be the same; another is discarded if the
    hands differ."""
    hands = [Counter[str](view.own["hand"]) for view in views]
    if not answer and hands[0] != hands[1]:
        return None
    mine = sorted(hands[1] - hands[0])
    return [{"discard": mine[0]} if mine and "discard" in line else line for line in answer]


class _OtherBlocks:
    """The lines of an answer with other blocks from the same places, as far as there are any.

    twins: which block replaces which."""

    def __init__(self, views: Views, answer: Answer, chance: Chance) -> None:
        self.views, self.answer, self.chance = views, answer, chance
        self.twins: dict[str, str] = {}
        self.lines: Answer = []
        for word, value in parts(answer):
            if word == "levy":
                value = {**value, "at": levy_place(value["block"], value)}
            self.lines.append({word: self._twisted(word, value)})

    def _twisted(self, word: str, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._twisted(word, part) for key, part in value.items()}
        if isinstance(value, list):
            return [self._twisted(word, part) for part in value]
        return self._twin(word, value) if value in board.BLOCKS else value

    def _twin(self, word: str, block: str) -> str:
        """The block that replaces this one; often itself."""
        if word == "step" or block not in self.twins:
            alike = self._alike(word, block)
            same = word not in _LEVIES and block in alike and self.chance.random() < 0.8
            self.twins[block] = self.chance.choice(alike) if alike and not same else block
        return self.twins[block]

    def _alike(self, word: str, block: str) -> list[str]:
        """Blocks that could be named, none twice except for steps."""
        own, place = self.views[1].own, _where(block, self.views[0], self.answer)
        if word == "step":
            there = [*own["blocks"], *own["pool"]]
            return sorted(b for b in there if _where(b, self.views[1], self.lines) == place)
        if word == "levy":
            fits = [b for b in own["pool"] if place in legal.levy_places(b)]
        else:
            fits = board.standing(own["blocks"], self.views[0].own["blocks"][block]["at"])
        goes = word not in ("levy", "disband")
        used = self.twins.values()
        return [b for b in fits if _looks(b, goes) == _looks(block, goes) and b not in used]


# Other blocks and cards.


def _looks(block: str, goes: bool) -> tuple[str, bool]:
    """What others see of a block: its colour, and if it moves, whether it is a fleet."""
    return board.BLOCKS[block].colour, goes and board.is_fleet(block)


def _unseen(own: Data, public: Data, chance: Chance) -> list[str]:
    """Blocks that are face down.  Those in a contested place only seldom, because their battle will
    show them, and none of them once battles are fought."""
    fought = [*public["attacks"], (public["battle"] or {}).get("place")]
    late = public["battle"] is not None or public["phase"] == "battles"
    safe = late or chance.random() < 0.8
    return sorted(b for b, here in own["blocks"].items() if not (safe and here["at"] in fought))


def _swap_blocks(own: Data, free: Sequence[str], chance: Chance) -> None:
    """Swap a block with another one of its colour, perhaps one in the Levy Pool."""
    if not (on_board := [block for block in free if block in own["blocks"]]):
        return
    one = chance.choice(on_board)
    if fits := [b for b in [*on_board, *own["pool"]] if b != one and _may_change(own, one, b)]:
        two = chance.choice(fits)
        _exchange(own, one, two)
        if two not in on_board:
            own["blocks"][two]["strength"] = chance.choice(board.BLOCKS[two].steps)


def _may_change(own: Data, one: str, two: str) -> bool:
    """Whether nobody can tell that two blocks, one of them on the board, were swapped."""
    blocks = own["blocks"]
    if one not in blocks or not _fits(two, blocks[one], one):
        return False
    if two in blocks:
        return _fits(one, blocks[two], two)
    return two in own["pool"] and not board.BLOCKS[one].needs and not board.BLOCKS[two].needs


def _fits(block: str, here: Data, there: str) -> bool:
    """Whether nobody can tell that this block is in the place of another.

    A block that came by a road that still counts must be of a kind that can use it."""
    known = here["from"] is not None or board.PLACES[here["at"]].is_sea
    return _looks(block, known) == _looks(there, known) and board.may_stand(block, here["at"])


def _exchange(own: Data, gone: str, block: str) -> None:
    """Put a block in the place of one on the board, which goes where the first was."""
    blocks, pool = own["blocks"], own["pool"]
    if block in blocks:
        for key in ("at", "from"):
            blocks[gone][key], blocks[block][key] = blocks[block][key], blocks[gone][key]
    else:
        blocks[block] = blocks.pop(gone)
        pool[:] = sorted({*pool, gone} - {block})


def _bring_there(own: Data, place: str, wanted: Data) -> None:
    """Put the same blocks of a seat in a place as in the first game, by swapping them for others
    that look alike; do nothing if that is impossible."""
    blocks = own["blocks"]
    for block in wanted:
        if blocks.get(block, {}).get("at") != place:
            spare = [b for b in board.standing(blocks, place) if b not in wanted]
            if not (able := [b for b in spare if _may_change(own, b, block)]):
                return
            _exchange(own, able[0], block)
    for block, here in wanted.items():
        blocks[block].update(here)
