"""Sections 7 and 8: purchases, leaders, actions, diplomacy; taxes."""

from __future__ import annotations

from tests.rules.slow_xl.atlas import (
    CITIES,
    KINGDOMS,
    NEXT,
    OTHER,
    PLACES,
    PRICE,
    ROMAN,
    VALUE,
    ZONES,
    is_unit,
    kind_of,
)
from tests.rules.slow_xl.cards import donations, donations_legal
from tests.rules.slow_xl.world import World

DEMAND = 3


def purchases(world: World, seat: str) -> None:
    """7 In any order."""
    world.at["phase"] = "purchases"
    while True:
        able = possible(world, seat)
        chosen = world.ask(seat, "purchase", "7", "", ["end", *able])
        if chosen == "end":
            break
        carry_out(world, seat, chosen)
    world.end_of_phase()


def possible(world: World, seat: str) -> list[str]:
    """7 What can be done."""
    found = [kind for kind in ("legion", "ally") if recruiting(world, seat, kind)]
    if world.silver and "diplomacy" not in world.used and targets(world, seat):
        found.append("diplomacy")
    if antonius(world, seat):
        found.append("L1")
    called = [card for card in world.at["discard"] if card[0] == "L"]
    if world.in_play("L3", seat) and "L3" not in world.used and called and world.held(seat):
        found.append("L3")
    if world.claimed("F7", seat) and "F7" not in world.used and world.at["gold"][seat] >= 1:
        found += ["F7"] * bool(regular(world, seat))
    for card in world.at["hands"][seat]:
        if card == "A7":
            found += donations_legal(world, seat)
        elif world.held(seat) if card[0] == "L" else playable(world, seat, card):
            found.append(f"play {card}")
    return found


def price(world: World, seat: str, kind: str) -> int:
    """7.1 With discounts."""
    less = 0
    if kind == "legion":
        less += world.claimed("F2", seat)
        less += world.in_play("L7", seat) and not world.legions
    else:
        less += world.in_play("L5", seat)
    return max(0, int(PRICE[kind]) - less)


def recruiting(world: World, seat: str, kind: str) -> list[str]:
    """7.1 Where a unit can be bought."""
    if not world.stock(seat, kind) or price(world, seat, kind) > world.at["gold"][seat]:
        return []
    able = [city for city in world.cities(seat) if world.bought.get(city, 0) < VALUE[city]]
    return [city for city in able if kind == "ally" or city in ROMAN]


def regular(world: World, seat: str) -> list[str]:
    """F7 Units whose regular side is up."""
    mine = [piece for piece in world.pieces("", seat) if is_unit(piece)]
    return [piece for piece in mine if world.at["pieces"][piece][2] == "regular"]


def targets(world: World, seat: str) -> list[str]:
    """7.4 Targets of a roll that he can pay."""
    mine = [where for where, owner in world.at["markers"].items() if owner == seat]
    if not world.free_markers(seat) and not mine:
        return []
    return [
        where
        for where in PLACES
        if not world.pieces(where, OTHER[seat])
        and where not in mine
        and roll_price(world, where) <= world.at["gold"][seat]
    ]


def roll_price(world: World, where: str) -> int:
    """7.4 3 gold, 5 to replace an enemy marker."""
    return 5 if where in world.at["markers"] else 3


def antonius(world: World, seat: str) -> str:
    """L1 Where his legion would stand, "" if there is none."""
    if not world.in_play("L1", seat) or "L1" in world.used or not world.stock(seat, "legion"):
        return ""
    here = world.at["pieces"]["L1"][3]
    city = here if here in ROMAN else "rome"
    return city if world.holds(city, seat) else ""


def playable(world: World, seat: str, card: str) -> bool:
    """7.3 Whether an action of the purchase phase can do something."""
    return bool(choices(world, seat, card))


def choices(world: World, seat: str, card: str) -> list[str]:
    """7.3 What an action could be played on."""
    enemy = OTHER[seat]
    free = [where for where in CITIES if not world.pieces(where, enemy)]
    match card:
        case "A1":
            return [w for w in free if w in KINGDOMS and world.stock(seat, "ally")]
        case "A2":
            return [where for where in PLACES if world.units(where, enemy)]
        case "A5":
            return [
                piece
                for piece in world.pieces("", enemy)
                if kind_of(piece) == "legion"
                and all(is_unit(p) for p in world.pieces(world.at["pieces"][piece][3], enemy))
            ]
        case "A6":
            return [w for w in free if w not in ROMAN and world.stock(seat, "ally")]
        case "A8":
            return [w for w in world.cities(seat) if w in ROMAN and world.stock(seat, "legion")]
    return []


def carry_out(world: World, seat: str, chosen: str) -> None:
    """7 One of them."""
    pieces = world.at["pieces"]
    match chosen:
        case "legion" | "ally":
            where = world.ask(seat, "recruit place", "7.1", chosen, recruiting(world, seat, chosen))
            world.gain(seat, -price(world, seat, chosen))
            world.bought[where] = world.bought.get(where, 0) + 1
            world.legions += chosen == "legion"
            world.new_unit(seat, chosen, where)
        case "diplomacy":
            diplomacy(world, seat)
        case "L1":
            where = antonius(world, seat)
            world.used.add("L1")
            world.new_unit(seat, "legion", where)
        case "L3":
            cicero(world, seat)
        case "F7":
            piece = world.ask(seat, "promote", "F7", "", regular(world, seat))
            world.used.add("F7")
            world.gain(seat, -1)
            pieces[piece][2] = "veteran"
        case "play A7":
            donations(world, seat)
        case _:
            play(world, seat, chosen.removeprefix("play "))


