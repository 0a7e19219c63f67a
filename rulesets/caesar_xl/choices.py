"""Choices of one thing out of a few.  Most have an answer laid down by the rules (13.1).

The default is the first option, unless the class says otherwise in `favour`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from referee.engine.choosing import OneOf
from referee.engine.request import Data, Quantity, View
from referee.engine.words import Answer, Choice, Name, Number, Word
from referee.kit.ratios import percent
from rulesets.caesar_xl import board, hidden, position
from rulesets.caesar_xl.board import ALLY, CARD_NAMES, LEGION, PIECE_NAMES, PLACE_NAMES, PRICES

NONE, STAY, KEEP, PAY, LOSE = "none", "stay", "keep", "pay", "lose"
AT: Mapping[str, Word] = {"at": Name("place")}
SIDE: Word = Choice(("attacker", "defender"))
#: 10.3 Faces of a die.
DIE = 6
NAMES = {**CARD_NAMES, **PIECE_NAMES, **PLACE_NAMES}
GOLD: Mapping[str, Quantity] = {
    "gold": Quantity("your gold", lambda one, view: view.public["gold"][one.seat])
}


def of_turn(key: str, words: str) -> Quantity:
    """A number that is counted in the turn."""
    return Quantity(words, lambda one, view: view.public["now"][key])


def how_many(key: str, words: str) -> Quantity:
    """How many things a question names."""
    return Quantity(words, lambda one, view: len(one.args[key]))


#: What dice can be rolled for.
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


class Chosen(OneOf):
    """What these choices share: they are among your pieces, and conditions may compare gold."""

    takes: ClassVar[Word] = Name("own piece")
    quantities, names = GOLD, NAMES
    #: what something is that cannot be chosen
    other: ClassVar[str] = ""

    def wrong(self, view: View, option: str) -> str:
        """It is not one of the things to choose from."""
        return f"{self.listed([option])} is {self.other}"


def regular(public: Data, keys: Iterable[str], *kinds: str) -> list[str]:
    """Those of these pieces that are units of these kinds with their regular side up."""
    pieces = public["pieces"]
    return [key for key in keys if board.kind(key) in kinds and not pieces[key]["veteran"]]


class Tribunes(Chosen):
    """F3 A tactics card from the discards, for gold."""

    kind, rule, anytime = "tribunes", "F3", True
    question = f"which tactics card you buy from the discards for {PRICES['tribunes']} gold"
    takes, example = Name("tactics card"), "tribunes: Triple Line"
    other = "not in the discards"

    def options(self, view: View) -> Sequence[str]:
        """None, or one of the tactics cards in the discards."""
        return [NONE, *(card for card in view.public["discards"] if card in board.TACTICS)]


class GoHome(Chosen):
    """E3 The allied unit that goes home."""

    kind, rule, question = "go home", "E3", "which of your allied units goes home"
    example, anytime = "go home: CA2", True
    other = "no allied unit of yours on the map"

    def options(self, view: View) -> Sequence[str]:
        """All allied units of the player."""
        return position.owned(view.public, self.seat, ALLY)

    def favour(self, view: View, word: str) -> str:
        """13.1 Regular units first, then those in the place of lowest value."""
        able = {key: view.public["pieces"][key] for key in self.options(view)}
        return min(able, key=lambda k: (able[k]["veteran"], board.VALUES[able[k]["at"]]))


class Rally(Chosen):
    """E6 The legion that the champion of the Populares promotes."""

    kind, rule, question = "rally", "E6", "which legion you promote"
    example, anytime = "rally: CL2", True
    other = "no regular legion of yours on the map"

    def options(self, view: View) -> Sequence[str]:
        """The player's regular legions."""
        return regular(view.public, position.owned(view.public, self.seat), LEGION)


class Promotion(Chosen):
    """10.8 The unit that becomes veteran after a battle.

    Args: at."""

    kind, rule, question = "promotion", "10.8", "which unit you promote at {at}"
    example, selectors, favours = "promotion: CA1", AT, ("default", "ally")
    other = "no regular unit of yours there"

    def options(self, view: View) -> Sequence[str]:
        """Regular units that have survived there."""
        here = position.there(view.public, self.args["at"], self.seat)
        return regular(view.public, here, LEGION, ALLY)

    def favour(self, view: View, word: str) -> str:
        """13.1 The legion with the lowest id, or else an allied unit."""
        wanted = ALLY if word == "ally" else LEGION
        return min(self.options(view), key=lambda key: board.kind(key) != wanted)


class Demand(Chosen):
    """A5 Whether you pay what the legionaries demand.

    Args: unit."""

    kind, rule = "demand", "A5"
    question = f"whether you pay {PRICES['demand']} gold for {{unit}}, or lose it"
    takes, example, anytime = Choice((PAY, LOSE)), "demand: lose", True

    def options(self, view: View) -> Sequence[str]:
        """Pay, if you have that much gold; or refuse."""
        able = view.public["gold"][self.seat] >= PRICES["demand"]
        return [PAY, LOSE] if able else [LOSE]

    def wrong(self, view: View, option: str) -> str:
        """The gold does not suffice."""
        return f"it costs {PRICES['demand']} gold, and you have {view.public['gold'][self.seat]}"


