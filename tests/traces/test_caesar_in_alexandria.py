"""Games of Caesar in Alexandria that others have played offer the same on land by our rules.

Six of them lie beside the project where it is developed, and are not part of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.traces.caesar_in_alexandria import Follower
from tests.traces.caesar_in_alexandria.fighting import Fighter

FOLDER = Path(__file__).parents[3] / "shared" / "traces" / "caesar-in-alexandria"
SIX = sorted(FOLDER.glob("*.jsonl.gz"))


@pytest.mark.parametrize("path", SIX, ids=lambda path: path.name.partition(".")[0])
def test_the_six_games_have_only_expected_differences_on_land(path: Path) -> None:
    report = Follower(path).follow()
    assert report.other == []
    assert report.compared


@pytest.mark.parametrize("path", SIX, ids=lambda path: path.name.partition(".")[0])
def test_their_fights_on_land_end_as_they_did(path: Path) -> None:
    assert Fighter(path).fought()[1] == []
