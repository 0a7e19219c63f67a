"""What the slow checker knows of a game: where blocks stand, and what everybody has seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.rules.slow.atlas import BLOCKS, FIRST_YEAR, OTHER, SEATS


class Asked(NamedTuple):
    """A question: its kind, to whom, and what is said of it."""

    kind: str
    seat: str
    about: dict[str, Any]


@dataclass
class Piece:
    """A block on the board; came: the place it entered a contested place from."""

    owner: str
    at: str
    strength: int
    came: str | None = None


@dataclass
class Attack:
    """6.12 Who attacks a place, and how many blocks of each side came in from where.

    main: where the attacker's main attack came from; None if it stood there (Cleopatra)."""

    attacker: str
    main: str | None
    entries: dict[str, Counter[str]] = field(
        default_factory=lambda: {seat: Counter() for seat in SEATS}
    )

    @property
    def defender(self) -> str:
        return OTHER[self.attacker]


@dataclass
class Shown:
    """A block that lies face up in a battle."""

    owner: str
    strength: int
    came: str | None
    acted: bool = False


@dataclass
class Battle:
    """A battle under way; left_by: what retreats have used of roads and seas in this round."""

    place: str
    attacker: str
    attack: Attack
    surprise: bool
    round: int = 1
    shown: dict[str, Shown] = field(default_factory=dict)
    left_by: dict[str, Counter[str]] = field(
        default_factory=lambda: {seat: Counter() for seat in SEATS}
    )

    @property
    def defender(self) -> str:
        return OTHER[self.attacker]

    def letter(self, block: str) -> str:
        """7.42 The letter at which a block acts as roles are now."""
        return BLOCKS[block].letters[self.shown[block].owner == self.attacker]

    def of(self, seat: str) -> list[str]:
        """Face-up blocks of a seat, in the rulebook's order."""
        return [b for b in BLOCKS if b in self.shown and self.shown[b].owner == seat]

    def must_leave(self, seat: str) -> bool:
        """7.62 In round 4 the attacker's blocks can only retreat."""
        return self.round == 4 and seat == self.attacker


@dataclass
class Known:
    """What everybody knows beyond the board: nothing in here is hidden from anybody."""

    land: bool
    options: dict[str, str]
    year: int = FIRST_YEAR
    turn: int = 1
    first: str | None = None
    attacks: dict[str, Attack] = field(default_factory=dict)
    surprise: str | None = None
    battle: Battle | None = None
    dead: list[str] = field(default_factory=list)
    trophies: dict[str, list[str]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    unscored: list[str] = field(default_factory=list)
    last_played: dict[str, str] = field(default_factory=dict)

    def says(self, option: str, value: str) -> bool:
        return self.options.get(option) == value


@dataclass
class World:
    """The whole game, hidden parts included; only the follower has it, no verdict is made from
    it."""

    known: Known
    pieces: dict[str, Piece]
    pools: dict[str, list[str]]
    hands: dict[str, list[str]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    discard: dict[str, str | None] = field(default_factory=lambda: dict.fromkeys(SEATS))

    def at(self, place: str, seat: str | None = None) -> list[str]:
        """Blocks in a place, of one seat or of both."""
        return [
            block
            for block, piece in self.pieces.items()
            if piece.at == place and seat in (None, piece.owner)
        ]

    def holders(self, place: str) -> set[str]:
        """4.21 Seats with blocks in a place."""
        return {self.pieces[block].owner for block in self.at(place)}

    def friendly(self, place: str, seat: str) -> bool:
        """4.21 Blocks of this seat and of no other."""
        return self.holders(place) == {seat}

    def contested(self) -> list[str]:
        """2.3 Every place where both stand."""
        places = {piece.at for piece in self.pieces.values()}
        return sorted(place for place in places if len(self.holders(place)) == 2)


class Scene:
    """The board as one seat sees it: its own blocks by name, the enemy's by number and colour.

    Verdicts try an order on a scene of their own; see `of`."""

    def __init__(
        self,
        seat: str,
        known: Known,
        mine: dict[str, tuple[str, int]],
        theirs: dict[str, dict[str, int]],
        pool: list[str],
        hand: list[str],
    ) -> None:
        self.seat, self.known = seat, known
        self.mine = {block: place for block, (place, _) in mine.items()}
        self.strength = {block: strength for block, (_, strength) in mine.items()}
        self.theirs, self.pool, self.hand = theirs, list(pool), list(hand)

    def enemy(self, place: str) -> bool:
        """4.21 Whether enemy blocks stand in a place."""
        return bool(self.theirs.get(place))

    def own(self, place: str) -> list[str]:
        """Own blocks in a place."""
        return [block for block, at in self.mine.items() if at == place]

    def friendly(self, place: str) -> bool:
        return not self.enemy(place) and bool(self.own(place))

    def contested(self, place: str) -> bool:
        return self.enemy(place) and bool(self.own(place))
