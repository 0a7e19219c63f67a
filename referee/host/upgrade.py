"""Upgrades a game's folder to the installed rules: what would change, and doing it.

An upgrade is one line of the journal, which holds the whole saved game; the checkpoint after it can
be made again from that line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee.adjudicate.clerk import Clerk, Position
from referee.adjudicate.rejudging import Dropped, judge_again, still_good
from referee.engine.entry import public_events, split_events, story
from referee.engine.game import Game, Outcome
from referee.engine.plain import copied
from referee.engine.reopening import ASKED, POSITION, RECORD, STEP, Difference, reopened
from referee.engine.request import Data
from referee.engine.rules import Ruleset
from referee.fault import Fault, Refused, in_file
from referee.folder.journal import has_line, upgrade_line
from referee.folder.resuming import Place
from referee.folder.store import Store, StoreTrouble
from referee.host.kept_game import Host
from referee.playable import (
    OtherRules,
    Rules,
    check_playable,
    check_rules,
    good_charter,
    installed,
    pinned,
)
from referee.report.report_file import read_report
from referee.ruleset import failed_at


class NoUpgrade(Exception):
    """A game cannot be upgraded: why, and what to do."""

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.reason, self.hint = reason, hint


@dataclass
class Upgrade:
    """What an upgrade does to a game.

    held, here: the rules before and after; after: number of the newest entry; same: whether there
    is nothing to do; where: from where the open step differs, "" if it does not; asked: seat ->
    what it is asked again, if that is known before dice are rolled; dice: whether dice come before
    anything is asked; over: whether the game is then over; dropped: files and orders that are no
    longer legal; host: the game to carry it out on."""

    ruleset: Ruleset
    held: Rules
    here: Rules
    after: int
    host: Host
    same: bool = False
    where: str = ""
    asked: Mapping[str, str] = field(default_factory=dict)
    dice: bool = False
    over: bool = False
    dropped: list[Dropped] = field(default_factory=list)

    def carry_out(self) -> None:
        """Write the journal's line, then a checkpoint; the folder is consistent at every moment."""
        if self.same:
            return
        self.host.watch.look(self.host.clerk.position)
        self.host.watch.check()
        saved = self.host.clerk.saved()
        self.host.journal.append(upgrade_line(self.after, self.here, self.held, saved))
        self.host.save()


def plan_upgrade(store: Store) -> Upgrade:
    """What an upgrade to the installed rules does to the game of a folder; nothing is written.

    Raises NoUpgrade, and StoreTrouble for a folder that is damaged."""
    journal = store.path("journal")
    started = store.has("charter.yaml") and store.has("journal") and has_line(journal)
    if not started:
        raise NoUpgrade("the game has not started", "open a new one with the installed rules")
    with in_file(store.path("charter.yaml")):
        host = Host(store, good_charter(store.read("charter.yaml")), None)
    offer = host.charter.offer
    place, newest = host.place()
    try:
        check_rules(offer, place.rules, "the game")
    except OtherRules as trouble:
        _check_whole(host, place, newest, trouble)
    except Refused:
        pass  # the same version, but corrections that do not fit its data: reported below
    else:
        held = place.rules or pinned(offer)
        return Upgrade(host.ruleset, held, held, place.number, host, same=True)
    try:
        installed(offer)
        check_playable(offer)
    except Refused as trouble:
        raise NoUpgrade("; ".join(map(_at, trouble.faults))) from None
    return _planned(host, place)


def _at(fault: Fault) -> str:
    return f"corrections, {fault.reason}" if fault.path[:1] == ("corrections",) else fault.reason


def _check_whole(host: Host, place: Place, newest: bool, other: OtherRules) -> None:
    """Raise NoUpgrade if the earlier rules are still needed to complete what they began."""
    hint = f"let 'referee apply {host.store.root}' complete it with {other.version}"
    begun = [line["number"] for line in place.journal.lines if line["type"] == "entry"]
    if not newest and (begun or not place.upgraded):
        raise NoUpgrade("a checkpoint or report was lost", hint)
    if begun:
        raise NoUpgrade(f"run {begun[0]} was interrupted, or its checkpoint was lost", hint)
    host.check_end(place.number)


def _planned(host: Host, place: Place) -> Upgrade:
    offer, saved = host.charter.offer, place.saved
    assert saved is not None  # or there is a line behind the start, or no checkpoint
    held, here = place.rules or pinned(offer), installed(offer)
    upgrade = Upgrade(host.ruleset, held, here, place.number, host)
    if saved["position"].get("since") == saved["position"]["run"] + 1:
        # Otherwise upgrading back and forth could void unwelcome dice without any report of it.
        hint = f"let 'referee apply {host.store.root}' make the next run with {held[0]} first"
        raise NoUpgrade(f"the game was already upgraded after run {place.number}", hint)
    if saved["position"].get("ended"):
        raise NoUpgrade("the game is over: its players have ended it", "there is nothing to do")
    asked = _told(host, saved["position"])
    try:
        difference = _reopen(upgrade, place, asked)
        outcome = _tried(upgrade)
    except (StoreTrouble, NoUpgrade):
        raise
    except Exception as trouble:  # new rules may fail on an old position in any way
        reason = f"the rules fail on the position ({failed_at(trouble)})"
        raise NoUpgrade(reason, _stay(upgrade)) from None
    position = host.clerk.position
    if position.over and not outcome.over:
        raise NoUpgrade("the game is over, but would go on by these rules", _stay(upgrade))
    if difference is not None:
        upgrade.where = _where(difference, saved["game"]["records"])
    if position.again:
        upgrade.asked = {request.seat: request.title() for request in outcome.asked}
        upgrade.dice = not outcome.asked and not outcome.over
    upgrade.over = outcome.over and not position.over
    return upgrade


