"""The tables of the map and the counters in each game's page are those of the ruleset."""

from __future__ import annotations

import pytest

from tests.project.maps import games, printed, tables
from tests.project.pages import MAN

#: tables that a page has in a form of its own
BY_HAND = {("counters", "sword-of-rome")}


@pytest.mark.parametrize("name", games())
def test_map_and_counters_of_a_page_are_those_of_the_data(name: str) -> None:
    page = (MAN / f"referee-{name}.7").read_text("utf-8")
    wanted = {what: table for what, table in tables(name).items() if (what, name) not in BY_HAND}
    found = {what: printed(page, what) for what in wanted}
    assert found == wanted, "python -m tests.project.maps --write"