class Labienus(Chosen):
    """L6 The legion to which Labienus adds a sword.

    Args: at, round."""

    kind, rule = "labienus", "L6"
    question = "which legion has one sword more at {at} in round {round}"
    example, favours = "labienus: CL2", ("default", "regular")
    other = "no legion of yours there"
    selectors: ClassVar[Mapping[str, Word]] = {**AT, "round": Number(1, 99)}

    def options(self, view: View) -> Sequence[str]:
        """The player's legions in the battle."""
        here = position.there(view.public, self.args["at"], self.seat)
        return [key for key in here if board.kind(key) == LEGION]

    def favour(self, view: View, word: str) -> str:
        """13.1 The strongest with the lowest id; or a regular one."""
        able = self.options(view)
        few = regular(view.public, able, LEGION) if word == "regular" else []
        return max(few or able, key=lambda key: position.swords(view.public, key))


class Reroll(Chosen):
    """F4 The die that you roll again, if any.

    Args: for, at, round, dice, names (of the dice, as you choose them), failed (those of them that
    did not do well).  Dice are ``die 1`` and ``die 2``; in battle each has the name of the piece
    that rolled it."""

    kind, rule = "reroll", "F4"
    question = "which die you roll again ({for}): {dice}"
    takes, example, favours = Name("die"), "reroll: die 1", ("default", "failed")
    other = "not a die of yours in this roll"
    selectors: ClassVar[Mapping[str, Word]] = {**AT, "for": Name("roll")}
    quantities: ClassVar[Mapping[str, Quantity]] = {
        **GOLD,
        "failed": how_many("failed", "dice that did not do what you want"),
        "dice": how_many("dice", "dice that you have rolled"),
        "round": Quantity(
            "round of the battle, 0 outside of one", lambda one, view: one.args["round"]
        ),
    }

    def title(self, reader: str = "") -> str:
        """The question, with what each die shows."""
        dice = zip(self.args["names"], self.args["dice"], strict=True)
        told = ", ".join(f"{NAMES.get(name, name)} {die}" for name, die in dice)
        return f"whether you roll a die again, {ROLLS[self.args['for']]}: {told}"

    def options(self, view: View) -> Sequence[str]:
        """None, or one of the dice."""
        return [KEEP, *self.args["names"]]

    def favour(self, view: View, word: str) -> str:
        """None; or the first die that failed."""
        failed = self.args["failed"] if word == "failed" else []
        return str(failed[0]) if failed else KEEP


