"""Makes and replays the sample game in ``samples/allia``: a whole turn of The Sword of Rome with
four keys, as ``samples/rubicon.py`` does with its own.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

# The installed referee comes first; only the samples are taken from beside this file.
sys.path.append(str(Path(__file__).parent.parent))

from referee import views
from referee.engine.request import Data
from referee.engine.rules import Ruleset
from referee.engine.words import word_of
from referee.orders.standing_list import sets_of
from samples.playing import Sample, legal, template, written

#: What each does in its five actions: every line that is legal is ordered.  "card: 2" is the lowest
#: card of the hand that has that value or more.
ACTIONS = {
    ("gauls", 1): """
- march: {card: 2, leader: Gallic leader A, path: [Sentinum, Spoletium, Narnia]}
""",
    ("gauls", 2): """
- leader: {leader: Gallic leader A, to: Luna}
- march: {card: 2, leader: Gallic leader B, cu: 5, path: [Pisae]}
""",
    ("gauls", 3): "- siege: {card: 2, leader: Gallic leader B}",
    ("gauls", 4): """
- reinforce: {card: 3, to: Luna}
- march: {card: 1, leader: Gallic leader C, path: [Cremona]}
""",
    ("gauls", 5): "- march: {card: 2, leader: Gallic leader C, path: [Parma]}",
    ("etruscans-samnites", 1): """
- propose: {with: Rome, for: Samnites}
- {if: accepted, else: skip, march: {card: 2, leader: Samnite leader A, path: [Luceria]}}
""",
    ("etruscans-samnites", 2): """
- reinforce: {card: 3, to: Bovianum, power: Samnites}
- support: {card: 1, to: [Fregellae]}
""",
    ("etruscans-samnites", 3): """
- march: {card: 2, leader: Etruscan leader A, path: [Cortona, Arretium, Faesulae, Pisae]}
""",
    ("etruscans-samnites", 4): """
- support: {card: 2, to: [Tarquinii, Tarquinii]}
- support: {card: 1, to: [Tarquinii]}
""",
    ("etruscans-samnites", 5): "- support: {card: 1, to: [Fregellae]}",
    ("rome", 1): """
- march: {card: 2, leader: Valerius, cu: 7, path: [Narnia]}
- march: {card: 2, leader: Valerius, path: [Spoletium]}
""",
    ("rome", 2): "- march: {card: 2, leader: Camillus, path: [Antium]}",
    ("rome", 3): "- siege: {card: 1, leader: Camillus}",
    ("rome", 4): """
- event: {card: Via Appia}
- support: {card: 1, to: [Capua]}
""",
    ("rome", 5): """
- support: {card: 2, to: [Sutrium, Narnia]}
- support: {card: 1, to: [Narnia]}
""",
    ("greeks", 1): """
- event: {card: Pyrrhus, to: Tarentum}
- support: {card: 1, to: [Messana]}
""",
    ("greeks", 2): """
- support: {card: 3, to: [Neapolis, Rhegium, Thurii]}
- support: {card: 2, to: [Neapolis, Thurii]}
""",
    ("greeks", 3): """
- march: {card: 1, leader: Pyrrhus, path: [Venusia]}
- march: {card: 2, leader: Greek leader A, path: [Venusia]}
""",
    ("greeks", 4): """
- support: {card: 2, to: [Messana, Tarentum]}
- support: {card: 1, to: [Messana]}
""",
    ("greeks", 5): "- support: {card: 1, to: [Rhegium]}",
}
#: A card of all hands: no line with it is legal as an action.
NO_CARD = "Desperate Times"
#: Rules of their own, before those of *quiet*.
STANDING = {
    "rome": """
- {on: respond, trigger: battle, if: mine, then: any}
- {on: intercept, power: Rome, mover: Gauls, if: own cu >= their cu, then: {cu: 6}}
- {on: alliance, from: Samnites, then: {alliance: [accept]}}
- {on: renewal, with: Samnites, then: {renewal: [renew]}}
""",
    "greeks": "- {on: renewal, with: Rome, then: {renewal: [renew]}}",
    "gauls": """
- {on: respond, trigger: battle, if: [mine, own total <= enemy total], then: any}
- {on: avoid, if: their odds >= 3, then: anywhere}
""",
    "etruscans-samnites": """
- {on: desperate times, round: 4, before: Rome, times: 1,
    then: {desperate: {use: exchange, discard: [BEST]}}}
