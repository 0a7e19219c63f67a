"""The page referee-caesar-in-alexandria(7): its example is a turn of the sample game."""

from __future__ import annotations

from pathlib import Path

from tests.project.pages import blocks, section, source, subsection

PAGE = source("referee-caesar-in-alexandria.7")
SAMPLE = Path(__file__).parents[2] / "samples" / "eunostos"


def test_the_turn_at_sea_is_that_of_the_sample() -> None:
    orders, report = blocks(subsection(section(PAGE, "EXAMPLES"), "A turn at sea"))
    draft = (SAMPLE / "drafts" / "0003-roman.yaml").read_text(encoding="utf-8")
    told = (SAMPLE / "reports" / "roman" / "0003.txt").read_text(encoding="utf-8")
    assert orders.text.strip("\n") in draft
    assert report.text.strip("\n") in told
