"""What standing orders may say of responses, Desperate Times and discards."""

from collections.abc import Mapping
from typing import ClassVar

from referee.engine.beside import Standing
from referee.engine.request import View
from referee.engine.view import Quantity
from referee.engine.words import Answer, Many, Name, Nothing, Word
from rulesets.sword_of_rome.battle.fight import tactics
from rulesets.sword_of_rome.board import CARDS, PLAYS
from rulesets.sword_of_rome.cards.discarding import Discard
from rulesets.sword_of_rome.cards.events.fights import SIDES, opposite, sides_with
from rulesets.sword_of_rome.cards.respond import Respond, misfit
from rulesets.sword_of_rome.turn.desperate import Desperate


def _vp(request: Desperate, view: View) -> int:
    vp: int = view.public["vp"][request.seat]
    return vp


def _their_vp(request: Desperate, view: View) -> int:
    vp: int = view.public["vp"].get(request.args["before"], 0)
    return vp


class Announcing(Standing[Desperate]):
    """7.4 Pass, or what orders may say."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "vp": Quantity("your VP", _vp),
        "their vp": Quantity("VP of whoever is about to act", _their_vp),
    }
    policies: ClassVar[Mapping[str, Word]] = {**Desperate.words}


def total(view: View, side: str) -> int:
    """What is known of a side's total before the dice: modifiers of cards and tactics."""
    battle = view.public["battle"]
    if not battle:
        return 0
    changed: int = sum(number for _, number in battle[side]["mods"])
    return changed + tactics(battle[side])


def _side(request: Respond, view: View) -> str:
    battle = view.public["battle"]
    mine = sides_with(view.public, PLAYS[request.seat]) if battle else []
    return mine[0] if mine else SIDES[0]


def _own(request: Respond, view: View) -> int:
    return total(view, _side(request, view))


def _enemy(request: Respond, view: View) -> int:
    return total(view, opposite(_side(request, view)))


def _mine(request: Respond, view: View) -> int:
    battle = view.public["battle"]
    number: int = bool(battle and sides_with(view.public, PLAYS[request.seat]))
    return number


class Responses(Standing[Respond]):
    """7.1.1 The first card of a list that is in the hand and fits; or any that fits."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "mine": Quantity("1 if a force of yours fights, otherwise 0", _mine),
        "own total": Quantity("tactics and cards of your side, before the dice", _own),
        "enemy total": Quantity("the same of the other side", _enemy),
    }
    policies: ClassVar[Mapping[str, Word]] = {
        "cards": Many(Name("card")),
        "any": Nothing(),
        "pass": Nothing(),
    }

    def follow(self, request: Respond, view: View, then: Answer) -> Answer | None:
        """One card, or nothing."""
        hand, trigger = view.own["hand"], request.args["trigger"]
        able = [c for c in hand if not misfit(view.public, request.seat, c, trigger)]
        able = [c for c in able if CARDS[c]["event"] not in ("omen", "caudine-forks")]
        for line in then:
            wishes = line.get("cards", hand if "any" in line else [])
            assert isinstance(wishes, list)
            for card in [card for card in wishes if card in able][:1]:
                return [{"event": {"card": card}}]
        return []


class Discarding(Standing[Discard]):
    """6.2.1 Keep all, or the cards of a list that are in the hand."""

    policies: ClassVar[Mapping[str, Word]] = {"discard": Many(Name("card")), "keep": Nothing()}

    def follow(self, request: Discard, view: View, then: Answer) -> Answer | None:
        """Those of the list that he has, as many as must be."""
        count, hand = request.args["count"], view.own["hand"]
        wishes = [c for line in then for c in line.get("discard", ()) if c in hand]  # type: ignore[attr-defined]
        wishes = list(dict.fromkeys(wishes))
        if not count:
            return [{"discard": wishes}] if wishes else []
        rest = [c for line in request.default(view) for c in line["discard"] if c not in wishes]  # type: ignore[attr-defined]
        chosen = [*wishes, *rest][: min(count, len(hand))]
        return [{"discard": chosen}] if chosen else []
