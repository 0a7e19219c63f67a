"""Makes and replays the sample game in ``samples/rubicon``, by the commands that players use.

``python samples/rubicon.py FOLDER`` plays the game again into FOLDER; the tests compare it with
``samples/rubicon`` byte for byte.  With ``--drafts`` the players' drafts are made anew as well,
from what each of them means to do, for when rules or data have changed.
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
from samples.playing import Sample, legal, template

#: the game goes on until this turn is over
LAST_TURN = 2

#: What each means to do with the command cards, best first: every line that is legal is ordered.
PURPOSES: dict[str, list[dict[str, Any]]] = {
    "caesar": [
        {"move": {"from": "Narbo", "blocks": ["Legio 7", "Legio 9", "Legio 10"], "to": "Tarraco"}},
        {"move": {"from": "Rome", "blocks": ["Caesar", "Legio 8", "Legio 13"], "to": "Neapolis"}},
        {"move": {"from": "Ravenna", "blocks": ["Caesar", "Legio 13"], "to": "Rome"}},
        {"move": {"from": "Genua", "blocks": ["Antonius", "Legio 8", "Legio 12"], "to": "Rome"}},
        {"move": {"from": "Massilia", "blocks": ["Legio 11", "Legio 14"], "to": "Narbo"}},
        {"move": {"from": "Lugdunum", "blocks": ["Legio 16"], "via": ["Massilia"], "to": "Narbo"}},
        {"levy": {"block": "Legio 17"}},
        {"levy": {"block": "Auxilia 3", "at": "Massilia"}},
        {"levy": {"block": "Equitatus 2"}},
        {"levy": {"block": "Ballista", "at": "Massilia"}},
    ],
    "pompey": [
        {"move": {"from": "Carthago Nova", "blocks": ["Legio 2", "Legio 4"], "to": "Tarraco"}},
        {"move": {"from": "Neapolis", "blocks": ["Pompey", "Legio 1"], "to": "Rome"}},
        {"move": {"from": "Brundisium", "blocks": ["Legio 3"], "to": "Neapolis"}},
        {"move": {"from": "Antioch", "blocks": ["Scipio", "Legio 34"], "to": "Tarsus"}},
        {"levy": {"block": "Legio 32"}},
        {"levy": {"block": "Elephant"}},
        {"levy": {"block": "Auxilia 1", "at": "Neapolis"}},
        {"levy": {"block": "Auxilia 3", "at": "Utica"}},
        {"levy": {"block": "Legio 38"}},
    ],
}
NOTES = {(1, "caesar"): "The die is cast.", (2, "pompey"): "Not before you have shown yours."}


def write(sheet: Data, ruleset: Ruleset) -> dict[str, Any] | None:
    """What a player of the sample writes, None after its last turn."""
    if sheet["state"]["public"]["turn"] > LAST_TURN:
        return None
    request = views.own_request(sheet, ruleset.rules)
    orders = [] if request is None else _orders(request, sheet, ruleset)
    note = NOTES.get((sheet["number"] + 1, sheet["seat"]))
    return {"orders": orders, **({"note": note} if note else {})}


def _orders(request: Request, sheet: Data, ruleset: Ruleset) -> list[Any]:
    if request.kind == "command":
        return legal(request, sheet, ruleset, PURPOSES[sheet["seat"]])
    if request.kind == "cards":
        return _cards(sheet)
    return template(request, sheet, ruleset)


def _cards(sheet: Data) -> list[dict[str, Any]]:
    """The card with most moves is played, the one with fewest is discarded."""
    hand = sorted(sheet["state"]["own"]["hand"])
    card = {"play": hand[-1]}
    return [{"discard": hand[0]}, card] if len(hand) == 6 else [card]


SAMPLE = Sample(
    home=Path(__file__).parent / "rubicon",
    ruleset="julius-caesar",
    scenario="land",
    name="Rubicon",
    seed="19",
    seats=("caesar", "pompey"),
    writer=write,
)

if __name__ == "__main__":
    SAMPLE.main(__doc__)
