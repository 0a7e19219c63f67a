"""Drawing a card (6): where it goes, the Tribunes (F3), and what events do (12.1, E3 to E7)."""

from collections.abc import Awaitable, Callable, Mapping

from referee.engine.asking import chosen, chosen_if_any
from referee.engine.table import Table
from referee.kit.zones import Place
from rulesets.caesar_xl import board, hidden, position, verbs
from rulesets.caesar_xl.board import INVASIONS, OPTIMATES, POPULARES, PRICES, SEATS, TRIBUNES, ZONES
from rulesets.caesar_xl.choices import NONE, GoHome, Rally, Tribunes
from rulesets.caesar_xl.dice import ANY, HIGH, LOW, Cast, cast
from rulesets.caesar_xl.hidden import CARDS, DISCARDS
from rulesets.caesar_xl.losses import Pillage, decided

#: E6 The gold it brings; E7 what a die must show to kill.
RALLY, MURDER = 2, LOW
_OPEN = {"forum": hidden.FORUM, "event": hidden.TABLE}


async def draw_card(table: Table, seat: str) -> None:
    """6.1-6.4 Draw a card if one is left.  It goes into the hand or the forum, or is an event."""

    def target(card: str) -> Place:
        return _OPEN.get(board.card_kind(card)) or hidden.hand(seat)

    if not hidden.drawable(table.public):
        table.tell("no card", {"seat": seat})
        return
    if not CARDS.left(table.public):
        table.tell("shuffled", {"cards": len(table.public["discards"])})
    for card in CARDS.draw(table, f"card of {seat}", 1, target, refill=[DISCARDS]):
        await came(table, seat, card)


async def came(table: Table, seat: str, card: str) -> None:
    """6.3 Put away what was drawn; only the drawer sees a card that goes into his hand."""
    kind = board.card_kind(card)
    if kind not in _OPEN:
        table.state["seats"][seat]["drawn"][kind] += 1
        table.tell("draws", {"seat": seat}, **{seat: {"card": card}})
        return
    table.public["now"]["drawn"] += 1
    table.tell("draws openly", {"seat": seat, "card": card})
    if kind == "event":
        await HAPPENS[card](table, seat)
        verbs.discard(table, card)
    if table.public["phase"] == position.CARDS:
        await tribunes(table, seat)


async def tribunes(table: Table, seat: str) -> None:
    """F3 Once a turn the player may buy a tactics card from the discards; everyone sees which."""
    public = table.public
    able = position.works(public, TRIBUNES, seat) and not position.used(public, TRIBUNES)
    lie = any(card in board.TACTICS for card in public["discards"])
    if not able or not lie or public["gold"][seat] < PRICES["tribunes"]:
        return
    card = await chosen(table, Tribunes(seat))
    if card != NONE:
        public["now"]["used"].append(TRIBUNES)
        verbs.pay(table, seat, PRICES["tribunes"], "a tactics card, F3")
        CARDS.move(table.state, [card], DISCARDS, hidden.hand(seat))
        table.tell("takes", {"seat": seat, "card": card})


async def invasion(table: Table, seat: str) -> None:
    """12.1 A zone invades; with the bronze rules players are always pillaged."""
    if position.has(table.public, "invasions"):
        dice = await cast(table, seat, Cast("invasion"), ANY, 2)
        if repelled(table, INVASIONS[str(sum(dice))]):
            return
    for one in (seat, board.other(seat)):  # the drawer first
        await pillage(table, one)


def repelled(table: Table, zone: str) -> bool:
    """12.1 Whether the invasion fails: somebody holds the zone, or has enough swords near it."""
    public = table.public
    holder = position.holders(public).get(zone, "")
    near = position.near(public, zone, cities_only=True)
    held_off = bool(holder) or near >= ZONES[zone]["strength"]
    told = {"at": zone, "holder": holder, "swords": near, "strength": ZONES[zone]["strength"]}
    outcome = "repelled" if held_off else "both players are pillaged"
    table.tell("invasion", {**told, "outcome": outcome})
    return held_off


async def pillage(table: Table, seat: str) -> None:
    """12.1 Each player pays a die of gold, and loses swords for what he cannot pay."""
    (die,) = await cast(table, seat, Cast("pillage"), LOW)
    paid = min(die, table.public["gold"][seat])
    verbs.pay(table, seat, paid, "pillage, 12.1")
    if owed := die - paid:
        fallen = await decided(table, Pillage(seat, owed=owed))
        verbs.lose(table, fallen.lost, "pillage, 12.1")


async def allies_go_home(table: Table, seat: str) -> None:
    """E3 Each player removes an allied unit, if he has one, the drawer first."""
    for one in (seat, board.other(seat)):
        if unit := await chosen_if_any(table, GoHome(one)):
            verbs.lose(table, [unit], "it goes home, E3")


async def demand_for_action(table: Table, seat: str) -> None:
    """E4 The next city taxes of each player are halved."""
    table.public["halved"] = dict.fromkeys(SEATS, True)
    table.tell("halved", {})


async def optimates_rally(table: Table, seat: str) -> None:
    """E5 The champion of the Optimates gains a die of gold."""
    one = position.champion(table.public, OPTIMATES)
    (die,) = await cast(table, one, Cast("optimates"), HIGH)
    verbs.gain(table, one, die, "champion of the Optimates, E5")


async def populares_rally(table: Table, seat: str) -> None:
    """E6 The champion of the Populares gains gold and promotes a legion."""
    one = position.champion(table.public, POPULARES)
    verbs.gain(table, one, RALLY, "champion of the Populares, E6")
    if legion := await chosen_if_any(table, Rally(one)):
        verbs.turn_veteran(table, legion, "E6")


async def ides_of_march(table: Table, seat: str) -> None:
    """E7 A supreme leader in Rome is murdered on 1 to 3; the drawer rolls."""
    for one in SEATS:
        if position.supreme_in_rome(table.public, one):
            (die,) = await cast(table, seat, Cast("ides"), HIGH if one == seat else LOW)
            if die in MURDER:
                verbs.lose(table, [one], "murdered, E7")


HAPPENS: Mapping[str, Callable[[Table, str], Awaitable[None]]] = {
    "E1": invasion,
    "E2": invasion,
    "E3": allies_go_home,
    "E4": demand_for_action,
    "E5": optimates_rally,
    "E6": populares_rally,
    "E7": ides_of_march,
}
