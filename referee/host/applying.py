"""Applies order files to a game: accepts the good ones, and makes a run whenever all have come.

The way of a file: as it came it is a `Letter`.  `Clerk.judge_letter` has it read and judged, by
what `orders.examine` knows, as an `OrderFile` with faults and warnings.  Of a good one `Mailed` is
kept: `Host.accept` writes its bytes and a line of the journal, and it waits in the clerk's inbox.
When all have come, `Host.run` makes the run, in which the inbox answers what the rules ask; the
entry is in the journal before anybody gets a report of it.

The result does not depend on the order in which the files are given.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.adjudicate.letters import Letter, Mailed
from referee.fault import NOT_ALLOWED, Fault, Refused
from referee.host.kept_game import Host
from referee.orders.examine import signature_fault
from referee.orders.order_file import read_orders


def lies_here(host: Host, letter: Letter) -> bool:
    """Whether this very file has been accepted and is still to be used, or was used just now; for
    an advance file, whether it is in force."""
    inbox = host.clerk.inbox
    lying = [file.sha256 for file in inbox.explicit.values()]
    newest = [file for box in (inbox.newest, inbox.ruling) for file in box.values()]
    lying += [file["sha256"] for file in newest if ".advance-" in file["name"]]
    return letter.sha256 in [*host.completed, *lying]


def apply(host: Host, letters: Sequence[Letter]) -> None:
    """Accept the good files and make every run that is then possible; `host.made` has the runs.

    A file for a later run is tried again after each run.  If anything is raised, the letters and
    the host show how far it got."""
    while True:
        for letter, file in _good(host, letters):
            host.accept(letter.raw, file)
            letter.state = "accepted"
        if not host.clerk.ready():
            break
        host.run()
    refuse_rest(host, letters)


def refuse_rest(host: Host, letters: Sequence[Letter]) -> None:
    """Refuse the files that are left, with the reasons."""
    for letter in letters:
        if letter.state == "new":
            letter.state = "refused"
            host.clerk.judge_letter(letter)


def beyond(host: Host, letters: Sequence[Letter]) -> str:
    """How a file shows that the folder is an old copy, "" if none does: it was signed with a
    report that was not made here and cannot be made from these files, as none is for the run
    before."""
    newest, heads = host.clerk.position.run, host.clerk.position.heads
    signed = [_signed_for(host, letter) for letter in letters]
    runs = [run for run, _ in signed]
    for letter, (run, after) in zip(letters, signed, strict=True):
        if run is not None and run > newest + 1 and run - 1 not in runs and after not in heads:
            by = f"{letter.name} was signed with report {run - 1}"
            return f"this folder is an old copy: {by}, but its newest report is {newest}"
    return ""


def _signed_for(host: Host, letter: Letter) -> tuple[int | None, str]:
    """The run that a seat of this game signed the file for, and the head it follows; None if it is
    not such a file."""
    charter = host.charter
    try:
        file = read_orders(letter.raw)
    except Refused:
        return None, ""
    genuine = file.tree.get("game") == charter.game and file.seat in charter.keys
    run = file.run if genuine and signature_fault(file, charter) is None else None
    return run, str(file.tree.get("after", ""))


def _good(host: Host, letters: Sequence[Letter]) -> list[tuple[Letter, Mailed]]:
    """Files that can be accepted now, lower editions first, in whatever order they were given."""
    good: list[tuple[Letter, Mailed]] = []
    for letter in letters:
        if letter.state != "new":
            continue
        if lies_here(host, letter):
            letter.state = "known"
        elif (file := host.clerk.judge_letter(letter)) is not None:
            good.append((letter, file))
    good.sort(key=lambda pair: (*_turn(pair[1]), pair[1].sha256))
    return _highest(good)


def _turn(file: Mailed) -> tuple[str, int, int]:
    """Seat, report and edition, which no two files may share; later files replace earlier ones."""
    return file.seat, file.follows, file.edition


def _highest(good: list[tuple[Letter, Mailed]]) -> list[tuple[Letter, Mailed]]:
    """One file for each seat, report and edition; two different ones are both refused."""
    found: dict[tuple[str, int, int], list[tuple[Letter, Mailed]]] = {}
    for letter, file in good:
        found.setdefault(_turn(file), []).append((letter, file))
    kept = []
    for same in found.values():
        # Mail may have changed the line ends of one, so what was signed is compared.
        if all(file.header == same[0][1].header for _, file in same):
            kept.append(same[0])
            for letter, _ in same[1:]:
                letter.state = "known"
            continue
        for letter, file in same:
            reason = f"{file.seat} has sent two different files with edition {file.edition}"
            letter.state = "refused"
            letter.faults = [Fault(NOT_ALLOWED, (), reason, "", "give one a higher edition")]
    return kept
