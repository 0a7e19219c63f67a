"""Judges an order file, the same way for the host, who has the game, and for a player, who has a
report of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from referee.charter.papers import Charter, namespace
from referee.engine import standing
from referee.engine.request import Request, View
from referee.engine.rules import Rules, Ruleset
from referee.engine.words import IF, Word
from referee.fault import NOT_ALLOWED, NOT_UNDERSTOOD, OUT_OF_TURN, WARNING, Fault
from referee.files import lookalikes
from referee.files.folding import excerpt
from referee.kit.made import Made
from referee.orders.advance import meant_for, parse_next, timed
from referee.orders.order_file import OrderFile, note_faults, note_warnings, read_orders
from referee.orders.order_lines import judge_reading, read_for
from referee.orders.standing_list import parse_standing, past
from referee.proof import sshsig
from referee.proof.chains import Link, walk_back

#: what is said of any orders when the game is over
OVER = Fault(OUT_OF_TURN, (), "the game is over")


class Basis(Made):
    """Everything that an order file is judged by.

    run: number of the run to come; heads: that of the newest entry, then those of a few before;
    due: seats that owe a file for the run; asked and views: by seat, as far as known here; links:
    newest link of each seat; again: whether the rules were upgraded since the newest entry and
    what it asked is void, so that a file brings nothing but its link; also: what a seat is asked
    beside the first thing, which its advance orders answer.
    """

    charter: Charter
    ruleset: Ruleset
    run: int
    heads: Sequence[str]
    due: list[str]
    asked: Mapping[str, Request]
    views: Mapping[str, View]
    links: Mapping[str, Link]
    over: bool = False
    again: bool = False
    also: Mapping[str, Sequence[Request]] = MappingProxyType({})


def examine(raw: bytes, basis: Basis, draft: bool = False) -> OrderFile:
    """Judge an order file.

    draft: whether what `sign` fills in may be missing.
    Raises Refused for a file that cannot be read; all other faults are in the result."""
    file = read_orders(raw)
    file.warnings = [*file.document.words, *note_warnings(file)]
    if file.tree.get("kind") not in (None, "orders"):
        return file
    if _belongs(file, basis, draft):
        if _in_time(file, basis, draft) and not _is_advance(file, basis, draft):
            judge_lines(file, basis)
        read_body(file, basis, draft)
    return file


def _is_advance(file: OrderFile, basis: Basis, draft: bool) -> bool:
    """Whether a file is an advance file.  The draft of a seat that is due is not: `sign` gives it a
    run."""
    return file.advance and not (draft and file.seat in basis.due)


# -- whose it is -----------------------------------------------------------------------------------


def _belongs(file: OrderFile, basis: Basis, draft: bool) -> bool:
    """Whether the file is of this game and one of its seats, and signed with that seat's key."""
    tree, seat = file.tree, file.seat
    if tree.get("game", basis.charter.game) != basis.charter.game:
        here = f"{basis.charter.offer['name']} ({basis.charter.game[:8]}...)"
        reason = f"these are orders for another game than {here}"
        file.refuse(Fault(OUT_OF_TURN, ("game",), reason))
        return False
    if seat not in basis.charter.keys:
        if draft and tree and len(basis.views) == 1:
            (file.whose,) = basis.views  # the seat of the report, so that all is told in one go
        if "seat" in tree:
            file.refuse(_no_seat(seat, basis))
        else:
            file.faults.append(_missing("seat", f"write 'seat: {file.whose or 'SEAT'}'"))
        return bool(file.whose)
    if seat != tree["seat"] and file.signature is not None:
        reason = f"a signed file must spell the seat {seat!r}"
        file.refuse(Fault(NOT_UNDERSTOOD, ("seat",), reason, "", "'referee sign' does that"))
    fault = signature_fault(file, basis.charter)
    if fault is None or (draft and file.signature is None):
        return True
    file.faults.append(fault)
    file.genuine = False
    return fault.answer != OUT_OF_TURN  # nothing else is judged in another seat's file