def play(world: World, seat: str, card: str) -> None:
    """7.2, 7.3 A card of the hand."""
    able = choices(world, seat, card)
    world.to_table(seat, card)
    if card[0] == "L":
        leader_comes(world, seat, card)
        return
    match card:
        case "A1":
            mobilize(world, seat)
        case "A2":
            treachery(world, seat, world.ask(seat, "treachery", "A2", "", able))
        case "A5":
            demands(world, seat, world.ask(seat, "demand", "A5", "", able))
        case "A6":
            where = world.ask(seat, "revolt", "A6", "", able)
            if world.at["markers"].get(where) == OTHER[seat]:
                del world.at["markers"][where]
            world.new_unit(seat, "ally", where)
        case "A8":
            world.new_unit(seat, "legion", world.ask(seat, "levy", "A8", "", able))
    world.discard(card)


def leader_comes(world: World, seat: str, card: str) -> None:
    """7.2 A leader is placed, and his card laid open."""
    where = world.ask(seat, "leader place", "7.2", card, world.held(seat))
    world.at["table"].remove(card)
    world.at["pieces"][card] = [seat, "leader", "regular", where]


def cicero(world: World, seat: str) -> None:
    """L3 A leader from the discards."""
    world.used.add("L3")
    able = [card for card in world.at["discard"] if card[0] == "L"]
    card = world.ask(seat, "cicero card", "L3", "", able)
    world.at["discard"].remove(card)
    world.at["table"] = sorted([*world.at["table"], card])
    if world.roll(seat, "cicero")[0] >= 4:
        leader_comes(world, seat, card)
    else:
        world.discard(card)


def diplomacy(world: World, seat: str) -> None:
    """7.4 One roll."""
    at = world.at
    where = world.ask(seat, "diplomacy target", "7.4", "", targets(world, seat))
    stock = ["stock"] * bool(world.free_markers(seat))
    mine = [one for one in PLACES if at["markers"].get(one) == seat]
    source = world.ask(seat, "diplomacy marker", "7.4", where, [*stock, *mine])
    world.used.add("diplomacy")
    world.gain(seat, -roll_price(world, where))
    added = 0
    if where in CITIES and world.holds(where, seat):
        added += 1
    near = [piece for one in NEXT[where] for piece in world.pieces(one, OTHER[seat])]
    if world.total(near) > VALUE[where]:
        added -= 1
    if where in ZONES:
        added -= 1
    if world.in_play("L9", seat):
        added += 1
    if world.roll(seat, f"diplomacy {where}")[0] + added <= VALUE[where]:
        return
    if source != "stock":
        del at["markers"][source]
    at["markers"][where] = seat
    if world.wild(where):
        at["subdued"] = sorted([*at["subdued"], where])


def mobilize(world: World, seat: str) -> None:
    """A1 Place by place."""
    for number in range(world.roll(seat, "allies mobilize")[0], 0, -1):
        able = choices(world, seat, "A1")
        where = world.ask(seat, "mobilize", "A1", f"{number} left", ["stop", *able])
        if where == "stop":
            return
        world.new_unit(seat, "ally", where)


ORDER = ("ally regular", "ally veteran", "legion regular", "legion veteran", "leader", "supreme")


def rank(world: World, piece: str) -> int:
    """10.4 The loss order."""
    kind = kind_of(piece)
    return ORDER.index(f"{kind} {world.at['pieces'][piece][2]}" if is_unit(piece) else kind)


def first_lost(world: World, pieces: list[str]) -> list[str]:
    """10.4 Those of them who are lost first, all equal."""
    least = min(rank(world, piece) for piece in pieces)
    return [piece for piece in pieces if rank(world, piece) == least]


def treachery(world: World, seat: str, where: str) -> None:
    """A2 As many swords as the die says."""
    enemy = OTHER[seat]
    points = world.roll(seat, "treachery")[0]
    while there := world.pieces(where, enemy):
        able = first_lost(world, there)
        if world.swords(able[0]) > points:
            return
        about = f"{where} {points} left"
        piece = world.ask(enemy, "treachery loss", "A2", about, able)
        points -= world.swords(piece)
        world.remove(piece)


def demands(world: World, seat: str, legion: str) -> None:
    """A5 The opponent pays or loses it."""
    enemy = OTHER[seat]
    legal = ["lose", *["pay"] * (world.at["gold"][enemy] >= DEMAND)]
    if world.ask(enemy, "demand answer", "A5", legion, legal) == "pay":
        world.gain(enemy, -DEMAND)
        return
    world.remove(legion)
    if world.stock(seat, "legion") and world.cities(seat):
        where = world.ask(seat, "demand place", "A5", "", world.cities(seat))
        world.new_unit(seat, "legion", where)


def taxes(world: World, seat: str) -> None:
    """8 Cities, zones, leaders and cards."""
    world.at["phase"] = "tax"
    value = world.city_value(seat)
    if world.at["halved"][seat]:
        world.at["halved"][seat] = False
        value //= 2
    world.gain(seat, value)
    for zone in [zone for zone in ZONES if world.holds(zone, seat)]:
        tax_zone(world, seat, zone)
    if world.in_play("L2", seat):
        world.gain(seat, world.roll(seat, "brutus")[0])
    if world.claimed("F6", seat):
        world.gain(seat, 2)
    world.end_of_phase()


def tax_zone(world: World, seat: str, zone: str) -> None:
    """12.3."""
    die = world.roll(seat, f"tax {zone}")[0]
    if die <= world.total(world.pieces(zone, seat)):
        world.gain(seat, ZONES[zone])
    elif die == 6:
        world.at["markers"].pop(zone, None)
        for piece in world.pieces(zone):
            world.remove(piece)
        world.at["subdued"].remove(zone)
