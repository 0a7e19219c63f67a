"""The saved game in the line of an upgrade: what an audit knows of it, by either rules."""

from __future__ import annotations

from referee.desk.audit_ledger import Wrong, difference
from referee.desk.clerk import Clerk
from referee.engine.canonical import digest
from referee.engine.request import Data
from referee.engine.rules import Ruleset
from referee.post.papers import Charter

_GAME = ("state", "game")


def same_game(saved: Data, wanted: Data) -> None:
    """Raise Wrong unless an upgrade has saved the game that the rules of before give.

    Where the open step is gone through again, its records may end earlier than they did."""
    game, own = saved["game"], wanted["game"]
    if saved["position"].get("again"):
        records = game.get("records")
        kept = len(records) if isinstance(records, list) else 0
        own = {**own, "records": own["records"][:kept], "step": None}
        own["stands"] = digest(own["state"])
    if told := difference(game, own, _GAME):
        raise Wrong(*told)


def taken_up(charter: Charter, ruleset: Ruleset, saved: Data, newest: Data | None) -> Clerk:
    """The game as the new rules go on with it; Wrong if the newest entry is bound to another.

    newest: its line in the journal.  Of an open step that is gone through again only the rules of
    before can tell whether its beginning is right."""
    try:
        clerk = Clerk.restored(charter, ruleset, saved)
    except Exception as trouble:  # what a stranger has saved may lead the rules anywhere
        what = f"{type(trouble).__name__}: {trouble}"
        raise Wrong("state", f"the rules cannot take this game up ({what})") from trouble
    if newest is None or clerk.position.again:
        return clerk
    state, own = clerk.game.state, newest["own"]
    bound = {
        "public": (state["public"], newest["public"]["state"]),
        "sealed": (state["sealed"], own["sealed"]["state"]),
        **{s: (state["seats"].get(s), own[f"seat/{s}"]["state"]) for s in charter.seats},
    }
    for name, (part, wanted) in bound.items():
        if digest(part) != wanted:
            raise Wrong(f"state, {name}", "the newest entry is bound to another position")
    return clerk
