"""The rules of the signer's record, with the numbers that they have in referee-record(5).

Nothing here touches a disk: the reports come as pages, the record goes out as a new one.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.fault import NOT_ALLOWED, OUT_OF_TURN, Fault, Refused
from referee.record.pages import Header, Page
from referee.record.report_names import missing
from referee.record.signer_record import HEAD_DIGITS, Ahead, Record, Stamp

#: gives the number of a link (in hex) among the first so many of the seat's chain, None if it is
#: none of them
NumberOf = Callable[[str, int], int | None]


# -- rule 1: joining -------------------------------------------------------------------------------


def join_again(records: Sequence[Record], seat: str, offer: str) -> str:
    """The text of the join that was made for this offer, "" if none was.

    records: those of the host's key and the offer's gid, of any seat; offer: its digest.  Raises
    Refused for another offer with this gid: links of one game would be those of the other."""
    for known in records:
        if known.offer and known.offer != offer:
            reason = "you have already joined another offer of this host with the same gid"
            raise Refused([Fault(NOT_ALLOWED, ("gid",), reason, "", "ask the host for a new one")])
    return next((r.join for r in records if r.seat == seat and r.join), "")


# -- rule 2: one story -----------------------------------------------------------------------------


def first_needed(record: Record | None) -> int:
    """The first report that the story is checked from."""
    return max(record.run - 1, 0) if record else 0


def one_story(pages: Sequence[Page], since: int = 0) -> list[Page]:
    """One page for each report from `since` to the newest, in order.

    Raises Refused for a report that is missing and for two stories of one run."""
    story: dict[int, Page] = {}
    for one in sorted(pages, key=lambda one: one.number):
        if one.number < since:
            continue
        if story.setdefault(one.number, one).head != one.head:
            raise two_stories(one.number)
    if lacking := missing(sorted(story), since):
        hint = "ask the host for the missing reports, and save all reports in one folder"
        raise Refused([Fault(OUT_OF_TURN, (), lacking, "", hint)])
    found = list(story.values())
    for before, after in itertools.pairwise(found):
        _goes_on(before, after)
    return found


def _goes_on(before: Page, after: Page) -> None:
    """Raise Refused unless a report goes on from the one before."""
    told = (before.head, *before.recent)
    pairs = enumerate(zip(told, after.recent, strict=False))
    parted = [before.number - back for back, (one, other) in pairs if one != other]
    if parted:
        raise two_stories(min(parted))


def two_stories(run: int) -> Refused:
    """The host has signed what cannot both be true."""
    reason = f"the host has signed two stories of run {run}"
    hint = "sign nothing; show both reports to the other players, for they prove it"
    return Refused([Fault(NOT_ALLOWED, (), reason, "", hint)])


# -- rules 3 to 6: the story and the record --------------------------------------------------------


def of_game(record: Record, game: str) -> Record:
    """The record with its game (rule 3): D is set once.  Raises Refused for another one."""
    if record.game and record.game != game:
        reason = (
            f"another game under your offer: you have signed for game {record.game[:HEAD_DIGITS]},"
            f" this charter makes {game[:HEAD_DIGITS]}"
        )
        hint = "sign nothing for it; show both charters to the other players, for they prove it"
        raise Refused([Fault(NOT_ALLOWED, ("game",), reason, "", hint)])
    return record._replace(game=game)


def not_behind(record: Record, newest: Page) -> None:
    """Raise Refused for reports older than what was signed by (rule 4, first half)."""
    signed = max(record.run, record.ahead.run if record.ahead else 0)
    if newest.next < signed:
        reason = (
            f"report {newest.number} is older than your own files: you have signed with report"
            f" {signed - 1}"
        )
        hint = "if the host has lost it, send the files and reports that you kept"
        raise Refused([Fault(OUT_OF_TURN, (), reason, "", f"{hint}; {_accept(newest)}")])


def go_on_from(head: str) -> str:
    """How to accept a story with this head."""
    return (
        "if all players agree to continue from here anyway, sign with"
        f" --accept {head[:HEAD_DIGITS]}"
    )


def _accept(newest: Page) -> str:
    return (
        "if all players agree to continue from here without them, sign with"
        f" --accept {newest.head[:HEAD_DIGITS]}"
    )


def signed_for(record: Record, story: Sequence[Page]) -> None:
    """Raise Refused unless the story has what the newest files followed (rule 4, second half).

    story: from report run-1, or earlier, on."""
    heads = {one.number: one.head for one in story}
    followed = [(record.run - 1, record.after)] if record.run else []
    followed += [(record.ahead.run - 1, record.ahead.after)] if record.ahead else []
    for number, after in followed:
        if heads[number] != after:
            reason = "this is not the story that you signed for: your file followed another"
            reason = f"{reason} report {number}"
            hint = "sign nothing; show your file and the reports to the other players"
            raise Refused([Fault(NOT_ALLOWED, (), reason, "", f"{hint}; {_accept(story[-1])}")])


def kept(record: Record, story: Sequence[Page]) -> list[str]:
    """Warnings of what became of the newest file with a link (rule 5).

    Raises Refused if the report of its run leaves it out."""
    run = record.run
    entry = next((one for one in story if run and one.number == run), None)
    if entry is None or _shows(entry, run):
        return []
    if not entry.absent:
        raise left_out(run)
    if any(_shows(one, run) for one in story):  # it came late
        return []
    return [f"the host says that your file for run {run} did not come, but he may know its link"]


def _shows(one: Page, run: int) -> bool:
    """Whether a report shows a header of the seat for this run."""
    return any(shown.run == run for shown in one.own)


def left_out(run: int) -> Refused:
    """A run was made without a file that it was due from."""
    reason = f"report {run} leaves your file out: it neither shows your header nor calls you absent"
    hint = "sign nothing; show your file and the report to the other players, for they prove it"
    return Refused([Fault(NOT_ALLOWED, (), reason, "", hint)])


def none_left_out(story: Sequence[Page]) -> None:
    """The same for every run of the story that the seat was due in, whether the record knows of a
    file or not."""
    for before, entry in itertools.pairwise(story):
        if before.due and not (entry.absent or _shows(entry, entry.number)):
            raise left_out(entry.number)


def brought_forward(record: Record, story: Sequence[Page], number_of: NumberOf) -> Record:
    """The record with what the story shows of later files (rule 6).

    A link is taken for what it is in the chain, and only if it is the next or one before: nobody
    else can show another.  Raises Refused if one is."""
    heads = {one.number: one.head for one in story}
    for one in story:
        if one.epoch != record.epoch:
            continue
        for shown in one.own:
            number = number_of(shown.link, record.top + 1)
            if number is None:
                raise _strange(one, record)
            record = record._replace(top=max(record.top, number))
            # A void header may have followed a story that the players gave up.
            if shown.after == heads.get(shown.run - 1):
                record = _forward(record, shown, number)
    return record


def _forward(record: Record, shown: Header, number: int) -> Record:
    """The record with a file of this story as the newest, if it is newer."""
    if (shown.run, shown.edition) <= (record.run, record.edition):
        return record
    return _newest(record, shown.run, shown.after, number, shown.edition)


def _newest(record: Record, run: int, after: str, number: int, edition: int) -> Record:
    """The record with another newest file with a link: it takes the place of what was ahead."""
    ahead = record.ahead if record.ahead and record.ahead.run > run else None
    return record._replace(
        run=run, after=after, number=number, edition=edition, receipt="", ahead=ahead
    )


def _strange(one: Page, record: Record) -> Refused:
    reason = (
        f"report {one.number} shows a link of yours beyond link {record.top + 1}, which would be"
        " the next"
    )
    hint = "did you sign on another computer, or has someone else signed with your key?"
    return Refused([Fault(NOT_ALLOWED, (), reason, "", hint)])


# -- rules 7 and 8: the next file ------------------------------------------------------------------


def highest_shown(record: Record, story: Sequence[Page], number_of: NumberOf) -> int:
    """The highest number in a header of the seat that was shown so far, in this epoch.

    What was shown before the story began was the basis of the newest file's number."""
    shown = [h.link for one in story if one.epoch == record.epoch for h in one.own]
    numbers = [number_of(link, record.top + 1) or 0 for link in shown]
    return max([record.number - 1, *numbers, 0])


