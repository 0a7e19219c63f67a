"""The whole table in words: cards, the map, the players."""

from referee.engine.request import Data, View
from referee.kit.lines import broken, columns, packed, several
from rulesets.caesar_xl import board, hidden, position
from rulesets.caesar_xl.board import CITIES, PLACE_NAMES, SEATS, VALUES, ZONES, card_kind
from rulesets.caesar_xl.combat.battle import sides
from rulesets.caesar_xl.draw import forum
from rulesets.caesar_xl.report.telling import face

_TYPES = {"roman": "Roman", "province": "province", "kingdom": "kingdom"}


def situation(view: View) -> list[tuple[str, list[str]]]:
    """Every section of a report, in order."""
    public = view.public
    found = {"Battle under way": _battle(public), "Cards": _cards(view), "Forum": _forum(public)}
    found |= {"Map": _map(public), "Players": _players(public)}
    return [(title, lines) for title, lines in found.items() if lines]


def _cards(view: View) -> list[str]:
    """Your hand with what each card does, how many cards others hold, draw pile and discards."""
    public, lines = view.public, []
    for card in view.own.get("hand", ()):
        first = min(card, board.TWINS.get(card, card))  # a copy says only which card it is as
        lines += broken(f"{face(card)} ({card_kind(card)}): {board.CARDS[first]['text']}")
    for seat in SEATS:
        if seat != view.seat:
            count, known = public["cards"][seat], public["known"][seat]
            told = f" (seen: {', '.join(face(card) for card in known)})" if known else ""
            held = several(count, "card") if count else "no card"
            lines.append(f"{SEATS[seat]} holds {held}{told}")
    lines.append(f"draw pile: {several(hidden.CARDS.left(public), 'card')}")
    return lines + packed("discards:", [face(c) for c in public["discards"]] or ["none"])


def _battle(public: Data) -> list[str]:
    """10 Where the battle is, who is left, and which tactics were played."""
    battle = public["battle"]
    if not battle:
        return []
    at, number = PLACE_NAMES[battle["at"]], battle["round"]
    lines = [f"{at}, {f'after round {number}' if number else 'before the first round'}"]
    for seat in sides(public):
        keys = position.there(public, battle["at"], seat)
        lines += packed(f"{SEATS[seat]}:", [position.named(public, key) for key in keys])
    if battle["barbarians"]:
        lines.append(f"barbarians: {battle['barbarians']}")
    played = [f"{face(card)} ({SEATS[seat]})" for seat, card in battle["tactics"].items()]
    return lines + (packed("tactics:", played) if played else [])


def _forum(public: Data) -> list[str]:
    """5.1 The cards in the forum, what each needs, and who could claim it."""
    lines = []
    for card in public["forum"]:
        data = board.FORUM[card]
        points = ", ".join(f"{data[f]} {f.title()}" for f in board.FACTIONS if data[f])
        price = f"; {data['cost']} gold" if data["cost"] else ""
        lines.append(f"{data['name']} ({points}{price}): {data['needs']}")
    for seat in SEATS:
        names = [face(card) for card in public["claimed"][seat]]
        lines += packed(f"{SEATS[seat]} has:", names) if names else []
    return lines


def _map(public: Data) -> list[str]:
    """Every place with something in it or under somebody's control, then the empty ones."""
    holders = position.holders(public)
    rows, empty = [], []
    for place in board.PLACES:
        keys = position.there(public, place)
        marker = public["markers"].get(place)
        if not keys and not marker and place not in public["subdued"]:
            empty.append(f"{PLACE_NAMES[place]} {VALUES[place]}")
            continue
        kind = _TYPES[CITIES[place]["type"]] if place in CITIES else "zone"
        who = SEATS.get(holders.get(place, ""), "-")
        told = [position.named(public, key) for key in keys]
        told += [f"marker of {SEATS[marker]}"] if marker else []
        told += ["subdued"] if place in ZONES and place in public["subdued"] else []
        rows.append((f"{PLACE_NAMES[place]} {VALUES[place]} {kind} ({who}):", told))
    lines = [line for head, told in rows for line in packed(head, told, 4)]
    return [*lines, *packed("empty:", empty, 4), "*: veteran; the number is the value"]


def _players(public: Data) -> list[str]:
    """Gold, cities and points of each player, and what is left to raise."""
    heads = ["gold", "cities", "Optimates", "Populares", "legions", "allies", "markers left"]
    rows: list[list[object]] = [["", *heads]]
    for seat in SEATS:
        wealth = [public["gold"][seat], position.city_value(public, seat)]
        units = [len(position.owned(public, seat, kind)) for kind in (board.LEGION, board.ALLY)]
        points = position.points(public, seat).values()
        left = position.free_markers(public, seat)
        rows.append([SEATS[seat], *wealth, *points, *units, left])
    lines = columns(rows, " ") + [f"{SEATS[seat]} himself is dead" for seat in public["out"]]
    able = forum.claimable(public, public["seat"]) if public["phase"] == "forum" else []
    return lines + packed("can be claimed now:", [face(card) for card in able]) * bool(able)
