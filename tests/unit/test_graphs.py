"""Graphs with kinds of links: costs, stops, nearest ways and floods, against a slow search."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from referee.kit.graphs import (
    Cost,
    Links,
    Step,
    Way,
    border,
    flooded,
    linked,
    nearest,
    neighbours,
    reached,
    together,
)
from tests.support.seeds import with_seeds

#: A road of two pairs, hills, a strait, and a pass that leads down only.
MAP = linked(
    [
        ("ancona", "beneventum", "rough"),
        ("ancona", "capua", "appia"),
        ("capua", "roma", "appia"),
        ("roma", "luna", "appia"),
        ("luna", "beneventum", "clear"),
        ("beneventum", "messana", "strait"),
    ],
    [("alpes", "ancona", "rough")],
    ["thule"],
)
MP = {"clear": 1, "rough": 2, "appia": 1, "strait": 2}


def mp(mark: str, here: str, to: str) -> Step:
    """Any two links of the Appian way behind each other cost one."""
    kind = MAP[here][to]
    if kind == "appia":
        return Step(0) if mark == "paid" else Step(1, "paid")
    return Step(MP[kind])


def test_links_have_kinds_and_directions() -> None:
    assert list(MAP) == [
        "alpes",
        "ancona",
        "beneventum",
        "capua",
        "luna",
        "messana",
        "roma",
        "thule",
    ]
    assert MAP["alpes"] == {"ancona": "rough"}
    assert MAP["ancona"] == {"beneventum": "rough", "capua": "appia"}
    assert MAP["thule"] == {}


def test_two_links_of_different_kinds_are_no_one_link() -> None:
    with pytest.raises(ValueError, match="two links lead from b to a"):
        linked([("a", "b", "road"), ("b", "a", "sea")])


def test_graphs_over_the_same_spaces_are_laid_together() -> None:
    sea = linked([("capua", "messana", "sea")])
    both = together(MAP, sea)
    assert both["capua"] == {"ancona": "appia", "messana": "sea", "roma": "appia"}
    assert both["alpes"] == MAP["alpes"]
    assert "alpes" not in both["ancona"]


def test_a_border_has_the_same_name_from_both_sides() -> None:
    assert border("b", "a") == border("a", "b") == "a/b"


def test_what_a_link_costs_may_hang_on_the_way_before() -> None:
    assert reached(MAP, "ancona", mp, 2) == {
        "capua": Way(1, ("capua",)),
        "roma": Way(1, ("capua", "roma")),
        "luna": Way(2, ("capua", "roma", "luna")),
        "beneventum": Way(2, ("beneventum",)),
    }


def test_a_move_ends_where_it_must_stop() -> None:
    found = reached(MAP, "ancona", mp, 3, lambda space: space == "roma")
    assert sorted(found) == ["beneventum", "capua", "luna", "roma"]
    assert found["luna"] == Way(3, ("beneventum", "luna")), "not by way of roma, for two"


def test_all_nearest_ways_are_found() -> None:
    goals = ("luna", "messana")

    def near(start: str, most: int = 4, barred: str = "") -> list[tuple[str, ...]]:
        return nearest(MAP, start, goals.__contains__, lambda _, to: to != barred, most)

    assert near("ancona") == [("beneventum", "luna"), ("beneventum", "messana")]
    assert near("ancona", most=1) == []
    assert near("ancona", barred="beneventum") == [("capua", "roma", "luna")]
    assert near("luna") == [("beneventum", "messana")], "it is not there yet"


def test_a_flood_enters_where_it_may_not_pass() -> None:
    def may(here: str, to: str) -> bool:
        return here != "capua" and MAP[here][to] != "strait"

    assert [*flooded(MAP, ["ancona"], may)] == ["ancona", "beneventum", "capua", "luna", "roma"]
    assert [*flooded(MAP, ["capua", "messana"], may)] == ["capua", "messana"]


def random_map(chance: random.Random) -> Links:
    spaces = "abcdefg"[: chance.randint(2, 7)]
    pairs = [(a, b) for a in spaces for b in spaces if a < b and chance.random() < 0.5]
    return linked(((a, b, chance.choice("123")) for a, b in pairs), spaces=spaces)


def all_ways(graph: Links, start: str, cost: Cost, most: int, stop: str) -> Iterator[Way]:
    """Every way without a link twice in the same direction."""
    ahead = [(Way(0, ()), "")]
    while ahead:
        (spent, path), mark = ahead.pop()
        if path:
            yield Way(spent, path)
        here = (start, *path)[-1]
        steps = [*zip((start, *path), path, strict=False)]
        for to in graph[here] if not path or here != stop else ():
            step = cost(mark, here, to)
            if step and spent + step.cost <= most and (here, to) not in steps:
                ahead.append((Way(spent + step.cost, (*path, to)), step.mark))


@with_seeds(range(40))
def test_searches_find_what_trying_every_way_finds(seed: int) -> None:
    chance = random.Random(seed)
    graph = random_map(chance)
    start, stop, most = (
        chance.choice(list(graph)),
        chance.choice([*graph, ""]),
        chance.randint(1, 5),
    )

    def cost(mark: str, here: str, to: str) -> Step | None:
        price = "0123".index(graph[here][to]) - (mark > to)
        return Step(price, here) if price < 3 else None

    best: dict[str, Way] = {}
    for way in all_ways(graph, start, cost, most, stop):
        if way.path[-1] != start:
            best[way.path[-1]] = min(way, best.get(way.path[-1], way))
    assert reached(graph, start, cost, most, lambda space: space == stop) == best

    goals = [space for space in graph if space != start and chance.random() < 0.4]
    straight = [
        w.path for w in all_ways(graph, start, lambda *_: Step(1), most, "") if w.path[-1] in goals
    ]
    fewest = min(map(len, straight), default=0)
    assert nearest(graph, start, goals.__contains__, lambda *_: True, most) == sorted(
        path for path in straight if len(path) == fewest
    )
    everywhere = reached(graph, start, lambda *_: Step(1), 9)
    assert sorted(flooded(graph, [start], lambda *_: True)) == sorted([start, *everywhere])


def test_neighbours_are_links_without_kinds() -> None:
    assert neighbours([("b", "a"), ("a", "c")]) == {"a": ("b", "c"), "b": ("a",), "c": ("a",)}
