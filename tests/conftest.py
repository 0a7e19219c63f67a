"""No test waits for the disk or compiles what others have compiled; and the last lines of a run say
what was not tried, and why."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest

from tests.support.fixtures import _shelf, game, process, toys_found
from tests.support.seeds import LONG

__all__ = ["_shelf", "game", "process", "toys_found"]

#: so many objects are made before Python looks for cycles among them
OBJECTS = 50_000

#: a test notes under this name, by `record_property`, what it could not try
NOT_TRIED = "not tried"

_found: dict[str, None] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    """``pytest --long`` tries by chance as much as tests/README.md says, and takes as long."""
    parser.addoption("--long", action="store_true", help="try much more by chance")


def pytest_configure(config: pytest.Config) -> None:
    """Tests see it by `tests.support.seeds`."""
    if config.getoption("long"):
        os.environ[LONG] = "yes"


@pytest.fixture(scope="session", autouse=True)
def no_sync() -> Iterator[None]:
    """Files are not synced: no process can see whether its own are, and to wait for the disk takes
    a fifth of all tests.  What is lost without power tests/harness/disk.py plays; commands that are
    run as processes of their own sync as ever."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Commands that tests run as processes find their modules compiled, as after an installation;
    a checkout has none, and where Python is told to write none each would compile a hundred.  The
    processes of xdist share them."""
    with pytest.MonkeyPatch.context() as patch:
        base = tmp_path_factory.getbasetemp()
        shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
        patch.setenv("PYTHONPYCACHEPREFIX", str(shared / "compiled"))
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield


def pytest_collection_finish() -> None:
    """All that was collected stays until the end, so it need not be searched for cycles again and
    again; nor has a test many."""
    gc.freeze()
    gc.set_threshold(OBJECTS)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """With -n the tests of a file stay together as far as that goes: what they share is made
    once."""
    if config.getvalue("dist") != "load":
        return None
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Keep what a test could not try, also one of another process."""
    _found.update({str(what): None for name, what in report.user_properties if name == NOT_TRIED})


def pytest_unconfigure(config: pytest.Config) -> None:
    """Say it behind everything else."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    for what in _found if reporter is not None else ():
        reporter.write_line(f"NOT TRIED: {what}", yellow=True, bold=True)
