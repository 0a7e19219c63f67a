"""What stands beside the questions of marches, battles and sieges."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from referee.engine.beside import Chance, Player, Standing, Suggestions
from referee.engine.request import View
from referee.engine.view import Quantity
from referee.engine.words import Answer, Many, Name, Nothing, Number, Word
from rulesets.sword_of_rome import position
from rulesets.sword_of_rome.battle import flank, retreat
from rulesets.sword_of_rome.battle.fight import odds
from rulesets.sword_of_rome.battle.flank import Flank
from rulesets.sword_of_rome.battle.retreat import Retreat
from rulesets.sword_of_rome.battle.ways import beaten_of, havens, needs_card, ways
from rulesets.sword_of_rome.board import FROM, LEAGUE, LIMITS, LINKS
from rulesets.sword_of_rome.cards import playing
from rulesets.sword_of_rome.help.help import comment
from rulesets.sword_of_rome.march import entry
from rulesets.sword_of_rome.march.bribe import Bribe
from rulesets.sword_of_rome.march.entry import Inside
from rulesets.sword_of_rome.march.reactions import Avoid, Intercept, refuges
from rulesets.sword_of_rome.position import Spot


def _own(request: Any, view: View) -> int:
    return position.outside(view.public, request.args["power"], request.args["space"])


def _their(request: Any, view: View) -> int:
    cu: int = request.args["cu"]
    return cu


def _odds(request: Any, view: View) -> int:
    own, their = _own(request, view), _their(request, view)
    return odds(own, their) if own > their else 0


def _their_odds(request: Any, view: View) -> int:
    own, their = _own(request, view), _their(request, view)
    return odds(their, own) if their > own else 0


_SIZES: Mapping[str, Quantity] = {
    "own cu": Quantity("CU of your army", _own),
    "their cu": Quantity("CU of the force that moves", _their),
    "odds": Quantity("what the odds would add for you", _odds),
    "their odds": Quantity("what they would add for the force that moves", _their_odds),
}


class TryHelp(Suggestions[Intercept]):
    """All that the army has."""

    def template(self, request: Intercept, view: View) -> list[str]:
        """As a comment."""
        return [comment({"intercept": {"cu": min(LIMITS["move"], _own(request, view))}})]


class TryPlayer(Player[Intercept]):
    """10 Often, with some of it."""

    def sample(self, request: Intercept, view: View, chance: Chance) -> Answer:
        """Any number, any leader."""
        if chance.random() < 0.5:
            return []
        spot = Spot(request.args["space"])
        here = position.leaders(view.public, request.args["power"], spot)
        cu = chance.randint(1, min(LIMITS["move"], _own(request, view)))
        value: dict[str, Any] = {"cu": cu}
        if len(here) > 1 and chance.random() < 0.3:
            value["leader"] = chance.choice(here)
        return _legal(request, view, [{"intercept": value}])


def _legal(request: Any, view: View, answer: Answer) -> Answer:
    """The answer, or none where it would be refused."""
    return [] if request.judge(view, answer).faults else answer


class Trying(Standing[Intercept]):
    """10 Intercept with all, with so many CU, or pass."""

    quantities: ClassVar[Mapping[str, Quantity]] = _SIZES
    policies: ClassVar[Mapping[str, Word]] = {
        "all": Nothing(),
        "cu": Number(1, 10),
        "pass": Nothing(),
    }

    def follow(self, request: Intercept, view: View, then: Answer) -> Answer | None:
        """So many as there are."""
        most = min(LIMITS["move"], _own(request, view))
        for line in then:
            if "pass" in line:
                return []
            wanted: Any = line.get("cu", most)
            return _legal(request, view, [{"intercept": {"cu": min(most, wanted)}}])
        return []


class EvadeHelp(Suggestions[Avoid]):
    """A space to go to."""

    def template(self, request: Avoid, view: View) -> list[str]:
        """As comments."""
        able = refuges(view.public, request.args["power"], request.args["space"])
        return [comment({"avoid": {"to": space}}) for space in able]


class EvadePlayer(Player[Avoid]):
    """11 Often."""

    def sample(self, request: Avoid, view: View, chance: Chance) -> Answer:
        """Any space, all or some."""
        able = refuges(view.public, request.args["power"], request.args["space"])
        if chance.random() < 0.5 or not able:
            return []
        value: dict[str, Any] = {"to": chance.choice(able)}
        if chance.random() < 0.4:
            value["cu"] = chance.randint(1, min(LIMITS["move"], _own(request, view)))
        return _legal(request, view, [{"avoid": value}])


class Evading(Standing[Avoid]):
    """11 Avoid to the first of a list that is open, to any, or pass."""

    quantities: ClassVar[Mapping[str, Quantity]] = _SIZES
    policies: ClassVar[Mapping[str, Word]] = {
        "to": Many(Name("space")),
        "anywhere": Nothing(),
        "pass": Nothing(),
    }

    def follow(self, request: Avoid, view: View, then: Answer) -> Answer | None:
        """The first that is open."""
        able = refuges(view.public, request.args["power"], request.args["space"])
        for line in then:
            wishes: Any = line.get("to", able if "anywhere" in line else [])
            for space in [space for space in wishes if space in able][:1]:
                return _legal(request, view, [{"avoid": {"to": space}}])
        return []


class InsideHelp(Suggestions[Inside]):
    """As many as fit."""

    def template(self, request: Inside, view: View) -> list[str]:
        """As a comment."""
        args = request.args
        return [comment({"inside": {"cu": entry.room(view.public, args["power"], args["at"])}})]


class InsidePlayer(Player[Inside]):
    """9.3.1 Any number."""

    def sample(self, request: Inside, view: View, chance: Chance) -> Answer:
        """With leaders or without."""
        args = request.args
        power, at = args["power"], args["at"]
        here = position.leaders(view.public, power, Spot(at))
        cu = chance.randint(0, entry.room(view.public, power, at))
        chosen = [one for one in here if chance.random() < 0.4]
        value = {"cu": cu, **({"leaders": chosen} if chosen else {})}
        return [{"inside": value}] if chance.random() < 0.7 else []


class Sheltering(Standing[Inside]):
    """9.3.1 By the rules, so many, or nobody."""

    quantities: ClassVar[Mapping[str, Quantity]] = {"their cu": Quantity("CU of the mover", _their)}
    policies: ClassVar[Mapping[str, Word]] = {
        "cu": Number(0, 3),
        "default": Nothing(),
    }

    def follow(self, request: Inside, view: View, then: Answer) -> Answer | None:
        """As many as fit."""
        args = request.args
        for line in then:
            if "cu" in line:
                wanted: Any = line["cu"]
                most = entry.room(view.public, args["power"], args["at"])
                return [{"inside": {"cu": min(most, wanted)}}]
        return []


class BribeHelp(Suggestions[Bribe]):
    """Cards that could be offered."""

    def template(self, request: Bribe, view: View) -> list[str]:
        """As comments."""
        return [comment({"bribe": card}) for card in playing.payable(view.public, view.own, LEAGUE)]


class Briber(Player[Bribe]):
    """7.2.2 Now and then."""

    def sample(self, request: Bribe, view: View, chance: Chance) -> Answer:
        """Any card."""
        able = playing.payable(view.public, view.own, LEAGUE)
        return [{"bribe": chance.choice(able)}] if able and chance.random() < 0.3 else []


class Bribing(Standing[Bribe]):
    """7.2.2 The first card of a list that is there, or none."""

    policies: ClassVar[Mapping[str, Word]] = {"cards": Many(Name("card")), "pass": Nothing()}

    def follow(self, request: Bribe, view: View, then: Answer) -> Answer | None:
        """The first that he has."""
        able = playing.payable(view.public, view.own, LEAGUE)
        for line in then:
            wishes: Any = line.get("cards", [])
            for card in [card for card in wishes if card in able][:1]:
                return [{"bribe": card}]
        return []


class FlankHelp(Suggestions[Flank]):
    """Leaders who can come."""

    def template(self, request: Flank, view: View) -> list[str]:
        """As comments."""
        return [comment({"flank": value}) for value in flank_values(view)]


def flank_values(view: View) -> Iterable[dict[str, Any]]:
    """Leaders and short paths by which they can come."""
    public, at = view.public, view.public["battle"]["at"]
    near = FROM[at]
    for leader in flank.able(public):
        march = flank.made(public, {"leader": leader})
        here = march["path"][0]
        paths: list[list[str]] = [[], *([s] for s in near)]
        paths += [[one, s] for one in LINKS[here] for s in near if s in LINKS[one]]
        for path in paths:
            if march["cu"] and not flank.path_trouble(public, march, path):
                yield {"leader": leader, **({"path": path} if path else {})}
                break


class Flanker(Player[Flank]):
    """9.5.6 Rather yes."""

    def sample(self, request: Flank, view: View, chance: Chance) -> Answer:
        """Any that can come."""
        able = list(flank_values(view))
        if not able or chance.random() < 0.2:
            return []
        return _legal(request, view, [{"flank": chance.choice(able)}])


class RetreatHelp(Suggestions[Retreat]):
    """Ways that are open."""

    def template(self, request: Retreat, view: View) -> list[str]:
        """As comments."""
        one = beaten_of(view.public, request.args["side"])
        found = [comment({"retreat": {"path": list(way)}}) for way in ways(view.public, one)[:8]]
        if retreat.room(view.public, one):
            found.append(comment({"retreat": {"inside": retreat.room(view.public, one)}}))
        if request.args["sea"]:
            ports = havens(view.public, one.power, one.at)
            found += [comment({"retreat": {"sea": port}}) for port in ports]
        return found


class Retreater(Player[Retreat]):
    """12.4 Any way."""

    def sample(self, request: Retreat, view: View, chance: Chance) -> Answer:
        """By land, by sea, inside, or by the rules."""
        one = beaten_of(view.public, request.args["side"])
        value: dict[str, Any] = {}
        if retreat.room(view.public, one) and chance.random() < 0.5:
            value["inside"] = chance.randint(0, retreat.room(view.public, one))
        if request.args["sea"] and chance.random() < 0.7:
            value |= self.sea(request, view, chance, one.power)
        elif ways(view.public, one) and chance.random() < 0.8:
            value["path"] = list(chance.choice(ways(view.public, one)))
        return _legal(request, view, [{"retreat": value}]) if value else []

    def sea(self, request: Retreat, view: View, chance: Chance, power: str) -> dict[str, Any]:
        """A port and a card."""
        ports = havens(view.public, power, request.args["at"])
        if not ports:
            return {}
        if not needs_card(power):
            return {"sea": chance.choice(ports)}
        cards = playing.payable(view.public, view.own, request.seat)
        return {"sea": chance.choice(ports), "card": chance.choice(cards)} if cards else {}


class Retreating(Standing[Retreat]):
    """12.4 By the rules, as many as fit inside first, or towards a space of a list."""

    policies: ClassVar[Mapping[str, Word]] = {
        "inside first": Nothing(),
        "towards": Many(Name("space")),
        "default": Nothing(),
    }

    def follow(self, request: Retreat, view: View, then: Answer) -> Answer | None:
        """The first way that ends in one of the list."""
        one = beaten_of(view.public, request.args["side"])
        value: dict[str, Any] = {}
        for line in then:
            if "inside first" in line and retreat.room(view.public, one):
                value["inside"] = retreat.room(view.public, one)
            wishes: Any = line.get("towards", [])
            able = {way[-1]: way for way in ways(view.public, one)[::-1]}
            for space in [space for space in wishes if space in able][:1]:
                value.setdefault("path", list(able[space]))
        return [{"retreat": value}] if value else []
