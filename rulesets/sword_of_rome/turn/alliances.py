"""15 Alliances: proposed and broken in one's own action, renewed at the end of a turn."""

from collections.abc import Iterable
from typing import ClassVar

from referee.engine.action import ALWAYS, SLIP, Action, Problem
from referee.engine.asking import chosen
from referee.engine.table import Table
from referee.engine.words import Choice, Fields, Name
from referee.kit.lines import listed
from rulesets.sword_of_rome import board, following, position, verbs
from rulesets.sword_of_rome.board import GREEKS, PLAYER, PLAYS, POWER_NAMES, POWERS, ROME
from rulesets.sword_of_rome.cards import points
from rulesets.sword_of_rome.cards.playing import SURE
from rulesets.sword_of_rome.cards.politics import take_away
from rulesets.sword_of_rome.choosing import SOME_SPACES, TURN, Named, Selectors
from rulesets.sword_of_rome.position import TREATY, fresh, pair
from rulesets.sword_of_rome.turn import order
from rulesets.sword_of_rome.turn.walk import NOT_NOW, Acting

BREAKS = 3
ACCEPT, REFUSE = "accept", "refuse"


class Alliance(Named):
    """15.1 Whether a player accepts an alliance.

    Args: from, with (the power that proposes, and his own)."""

    kind, rule, either = "alliance", "15.1", (REFUSE, ACCEPT)
    question = "an alliance of {with} with {from}"
    takes, example = Choice((ACCEPT, REFUSE)), "alliance: accept"
    selectors: ClassVar[Selectors] = {"from": Name("power"), "with": Name("power")}


class Between(Action[Acting]):
    """A line about two powers, one of them the player's."""

    rule: ClassVar[str] = "15.1"

    def powers(self) -> tuple[str, str]:
        """His own, and the other."""
        return self.value.get("for", PLAYS[self.seat][0]), self.value["with"]

    def problems(self) -> Iterable[Problem]:
        """His own power, and one that another plays; then the rest."""
        own, other = self.powers()
        if self.public["now"]["event_only"]:
            yield NOT_NOW
        elif len(PLAYS[self.seat]) > 1 and "for" not in self.value:
            names = listed((POWER_NAMES[power] for power in PLAYS[self.seat]), "or")
            yield Problem("say for which of your powers", self.rule, f"for: {names}", ALWAYS)
        elif own not in PLAYS[self.seat]:
            yield Problem(f"you do not play {POWERS[own]}", self.rule, "", ALWAYS).at("for")
        elif other in PLAYS[self.seat]:
            hint = "your two powers are allied for good" if own != other else ""
            yield Problem("you play that power yourself", self.rule, hint, ALWAYS).at("with")
        elif PLAYER.get(other) not in position.players(self.public) and not self.treaty(other):
            yield Problem(f"nobody plays {POWERS[other]} in this game", self.rule).at("with")
        else:
            yield from self.wrong(own, other)

    def treaty(self, other: str) -> bool:
        """18 Whether Rome's treaty with Carthage is meant."""
        return False

    def wrong(self, own: str, other: str) -> Iterable[Problem]:
        """What is wrong with it between two powers that are played."""
        raise NotImplementedError


_TAKES = Fields({"with": Name("power")}, {"for": Name("power")})


def _both(one: str, other: str) -> str:
    """Two powers in words."""
    return listed((POWERS[one], POWERS[other]))


class Propose(Between):
    """15.1 Propose an alliance; the other player accepts or refuses."""

    word, takes, example = "propose", _TAKES, "propose: {with: Greeks}"

    def wrong(self, own: str, other: str) -> Iterable[Problem]:
        """Not allied yet; once in an action, and not after breaking (5.4)."""
        now = self.public["now"]
        if pair(own, other) in (*now["proposed"], *now["broken"]):
            reason = "this pair was proposed or broken in this action already"
            yield Problem(reason, "5.4", weight=SURE)
        elif pair(own, other) in self.public["alliances"]:
            yield Problem(f"{_both(own, other)} are allied already", "15.1")
        elif {own, other} == {ROME, GREEKS} and TREATY in self.public["flags"]:
            yield Problem("the treaty with Carthage forbids it", "18")

    async def does(self) -> None:
        """Ask, and ally."""
        own, other = self.powers()
        self.walk.acts()
        self.public["now"]["proposed"].append(pair(own, other))
        request = Alliance(PLAYER[other], **{"from": own, "with": other})
        if await chosen(self.table, request) == ACCEPT or self.walk.rehearsing:
            verbs.ally(self.table, own, other)
            following.settle_all(self.table)
            self.public["now"]["accepted"] += 1
        else:
            self.table.tell("refused", {"powers": [own, other]})


