"""Everything that changes cards, turns and years: deals and plays, Jupiter and Vulcan, winter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesets.julius_caesar import board, legal, verbs
from rulesets.julius_caesar.board import SEATS, other

if TYPE_CHECKING:
    from referee.engine.table import Table

Data = dict[str, Any]


def deploy(table: Table, seat: str, moved: dict[str, str]) -> None:
    """5.3 Blocks change places among the cities of the deployment, seen by their owner alone.

    Every city keeps its number; the picture is made anew city by city, so that its order does not
    tell from where blocks were taken first."""
    blocks = table.state["seats"][seat]["blocks"]
    for block, place in moved.items():
        blocks[block]["at"] = place
    for place, there in table.public["places"].items():
        if seat in there:
            there[seat] = verbs.colours([b for b in blocks if blocks[b]["at"] == place])
    table.tell("deploy", {"seat": seat}, **{seat: {"moved": len(moved)}})


def deployed(table: Table) -> None:
    """5.3 Both have deployed; the first year begins."""
    table.public["phase"] = "deal"
    table.tell("deployed", None)


# Cards and turns.


def deal(table: Table, hands: Mapping[str, Sequence[str]], deck: Sequence[str]) -> None:
    """2.1 Give each seat its cards; the rest of the deck stays in the rulebook's order."""
    rest = list(deck)
    told: dict[str, Data] = {}
    for seat in SEATS:
        hand = sorted(hands[seat], key=deck.index)
        table.state["seats"][seat].update(hand=hand, aside=None)
        told[seat] = {"hand": list(hand)}
        for card in hand:
            rest.remove(card)
    table.state["sealed"]["deck"] = rest
    table.public["phase"] = "cards"
    year = table.public["year"]
    table.tell("deal", {"year": year, "cards": len(hands[SEATS[0]])}, **told)


def set_aside(table: Table, seat: str, card: str) -> None:
    """2.1 A card is set aside, seen by its owner alone."""
    part = table.state["seats"][seat]
    part["hand"].remove(card)
    part["aside"] = card
    table.tell("set aside", {"seat": seat}, **{seat: {"card": card}})


def play(table: Table, seat: str, card: str) -> None:
    """2.1 A card is played; both are told of together (`reveal`)."""
    table.state["seats"][seat]["hand"].remove(card)
    table.public["played"][seat] = card


def reveal(table: Table, first: str | None, acts: Mapping[str, str]) -> None:
    """2.1 Both cards are seen, who goes first, and what each stands for; None: two events, the
    turn is over."""
    public = table.public
    public.update(acting=dict(acts), first=first, phase="command")
    public["to_command"] = [first, other(first)] if first else []
    told = {"played": dict(public["played"]), "first": first, "acting": dict(acts)}
    table.tell("cards", told)


def command_done(table: Table, seat: str) -> None:
    """2.2 A seat has moved and levied; after the second one the battles follow."""
    public = table.public
    public["to_command"].remove(seat)
    if not public["to_command"]:
        public["phase"] = "battles"
    table.tell("command done", None)


def end_turn(table: Table) -> None:
    """2.0 Clear the table for the next turn."""
    public = table.public
    told = {"year": public["year"], "turn": public["turn"], "points": legal.score(public)}
    for seat, card in public["played"].items():
        public["spent"][seat] = [*public["spent"][seat], card]
    public.update(last_played=public["played"], last_first=public["first"])
    public.update(played={}, acting={}, surprise=None, first=None, to_command=[])
    public.update(roads={}, attacks={}, fought=[], turn=public["turn"] + 1)
    public["phase"] = "winter" if public["turn"] > board.cards()["turns"] else "cards"
    table.tell("turn over", told)


def end_game(table: Table, winner: str | None, why: str) -> None:
    """1.2 The game is over.  why: "ten", "points", "rome" or "draw"."""
    public = table.public
    public.update(phase="over", result={"winner": winner, "why": why})
    table.tell("result", {"winner": winner, "why": why, "points": legal.score(public)})


def decide(table: Table, last: bool) -> bool:
    """1.2, 8.4 When a year ends: ten points, else in the last one more points, else Rome, else a
    draw.  Whether the game is over."""
    if winner := legal.winner_at_year_end(table.public):
        end_game(table, winner, "ten")
    elif last:
        end_game(table, *legal.winner_at_the_end(table.public))
    return bool(winner) or last


# Jupiter and Vulcan.


def leave_unused(table: Table, seat: str, card: str) -> None:
    """Cards Jupiter and Vulcan: nobody is turned or struck."""
    table.tell("unused", {"seat": seat, "card": card})


def alike(table: Table, seat: str, place: str, colour: str) -> list[str]:
    """Ruling 43 Blocks of a seat in a place that look alike, in the rulebook's order."""
    blocks, printed = table.state["seats"][seat]["blocks"], board.blocks()
    here = [b for b in blocks if blocks[b]["at"] == place and printed[b].colour == colour]
    return board.in_order(here)


