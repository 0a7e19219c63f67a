"""The whole table in words (2.5, 13.2)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.request import Data
from referee.kit.lines import listed
from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.board import SEATS, TRACKS
from rulesets.end_of_the_triumvirate.position import leads, owned
from rulesets.end_of_the_triumvirate.telling import ROMAN

Section = tuple[str, list[str]]


def situation(public: Data) -> list[Section]:
    """Every section that has something to say, in the order of the report."""
    sections = [
        ("Attack under way", list(_attack(public))),
        ("Provinces", list(_provinces(public))),
        ("Triumvirs", list(_triumvirs(public))),
        ("Forum, bag and supply", list(_table(public))),
    ]
    return [(heading, lines) for heading, lines in sections if lines]


def _attack(public: Data) -> Iterator[str]:
    if attack := public["attack"]:
        who = public["characters"][attack["seat"]]
        at = board.names()[attack["at"]]
        yield f"{SEATS[attack['seat']]} takes {at} with {who['legions']} legions left"


def _provinces(public: Data) -> Iterator[str]:
    """Owner, type, legions, gold, governor, servants, and who stands there."""
    yield f"{'':20}{'type':12}legions  gold  governor  servants"
    for seat in public["players"]:
        yield f"{SEATS[seat]}:"
        for province in owned(public, seat):
            here = public["provinces"][province]
            placed = "placed" if here["active"] else "-"
            servants = f"{placed}, {here['idle']} idle" if here["idle"] else placed
            stands = [SEATS[s] for s, who in public["characters"].items() if who["at"] == province]
            line = (
                f"  {board.names()[province]:18}{board.kind(province):12}{here['legions']:7}"
                f"{here['gold']:6}  {here['governor']:8}  {servants:16}{listed(stands)}"
            )
            yield line.rstrip()


def _triumvirs(public: Data) -> Iterator[str]:
    """Treasury, reserves, citizens, competences; + marks who leads."""
    yield f"{'':10}gold  weapons  governors  citizens  political  military  provinces"
    for seat in public["players"]:
        who = public["characters"][seat]
        levels = [ROMAN[who[t]] + ("+" if leads(public, seat, t) else "") for t in TRACKS]
        yield (
            f"{SEATS[seat]:10}{who['gold']:4}{who['weapons']:9}{who['governors']:11}"
            f"{who['citizens']:10}  {levels[0]:9}  {levels[1]:8}{len(owned(public, seat)):11}"
        )
    yield "(weapons and governors in reserve; + leads on that track, 8.4)"
    consuls = [SEATS[seat] for seat in public["players"] if public["characters"][seat]["consul"]]
    yield f"consuls so far: {listed(consuls) or 'none'}"
    card, fled = public["compensation"], public["escape_card"]
    if card["holder"]:
        yield f"compensation card: {SEATS[card['holder']]}, side {ROMAN[card['side']]}"
    if fled:
        yield f"escape card: {SEATS[fled]}"


def _table(public: Data) -> Iterator[str]:
    """2.5 Alii, the bag by colour, the supply, the stone."""
    yield f"citizens in Alii: {public['alii']}"
    yield "weapons in the bag: " + ", ".join(f"{SEATS[s]} {n}" for s, n in public["bag"].items())
    rest = [f"{public['supply'][key]} {key}" for key in ("legions", "gold", "servants")]
    yield f"supply: {', '.join(rest)}"
    yield f"stone: {ROMAN[public['stone']] or 'ELECTION'}"
