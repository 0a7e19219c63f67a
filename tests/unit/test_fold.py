import contextlib
import unicodedata
from typing import Any

import pytest

from referee.files import folding as folding
from referee.files.characters import forbidden
from referee.files.folding import FOLDED, excerpt, fold, fold_key, fold_tree, plain
from tests.support.seeds import count


def spread(*ranges: tuple[int, int]) -> list[str]:
    return [chr(code) for first, last in ranges for code in range(first, last + 1)]


TABLE = {
    "'": spread((0x2018, 0x201B)),
    '"': spread((0x201C, 0x201F), (0xAB, 0xAB), (0xBB, 0xBB)),
    "-": spread((0x2010, 0x2015), (0x2212, 0x2212)),
    "...": ["\u2026"],
    " ": spread(
        (0xA0, 0xA0), (0x2000, 0x200A), (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000)
    ),
}


@pytest.mark.parametrize("plain_sign", TABLE)
def test_the_published_table(plain_sign: str) -> None:
    for sign in TABLE[plain_sign]:
        assert fold(f"a{sign}b") == f"a{plain_sign}b", hex(ord(sign))


def test_the_table_has_no_more_than_is_published() -> None:
    found = {sign for signs in FOLDED.values() for sign in signs}
    published = {sign for signs in TABLE.values() for sign in signs}
    assert found - published == set("\t\n\r\u2028\u2029")
    assert published <= found


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("", ""),
        ("  \u3000\t ", ""),
        (" Legio \r\n\t 14\u00a0\n", "Legio 14"),
        ("e\u0301", "é"),
        ("é", "é"),
        ("\u212b \u2126 \u212a", "Å Ω K"),
        ("\ufb01", "\ufb01"),
        ("D\u0323\u0307", "\u1e0c\u0307"),
        ("“C’est la guerre” – à bientôt…", '"C\'est la guerre" - à bientôt...'),
        ("a\u2028b\u2029c", "a b c"),
        ("\U0001f600 \ufffd \ufffc", "\U0001f600 \ufffd \ufffc"),
    ],
)
def test_fold(typed: str, folded: str) -> None:
    assert fold(typed) == folded


def test_folding_twice_changes_nothing() -> None:
    marks = "\u0300\u0301\u0327\u0338\u3099\u0f71"
    for code in (*range(0x3400), *range(0x3400, 0x20000, count(61, 1))):
        for mark in ("", marks[code % len(marks)]):
            text = f"{chr(code)}{mark}"
            if not forbidden(text):
                assert fold(fold(text)) == fold(text), hex(code)


def test_unicode_after_3_2_stays_as_typed() -> None:
    # Composed and reordered by today's tables, and even by Python's own tables for 3.2.
    chakma = "\U00011131\U00011127"
    assert unicodedata.normalize("NFC", chakma) != chakma
    assert fold(chakma) == chakma
    reordered = "a\u1dc4\u1dca"
    assert unicodedata.normalize("NFC", reordered) != reordered
    assert fold(reordered) == reordered
    assert fold("e\u0301" + chakma + "e\u0301") == "é" + chakma + "é"


@pytest.mark.parametrize(
    "sign",
    [*"\x00\x08\x0b\x0c\x1b\x1f\x7f\x80\x85\x9f\u00ad\u034f\u061c\u180e\u200b\u200d\u200e\u200f",
     *"\u202a\u202e\u2060\u2066\u2069\ufe0f\ufeff\ufff9\ufdd0\ufffe\uffff\ud800\udfff\u3164",
     "\U0001fffe", "\U0001ffff", "\U0010ffff", "\U0010fffe", "\U000e0041", "\U0001d173"],
)  # fmt: skip
def test_what_no_text_may_have(sign: str) -> None:
    with pytest.raises(ValueError, match=f"^U\\+{ord(sign):04X} is not allowed in a text$"):
        fold(f"abc {sign} é")
    assert forbidden(f"a{sign}b") == [sign]


def test_all_controls_and_formats_of_today_are_refused_or_shown() -> None:
    # The marks around Arabic, Kaithi and Egyptian numbers and signs are visible.
    visible = {"Arab", "Syri", "Kait", "Egyp"}
    for code in range(0x110000):
        sign = chr(code)
        if unicodedata.category(sign) in {"Cc", "Cf", "Cs"} and sign not in "\t\n\r":
            name = unicodedata.name(sign, "").title()[:4]
            assert forbidden(sign) or name in visible, hex(code)


