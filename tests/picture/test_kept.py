"""Pictures are drawn as they are kept, byte by byte; five of each game."""

from __future__ import annotations

import pytest

from tests.picture.kept import HOME, NAMES, drawn, every_picture, games, kept
from tests.picture.measure import WIDTHS, browser, measure
from tests.support.seeds import count

AGAIN = "python -m tests.picture.kept; then look at it"


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("which", NAMES)
def test_a_position_is_drawn_as_the_picture_that_is_kept(name: str, which: str) -> None:
    assert drawn(name, which) == kept(name, which), AGAIN


@pytest.mark.parametrize("name", games())
def test_the_pictures_of_a_game_are_different(name: str) -> None:
    assert len({kept(name, which) for which in NAMES}) == len(NAMES) >= 5


def test_no_other_pictures_are_kept() -> None:
    files = {str(path.relative_to(HOME)) for path in HOME.glob("*/*")}
    sorts = ("json", "svg")
    assert files == {f"{g}/{n}.{sort}.xz" for g in games() for n in NAMES for sort in sorts}


# -- in a browser ----------------------------------------------------------------------------------

#: two texts that touch, one that leaves the frame, one that is too small
BAD = """<svg xmlns="http://www.w3.org/2000/svg" width="300" height="90" font-size="12">
<text x="10" y="20">Massilia</text><text x="12" y="26">Narbo</text>
<text x="270" y="60">Hispania</text><text x="10" y="80" font-size="9">small</text></svg>"""


@pytest.fixture(scope="module")
def chromium() -> str:
    """A browser, for those who ask for it."""
    if not count(0, 1):
        pytest.skip("only with --long: a browser takes long to start")
    found = browser()
    if found is None:
        pytest.skip("Chromium is not installed: no picture was measured")
    return found


@pytest.mark.parametrize("width", WIDTHS)
def test_in_a_browser_texts_are_apart_inside_the_frame_and_large_enough(
    chromium: str, width: int
) -> None:
    for name, found in measure(every_picture(), width).items():
        assert found.boxes and not found.faults(), (chromium, name)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_browser_finds_texts_that_touch_leave_the_frame_or_are_small(
    chromium: str, width: int
) -> None:
    faults = measure({"bad": BAD}, width)["bad"].faults()
    told = ("'Hispania' leaves the frame", "'Massilia' touches 'Narbo'", "'small' has letters of 9")
    assert len(faults) == 3, (chromium, faults)
    assert all(one.startswith(said) for one, said in zip(faults, told, strict=True))
