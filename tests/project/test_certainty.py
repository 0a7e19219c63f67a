"""The README and the list of games say how much of each game's data is certain."""

from __future__ import annotations

import re

from referee.gamedata.data import PUBLISHED, RECONSTRUCTED, SEED, totals
from referee.ruleset import load, names
from tests.project.pages import ROOT
from tests.support.mailbag import cli


def test_the_table_of_the_readme_has_what_the_data_say() -> None:
    text = ROOT.joinpath("README.md").read_text("utf-8")
    told = re.findall(r"^\| `(.+)` \| (\d+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    counts = {name: totals(load(name).origins()) for name in names()}
    sources = (SEED, PUBLISHED, RECONSTRUCTED)
    assert {name: numbers for name, *numbers in told} == {
        name: [str(count[source]) for source in sources] for name, count in counts.items()
    }


def test_the_list_of_games_tells_players_length_mails_and_certainty() -> None:
    listed = cli("rulesets").out.splitlines()
    heads = [number for number, line in enumerate(listed) if not line.startswith(" ")]
    assert [listed[number].split()[0] for number in heads] == names()
    for number in heads:
        players, mails, data = listed[number + 1 : number + 4]
        assert re.match(r" +\d( or \d)? players; .*\d", players)
        assert re.match(r" +mails with 'quiet': \d.* a (player )?turn", mails)
        assert re.match(r" +data: \d+ certain, ", data)