def _no_seat(seat: str, basis: Basis) -> Fault:
    seats = f"seats: {', '.join(basis.charter.seats)}"
    hint = "; ".join(filter(None, [lookalikes.told(seat), seats]))
    reason = f"there is no seat {excerpt(seat)!r} in this game"
    return Fault(OUT_OF_TURN, ("seat",), reason, "", hint)


def signature_fault(file: OrderFile, charter: Charter) -> Fault | None:
    """What is wrong with the signature of an order file, None if it is good.

    Only the key counts; the seat that the file names is just compared."""
    if file.signature is None:
        hint = "sign it with 'referee sign'"
        return Fault(NOT_ALLOWED, (), "the file has no signature", "", hint)
    message = file.header_bytes()
    try:
        sshsig.verify(charter.keys[file.seat], namespace("orders"), message, file.signature)
    except sshsig.BadSignature as trouble:
        if signer := _signer(file, charter, message):
            reason = f"this was signed by {signer}, not by {file.seat}"
            return Fault(OUT_OF_TURN, ("signature",), reason)
        reason = f"the signature is bad: {trouble}"
        hint = "the file was changed after signing, or signed with another key; sign it again"
        return Fault(NOT_ALLOWED, ("signature",), reason, "", hint)
    return None


def _signer(file: OrderFile, charter: Charter, message: bytes) -> str | None:
    for seat, key in charter.keys.items():
        try:
            sshsig.verify(key, namespace("orders"), message, file.signature or "")
        except sshsig.BadSignature:
            continue
        return seat
    return None


# -- when it is for --------------------------------------------------------------------------------


def _in_time(file: OrderFile, basis: Basis, draft: bool) -> bool:
    """Whether the file is for the run to come, or an advance file; no other is judged."""
    if basis.over:
        file.faults.append(OVER)
        return False
    if _is_advance(file, basis, draft):
        _advance_fits(file, basis, draft)
        return True
    # For a file that was never signed, saying so is enough.
    complete = not draft and file.signature is not None
    needed = ("run", "after", "dice", "edition", "salt", "game", "referee") if complete else ()
    file.faults += [_missing(key) for key in needed if key not in file.tree]
    if file.run is not None and file.run != basis.run:
        file.faults.append(_wrong_run(file.run, basis.run))
        return False
    if file.seat not in basis.due:
        reason = f"nothing is asked of {basis.ruleset.seats[file.seat]} now"
        hint = "wait for the next report, or write advance orders under 'next'"
        file.faults.append(Fault(OUT_OF_TURN, ("seat",), reason, "", hint))
        return False
    if "after" in file.tree and file.tree["after"] != basis.heads[0]:
        reason = "these orders do not follow the newest report"
        hint = "read the newest report and sign your orders again with it"
        file.refuse(Fault(OUT_OF_TURN, ("after",), reason, "", hint))
    if fault := _link_fault(file, basis):
        file.faults.append(fault)
    return True


def _missing(key: str, hint: str = "'referee sign' fills it in") -> Fault:
    return Fault(NOT_UNDERSTOOD, (), f"the key {key!r} is missing", "", hint)


def _wrong_run(run: int, wanted: int) -> Fault:
    if run < wanted:
        reason = f"run {run} is over: these orders were used, or came too late"
        return Fault(OUT_OF_TURN, ("run",), reason, "", f"the next run is {wanted}")
    reason = f"this file is for run {run}, but report {run - 1} is not out yet"
    hint = f"the newest report here is {wanted - 1}"
    return Fault(OUT_OF_TURN, ("run",), reason, "", hint)


