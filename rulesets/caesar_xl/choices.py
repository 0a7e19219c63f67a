"""Choices of one thing out of a few, most of them with an answer by the rules (13.1)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.beside import Kind
from referee.engine.choosing import AnyOf, Choices, OneOf, Wishes
from referee.engine.request import Data, Quantity, View
from referee.engine.words import Answer, Choice, Name, Number, Word
from rulesets.caesar_xl import board, hidden, position
from rulesets.caesar_xl.board import CARD_NAMES, PIECE_NAMES, PLACE_NAMES, PRICES

NONE, STAY, KEEP, PAY, LOSE = "none", "stay", "keep", "pay", "lose"
_AT: Mapping[str, Word] = {"at": Name("place")}
NAMES = {**CARD_NAMES, **PIECE_NAMES, **PLACE_NAMES}


class Chosen(OneOf):
    """What they have in common: names, and gold to compare."""

    quantities: ClassVar[Mapping[str, Quantity]] = {"gold": Quantity("your gold")}

    def names(self) -> Mapping[str, str]:
        """Names of pieces, places and cards."""
        return NAMES

    def measure(self, view: View) -> Mapping[str, int]:
        """The quantities now."""
        return {"gold": view.public["gold"][self.seat]}


def strongest(public: Data, keys: Iterable[str]) -> str:
    """11.3 The strongest piece, lowest id."""
    return min(keys, key=lambda key: (-position.swords(public, key), key))


class Tribunes(Chosen):
    """F3 A tactics card from the discards, for gold."""

    kind, rule = "tribunes", "F3"
    question = f"which tactics card you buy from the discards for {PRICES['tribunes']} gold"
    example = "tribunes: Triple Line"
    takes = Name("tactics card")

    def options(self, view: View) -> Sequence[str]:
        """None, or one of those that lie there."""
        return [NONE, *(card for card in view.public["discards"] if card in board.TACTICS)]

    def favour(self, view: View, word: str) -> str:
        """None."""
        return NONE


class GoHome(Chosen):
    """E3 An allied unit that goes home."""

    kind, rule, question = "go home", "E3", "which of your allied units goes home"
    example = "go home: CA2"
    takes = Name("own piece")

    def options(self, view: View) -> Sequence[str]:
        """All that he has."""
        mine = position.owned(view.public, self.seat)
        return [key for key in mine if board.kind(key) == board.ALLY]

    def favour(self, view: View, word: str) -> str:
        """13.1 Regular first, then the place of lowest value."""
        pieces = view.public["pieces"]

        def worth(key: str) -> tuple[bool, int, str]:
            return pieces[key]["veteran"], board.VALUES[pieces[key]["at"]], key

        return min(self.options(view), key=worth)


class Rally(Chosen):
    """E6 The legion that the champion of the Populares promotes."""

    kind, rule, question = "rally", "E6", "which legion you promote"
    example = "rally: CL2"
    takes = Name("own piece")

    def options(self, view: View) -> Sequence[str]:
        """Regular legions."""
        return regular(view.public, position.owned(view.public, self.seat), board.LEGION)

    def favour(self, view: View, word: str) -> str:
        """The lowest id."""
        return self.options(view)[0]


def regular(public: Data, keys: Iterable[str], *kinds: str) -> list[str]:
    """Units of these kinds whose regular side is up."""
    pieces = public["pieces"]
    return [key for key in keys if board.kind(key) in kinds and not pieces[key]["veteran"]]


class Promotion(Chosen):
    """10.8 The unit that a battle turns into veterans.

    Args: at."""

    kind, rule, question = "promotion", "10.8", "which unit you promote at {at}"
    takes, example = Name("own piece"), "promotion: CA1"
    selectors = _AT
    favours = ("default", "ally")

    def options(self, view: View) -> Sequence[str]:
        """Regular units that are left there."""
        here = position.there(view.public, self.args["at"], self.seat)
        return regular(view.public, here, board.LEGION, board.ALLY)

    def favour(self, view: View, word: str) -> str:
        """13.1 A legion, lowest id; or an allied unit."""
        wanted = board.ALLY if word == "ally" else board.LEGION
        return min(self.options(view), key=lambda key: (board.kind(key) != wanted, key))


class Demand(Chosen):
    """A5 Whether legionaries get what they demand.

    Args: unit."""

    kind, rule, question = "demand", "A5", "whether you pay 3 gold for {unit}, or lose it"
    takes, example = Choice((PAY, LOSE)), "demand: lose"

    def options(self, view: View) -> Sequence[str]:
        """Pay, if there is as much."""
        able = view.public["gold"][self.seat] >= PRICES["demand"]
        return [PAY, LOSE] if able else [LOSE]

    def favour(self, view: View, word: str) -> str:
        """13.1 Pay if he can."""
        return self.options(view)[0]


class Labienus(Chosen):
    """L6 The legion that has one sword more.

    Args: at, round."""

    kind, rule = "labienus", "L6"
    question = "which legion has one sword more at {at} in round {round}"
    takes, example = Name("own piece"), "labienus: CL2"
    selectors: ClassVar[Mapping[str, Word]] = {**_AT, "round": Number(1, 99)}
    favours = ("default", "regular")

    def options(self, view: View) -> Sequence[str]:
        """Own legions there."""
        here = position.there(view.public, self.args["at"], self.seat)
        return [key for key in here if board.kind(key) == board.LEGION]

    def favour(self, view: View, word: str) -> str:
        """13.1 The strongest, lowest id; or a regular one."""
        able = self.options(view)
        few = regular(view.public, able, board.LEGION) if word == "regular" else []
        return strongest(view.public, few or able)


class Reroll(Chosen):
    """F4 A die that is re-rolled.

    Args: for, at, round, dice, names (of the dice, as they are chosen), failed (of them those that
    did not do well).  Dice are ``die 1`` and ``die 2``, in battle the pieces that rolled them."""

    kind, rule = "reroll", "F4"
    question = "which die you roll again ({for}): {dice}"
    takes, example = Name("die"), "reroll: die 1"
    selectors: ClassVar[Mapping[str, Word]] = {**_AT, "for": Name("roll")}
    favours = ("default", "failed")
    quantities: ClassVar[Mapping[str, Quantity]] = {
        **Chosen.quantities,
        "failed": Quantity("dice that did not do what you want"),
        "dice": Quantity("dice that you have rolled"),
        "round": Quantity("round of the battle, 0 outside of one"),
    }

    def title(self, reader: str = "") -> str:
        """What each die shows."""
        dice = zip(self.args["names"], self.args["dice"], strict=True)
        told = ", ".join(f"{NAMES.get(name, name)} {die}" for name, die in dice)
        return f"whether you roll a die again, {ROLLS[self.args['for']]}: {told}"

    def options(self, view: View) -> Sequence[str]:
        """None of them, or one."""
        return [KEEP, *self.args["names"]]

    def favour(self, view: View, word: str) -> str:
        """None; or the first that failed."""
        failed = self.args["failed"] if word == "failed" else []
        return str(failed[0]) if failed else KEEP

    def measure(self, view: View) -> Mapping[str, int]:
        """The quantities now."""
        counts = {key: len(self.args[key]) for key in ("failed", "dice")}
        return {**super().measure(view), **counts, "round": self.args["round"]}


#: What dice are rolled for.
ROLLS = {
    "battle": "battle (10.3)",
    "diplomacy": "diplomacy (7.4)",
    "cicero": "Cicero (L3)",
    "mobilize": "Allies Mobilize (A1)",
    "treachery": "Treachery (A2)",
    "zone": "tax of a zone (12.3)",
    "brutus": "Brutus (L2)",
    "invasion": "which zone invades (12.1)",
    "pillage": "pillage (12.1)",
    "optimates": "Optimates Rally (E5)",
    "ides": "Ides of March (E7)",
}

_BATTLE: Mapping[str, Quantity] = {
    "round": Quantity("rounds that have been fought"),
    "own swords": Quantity("swords of your pieces there"),
    "enemy swords": Quantity("swords of the enemy there, barbarians too"),
    "own units": Quantity("your legions and allied units there"),
    "enemy units": Quantity("legions and allied units of the enemy there, or barbarians"),
    "lost": Quantity("units that you have lost in this battle"),
    "leaders": Quantity("your leaders there"),
}


class InBattle(Chosen):
    """Choices in a battle.

    Args: at, side (attacker or defender), and more."""

    takes: ClassVar[Word]
    selectors: ClassVar[Mapping[str, Word]] = {**_AT, "side": Choice(("attacker", "defender"))}
    quantities: ClassVar[Mapping[str, Quantity]] = {**Chosen.quantities, **_BATTLE}

    def measure(self, view: View) -> Mapping[str, int]:
        """The quantities now."""
        public, battle = view.public, view.public["battle"]
        at, enemy = self.args["at"], board.other(self.seat)
        mine, theirs = (position.there(public, at, seat) for seat in (self.seat, enemy))
        own_units = sum(board.is_unit(key) for key in mine)
        return {
            **super().measure(view),
            "round": battle["round"],
            "own swords": position.total(public, mine),
            "enemy swords": position.total(public, theirs)
            + battle["barbarians"] * board.UNITS["barbarian"],
            "own units": own_units,
            "enemy units": sum(board.is_unit(key) for key in theirs) + battle["barbarians"],
            "lost": battle["lost"][self.seat],
            "leaders": len(mine) - own_units,
        }


class Tactics(InBattle):
    """10.2 A tactics card, or none.

    Whether it is asked hangs on what a hand could hold; what can be played, on what it holds.
    Args: at, side, enemy (the card that the attacker has played)."""

    kind, rule = "tactics", "10.2"
    question = "a tactics card for the battle at {at}, or none"
    takes, example = Name("tactics card"), "tactics: Triple Line"
    open_choice = False
    favours = ("default", "any")

    def options(self, view: View) -> Sequence[str]:
        """None, or a card of the hand that fits."""
        able = fitting(view.public, self.seat)
        return [NONE, *(card for card in view.own.get("hand", ()) if card in able)]

    def favour(self, view: View, word: str) -> str:
        """None; or any card, the first of the list (T1 to T8)."""
        held = self.options(view)[1:]
        return held[0] if word == "any" and held else NONE

    def forced(self, public: Data) -> Answer | None:
        """None, if all know that he holds nothing that fits."""
        able = fitting(public, self.seat)
        return None if hidden.could_hold(public, self.seat, able) else []

    def meant(self, view: View, option: str) -> str:
        """The copy of a card that is held."""
        return hidden.held(view.own, option) or option

    def wrong(self, option: str) -> str:
        """Why a card cannot be played."""
        return "you hold no such card, or it does not fit here"


def fitting(public: Data, seat: str) -> list[str]:
    """10.2 Tactics cards that a side of this battle may play: Siege is for the defender of a city
    of value 1 or more (T3), Night March needs a place to go (T7)."""
    battle, able = public["battle"], list(board.TACTICS)
    at, defends = battle["at"], battle["defender"] == seat
    if not (defends and at in board.CITIES and board.VALUES[at]):
        able = [card for card in able if card not in ("T3", "T4")]
    if not ways_out(public, seat):
        able.remove("T7")
    return able


def ways_out(public: Data, seat: str) -> list[str]:
    """10.5 Where a side of this battle can retreat to, in the order of the map: a place beside it
    without enemies, no independent zone; an attacker only where some of his pieces came from."""
    at, enemy = public["battle"]["at"], board.other(seat)
    beside = list(board.LINKS[at])
    if public["battle"]["attacker"] == seat:
        beside = came_from(public, position.there(public, at, seat))
    closed = [z for z in board.ZONES if z not in public["subdued"]]
    open_to = [place for place in beside if place not in closed]
    return board.by_map([place for place in open_to if not position.there(public, place, enemy)])


def came_from(public: Data, keys: Iterable[str]) -> list[str]:
    """10.5 The last places of pieces before this one; the port of departure of a Fleet."""
    marches = public["now"]["marches"]
    return [marches[key][1] for key in keys if key in marches]


class Retreat(InBattle):
    """10.5, 10.7 Where a side retreats to.

    Args: at, side, round, card (T7: it cannot stay)."""

    kind, rule, question = "retreat", "10.5", "whether you retreat from {at} after round {round}"
    takes, example = Name("refuge"), "retreat: Messana"
    favours = ("default", "own", "any")

    def title(self, reader: str = "") -> str:
        """After a round, or by a card."""
        if self.args["card"]:
            return f"where you go from {NAMES[self.args['at']]} by Night March"
        return super().title(reader)

    def options(self, view: View) -> Sequence[str]:
        """Stay, or one of the ways out."""
        ways = ways_out(view.public, self.seat)
        return ways if self.args["card"] else [STAY, *ways]

    def favour(self, view: View, word: str) -> str:
        """13.1 Stay; of places the own one of highest value, else any, first by the map."""
        able = self.options(view)
        if word == "default" and STAY in able:
            return STAY
        mine = position.controlled(view.public, self.seat)
        places = [place for place in able if place != STAY]
        good = [place for place in places if place in mine]
        if word == "own" and not good:
            return NONE
        return max(good or places, key=lambda place: board.VALUES[place], default=NONE)


class Held(Wishes):
    """Standing orders for tactics always come to an answer: a stop would tell that none of the
    cards they name is held."""

    def follow(self, request: OneOf, view: View, then: Answer) -> Answer | None:
        """The first of the cards that is held and fits, else none."""
        return super().follow(request, view, then) or []


class Bold(AnyOf):
    """Random play that plays a card more often than not."""

    def sample(self, request: OneOf, view: View, chance: Any) -> Answer:
        """Any card; sometimes none."""
        cards = [one for one in request.options(view) if one != NONE]
        if cards and chance.random() < 0.7:
            return [{request.word: chance.choice(cards)}]
        return super().sample(request, view, chance)


TACTICS_KIND = Kind(Tactics, Choices(), Bold(), Held(Tactics))
ONE_OF = (Tribunes, GoHome, Rally, Promotion, Demand, Labienus, Reroll, Retreat)
