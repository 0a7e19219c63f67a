"""Section 9: marches, forced marches, the supreme leader's group, Fleets."""

from __future__ import annotations

from tests.rules.slow_xl.atlas import NEXT, PORTS, ZONES, is_unit, kind_of
from tests.rules.slow_xl.world import World


def march(world: World, seat: str) -> None:
    """9.1 Piece by piece."""
    world.at["phase"] = "march"
    world.starts = {piece: world.at["pieces"][piece][3] for piece in world.pieces("", seat)}
    while True:
        able = [piece for piece in fresh(world, seat) if ways(world, seat, piece)]
        fleets = [card for card in world.at["hands"][seat] if card in ("A3", "A4")]
        plays = [f"play {card}" for card in fleets if ports(world, seat)]
        chosen = world.ask(seat, "march", "9", "", ["end", *able, *plays])
        if chosen == "end":
            break
        if chosen.startswith("play"):
            fleet(world, seat, chosen.removeprefix("play "))
        else:
            go(world, seat, chosen)
    world.end_of_phase()


def fresh(world: World, seat: str) -> list[str]:
    """9.1 Pieces that have not marched."""
    return [piece for piece in world.pieces("", seat) if piece not in world.began]


def open_to(world: World, where: str) -> bool:
    """15 In bronze zones cannot be entered."""
    return world.silver or where not in ZONES


def needs_unit(world: World, seat: str, where: str) -> bool:
    """9.7 Whether a leader would be alone in an independent zone."""
    return world.wild(where) and not world.units(where, seat)


def ways(world: World, seat: str, piece: str) -> list[str]:
    """9 Ways of a piece, with the payment of a forced march."""
    here, unit = world.at["pieces"][piece][3], is_unit(piece)
    near = [where for where in NEXT[here] if open_to(world, where)]
    found = [f"to {to}" for to in near if unit or not needs_unit(world, seat, to)]
    if not world.silver:
        return found
    for via in near:
        for to in NEXT[via]:
            if to != here:
                paid = payments(world, seat, piece, via, to)
                found += [f"force {via} {to} {payment}" for payment in paid]
    return found


def payments(world: World, seat: str, piece: str, via: str, to: str) -> list[str]:
    """9.3, 9.4, L8, F8 How a forced march can be paid."""
    here, rich = world.at["pieces"][piece][3], world.at["gold"][seat] >= 1
    alone = needs_unit(world, seat, to)
    if kind_of(piece) == "supreme":
        return ["free"] if not alone or group(world, seat, piece, []) else []
    if kind_of(piece) == "leader":
        if alone:
            return []
        return ["free"] if (here, via, to) in world.paid else ["gold"] * rich
    found = ["gold"] * rich
    with_him = world.starts.get("L8") == world.starts[piece]
    if world.in_play("L8", seat) and "L8" not in world.used and with_him:
        found.append("L8")
    if world.claimed("F8", seat) and "F8" not in world.used:
        found.append("F8")
    return found


def group(world: World, seat: str, leader: str, chosen: list[str]) -> list[str]:
    """9.4 Units that can still go with the supreme leader."""
    here = world.at["pieces"][leader][3]
    cost = (len(chosen) + 1 + 1) // 2
    if cost > world.at["gold"][seat]:
        return []
    able = [piece for piece in fresh(world, seat) if is_unit(piece) and piece not in chosen]
    return [piece for piece in able if world.at["pieces"][piece][3] == here]


def move(world: World, piece: str, last: str, to: str) -> None:
    """9.1 A piece has marched."""
    world.began[piece] = world.at["pieces"][piece][3]
    world.last[piece] = last
    world.at["pieces"][piece][3] = to


def go(world: World, seat: str, piece: str) -> None:
    """9 A piece, or the supreme leader with his group."""
    here = world.at["pieces"][piece][3]
    way = world.ask(seat, "way", "9", piece, ways(world, seat, piece)).split()
    if way[0] == "to":
        move(world, piece, here, way[1])
        return
    _, via, to, payment = way
    if piece == seat:
        led(world, seat, via, to)
        return
    if payment == "gold":
        world.gain(seat, -1)
    elif payment in ("L8", "F8"):
        world.used.add(payment)
    if is_unit(piece):
        world.paid.add((here, via, to))
    move(world, piece, via, to)


def led(world: World, seat: str, via: str, to: str) -> None:
    """9.4 The supreme leader with the group that he names."""
    here = world.at["pieces"][seat][3]
    chosen: list[str] = []
    while True:
        done = ["done"] if chosen or not needs_unit(world, seat, to) else []
        able = [*done, *group(world, seat, seat, chosen)]
        unit = world.ask(seat, "group", "9.4", f"{seat} {via} {to}", able)
        if unit == "done":
            break
        chosen.append(unit)
    world.gain(seat, -((len(chosen) + 1) // 2))
    if chosen:
        world.paid.add((here, via, to))
    for piece in [seat, *chosen]:
        move(world, piece, via, to)


def ports(world: World, seat: str) -> list[str]:
    """A3 Ports with pieces that have not marched."""
    here = {world.at["pieces"][piece][3] for piece in fresh(world, seat)}
    return [port for port in PORTS if port in here]


def fleet(world: World, seat: str, card: str) -> None:
    """A3 One port to one port."""
    able = ports(world, seat)
    world.to_table(seat, card)
    start = world.ask(seat, "fleet from", "A3", "", able)
    to = world.ask(seat, "fleet to", "A3", start, [port for port in PORTS if port != start])
    gone = 0
    while left := [p for p in fresh(world, seat) if world.at["pieces"][p][3] == start]:
        done = ["done"] if gone else []
        piece = world.ask(seat, "fleet piece", "A3", f"{start} {to}", [*done, *left])
        if piece == "done":
            break
        gone += 1
        move(world, piece, start, to)
    world.discard(card)
