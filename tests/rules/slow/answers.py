"""Answers to try: every single line of a kind as far as that is possible, pairs, mutants."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations, product
from typing import Any

from tests.rules.slow.atlas import (
    BLOCKS,
    CITIES,
    COLOURS,
    EDGES,
    PLACES,
    SEAS,
    deck,
    seas_of,
)
from tests.rules.slow.commands import named
from tests.rules.slow.world import Asked, Scene

Lines = list[Any]
SIDE = [*CITIES, "hispanum", "internum", "tyrrhenum"]


def lines_for(asked: Asked, scene: Scene, chance: random.Random) -> Iterator[Any]:
    """Single lines that the kind of request knows: all that could be legal, many that are not."""
    yield from _LINES[asked.kind](asked, scene, chance)


def groups(scene: Scene, chance: random.Random) -> Iterator[tuple[str, list[str]]]:
    """Own blocks that stand in one place and go alike, as (place, blocks) in random order."""
    found: dict[tuple[str, bool], list[str]] = {}
    for block, place in scene.mine.items():
        found.setdefault((place, BLOCKS[block].fleet), []).append(block)
    for (place, _), blocks in found.items():
        yield place, chance.sample(blocks, len(blocks))


def some(chance: random.Random, things: Iterable[Any], number: int) -> list[Any]:
    """So many of some things, picked at random."""
    pile = list(things)
    return chance.sample(pile, min(number, len(pile)))


# Command.


def _command(asked: Asked, scene: Scene, chance: random.Random) -> Iterator[Any]:
    yield from _moves(asked, scene, chance)
    yield from _ships(scene, chance)
    yield from _levies(scene, chance)
    yield from _aims(scene, chance)


def _aims(scene: Scene, chance: random.Random) -> Iterator[Any]:
    """Main Attacks and surprises for all that could be attacked, and for some other places."""
    near = [(at, place) for place in scene.theirs for at in EDGES[place] if scene.own(at)]
    near += [(chance.choice(PLACES), chance.choice(PLACES)) for _ in range(3)]
    yield from ({"main attack": {"at": place, "from": at}} for at, place in near)
    yield from ({"surprise": place} for place in dict.fromkeys(place for _, place in near))


def _moves(asked: Asked, scene: Scene, chance: random.Random) -> Iterator[Any]:
    for place, blocks in groups(scene, chance):
        for path in _paths(place, asked.about.get("card") == "mercury", chance):
            yield _move(place, blocks[:1], path)
        for number in range(2, min(len(blocks), 7) + 1):
            for near in EDGES[place]:
                yield _move(place, blocks[:number], [near])
                yield _move(place, blocks[:number], [near, chance.choice(list(EDGES[near]))])
        yield _move(place, [*blocks[:1], *blocks[:1]], [next(iter(EDGES[place]), "rome")])
    for block in some(chance, BLOCKS, 12):
        place = scene.mine.get(block, chance.choice(PLACES))
        where = chance.choice([place, chance.choice(PLACES)])
        yield _move(where, [block], [chance.choice([*EDGES[place], "rome"])])


def _paths(place: str, far: bool, chance: random.Random) -> Iterator[list[str]]:
    """Straight to every place, over each neighbour to each of its neighbours and to others."""
    yield from ([to] for to in PLACES)
    for near in [*EDGES[place], *some(chance, PLACES, 2)]:
        for to in [*EDGES[near], *some(chance, PLACES, 3)]:
            yield [near, to]
            if far or chance.random() < 0.03:
                yield from ([near, to, end] for end in [*EDGES[to], chance.choice(PLACES)])


def _move(place: str, blocks: list[str], path: list[str]) -> Any:
    *via, to = path
    value = {"from": place, "blocks": list(blocks), "to": to}
    return {"move": {**value, "via": via} if via else value}


def _ships(scene: Scene, chance: random.Random) -> Iterator[Any]:
    own = [sea for sea in SEAS if scene.own(sea)]
    for place, blocks in groups(scene, chance):
        paths = [[sea] for sea in SEAS]
        paths += [list(pair) for pair in product(SEAS, own)] if own else []
        paths += [some(chance, own, 3) for _ in range(4)] if len(own) > 2 else []
        paths += [[*pair, pair[0]] for pair in permutations(own, 2) if chance.random() < 0.2]
        for via in paths if own and seas_of(place) else some_paths(chance, paths):
            for to in [*EDGES[via[-1]], chance.choice(PLACES)]:
                yield _ship(blocks[:1], via, to)
        if own:
            ends = [*EDGES[own[0]], place]
            yield _ship(blocks[:2], [own[0]], chance.choice(ends))
            yield _ship([*blocks[:1], *some(chance, scene.mine, 1)], own[:1], ends[0])
    for block in some(chance, BLOCKS, 3):
        yield _ship([block], some(chance, SEAS, 1), chance.choice(SIDE))


def some_paths(chance: random.Random, paths: list[list[str]]) -> list[list[str]]:
    return chance.sample(paths, min(2, len(paths)))


def _ship(blocks: list[str], via: list[str], to: str) -> Any:
    return {"ship": {"blocks": list(blocks), "via": via, "to": to}}


def _levies(scene: Scene, chance: random.Random) -> Iterator[Any]:
    own = sorted(set(scene.mine.values()))
    own += some(chance, sorted({near for place in own for near in EDGES[place]} - {*own}), 3)
    for block, about in BLOCKS.items():
        yield {"step": block}
        yield {"levy": {"block": block}}
        if about.levy in CITIES:
            yield {"levy": {"block": block, "at": about.levy}}
        for place in own if block in scene.pool and about.levy not in CITIES else own[:1]:
            yield {"levy": {"block": block, "at": place}}
    for block in some(chance, scene.pool, 2):
        yield from ({"levy": {"block": block, "at": place}} for place in PLACES)


# Battles.


def _next_battle(asked: Asked, scene: Scene, chance: random.Random) -> Iterator[Any]:
    yield from ({"battle": place} for place in PLACES)


def _turn(asked: Asked, scene: Scene, chance: random.Random) -> Iterator[Any]:
    waiting = asked.about["blocks"]
    for block in [*waiting, *some(chance, BLOCKS, 6)]:
        yield {"fire": block}
        yield {"pass": block}
        place = asked.about["place"]
        for to in PLACES if block in waiting[:2] else [*EDGES[place], *some(chance, PLACES, 3)]:
            yield {"retreat": {"block": block, "to": to}}
            vias = [*SEAS, "rome"] if to in CITIES and seas_of(to) else seas_of(place)
            yield from ({"retreat": {"block": block, "to": to, "via": via}} for via in vias)


def _hits(asked: Asked, scene: Scene, chance: random.Random) -> Iterator[Any]:
    shown = scene.known.battle.shown if scene.known.battle else {}
    yield from ({"hit": block} for block in BLOCKS if block in shown or chance.random() < 0.1)


def _regroup(asked: Asked, scene: Scene, chance: random.Random) -> Iterator[Any]:
    place = asked.about["place"]
    blocks = some(chance, scene.own(place), 99)
    for block in [*blocks, *some(chance, BLOCKS, 3)]:
        for to in PLACES if block in blocks[:3] else EDGES[place]:
            yield {"regroup": {"blocks": [block], "to": to}}
    for number in range(2, len(blocks) + 1):
        for to in EDGES[place]:
            yield {"regroup": {"blocks": some(chance, blocks, number), "to": to}}
    for to in EDGES[place]:
        yield {"regroup": {"blocks": [blocks[0], blocks[0]], "to": to}}


# The others.


def _cards(asked: Asked, scene: Scene, chance: random.Random) -> Iterator[Any]:
    for card in dict.fromkeys(deck(land=False)):
        yield {"play": card}
        yield {"discard": card}


def _deploy(asked: Asked, scene: Scene, chance: random.Random) -> Iterator[Any]:
    cities = sorted(set(scene.mine.values()))
    for block in [*scene.mine, *some(chance, BLOCKS, 8)]:
        for at in [*cities, *some(chance, PLACES, 2)]:
            yield {"place": {"at": at, "blocks": [block]}}
    for at in cities:
        yield {"place": {"at": at, "blocks": scene.own(at)}}


def _jupiter(asked: Asked, scene: Scene, chance: random.Random) -> Iterator[Any]:
    for place, to in product(PLACES, PLACES):
        if to in EDGES[place] or chance.random() < 0.03:
            aim = {"from": place, "to": to}
            yield {"jupiter": aim}
            yield from ({"jupiter": {**aim, "colour": colour}} for colour in COLOURS)
            yield {"jupiter": {**aim, "block": "cleopatra"}}
            yield {"jupiter": {**aim, "block": chance.choice(list(BLOCKS))}}
            colour = chance.choice(COLOURS)
            yield {"jupiter": {**aim, "block": "cleopatra", "colour": colour}}


def _vulcan(asked: Asked, scene: Scene, chance: random.Random) -> Iterator[Any]:
    yield from ({"vulcan": place} for place in PLACES)


def _winter(asked: Asked, scene: Scene, chance: random.Random) -> Iterator[Any]:
    at_sea = [block for block, place in scene.mine.items() if place in SEAS]
    for block in [*at_sea, *some(chance, BLOCKS, 3)]:
        yield from ({"home": {"block": block, "to": to}} for to in PLACES)
    yield from ({"disband": block} for block in BLOCKS)


_LINES: dict[str, Any] = {
    "command": _command,
    "next battle": _next_battle,
    "battle turn": _turn,
    "hits": _hits,
    "regroup": _regroup,
    "cards": _cards,
    "deploy": _deploy,
    "jupiter": _jupiter,
    "vulcan": _vulcan,
    "winter": _winter,
}


# Whole answers.


def mutant(answer: Lines, lines: Lines, scene: Scene, chance: random.Random) -> Lines:
    """An answer with one thing changed: a line more, less, twice, elsewhere, or another name."""
    made = list(answer)
    choice = chance.randrange(6)
    if choice == 0 or not made:
        made.insert(chance.randint(0, len(made)), chance.choice(lines))
    elif choice == 1:
        made.pop(chance.randrange(len(made)))
    elif choice == 2:
        made.insert(chance.randint(0, len(made)), chance.choice(made))
    elif choice == 3:
        chance.shuffle(made)
    elif choice == 4:
        made[chance.randrange(len(made))] = chance.choice(lines)
    else:
        index = chance.randrange(len(made))
        made[index] = _renamed(made[index], scene, chance)
    return made


def _renamed(line: Any, scene: Scene, chance: random.Random) -> Any:
    """A line with one block or place changed, or one block more."""
    ((word, value),) = line.items()
    if not isinstance(value, dict):
        pile = list(BLOCKS) if value in BLOCKS else list(PLACES)
        return {word: chance.choice(pile)} if value in [*BLOCKS, *PLACES] else line
    value = dict(value)
    key = chance.choice(list(value))
    mates = [b for name in named(value) for b in scene.own(scene.mine.get(name, ""))]
    if key == "blocks" and mates:
        block = chance.choice(mates)
        value[key] = [*value[key], block] if chance.random() < 0.5 else [block, *value[key][1:]]
    elif key == "block":
        value[key] = chance.choice([*mates, *BLOCKS])
    elif key == "via" and isinstance(value[key], list):
        value[key] = [*value[key][:-1], chance.choice(PLACES)]
    elif key in ("from", "to", "at", "via"):
        value[key] = chance.choice([*EDGES[value[key]], chance.choice(PLACES)])
    return {word: value}


def whole(
    asked: Asked,
    scene: Scene,
    lines: Lines,
    bases: list[Lines],
    legal: Callable[[Lines], bool],
    chance: random.Random,
) -> Iterator[Lines]:
    """Answers of several lines, without end: chains of lines that are good alone, pairs of any
    lines, chains that are legal line by line, and what becomes of legal answers (`bases`) when
    they are changed."""
    good = [line for line in lines if legal([line])]
    yield from _small_spaces(asked, scene, lines, legal)
    yield from ([*base, line] for base in bases[:2] for line in lines)
    if len(good) < 40:
        yield from ([one, two] for one, two in product(good, good))
    while True:
        if good:
            yield chance.sample(good, min(len(good), chance.randint(2, 9)))
            yield chance.choices(good, k=2)
        yield chance.choices(lines, k=2)
        chain = _chain(good, lines, legal, chance)
        yield chain
        yield mutant(chain, lines, scene, chance)
        made = chance.choice(bases)
        for _ in range(chance.randint(1, 3)):
            made = mutant(made, lines, scene, chance)
        yield made


def _chain(
    good: Lines, lines: Lines, legal: Callable[[Lines], bool], chance: random.Random
) -> Lines:
    """A legal answer of several lines, some of which would not be legal alone."""
    chain: Lines = []
    pile = some(chance, good, 6) + some(chance, lines, 6)
    pile += [line for line in lines if "main attack" in line or "surprise" in line][:8]
    for line in pile:
        if legal([*chain, line]):
            chain.append(line)
    return chain


def _small_spaces(
    asked: Asked, scene: Scene, lines: Lines, legal: Callable[[Lines], bool]
) -> Iterator[Lines]:
    """Kinds with so few answers that all of them can be tried."""
    if asked.kind == "cards":
        yield from ([one, two] for one, two in product(lines, lines))
    if asked.kind == "hits":
        own = [line for line in lines if line["hit"] in scene.mine]
        for number in range(2, min(asked.about["hits"], 4) + 2):
            if len(own) ** number <= 2000:
                yield from (list(chosen) for chosen in product(own, repeat=number))
    if asked.kind == "battle turn" and asked.about["round"] > 1:
        yield from _two_leave(asked, scene, legal)
    if asked.kind == "battle turn" and len(asked.about["blocks"]) < 5:
        for blocks in permutations(asked.about["blocks"]):
            for words in product(("fire", "pass"), repeat=len(blocks)):
                yield [{word: block} for word, block in zip(words, blocks, strict=True)]


def _two_leave(asked: Asked, scene: Scene, legal: Callable[[Lines], bool]) -> Iterator[Lines]:
    """7.6 Two blocks leave for places around, the second perhaps by what the first has opened."""
    place, waiting = asked.about["place"], asked.about["blocks"]
    around = {*EDGES[place], *(port for sea in seas_of(place) for port in EDGES[sea])}
    leaving = [{"retreat": {"block": b, "to": to}} for b in waiting for to in sorted(around)]
    leaving += [
        {"retreat": {"block": b, "to": to, "via": sea}}
        for b in waiting
        for sea in seas_of(place)
        for to in EDGES[sea]
        if to in CITIES
    ]
    first = [line for line in leaving if legal([line])]
    yield from ([one, two] for one in first for two in leaving)
