"""Makes and replays the sample game in ``samples/carrhae``: three rounds of turns of The End of
the Triumvirate, as ``samples/rubicon.py`` does with its own.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

# The installed referee comes first; only the samples are taken from beside this file.
sys.path.append(str(Path(__file__).parent.parent))

from referee import views
from referee.engine.request import Data
from referee.engine.rules import Ruleset
from samples.playing import Sample, legal, template, written

#: the game goes on until this turn is over
LAST_TURN = 9

#: What each means to do in its turns, and in the rest of a turn, by the number of the turn and how
#: often it has been asked in it: every line that is legal is ordered.
TURNS = {
    (1, 1): """
- rome: {gold: 1, legions: 1, at: Gallia Cisalpina}
- move: {to: Gallia Cisalpina, leave: 1}
- move: {to: Italia, leave: 2}
- {if: [won, legions >= 4], else: skip, move: {to: Sicilia, leave: 1}}
- {if: lost, else: skip, improve: military}
- {if: lost = 0, else: skip, improve: political}
""",
    (2, 1): """
- rome: {legions: 2}
- move: {to: Gallia Narbonensis, leave: 1, servants: 1}
- improve: military
""",
    (3, 1): """
- rome: {legions: 2, at: Syria}
- move: {to: [Asia, Macedonia], leave: 0, servants: 1}
- place servant
- wait
""",
    (3, 2): """
- move: {to: Achaea, leave: 1}
- improve: military
""",
    (4, 1): """
- rome: {legions: 2, at: [Italia, Illyricum]}
- move: {to: Sicilia, leave: 1}
- improve: political
""",
    (5, 1): """
- rome: {legions: 2}
- move: {to: [Western Sea, Sicilia], leave: 1, servants: 1}
- {if: won, else: skip, persuade: Alii}
- {if: lost, else: skip, weapons}
""",
    (6, 1): """
- rome: {legions: 2}
- scarce gold: [Rome, Africa Nova]
- move: {to: [Central Sea, Sicilia], leave: 1}
- improve: military
""",
    (7, 1): """
- rome: {gold: 2}
- scarce gold: [Rome, Aegyptus]
- move: {to: [Central Sea, Eastern Sea, Aegyptus]}
- persuade: Alii
- persuade: Crassus
""",
    (8, 1): """
- rome: {gold: 2}
- place servant
- improve: political
- persuade: Alii
""",
    (9, 1): """
- rome: {legions: 2, at: Cyrenaica}
- move: {to: [Central Sea, Cyrenaica]}
- move: {to: Aegyptus, leave: 0}
- {if: won, else: skip, persuade: Caesar}
- {if: lost, else: skip, improve: political}
""",
}
#: The rest of a turn of which nothing is said above.
REST = """
- improve: political
- improve: military
"""
STANDING = {
    "pompey": """
- {on: escape, then: [{escape: [Hispania Ulterior]}, default]}
- {on: raise, then: {raise: [political, military]}}
""",
    "crassus": """
- {on: turn, part: 2, if: [lost, gold >= 1], then: {improve: political}}
- {on: escape, by: caesar, then: most gold}
- {on: escape, then: default}
- {on: raise, then: higher}
""",
}
NOTES = {1: "To Rome.", 3: "The East is mine.", 9: "What is Carrhae?"}


def write(sheet: Data, ruleset: Ruleset) -> dict[str, Any] | None:
    """What a player of the sample writes, None after its last turn."""
    public = sheet["state"]["public"]
    if public["turn"] > LAST_TURN:
        return None
    request = views.own_request(sheet, ruleset.rules)
    if request is None:
        return {"orders": [], "standing": written(STANDING[sheet["seat"]])}
    if request.kind != "turn":
        return {"orders": template(request, sheet, ruleset)}
    turn, part = public["turn"], request.args["part"]
    orders = legal(request, sheet, ruleset, written(TURNS.get((turn, part), REST)))
    note = NOTES.get(turn) if part == 1 else None
    return {"orders": orders, **({"note": note} if note else {})}


SAMPLE = Sample(
    home=Path(__file__).parent / "carrhae",
    ruleset="end-of-the-triumvirate",
    scenario="three",
    name="Carrhae",
    seed="53",
    seats=("caesar", "pompey", "crassus"),
    writer=write,
)

if __name__ == "__main__":
    SAMPLE.main(__doc__)
