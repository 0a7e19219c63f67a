"""What a host is sent: saved mails with attachments, whole mailboxes, pasted text.

Each file of a game that is found in one comes out by itself, with a name that says where it was
(RFC 5322 for the mails, RFC 2045 to 2047 for their parts, RFC 4155 for mailboxes).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import pairwise
from typing import NamedTuple

from referee.files.arriving import Foreign, to_utf8
from referee.files.folding import excerpt

#: how deep mails may be attached to mails
DEPTH_AT_MOST = 8

_HEADER = re.compile(rb"(?:[!-9;-~]+:[ \t]?[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*\r?\n)+\r?\n")
_OF_MAIL = re.compile(rb"(?im)^(?:mime-version|received|message-id|return-path|from):")
_ENVELOPE = re.compile(rb"(?m)^From [^\r\n]*\r?\n(?=[!-9;-~]+:)")
_KIND = re.compile(r"(?mi)^[> \t]*[\"']?kind[\"']?[ ]*:")
_SIGNED = re.compile(r"(?mi)^[> \t]*[\"']?signature[\"']?[ ]*:")
_END = re.compile(r"(?m)^[> \t]*-----END SSH SIGNATURE-----[ \t]*\r?$\n?")
_REPORT = re.compile(
    r"(?ms)^[> \t]*-----BEGIN REFEREE REPORT-----.*?^[> \t]*-----END REFEREE REPORT-----"
)


class Piece(NamedTuple):
    """One file of a game: where it was found, and its bytes."""

    name: str
    raw: bytes


def pieces(name: str, raw: bytes) -> list[Piece]:
    """The files of games in what was sent; [] if there is none.

    name: of the whole, for messages.  A file that is alone comes out byte for byte.  Of a text with
    a signed file, templates that are not signed are left out: they are quoted from a report."""
    found = [piece for part in _parts(name, raw, DEPTH_AT_MOST) for piece in _files(part)]
    return [piece for piece in found if _signed(piece)] or found


def _parts(name: str, raw: bytes, depth: int) -> Iterator[Piece]:
    """The texts of a file: of each mail its body and its attachments; otherwise the file itself."""
    if _ENVELOPE.match(raw):
        mails = [mail for mail in _ENVELOPE.split(raw) if mail.strip()]
        for number, mail in enumerate(mails, 1):
            yield from _parts(f"{name} (mail {number})", mail, depth)
    elif depth and _is_mail(raw):
        message = message_from_bytes(raw, policy=policy.default)
        assert isinstance(message, EmailMessage)
        yield from _of_message(name, message, depth - 1)
    else:
        yield Piece(name, raw)


def _is_mail(raw: bytes) -> bool:
    """Whether a file begins with the header of a mail."""
    header = _HEADER.match(raw)
    return header is not None and len(_OF_MAIL.findall(header[0])) > 1


def _of_message(name: str, message: EmailMessage, depth: int) -> Iterator[Piece]:
    """The parts of a mail that can hold files, attachments under their own names."""
    for part in message.walk():
        if part.is_multipart() or part.get_content_maintype() not in ("text", "application"):
            continue
        if part.get_content_subtype() == "html" and not part.get_filename():
            continue  # the same text stands beside it, plain
        filename = part.get_filename()
        label = f"{name}: {excerpt(' '.join(filename.split()))}" if filename else name
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes):
            yield from _parts(label, _in_utf8(payload, part.get_content_charset()), depth)


def _in_utf8(payload: bytes, charset: str | None) -> bytes:
    """A text in UTF-8, if its mail says what it is in; otherwise as it came."""
    try:
        return payload.decode(charset).encode() if charset else payload
    except (LookupError, UnicodeError):
        return payload


def _files(part: Piece) -> Iterator[Piece]:
    """The files in one text, which ends each at the end of its signature."""
    text = _text(part.raw)
    if text is None or not _KIND.search(text):
        return
    ends = [found.end() for found in _END.finditer(text)]
    if len(ends) < 2 and not _REPORT.search(text):
        yield part
        return
    text = _REPORT.sub("", text)
    ends = [found.end() for found in _END.finditer(text)]
    cuts = [0, *ends, len(text)]
    texts = [text[start:end] for start, end in pairwise(cuts)]
    texts = [one for one in texts if _KIND.search(one)]
    texts = [one for one in texts if _SIGNED.search(one)] or texts
    for number, one in enumerate(texts, 1):
        yield Piece(part.name if len(texts) == 1 else f"{part.name} ({number})", one.encode())


def _signed(piece: Piece) -> bool:
    return _SIGNED.search(_text(piece.raw) or "") is not None


def _text(raw: bytes) -> str | None:
    """A file as text, None if it is none."""
    try:
        return to_utf8(raw).decode()
    except (Foreign, UnicodeError):
        return None
