"""Sections 5 and 6: claims and victory, draws, events."""

from __future__ import annotations

from tests.rules.slow_xl.atlas import (
    CITIES,
    COST,
    INVASION,
    NEXT,
    OTHER,
    ROMAN,
    SEATS,
    VALUE,
    ZONES,
    is_unit,
    kind_of,
)
from tests.rules.slow_xl.world import World

CARD_PRICE, TRIBUNE_PRICE = 5, 3


def forum(world: World, seat: str) -> None:
    """5.1 One claim; 5.2 his victory."""
    world.at["phase"] = "forum"
    able = [card for card in sorted(world.at["forum"]) if may_claim(world, seat, card)]
    card = world.ask(seat, "claim", "5.1", "", ["none", *able])
    if card != "none":
        world.gain(seat, -cost(world, seat, card))
        world.at["forum"].remove(card)
        world.at["claimed"][seat] = sorted([*world.at["claimed"][seat], card])
    optimates, populares = world.points(seat)
    if abs(optimates - populares) >= 7:
        world.over("political", seat)
    if military(world, seat):
        world.over("military", seat)
    world.end_of_phase()


def cost(world: World, seat: str, card: str) -> int:
    """5.1, L4 What a claim costs."""
    return max(0, COST[card] - 2) if world.in_play("L4", seat) else int(COST[card])


def may_claim(world: World, seat: str, card: str) -> bool:
    """5.1 Conditions of the cards."""
    if cost(world, seat, card) > world.at["gold"][seat]:
        return False
    cities = world.cities(seat)
    match card:
        case "F1" | "F3":
            return "rome" in cities
        case "F2":
            return any(kind_of(piece) == "leader" for piece in world.pieces("", seat))
        case "F4":
            return world.in_rome(seat)
        case "F5":
            return len({"utica", "messana", "alexandria"} & {*cities}) >= 2
        case "F7":
            return len([city for city in cities if city in ROMAN]) >= 4
        case "F8":
            return len([city for city in cities if VALUE[city] >= 3]) >= 3
    return True


def military(world: World, seat: str) -> bool:
    """5.4."""
    enemy = OTHER[seat]
    if enemy not in world.at["out"] or not world.holds("rome", seat):
        return False
    value = world.city_value(seat)
    if world.strict:
        return world.in_rome(seat) and value - world.city_value(enemy) >= 25
    return value >= 25


def draws(world: World, seat: str) -> None:
    """6 The first card, free ones, bought ones."""
    world.at["phase"] = "cards"
    draw(world, seat)
    for right in ("rome", "F1"):
        free_card(world, seat, right)
    bought = 0
    while True:
        legal = ["stop"]
        if world.silver and bought < 2 and world.at["gold"][seat] >= CARD_PRICE and left(world):
            legal.append("buy")
        chosen = world.ask(seat, "buy", "6.2", "", [*legal, *donations_legal(world, seat)])
        if chosen == "stop":
            break
        if chosen == "buy":
            bought += 1
            world.gain(seat, -CARD_PRICE)
            draw(world, seat)
        else:
            donations(world, seat)
    world.end_of_phase()


def free_card(world: World, seat: str, right: str) -> None:
    """6.1 A right that is looked at when its turn comes, and again after Donations."""
    while left(world):
        has = world.silver and world.in_rome(seat)
        if not (has if right == "rome" else world.claimed("F1", seat)):
            return
        legal = ["draw", "decline", *donations_legal(world, seat)]
        chosen = world.ask(seat, "extra", "6.1", right, legal)
        if chosen == "draw":
            draw(world, seat)
        if chosen in ("draw", "decline"):
            return
        donations(world, seat)


def left(world: World) -> bool:
    """6.4 Whether a card can be drawn at all."""
    return bool(world.at["deck"] or world.at["discard"])


def donations_legal(world: World, seat: str) -> list[str]:
    """A7, 7.3."""
    return ["play A7"] if "A7" in world.at["hands"][seat] and left(world) else []


def donations(world: World, seat: str) -> None:
    """A7 Two cards."""
    world.to_table(seat, "A7")
    draw(world, seat)
    draw(world, seat)
    world.discard("A7")


def draw(world: World, seat: str) -> None:
    """6.1, 6.3, 6.4 A card."""
    at = world.at
    if not left(world):
        return
    if not at["deck"]:
        world.log("shuffle", len(at["discard"]))
        at["deck"], at["discard"] = at["discard"], []
    card = world.chance.choice(at["deck"])
    at["deck"] = [one for one in at["deck"] if one != card]
    world.log("draw", seat, card)
    if card[0] == "F":
        at["forum"] = sorted([*at["forum"], card])
    elif card[0] == "E":
        at["table"] = sorted([*at["table"], card])
        event(world, seat, card)
        world.discard(card)
    else:
        at["hands"][seat] = sorted([*at["hands"][seat], card])
        return
    if at["phase"] == "cards":
        tribunes(world, seat)


def tribunes(world: World, seat: str) -> None:
    """F3 A tactics card from the discards."""
    at = world.at
    able = [card for card in at["discard"] if card[0] == "T"]
    if not world.claimed("F3", seat) or "F3" in world.used or at["gold"][seat] < TRIBUNE_PRICE:
        return
    card = world.ask(seat, "tribunes", "F3", "", ["none", *able])
    if card != "none":
        world.used.add("F3")
        world.gain(seat, -TRIBUNE_PRICE)
        at["discard"].remove(card)
        at["hands"][seat] = sorted([*at["hands"][seat], card])


def event(world: World, seat: str, card: str) -> None:
    """Events, one by one."""
    both = [seat, OTHER[seat]]
    match card:
        case "E1" | "E2":
            invasion(world, both)
        case "E3":
            for one in both:
                if allies := [p for p in world.pieces("", one) if kind_of(p) == "ally"]:
                    world.remove(world.ask(one, "go home", "E3", "", allies))
        case "E4":
            world.at["halved"] = dict.fromkeys(SEATS, True)
        case "E5":
            one = champion(world, 0, "pompey")
            world.gain(one, world.roll(one, "optimates rally")[0])
        case "E6":
            one = champion(world, 1, "caesar")
            world.gain(one, 2)
            legions = [p for p in world.pieces("", one) if kind_of(p) == "legion"]
            if able := [p for p in legions if world.at["pieces"][p][2] == "regular"]:
                world.at["pieces"][world.ask(one, "rally", "E6", "", able)][2] = "veteran"
        case "E7":
            for one in SEATS:
                if world.in_rome(one) and world.roll(seat, "ides of march")[0] <= 3:
                    world.remove(one)


def champion(world: World, faction: int, level: str) -> str:
    """E5, E6 Who has more points; level: who is it if both have as many."""
    enemy = OTHER[level]
    more = world.points(enemy)[faction] > world.points(level)[faction]
    return enemy if more else level


def invasion(world: World, both: list[str]) -> None:
    """12.1."""
    if world.silver:
        zone = INVASION[sum(world.roll(both[0], "invasion", 2))]
        near = [piece for where in NEXT[zone] if where in CITIES for piece in world.pieces(where)]
        if world.holder(zone) or world.total(near) >= ZONES[zone]:
            return
    for seat in both:
        die = world.roll(seat, "pillage")[0]
        paid = min(die, world.at["gold"][seat])
        world.gain(seat, -paid)
        owed = die - paid
        while owed > 0:
            units = [piece for piece in world.pieces("", seat) if is_unit(piece)]
            if not units:
                break
            piece = world.ask(seat, "pillage loss", "12.1", f"{owed} swords owed", units)
            owed -= world.swords(piece)
            world.remove(piece)
