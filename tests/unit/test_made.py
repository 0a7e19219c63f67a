"""Objects made of named members."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.kit.made import Made


class Box(Made):
    name: str
    told: Callable[[str], str] = lambda text: f"<{text}>"


def test_members_by_place_by_name_and_as_usual() -> None:
    assert Box("a").name == Box(name="a").name == "a"
    assert Box("a").told("b") == "<b>", "a function is a member, no method"
    assert Box("a", str.upper).told("b") == "B"


@pytest.mark.parametrize("wrong", [{}, {"name": "a", "size": 1}])
def test_a_member_too_few_or_too_many_is_named(wrong: dict[str, object]) -> None:
    with pytest.raises(TypeError, match=r"Box: (name|size) missing, or not a member"):
        Box(**wrong)  # type: ignore[arg-type]


def test_the_same_but_for_some_members() -> None:
    first = Box("a")
    other = first.but(name="b")
    assert (first.name, other.name, other.told) == ("a", "b", first.told)
    with pytest.raises(TypeError, match="Box: size missing, or not a member"):
        first.but(size=1)


def test_more_values_than_members_are_refused() -> None:
    with pytest.raises(TypeError, match="Box: 2 members, not 3"):
        Box("a", str, "b")
