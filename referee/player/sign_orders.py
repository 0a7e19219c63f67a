"""Signing for a player: what a report lets its seat judge, and the signing of order files."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from referee import views
from referee.charter.papers import FORMAT, Charter, namespace
from referee.charter.secrets import chain, random_bytes
from referee.engine.request import GUEST, Data
from referee.engine.rules import Ruleset
from referee.fault import NOT_ALLOWED, NOT_UNDERSTOOD, OUT_OF_TURN, WARNING, Fault, Refused
from referee.files.write_yaml import emit
from referee.kit.lines import listed
from referee.kit.made import Made
from referee.orders.advance import WAITING, write_next
from referee.orders.examine import OVER, Basis, examine
from referee.orders.order_file import OrderFile, read_orders
from referee.orders.order_lines import write_lines
from referee.orders.standing_list import left_out, write_standing
from referee.proof import sshsig
from referee.proof.chains import Link
from referee.proof.keys import public_line
from referee.ruleset import failed_at, of_game

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from referee.record.signer_record import Stamp


def basis(sheet: Data, charter: Charter, ruleset: Ruleset) -> Basis:
    """All that an order file of the sheet's seat is judged by, from a verified report."""
    seat, public = sheet["seat"], sheet["public"]
    asked = views.own_requests(sheet, ruleset.rules)
    return Basis(
        charter,
        ruleset,
        sheet["run"] + 1,
        [sheet["head"], *public["recent"]],
        public["due"],
        {seat: asked[0]} if asked else {},
        {seat: views.view(sheet)},
        {seat: Link.of(sheet["links"][f"seat/{seat}"])},
        public["over"],
        also={seat: asked[1:]},
    )


def not_own(file: OrderFile, sheet: Data) -> Fault | None:
    """A report judges orders of its own seat only."""
    seat = file.seat
    if sheet["seat"] == GUEST:
        return views.NO_ORDERS
    if seat in ("", sheet["seat"]):
        return None
    reason = f"this is the report of {sheet['seat']}, but the orders are for seat {seat!r}"
    return Fault(OUT_OF_TURN, ("seat",), reason, "", "use the report of your own seat")


@contextlib.contextmanager
def by_the_report() -> Iterator[None]:
    """Inside, the rules work on the position of a report.

    A hostile host may have made it up so that they fail in any way, which raises Refused."""
    try:
        yield
    except Refused:
        raise
    except Exception as trouble:
        place = failed_at(trouble)
        reason = f"the rules fail on the position in the report ({place})"
        hint = "verify the report; if it is good, this is a fault in the program: please report it"
        raise Refused([Fault(NOT_UNDERSTOOD, (), reason, "", hint)]) from trouble


def template_by(sheet: Data, ruleset: Ruleset) -> list[str]:
    """The order file that a seat can start from, by its report; raises Refused."""
    from referee.report.template import empty, template  # rendering is not always wanted

    if sheet["seat"] == GUEST:
        raise Refused([views.NO_ORDERS])
    if sheet["public"]["over"]:
        raise Refused([OVER])
    with by_the_report():
        asked = views.own_requests(sheet, ruleset.rules)
        if not asked:
            return empty(sheet, ruleset)
        return template(asked[0], ruleset, sheet, also=asked[1:])


class Signing(Made):
    """How to sign: the key, and what the player chose.

    edition: None for the draft's own, 1 if it has none; test_seed: for tests and samples; tell:
    is given what was found of the draft, warnings above all; stamp: what the signer's record gives,
    None for a file by the report alone."""

    key: Ed25519PrivateKey
    edition: int | None = None
    test_seed: int | None = None
    tell: Callable[[OrderFile], None] = lambda found: None
    stamp: Stamp | None = None

    def edition_of(self, draft: OrderFile) -> int:
        """The edition to sign: the one wanted, but none that was signed before.

        Raises Refused if that was wanted by name."""
        least = self.stamp.edition if self.stamp else 1
        if self.edition is None:
            return max(draft.edition, least)
        if self.edition < least:
            reason = f"you have already signed edition {least - 1}"
            hint = f"without --edition you get edition {least}"
            raise Refused([Fault(NOT_ALLOWED, ("edition",), reason, "", hint)])
        return self.edition

    def link_of(self, seat: str, sheet: Data, charter: Charter) -> str:
        """The link that a file of a seat that is due brings, in hex."""
        number = self.stamp.number if self.stamp else _next_link(sheet)
        assert number is not None, "a seat that is due brings a link"
        return chain(self.key, charter.offer, f"seat/{seat}").link(number).hex()


def sign_orders(raw: bytes, sheet: Data, charter: Charter, ruleset: Ruleset, how: Signing) -> str:
    """The order file, complete and signed, with all names in full.

    raw: a draft (or a signed file, which is signed anew).  Raises Refused with all faults if it
    would be refused."""
    if fault := not_own(read_orders(raw), sheet) or _key_fault(charter, sheet["seat"], how.key):
        raise Refused([fault])
    with by_the_report():
        return _judged_and_signed(raw, sheet, charter, ruleset, how)