def _link_fault(file: OrderFile, basis: Basis) -> Fault | None:
    """The fault of a link that does not lead back to the newest known link of its seat."""
    text = file.tree.get("dice")
    if not isinstance(text, str) or any(f.path == ("dice",) for f in file.faults):
        return None
    known, charter = basis.links[file.seat], basis.charter
    party, number = f"seat/{file.seat}", known.following
    link = bytes.fromhex(text)
    if walk_back(link, charter.gid, party, known.epoch, number, known.number) == known.value:
        return None
    reason = f"this is not link {number} of {file.seat}'s chain"
    return Fault(
        NOT_ALLOWED, ("dice",), reason, "dice", "sign again with the key that you joined with"
    )


def _advance_fits(file: OrderFile, basis: Basis, draft: bool) -> None:
    """Check that an advance file is in time and has nothing that it may not have."""
    for key in {"note", "notes"} & file.tree.keys():
        reason = "an advance file cannot carry a note, since no run publishes it"
        hint = "send the note with your orders for a run"
        file.refuse(Fault(NOT_UNDERSTOOD, (key,), reason, "", hint))
    missing = () if draft else ("after", "edition", "salt", "game", "referee")
    file.faults += [_missing(key) for key in missing if key not in file.tree]
    if file.seat in basis.due:
        reason = "this seat is due now, so its file must be for the run"
        hint = "sign it again with the newest report"
        file.faults.append(Fault(OUT_OF_TURN, ("seat",), reason, "", hint))
    elif file.tree.get("after", basis.heads[0]) not in basis.heads:
        reason = "this file does not follow any recent report"
        file.refuse(
            Fault(OUT_OF_TURN, ("after",), reason, "", "sign it again with the newest report")
        )


# -- its orders ------------------------------------------------------------------------------------


def judge_lines(file: OrderFile, basis: Basis) -> None:
    """Read the order lines by the words of the seat's request, and have the request judge them."""
    request, lines = basis.asked.get(file.seat), file.tree.get("orders")
    if lines is not None and not isinstance(lines, list):
        return  # its form was refused already
    if basis.again:
        file.warnings += [_void(basis)] if lines else []
    elif request is None:
        file.faults += [_not_asked()] if lines else []
    elif lines is not None:
        _judge(file, basis, request)
    elif not file.says("resign"):
        reason = f"the key 'orders' is missing: {request.title(file.seat)}"
        hint = "write at least 'orders: []'"
        file.faults.append(Fault(NOT_UNDERSTOOD, (), reason, request.rule, hint))


def _judge(file: OrderFile, basis: Basis, request: Request) -> None:
    names = basis.ruleset.rules.names(file.seat)
    view = basis.views[file.seat] if file.genuine else None
    others = _all_words(basis.ruleset.rules)
    suggestions = basis.ruleset.rules.kinds[request.kind].suggestions
    reading = read_for(request, suggestions, view, file.tree["orders"], names, others)
    file.faults += _below("orders", reading.faults)
    if view is None:
        return
    judged = judge_reading(request, view, reading)
    file.faults += _below("orders", judged.faults)
    file.warnings += _below("orders", judged.warnings)
    if not reading.faults:
        file.answer = [line for line in reading.lines if line is not None]


def _not_asked() -> Fault:
    reason = "this run needs your file, but no orders"
    return Fault(OUT_OF_TURN, ("orders",), reason, "", "write 'orders: []'")


def _void(basis: Basis) -> Fault:
    reason = f"the rules were upgraded after report {basis.run - 1}: these orders do not count"
    hint = "the file still gives your link; the next report asks again"
    return Fault(WARNING, ("orders",), reason, "", hint)


def _all_words(rules: Rules) -> dict[str, Word]:
    """Every word of every request of a game."""
    requests = [request for _, request in sorted(rules.requests.items())]
    return {word: kind for request in requests for word, kind in request.words.items()}


def _below(key: str, faults: list[Fault]) -> list[Fault]:
    return [Fault(f.answer, (key, *f.path), f.reason, f.rule, f.hint, f.quote) for f in faults]


# -- what it says beside them ----------------------------------------------------------------------


#: Of a file that comes too late or too early nothing else is said.
_NOT_NOW = (("run",), ("seat",))


