"""7.1 What lets a player do something in his action: a card in one of its ways, or a right.

A *right* is what an event or Desperate Times has given him to do without a further card: the
second leader of a Campaign, an action of a neutral power.  Rights lie in ``now["rights"]``:
``{kind, power, value, left, mp, sea, siege}``.  An order line with ``card`` plays that card, one
without uses the first right that fits, a Campaign's last."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.engine.action import ALWAYS, WRONG, Problem
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import board, hidden
from rulesets.sword_of_rome.board import CARDS, DESPERATE, PLAYS
from rulesets.sword_of_rome.hidden import row
from rulesets.sword_of_rome.position import NEUTRAL as NEUTRAL

ACTIVATE, SUPPORT, REINFORCE, EVENT = "activate", "support", "reinforce", "event"
#: Kinds of rights: any action as with a card of value 3; an action of a neutral power; one leader
#: of a Campaign; a leader by an event that activates one.
DESPERATELY, CAMPAIGN, LED = "desperate", "campaign", "led"
#: The weight of what nothing that happens in an action can change, unless a line that may be
#: impossible gives a right.
SURE = "sure"
#: 7.2.2, 12.4.3 The value of a card that pays for a bribe or a retreat by sea.
PRICE = 3


class Permit(NamedTuple):
    """What a line is done with: a card, or the right of that number; the value that counts, what
    is added to movement, who may go by sea by it (a power, "" for as usual), and whether a siege
    or subjugation roll is open to it."""

    card: str
    right: int
    kind: str
    value: int
    mp: int = 0
    sea: str = ""
    siege: bool = True


def right(kind: str, power: str = "", value: int = 3, left: int = 1, **more: Any) -> Data:
    """A right as it lies in the State; power: "" for any of the player's own."""
    plain = {"kind": kind, "power": power, "value": value, "left": left}
    return {**plain, "mp": 0, "sea": "", "siege": True, "leader": "", **more}


def grant(table: Table, given: Data) -> None:
    """A player may do something without a further card."""
    table.public["now"]["rights"].append(given)


def by_right(public: Data) -> bool:
    """Whether something can be done without a further card."""
    return any(one["left"] for one in public["now"]["rights"])


def neutrals(public: Data) -> Sequence[str]:
    """16.1.1 Powers without a player that still can act, the last activated one last."""
    rights = public["now"]["rights"]
    return [one["power"] for one in rights if one["kind"] == NEUTRAL and one["left"]]


def acting(public: Data, seat: str) -> Sequence[str]:
    """16.1.2 Powers for which a player acts: the neutral one that is activated, else his own."""
    return neutrals(public)[-1:] or PLAYS[seat]


def permit(
    public: Data, own: Data, seat: str, value: Mapping[str, Any], way: str, power: str
) -> Permit | Problem:
    """What a line of a way of 7.1 is done with, or why nothing lets its player do it."""
    if "card" in value:
        problem = card_trouble(public, own, seat, value["card"])
        if problem is None and power not in PLAYS[seat]:
            reason = f"your cards do nothing for {board.POWERS[power]}"
            problem = Problem(reason, "7.1").at("card")
        return problem or Permit(value["card"], -1, "card", CARDS[value["card"]]["value"])
    rights = enumerate(public["now"]["rights"])
    for number, one in sorted(rights, key=lambda right: right[1]["kind"] == CAMPAIGN):
        if one["left"] and _fits(one, seat, way, power, value.get("leader", "")):
            terms = (one[key] for key in ("kind", "value", "mp", "sea", "siege"))
            return Permit("", number, *terms)
    nothing = Problem("name the card that you play for it", "7.1", "card: NAME")
    lacks = _over(public, power) or played(public) or nothing
    return lacks if public["now"]["rights"] else lacks._replace(weight=SURE)


def _over(public: Data, power: str) -> Problem | None:
    """16.1.1 Whether a power without a player has had its action."""
    if power not in board.NEUTRALS or power not in public["activated"]:
        return None
    hint = "a power without a player acts once in a round"
    return Problem(f"the action of {board.POWERS[power]} is over", "16.1.1", hint)


