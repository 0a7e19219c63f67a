"""Makes and replays the sample game in ``samples/allia``: a whole turn of The Sword of Rome with
four keys, as ``samples/rubicon.py`` does with its own.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

# The installed referee comes first; only the samples are taken from beside this file.
sys.path.append(str(Path(__file__).parent.parent))

from referee import views
from referee.engine.request import Data, Request
from referee.engine.rules import Ruleset
from referee.orders.standing_list import sets_of
from samples.playing import Sample, legal, template, written

#: What each does in its five actions: every line that is legal is ordered.
ACTIONS = {
    ("gauls", 1): """
- march: {card: Long Swords, leader: Gallic leader A, path: [Sentinum, Spoletium, Narnia]}
""",
    ("gauls", 2): """
- leader: {leader: Gallic leader A, to: Luna}
- march: {card: Migration, leader: Gallic leader B, cu: 5, path: [Pisae]}
""",
    ("gauls", 3): "- siege: {card: Ransom Paid, leader: Gallic leader B}",
    ("gauls", 4): "- reinforce: {card: Vengeance, to: Luna}",
    (
        "gauls",
        5,
    ): "- march: {card: Neutral Power Activates, leader: Gallic leader C, path: [Parma]}",
    ("etruscans-samnites", 1): """
- propose: {with: Rome, for: Samnites}
- {if: accepted, else: skip, march: {card: Old Customs Kept, leader: Samnite leader A,
    path: [Luceria]}}
""",
    ("etruscans-samnites", 2): "- reinforce: {card: Linen Legion, to: Bovianum, power: Samnites}",
    ("etruscans-samnites", 3): """
- march: {card: Hill Forts, leader: Etruscan leader A, path: [Cortona, Arretium, Faesulae, Pisae]}
""",
    ("etruscans-samnites", 4): "- support: {card: Rich Gifts, to: [Tarquinii, Tarquinii]}",
    ("etruscans-samnites", 5): "- support: {card: Latin Grievance, to: [Tarquinii]}",
    ("rome", 1): "- march: {card: Second Levy, leader: Valerius, cu: 7, path: [Narnia]}",
    ("rome", 2): "- march: {card: Obesus Etruscus, leader: Camillus, path: [Antium]}",
    ("rome", 3): "- siege: {card: Night March, leader: Camillus}",
    ("rome", 4): "- event: {card: Via Appia}",
    ("rome", 5): "- support: {card: The Third Line Holds, to: [Sutrium, Narnia]}",
    ("greeks", 1): "- event: {card: Pyrrhus, to: Tarentum}",
    ("greeks", 2): "- support: {card: Neutral Power Activates, to: [Neapolis, Rhegium, Thurii]}",
    ("greeks", 3): "- march: {card: Oars and Anchors, leader: Pyrrhus, path: [Venusia]}",
    ("greeks", 4): "- support: {card: Exiles Come Home, to: [Messana, Tarentum]}",
    ("greeks", 5): "- support: {card: Demagogues, to: [Tarentum]}",
}
#: Rules of their own, before those of *quiet*.
STANDING = {
    "rome": """
- {on: respond, trigger: battle, if: mine, then: {cards: [Volley of Javelins, Maniples in Line]}}
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
    then: {desperate: {use: exchange, discard: [Gallic Fury]}}}
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
    when = (seat, public["round"])
    return {"orders": _action(request, sheet, ruleset, when), **_beside(*when)}


def standing(seat: str, ruleset: Ruleset) -> list[Any]:
    """A player's rules, and those of *quiet* but for what he wants to be asked."""
    quiet: list[Any] = sets_of(ruleset)["quiet"].rules
    return written(STANDING[seat]) + [rule for rule in quiet if rule["on"] not in ASKED[seat]]


def _action(request: Request, sheet: Data, ruleset: Ruleset, when: tuple[str, int]) -> list[Any]:
    return legal(request, sheet, ruleset, written(ACTIONS[when]))


def _beside(seat: str, number: int) -> dict[str, Any]:
    """Notes, and the next action if it rides along."""
    coming = (seat, number + 1)
    orders = {"on": "action", "orders": written(ACTIONS.get(coming, ""))}
    found: dict[str, Any] = {"next": [orders]} if coming in AHEAD else {}
    found |= {"note": NOTES[seat, number]} if (seat, number) in NOTES else {}
    return {**found, **({"notes": SECRET[seat, number]} if (seat, number) in SECRET else {})}


SAMPLE = Sample(
    home=Path(__file__).parent / "allia",
    ruleset="sword-of-rome",
    scenario="four",
    name="Allia",
    seed="86",
    seats=("rome", "greeks", "gauls", "etruscans-samnites"),
    writer=write,
)

if __name__ == "__main__":
    SAMPLE.main(__doc__)
