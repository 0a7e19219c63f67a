"""Real games in folders, played by the samples' own order files to the run that a story needs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.ruleset import load
from samples.playing import Sample
from tests.faults.stories import CARRHAE, RUBICON, Game
from tests.support.mailbag import Table, cli


@pytest.fixture(scope="session")
def _shelf(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Sample, int], Table]:
    made: dict[tuple[str, int], Table] = {}

    def take(sample: Sample, runs: int) -> Table:
        if (sample.name, runs) not in made:
            folder = tmp_path_factory.mktemp("shelf") / f"{sample.home.name}-{runs}"
            made[sample.name, runs] = _played(sample, folder, runs)
        return made[sample.name, runs]

    return take


def _played(sample: Sample, folder: Path, runs: int) -> Table:
    sample.open_game(folder)
    table = Table(folder / "game", load(sample.ruleset), int(sample.seed))
    orders = sorted(sample.home.joinpath("orders").glob("*.yaml"))
    if wanted := [path for path in orders if int(path.name[:4]) <= runs]:
        said = cli("apply", table.folder, *wanted)
        assert said.status == 0, said.err
    return table


@pytest.fixture
def rubicon(_shelf: Callable[[Sample, int], Table], tmp_path: Path) -> Game:
    """Julius Caesar: Rubicon after so many runs."""
    return lambda runs, called="game": _shelf(RUBICON, runs).copy(tmp_path / called)


@pytest.fixture
def carrhae(_shelf: Callable[[Sample, int], Table], tmp_path: Path) -> Game:
    """The End of the Triumvirate: Carrhae after so many runs."""
    return lambda runs, called="game": _shelf(CARRHAE, runs).copy(tmp_path / called)
