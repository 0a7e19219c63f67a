"""Every test here finds the toys as if they were installed."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _with_toys(toys: None) -> None:
    """Nothing more is needed."""
