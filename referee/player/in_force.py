"""The standing orders of a seat that are in force, by its newest report and its own files.

A report names the files that count by the digest of their body, and holds none of their rules; so
unless they are a ready-made set, they are those of a file that its player has kept, and no other
file can be taken for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from referee.adjudicate.inbox import IN_FORCE
from referee.charter.papers import Charter
from referee.engine.request import GUEST, Data
from referee.engine.rules import Ruleset
from referee.engine.standing import Rule
from referee.fault import NOT_UNDERSTOOD, Fault, Refused
from referee.orders.order_file import OrderFile, read_orders
from referee.orders.standing_list import parse_standing, past, rules_of_set
from referee.views import NO_ORDERS

#: bytes: no order file is longer
_AT_MOST = 1 << 16


class InForce(NamedTuple):
    """Rules that are in force, numbered as reports number them, and where they come from: a set
    of that name, or a file of that name; neither if there are none."""

    rules: list[Rule]
    set_name: str = ""
    file: str = ""


def in_force(sheet: Data, charter: Charter, ruleset: Ruleset, places: Sequence[Path]) -> InForce:
    """The rules after this (verified) report.

    places: order files, and folders in which the player's signed files may lie.  Raises Refused
    if the file that has the rules is not there."""
    if sheet["seat"] == GUEST:
        raise Refused([NO_ORDERS])
    if not any(word.startswith(IN_FORCE) for word in sheet["own"].get("words", [])):
        return InForce([])
    if name := sheet["own"].get("standing"):
        return InForce(rules_of_set(ruleset, name, sheet["seat"]), set_name=name)
    wanted = {file["body"]: file for file in sheet["own"].get("files", [])}
    kept = dict(_kept(places, wanted))
    for body in reversed(wanted):  # the last one has the standing orders, if any has
        if body not in kept:
            raise Refused([_not_there(wanted[body], sheet)])
        path, file = kept[body]
        if "standing" in file.tree:
            return _of_file(path, file, sheet, ruleset)
    name = charter.standing[sheet["seat"]]
    return InForce(rules_of_set(ruleset, name, sheet["seat"]), set_name=name)


def _of_file(path: Path, file: OrderFile, sheet: Data, ruleset: Ruleset) -> InForce:
    rules, faults = parse_standing(file.tree["standing"], ruleset, sheet["seat"])
    if faults:
        refusal = Refused(faults)
        refusal.name = str(path)
        raise refusal
    public = sheet["state"]["public"]
    good = [rule for rule in rules if not past(rule, public, ruleset.calendar)]
    return InForce(good, file=str(path))


def _kept(
    places: Sequence[Path], wanted: dict[str, Data]
) -> Iterator[tuple[str, tuple[Path, OrderFile]]]:
    """Order files of these bodies, by body."""
    for path in _files(places):
        if path.stat().st_size > _AT_MOST:
            continue
        try:
            file = read_orders(path.read_bytes())
        except Refused:
            continue  # another file that happens to lie there
        body = file.header["body"]
        if body in wanted:
            yield body, (path, file)


def _files(places: Sequence[Path]) -> Iterator[Path]:
    for place in places:
        inside = sorted(place.glob("*.y*ml")) if place.is_dir() else [place]
        yield from (path for path in inside if path.is_file())


def _not_there(file: Data, sheet: Data) -> Fault:
    edition = f"edition {file['edition']} of your file, digest {file['body'][:16]}..."
    reason = f"your standing orders depend on {edition}, which is not beside report"
    reason += f" {sheet['number']}"
    return Fault(NOT_UNDERSTOOD, (), reason, "", "name the signed file with --orders")
