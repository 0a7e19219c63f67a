"""A damaged block is told by the line of the file and the key where it is damaged."""

from __future__ import annotations

import json

import pytest

from referee.fault import Refused
from referee.report import damage
from referee.report.report_file import SIGNATURE, read_report, write_json, write_report

SHEET = {
    "number": 3,
    "public": {"notes": [["red", "a note"], ["blue", "x" * 60]], "rolls": [{"values": [6, 1]}]},
    "seat": "red",
}
WHOLE = write_report(["Report 3"], SHEET, f"{SIGNATURE}\nabc\n-----END SSH SIGNATURE-----\n")


def _told(raw: bytes) -> tuple[int, str]:
    """The line and what is said of it."""
    with pytest.raises(Refused) as trouble:
        read_report(raw)
    (fault,) = trouble.value.faults
    assert fault.path[0] == "line"
    return int(fault.path[1]), fault.reason


def _line_of(raw: bytes, text: bytes) -> int:
    return raw[: raw.index(text)].count(b"\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        (b'"a note"', b'"a note', "public, notes, 1, 2"),
        (b"[6,1]", b"[6,1", "public, rolls, 1, values, 2"),
        (b"[6,1]", b"[6,,1]", "public, rolls, 1, values, 2"),
        (b'"number":3', b'"number":', "number"),
        (b'"values"', b"values", "public, rolls, 1"),
        (b"[6,1]", b"[6,1.5]", "public, rolls, 1, values, 2"),
        (b"[6,1]", b"[6,NaN]", "public, rolls, 1, values, 2"),
        (b"[6,1]", b"[6, 1]", "public, rolls, 1, values, 2"),
        (b'"a note"', b'"a \\ud800"', "public, notes, 1, 2"),
        (b'"values":[6,1]', b'"values":[6,1],"values":[6,1]', "public, rolls, 1, values"),
    ],
)
def test_line_and_key_of_damage(old: bytes, new: bytes, where: str) -> None:
    assert WHOLE.count(old) == 1
    raw = WHOLE.replace(old, new)
    line, told = _told(raw)
    assert told.startswith("the signed block ")
    assert told.endswith(f" in {where}")
    assert line in (_line_of(raw, new), _line_of(raw, new) + 1)
    assert "column" not in told and "char " not in told


def test_a_block_that_ends_too_early_says_so() -> None:
    lines = WHOLE.decode().split("\n")
    at = lines.index(SIGNATURE)
    cut = "\n".join([*lines[: at - 1], *lines[at:]]).encode()
    line, told = _told(cut)
    assert told.endswith(", where it ends")
    assert line == at - 1


def test_json_has_lines_too() -> None:
    report = read_report(WHOLE)
    raw = write_json(report.text, report.sheet, report.signature)
    line, told = _told(raw.replace('"number": 3', '"number": 3x').encode())
    assert told == "the signed block is damaged in sheet, number"
    assert line == _line_of(raw.encode(), b'"number"')


def test_every_place_of_a_text_has_its_line_and_key() -> None:
    """Wherever it is cut, the key is the one of the value that is cut."""
    text = json.dumps(SHEET)
    for at in range(len(text)):
        key = damage.key_at(text, at)
        assert key == "" or key.split(", ")[0] in SHEET
    lines = [text[at : at + 7] for at in range(0, len(text), 7)]
    assert [damage.line_at(lines, at) for at in range(len(text))] == [
        at // 7 for at in range(len(text))
    ]
