"""Order lines about attacks: the Main Attack (7.3), and the battle that an event favours."""

from __future__ import annotations

from referee.engine.action import DOUBTED, Action, Problem
from referee.engine.words import Fields, Name
from rulesets.julius_caesar import verbs
from rulesets.julius_caesar.block_walk import all_of
from rulesets.julius_caesar.board.naming import card_name, place_name
from rulesets.julius_caesar.command.walk import SURPRISING, CommandWalk


class MainAttack(Action[CommandWalk]):
    """7.3, ruling 12 Say from where the Main Attack comes."""

    example = "main attack: {at: Rome, from: Ravenna}"
    word, takes = "main attack", Fields({"at": Name("place"), "from": Name("place")})

    def obstacle(self) -> Problem | None:
        """An attack by this seat, a road that it used, named only once."""
        walk, place, origin = self.walk, self.value["at"], self.value["from"]
        roads = walk.came_by(place)
        name = place_name(place)
        if roads is None:
            hint = "name the Main Attack after the moves that attack"
            problem = Problem(f"you are not attacking {name}", "7.3", hint)
            return DOUBTED if place in walk.doubts else problem.at("at")
        if origin not in roads:
            reason = f"none of your blocks has come to {name} from {place_name(origin)}"
            problem = Problem(reason, "7.3", f"they came from {all_of(roads)}")
            return DOUBTED if origin in walk.doubts else problem.at("from")
        if walk.named.get(place, origin) == origin:
            return None
        reason = f"an earlier line names another Main Attack for {name}"
        return Problem(reason, "7.3", "delete one of the lines")

    async def does(self) -> None:
        """7.3 It is recorded and reported."""
        place, origin = self.value["at"], self.value["from"]
        self.walk.named[place] = origin
        self.public["attacks"][place] = {**self.public["attacks"][place], "main": origin}
        self.table.tell("main attack", {"seat": self.seat, "at": place, "from": origin})


class Surprise(Action[CommandWalk]):
    """Ruling 34 Name the attack in which your blocks act first, if your event lets them."""

    example = "surprise: Ravenna"
    word, takes = "surprise", Name("place")

    def obstacle(self) -> Problem | None:
        """An attack of this move, named only once."""
        walk, place = self.walk, self.value
        if walk.card not in SURPRISING:
            return Problem("only Mars and Neptune allow a surprise", "card Mars")
        card = f"card {card_name(walk.card)}"
        if known := self.public["surprise"]:
            reason = f"an earlier line names the battle in {place_name(known['place'])}"
            return Problem(reason, card, "delete one line")
        if place in walk.doubts:
            return DOUBTED
        attacked = walk.attacks()
        if place in attacked:
            return None
        hint = "name the battle after the move that attacks"
        if attacked:
            hint = f"you attack {all_of(attacked)}"
        return Problem(f"your move does not attack {place_name(place)}", card, hint)

    async def does(self) -> None:
        """It is recorded and reported."""
        verbs.set_surprise(self.table, self.seat, self.value)
