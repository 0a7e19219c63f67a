"""What stands beside the questions of marches, battles and sieges: templates, random play,
standing orders."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from referee.engine.beside import Chance
from referee.engine.request import View
from referee.engine.view import Data, Quantity
from referee.engine.words import Answer, Many, Name, Nothing, Number, named
from rulesets.sword_of_rome import position
from rulesets.sword_of_rome.battle import joining, retreat
from rulesets.sword_of_rome.battle.fight import odds
from rulesets.sword_of_rome.battle.joining import Flank
from rulesets.sword_of_rome.battle.retreat import Retreat
from rulesets.sword_of_rome.battle.ways import beaten_of, havens, needs_card, ways_of
from rulesets.sword_of_rome.board import LEAGUE, LIMITS
from rulesets.sword_of_rome.cards import playing
from rulesets.sword_of_rome.choosing import SOME_SPACES
from rulesets.sword_of_rome.help.base import Helps, Line, Policies, Quantities, alone, legal, wished
from rulesets.sword_of_rome.march import entry
from rulesets.sword_of_rome.march.bribe import Bribe
from rulesets.sword_of_rome.march.entry import Inside
from rulesets.sword_of_rome.march.force import bare_problems
from rulesets.sword_of_rome.march.reactions import Attempt, Avoid, Intercept, added, refuges
from rulesets.sword_of_rome.position import Spot


def _own(request: Attempt, view: View) -> int:
    return position.cu(view.public, *request.army(view.public))


def _most(request: Attempt, view: View) -> int:
    return min(LIMITS["move"], _own(request, view))


def _chance(request: Attempt, view: View, plus: int) -> str:
    """10.4, 11.1 On what roll its commander succeeds."""
    most = position.tactics(position.commander(view.public, *request.army(view.public))) - plus
    return f"succeeds with a roll of {most}{' or less' if most > 1 else ''}" if most > 0 else ""


_SIZES: Quantities = {
    "own cu": Quantity("CU of your army", _own),
    "their cu": Quantity("CU of the force that moves", lambda request, view: request.args["cu"]),
    "odds": Quantity(
        "what the odds would add for you",
        lambda request, view: odds(_own(request, view), request.args["cu"]),
    ),
    "their odds": Quantity(
        "what they would add for the force that moves",
        lambda request, view: odds(request.args["cu"], _own(request, view)),
    ),
}


class Intercepting(Helps[Intercept]):
    """10 Intercept with all that the army has, with so many CU, or pass."""

    quantities: ClassVar[Quantities] = _SIZES
    policies: ClassVar[Policies] = {"all": Nothing(), "cu": Number(1, 10), "pass": Nothing()}
    often, seldom = 60, 30

    def noted(self, request: Intercept, view: View) -> Iterable[tuple[Line, str]]:
        """With all; with what rolls."""
        plus = added(view.public, request.args["power"], request.args["at"])
        told = _chance(request, view, plus) or "its roll cannot succeed without a card"
        yield self.line(request, view, _most(request, view)), told

    def line(self, request: Intercept, view: View, cu: int) -> Line:
        """With so many; if no CU stays, no leader stays either."""
        others = position.stack(view.public, *request.army(view.public))[1:]
        more = {"with": others} if others and cu == _own(request, view) else {}
        return {"intercept": {"cu": cu, **more}}

    def follow(self, request: Intercept, view: View, then: Answer) -> Answer | None:
        """So many as there are."""
        if not then or "pass" in then[0]:
            return []
        most = _most(request, view)
        wanted: Any = then[0].get("cu", most)
        return legal(request, view, [self.line(request, view, min(most, wanted))])


class Avoiding(Helps[Avoid]):
    """11 Avoid to the first of a list that is open, to any, or pass."""

    quantities: ClassVar[Quantities] = _SIZES
    policies: ClassVar[Policies] = {"to": SOME_SPACES, **alone("anywhere", "pass")}
    seldom = 30

    def able(self, request: Avoid, view: View) -> list[str]:
        """Spaces that are open."""
        return refuges(view.public, request.args["power"], request.args["space"])

    def noted(self, request: Avoid, view: View) -> Iterable[tuple[Line, str]]:
        """To each; with what rolls, told once."""
        told = f"allowed, or it {_chance(request, view, 0)}"
        for space in self.able(request, view):
            yield {"avoid": {"to": space}}, told
            told = ""

    def follow(self, request: Avoid, view: View, then: Answer) -> Answer | None:
        """To the first that is open."""
        to = wished(then, "to", self.able(request, view), "anywhere")
        return legal(request, view, [{"avoid": {"to": space}} for space in to])


class Sheltering(Helps[Inside]):
    """9.3.1 As many as fit, so many, nobody, or by the rules."""

    quantities: ClassVar[Quantities] = {
        "their cu": Quantity("CU of the mover", lambda request, view: request.args["cu"])
    }
    policies: ClassVar[Policies] = {"cu": Number(0, 3), "default": Nothing()}

    def room(self, request: Inside, view: View) -> int:
        """How many fit."""
        return entry.room(view.public, request.args["power"], request.args["at"])

    def lines(self, request: Inside, view: View) -> Iterable[Line]:
        """So many."""
        yield {"inside": {"cu": self.room(request, view)}}

    def follow(self, request: Inside, view: View, then: Answer) -> Answer | None:
        """As many as fit."""
        wanted: list[Any] = [line["cu"] for line in then if "cu" in line]
        return [{"inside": {"cu": min(self.room(request, view), cu)}} for cu in wanted[:1]]

    def sample(self, request: Inside, view: View, chance: Chance) -> Answer:
        """Any number, with leaders or without."""
        here = self.at_hand(request, view, "leaders", {})
        chosen = [one for one in here if chance.random() < 0.4]
        more = {"leaders": chosen} if chosen else {}
        value = {"cu": chance.randint(0, self.room(request, view)), **more}
        return [{"inside": value}] if chance.random() < 0.7 else []


class Bribing(Helps[Bribe]):
    """7.2.2 The first card of a list that is there, or none."""

    policies: ClassVar[Policies] = {"cards": Many(Name("card")), "pass": Nothing()}
    often = 30

    def lines(self, request: Bribe, view: View) -> Iterable[Line]:
        """Each that could be offered."""
        return [{"bribe": card} for card in playing.payable(view.public, view.own, LEAGUE)]

    def follow(self, request: Bribe, view: View, then: Answer) -> Answer | None:
        """The first that he has."""
        wishes = named(then, "cards")
        able = [card for card in wishes if playing.pays(view.public, view.own, LEAGUE, card)]
        return [{"bribe": card} for card in able[:1]]


class Flanking(Helps[Flank]):
    """9.5.6 Leaders and short paths by which they can come."""

    often = 65

    def lines(self, request: Flank, view: View) -> Iterable[Line]:
        """A path of each leader: with all his CU, if they have one, else with one that has."""
        for leader in joining.able(view.public):
            values = (self.least(view.public, leader), {"leader": leader, "cu": 1})
            ways = (
                (one, joining.way(view.public, joining.made(view.public, one))) for one in values
            )
            value, way = next((one, way) for one, way in ways if way is not None)
            yield {"flank": {**value, **({"path": list(way)} if way else {})}}

    def least(self, public: Data, leader: str) -> Line:
        """9.1.2 Who leads, and with how many if a consul keeps one."""
        march = joining.made(public, {"leader": leader})
        here, cu = Spot(march["at"]), march["cu"]
        bare = [*bare_problems(public, march["power"], here, [leader], cu)]
        return {"leader": leader, **({"cu": cu - 1} if bare else {})}


class Retreating(Helps[Retreat]):
    """12.4 Ways that are open: by the rules, as many as fit inside first, or towards a space of a
    list."""

    often = 90

    policies: ClassVar[Policies] = {"towards": SOME_SPACES, **alone("inside first", "default")}

    def lines(self, request: Retreat, view: View) -> Iterable[Line]:
        """By land, inside, by sea."""
        one = beaten_of(view.public, request.args["side"])
        yield from ({"retreat": {"path": list(way)}} for way in ways_of(view.public, one)[:8])
        if room := retreat.room(view.public, one):
            yield {"retreat": {"inside": room}}
            if one.leaders and room < one.cu:
                yield {"retreat": {"inside": room, "leaders": one.leaders}}
        ports = havens(view.public, one.power, one.at) if request.args["sea"] else []
        paid = playing.payable(view.public, view.own, request.seat)
        ways = [{"card": card} for card in paid[:1]] if needs_card(one.power) else [{}]
        yield from ({"retreat": {"sea": port, **way}} for way in ways for port in ports)

    def at_hand(
        self, request: Retreat, view: View, key: str, beside: Mapping[str, Any]
    ) -> list[str]:
        """Cards that pay for a retreat by sea."""
        if key == "card":
            return playing.payable(view.public, view.own, request.seat)
        return super().at_hand(request, view, key, beside)

    def follow(self, request: Retreat, view: View, then: Answer) -> Answer | None:
        """The first way that ends in one of the list."""
        one = beaten_of(view.public, request.args["side"])
        value: Line = {}
        first = any("inside first" in line for line in then)
        if first and (room := retreat.room(view.public, one)):
            value["inside"] = room
        rest = retreat.without(one, value.get("inside", 0))
        able = {way[-1]: list(way) for way in ways_of(view.public, rest)[::-1]} if then else {}
        for to in wished(then, "towards", able):
            value["path"] = able[to]
        return [{"retreat": value}] if value else []
