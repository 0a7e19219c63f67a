"""Charters that say the same in other words: none reads as good and gives another D.

D is in the dice of every run.  A host who can write one game in many ways, having seen the links of
run 1, tries them until the deal pleases him.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from functools import reduce
from operator import getitem
from typing import Any

import pytest

from referee.charter.papers import read_charter, signed, unsigned
from referee.fault import Refused
from referee.files.write_yaml import emit
from referee.proof import sshsig
from tests.support.mailbag import Table
from tests.support.seeds import count

Tree = dict[str, Any]
Game = Callable[..., Table]


@pytest.fixture
def table(game: Game) -> Table:
    return game("duel", 0)


def _read(raw: bytes) -> str | None:
    """D of a charter, None if it is refused."""
    try:
        return read_charter(raw).game
    except Refused:
        return None


def _host_signs(tree: Tree, table: Table) -> bytes:
    """The charter, its offer and the charter itself signed anew with the host's key; the joins keep
    the players' signatures, which the host cannot make."""
    return emit(signed({**tree, "offer": tree["offer"]}, table.key("host"))).encode()


def _refolded(text: str, chance: random.Random) -> str:
    """The armor of a signature with its base64 broken elsewhere."""
    first, *body, last = text.strip().split("\n")
    whole = "".join(body)
    cut = sorted(chance.sample(range(1, len(whole)), 5))
    parts = [whole[a:b] for a, b in zip([0, *cut], [*cut, len(whole)], strict=True)]
    return "\n".join([first, *parts, last]) + "\n"


def test_broken_lines_of_a_signature_give_no_other_game(table: Table) -> None:
    """Having seen the links of run 1, a host could try 2,000 charters in four seconds."""
    chance, tree = random.Random(1), table.charter.tree
    for _ in range(50):
        twin = copy.deepcopy(tree)
        for paper in (twin["offer"], *twin["joins"]):
            paper["signature"] = _refolded(paper["signature"], chance)
        assert _read(_host_signs(twin, table)) == table.charter.game
        assert _read(emit(twin).encode()) in (table.charter.game, None)


def test_another_good_signature_gives_no_other_game(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has a key can make many signatures of one text; none of them is in D."""
    twin = copy.deepcopy(table.charter.tree)
    twin["joins"][0]["signature"] = twin["joins"][1]["signature"]
    monkeypatch.setattr(sshsig, "verify", lambda *a: None)
    assert _read(emit(twin).encode()) == table.charter.game


def _places(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every map, list and text of a tree."""
    yield path
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree)
    if isinstance(tree, dict | list):
        for key, value in inner:
            yield from _places(value, (*path, key))


def _respelt(value: Any) -> Iterator[Any]:
    """Other ways to write a value that somebody might take for the same."""
    if isinstance(value, dict):
        yield {**value, "notice": ["x"]}
        yield {**value, "more": "x"}
        yield {**value, "standing": ""}
        yield {**value, "receipt": "x"}
        yield {**value, "insecure": "test"}
        yield from ({k: v for k, v in value.items() if k != gone} for gone in value)
        yield [value]
        yield ""
    elif isinstance(value, list):
        yield [*value, *value[-1:]]
        yield value[::-1]
        yield value[:-1]
        yield {}
        yield ""
    else:
        yield from (value.upper(), value.title(), f"{value} x", f"0{value}", f"+{value}", "")
        yield from (f"{value}.0", f"0x{value}", value[:-1], f"{value}0", [value], {value[:9]: ""})
        yield f"{value}{value[-1:]}"


def _put(tree: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    changed = copy.copy(tree)
    changed[path[0]] = _put(tree[path[0]], path[1:], value)
    return changed


def test_every_value_of_a_charter_has_one_spelling(table: Table) -> None:
    """The host writes it in other ways and signs again what he can sign; the joins are the
    players'."""
    tree, good, tried = table.charter.tree, table.charter.game, 0
    spelt = [
        (path, other)
        for path in _places(unsigned(tree))
        for other in _respelt(reduce(getitem, path, tree))
    ]
    for path, other in spelt[:: count(6, 1)]:
        try:
            raw = _host_signs(_put(tree, path, other), table)
        except (ValueError, TypeError, KeyError, AttributeError):
            continue  # no file can be made of it
        assert _read(raw) in (None, good), (path, other)
        tried += 1
    assert tried > count(50, 300)


def test_what_a_mail_does_gives_the_same_game(table: Table) -> None:
    """Line ends, blanks, comments, order of keys, quotes, and blanks inside hex and base64."""
    tree, good = table.charter.tree, table.charter.game
    raw = emit(tree).encode()
    for same in (
        raw.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + raw,
        raw.replace(b"\n", b"  \n"),
        raw.replace(b"kind: charter", b"kind: 'charter'  # ours"),
        emit(dict(reversed(tree.items()))).encode(),
        raw.replace(b"AAAAC3Nza", b"AAAAC3 Nza"),
        raw.replace(tree["offer"]["gid"].encode(), b"  ".join([tree["offer"]["gid"].encode()[:9],
                                                               tree["offer"]["gid"].encode()[9:]])),
    ):  # fmt: skip
        assert _read(same) == good
    anchor = tree["joins"][0]["anchor"].encode()
    broken = raw.replace(anchor, anchor[:30] + b"\n      " + anchor[30:])
    assert _read(broken) == good


def test_the_digest_of_a_charter_is_of_offer_and_joins_alone(table: Table) -> None:
    import hashlib
    import json

    tree = table.charter.tree
    plain = {"joins": [unsigned(j) for j in tree["joins"]], "offer": unsigned(tree["offer"])}
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    made = hashlib.sha256(b"referee/1 charter\x00" + text.encode()).hexdigest()
    assert made == table.charter.game
