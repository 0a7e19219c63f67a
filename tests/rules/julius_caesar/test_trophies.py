"""1.2, ruling 47: what is said of a leader who is killed outside of battle."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blind.sidebyside import SideBySide

VULCAN: dict[str, Any] = {
    "active": "caesar",
    "card": "Vulcan",
    "caesar": {"Genua": ["Legio 8"]},
    "pompey": {"Rome": ["Pompey/1", "Legio 1"]},
}


@pytest.mark.parametrize(
    ("option", "said"), [("eliminated", "1 point for Caesar"), ("battle", "no point")]
)
def test_a_leader_struck_by_vulcan_is_worth_what_the_option_says(option: str, said: str) -> None:
    pair = SideBySide("caesar", VULCAN, {}, {})
    for table in pair.tables:
        table.clerk.game.state["public"]["options"]["trophies"] = option
    pair.play(caesar=[{"vulcan": "Rome"}])
    assert f"Caesar takes the leader as a trophy: {said}" in pair.text()
    public = pair.tables[0].clerk.game.state["public"]
    assert public["unscored"] == (["pompey"] if option == "battle" else [])
