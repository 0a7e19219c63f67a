"""Makes and replays the sample game in ``samples/eunostos``: five player turns of the naval battle
of Caesar in Alexandria, as ``samples/rubicon.py`` does with its own.
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

#: the game goes on until this player turn is over
LAST_TURN = 5

#: What each means to do in its turns: every line that is legal is ordered.
TURNS = {
    1: """
- activate: fleet
- sail: {galley: R-QUIN-1, path: [2806]}
- sail: {galley: R-QUAD-1, path: [2904]}
- sail: {galley: R-CTRI-1, path: [3006]}
- sail: {galley: R-TRI-1, path: [2805]}
- sail: {galley: R-TRI-2, path: [2407]}
- sail: {galley: R-LBI-1, path: [3103]}
""",
    2: """
- activate: fleet
- attack speed: [E-QUAD-4, E-QUAD-1]
- sail: {galley: E-QUAD-4, path: [3208, 3207, 3106, {ram: R-CTRI-1}]}
- sail: {galley: E-QUAD-1, path: [3007, 2906, {fire: R-QUIN-1}, {ram: R-QUIN-1, then: stay}]}
- sail: {galley: E-QUIN-1, path: [2809, 2808, 2707, 2706, {grapple: R-QUIN-1}]}
- sail: {galley: E-TRI-1, path: [2908]}
- sail: {galley: E-TRI-2, path: [2808]}
- attack: {with: [E-HI-1], at: R-QUIN-1}
""",
    3: """
- activate: fleet
- attack speed: [R-LBI-1]
- sail: {galley: R-LBI-1, path: [3102, 3103, 3104, 3105, {ram: E-QUAD-4}]}
- sail: {galley: R-QUAD-1, path: [2905, {grapple: E-QUAD-1}]}
- sail: {galley: R-QUIN-1, path: [2807, {fire: E-QUAD-1}, {grapple: E-QUAD-1}]}
- sail: {galley: R-CTRI-1, path: [SE, {fire: E-QUAD-1}]}
- attack: {with: [R-VI-7, R-VI-8], at: E-QUAD-1}
- attack: {with: [R-VI-1], at: E-QUAD-1}
""",
    4: """
- activate: fleet
- attack speed: [E-QUAD-2]
- sail: {galley: E-QUAD-2, path: [2608, 2707, {ram: R-QUIN-1}]}
- sail: {galley: E-QUIN-1, path: [2907, {fire: R-QUIN-1, strength: 2}, {grapple: R-QUIN-1}]}
- {if: hits >= 1, else: skip, attack: {with: [E-HI-1, E-HI-2], at: R-QUIN-1}}
""",
    5: """
- activate: fleet
- attack speed: [R-TRI-1]
- sail: {galley: R-TRI-1, path: [2705, 2706, 2607, {rake: E-QUAD-2}]}
- sail: {galley: R-QUIN-1, path: [{fire: E-QUIN-1}]}
- sail: {galley: R-LBI-1, path: [{grapple: E-QUAD-4}]}
- sail: {galley: R-QUIN-2, path: [2405]}
- sail: {galley: R-CTRI-1, path: [3006, {fire: E-QUAD-4}]}
""",
}
STANDING = {
    "roman": """
- {on: evasion, bows on: "yes", if: fatigue <= 1, then: {evade: [astern, ahead]}}
- {on: evasion, then: pass}
- {on: sea fire, cause: [ram, rake], then: shoot}
- {on: sea fire, then: default}
- {on: retreat, then: default}
- {on: reference, then: default}
- {on: flee, then: default}
- {on: facing, then: default}
""",
    "egyptian": """
- {on: evasion, then: pass}
- {on: sea fire, cause: [fire, ram], then: shoot}
- {on: sea fire, then: default}
- {on: retreat, then: default}
- {on: reference, then: default}
- {on: flee, then: default}
- {on: facing, then: default}
""",
}
#: Advance orders that go with a turn, for the enemy's.
NEXT = {3: "- {on: sea fire, galley: R-TRI-1, orders: [never]}"}
NOTES = {1: "Nothing between us but water."}


def write(sheet: Data, ruleset: Ruleset) -> dict[str, Any] | None:
    """What a player of the sample writes, None after its last turn."""
    public, seat = sheet["state"]["public"], sheet["seat"]
    turn = public["turn"]
    if turn > LAST_TURN:
        return None
    request = views.own_request(sheet, ruleset.rules)
    first = {"standing": written(STANDING[seat])} if turn <= 2 else {}
    if request is None:
        return {"orders": [], **first}
    if request.kind != "turn":
        return {"orders": template(request, sheet, ruleset)}
    coming = {"next": written(NEXT[turn])} if turn in NEXT else {}
    note = {"note": NOTES[turn]} if turn in NOTES else {}
    return {
        "orders": legal(request, sheet, ruleset, written(TURNS[turn])),
        **first,
        **coming,
        **note,
    }


SAMPLE = Sample(
    home=Path(__file__).parent / "eunostos",
    ruleset="caesar-in-alexandria",
    scenario="naval",
    name="Eunostos",
    seed="52",
    seats=("roman", "egyptian"),
    writer=write,
)

if __name__ == "__main__":
    SAMPLE.main(__doc__)
