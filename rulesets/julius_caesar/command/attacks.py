"""What is said of attacks: the main force (7.3), and the battle that an event favours."""

from __future__ import annotations

from referee.engine.action import DOUBTED, Action, Problem
from referee.engine.words import Fields, Name
from rulesets.julius_caesar import legal, verbs
from rulesets.julius_caesar.block_walk import all_of
from rulesets.julius_caesar.board.naming import card_name, place_name
from rulesets.julius_caesar.command.walk import CommandWalk

#: The cards that favour a battle.
CARDS = ("mars", "neptune")


class MainForce(Action[CommandWalk]):
    """7.3, ruling 12 Say from where the main force of an attack came."""

    example = "main force: {at: Rome, from: Ravenna}"
    word, takes = "main force", Fields({"at": Name("place"), "from": Name("place")})

    def obstacle(self) -> Problem | None:
        """An attack of this seat, a road that it came by, named once."""
        walk, place, origin = self.walk, self.value["at"], self.value["from"]
        roads = came_by(walk, place)
        name = place_name(place)
        if roads is None:
            hint = "name the main force after the moves that attack"
            problem = Problem(f"you do not attack {name}", "7.3", hint)
            return DOUBTED if place in walk.doubts else problem.at("at")
        if origin not in roads:
            reason = f"none of your blocks has come to {name} from {place_name(origin)}"
            problem = Problem(reason, "7.3", f"they came from {all_of(roads)}")
            return DOUBTED if origin in walk.doubts else problem.at("from")
        if walk.named.get(place, origin) == origin:
            return None
        reason = f"an earlier line names another main force for {name}"
        return Problem(reason, "7.3", "leave one of the lines")

    async def does(self) -> None:
        """7.3 It is written down, and told."""
        place, origin = self.value["at"], self.value["from"]
        self.walk.named[place] = origin
        self.public["attacks"][place]["main"] = origin
        self.table.tell("main force", {"seat": self.seat, "at": place, "from": origin})


class Surprise(Action[CommandWalk]):
    """Ruling 34 Name the attack in which your blocks act first, if your event lets them."""

    example = "surprise: Ravenna"
    word, takes = "surprise", Name("place")

    def obstacle(self) -> Problem | None:
        """An attack of this move, named once."""
        walk, place = self.walk, self.value
        if walk.card not in CARDS:
            return Problem("only Mars and Neptune surprise the enemy", "card Mars")
        card = f"card {card_name(walk.card)}"
        if known := self.public["surprise"]:
            reason = f"one battle is named, and an earlier line names {place_name(known['place'])}"
            return Problem(reason, card, "leave one line")
        if place in walk.doubts:
            return DOUBTED
        attacked = attacks(walk)
        if place in attacked:
            return None
        hint = "name the battle after the move that attacks"
        if attacked:
            hint = f"you attack {all_of(attacked)}"
        return Problem(f"your move does not attack {place_name(place)}", card, hint)

    async def does(self) -> None:
        """It is written down, and told."""
        verbs.set_surprise(self.table, self.seat, self.value)


def came_by(walk: CommandWalk, place: str) -> list[str] | None:
    """6.12 From where blocks of this seat came to a place that it attacks; None for no attack."""
    attack = legal.attack_on(walk.public, place)
    if attack is None or attack["attacker"] != walk.seat:
        return None
    return sorted(attack["entries"].get(walk.seat, {}))


def attacks(walk: CommandWalk) -> list[str]:
    """Where this move attacks, and does not only help an own city that is attacked."""
    return [place for place in dict.fromkeys(walk.attacked) if came_by(walk, place) is not None]


def settle(walk: CommandWalk) -> None:
    """Ruling 34 Without a line it is the first attack of the move; without a battle nothing."""
    if walk.card in CARDS and not walk.public["surprise"]:
        for place in attacks(walk)[:1]:
            verbs.set_surprise(walk.table, walk.seat, place)