def with_link(
    record: Record, story: Sequence[Page], number_of: NumberOf
) -> tuple[Stamp, list[str]]:
    """How a file of a seat that is due is signed, and warnings (rule 7).

    record: brought forward.  Raises Refused for a link beyond the next one: from that one all
    before it follow."""
    run, said = story[-1].next, []
    if run == record.run:
        return Stamp(run, record.number, record.edition + 1), []
    number = highest_shown(record, story, number_of) + 1
    if number > record.top + 1:
        reason = (
            f"this would give link {number} of your chain, but you have given only {record.top}"
        )
        raise Refused([Fault(NOT_ALLOWED, ("dice",), reason)])
    if number <= record.top:
        said = [f"link {number} was in a file of yours that no report shows: the host may know it"]
    return Stamp(run, number, 1), said


def without_link(record: Record, story: Sequence[Page]) -> Stamp:
    """How a file of a seat that is not due is signed (rule 8)."""
    newest, ahead = story[-1], record.ahead
    again = ahead is not None and ahead.after == newest.head
    return Stamp(newest.next, None, ahead.edition + 1 if ahead and again else 1)


# -- rules 9 to 12 ---------------------------------------------------------------------------------


def not_answered(record: Record, run: int, receipt: str) -> None:
    """Raise Refused for another receipt of a run that one was answered of (rule 9)."""
    if record.run == run and record.receipt not in ("", receipt):
        reason = f"you have already answered another receipt of run {run}"
        hint = "sign nothing; show both receipts to the other players, for they prove it"
        raise Refused([Fault(NOT_ALLOWED, ("receipt",), reason, "", hint)])


