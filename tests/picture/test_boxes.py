"""The measure itself finds what it is for."""

from __future__ import annotations

import pytest

from tests.picture.boxes import TextBox, faults

ONE = TextBox(10, 10, 50, 24, "one")


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (TextBox(49, 23, 90, 37, "two"), ["'one' touches 'two'"]),
        (TextBox(12, 12, 40, 20, "two"), ["'one' touches 'two'"]),
        (TextBox(50, 10, 90, 24, "two"), []),
        (TextBox(10, 24, 50, 38, "two"), []),
        (TextBox(60, 10, 101, 24, "two"), ["'two' leaves the frame"]),
        (TextBox(60, -1, 90, 9, "two"), ["'two' leaves the frame"]),
    ],
)
def test_texts_that_touch_or_leave_the_frame_are_found(other: TextBox, told: list[str]) -> None:
    assert faults([ONE, other], 100, 100) == told
    back = faults([other, ONE], 100, 100)
    turned = [one.replace("'two' touches 'one'", "'one' touches 'two'") for one in back]
    assert turned == told


def test_fractions_of_a_pixel_do_not_count() -> None:
    assert not faults([ONE, TextBox(49.8, 10, 100.2, 24, "two")], 100, 100, 0.5)
