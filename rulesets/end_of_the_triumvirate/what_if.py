"""The chances of an attack (7), for `referee what-if`: one draw from the bag, then the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb

from referee.engine.odds import Asked, End, Fight, Odds, Piece, Stand, Unreckoned, Wager, certain
from referee.engine.view import View
from referee.kit.lines import listed, several
from rulesets.end_of_the_triumvirate import attack
from rulesets.end_of_the_triumvirate.board import NAMES, SEATS
from rulesets.end_of_the_triumvirate.position import Data, bag

LEGION, NEVER, TAKEN, HELD = "legion", "never", "taken", "held"


class Assault(Fight):
    """An attack that is about to be made; public: the position in which the attacker stands before
    the province; mine: whether the losses of the attacker are told first."""

    def __init__(self, public: Data, mine: bool) -> None:
        self.public, self.mine = public, mine
        self.results = list(_draws(public))

    def begin(self) -> Stand:
        """Before the draw."""
        return (0, -1)

    def weights(self, stand: Stand) -> Sequence[int]:
        """7.1 In how many ways each result is drawn."""
        return [ways for ways, _, _ in self.results] if stand[1] < 0 else ()

    def after(self, stand: Stand, result: int) -> Stand:
        """After the draw."""
        return (1, result)

    def end(self, stand: Stand) -> End:
        """7.2-7.7 Who is left."""
        _, hits, blows = self.results[stand[1]]
        fall = attack.fallen(self.public, hits, blows, attack.protected(self.public))
        lost = [fall["blows"] + fall["guard"] + fall["gone"], fall["hits"] + fall["gone"]]
        taken = lost[0] < fall["attackers"]
        return End(TAKEN if taken else HELD, lost if self.mine else lost[::-1])


def _draws(public: Data) -> Iterator[tuple[int, int, int]]:
    """7.1, 7.2 In how many ways so many weapons of each side are drawn: (ways, hits, blows)."""
    colours, who = bag(public), public["attack"]
    own, their = colours[who["seat"]], colours[who["defender"]]
    count, other = attack.drawn_at_once(public), sum(colours.values()) - own - their
    for hits in range(count + 1):
        for blows in range(count - hits + 1):
            if ways := comb(own, hits) * comb(their, blows) * comb(other, count - hits - blows):
                yield ways, hits, blows


def wager(view: View, asked: Asked) -> Wager:
    """7 The attack on a province: by the seat, or by an enemy if it is the seat's; raises
    Unreckoned."""
    if asked.at not in view.public["provinces"]:
        raise Unreckoned("no province of this game is named", "name one with --at")
    return _Question(view, asked).wager()


class _Question:
    """One question, while it is made ready."""

    def __init__(self, view: View, asked: Asked) -> None:
        self.view, self.asked, self.at = view, asked, asked.at
        self.place = view.public["provinces"][asked.at]
        self.defender: str = self.place["owner"]
        self.mine = self.defender != view.seat
        self.attacker = view.seat if self.mine else self._enemy()
        forces = [asked.mine, asked.theirs]
        self.there, self.here = forces if self.mine else forces[::-1]

    def wager(self) -> Wager:
        """The wager."""
        public, name = self._public(), NAMES[self.at]
        attackers, defenders = attack.armies(public)
        guard = f", {SEATS[self.defender]} himself is there" if attack.protected(public) else ""
        one, two = SEATS[self.attacker], SEATS[self.defender]
        arms = (f"{SEATS[seat]} {number}" for seat, number in bag(public).items())
        outcomes = {TAKEN: f"{one} takes {name}", HELD: f"{two} holds {name}"}
        counts = [
            f"{SEATS[seat]} loses, in legions (of {number})"
            for seat, number in ((self.attacker, attackers), (self.defender, defenders))
        ]
        return Wager(
            f"{name}: {one} attacks, {two} defends",
            [
                f"{one}: {several(attackers, 'legion')}",
                f"{two}: {several(defenders, 'legion')}{guard}",
            ],
            [
                f"Weapons in the bag: {listed(arms)}; {attack.drawn_at_once(public)} are drawn.",
                "The bag, and who is where, are as in the report.",
            ],
            dict(list(outcomes.items())[:: 1 if self.mine else -1]),
            counts if self.mine else counts[::-1],
            {},
            certain(Assault(public, self.mine)),
        )

    def _public(self) -> Data:
        """6.8, 7 The position in which the attack is about to be made."""
        public = self.view.public
        who = {seat: dict(one) for seat, one in public["characters"].items()}
        attackers, _ = self._army(self.there, self._brought(), self.attacker)
        defenders, guarded = self._army(self.here, self.place["legions"], self.defender)
        if not attackers:
            raise Unreckoned("you need a legion to attack", "say how many with --mine")
        who[self.attacker]["legions"] = attackers
        if self.here is not None:
            who[self.defender]["at"] = self.at if guarded else ""
        provinces = {**public["provinces"], self.at: {**self.place, "legions": defenders}}
        told = {"seat": self.attacker, "from": "", "at": self.at, "defender": self.defender}
        return {**public, "characters": who, "provinces": provinces, "attack": told}

    def _brought(self) -> int:
        """6.5 The legions that came with the attacker, and those where he is; at sea there are no
        others."""
        one = self.view.public["characters"][self.attacker]
        here = self.view.public["provinces"].get(one["at"], {"legions": 0})
        number: int = one["legions"] + here["legions"]
        return number

    def _army(self, force: Sequence[Piece] | None, usual: int, seat: str) -> tuple[int, bool]:
        """Legions of a force, and whether it has its character; those that are there if it is not
        named."""
        if force is None:
            return usual, False
        strange = [one.name for one in force if one.name not in (LEGION, seat)]
        if strange:
            raise Unreckoned(f"{SEATS[strange[0]]} does not fight here")
        legions = sum(one.number or 1 for one in force if one.name == LEGION)
        return legions, seat in [one.name for one in force]

    def _enemy(self) -> str:
        """Who attacks the seat's own province: the one that is named, or the only one there is."""
        others = [seat for seat in self.view.public["characters"] if seat != self.view.seat]
        named = [one.name for one in self.asked.theirs or () if one.name in others]
        if len(named or others) > 1 or self.asked.theirs is None:
            either = listed((SEATS[seat] for seat in others), "or")
            hint = f"say who attacks, and with what: --theirs '{SEATS[others[0]]}, 4 legions'"
            raise Unreckoned(f"{either} may attack {NAMES[self.at]}", hint)
        return (named or others)[0]


def words(seat: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Legions and triumvirs; no other spellings."""
    return {LEGION: LEGION, **SEATS}, {}


ODDS = Odds(wager, words, {NEVER: "fights to the end"}, places="province")