class InBattle(Chosen):
    """A choice within a battle.

    Args: at, side (attacker or defender), and more."""

    selectors: ClassVar[Mapping[str, Word]] = {**AT, "side": SIDE}
    quantities: ClassVar[Mapping[str, Quantity]] = {
        **GOLD,
        "round": Quantity("rounds that have been fought"),
        "own swords": Quantity("swords of your pieces there"),
        "enemy swords": Quantity("swords of the enemy there, barbarians too"),
        "own units": Quantity("your legions and allied units there"),
        "enemy units": Quantity("legions and allied units of the enemy there, or barbarians"),
        "lost": Quantity("units that you have lost in this battle"),
        "leaders": Quantity("your leaders there"),
        "leader in danger": Quantity(
            "1 if the enemy's average hits of a round, rounded up, would kill one of them"
        ),
        "odds": Quantity("your swords there in percent of the enemy's, at most 999"),
    }

    def measure(self, view: View) -> Mapping[str, int]:
        """10.3, 10.4 A leader is in danger if the units, of which a veteran takes two hits, are too
        few for average dice of the enemy."""
        public, battle = view.public, view.public["battle"]
        seats = (self.seat, board.other(self.seat))
        mine, theirs = (position.there(public, battle["at"], seat) for seat in seats)
        units, barbarians = [*filter(board.is_unit, mine)], battle["barbarians"]
        own = position.total(public, mine)
        enemy = position.total(public, theirs) + barbarians * board.UNITS["barbarian"]
        twice = len(units) - len(regular(public, units, LEGION, ALLY))
        borne = len(units) + twice * position.has(public, "veterans")
        leaders = len(mine) - len(units)
        return {
            **super().measure(view),
            "round": battle["round"],
            "own swords": own,
            "enemy swords": enemy,
            "own units": len(units),
            "enemy units": sum(map(board.is_unit, theirs)) + barbarians,
            "lost": battle["lost"][self.seat],
            "leaders": leaders,
            "leader in danger": 1 if leaders and -(-enemy // DIE) > borne else 0,
            "odds": percent(own, enemy),
        }


class Tactics(InBattle):
    """10.2 Which tactics card you play, if any.

    What a hand could hold decides whether you are asked; what it does hold decides what you can
    play.
    Args: at, side, enemy (the card that the attacker has played)."""

    kind, rule = "tactics", "10.2"
    question = "a tactics card for the battle at {at}, or none"
    takes, example = Name("tactics card"), "tactics: Triple Line"
    favours = ("default", "any", "fight", "avoid")
    open_choice, answers = False, True

    def options(self, view: View) -> Sequence[str]:
        """None, or any card of the hand that fits."""
        able = fitting(view.public, self.seat)
        return [NONE, *(card for card in view.own.get("hand", ()) if card in able)]

    def favour(self, view: View, word: str) -> str:
        """None; or the first card of the list (T1 to T8): any, one that helps in the battle, or one
        that avoids it; without one the next line of a rule counts."""
        held = self.options(view)[1:]
        if word == "any":
            return held[0] if held else NONE
        fit = [card for card in held if (card in AVOIDING) == (word == "avoid")]
        return NONE if word == "default" else "".join(fit[:1])

    def forced(self, public: Data) -> Answer | None:
        """None, if everyone knows that the player holds no card that fits."""
        able = fitting(public, self.seat)
        return None if hidden.could_hold(public, self.seat, able) else []

    def meant(self, view: View, option: str) -> str:
        """The copy of the card that is in the hand."""
        return hidden.held(view.own, option) or option

    def wrong(self, view: View, option: str) -> str:
        """Why this card cannot be played."""
        absent = f"{self.listed([option])} is not in your hand"
        return unfit(view.public, self.seat, option) if hidden.held(view.own, option) else absent


#: T3, T4, T7 Cards after which there is no battle.
AVOIDING = (*board.SIEGES, board.NIGHT_MARCH)


def fitting(public: Data, seat: str) -> list[str]:
    """10.2 Tactics cards that a side of this battle may play."""
    return [card for card in board.TACTICS if not unfit(public, seat, card)]


def unfit(public: Data, seat: str, card: str) -> str:
    """10.2 Why a side of this battle cannot play a card, "" if it can: Siege is for the defender of
    a city of value 1 or more (T3), Night March needs a place to go (T7)."""
    battle, where = public["battle"], PLACE_NAMES[public["battle"]["at"]]
    if card in board.SIEGES and battle["defender"] != seat:
        return "Siege is for the defender"
    if card in board.SIEGES and not board.CITIES.get(battle["at"], {"value": 0})["value"]:
        return f"Siege needs a city of value 1 or more, unlike {where}"
    stuck = card == board.NIGHT_MARCH and not ways_out(public, seat)
    return f"there is nowhere to go from {where}" if stuck else ""


def ways_out(public: Data, seat: str) -> list[str]:
    """10.5 Where a side of this battle can retreat to, in the order of the map."""
    beside = board.by_map(behind(public, seat))
    return [place for place in beside if not position.barred(public, seat, place)]


def behind(public: Data, seat: str) -> Sequence[str]:
    """10.5 The places beside a battle; for an attacker those that his pieces came from."""
    at = public["battle"]["at"]
    attacks = public["battle"]["attacker"] == seat
    return came_from(public, position.there(public, at, seat)) if attacks else [*board.LINKS[at]]


def came_from(public: Data, keys: Iterable[str]) -> list[str]:
    """10.5 The last places of pieces before this one; the port of departure of a Fleet."""
    marches = public["now"]["marches"]
    return [marches[key][1] for key in keys if key in marches]


class Retreat(InBattle):
    """10.5, 10.7 Where your side retreats to.

    Args: at, side, round, card (T7: it cannot stay)."""

    kind, rule = "retreat", "10.5"
    question = (
        "[card?where you go from {at} by Night March|"
        "whether you retreat from {at} after round {round}]"
    )
    takes, example = Name("refuge"), "retreat: Messana"
    favours = ("default", "own", "any")

    def wrong(self, view: View, option: str) -> str:
        """Why they cannot stay, or not go there."""
        if option == STAY:
            return "after Night March you cannot stay"
        if option in behind(view.public, self.seat):
            return position.barring(view.public, self.seat, option)
        if self.args["side"] == "attacker":
            return f"none of your pieces there came from {self.listed([option])}"
        return f"{self.listed([option])} is not next to {PLACE_NAMES[self.args['at']]}"

    def options(self, view: View) -> Sequence[str]:
        """Stay, or one of the ways out."""
        ways = ways_out(view.public, self.seat)
        return ways if self.args["card"] else [STAY, *ways]

    def favour(self, view: View, word: str) -> str:
        """13.1 Stay; among places, yours with the highest value, else the first on the map."""
        if word == "default" and not self.args["card"]:
            return STAY
        places = ways_out(view.public, self.seat)
        good = [at for at in position.controlled(view.public, self.seat) if at in places]
        if word == "own" and not good:
            return NONE
        return max(good or places, key=lambda place: board.VALUES[place], default=NONE)


ONE_OF = (Tribunes, GoHome, Rally, Promotion, Demand, Labienus, Reroll, Tactics, Retreat)
