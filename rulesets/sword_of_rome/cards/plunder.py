"""14.1 The plunder table."""

from referee.engine.table import Table
from rulesets.sword_of_rome import board, verbs
from rulesets.sword_of_rome.board import GAULS

BOXES: int = board.TABLES["plunder"]["boxes"]


def lay(table: Table, power: str, number: int, why: str) -> None:
    """14.1 Markers of the Gauls or Transalpine Gauls, one at a time: opposite ones cancel one for
    one; a full table is scored and cleared."""
    public, by, full = table.public, 1 if power == GAULS else -1, 0
    for _ in range(number):
        public["plunder"] += by
        if abs(public["plunder"]) >= BOXES:
            public["plunder"] = 0
            full += 1
    table.tell("plunder", {"power": power, "markers": number, "why": why})
    for _ in range(full):
        verbs.score(table, {GAULS: by}, "the plunder table is full, 14.1")


def give_up(table: Table, number: int) -> None:
    """14.6 Gallic markers go."""
    table.public["plunder"] -= number
