"""Phase III, actions (8), and victory (1.2)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.action import ALWAYS, IDLE, UNSURE, Problem
from referee.engine.table import Table
from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.board import ALII, CITIZENS, LEVELS, SEATS, TRACKS
from rulesets.end_of_the_triumvirate.position import Data, leads

#: 8.1 actions per turn; 8.3 weapons per action; extra gold for a player who does not lead; and the
#: track that counts for it
MOST, MADE, SURCHARGE = 3, 2, 2
NEEDS = {"persuade": "political", "weapons": "military"}


def price(public: Data, seat: str, action: str) -> int:
    """8.1, 8.3 The gold that it costs as the next action."""
    dear = action in NEEDS and not leads(public, seat, NEEDS[action])
    number: int = public["now"]["actions"] + 1
    return number + (SURCHARGE if dear else 0)


def troubles(
    public: Data, seat: str, action: str, section: str, unsure: bool = False
) -> list[Problem]:
    """8.1-8.6 Why an action is not possible; section: of the forum, for persuading; unsure: whether
    the gold depends on chance."""
    if section == seat:
        return [Problem("you cannot persuade citizens of your own section", "8.3", "", ALWAYS)]
    idle = unpaid(public, seat, action, unsure)
    return [*barriers(public, seat, action, section)] or [*filter(None, [idle])]


def barriers(public: Data, seat: str, action: str, section: str) -> Iterator[Problem]:
    """8.2, 8.3, 8.5 Why an action is not possible there, whatever gold he has."""
    who, at = public["characters"][seat], public["characters"][seat]["at"]
    allowed = board.kind(at)["actions"]
    if action not in allowed:
        reason = f"{board.NAMES[at]} is a {board.LAND[at]['type']} province"
        told = (f"improve: {one}" if one in TRACKS else one for one in allowed)
        yield Problem(reason, "8.2", f"actions possible there: {', '.join(told)}", UNSURE)
    if action in TRACKS and who[action] == LEVELS.most:
        yield Problem(complete(action), "8.5", "", UNSURE)
    if action == "weapons" and not who["weapons"]:
        yield Problem("you have no weapon left in reserve", "8.3", "", UNSURE)
    if section and not citizens(public, section):
        yield Problem("there are no citizens in that section", "8.3", "", UNSURE)


def complete(track: str) -> str:
    """8.5 What is wrong with raising a competence that cannot go further."""
    return f"your {track} competence is already at VII"


def unpaid(public: Data, seat: str, action: str, unsure: bool) -> Problem | None:
    """8.1, 8.6 Why an action is skipped: there were three, or it cannot be paid for."""
    if public["now"]["actions"] == MOST:
        return Problem("you have already taken three actions", "8.1", "", IDLE)
    cost, gold = price(public, seat, action), public["characters"][seat]["gold"]
    taken = "may be skipped" if unsure else "is skipped"
    reason = f"this action costs {cost} gold, and your treasury has {gold}: it {taken}"
    return Problem(reason, "8.6", "", IDLE) if cost > gold else None


def citizens(public: Data, section: str) -> int:
    """8.3 Citizens in a section of the forum, 0 if that section is not in the game."""
    of_seats = {seat: who["citizens"] for seat, who in public["characters"].items()}
    number: int = {ALII: public[ALII], **of_seats}.get(section, 0)
    return number


def possible(public: Data, seat: str) -> list[tuple[str, str]]:
    """8.2 Every action that is possible now, with its section."""
    return [
        (action, section)
        for action in board.kind(public["characters"][seat]["at"])["actions"]
        for section in ((ALII, *SEATS) if action == "persuade" else ("",))
        if not troubles(public, seat, action, section)
    ]


def act(table: Table, seat: str, action: str, section: str) -> None:
    """8.1-8.3 Pay and do it."""
    public, cost = table.public, price(table.public, seat, action)
    public["characters"][seat]["gold"] -= cost
    public["supply"]["gold"] += cost
    public["now"]["actions"] += 1
    table.tell("paid", {"seat": seat, "gold": cost, "number": public["now"]["actions"]})
    if action in TRACKS:
        step_up(table, seat, action)
    elif action == "weapons":
        arm(table, seat, MADE, "made, 8.3")
    else:
        persuade(table, seat, section)


def arm(table: Table, seat: str, number: int, why: str) -> None:
    """7.7.3, 7.8, 8.3 Put weapons from the reserve into the bag, as many as there are."""
    who = table.public["characters"][seat]
    number = min(number, who["weapons"])
    who["weapons"] -= number
    table.public["bag"][seat] += number
    table.tell("armed", {"seat": seat, "number": number, "why": why})


def step_up(table: Table, seat: str, track: str) -> bool:
    """8.2, 7.8 Raise a competence by one; return whether that wins: both on VII (1.2)."""
    who = table.public["characters"][seat]
    who[track] += 1
    table.tell("raised", {"seat": seat, "track": track, "level": who[track]})
    won = all(who[name] == LEVELS.most for name in TRACKS)
    if won:
        end_game(table, seat, "competence")
    return won


def persuade(table: Table, seat: str, section: str) -> None:
    """8.3 Move a citizen from Alii to the own section, or from another section to Alii."""
    public, by = table.public, 1 if section == ALII else -1
    who = public["characters"][seat if section == ALII else section]
    public[ALII] -= by
    who["citizens"] += by
    if section == ALII:
        who["last_added"] = [public["turn"], public["now"]["actions"]]
    table.tell("persuaded", {"seat": seat, "section": section, "to": seat if by > 0 else ALII})
    check_citizens(table, seat)


def check_citizens(table: Table, seat: str) -> bool:
    """1.2, 1.3 Whether someone wins who has been consul and has six citizens."""
    who = table.public["characters"][seat]
    won = bool(who["consul"] and who["citizens"] >= CITIZENS)
    if won:
        end_game(table, seat, "six-citizens")
    return won


def end_game(table: Table, seat: str, why: str) -> None:
    """1.2 The game is over at once."""
    table.public.update(phase="over", result={"winner": seat, "why": why})
    table.tell("result", {"seat": seat, "why": why})
