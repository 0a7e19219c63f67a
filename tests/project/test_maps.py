"""The tables of the map and the counters in each game's page are those of the ruleset."""

from __future__ import annotations

import pytest

from tests.project.maps import games, printed, tables
from tests.project.pages import MAN


@pytest.mark.parametrize("name", games())
def test_map_and_counters_of_a_page_are_those_of_the_data(name: str) -> None:
    page = (MAN / f"referee-{name}.7").read_text("utf-8")
    found = {what: printed(page, what) for what in tables(name)}
    assert found == tables(name), "python -m tests.project.maps --write"