class Break(Between):
    """15.5 Break an alliance, for three support points of your power; 18 Rome can break the
    treaty with Carthage so."""

    word, rule = "break", "15.5"
    takes = Fields({"with": Name("power")}, {"for": Name("power"), "points": SOME_SPACES})
    example = "break: {with: Gauls, points: [Roma, Tarracina, Capua]}"

    def treaty(self, other: str) -> bool:
        """18."""
        return other == board.CARTHAGE and TREATY in self.public["flags"] and self.seat == ROME

    def wrong(self, own: str, other: str) -> Iterable[Problem]:
        """Allied, not for good, three points to pay."""
        public = self.public
        if not self.treaty(other) and pair(own, other) not in public["alliances"]:
            yield Problem(f"{_both(own, other)} are not allied", "15.5")
        elif pair(own, other) in public["now"]["proposed"]:
            yield Problem("this pair was proposed in this action", "5.4", weight=SURE)
        elif position.permanent(public, own, other):
            yield Problem("that alliance is permanent", "15.5")
        elif points.own_points(public, own) < BREAKS:
            reason = f"it costs three support points, and {POWERS[own]} cannot pay them"
            yield Problem(reason, "15.5")
        else:
            named, there = self.value.get("points"), points.own_counts(public, own)
            if named:
                yield from points.given_up(named, there, BREAKS, "7.3.2", "points")
            else:
                gone = board.named(points.default_own(public, own, BREAKS))
                reason = f"you name no points, so these go: {gone}"
                yield Problem(reason, "7.3.2", "points: [SPACE, SPACE, SPACE]", SLIP)

    async def does(self) -> None:
        """Pay, and part."""
        own, other = self.powers()
        self.walk.acts()
        self.public["now"]["broken"].append(pair(own, other))
        if self.treaty(other):
            verbs.set_flag(self.table, TREATY, on=False)
        else:
            verbs.part(self.table, pair(own, other), "broken, 15.5")
        following.settle_all(self.table)
        chosen = self.value.get("points") or points.default_own(self.public, own, BREAKS)
        await take_away(self.table, own, chosen, "an alliance broken, 15.5")


RENEW, END = "renew", "end"


class Renewal(Named):
    """15.4 Whether a player renews an alliance.

    Args: turn, own, with (powers)."""

    kind, rule, either = "renewal", "15.4", (END, RENEW)
    question = "whether {own} renews/renew the alliance with {with}"
    takes, example = Choice((RENEW, END)), "renewal: renew"
    selectors: ClassVar[Selectors] = {**TURN, "own": Name("power"), "with": Name("power")}


async def renewal(table: Table) -> None:
    """5.9 All but the permanent ones; in the order of VP each says it for all of his that the other
    side has not ended."""
    public = table.public
    public["now"] = fresh()
    pairs = [p for p in public["alliances"] if not position.permanent(public, *p.split("/"))]
    kept = [*pairs]
    powers = {power for allied in pairs for power in allied.split("/")}
    seats = [s for s in position.players(public) if powers.intersection(PLAYS[s])]
    for seat in await order.most_first(table, "renewal", seats):
        await ask(table, seat, kept)
    for allied in pairs:
        if allied in kept:
            table.tell("renewed", {"powers": allied.split("/")})
        else:
            verbs.part(table, allied, "not renewed, 5.9")
    following.settle_all(table)
    public.update(phase="reinforcement", stage="", queue=[])


async def ask(table: Table, seat: str, kept: list[str]) -> None:
    """15.4 One player, of all his alliances at once; they are told as they are said, and those that
    he ends are not kept."""
    requests = [
        Renewal(seat, turn=table.public["turn"], own=own, **{"with": other})
        for allied in kept
        for own, other in (allied.split("/"), allied.split("/")[::-1])
        if PLAYER[own] == seat
    ]
    answers = await table.ask_all(requests) if requests else []
    for request, answer in zip(requests, answers, strict=True):
        said, args = request.chosen(table.view(seat), answer), request.args
        if said == END:
            kept.remove(pair(args["own"], args["with"]))
        table.tell("renews", {"power": args["own"], "with": args["with"], "said": said})
