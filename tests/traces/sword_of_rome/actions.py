"""Decisions of an action of a trace (5.4), made into lines of our orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.engine.request import Request, View
from referee.engine.words import Answer
from tests.rules.sword_of_rome.adapter import EVENTS, Spot, Use, board, placing, points, position
from tests.traces.sword_of_rome.cursor import BEGIN, Cursor
from tests.traces.sword_of_rome.format import SEATS, Data, Step, card, leader, space

THEIRS = {ours: theirs for theirs, ours in SEATS.items()}
#: Where the decisions of one activation end.
ENDS = (*BEGIN, "campaign_second", "flank_again", "agree")
LOOK: Answer = [{"look": {}}]


class Actions:
    """Answers to requests for an action."""

    def __init__(self, cursor: Cursor, taken: Callable[[Step], None]) -> None:
        self.cursor, self._taken = cursor, taken
        self.public: Data = {}
        #: the moves of the marches that are ordered, None for one that the trace does not ask for
        self.legs: list[Step | None] = []

    def take(self, step: Step) -> Step:
        """A decision is taken."""
        self._taken(step)
        return self.cursor.take(step)

    def action(self, request: Request, view: View) -> Answer:
        """The next decision of an action and all that belongs to it; then our player looks."""
        self.public, self.view = view.public, view
        self.seat = THEIRS[request.seat]
        if fetched := view.public["now"]["fetched"]:
            lines = self.event(fetched)
            self.cursor.begin = 0
            return [*lines, *LOOK]
        step = self.cursor.peek()
        if step and step.kind == "move" and step.seat == self.seat:
            return [*self.goes_on(step), *LOOK]
        if step is None or step.kind != "action" or step.seat != self.seat:
            return []
        self.take(step)
        lines = self.lines(*step.chosen)
        self.cursor.begin = 0
        return [*lines, *LOOK] if lines else []

    def lines(self, word: str, *more: str) -> Answer:
        """Lines for one decision of an action."""
        if word == "end":
            return []
        if word == "card":
            return self.card(*more)
        if word == "npa":
            which, power, way, who = more
            return [
                {"event": {"card": card(which), "power": power}},
                *self.neutral(power, way, who),
            ]
        if word == "propose":
            return [{"propose": {"for": more[0], "with": more[1]}}]
        if word == "break":
            return [
                {"break": {"for": more[0], "with": more[1], "points": self.own_points(more[0])}}
            ]
        if word == "minor":
            lines: Answer = [{"leader": {"leader": leader(more[0]), "to": space(more[1])}}]
            self.commanded(lines)
            return lines
        assert word == "solidarity", word
        return [{"solidarity": [space(more[0])]}]

    def own_points(self, power: str) -> list[str]:
        """15.5 What is paid for a broken alliance."""
        found = []
        while len(found) < 3 and (step := self.cursor.find("remove_own", seat=self.seat)):
            found.append(space(self.take(step).chosen[1]))
        return found

    def card(self, which: str, way: str, what: Any) -> Answer:
        """A card in one of its ways; ``-`` for Desperate Times."""
        used = {} if which == "-" else {"card": card(which)}
        if way == "activate":
            return self.activated(what, used)
        if way == "support":
            return [{"support": {**used, "to": self.support()}}]
        if way == "reinforce":
            return [{"reinforce": {**used, **self.one_cu()}}]
        if way == "carthage":
            chosen = [*what, ""][:2] if what else self.only_way()
            return [{"carthage": used}, *self.neutral("carthage", *chosen)]
        return self.event(card(which))

    def neutral(self, power: str, way: str, who: str) -> Answer:
        """16.1.1 The action of a power without a player."""
        lines: Answer = []
        while (step := self.cursor.peek()) and step.kind == "minor_leader":
            if self.take(step).chosen != "stay":
                lines.append({"leader": {"leader": leader(step.about), "to": space(step.chosen)}})
            self.commanded(lines)
        if way == "activate":
            return lines + self.activated(who, {})
        if way == "support":
            return [*lines, {"support": {"to": self.support()}}]
        return [*lines, {"reinforce": self.one_cu(power)}]

    def only_way(self) -> tuple[str, str]:
        """16.1.1 The only thing that Carthage can do: activate a leader, else place a CU."""
        step = self.cursor.find("activation", seat=self.seat, ends=ENDS)
        return ("activate", step.about[0]) if step else ("cu", "")

    def support(self) -> list[str]:
        """7.3.1"""
        found: list[str] = []
        while step := self.cursor.find("support", seat=self.seat):
            if self.take(step).chosen[0] == "none":
                break
            found.append(space(step.chosen[1]))
        return found

    def one_cu(self, power: str = "") -> Data:
        """7.1 Where a CU comes."""
        step = self.cursor.find("place_cu", seat=self.seat)
        if step:
            return {"to": space(self.take(step).chosen[1]), "power": step.chosen[0]}
        powers = [power] if power else board.PLAYS[SEATS[self.seat]]
        able = [(p, s) for p in powers for s in self.placeable(p)]
        assert len(able) == 1, able
        return {"to": able[0][1], "power": able[0][0]}

    def placeable(self, power: str) -> Sequence[str]:
        """5.10 Where CU can be placed."""
        return placing.placeable(self.public, power)

    def cuttable(self, power: str) -> Sequence[str]:
        """7.3.3 Where a point of a power can be removed."""
        return [*points.cuttable(self.public, power)]

    def named_spots(self, power: str) -> Sequence[str]:
        """5.10 Where named leaders can be placed."""
        return [spot.space for spot in placing.named_spots(self.public, power)]

    # Activations (9).

    def activated(self, who: str, used: Data, alone: str = "nothing") -> Answer:
        """A leader: he marches, rolls, founds a colony, sallies, or does nothing; alone: what he
        can do if he is not asked."""
        step = self.cursor.find("activation", seat=self.seat, ends=ENDS)
        if who == "" and step:
            who = step.about[0]
        way = self.take(step).chosen if step else alone
        value: Data = {**used, "leader": leader(who)}
        if way in ("siege", "colony"):
            return [{way: value}]
        if way == "sortie":
            return [{"sortie": {**value, **self.sallying(who)}}]
        if way == "nothing":
            return [{"march": value}]
        value |= self.force(who)
        path = self.path(who)
        lines: Answer = [{"march": value | ({"path": path} if path else {})}]
        self.commanded(lines, who)
        return lines

    def force(self, who: str) -> Data:
        """9.1.1 CU and subordinates of a force."""
        step = self.cursor.find(
            "force", seat=self.seat, ends=ENDS, fits=lambda s: s.about[0] == who
        )
        first = self.cursor.find(
            "move", seat=self.seat, ends=ENDS, fits=lambda s: s.about[0] == who
        )
        told = first.about[2] if first else None
        cu = self.take(step).chosen if step else told
        going = []
        chief = leader(who)
        spot = position.spot_of(self.public, chief)
        others = position.leaders(self.public, board.LEADERS[chief]["power"], spot) if spot else []
        for one in others:
            if one == chief:
                continue
            said = self.cursor.find(
                "subordinate",
                seat=self.seat,
                ends=ENDS,
                fits=lambda s, one=one: leader(s.about) == one,  # type: ignore[misc]
            )
            if self.take(said).chosen == "take" if said else self.must_go(one, spot, cu):
                going.append(one)
        return {**({} if cu is None else {"cu": cu}), "with": going}

    def must_go(self, one: str, spot: Spot | None, cu: int | None) -> bool:
        """9.1.2 A consul cannot stay without CU."""
        assert spot
        consul = board.LEADERS[one]["class"] == board.CONSUL
        return consul and cu == position.cu(self.public, board.ROME, spot)

    def moves(self, who: str) -> list[Step]:
        """9 The moves of a force, taken."""
        found = [s for s in self.cursor.ahead(ENDS) if s.kind == "move" and s.about[0] == who]
        return [self.take(step) for step in found]

    def path(self, who: str) -> list[Any]:
        """9 Its path."""
        words: Mapping[str, Callable[[Any], Any]] = {
            "step": space,
            "sea": lambda what: {"sea": space(what)},
            "raid": lambda what: "raid",
            "drop": lambda what: {"drop": what},
            "pick": lambda what: {"pick": what},
            "join": lambda what: {"join": leader(what)},
            "detach": lambda what: {"leave": leader(what)},
        }
        found: list[Any] = []
        moves = self.moves(who)
        for step, after in zip(moves, [*moves, None][1:], strict=True):
            word, what = step.chosen
            self.legs.append(step)
            found += [] if word == "stop" else [words[word](what)]
            if word == "step" and after and after.about[1] != what:
                found.append(space(after.about[1]))  # the only way on
                self.legs.append(None)
        return found

    def sallying(self, who: str) -> Data:
        """13.4.1"""
        found = self.force(who)
        path = self.path(who)
        return found | ({"path": path} if path else {})

    def commanded(self, lines: Answer, who: str = "") -> None:
        """8.2.1 Who commands where the force or leader of the last line comes to."""
        step = self.cursor.find("commander", seat=self.seat, ends=ENDS)
        led = bool(step and who) and board.LEADERS[leader(who)]["power"] == step.about[0]
        if step and (led or self.cursor.is_next(step)):
            self.command(lines, self.take(step))

    def command(self, lines: Answer, step: Step) -> None:
        """8.2.1 The same for a decision."""
        (word, value), *_ = lines[-1].items() if lines else [("", None)]
        if isinstance(value, dict) and word in ("leader", "march", "event"):
            value["commander"] = leader(step.chosen)

    def goes_on(self, step: Step) -> Answer:
        """9.5.7 A flank force goes on."""
        who, _, cu, _ = step.about
        path = self.path(who)
        value = {"leader": leader(who), "cu": cu, "with": [], **({"path": path} if path else {})}
        return [{"march": value}]

    # Events (7.1).

    def event(self, which: str) -> Answer:
        """A card played for its event, with its choices."""
        event = board.CARDS[which]["event"]
        value: Data = {"card": which}
        made = getattr(self, f"event_{event.replace('-', '_')}", None)
        more: Answer = made(which, value) if made else []
        return [{"event": value}, *more]

    def chosen(self, *kinds: str, many: bool = False) -> list[Any]:
        """What decisions of some kinds choose, to ``none`` or ``done``."""
        found: list[Any] = []
        while step := self.cursor.find(*kinds, seat=self.seat):
            said = self.take(step).chosen
            if said in ("none", "done") or (isinstance(said, list) and said[0] in ("none", "done")):
                break
            found.append(said)
            if not many:
                break
        return found

    def event_campaign(self, which: str, value: Data) -> Answer:
        first = self.chosen("campaign_first")
        if not first:
            step = self.cursor.find("activation", seat=self.seat, ends=ENDS)
            first = [step.about[0]] if step else []
        lines = self.activated(first[0], {}) if first else []
        second = self.cursor.find("campaign_second", seat=self.seat)
        if second and self.take(second).chosen != "stop":
            again = second.chosen == first[0]
            self.cursor.begin = second.number
            lines += self.activated(second.chosen, {}, "colony" if again else "nothing")
        return lines

    def event_neutral_power(self, which: str, value: Data) -> Answer:
        said = self.cursor.find("neutral", seat=self.seat)
        if said:
            power, way, who = self.take(said).chosen
            value["power"] = power
            return self.neutral(power, way, who)
        return []

    def event_recruit(self, which: str, value: Data) -> Answer:
        said = self.chosen("place_cu", many=True)
        value["to"] = [space(one[1]) for one in said]
        if len({one[0] for one in said}) == 1:
            value["power"] = said[0][0]
        return []

    def event_gallic_horde(self, which: str, value: Data) -> Answer:
        said = self.chosen("place_cu", "horde") or [self.fitting(which)]
        one = said[0]
        value["to"] = [space(one[1] if isinstance(one, list) else one)]
        return []

    def able(self, which: str) -> list[Any]:
        """All that can be chosen for a card."""
        event: Any = EVENTS[board.CARDS[which]["event"]]
        return list(event.able(Use(self.public, SEATS[self.seat], which)))

    def fitting(self, which: str) -> Any:
        """The only thing that can be chosen for a card."""
        return self.only(self.able(which))

    def only(self, able: Sequence[Any]) -> Any:
        """The only thing that can be chosen."""
        assert len(able) == 1, able
        return able[0]

    def event_pacify(self, which: str, value: Data) -> Answer:
        said = self.chosen("pacify", many=True)
        value["to"] = [space(one) for one in said] or [self.fitting(which)]
        return []

    def event_loyalty(self, which: str, value: Data) -> Answer:
        said = [space(one) for one in self.chosen("loyalty", many=True)]
        value["to"] = self.filled(said, board.CARDS[which], self.able(which))
        return []

    def filled(self, said: list[str], data: Any, able: Sequence[str]) -> list[str]:
        """7.3.1 Points that are left have one city only where they can go."""
        loyalty, most = self.public["loyalty"], position.most_loyalty
        while len(said) < data["points"]:
            open_ = [s for s in able if said.count(s) < data["each"]]
            owner = {s: position.control(self.public, s) for s in open_}
            open_ = [s for s in open_ if loyalty[s] + said.count(s) < most(owner[s])]
            if len(open_) != 1:
                break
            said = [*said, *open_]
        return said

    def event_sow_discord(self, which: str, value: Data) -> Answer:
        said = self.chosen("discord")
        value["power"] = said[0] if said else self.fitting(which)
        gone = self.chosen("remove_other", many=True)
        value["to"] = [space(one[1]) for one in gone] or [self.only(self.cuttable(value["power"]))]
        return []

    def event_own_discord(self, which: str, value: Data) -> Answer:
        said = self.chosen("discord")
        value["power"] = said[0] if said else self.fitting(which)
        return []

    def led(self, which: str, value: Data) -> Answer:
        """An event that activates a leader."""
        said = self.chosen("leader")
        if said:
            who = said[0]
        else:
            step = self.cursor.find("activation", seat=self.seat, ends=ENDS)
            who = step.about[0] if step else self.fitting(which)
        value["leader"] = leader(who)
        return self.activated(who, {})

    event_forced_march = event_naval_transports = event_agathocles_africa = led

    def event_camp_fever(self, which: str, value: Data) -> Answer:
        said = self.chosen("fever")
        one = said[0] if said else self.fitting(which)
        value |= {"power": one[0], "to": [space(one[1])]}
        return []

    def event_mercenaries_revolt(self, which: str, value: Data) -> Answer:
        said = self.chosen("revolt")
        value["to"] = [space(said[0][0]) if said else self.fitting(which)]
        return []

    def event_leader_enters(self, which: str, value: Data) -> Answer:
        said = self.chosen("place_leader")
        value["to"] = [space(said[0]) if said else self.fitting(which)]
        lines: Answer = [{"event": value}]
        self.commanded(lines)
        return []

    event_dictator = event_leader_enters