def _stay(upgrade: Upgrade) -> str:
    return f"finish it with {upgrade.ruleset.name} {upgrade.held[0]}"


def _told(host: Host, position: Data) -> list[Data]:
    """The requests in the newest reports."""
    path = host.report_path(host.charter.seats[0], position["number"])
    name = path.relative_to(host.store.root)
    sheet = read_report(host.store.read(*name.parts)).sheet
    if sheet["head"] != position["heads"][0]:
        raise StoreTrouble(f"{name.as_posix()} is not the report that was made")
    asked: list[Data] = sheet["public"]["asked"]
    return asked


def _reopen(upgrade: Upgrade, place: Place, asked: list[Data]) -> Difference | None:
    """Set up the clerk of the new rules; where the open step differs."""
    host, saved = upgrade.host, place.saved
    assert saved is not None
    ruleset = upgrade.ruleset
    game, difference = reopened(
        ruleset.rules,
        saved["game"],
        asked,
        lambda r, view, answer: still_good(r, view, answer, ruleset.rules),
    )
    if ruleset.laboratory.broken(game.state):
        raise NoUpgrade("the position is impossible by these rules", _stay(upgrade))
    old = Position(**saved["position"])
    position = replace(
        old,
        rules=[] if upgrade.here == pinned(host.charter.offer) else upgrade.here,
        since=old.run + 1,
        again=old.again or difference is not None,
    )
    host.clerk = Clerk(host.charter, ruleset, game, position)
    host.clerk.inbox.restore(saved["mail"])
    host.clerk.remembered = copied(saved.get("remembered", {}))
    host.journal = place.journal
    lines, host.journal.lines = host.journal.lines, []
    title = f"{ruleset.title} {ruleset.version}"
    upgrade.dropped = judge_again(host.store, host.clerk, lines, title)
    return difference


def _tried(upgrade: Upgrade) -> Outcome:
    """How the rules go on without dice, on a copy, with everything that its reports would say."""
    ruleset = upgrade.ruleset
    game = Game.restored(ruleset.rules, copied(upgrade.host.clerk.game.saved()))
    outcome = game.run(None, lambda requests, view: None)
    public = game.state["public"]
    ruleset.wording.headline(public)
    ruleset.wording.reminder(public)
    if outcome.over:
        ruleset.rules.result(public)
    for seat in upgrade.host.charter.seats:
        view = game.view(seat)
        ruleset.wording.situation(view)
        for event in story(public_events(outcome.events), split_events(outcome.events, seat)):
            ruleset.wording.describe(event, seat)
        for request in outcome.asked:
            request.title(seat)
            if request.seat == seat:
                ruleset.rules.kinds[request.kind].suggestions.template(request, view)
    return outcome


def _where(difference: Difference, records: list[Data]) -> str:
    """The place from which the open step differs, counted in answers, since the number of sealed
    draws is a secret."""
    if difference.what == STEP:
        return "its beginning"
    answers = sum(record["what"] == "answers" for record in records[: difference.kept])
    if difference.what == RECORD and records[difference.kept]["what"] == "answers":
        return f"answer {answers + 1}"
    if difference.what == RECORD and records[difference.kept]["what"] == "roll":
        return f"the roll '{records[difference.kept]['label']}'"
    words = {POSITION: "the position", ASKED: "what is asked"}
    behind = f"after answer {answers}" if answers else "at its beginning"
    return f"{words.get(difference.what, 'what comes')} {behind}"


def told(upgrade: Upgrade) -> str:
    """What would change, in words that everyone may read."""
    if upgrade.same:
        return "it already has these rules"
    again = "the open step is replayed"
    parts = [f"{again}: it differs from {upgrade.where} on" if upgrade.where else again]
    if not upgrade.host.clerk.position.again:
        parts = ["nothing changes"]
    parts += [f"{seat} is asked again: {title}" for seat, title in upgrade.asked.items()]
    if upgrade.dice:
        parts.append(f"dice of run {upgrade.after + 1} come before anything is asked")
    if upgrade.over:
        parts.append("the game is over by these rules")
    for seat, name in upgrade.dropped:
        what = f"file {name} is" if name else "standing orders are"
        parts.append(f"{seat}'s {what} no longer legal")
    return "; ".join(parts)
