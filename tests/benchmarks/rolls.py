"""How fast the public rolls of reports are checked, against a bare loop over ``hmac``.

``python tests/benchmarks/rolls.py [--rounds N]``, with an installed referee and from the top of a
checkout, checks the rolls and open draws of two golden games, report by report, each from its
links, and makes the same MACs in a bare loop; and once more for a report of 1000 rolls.  They take
turns, ROUNDS times (100); the fastest of each counts, in seconds of the processor.  Which MACs
these are the independent verifier tells.
"""

from __future__ import annotations

import argparse
import hmac
import time
from collections.abc import Callable
from typing import Any

from referee.charter.papers import Charter, read_charter
from referee.report.report_file import read_report
from referee.verify.report.rolls import check_rolls
from tests import verifier
from tests.golden import archive

GAMES = ("julius-caesar/points", "end-of-the-triumvirate/consul")
Sheet = dict[str, Any]
Mac = tuple[bytes, bytes]


def golden(name: str) -> tuple[Charter, list[Sheet]]:
    """The charter of a golden game, and the blocks of a seat's reports that have rolls."""
    game = archive.load(name)
    charter = read_charter(game.files["charter.yaml"])
    reports = game.part(f"reports/{charter.seats[0]}")
    sheets = [read_report(raw).sheet for _, raw in sorted(reports.items())]
    return charter, [sheet for sheet in sheets if sheet["public"]["rolls"]]


def public_secret(sheet: Sheet, charter: Charter) -> bytes:
    """P of a report's run, as the independent verifier makes it."""
    links = {party: (link[1], bytes.fromhex(link[2])) for party, link in sheet["links"].items()}
    seats = [links[f"seat/{seat}"] for seat in charter.seats]
    host = links["host"][1]
    run = verifier.run_secret(charter.gid, charter.digest, sheet["run"], host, seats)
    return verifier.public_secret(run)


def longer(sheet: Sheet, charter: Charter, rolls: int) -> Sheet:
    """The block with so many rolls instead of its own, ten of one to five dice in each scope."""
    secret, made = public_secret(sheet, charter), []
    for index in range(rolls):
        scope, number = f"705/1/battle/{index // 10}", index % 10
        values = verifier.roll(verifier.opened(secret, scope, 0), number, 6, 1 + index % 5)
        roll = {"scope": scope, "opening": 0, "number": number, "faces": 6, "values": values}
        made.append({**roll, "label": "a roll"})
    return {**sheet, "public": {**sheet["public"], "rolls": made}}


def macs(sheets: list[Sheet], charter: Charter) -> list[Mac]:
    """Key and message of every MAC that the rolls of reports need, none twice."""
    calls: list[Mac] = []
    plain = verifier.mac

    def kept(key: bytes, message: bytes) -> bytes:
        calls.append((key, message))
        return plain(key, message)

    verifier.mac = kept
    try:
        for sheet in sheets:
            again(sheet, charter)
    finally:
        verifier.mac = plain
    return calls


def again(sheet: Sheet, charter: Charter) -> None:
    """The rolls of a report once more, by the independent verifier."""
    secret = public_secret(sheet, charter)
    keys: dict[tuple[str, int], bytes] = {}
    for roll in sheet["public"]["rolls"]:
        place = (roll["scope"], roll["opening"])
        if place not in keys:
            keys[place] = verifier.opened(secret, *place)
        key, number = keys[place], roll["number"]
        if "items" in roll:
            shown = roll["picked"]
            assert verifier.draw(key, number, len(roll["items"]), len(shown)) == shown
        else:
            shown = roll["values"]
            assert verifier.roll(key, number, roll["faces"], len(shown)) == shown


def seconds(work: Callable[[], None]) -> float:
    """Processor seconds that it takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def measure(name: str, sheets: list[Sheet], charter: Charter, rounds: int) -> None:
    """Check the rolls of reports and make their MACs, by turns, and print what it takes."""
    wanted = macs(sheets, charter)

    def check() -> None:
        assert not [found for sheet in sheets for found in check_rolls(sheet, charter)]

    def bare() -> None:
        for key, message in wanted:
            hmac.digest(key, message, "sha256")

    ours, theirs = 60.0, 60.0
    for _ in range(rounds):
        ours, theirs = min(ours, seconds(check)), min(theirs, seconds(bare))
    rolls = sum(len(sheet["public"]["rolls"]) for sheet in sheets)
    print(
        f"{name}: {rolls} rolls in {len(sheets)} reports, {len(wanted)} MACs, {rolls / ours:.0f}"
        f" rolls a second, {ours / theirs:.2f} times the bare loop"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    rounds = parser.parse_args().rounds
    for name in GAMES:
        charter, sheets = golden(name)
        measure(name, sheets, charter, rounds)
    measure("made up", [longer(sheets[0], charter, 1000)], charter, rounds)


if __name__ == "__main__":
    main()