def no_consent(record: Record, run: int, force: bool) -> None:
    """Raise Refused for a file for the number that a consent was given for (rule 10)."""
    if record.consent == run and not force:
        reason = f"you have agreed that entry {run} is not a run: a file for it would be void"
        raise Refused(
            [Fault(OUT_OF_TURN, (), reason, "", "sign with --force if you still mean it")]
        )


def new_chain(record: Record) -> Record:
    """The record after a new chain that the signer has agreed to (rule 11)."""
    return record._replace(epoch=record.epoch + 1, number=0, top=0)


def same_chain(record: Record, newest: Page) -> None:
    """Raise Refused for a new chain that the signer has not agreed to (rule 11)."""
    if newest.epoch != record.epoch:
        reason = f"report {newest.number} says that your chain is new, but you have not made one"
        hint = "sign nothing; has someone else signed with your key?"
        raise Refused([Fault(NOT_ALLOWED, ("dice",), reason, "", hint)])


def accepted(record: Record, story: Sequence[Page], head: str) -> Record:
    """The record for a story that the player goes over to (rule 12): what was signed before does
    not hold, but for the links that were given.

    head: the beginning of that of the newest report.  Raises Refused if it is another's."""
    newest = story[-1].head
    if len(head) < HEAD_DIGITS or not newest.startswith(head):
        reason = f"you can accept only the head of the newest report, {newest[:HEAD_DIGITS]}"
        raise Refused([Fault(NOT_ALLOWED, ("after",), reason)])
    return record._replace(run=0, after="", number=0, edition=0, receipt="", ahead=None)


# -- all of them -----------------------------------------------------------------------------------


class Asked(NamedTuple):
    """What the player asks of `sign`: accept: --accept, "" if it is not given; force: --force;
    receipt: digest of the one that is answered, "" for none."""

    accept: str = ""
    force: bool = False
    receipt: str = ""


NOTHING = Asked()


def next_file(
    record: Record,
    pages: Sequence[Page],
    game: str,
    number_of: NumberOf,
    asked: Asked = NOTHING,
) -> tuple[Stamp, Record, list[str]]:
    """How the next file is signed by these reports; the record before it; warnings.

    pages: of the reports from `first_needed` on, or from 0 on with --accept; game: D.  Raises
    Refused."""
    record = of_game(record, game)
    story, record, instead, said = _agreed(record, pages, asked.accept)
    record = brought_forward(record, story, number_of)
    newest = story[-1]
    same_chain(record, newest)
    no_consent(record, newest.next, asked.force)
    not_answered(record, newest.next, asked.receipt)
    if newest.due:
        stamp, more = with_link(record, story, number_of)
        said += more
    else:
        stamp = without_link(record, story)
    return stamp._replace(instead=instead), record, said


def _agreed(
    record: Record, pages: Sequence[Page], accept: str
) -> tuple[list[Page], Record, str, list[str]]:
    """The story, and the record with what rules 2, 4, 5 and 12 make of it."""
    newest = max(pages, key=lambda one: one.number)
    try:
        not_behind(record, newest)
        story = one_story(pages, first_needed(record))
        signed_for(record, story)
        said = kept(record, story)
        none_left_out(story)
    except Refused:
        if not accept:
            raise
        story = one_story(pages)
        followed = record.ahead.after if record.ahead else record.after
        return story, accepted(record, story, accept), followed, []
    if accept:
        said.append("there was nothing to accept: these reports continue what you signed")
    return story, record, "", said


def signed(record: Record, stamp: Stamp, after: str, body: str, receipt: str = "") -> Record:
    """The record after a file; after and body: of its header."""
    if stamp.number is None:
        return record._replace(ahead=Ahead(stamp.run, after, stamp.edition, body))
    made = _newest(record, stamp.run, after, stamp.number, stamp.edition)
    return made._replace(receipt=receipt, top=max(record.top, stamp.number))
