"""Templates and hints: what an answer can look like."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from referee.engine.beside import Suggestions
from referee.engine.request import View
from referee.engine.words import Answer
from referee.kit.flow import written
from referee.kit.lines import several
from rulesets.sword_of_rome import board
from rulesets.sword_of_rome.cards import losing, placing, points
from rulesets.sword_of_rome.cards.discarding import Discard
from rulesets.sword_of_rome.cards.politics import Politics, usable
from rulesets.sword_of_rome.cards.respond import Respond, fitting
from rulesets.sword_of_rome.turn.consuls import NewConsuls
from rulesets.sword_of_rome.turn.desperate import Desperate
from rulesets.sword_of_rome.turn.order import Order
from rulesets.sword_of_rome.turn.reinforcement import Reinforcement, powers_of
from rulesets.sword_of_rome.turn.surrender import Surrender, markable, rollable

NAMES = {**board.NAMES, **board.POWER_NAMES}
#: 7.4.3 What Desperate Times are for.
_USES = {
    "action": "an action, as with a card of value 3",
    "exchange": "discard any number of cards and draw as many",
    "event": "take any card that is yours and play its event",
}


def comment(line: Mapping[str, Any], note: str = "") -> str:
    """A line as a comment."""
    return f"# {written(line, NAMES)}" + (f"  # {note}" if note else "")


class RespondHelp(Suggestions[Respond]):
    """Cards of the hand that fit."""

    def options(self, request: Respond, view: View) -> Iterable[Answer]:
        """Nothing, or one of them."""
        yield []

    def template(self, request: Respond, view: View) -> list[str]:
        """As comments."""
        able = fitting(view.public, request.seat, request.args["trigger"])
        return [comment({"event": {"card": c}}) for c in view.own["hand"] if c in able]


class DesperateHelp(Suggestions[Desperate]):
    """The three uses."""

    def options(self, request: Desperate, view: View) -> Iterable[Answer]:
        """Nothing, or an action."""
        yield []
        yield [{"desperate": {"use": "action"}}]

    def template(self, request: Desperate, view: View) -> list[str]:
        """As comments."""
        mine, deck = view.own["hand"], board.DECKS[request.seat]
        uses: list[Mapping[str, Any]] = [{"use": "action"}]
        uses += [{"use": "exchange", "discard": mine[:2]}] if mine else []
        events: list[Mapping[str, Any]] = [{"use": "event", "card": card} for card in deck]
        able = (use for use in events if not request.refused(view, [{"desperate": use}]))
        uses += list(islice(able, 1))
        return [comment({"desperate": use}, _USES[use["use"]]) for use in uses]


class DiscardHelp(Suggestions[Discard]):
    """The default."""

    def options(self, request: Discard, view: View) -> Iterable[Answer]:
        """It."""
        yield request.default(view)

    def template(self, request: Discard, view: View) -> list[str]:
        """A line, or a comment."""
        default = request.default(view)
        if default:
            return [written(line, NAMES) for line in default]
        return [comment({"discard": view.own["hand"][:1]})] if view.own["hand"] else []


class LossesHelp(Suggestions[losing.Losses]):
    """The points that the rules take."""

    def options(self, request: losing.Losses, view: View) -> Iterable[Answer]:
        """They."""
        yield [{"points": self.default(request, view)}]

    def default(self, request: losing.Losses, view: View) -> list[str]:
        """7.3.2."""
        return points.default_own(view.public, request.args["power"], request.args["count"])

    def template(self, request: losing.Losses, view: View) -> list[str]:
        """A line."""
        return [written({"points": self.default(request, view)}, NAMES)]


class PoliticsHelp(Suggestions[Politics]):
    """Points that can be used now."""

    def options(self, request: Politics, view: View) -> Iterable[Answer]:
        """None of them, or each."""
        yield []
        for point in usable(view.public, request.args):
            yield [{"gain": [point]}]

    def template(self, request: Politics, view: View) -> list[str]:
        """As many as there are points for, as a comment; then all that can be used."""
        able, count = list(usable(view.public, request.args)), request.args["count"]
        tried: list[Answer] = [[{"gain": able[:most]}] for most in range(count, 0, -1)]
        lines = [comment(one[0]) for one in tried if not request.refused(view, one)]
        head = f"# {several(count, 'point')} at most, each one of these with one of the spaces:"
        return [*lines[:1], head, *map(_points, _by_sort(able).items())]


def _by_sort(able: Iterable[Any]) -> dict[str, list[str]]:
    """What is done with a space -> the spaces; plunder needs none."""
    found: dict[str, list[str]] = {}
    for point in able:
        ((key, space),) = point.items() if isinstance(point, Mapping) else ((point, ""),)
        found.setdefault(key, []).append(space)
    return found


def _points(sort: tuple[str, Sequence[str]]) -> str:
    """Points of one sort, as a comment: ``# {add: SPACE}: Antium, Capua``."""
    key, spaces = sort
    return (
        f"# {{{key}: SPACE}}: {', '.join(NAMES[s] for s in spaces)}" if any(spaces) else f"# {key}"
    )


class OrderHelp(Suggestions[Order]):
    """The order of ties."""

    def options(self, request: Order, view: View) -> Iterable[Answer]:
        """It."""
        yield [{"order": list(request.args["tied"])}]

    def template(self, request: Order, view: View) -> list[str]:
        """A line."""
        tied = list(request.args["tied"])
        return [written({"order": tied}, board.PLAYER_NAMES)]


class SurrenderHelp(Suggestions[Surrender]):
    """What would be done."""

    def options(self, request: Surrender, view: View) -> Iterable[Answer]:
        """All of it."""
        yield []

    def template(self, request: Surrender, view: View) -> list[str]:
        """As a comment."""
        power = request.args["power"]
        able = [*markable(view.public, power), *rollable(view.public, power)]
        return [comment({"spare": able}, "the rest is done by itself")] if able else []


class ReinforcementHelp(Suggestions[Reinforcement]):
    """A space that is open."""

    def options(self, request: Reinforcement, view: View) -> Iterable[Answer]:
        """What the rules say."""
        yield []

    def template(self, request: Reinforcement, view: View) -> list[str]:
        """As comments."""
        lines = ["# what you do not order is placed by the rules"]
        for power in powers_of(view.public):
            able = placing.placeable(view.public, power)
            count = max(1, view.public["now"]["pool"])
            others = [NAMES[space] for space in able[1:]]
            note = f"or {', '.join(others)}" if others else ""
            lines += [comment({"put": {"cu": count, "to": space}}, note) for space in able[:1]]
        return lines


class ConsulsHelp(Suggestions[NewConsuls]):
    """Spaces that are open."""

    def options(self, request: NewConsuls, view: View) -> Iterable[Answer]:
        """What the rules say."""
        yield []

    def template(self, request: NewConsuls, view: View) -> list[str]:
        """As comments."""
        spots = placing.named_spots(view.public, board.ROME)
        return [
            comment({"leader": {"leader": one, "to": spot.space}})
            for one, spot in zip(request.args["consuls"], spots, strict=False)
        ]
