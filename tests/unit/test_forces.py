"""Forces as a player writes them for `referee what-if`."""

from __future__ import annotations

import pytest

from referee.engine.odds import Piece
from referee.fault import Refused
from referee.odds.forces import force

NAMES = {"legio-8": "Legio 8", "scipio": "Scipio", "unseen": "unseen", "legion": "legion"}
ALSO = {"face down": "unseen"}


def test_a_number_stands_before_or_behind_a_name() -> None:
    text = "Legio 8 III, scipio 2, 2 unseen, 4 legions, legio 8"
    wanted = [("legio-8", 3), ("scipio", 2), ("unseen", 2), ("legion", 4), ("legio-8", 0)]
    assert force(text, NAMES, ALSO) == [Piece(*one) for one in wanted]
    assert force("3 face down", NAMES, ALSO) == [Piece("unseen", 3)]


@pytest.mark.parametrize("text", ["0 unseen", "unseen 0", "Legio 8 IIII", "Legio 8 VX"])
def test_a_number_that_is_none_is_not_left_out_silently(text: str) -> None:
    with pytest.raises(Refused) as refused:
        force(f"Scipio, {text}", NAMES, ALSO)
    assert [fault.reason for fault in refused.value.faults] == [f"{text!r} is no piece"]
