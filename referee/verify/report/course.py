"""What a report says of the course of its game: by which rules it goes on, and whether it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.request import Data
from referee.engine.rules import Rules


def upgraded(sheet: Data, pinned: Sequence[str]) -> Iterator[tuple[str, str]]:
    """(place, reason) of what cannot be in what it tells of an upgrade of the rules.

    pinned: the rules of the charter; others are told of only if they are others, as behind an
    upgrade events may tell of the dice of earlier runs."""
    public = sheet["public"]
    since = public.get("since")
    if since is None:
        wrong = "rules" in public or "reopened" in public
    else:
        wrong = not 1 <= since <= sheet["run"] or ("reopened" in public and since < sheet["run"])
    if wrong:
        yield "public, since", "it does not name the first run of the current rules"
    if public.get("rules") == pinned:
        yield "public, rules", "it speaks of other rules, but names those of the charter"


def ended(public: Data) -> Iterator[tuple[str, str]]:
    """(place, reason) of an end that is none: a game that is over waits for nobody, and one that
    files end is over before any dice."""
    if public["over"] and (public["due"] or public["asked"]):
        yield "public, over", "the game is over, but a seat is due or asked something"
    if public["ended"] and (not public["over"] or public["rolls"] or public["events"]):
        yield "public, ended", "files end the game, but it goes on"


def ended_by_rules(sheet: Data, rules: Rules) -> Iterator[tuple[str, str]]:
    """(place, reason) if a game is over that goes on by the rules, or goes on though it is over.

    Nothing is said where the rules stumble over a hostile position: no text can be made of it."""
    public, position = sheet["public"], sheet["state"]["public"]
    try:
        goes_on = rules.next_step(position) is not None
        result = rules.result(position)
    except Exception:
        return
    if public["over"] and not public["ended"] and goes_on:
        yield "public, over", "the game is over, but by the rules it goes on"
    if not public["over"] and result is not None:
        yield "public, over", "the game goes on, but by the rules it is over"
