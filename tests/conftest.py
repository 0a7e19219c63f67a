"""The last lines of a test run say what was not tried, and why."""

from __future__ import annotations

import pytest

#: a test notes under this name, by `record_property`, what it could not try
NOT_TRIED = "not tried"

_found: dict[str, None] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Keep what a test could not try, also one of another process."""
    _found.update({str(what): None for name, what in report.user_properties if name == NOT_TRIED})


def pytest_unconfigure(config: pytest.Config) -> None:
    """Say it behind everything else."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    for what in _found if reporter is not None else ():
        reporter.write_line(f"NOT TRIED: {what}", yellow=True, bold=True)
