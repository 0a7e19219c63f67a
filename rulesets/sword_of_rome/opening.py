"""3 The set-up."""

from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.sword_of_rome import board
from rulesets.sword_of_rome.board import HOME, LEADERS, MINOR, POWERS, SPACES
from rulesets.sword_of_rome.position import ASIDE, CUP, WAITS, Data, fresh


def first(scenario: str, short: bool) -> Data:
    """3 The public part before the first cards are dealt."""
    chosen = board.SCENARIOS[scenario]
    gone = chosen["gone"]
    forces = [force for force in board.DATA["setup"]["forces"] if force["power"] not in gone]
    public: Data = {
        "scenario": scenario,
        "short": short,
        "seats": [seat for seat in board.SEATS if seat in chosen["seats"]],
        "out": [],
        "closed": [space for space in SPACES if HOME[space] in gone],
        "turn": 1,
        "phase": "start",
        "round": 0,
        "first": "",
        "queue": [],
        "stage": "",
        "now": fresh(),
        "activated": [],
        "pending": [],
        "vp": {seat: board.DATA["setup"]["vp"][seat] for seat in chosen["seats"]},
        "plunder": 0,
        "flags": [],
        "facts": [],
        "markers": {},
        "loyalty": {key: SPACES[key]["strength"] for key in board.CITIES if HOME[key] not in gone},
        "tribes": list(board.TRIBES),
        "sieges": {},
        "falls": [],
        "cu": {power: {} for power in POWERS if power not in gone},
        "inside": {power: {} for power in POWERS if power not in gone},
        "militia": {},
        "leaders": _leaders(gone, forces),
        "commanders": {},
        "alliances": list(chosen["permanent"]),
        "march": None,
        "battle": None,
        "result": None,
    }
    for force in sorted(forces, key=lambda force: force["at"]):
        public["cu"][force["power"]][force["at"]] = force["cu"]
        public["militia"].update({force["at"]: force["cu"]} if force["militia"] else {})
    return public


def _leaders(gone: Sequence[str], forces: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """8.2.2 Consuls in the cup, named leaders waiting, those of the set-up on the map."""
    found = {}
    for key, leader in LEADERS.items():
        waits = {board.CONSUL: CUP, MINOR: ASIDE}.get(leader["class"], WAITS)
        found.update({key: waits} if leader["power"] not in gone else {})
    return found | {force["leader"]: force["at"] for force in forces}
