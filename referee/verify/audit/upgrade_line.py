"""The saved game in the line of an upgrade: what an audit knows of it, by either rules."""

from __future__ import annotations

from referee.adjudicate.clerk import Clerk
from referee.adjudicate.rejudging import Kept, judge_again
from referee.charter.papers import Charter
from referee.engine.plain import copied
from referee.engine.request import Data
from referee.engine.rules import Ruleset
from referee.proof.canonical import typed_digest
from referee.verify.audit.ledger import Wrong, difference

_GAME, _MAIL = ("state", "game"), ("state", "mail")


def same_game(saved: Data, wanted: Data) -> None:
    """Raise Wrong unless an upgrade has saved the game that the rules of before give.

    Where the open step is gone through again, its records may end earlier than they did."""
    game, own = saved["game"], wanted["game"]
    if saved["position"].get("again"):
        records = game.get("records")
        kept = len(records) if isinstance(records, list) else 0
        told = own["told"][: own["begun"]]
        own = {**own, "records": own["records"][:kept], "step": None, "told": told}
        own["stands"] = typed_digest(own["state"])
    if told := difference(game, own, _GAME):
        raise Wrong(*told)
    notes, known = (one.get("remembered", {}) for one in (saved, wanted))
    if told := difference(notes, known, ("state", "remembered")):
        raise Wrong(*told)
    _nothing_new(saved["mail"], wanted["mail"])


def _nothing_new(mail: Data, own: Data) -> None:
    """Raise Wrong for what lies in the saved inbox and did not: an upgrade can only drop.

    In which words an answer is kept is for the new rules to say."""
    for key in ("marks", "newest", "ruling", "resigned", "drawing"):
        if told := difference(mail[key], own[key], (*_MAIL, key)):
            raise Wrong(*told)
    kept = {seat: rules for seat, rules in mail["standing"].items() if rules}
    if told := difference(
        kept, {seat: own["standing"].get(seat) for seat in kept}, (*_MAIL, "standing")
    ):
        raise Wrong(*told)
    for seat, file in mail.get("explicit", {}).items():
        words = {key: file[key] for key in ("answer", "coming", "standing")}
        lay = own.get("explicit", {}).get(seat, {})
        if told := difference(file, {**lay, **words}, (*_MAIL, "explicit", seat)):
            raise Wrong(*told)
    for seat, queue in mail["queue"].items():
        lay = [one["number"] for one in own["queue"].get(seat, [])]
        if told := difference([one["number"] for one in queue], lay, (*_MAIL, "queue", seat)):
            raise Wrong(*told)


def same_mail(files: Kept, clerk: Clerk) -> None:
    """Raise Wrong unless the new rules read the files that lie there as the saved game has them."""
    inbox, saved = clerk.inbox, copied(clerk.inbox.saved())
    judge_again(files, clerk, [], "")
    if told := difference(saved, inbox.saved(), _MAIL):
        raise Wrong(*told)


def taken_up(charter: Charter, ruleset: Ruleset, saved: Data, newest: Data | None) -> Clerk:
    """The game as the new rules go on with it; Wrong if the newest entry is bound to another.

    newest: its line in the journal.  Of an open step that is gone through again only the rules of
    before can tell whether its beginning is right.  Whatever the rules raise goes through."""
    clerk = Clerk.restored(charter, ruleset, saved)
    if newest is None or clerk.position.again:
        return clerk
    state, own = clerk.game.state, newest["own"]
    bound = {
        "public": (state["public"], newest["public"]["state"]),
        "sealed": (state["sealed"], own["sealed"]["state"]),
        **{s: (state["seats"].get(s), own[f"seat/{s}"]["state"]) for s in charter.seats},
    }
    for name, (part, wanted) in bound.items():
        if typed_digest(part) != wanted:
            raise Wrong(f"state, {name}", "the newest entry commits to another position")
    return clerk