def test_the_first_forbidden_sign_is_named() -> None:
    with pytest.raises(ValueError, match=r"U\+200B"):
        fold("a\u200b\u202e")


@pytest.mark.parametrize(
    ("typed", "key"),
    [("Seat", "seat"), (" On  Move ", "on move"), ("a_1-b", "a_1-b"), ("4/1", "4/1")],
)
def test_keys(typed: str, key: str) -> None:
    assert fold_key(typed) == key


@pytest.mark.parametrize("key", ["", " ", "/a", "-a", "é", "\u212aey", "a.b", "a\x00", "a:", "<<"])
def test_bad_keys(key: str) -> None:
    with pytest.raises(ValueError, match=r"key|U\+0000"):
        fold_key(key)


def test_trees() -> None:
    tree = {"Orders": [{"Move": {"TO": " Roma ", "via": []}}], "note": "a…", "standing": {}}
    before = repr(tree)
    assert fold_tree(tree) == {
        "orders": [{"move": {"to": "Roma", "via": []}}],
        "note": "a...",
        "standing": {},
    }
    assert repr(tree) == before


@pytest.mark.parametrize(
    "tree", [{"a": "1", "A": "2"}, [["\u202e"]], {"a": {"é": "x"}}, {"a\u2002b": "x"}]
)
def test_bad_trees(tree) -> None:
    with pytest.raises(ValueError, match=r"key|U\+202E"):
        fold_tree(tree)


@pytest.mark.parametrize("tree", [1, None, [True], {"a": 1.5}, ("a",)])
def test_a_tree_has_three_kinds_of_value(tree) -> None:
    with pytest.raises(TypeError, match="a tree has texts"):
        fold_tree(tree)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Legio 14", "legio14"),
        ("L’Île-d'Yeu  St. Jean", "liledyeustjean"),
        ("Ægyptus", "aegyptus"),
        ("ÆGYPTUS", "aegyptus"),
        ("Łódź", "lodz"),
        ("Straße", "strasse"),
        ("I\u0307zmir", "izmir"),
        ("\uff21\ufb01", "afi"),
        ("Mаssilia", "mаssilia"),
        ("Ω", "Ω"),
        ("a\u2010b\u2014c\u2026", "abc"),
        ("", ""),
        ("\x00\ud800", "\x00\ud800"),
    ],
)
def test_plain(name: str, found: str) -> None:
    assert plain(name) == found


def test_a_letter_of_another_script_is_no_latin_one() -> None:
    assert plain("M\u0430ssilia") != plain("Massilia")


def test_excerpt() -> None:
    assert excerpt(" a\n  b\t") == "a b"
    assert excerpt("x" * 40) == "x" * 40
    assert excerpt("x" * 41) == "x" * 37 + "..."
    assert excerpt("a\x1b\u202eb") == "a??b"
    assert excerpt("abcdef", 5) == "ab..."


def test_marks_behind_a_letter_are_bounded() -> None:
    assert fold("a" + "\u0323" * 30) == "\u1ea1" + "\u0323" * 29
    for text in ("a" + "\u0301" * 31, "a" + "\u0301\u0323" * 20, "\u0301" * 5000):
        with pytest.raises(ValueError, match="more than 30 combining marks"):
            fold(text)
    assert plain("e" + "\u0301" * 60_000) == plain("e")


def test_marks_are_not_put_in_order_where_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their order costs the square of their number: six files of them cost `apply` 75 s."""
    longest = 0

    class Watched:
        def __getattr__(self, name: str) -> Any:
            return getattr(unicodedata.ucd_3_2_0, name)

        def normalize(self, form: str, text: str) -> str:
            nonlocal longest
            run = 0
            for sign in text:
                run = run + 1 if unicodedata.combining(sign) else 0
                longest = max(longest, run)
            return unicodedata.ucd_3_2_0.normalize(form, text)

    monkeypatch.setattr(folding, "_UCD", Watched())
    for text in ("a" + "\u0301" * 5000, "\u0323\u0301" * 2000, ("a" + "\u0301" * 30) * 100):
        plain.cache_clear()
        plain(text)
        with contextlib.suppress(ValueError):
            fold(text)
    assert 0 < longest <= folding.MARKS_AT_MOST
