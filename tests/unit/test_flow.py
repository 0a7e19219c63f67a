"""Lines of order files in words."""

from __future__ import annotations

import pytest

from referee.kit.flow import written

NAMES = {"hill": "The Hill", "ford": "Ford: upper", "kim": "Kim"}


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ({"hit": "kim"}, "- hit: Kim"),
        ({"stay": {}}, "- stay"),
        ({"on": "fight", "orders": [{"stay": {}}]}, "- {on: fight, orders: [stay]}"),
        (
            {"move": {"who": ["kim", "lee"], "to": "hill"}},
            "- move: {who: [Kim, lee], to: The Hill}",
        ),
        ({"on": "fight", "round": 3, "orders": []}, "- {on: fight, round: 3, orders: []}"),
        (
            {"on": "fight", "orders": [{"fire": "kim"}, {"go": {"to": "hill"}}]},
            "- {on: fight, orders: [fire: Kim, go: {to: The Hill}]}",
        ),
    ],
)
def test_a_line_is_written_as_players_write_it(line: dict[str, object], text: str) -> None:
    assert written(line, NAMES) == text


def test_a_name_that_yaml_would_misread_is_quoted() -> None:
    assert written({"go": "ford"}, NAMES) == '- go: "Ford: upper"'
