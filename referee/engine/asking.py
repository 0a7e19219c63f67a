"""Asking, and carrying out the answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from referee.engine.one_line import OneLine

if TYPE_CHECKING:
    from referee.engine.choosing import OneOf
    from referee.engine.request import Request
    from referee.engine.table import Table
    from referee.engine.walk import Walk


async def carried_out(table: Table, request: Request) -> Walk:
    """Ask, and carry out the answer; return the walk."""
    answer = await table.ask(request)
    walk = request.walk(request, table)
    await walk.run(answer, judged=True)
    return walk


async def said(table: Table, request: Request) -> Any:
    """Ask for an answer of one line (`OneLine`), and carry it out; return what the line says, None
    if there is none."""
    walk = await carried_out(table, request)
    assert isinstance(walk, OneLine)
    return walk.value


async def chosen(table: Table, request: OneOf) -> str:
    """Ask for one thing out of a few; return which."""
    answer = await table.ask(request)
    return request.chosen(table.view(request.seat), answer)


async def chosen_if_any(table: Table, request: OneOf) -> str:
    """The same; "" if there is nothing to choose."""
    able = request.options(table.view(request.seat))
    return await chosen(table, request) if able else ""


async def all_carried_out(table: Table, requests: Sequence[Request]) -> list[Walk]:
    """Ask all at once, then carry out the answers one after the other, in this order; return the
    walks.

    A line that an earlier answer has made impossible is not carried out; its seat is told."""
    answers = await table.ask_all(requests)
    walks = [request.walk(request, table) for request in requests]
    for walk, answer in zip(walks, answers, strict=True):
        await walk.run(answer)
    return walks
