"""What several tests of the pages need."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the commands ``referee`` of this tree and ``python``."""
    if os.name != "posix" or not shutil.which("bash"):
        pytest.skip("the examples are for a POSIX shell")
    folder = tmp_path_factory.mktemp("bin")
    for name, call in {"referee": " -m referee", "python": ""}.items():
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}"{call} "$@"\n')
        script.chmod(0o755)
    return folder
