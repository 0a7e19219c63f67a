"""Makes and replays the sample game in ``samples/ilerda``: three game turns of Caesar XL, as
``samples/rubicon.py`` does with its own.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

# The installed referee comes first; only the samples are taken from beside this file.
sys.path.append(str(Path(__file__).parent.parent))

from referee import views
from referee.engine.request import Data, Request, View
from referee.engine.rules import Ruleset
from rulesets.caesar_xl import board
from samples.playing import Sample, legal, template, written

#: the game goes on until this turn is over
LAST_TURN = 3

#: What each means to claim and to buy, by the turn: every line that is legal is ordered.
CARDS = {
    ("caesar", 1): "- {if: leaders drawn = 0, else: skip, buy}",
    ("pompey", 1): "- buy",
    ("caesar", 2): "- look",
    ("caesar", 3): """
- claim: The Senate
- claim: Pontifex Maximus
- claim: Tribunes of the Plebs
- claim: Demands for Reform
- {if: [tactics = 0, gold >= 8], else: skip, buy}
""",
}
#: the rule for cards that goes with the turn before, in ``next``
NEXT = {
    ("pompey", 1): "- {on: cards, orders: [{if: tactics drawn = 0, else: skip, buy}]}",
    ("pompey", 2): """
- {on: cards, orders: [buy, {if: [leaders drawn = 0, gold >= 9], else: skip, buy}]}
""",
}
#: What each means to do in its turns, behind what the hand allows.
TURNS = {
    ("caesar", 1): """
- recruit: {legions: 1, at: Massilia}
- march: {pieces: [Caesar, CL1], to: Rome}
- march: {pieces: [CL2, CL3], via: Rubicon, to: Rome}
""",
    ("pompey", 1): """
- recruit: {allies: 1, at: Nova Carthago}
- march: {pieces: [PL3, PL4], to: Barcino}
- march: {pieces: [PL5, PA2], to: Messana}
- march: {pieces: [Pompey, PL1, PL2, PA1], via: Thessalonica, to: Dyrrachium}
""",
    ("caesar", 2): """
- recruit: {legions: 1, at: Massilia}
- diplomacy: {at: Caralis}
- {if: succeeded, else: skip, recruit: {allies: 1, at: Caralis}}
- march: {pieces: [CL4, CL5, CL6], to: Barcino}
- march: {pieces: [Caesar, CL1, CL2], to: Brundisium}
- battles: [Brundisium, Barcino]
""",
    ("pompey", 2): """
- recruit: {legions: 1, at: Athens}
- recruit: {legions: 1, at: Utica}
- march: {pieces: [PL5, PA2], to: Brundisium}
- march: {pieces: [Pompey, PL1, PL2, PA1], to: Brundisium}
- march: {pieces: [PA3], to: Hierosolyma}
""",
    ("caesar", 3): """
- recruit: {legions: 1, at: Rome}
- diplomacy: {at: Gades}
- march: {pieces: [CL3], to: Brundisium}
- march: {pieces: [CL4, CL6, CL7], to: Nova Carthago}
- march: {pieces: [CA1], to: Massilia}
""",
    ("pompey", 3): """
- recruit: {legions: 2, at: Athens}
- recruit: {legions: 1, at: Messana}
- march: {pieces: [PA3], to: Alexandria}
- march: {pieces: [PL6, PL3], via: Thessalonica, to: Dyrrachium}
""",
}
STANDING = {
    "caesar": """
- {on: retreat, side: attacker, if: [own swords < enemy swords, round >= 2], then: [own, default]}
- {on: retreat, then: default}
- {on: loss, then: default}
- {on: promotion, then: default}
- {on: supply, then: default}
- {on: go home, then: {go home: [CA2]}}
""",
    "pompey": """
- {on: tactics, side: defender, then: [{tactics: [Siege, Night March]}, any]}
- {on: tactics, then: any}
- {on: loss, then: default}
- {on: promotion, then: ally}
- {on: supply, then: default}
""",
}
NOTES = {("caesar", 1): "The die is cast.", ("pompey", 3): "Italy is only a place."}


def write(sheet: Data, ruleset: Ruleset) -> dict[str, Any] | None:
    """What a player of the sample writes, None after its last turn."""
    public, seat = sheet["state"]["public"], sheet["seat"]
    if public["turn"] > LAST_TURN:
        return None
    request = views.own_request(sheet, ruleset.rules)
    if request is None:
        return {"orders": [], "standing": written(STANDING[seat]), **_next(seat, 1, "cards")}
    when = (seat, public["turn"])
    match request.kind:
        case "cards":
            lines = written(CARDS.get(when, "- buy"))
            first = {"standing": written(STANDING[seat])} if when == ("caesar", 1) else {}
            return {"orders": legal(request, sheet, ruleset, lines), **first}
        case "turn":
            wanted = [*from_hand(views.view(sheet)), *written(TURNS[when])]
            orders = legal(request, sheet, ruleset, wanted)
            note = NOTES.get(when)
            return {"orders": orders, **_next(*when, "turn"), **({"note": note} if note else {})}
    return {"orders": answer(request, sheet, ruleset)}


def _next(seat: str, turn: int, asked: str) -> dict[str, Any]:
    """Advance orders: Pompey's first cards go with his empty file, later ones with his turns."""
    rule = NEXT.get((seat, turn if asked == "cards" else turn + 1))
    return {"next": written(rule)} if rule else {}


def from_hand(view: View) -> list[dict[str, Any]]:
    """Leaders of a hand come into play, and actions that help."""
    home = {"caesar": "Massilia", "pompey": "Athens"}[view.seat]
    enemy = {"caesar": "Rome", "pompey": "Rome"}[view.seat]
    lines: list[dict[str, Any]] = []
    for card in view.own["hand"]:
        match card:
            case _ if card in board.LEADERS:
                lines.append({"place": {"leader": board.LEADER_NAMES[card], "at": home}})
            case "A1":
                lines.append({"mobilize": ["Pontus", "Armenia", "Alexandria", "Thracia"]})
            case "A2":
                lines.append({"treachery": enemy})
            case "A6":
                lines.append({"revolt": "Gades"})
            case "A8":
                lines.append({"levy": home})
    return lines


def answer(request: Request, sheet: Data, ruleset: Ruleset) -> list[Any]:
    """A tactics card if there is one; otherwise whatever the template proposes."""
    if request.kind == "tactics":
        options = request.options(views.view(sheet))  # type: ignore[attr-defined]
        return [{"tactics": board.CARD_NAMES[card]} for card in options[1:2]]
    return template(request, sheet, ruleset)


SAMPLE = Sample(
    home=Path(__file__).parent / "ilerda",
    ruleset="caesar-xl",
    scenario="silver",
    name="Ilerda",
    seed="48",
    seats=("caesar", "pompey"),
    writer=write,
)

if __name__ == "__main__":
    SAMPLE.main(__doc__)
