"""Files of games are found in whatever a host was sent."""

from __future__ import annotations

import random
from email.message import EmailMessage

import pytest

from referee.files.mails import pieces

SIGNED = b"""referee: 1
kind: orders
seat: caesar
orders: []
signature: |
  -----BEGIN SSH SIGNATURE-----
  U1NIU0lH
  -----END SSH SIGNATURE-----
"""
OTHER = SIGNED.replace(b"caesar", b"pompey")
TEMPLATE = b"kind: orders\nseat: caesar\norders: []\n"
REPORT = b"""Rubicon: report 3
You are asked for orders.
referee: 1
kind: orders
seat: caesar
orders:
# - levy: Legio 13

-----BEGIN REFEREE REPORT-----
{"number":3}
-----BEGIN SSH SIGNATURE-----
U1NIU0lH
-----END SSH SIGNATURE-----
-----END REFEREE REPORT-----
"""


def mail(text: str = "Here are my orders.\n", **files: bytes) -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "a@example.org", "b@example.org", "orders"
    made.set_content(text)
    for name, raw in files.items():
        made.add_attachment(raw, maintype="application", subtype="octet-stream", filename=name)
    return made


def found(raw: bytes) -> list[tuple[str, bytes]]:
    return [(name, raw.strip()) for name, raw in pieces("x.eml", raw)]


def test_a_file_that_is_alone_comes_out_byte_for_byte() -> None:
    for raw in (SIGNED, TEMPLATE, SIGNED.replace(b"\n", b"\r\n"), SIGNED.decode().encode("utf-16")):
        assert pieces("orders.yaml", raw) == [("orders.yaml", raw)]


@pytest.mark.parametrize("raw", [b"", b"Hello!\n", bytes(range(256)), b"%PDF-1.7\n\0\0\0"])
def test_what_has_no_file_in_it_gives_none(raw: bytes) -> None:
    assert pieces("x", raw) == []


def test_attachments_come_out_under_their_own_names() -> None:
    raw = mail(**{"one.yaml": SIGNED, "two.yaml": OTHER, "logo.png": b"\x89PNG\0"}).as_bytes()
    assert found(raw) == [("x.eml: one.yaml", SIGNED.strip()), ("x.eml: two.yaml", OTHER.strip())]


def test_the_body_of_a_mail_may_be_the_file() -> None:
    ((name, raw),) = pieces("x.eml", mail(SIGNED.decode()).as_bytes())
    assert (name, raw.split()) == ("x.eml", SIGNED.split())


def test_the_other_form_of_the_same_text_is_not_read_twice() -> None:
    made = mail(SIGNED.decode())
    made.add_alternative("<p>kind: orders</p>", subtype="html")
    assert [name for name, _ in pieces("x.eml", made.as_bytes())] == ["x.eml"]


def test_a_body_in_another_encoding_is_read_as_its_mail_says() -> None:
    made = EmailMessage()
    made["From"], made["Subject"] = "a@example.org", "orders"
    text = SIGNED.decode().replace("orders: []", "orders: []\nnote: déjà vu")
    made.set_content(text, charset="iso-8859-1")
    ((_, raw),) = pieces("x.eml", made.as_bytes())
    assert "note: déjà vu" in raw.decode()


def test_a_mail_that_was_forwarded_is_opened() -> None:
    outer = EmailMessage()
    outer["From"], outer["Subject"] = "c@example.org", "forwarded"
    outer.set_content("See below.\n")
    outer.add_attachment(mail(**{"one.yaml": SIGNED}))
    assert [name for name, _ in pieces("x.eml", outer.as_bytes())] == ["x.eml: one.yaml"]


def test_every_mail_of_a_mailbox_is_opened() -> None:
    box = b"".join(
        b"From a@example.org Sat Nov 28 12:00:00 2026\n"
        + mail(**{"o.yaml": raw}).as_bytes()
        + b"\n"
        for raw in (SIGNED, OTHER)
    )
    assert [name for name, _ in found(box)] == ["x.eml (mail 1): o.yaml", "x.eml (mail 2): o.yaml"]


def test_two_files_in_one_text_are_taken_apart() -> None:
    text = b"Mine:\n\n" + SIGNED + b"\nand hers:\n\n" + OTHER + b"\nBye\n"
    (one, two) = pieces("pasted", text)
    assert (one.name, two.name) == ("pasted (1)", "pasted (2)")
    assert b"caesar" in one.raw
    assert b"pompey" in two.raw


def test_a_reply_over_the_whole_report_is_the_signed_file_alone() -> None:
    """Some programs put the old mail below without any mark."""
    for below in (REPORT, b"\n".join(b"> " + line for line in REPORT.split(b"\n"))):
        ((name, raw),) = pieces("reply", SIGNED + b"\n-- Original message --\n" + below)
        assert name == "reply"
        assert b"kind: orders" in raw
        assert b"levy" not in raw


def test_a_template_is_taken_if_nothing_is_signed() -> None:
    """Then its refusal says that it is not signed."""
    assert [raw for _, raw in found(mail(**{"o.yaml": TEMPLATE}).as_bytes())] == [TEMPLATE.strip()]


def test_damaged_mails_are_read_without_an_error() -> None:
    chance, whole = random.Random(1), mail(**{"one.yaml": SIGNED, "two.yaml": OTHER}).as_bytes()
    for _ in range(300):
        raw = bytearray(whole)
        for _ in range(chance.randrange(1, 20)):
            raw[chance.randrange(len(raw))] = chance.randrange(256)
        pieces("x.eml", bytes(raw[: chance.randrange(len(raw))]))


def test_mails_within_mails_end_somewhere() -> None:
    raw = SIGNED
    for _ in range(40):
        outer = EmailMessage()
        outer["From"], outer["Subject"] = "c@example.org", "again"
        outer.set_content("See below.\n")
        outer.add_attachment(raw, maintype="application", subtype="octet-stream", filename="m.eml")
        raw = outer.as_bytes()[:200000]
    pieces("x.eml", raw)