- {on: intercept, power: Samnites, then: all}
- {on: renewal, then: {renewal: [renew]}}
""",
}
#: what each wants to be asked all the same
ASKED = {
    "rome": ("politics",),
    "greeks": ("reinforcement", "decline"),
    "gauls": ("decline", "retreat"),
    "etruscans-samnites": ("relief", "politics"),
}
#: and what they answer, every line that is legal
ANSWERS = {
    ("rome", "politics"): "- gain: [{add: Narnia}, {cut: Ariminum}]",
    ("greeks", "decline"): "- choose: fight",
    ("gauls", "decline"): "- choose: fight",
    ("etruscans-samnites", "relief"): "- relief: yes",
}
#: the round whose action goes with the one before, in ``next``
AHEAD = {("gauls", 4), ("greeks", 4), ("greeks", 5), ("rome", 4), ("etruscans-samnites", 5)}
NOTES = {("gauls", 1): "Vae victis!"}
SECRET = {("etruscans-samnites", 1): {"rome": "Take Antium: we stay north of Sutrium this turn."}}


def write(sheet: Data, ruleset: Ruleset) -> dict[str, Any] | None:
    """What a player of the sample writes, None after its turn."""
    public, seat = sheet["state"]["public"], sheet["seat"]
    if public["turn"] > 1:
        return None
    request = views.own_request(sheet, ruleset.rules)
    if request is None:
        return {"orders": [], "standing": standing(seat, ruleset)}
    if request.kind != "action":
        lines = written(ANSWERS.get((seat, request.kind), ""))
        orders = legal(request, sheet, ruleset, lines) or template(request, sheet, ruleset)
        return {"orders": orders}
    when, hand = (seat, public["round"]), _hand(sheet, ruleset)
    orders = legal(request, sheet, ruleset, written(_with_cards(ACTIONS[when], hand)))
    played = [line[word_of(line)].get("card") for line in orders]
    left = [card for card in hand if card[1] not in played]
    return {"orders": orders, **_beside(*when, left, ruleset)}


def _hand(sheet: Data, ruleset: Ruleset) -> list[tuple[int, str]]:
    """The value and the name of each card in hand, the lowest first."""
    assert ruleset.data is not None
    deck, names = ruleset.data["cards"]["decks"][sheet["seat"]], ruleset.rules.names(sheet["seat"])
    cards = sheet["state"]["own"]["hand"]
    return sorted((deck[card]["value"], names["card"][card]) for card in cards)


def _with_cards(lines: str, hand: Sequence[tuple[int, str]]) -> str:
    """Lines with a card for each value; one that is not there is `NO_CARD`."""

    def named(value: re.Match[str]) -> str:
        able = [name for worth, name in hand if worth >= int(value[1])]
        return f"card: {next(iter(able), NO_CARD)}"

    return re.sub(r"card: (\d)", named, lines)


def standing(seat: str, ruleset: Ruleset, best: str = NO_CARD) -> list[Any]:
    """A player's rules, and those of *quiet* but for what he wants to be asked.

    best: the card that he exchanges by Desperate Times."""
    quiet: list[Any] = sets_of(ruleset)["quiet"].rules
    own = written(STANDING[seat].replace("BEST", best))
    return own + [rule for rule in quiet if rule["on"] not in ASKED[seat]]


def _beside(
    seat: str, number: int, hand: Sequence[tuple[int, str]], ruleset: Ruleset
) -> dict[str, Any]:
    """Notes, the next action if it rides along, and with the hand what is exchanged of it."""
    coming = (seat, number + 1)
    lines = written(_with_cards(ACTIONS.get(coming, ""), hand))
    found: dict[str, Any] = {"next": [{"on": "action", "orders": lines}]} if coming in AHEAD else {}
    if "BEST" in STANDING[seat] and number == 1:
        found["standing"] = standing(seat, ruleset, hand[-1][1])
    found |= {"note": NOTES[seat, number]} if (seat, number) in NOTES else {}
    return {**found, **({"notes": SECRET[seat, number]} if (seat, number) in SECRET else {})}


SAMPLE = Sample(
    home=Path(__file__).parent / "allia",
    ruleset="sword-of-rome",
    scenario="four",
    name="Allia",
    seed="109",
    seats=("rome", "greeks", "gauls", "etruscans-samnites"),
    writer=write,
)

if __name__ == "__main__":
    SAMPLE.main(__doc__)
