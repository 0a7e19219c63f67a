"""Indexes of names find what a search through all of them finds, and at once."""

from __future__ import annotations

import difflib
import random
from collections.abc import Mapping
from typing import Any

import pytest

from referee.files import lookalikes
from referee.files.folding import plain
from referee.orders.names import Ambiguous, Index, NotFound, index_of
from tests.support.seeds import with_seeds

LETTERS = "aaeeiou lmnrst-'\u00c6\u00e9x19"


def searched(text: str, names: Mapping[str, str], also: Mapping[str, str]) -> Any:
    """What a text means, by looking at every name: the id, or the names to choose from."""
    wanted = plain(text)
    spellings = {key: (plain(name), plain(key)) for key, name in names.items()}
    equal = [key for key, both in spellings.items() if wanted in both]
    fits = equal or [key for key, both in spellings.items() if any(one.startswith(wanted)
                                                                   for one in both)]  # fmt: skip
    if wanted and not fits:
        fits = list(dict.fromkeys(key for other, key in also.items() if plain(other) == wanted))
    if not wanted or not fits:
        close = plain(lookalikes.latin(text))
        by_spelling = {plain(name): name for name in sorted(names.values(), reverse=True)}
        found = difflib.get_close_matches(close, sorted(by_spelling)) if close else []
        return NotFound, [by_spelling[spelling] for spelling in found]
    if len(fits) > 1:
        shown = [names[key] for key in fits]
        return Ambiguous, sorted(n if shown.count(n) == 1 else f"{n} ({key})"
                                 for key, n in zip(fits, shown, strict=True))  # fmt: skip
    return fits[0]


def indexed(text: str, index: Index) -> Any:
    try:
        return index.find(text)
    except NotFound as trouble:
        return NotFound, trouble.suggestions
    except Ambiguous as trouble:
        return Ambiguous, trouble.candidates


def made_up(chance: random.Random, most: int = 7) -> str:
    return "".join(chance.choice(LETTERS) for _ in range(chance.randint(1, most)))


@with_seeds(range(25))
def test_an_index_finds_what_a_search_through_all_names_finds(seed: int) -> None:
    chance = random.Random(seed)
    ids = [made_up(chance) for _ in range(chance.choice([0, 1, 12, 60]))]
    names = {key: chance.choice([key, key.title(), made_up(chance)]) for key in ids}
    also = {made_up(chance, 4): chance.choice(ids) for _ in ids[:9]}
    index = Index([names], [also])
    texts = [made_up(chance) for _ in range(40)]
    for name in [*names, *names.values(), *also]:
        at = chance.randrange(len(name) + 1)
        texts += [name, name[:at], name[:at] + chance.choice(LETTERS) + name[at + 1 :]]
    for text in texts:
        expected = searched(text, names, also)
        if expected[0] is Ambiguous and len(expected[1]) > 12:
            found, shown = indexed(text, index)
            assert found is Ambiguous
            assert len(shown) == 12
            assert set(shown) <= set(expected[1])
        else:
            assert indexed(text, index) == expected, text


def test_of_very_many_names_a_hint_lists_the_first() -> None:
    hexes = {
        f"{row:02}{column:02}": f"{row:02}{column:02}" for row in (20, 21) for column in range(46)
    }
    with pytest.raises(Ambiguous) as caught:
        Index([hexes]).find("20")
    assert caught.value.count == 46
    assert caught.value.hint == (
        "it could be 2000, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2009, 2010, 2011, ... "
        "(46 fit)"
    )


def test_the_index_of_the_same_names_is_made_once() -> None:
    places, ships = {"roma": "Roma"}, {"navis-1": "Navis 1"}
    assert index_of([places, ships]) is index_of([places, ships])
    assert index_of([places, ships]) is not index_of([places])
    assert index_of([dict(places), ships]) is not index_of([places, ships])
    assert index_of([places, ships]).find("nav") == "navis-1"


def test_sorts_that_are_looked_up_together_have_no_id_in_common() -> None:
    with pytest.raises(ValueError, match="'2-m' is an id of two sorts"):
        Index([{"2-m": "2-M"}, {"2-m": "2-M block"}])


def test_later_look_ups_compare_the_text_with_no_other_name(monkeypatch: Any) -> None:
    compared: list[str] = []

    def counted(text: str) -> str:
        compared.append(text)
        return plain(text)

    index = Index([{f"hex-{n}": f"{n:05}" for n in range(12_000)}])
    monkeypatch.setattr("referee.orders.names.plain", counted)
    for text in ("00007", "hex-11999", "1 1 9 9 8", "119", "0000"):
        indexed(text, index)
    assert compared == ["00007", "hex-11999", "1 1 9 9 8", "119", "0000"]
    indexed("11998x", index)
    compared.clear()
    assert indexed("11997x", index) == (NotFound, ["11997", "11999", "11998"])
    assert compared == ["11997x", "11997x"]