def turn(table: Table, seat: str, block: str, to: str) -> None:
    """Card Jupiter: an enemy block comes over to a city of this seat with its strength; a leader
    or a fleet loses a step where it is."""
    entry, enemy = board.blocks()[block], other(seat)
    here = table.state["seats"][enemy]["blocks"][block]
    told = {"seat": seat, "from": here["at"], "to": to, "colour": entry.colour}
    told["stays"] = entry.leader or entry.fleet
    shown = {"block": block, "strength": here["strength"]}
    table.tell("jupiter", told, **{name: dict(shown) for name in SEATS})
    if told["stays"]:
        lose_step(table, enemy, block, "jupiter")
    else:
        part = verbs.take_off(table, enemy, block)
        verbs.put_down(table, seat, block, to, part["strength"])


def strike(table: Table, seat: str, place: str) -> None:
    """Card Vulcan: every block in an enemy city loses a step; who is left stays hidden.

    Cleopatra on her last step comes over (7.52, ruling 46), after all others are struck."""
    enemy = other(seat)
    blocks = table.state["seats"][enemy]["blocks"]
    here = board.in_order(block for block in blocks if blocks[block]["at"] == place)
    table.tell("vulcan", {"seat": seat, "at": place, "blocks": len(here)})
    for block in here:
        lose_step(table, enemy, block, "vulcan")
    left = [[b, blocks[b]["strength"]] for b in here if b in blocks]
    if left:
        told = {"seat": enemy, "at": place, "left": len(left)}
        table.tell("struck", told, **{enemy: {"blocks": left}})
    if legal.status(table.public, place, seat) == legal.CONTESTED:
        attack: Data = {"attacker": seat, "defender": enemy, "main": None, "entries": {}}
        table.public["attacks"][place] = attack


def lose_step(table: Table, seat: str, block: str, why: str) -> None:
    """3.11, 7.5 A hidden block loses a step outside battle; below the last one it is out."""
    public, here = table.public, table.state["seats"][seat]["blocks"][block]
    strength = board.step_down(block, here["strength"])
    if strength:
        here["strength"] = strength
    elif board.blocks()[block].type == "cleopatra":
        verbs.change_sides(table, seat, block, board.step_up(block, 0))
    else:
        verbs.remove_block(table, seat, block, why)
        if board.blocks()[block].leader and verbs.unscored(public, why):
            public["unscored"] = [*public["unscored"], block]


# Winter.


def send_cleopatra_home(table: Table) -> None:
    """8.1, ruling 49 Cleopatra goes to Alexandria; if the enemy holds it she joins him."""
    home, seats = board.blocks()["cleopatra"].start, table.state["seats"]
    assert home is not None
    seat = next((seat for seat in SEATS if "cleopatra" in seats[seat]["blocks"]), None)
    # Nobody has her in a made-up position alone.
    at = seats[seat]["blocks"]["cleopatra"]["at"] if seat else home
    if seat is None or at == home:
        return
    held = legal.status(table.public, home, seat) == legal.ENEMY
    joins = other(seat) if held else seat
    strength = verbs.take_off(table, seat, "cleopatra")["strength"]
    verbs.put_down(table, joins, "cleopatra", home, strength)
    told = {"seat": seat, "at": at, "to": home, "joins": joins}
    table.tell("cleopatra home", told, **{joins: {"strength": strength}})


def disband(table: Table, seat: str, blocks: Sequence[str], why: str) -> None:
    """8.2, 8.3, 8.5 Blocks of one place go back, unseen, to the reserve of their own colour.

    why: "no port", "supply" or "choice"."""
    own: dict[str, Data] = {seat: {"blocks": list(blocks)}}
    place = ""
    for block in blocks:
        place = verbs.take_off(table, seat, block)["at"]
        owner = board.blocks()[block].seat
        if owner != seat:
            own.setdefault(owner, {}).setdefault("back", []).append(block)
        to_reserve(table, block)
    told = {"seat": seat, "at": place, "colours": verbs.colours(blocks), "why": why}
    table.tell("disband", told, **own)


def to_reserve(table: Table, block: str) -> None:
    """5.2, 8.6, ruling 48 A block stands upright in the reserve of its own colour's player."""
    owner = board.blocks()[block].seat
    pool = table.state["seats"][owner]["pool"]
    pool.append(block)
    pool.sort()
    table.public["pool"][owner] += 1


def new_year(table: Table) -> None:
    """8.6 Blocks that lay face up can be raised again, and the next year begins."""
    public = table.public
    for colour, dead in public["dead"].items():
        for block in dead:
            to_reserve(table, block)
        public["dead"][colour] = []
    for seat in SEATS:
        table.state["seats"][seat].update(hand=[], aside=None)
    public.update(phase="deal", turn=1, last_played={}, spent={seat: [] for seat in SEATS})
    public["year"] += 1
    table.tell("new year", {"year": public["year"]})