def _fits(one: Data, seat: str, way: str, power: str, leader: str) -> bool:
    """Whether a right is for such a line."""
    if one["leader"] and one["leader"] != leader:
        return False
    if one["kind"] == CAMPAIGN:
        return way == ACTIVATE and power not in board.NEUTRALS[1:]
    if one["kind"] == LED:
        return way == ACTIVATE and power == one["power"]
    return power == one["power"] if one["power"] else power in PLAYS[seat]


def card_trouble(public: Data, own: Data, seat: str, card: str) -> Problem | None:
    """5.4, 7.1 Whether a player can play a card of his hand as the card of his action."""
    return played(public) or not_held(public, own, seat, card)


def played(public: Data) -> Problem | None:
    """5.4 Whether the card of the action is played; what it gave is used by a line without one."""
    now = public["now"]
    if not now["card"]:
        return None
    hint = "leave 'card' out to use what it has given you" if by_right(public) else ""
    return Problem("you have played the card of this action", "5.4", hint)


def not_held(public: Data, own: Data, seat: str, card: str) -> Problem | None:
    """Whether he has it; if it may come by a draw in mid-action nobody can say."""
    if CARDS[card]["event"] == DESPERATE:
        reason = "Desperate Times are not played in your own action"
        hint = "announce them before another player's, when you are asked or by standing orders"
        return Problem(reason, "7.4.1", hint, ALWAYS).at("card")
    mine = own.get("hand", ())
    if card in mine:
        return None
    weight = WRONG if len(mine) < hidden.held(public, seat) else SURE
    return Problem("it is not in your hand", "7.1", hidden.shown(own), weight=weight).at("card")


def use(table: Table, seat: str, given: Permit, way: str) -> None:
    """The card is laid down, or the right is used up."""
    if given.card:
        play(table, seat, given.card, way)
    else:
        table.public["now"]["rights"][given.right]["left"] -= 1


def play(table: Table, seat: str, card: str, way: str, free: bool = False) -> None:
    """7.1 A card is laid down, unless Desperate Times have fetched it (7.4.3); it goes to its pile
    at the end of the action (20).

    free: whether it is not the card of the action (7.1.2)."""
    now = table.public["now"]
    if card == now["fetched"]:
        now["fetched"] = ""
    else:
        hidden.lay_down(table, seat, card)
    now["card"] = now["card"] or not free
    table.tell("plays", {"seat": seat, "card": card, "way": way})
    if way == EVENT and CARDS[card].get("removed"):
        now["removed"] = [*now["removed"], card]


def put_away(table: Table, seat: str) -> None:
    """7.1.3, 20 At the end of the action the cards of a player go to their piles."""
    removed = table.public["now"]["removed"]
    for card in list(table.public[f"{seat} table"]):
        hidden.put_away(table, seat, card, card in removed)


def respond_with(table: Table, seat: str, card: str, removed: bool) -> None:
    """7.1.1 A card played in a window goes to its pile as soon as it has done what it does;
    7.4.6 Desperate Times leave the game, if need be the other copy."""
    if CARDS[card]["event"] == DESPERATE:
        left, removed = hidden.desperate(table.public, seat), True
        card = card if card in left else left[0]
    hidden.lay_down(table, seat, card)
    table.tell("responds", {"seat": seat, "card": card})
    hidden.move(table, [card], row(seat, "table"), row(seat, "removed" if removed else "discards"))


def could_pay(public: Data, seat: str) -> bool:
    """7.2.2, 12.4.3 Whether a player could, as far as all know, pay for a bribe or a retreat by
    sea: by a card that he may hold, or by Desperate Times (7.4.6)."""
    deck = board.DECKS[seat]
    cards = [c for c in deck if deck[c]["value"] >= PRICE and deck[c]["event"] != DESPERATE]
    held = hidden.held(public, seat) and hidden.could_hold(public, seat, cards)
    return bool(held or hidden.desperate(public, seat))


def payable(public: Data, own: Data, seat: str) -> list[str]:
    """7.2.2, 7.4.6, 12.4.3 The cards by which he can pay for it."""
    mine = [*own.get("hand", ()), *hidden.desperate(public, seat)]
    return [card for card in mine if CARDS[card]["value"] >= PRICE]


def pays(public: Data, own: Data, seat: str, card: str) -> bool:
    """Whether he can pay by that card; of Desperate Times one is as good as the other."""
    left = CARDS.get(card, {}).get("event") == DESPERATE and hidden.desperate(public, seat)
    return bool(left) or card in payable(public, own, seat)
