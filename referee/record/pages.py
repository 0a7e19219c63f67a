"""What reports say to the signer's record: one page for each."""

from __future__ import annotations

import re
from typing import NamedTuple

from referee.engine.request import Data


class Header(NamedTuple):
    """What the record goes by in a header of the seat: its keys run, after, edition and dice."""

    run: int
    after: str
    edition: int
    link: str


class Page(NamedTuple):
    """What a verified report says about the seat.

    recent: heads of the entries before, the newest first; due: whether the seat is due in the next
    run; absent: whether this run was made without the seat's file, by the deadline rule; own: the
    seat's headers that are shown, used, late or void; epoch: of the seat's chain."""

    number: int
    head: str
    recent: tuple[str, ...]
    due: bool = False
    absent: bool = False
    own: tuple[Header, ...] = ()
    epoch: int = 0

    @property
    def next(self) -> int:
        """The run that comes after this report."""
        return self.number + 1


def page(sheet: Data) -> Page:
    """The page of a report's sheet."""
    seat, public = sheet["seat"], sheet["public"]
    shown = [h for key in ("headers", "late", "void") for h in public.get(key, [])]
    return Page(
        sheet["number"],
        sheet["head"],
        tuple(public["recent"]),
        seat in public["due"],
        seat in public.get("absent", []),
        tuple(_header(h) for h in shown if h["seat"] == seat and "dice" in h),
        sheet["links"][f"seat/{seat}"][0],
    )


def _header(tree: Data) -> Header:
    """What the record goes by in the header of an order file with a link, signed by the seat."""
    run, edition = (_number(tree.get(key, "")) for key in ("run", "edition"))
    return Header(run, tree.get("after", ""), edition, tree["dice"])


def _number(text: str) -> int:
    """A number of a header, 0 for what is none: no order file is accepted with that."""
    return int(text) if re.fullmatch(r"[1-9][0-9]{0,8}", text) else 0
