"""What a legal answer shows of the rules, so that a run can tell what it has tried."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from tests.rules.slow.atlas import BLOCKS, CITIES, EDGES, SEAS
from tests.rules.slow.commands import named
from tests.rules.slow.world import Asked, Scene


def features(asked: Asked, scene: Scene, answer: Any) -> set[str]:
    """Names of what a legal answer does."""
    found = {f"{asked.kind}: {name}" for name in _of_lines(asked, scene, answer)}
    words = [word for line in answer for word in line]
    return found | ({f"{asked.kind}: several lines"} if len(words) > 1 else set())


def _of_lines(asked: Asked, scene: Scene, answer: Any) -> Iterator[str]:
    attacked: dict[str, set[str]] = {}
    for line in answer:
        ((word, value),) = line.items()
        if word == "move":
            yield from _move(asked, scene, value, attacked)
        elif word == "ship":
            start = scene.mine.get(named(value)[0], "")
            yield f"ship over {min(len(value['via']), 2)}"
            yield from ["ship out of a battle"] if scene.contested(start) else []
        elif word == "retreat":
            yield from _retreat(asked, scene, value)
        elif word == "regroup":
            yield from _regroup(asked, scene, value)
        elif word == "jupiter":
            yield from _jupiter(scene, value)
        elif word == "levy":
            yield f"levy of {BLOCKS[value['block']].type}"
        else:
            yield word
    if any(len(roads) > 1 for roads in attacked.values()):
        yield "attack by two roads"


def _move(asked: Asked, scene: Scene, value: Any, attacked: Any) -> Iterator[str]:
    path = [value["from"], *value.get("via", []), value["to"]]
    sort = "fleets" if BLOCKS[value["blocks"][0]].fleet else "land"
    yield f"{sort} go {len(path) - 1}"
    if path[0] == path[-1]:
        yield f"{sort} go there and back"
    if scene.contested(path[0]):
        yield f"{sort} leave a battle"
    kinds = [EDGES[one][two] for one, two in pairwise(path)]
    if scene.enemy(path[-1]):
        attack = scene.known.attacks.get(path[-1])
        own = attack is not None and attack.defender == scene.seat
        deed = "react" if own else "attack"
        yield f"{sort} {deed}" + (" over a strait" if kinds[-1] == "strait" else "")
        if deed == "attack":
            attacked.setdefault(path[-1], set()).add(path[-2])
            yield from [f"{sort} attack at {len(path) - 1}"] if len(path) > 2 else []
            yield from ["more than four on a road"] if len(value["blocks"]) > 4 else []


def _retreat(asked: Asked, scene: Scene, value: Any) -> Iterator[str]:
    battle, to = scene.known.battle, value["to"]
    assert battle is not None
    side = "attacker" if scene.seat == battle.attacker else "defender"
    sort = "fleet" if BLOCKS[value["block"]].fleet else "block"
    state = "friendly" if scene.friendly(to) else "vacant"
    where = "sea" if to in SEAS else "city"
    straight = (EDGES[battle.place].get(to) == "sea") is (sort == "fleet")
    by = "" if to in EDGES[battle.place] and straight else " over a sea"
    yield f"{side}'s {sort} to a {state} {where}{by}"
    roles = battle.attack.attacker != battle.attacker
    yield from [f"{side}'s {sort} with changed roles"] if roles else []
    yield from ["in round 4"] if battle.round == 4 else []


def _regroup(asked: Asked, scene: Scene, value: Any) -> Iterator[str]:
    kind = EDGES[asked.about["place"]][value["to"]]
    yield f"by {kind} to a {'city' if value['to'] in CITIES else 'sea'}"
    yield from [f"{len(named(value))} by {kind}"] if len(named(value)) > 1 else []


def _jupiter(scene: Scene, value: Any) -> Iterator[str]:
    yield "out of a sea" if value["from"] in SEAS else "out of a city"
    yield f"colour {value.get('colour', 'not said')}"
    yield from ["Cleopatra"] if "block" in value else []
