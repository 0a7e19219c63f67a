"""The page of this folder names every test of it, and no other."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent


def test_every_fault_has_its_test() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in HERE.joinpath("README.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| ") and not line.startswith("| fault ")
    ]
    told = [test.strip("`") for _, test, _ in rows]
    sources = [path.read_text(encoding="utf-8") for path in sorted(HERE.glob("test_*.py"))]
    there = re.findall(r"^def (test_\w+)", "\n".join(sources), re.MULTILINE)
    assert sorted(told) == sorted(set(there) - {"test_every_fault_has_its_test"})
    for _, _, more in rows:
        for place in re.findall("`([^`]+)`", more):
            assert HERE.parents[1].joinpath(place).exists(), place
