"""Names, events and the whole table in words (2.5, 13.2)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.request import Data, View
from referee.engine.words import Vocabulary
from referee.kit.lines import columns, packed, several
from referee.kit.phrases import ROMAN, described
from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.board import ALII, ROME, SEATS, TRACKS
from rulesets.end_of_the_triumvirate.movement import brought
from rulesets.end_of_the_triumvirate.position import bag, leads, owned

_PROVINCES = {key: board.NAMES[key] for key in board.LAND}
VOCABULARY: Vocabulary = {
    "province": _PROVINCES,
    "space": board.NAMES,
    "taker": {ROME: "Rome", **_PROVINCES},
    "section": {ALII: "Alii", **SEATS},
    "seat": SEATS,
}
ENDINGS: Mapping[str, str] = {
    "second-consulship": "elected consul for the second time (1.2, 10.4)",
    "six-citizens": "six citizens in the section of a former consul (1.2, 1.3)",
    "ninth-province": "the ninth province (1.2)",
    "competence": "both competences at VII (1.2)",
}
#: the lines for each event; a part in [] is left out if a value in it is empty
PHRASES: Mapping[str, str] = {
    "turn": "YEAR {year}, TURN {turn}: {seat}",
    "rest of turn": "YEAR {year}, TURN {turn}: {seat}, continued",
    "supply": "{seat} takes supply (5)\n[  gold: {gold}]\n[  legions: {legions}]"
    "\n[  legions from Rome go to: {placed} (5.4)]"
    "\n[  the supply is {lack_gold} gold short (5.5)]"
    "\n[  the supply is {lack_legions:legion} short (5.5)]",
    "move": "{seat} moves: {path: - }[, {legions:legion}][, {servants:civil servant}]"
    " ({points:point})",
    "attack": "{seat} attacks: {path: - }, {legions:legion}[, {servants:civil servant}]"
    " ({points:point})",
    "collected": "[  {seat} takes {gold} gold in {at} (6.7)]",
    "place servant": "{seat} places a civil servant in {at} (6.10)",
    "lift servant": "{seat} picks up the civil servant in {at} (6.10)",
    "battle": "  {attackers:attacking legion} against {defenders:legion} of {defender}"
    "\n[  drawn: {hits:weapon} of {seat}; as many defending legions are lost (7.2)]"
    "\n[  drawn: {blows:weapon} of {defender}; as many attacking legions are lost (7.2)]"
    "\n[  drawn: {neutral:weapon} of a third colour, returned to the bag (7.2)]"
    "\n[  no weapon is drawn: {undrawn} (7.1)]"
    "\n[  {defender} is there in person: the attacker loses {guard:legion} more (7.3)]"
    "\n[  battle: each side loses {gone:legion} (7.4)]",
    "losses": "  remaining: {left:attacking legion}, {stand:defending legion} (7.5)",
    "under way": "{seat} takes {at} from {defender} (7.7)",
    "beaten back": "  the attack fails: {seat} goes back to {from} (7.6)",
    "escape": "{seat} must flee and takes the escape card[; one step back: {back}] (7.7)",
    "refuge": "{seat} flees to {at}[ with {servants:civil servant}] (7.7)",
    "conquest": "{at} now belongs to {seat}, who has {provinces:province} (7.7)",
    "compensation": "{seat} now has the compensation card, side {side:roman} (7.8)",
    "armed": "{seat} puts {number:weapon} into the bag ({why})",
    "paid": "{seat} pays {gold} gold for action {number:roman} (8.1)",
    "declined": "{seat} raises no competence (7.8)",
    "raised": "{seat}'s {track} competence rises to {level:roman}",
    "persuaded": "{seat} persuades a citizen to move from {section} to {to} (8.3)",
    "turn over": "[Legions over six go to the supply: {surplus} (9.1)]"
    "\n[The stone moves to {stone:roman} (10.1)]",
    "consul": "ELECTION: {seat} is elected consul with {citizens:citizen} (10.2)",
    "installed": "The consul's civil servant goes to {at}; he returns {leaving:citizen} to Alii"
    " (10.5)",
    "idle": "{seat} stays and takes no action (4.1)",
    "not done": "(for you alone) Order {line} was not done: {reason}[ ({rule})]",
    "result": "{seat} wins: {why}",
}
_NAMES = {key: name for each in (*VOCABULARY.values(), ENDINGS) for key, name in each.items()}


def describe(event: Data, seat: str) -> list[str]:
    """Lines for one event; [] if it is not worth a line."""
    return described(event, PHRASES, _NAMES)


def reminder(public: Data) -> list[Data]:
    """An attack that waits for a choice of the loser."""
    attack = public["attack"]
    return [{"kind": "under way", "data": dict(attack)}] if attack else []


def situation(view: View) -> list[tuple[str, list[str]]]:
    """Every section of a report, in order; the same for all seats."""
    public = view.public
    found = [("Provinces", _provinces(public)), ("Triumvirs", _triumvirs(public)), _rest(public)]
    if attack := public["attack"]:
        who = public["characters"][attack["seat"]]
        along = f"{several(who['legions'], 'legion')}, {several(who['servants'], 'civil servant')}"
        line = f"{SEATS[attack['seat']]} is taking {_NAMES[attack['at']]} with {along}"
        found.insert(0, ("Attack under way", [line]))
    return found


def _provinces(public: Data) -> list[str]:
    """Owner, type, legions, gold, governor, civil servants; and where the triumvirs are."""
    rows: list[list[object]] = [["", "", "type", "legions", "gold", "gov.", "servants"]]
    for seat in public["players"]:
        for key in owned(public, seat):
            place, printed = public["provinces"][key], board.LAND[key]
            row = [printed["name"], printed["type"], place["legions"], place["gold"]]
            idle = [f"{place['idle']} idle"] if place["idle"] else []
            servants = ", ".join(["active"] * place["active"] + idle)
            rows.append([SEATS[seat], *row, place["governor"], servants])
    characters = public["characters"]
    there = [f"{SEATS[one]} in {board.NAMES[characters[one]['at']]}" for one in public["players"]]
    lines = [*columns(rows, " "), "gov.: the governor is on or off the supply square (5.1)"]
    return [*lines, "servants: civil servants, active or idle (6.10)", *packed("triumvirs:", there)]


def _triumvirs(public: Data) -> list[str]:
    """Treasury, reserves, citizens, competences (+ for who leads), cards."""
    counts = ("gold", "weapons", "governors", "citizens")
    rows: list[list[object]] = [["", *counts, "provinces", *TRACKS]]
    cards = []
    card, fled = public["compensation"], public["escape_card"]
    for seat in public["players"]:
        who = public["characters"][seat]
        levels = [ROMAN[who[t]] + ("+" if leads(public, seat, t) else "") for t in TRACKS]
        numbers = [who[key] for key in counts]
        rows.append([SEATS[seat], *numbers, len(owned(public, seat)), *levels])
        has = ["consul"] * who["consul"] + ["escape"] * (fled == seat)
        has += [f"compensation {ROMAN[card['side']]}"] * (card["holder"] == seat)
        cards += [f"cards of {SEATS[seat]}: {', '.join(has)}"] if has else []
    return [
        *columns(rows, " "),
        "weapons, governors: in reserve; +: leads on this track (8.4)",
        *cards,
    ]


def _rest(public: Data) -> tuple[str, list[str]]:
    """2.5 Alii, the bag by colour, the supply, the stone."""
    supply = public["supply"]
    lines = packed("weapons in the bag:", (f"{SEATS[s]} {n}" for s, n in bag(public).items()))
    goods = [several(supply["legions"], "legion"), f"{supply['gold']} gold"]
    lines += packed("supply:", [*goods, several(supply["servants"], "civil servant")])
    stone = ROMAN[public["stone"]] if public["stone"] else "ELECTION"
    lines = [f"citizens in Alii: {public[ALII]}", *lines, f"stone: {stone}"]
    if (now := public["now"])["asked"] and public["phase"] == "turn":
        done = f"points left {now['points']}, actions {now['actions']}"
        attacks = f"attacks won {now['won']}, lost {now['lost']}"
        lines.append(f"{SEATS[public['active']]}'s turn so far: {done}, {attacks}")
    if now["asked"] and public["phase"] == "turn" and not public["attack"]:
        legions, servants = brought(public, public["active"])
        along = f"{several(legions, 'legion')}, {several(servants, 'civil servant')}"
        lines.append(f"came with him to where he is: {along}")
    return "Forum, bag and supply", lines
