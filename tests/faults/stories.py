"""What the stories of this folder share: worlds that differ in what is hidden, reports masked."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from referee.orders.order_file import read_orders
from samples import carrhae, rubicon
from tests.support.mailbag import Said, Table, cli

#: gives a copy of a sample game after some runs; `called` names its folder
Game = Callable[..., Table]

RUBICON, CARRHAE = rubicon.SAMPLE, carrhae.SAMPLE

#: of each seat two moves that others cannot tell apart: blocks of one colour from the same place
MOVES: dict[str, tuple[list[Any], list[Any]]] = {
    "caesar": (
        [{"move": {"from": "Genua", "blocks": ["Legio 8"], "to": "Rome"}}],
        [{"move": {"from": "Genua", "blocks": ["Legio 12"], "to": "Rome"}}],
    ),
    "pompey": (
        [{"move": {"from": "Neapolis", "blocks": ["Legio 1"], "to": "Rome"}}],
        [{"move": {"from": "Neapolis", "blocks": ["Pompey"], "to": "Rome"}}],
    ),
}
_HEX = re.compile(r"[0-9a-f]{32,}")
_ARMOR = re.compile(r"BEGIN SSH SIGNATURE-----.*?-----END SSH", re.DOTALL)


def masked(text: str) -> str:
    """A text with every digest, link, salt and signature as a mark of the same length."""
    armor = _ARMOR.sub(lambda found: re.sub("[A-Za-z0-9+/=]", "x", found[0]), text)
    return _HEX.sub(lambda found: "x" * len(found[0]), armor)


def seen(table: Table, seat: str) -> list[str]:
    """All reports of a seat, masked."""
    return [masked(path.read_text()) for path in table.reports(seat)]


def moving_seats(table: Table) -> tuple[str, str]:
    """The seat whose command phase it is, and the other one."""
    (first,) = table.due()
    return first, next(seat for seat in table.seats if seat != first)


def sample_lines(run: int, seat: str) -> list[Any]:
    """What a player of Rubicon ordered in a run."""
    raw = RUBICON.home.joinpath("orders", f"{run:04d}-{seat}.yaml").read_bytes()
    lines: list[Any] = read_orders(raw).tree["orders"]
    return lines


def placeless(table: Table, said: Said) -> tuple[int, str, str]:
    """What a command said, wherever the game lies."""
    place = str(table.folder)
    return said.status, said.out.replace(place, "GAME"), said.err.replace(place, "GAME")


def refused(table: Table, raw: bytes, name: str = "bad.yaml") -> str:
    """What `apply` says of a file, which it must refuse and after which nothing is changed."""
    before = table.snapshot()
    said = cli("apply", table.folder, table.put(name, raw))
    assert said.status == 1, said.err
    assert "Traceback" not in said.err
    assert table.snapshot() == before
    return said.err