def _judged_and_signed(
    raw: bytes, sheet: Data, charter: Charter, ruleset: Ruleset, how: Signing
) -> str:
    judged = basis(sheet, charter, ruleset)
    found = examine(raw, judged, draft=True)
    if found.faults:
        raise Found(found)
    how.tell(found)
    tree = _filled(found, sheet, charter, ruleset, how)
    text = _signed_text(tree, how.key, charter, ruleset)
    again = examine(text.encode(), judged)
    if again.faults:
        raise Found(again)
    return text


class Found(Refused):
    """Refused, with the file that was examined, so that faults have their lines."""

    def __init__(self, found: OrderFile) -> None:
        super().__init__(found.in_order())
        self.found = found


def _key_fault(charter: Charter, seat: str, key: Ed25519PrivateKey) -> Fault | None:
    if charter.keys[seat] == public_line(key):
        return None
    reason = f"this key does not play {seat} in this game"
    return Fault(NOT_ALLOWED, (), reason, "", "sign with the key that you joined with")


def _filled(
    found: OrderFile, sheet: Data, charter: Charter, ruleset: Ruleset, how: Signing
) -> dict[str, Any]:
    """Header and body with everything that the player need not write."""
    tree, seat, run = found.tree, sheet["seat"], sheet["run"] + 1
    edition, due = how.edition_of(found), seat in sheet["public"]["due"]
    instead = how.stamp.instead if how.stamp else ""
    header = {
        "referee": FORMAT,
        "kind": "orders",
        "game": charter.game,
        "seat": seat,
        **({"run": str(run)} if due else {}),
        "after": sheet["head"],
        "edition": str(edition),
        **({"dice": how.link_of(seat, sheet, charter)} if due else {}),
        **({"instead": instead} if instead else {}),
    }
    salt = random_bytes(16, how.test_seed, f"salt {charter.game} {seat} {run} {edition}")
    body: dict[str, Any] = {
        **({"orders": _full_names(found, seat, ruleset)} if "orders" in tree else {}),
        **({"next": write_next(found.coming, ruleset.rules, seat)} if "next" in tree else {}),
        **_full_standing(found, seat, ruleset),
        **{key: tree[key] for key in ("resign", "draw", "note", "notes") if key in tree},
        "salt": salt.hex(),
    }
    return {**header, **body}


def _next_link(sheet: Data) -> int:
    """The number of the seat's next link: one more than any that its headers have shown."""
    return Link.of(sheet["links"][f"seat/{sheet['seat']}"]).following


def _full_names(found: OrderFile, seat: str, ruleset: Ruleset) -> list[Any]:
    if found.answer is None:
        return []
    words = {w: t for request in ruleset.rules.requests.values() for w, t in request.words.items()}
    return write_lines(found.answer, words, ruleset.rules.names(seat))


def _full_standing(found: OrderFile, seat: str, ruleset: Ruleset) -> dict[str, Any]:
    return (
        {}
        if found.standing is None
        else {"standing": write_standing(found.standing, ruleset, seat)}
    )


def _signed_text(
    tree: dict[str, Any], key: Ed25519PrivateKey, charter: Charter, ruleset: Ruleset
) -> str:
    comments = {"game": f"{charter.offer['name']} ({ruleset.title})"}
    file = read_orders(emit(tree).encode())
    signature = sshsig.sign(key, namespace("orders"), file.header_bytes())
    return emit({**tree, "signature": signature}, comments)


def judge_by_report(raw: bytes, sheet: Data, charter: Charter, draft: bool) -> OrderFile:
    """What the host would say of an order file at the head of this (verified) report.

    Raises Refused as `examine` does."""
    file = read_orders(raw)
    known = file.seat in charter.seats or sheet["seat"] == GUEST
    if known and (fault := not_own(file, sheet)):
        file.faults = [fault]
        return file
    ruleset = of_game(charter.offer)
    with by_the_report():
        found = examine(raw, basis(sheet, charter, ruleset), draft)
    if draft:
        found.warnings += [*_questions_left(found, ruleset), *_queue_dropped(found, sheet)]
    return found


def _questions_left(found: OrderFile, ruleset: Ruleset) -> list[Fault]:
    """A warning of what a draft's standing orders leave open, since they replace all others."""
    left = left_out(found.standing or [], ruleset)
    if not left:
        return []
    reason = f"these rules replace all that you had, and none is on {listed(left)}"
    hint = "add a rule on each, or you will be asked; 'referee standing add' keeps those you had"
    return [Fault(WARNING, ("standing",), reason, "", hint)]


def _queue_dropped(found: OrderFile, sheet: Data) -> list[Fault]:
    """A warning of a draft without advance orders while some wait, since it drops them all."""
    waiting = [word for word in sheet["own"].get("words", []) if word.startswith(WAITING)]
    if "next" in found.tree or found.faults or not waiting:
        return []
    reason = f"this file drops all advance orders that wait:{waiting[0].removeprefix(WAITING)}"
    hint = "write those that you still want under 'next' again"
    return [Fault(WARNING, (), reason.removesuffix("."), "", hint)]
