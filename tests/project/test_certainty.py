"""The README says how much of each game's data is certain."""

from __future__ import annotations

import re

from referee.gamedata.data import PUBLISHED, RECONSTRUCTED, SEED, totals
from referee.ruleset import load, names
from tests.project.pages import ROOT


def test_the_table_of_the_readme_has_what_the_data_say() -> None:
    text = ROOT.joinpath("README.md").read_text("utf-8")
    told = re.findall(r"^\| `(.+)` \| (\d+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    counts = {name: totals(load(name).origins()) for name in names()}
    sources = (SEED, PUBLISHED, RECONSTRUCTED)
    assert {name: numbers for name, *numbers in told} == {
        name: [str(count[source]) for source in sources] for name, count in counts.items()
    }
