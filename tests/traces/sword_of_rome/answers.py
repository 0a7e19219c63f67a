"""Decisions of a trace of The Sword of Rome, made into answers to our requests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee.engine.request import Request, View
from referee.engine.words import Answer
from tests.rules.sword_of_rome.adapter import Spot, board, position
from tests.traces.sword_of_rome.actions import Actions
from tests.traces.sword_of_rome.format import SEATS, Data, Step, card, leader, space

#: Our seats by theirs.
THEIRS = {ours: theirs for theirs, ours in SEATS.items()}


def one_line(word: str, value: object) -> Answer:
    return [{word: value}]


class Answers(Actions):
    """Answers to requests, from what is ahead in a trace.

    state: ours, which the requests are about."""

    def answer(self, request: Request, view: View) -> Answer:
        """The answer to a request."""
        made: Callable[[Request, View], Answer] = getattr(self, request.kind.replace(" ", "_"))
        return made(request, view)

    def found(
        self, *kinds: str, request: Request, about: Sequence[Any] = (), **more: Any
    ) -> Step | None:
        """The decision of a seat that is about these things (as far as they are given)."""
        wanted = [*about]

        def fits(step: Step) -> bool:
            told = step.about if isinstance(step.about, list) else [step.about]
            return [ours(one) for one in told[: len(wanted)]] == wanted

        seat = THEIRS[request.seat]
        step = self.cursor.find(*kinds, seat=seat, fits=fits, **more)
        return self.take(step) if step else None

    # One thing of a few.

    def first_player(self, request: Request, view: View) -> Answer:
        step = self.found("first_player", request=request, ends=())
        return one_line("first", SEATS[step.chosen]) if step else []

    def who(self, request: Request, view: View) -> Answer:
        step = self.found("tie_one", request=request, ends=())
        return one_line("who", SEATS[step.chosen]) if step else []

    def order(self, request: Request, view: View) -> Answer:
        step = self.found("tie_order", "intercept_order", request=request, ends=())
        return one_line("order", [SEATS.get(one, one) for one in step.chosen]) if step else []

    def alliance(self, request: Request, view: View) -> Answer:
        step = self.found("alliance", request=request)
        return one_line("alliance", step.chosen) if step else []

    def renewal(self, request: Request, view: View) -> Answer:
        pair = position.pair(request.args["own"], request.args["with"])
        step = self.cursor.find(
            "renew",
            seat=THEIRS[request.seat],
            ends=(),
            fits=lambda s: position.pair(*s.about) == pair,
        )
        if step is None:
            return []
        self.take(step)
        return one_line("renewal", "renew" if step.chosen == "yes" else "end")

    def consent(self, request: Request, view: View) -> Answer:
        step = self.found("agree", request=request, about=[request.args["leader"]])
        return one_line("consent", step.chosen) if step else []

    def allow(self, request: Request, view: View) -> Answer:
        args = request.args
        step = self.found(
            f"allow_{args['what']}", request=request, about=[args["against"], args["at"]]
        )
        return one_line("allow", step.chosen) if step else []

    def decline(self, request: Request, view: View) -> Answer:
        step = self.found("decline", request=request)
        return one_line("choose", step.chosen) if step else []

    def pursuit(self, request: Request, view: View) -> Answer:
        step = self.found("pursuit", request=request)
        return one_line("pursuit", step.chosen) if step else []

    def sack(self, request: Request, view: View) -> Answer:
        step = self.found("sack", request=request)
        return one_line("city", step.chosen) if step else []

    def relief(self, request: Request, view: View) -> Answer:
        step = self.found("relief", request=request)
        return one_line("relief", step.chosen) if step else []

    def successor(self, request: Request, view: View) -> Answer:
        step = self.found("successor", "commander", request=request)
        return one_line("successor", leader(step.chosen)) if step else []

    def home(self, request: Request, view: View) -> Answer:
        step = self.found("africa_home", "home", request=request)
        return one_line("home", space(step.chosen)) if step else []

    def gallic_event(self, request: Request, view: View) -> Answer:
        step = self.found("gallic_loss", request=request)
        if step is None:
            return []
        which = step.chosen[2] if step.chosen[0] == "cu" else step.chosen[1]
        return one_line("gallic event", space(which))

    # Lists.

    def desperate_times(self, request: Request, view: View) -> Answer:
        """7.4.1"""
        last = not request.args["before"]
        step = self.found(
            "desperate_last" if last else "desperate", request=request, ends=("action",)
        )
        if step is None or step.chosen in ("pass", "no"):
            return []
        use = self.cursor.find("desperate_use", seat=step.seat, ends=("action",))
        value: Data = {"use": "action"}
        if use:
            way, what, _ = self.take(use).chosen
            if way == "event":
                value = {"use": "event", "card": card(what)}
            elif way == "redraw":
                value = {"use": "exchange"}
                gone = self.discards(step.seat, "redraw_discard", "discard")
                value |= {"discard": gone} if gone else {}
        return one_line("desperate", value)

    def discards(self, seat: str, *kinds: str) -> list[str]:
        """Cards of one decision after the other, to ``done``."""
        found: list[str] = []
        for step in [
            s for s in self.cursor.ahead(("action",)) if s.kind in kinds and s.seat == seat
        ]:
            self.take(step)
            if step.chosen == "done":
                break
            found.append(card(step.chosen))
        return found

    def discard(self, request: Request, view: View) -> Answer:
        """6.2.1, and counsel."""
        found = self.discards(THEIRS[request.seat], "discard", "counsel_discard")
        if request.args["count"] and not found:
            found = list(view.own["hand"])[: request.args["count"]]
        return one_line("discard", found) if found else []

    def points(self, request: Request, view: View) -> Answer:
        found: list[str] = []
        while len(found) < request.args["count"]:
            step = self.found("remove_own", request=request, about=[request.args["power"]])
            if step is None:
                break
            found.append(space(step.chosen[1]))
        return one_line("points", found) if found else []

    def politics(self, request: Request, view: View) -> Answer:
        words = {"add": "add", "cut": "cut", "turn": "turn", "free": "free"}
        found: list[Any] = []
        while len(found) < request.args["count"]:
            step = self.found(
                "politics", request=request, about=[request.args["power"], request.args["beaten"]]
            )
            if step is None or step.chosen[0] == "none":
                break
            key = step.chosen[0].partition("_")[0]
            found.append("plunder" if key == "plunder" else {words[key]: space(step.chosen[1])})
        return one_line("gain", found) if found else []

    def surrender(self, request: Request, view: View) -> Answer:
        power, spared = request.args["power"], []
        while step := self.found("surrender_pc", "surrender_roll", request=request, about=[power]):
            spared += [space(step.about[1])] if step.chosen == "no" else []
        return one_line("spare", spared) if spared else []

    # Reactions.

    def inside(self, request: Request, view: View) -> Answer:
        args = request.args
        step = self.found("inside", request=request, about=[args["power"], args["at"]])
        going = []
        while said := self.next_is("leader_inside", request):
            going += [leader(said.about[0])] if self.take(said).chosen == "inside" else []
        value: Data = {"cu": step.chosen if step else 0}
        return one_line("inside", value | ({"leaders": going} if going else {}))

    def next_is(self, kind: str, request: Request) -> Step | None:
        """The next decision, if it is of a kind and of the seat that is asked."""
        step = self.cursor.peek()
        fits = step and step.kind == kind and step.seat == THEIRS[request.seat]
        return step if fits else None

    def group(self, request: Request, view: View, one: Any, kind: str) -> Data:
        """A force that tries to intercept or avoid."""
        value: Data = {"leader": leader(one[0]), "cu": one[1]}
        going = []
        while said := self.next_is(f"{kind}_leader", request):
            going += [leader(said.about)] if self.take(said).chosen == "along" else []
        value |= {"with": going} if going else {}
        return value | self.commander(request)

    def commander(self, request: Request) -> Data:
        """8.2.1 Who commands where a force comes to."""
        power = request.args["power"]
        step = self.cursor.peek()
        if step and step.kind == "commander" and step.about[0] == power:
            return {"commander": leader(self.take(step).chosen)}
        return {}

    def reacts(self, request: Request) -> Step | None:
        args = request.args
        about = [args["power"], args["space"]]
        about += [args["at"]] if request.kind == "intercept" else []
        about += [args["mover"], args["leader"], args["cu"]]
        return self.found(request.kind, request=request, about=about)

    def intercept(self, request: Request, view: View) -> Answer:
        step = self.reacts(request)
        if step is None or step.chosen == "no":
            return []
        return one_line("intercept", self.group(request, view, step.chosen, "intercept"))

    def avoid(self, request: Request, view: View) -> Answer:
        step = self.reacts(request)
        if step is None or step.chosen == "no":
            return []
        value = self.group(request, view, step.chosen, "avoid")
        return one_line("avoid", {"to": space(step.chosen[2]), **value})

    def bribe(self, request: Request, view: View) -> Answer:
        step = self.found("bribe", request=request)
        return one_line("bribe", card(step.chosen)) if step and step.chosen != "no" else []

    def retreat(self, request: Request, view: View) -> Answer:
        args = request.args
        value: Data = {}
        about = [args["power"], args["at"]]
        inside = self.found("retreat_inside", request=request, about=about)
        if inside and inside.chosen:
            value["inside"] = inside.chosen
        step = self.found("retreat", request=request, about=about)
        if step and step.chosen[0] == "land":
            path = step.chosen[1:]
            value["path"] = [space(one) for one in path]
        elif step and step.chosen[0] == "sea":
            value["sea"] = space(step.chosen[1])
            paid = step.chosen[2] and args["power"] != board.ETRUSCANS
            value |= {"card": card(step.chosen[2])} if paid else {}
        if value:
            value |= self.commander(request)
        return one_line("retreat", value) if value else []

    def flank(self, request: Request, view: View) -> Answer:
        step = self.found("flank", "flank_again", request=request)
        if step is None or step.chosen == "no":
            return []
        if step.kind == "flank_again":
            value: Data = {"leader": leader(step.about)}
            return one_line("flank", value | self.way(request, view, value, space(step.chosen)))
        value = {"leader": leader(step.chosen)}
        said = self.cursor.find("force", seat=step.seat, fits=lambda s: s.about[0] == step.chosen)
        value |= {"cu": self.take(said).chosen} if said else {}
        end = (said or step).position[f"leader/{value['leader']}"]
        return one_line("flank", value | self.way(request, view, value, end))

    def way(self, request: Request, view: View, value: Data, end: str) -> Data:
        """9.5.6 The shortest way to where the trace has a flank force."""
        spot = position.spot_of(view.public, value["leader"])
        assert spot
        ways: list[list[str]] = (
            [[]] if end == spot.space else [[to] for to in board.LINKS[spot.space]]
        )
        while ways:
            for path in [path for path in ways if (path or [spot.space])[-1] == end]:
                made = value | ({"path": path} if path else {})
                if not request.judge(view, one_line("flank", made)).faults:
                    return {"path": path} if path else {}
            ways = [
                [*path, to] for path in ways if 0 < len(path) < 4 for to in board.LINKS[path[-1]]
            ]
        return {}

    # Windows.

    def respond(self, request: Request, view: View) -> Answer:
        """7.1.1 Cards of this round; in a later one its seat is asked again."""
        kind, seat = TRIGGERS[request.args["trigger"]], THEIRS[request.seat]
        if request.args["trigger"] == "retreat":
            return self.transports(request)
        run = [s for s in self.responses(kind) if s.kind == kind]
        order = position.clockwise(view.public, view.public["now"]["seat"] or "rome")
        lines: Answer = []
        before = -1
        for number, step in enumerate(run):
            place = order.index(SEATS[step.seat])
            if place < before:  # another round
                rest = [s for s in run[number:] if s.seat == seat]
                if any(s.chosen[0] != "pass" for s in rest):
                    return [*lines, {"ask again": {}}]
                for other in rest:
                    self.take(other)
                return lines
            before = place
            if step.seat == seat:
                self.take(step)
                lines += self.response(step, request)
        return lines

    def transports(self, request: Request) -> Answer:
        """12.4.3 The card that lets Etruscans retreat by sea: the trace names it with the way."""
        step = self.cursor.find("retreat", seat=THEIRS[request.seat])
        if step and step.chosen[0] == "sea" and ours(step.about[0]) == board.ETRUSCANS:
            return one_line("event", {"card": card(step.chosen[2])})
        return []

    def responses(self, kind: str) -> list[Step]:
        """The run of decisions in a window, with those that events ask for."""
        found = []
        for step in self.cursor.ahead(()):
            if step.kind != kind and step.kind not in AMONG:
                break
            found.append(step)
        return found

    def response(self, step: Step, request: Request) -> Answer:
        if step.chosen[0] == "pass":
            return []
        which = card(step.chosen[1])
        event = board.CARDS[which]["event"]
        value: Data = {"card": which}
        if event == "omen":
            value["side"] = {"att": "attacker", "def": "defender"}[step.chosen[2]]
        if event == "caudine-forks":
            value |= {"from": space(step.chosen[2]), **self.forks(step)}
        return one_line("event", value)

    def forks(self, step: Step) -> Data:
        found: Data = {}
        force = self.cursor.find("forks_force", seat=step.seat)
        if force:
            found["cu"] = self.take(force).chosen
        going = []
        here = position.leaders(self.public, "samnites", Spot(space(step.chosen[2])))
        stay = set()
        while said := self.cursor.find("forks_leader", seat=step.seat):
            if self.take(said).chosen == "stay":
                stay.add(leader(said.about))
        going = [one for one in here if one not in stay]
        return found | {"leaders": going}

    # The end of a turn.

    def reinforcement(self, request: Request, view: View) -> Answer:
        lines: Answer = []
        penalties: dict[str, list[str]] = {}
        commands: dict[str, str] = {}
        kinds = (
            "place_cu",
            "place_leader",
            "minor_leader",
            "commander",
            "keep_leader",
            "loyalty_penalty",
        )
        for step in self.own_run(request, kinds):
            self.take(step)
            if step.kind == "place_cu":
                lines.append(
                    {"put": {"cu": 1, "to": space(step.chosen[1]), "power": step.chosen[0]}}
                )
            elif step.kind in ("place_leader", "minor_leader") and step.chosen != "stay":
                lines.append({"leader": {"leader": leader(step.about), "to": space(step.chosen)}})
            elif step.kind == "minor_leader":
                if self.public["leaders"][leader(step.about)] == position.ASIDE:
                    lines.append({"aside": [leader(step.about)]})
            elif step.kind == "commander":
                commands[step.about[1]] = leader(step.chosen)
            elif step.kind == "keep_leader" and step.chosen == "drop":
                lines.append({"drop": leader(step.about)})
            elif step.kind == "loyalty_penalty":
                penalties.setdefault(leader(step.about), []).append(space(step.chosen))
        lines += [{"keep": {"leader": one, "points": said}} for one, said in penalties.items()]
        lines += [{"command": [*commands.values()]}] if commands else []
        return lines

    def own_run(self, request: Request, kinds: Sequence[str]) -> list[Step]:
        """Decisions of a seat in its reinforcements, of a power without a player or of its own."""
        power, found = request.args["power"], []
        powers = (power,) if power else board.PLAYS[request.seat]
        for step in self.cursor.run(*kinds, seat=THEIRS[request.seat]):
            if step.kind == "commander" and not self.commands(step, powers):
                break
            if step.kind == "place_cu" and step.chosen[0] not in powers:
                break
            if step.kind in ("place_leader", "minor_leader", "keep_leader"):
                who = board.LEADERS[leader(step.about)]
                if who["power"] not in powers or who["class"] == board.CONSUL:
                    break
            found.append(step)
        return found

    def commands(self, step: Step, powers: Sequence[str]) -> bool:
        """Whether a decision is of one of these powers, and no consul that has not come yet."""
        new = self.public["leaders"].get(leader(step.chosen)) == position.CUP
        return step.about[0] in powers and not new

    def consuls(self, request: Request, view: View) -> Answer:
        lines: Answer = []
        for step in self.cursor.run("place_leader", "commander", seat="rome"):
            self.take(step)
            if step.kind == "place_leader":
                lines.append({"leader": {"leader": leader(step.about), "to": space(step.chosen)}})
            else:
                lines = lines or self.came(view.public["now"]["consuls"], step)
                self.command(lines, step)
        return lines

    def came(self, leaders: Sequence[str], step: Step) -> Answer:
        """8.2.1 Leaders who could come to one space only, as they have when a commander is asked
        for."""
        spots = {one: step.position[f"leader/{one}"] for one in leaders}
        at = space(step.about[1])
        return [{"leader": {"leader": one, "to": to}} for one, to in spots.items() if to == at]


#: Windows by our triggers.
TRIGGERS = {
    "sea move": "response/naval_before_move",
    "reaction roll": "response/reaction_before_die",
    "after reactions": "response/after_reactions",
    "battle": "response/battle_before_dice",
    "losses": "response/battle_after_losses",
    "retreat": "response/retreat",
    "siege roll": "response/siege_before_dice",
    "gallic event": "response/gallic_event",
}
#: Decisions that cards in windows ask for.
AMONG = ("forks_force", "forks_leader", "successor")


def ours(one: Any) -> Any:
    """A name of theirs by ours, whatever it is of."""
    return leader(space(one)) if isinstance(one, str) else one


def ours_text(about: Any) -> str:
    """What a decision is about, as one text."""
    return about[0] if isinstance(about, list) else str(about)