def read_body(file: OrderFile, basis: Basis, draft: bool = False) -> None:
    """Read what a file of this game says beside its orders: advance orders, rules, notes, and
    whether it ends the game."""
    if any(fault.path[:1] in _NOT_NOW for fault in file.faults) and not file.whose:
        return
    _read_standing(file, basis, draft)
    _read_next(file, basis, draft)
    _warn_of_branches(file, basis, draft)
    file.faults += note_faults(file, list(basis.charter.seats))
    if file.says("resign"):
        reason = "you resign: the game ends with the next run"
        file.warnings.append(Fault(WARNING, ("resign",), reason))
    if not file.faults:
        for request in _unanswered(file, basis, draft):
            _warn_of_default(file, basis, request)


def _read_standing(file: OrderFile, basis: Basis, draft: bool) -> None:
    """Read the rules of the file's ``standing``, or of the set that it names, if it has any."""
    raw = file.tree.get("standing")
    if not isinstance(raw, (list, str)) or raw == "":
        return
    file.standing, faults = parse_standing(raw, basis.ruleset, file.seat)
    file.faults += _below("standing", faults)
    if draft and file.seat in basis.views:  # of a signed file the player has read it, not the host
        from referee.orders.foresight import of_rules  # files without these lists are many

        said = of_rules(file.standing, basis.views[file.seat], basis.ruleset)
        file.warnings += _below("standing", said)


def _read_next(file: OrderFile, basis: Basis, draft: bool) -> None:
    """Read the advance orders of the file's ``next``, if it has any, and keep those that can still
    be used, if there are no faults."""
    raw, view = file.tree.get("next"), basis.views.get(file.seat)
    if not isinstance(raw, list) or view is None:
        return
    coming, faults = parse_next(raw, basis.ruleset, file.seat)
    if not faults:
        coming, faults = timed(coming, basis.ruleset.calendar, view.public, draft)
    file.coming = coming
    file.faults += _below("next", [f for f in faults if f.answer != WARNING])
    file.warnings += _below("next", [f for f in faults if f.answer == WARNING])
    if draft and not faults and file.seat in basis.views:
        from referee.orders.foresight import doubtful

        asked = _unanswered(file, basis, draft)
        answered = [] if file.answer is None else [(basis.asked[file.seat], file.answer)]
        said = doubtful(coming, asked, view, basis.ruleset, answered)
        file.warnings += _below("next", said)


def _warn_of_branches(file: OrderFile, basis: Basis, draft: bool) -> None:
    """What is wrong with a draft's lines that are for another course than the hoped one."""
    answer = file.answer or []
    if not draft or file.faults or not any(IF in line for line in answer):
        return
    from referee.orders.foresight import of_conditions

    said = of_conditions(answer, basis.asked[file.seat], basis.views[file.seat])
    file.warnings += _below("orders", list(said))


def _unanswered(file: OrderFile, basis: Basis, draft: bool) -> Sequence[Request]:
    """The requests that the ``orders`` of a file do not answer: all but the first, or all if it is
    an advance file."""
    seat = file.seat
    also = basis.also.get(seat, ())
    advance = _is_advance(file, basis, draft) and seat in basis.asked
    return [basis.asked[seat], *also] if advance else also


def _warn_of_default(file: OrderFile, basis: Basis, request: Request) -> None:
    """What no advance order is for is answered by what lies there already, and this file takes
    its place."""
    seat, ruleset = file.seat, basis.ruleset
    view = basis.views[seat]
    if any(meant_for(one, request, view, ruleset.calendar) for one in file.coming):
        return
    in_time = [
        rule for rule in file.standing or [] if not past(rule, view.public, ruleset.calendar)
    ]
    beside = ruleset.rules.kinds[request.kind].standing
    if standing.answer(in_time, beside, request, view) is not None:
        return
    reason = f"nothing in this file answers a request to you: {request.title(seat)}"
    hint = "your standing orders will, otherwise the default"
    file.warnings.append(Fault(WARNING, (), reason, request.rule, hint))
