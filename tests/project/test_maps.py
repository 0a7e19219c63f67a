"""The table of the map in each game's page is that of the ruleset."""

from __future__ import annotations

import pytest

from tests.project.maps import games, printed, section
from tests.project.pages import MAN


@pytest.mark.parametrize("name", games())
def test_the_map_of_a_page_is_that_of_the_data(name: str) -> None:
    page = (MAN / f"referee-{name}.7").read_text("utf-8")
    assert printed(page) == section(name), "python -m tests.project.maps --write"
