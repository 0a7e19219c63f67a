import json
import random
import time
from pathlib import Path

import pytest

from referee.fault import NOT_UNDERSTOOD, Fault, Refused
from referee.files import strict_yaml
from referee.files.folding import fold_tree
from referee.files.strict_yaml import line_of, read
from referee.orders.order_file import BODY
from referee.proof.canonical import canonical, digest
from tests.support.seeds import count

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "vectors.json").read_text("utf-8"))
ORDER = VECTORS["keys, orders, heads"]["order file"]

FILE = """\
# an order file
referee: 1
Seat:   caesar
orders:
  - move: {from: Massilia, blocks: [Legio 11, "Legio  14"],
           to: Ravenna}   # comment
  # between
  - levy:
      block: Legio 13
  -

# after
note: >
  two lines
  of text
standing: []
on  Move:
"""


def refused(raw: str | bytes, limit: int = 65536) -> list[Fault]:
    with pytest.raises(Refused) as caught:
        read(raw.encode() if isinstance(raw, str) else raw, limit)
    return caught.value.faults


def told(raw: str | bytes) -> list[tuple[int | None, str]]:
    return [(line_of(fault), fault.reason) for fault in refused(raw)]


def test_every_scalar_is_what_was_typed() -> None:
    scalars = ["no", "1:30", "0512", "2.0", "~", "null", "1_000", "0x1F", "2024-01-01", "=", "yes"]
    text = "".join(f"- {scalar}\n" for scalar in scalars)
    assert read(text.encode()).tree == scalars


def test_styles() -> None:
    raw = b"a: |\n  x\n   y\nb: >\n  x\n  y\nc: 'it''s'\n"
    raw += b"d: \"\\u00e9\\n\"\ne: two\n  lines\nf:\ng: ''\n"
    assert read(raw).tree == {
        "a": "x\n y\n", "b": "x y\n", "c": "it's", "d": "é\n", "e": "two lines", "f": "", "g": "",
    }  # fmt: skip


def test_tree_and_places() -> None:
    document = read(FILE.encode())
    assert document.tree == {
        "referee": "1",
        "seat": "caesar",
        "orders": [
            {"move": {"from": "Massilia", "blocks": ["Legio 11", "Legio  14"], "to": "Ravenna"}},
            {"levy": {"block": "Legio 13"}},
            "",
        ],
        "note": "two lines of text\n",
        "standing": [],
        "on move": "",
    }
    expected = [
        ((), 2, "referee: 1 Seat: caesar orders: - mov..."),
        (("seat",), 3, "caesar"),
        (("orders",), 4, "- move: {from: Massilia, blocks: [Leg..."),
        (("orders", 0), 5, "move: {from: Massilia, blocks: [Legio..."),
        (("orders", 0, "move", "blocks"), 5, '[Legio 11, "Legio 14"]'),
        (("orders", 0, "move", "blocks", 1), 5, '"Legio 14"'),
        (("orders", 0, "move", "to"), 6, "Ravenna"),
        (("orders", 1), 8, "levy: block: Legio 13"),
        (("orders", 1, "levy", "block"), 9, "Legio 13"),
        (("orders", 2), 10, ""),
        (("note",), 13, "> two lines of text"),
        (("standing",), 16, "[]"),
        (("on move",), 17, "on Move:"),
        (("orders", 1, "levy", "to", 5), 8, "block: Legio 13"),
        (("orders", 7), 4, "- move: {from: Massilia, blocks: [Leg..."),
        (("nothing",), 2, "referee: 1 Seat: caesar orders: - mov..."),
    ]
    found = [(path, document.line(path), document.quote(path)) for path, _, _ in expected]
    assert found == expected


def test_comments_after_a_block_are_no_part_of_it() -> None:
    document = read(b"a:\n  b: c\n# x\n\nd: [e]  # y\n")
    assert document.quote(("a",)) == "b: c"
    assert document.quote(()) == "a: b: c # x d: [e]"


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_and_a_bom_change_nothing(end: str) -> None:
    raw = b"\xef\xbb\xbf" + FILE.replace("\n", end).encode()
    found, plain = read(raw), read(FILE.encode())
    assert found.tree == plain.tree
    assert found.line(("note",)) == plain.line(("note",)) == 13
    assert found.quote(("orders", 1)) == plain.quote(("orders", 1))


@pytest.mark.parametrize("blanks", ["", " ", "        ", "\t", "  \t "])
def test_an_empty_line_at_the_head_of_a_block_may_have_blanks(blanks: str) -> None:
    """More of them than the margin of the block made it end there."""
    raw = f"a: |\n{blanks}\n  one\n{blanks}\n  two\nb: c\n"
    assert read(raw.encode()).tree == {"a": "\n" + "one\n\ntwo\n", "b": "c"}


@pytest.mark.parametrize("raw", ["? a", "a: [? b, c]", "- ? a\n", "a: {b: c, ? d: e}"])
def test_a_key_behind_a_question_mark_is_refused(raw: str) -> None:
    """A list of names with a doubt in it was a map."""
    with pytest.raises(Refused) as caught:
        read(raw.encode())
    assert caught.value.faults[0].reason == "a key after '?' is not allowed"


def test_a_question_may_stand_before_a_key() -> None:
    assert read(b"a: really ?\nb: so?\nc: 'why?'\n").tree == {
        "a": "really ?",
        "b": "so?",
        "c": "why?",
    }


def test_trailing_blanks_and_document_marks_are_accepted() -> None:
    assert read(b"---\na: b   \nc:  d\t\n...\n# end\n").tree == {"a": "b", "c": "d"}
    assert read(b"[a, b]").tree == ["a", "b"]
    assert read(b"''").tree == ""


def test_vector_order_file() -> None:
    tree = fold_tree(read(ORDER["text"].encode()).tree)
    body = {key: tree[key] for key in BODY if key in tree}
    header = {key: value for key, value in tree.items() if key not in body}
    assert canonical(body).decode() == ORDER["canonical body"]
    assert digest(body) == ORDER["body digest"]
    assert canonical({**header, "body": digest(body)}).decode() == ORDER["canonical header"]


def test_vector_order_file_as_mail_programs_change_it() -> None:
    text = ORDER["text"]
    lines = text.splitlines()
    changed = [
        "\ufeff" + text.replace("\n", "\r\n"),
        text.replace("\n", "  \n# remark\n"),
        "\n".join([*lines[-2:], *lines[:-2]]),
        text.replace("via: [Genua], to: Ravenna", "via: [Genua],\n      To: 'Ravenna' "),
        text.replace("–", "-").replace("…", "..."),
    ]
    expected = fold_tree(read(text.encode()).tree)
    for variant in changed:
        assert variant != text
        assert canonical(fold_tree(read(variant.encode()).tree)) == canonical(expected)
    other = text.replace("Ravenna", "Roma")
    assert canonical(fold_tree(read(other.encode()).tree)) != canonical(expected)


@pytest.mark.parametrize(
    ("raw", "line", "words"),
    [
        ("a: 1\nb: !x 2", 2, "a tag (!)"),
        ("a: !!str 2", 1, "a tag (!)"),
        ("a: ! 2", 1, "a tag (!)"),
        ("a: !<tag:x> [1]", 1, "a tag (!)"),
        ("a: &x 1", 1, "an anchor (&)"),
        ("a: 1\n&x b: 1", 2, "an anchor (&)"),
        ("a: [1, *x]", 1, "an alias (*)"),
        ("*x : 1", 1, "an alias (*)"),
        ("<<: {a: b}", 1, "a merge key (<<)"),
        ("a: 1\nb: 2\na: 3", 3, 'the key "a" appears twice, in lines 1 and 3'),
        (
            "Own  Strength: 1\nown strength: 3",
            2,
            'the key "own strength" appears twice, in lines 1 and 2',
        ),
        ("- {a: 1, A: 2}", 1, 'the key "a" appears twice, in lines 1 and 1'),
        ("[a]: b", 1, "a key must be a word"),
        ("{a: b}: c", 1, "a key must be a word"),
        ("? - a\n: b", 1, "a key must be a word"),
        ("é: b", 1, "a key has ASCII letters only"),
        ("/1: b", 1, "a key begins with a letter or digit"),
        ("'': b", 1, "a key begins with a letter or digit"),
        ("a: b\n---\nc: d", 2, "there is more than one document"),
        ("a: b\n...\n---\n", 3, "there is more than one document"),
        ("%YAML 1.1\n---\na: b", 1, "a directive (%)"),
        ("# x\n\n%TAG ! x\n---\na: b", 3, "a directive (%)"),
        ("%FOO\n---\na: b", 1, "a directive (%)"),
        ("a: \x00", 1, "a control character, U+0000"),
        ("a: b # \x1b", 1, "a control character, U+001B"),
        ("a: b\nc: \x85d", 2, "a control character, U+0085"),
        ("a: b\u2028c", 1, "a control character, U+2028"),
        ("a: b\nc\ufeff: d", 2, "a byte order mark inside the file"),
        ("a: d\ufeff", 1, "a byte order mark inside the file"),
        ('a: "\\0"', 1, "U+0000 is not allowed"),
        ('a: "\\ud800"', 1, "U+D800 is not allowed"),
        ('a: "\\UFFFFFFFF"', 1, "this escape (\\) names no character"),
        ('a: "\\U00110000"', 1, "this escape (\\) names no character"),
        ("a: |\n  x\n  y\u202e\n", 3, "U+202E is not allowed"),
        ("a: [b, c", 1, "a [list] or {map} lacks"),
        ("a: {b: c", 1, "a [list] or {map} lacks"),
        ("x: 1\na: 'b\nc: d", 2, "a quotation mark is never closed"),
        ("a:\n\tb: c", 2, "there is a tab where YAML needs spaces"),
        ("a: b: c", 1, "a colon makes a key here"),
        ("a: b\n  c: d", 2, "a colon makes a key here"),
        ("a:\n  - b\n c: d", 3, "this line does not fit"),
        ("a: 1\nword\nb: 2", 2, "this line is not 'key: value'"),
        ("a: @b", 1, "a text begins with a character that has a meaning in YAML"),
        ("a: - b", 1, "a list cannot begin here"),
        ('a: "\\q"', 1, "there is a backslash in double quotes"),
        ("a: *", 1, "this is not YAML"),
    ],
)
def test_refused_with_its_line(raw: str, line: int, words: str) -> None:
    (fault,) = refused(raw)
    assert (line_of(fault), fault.answer) == (line, NOT_UNDERSTOOD)
    assert fault.reason.startswith(words)
    assert fault.quote or "\n" not in raw


def test_an_order_behind_its_key_is_told_how_a_list_is_written() -> None:
    """A new player wrote it so, and was told to put a text in quotes."""
    (fault,) = refused("kind: orders\norders: play: 4/1  # the best\nseat: caesar\n")
    assert line_of(fault) == 2
    assert fault.hint == "write 'orders: [play: 4/1]' for a list, or put a text in quotes"


@pytest.mark.parametrize("raw", ["", " ", "\n\n", "# x\n", "---\n", "---\n...\n", "\ufeff"])
def test_an_empty_file(raw: str) -> None:
    assert told(raw) == [(None, "the file is empty")]


@pytest.mark.parametrize("coding", ["utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_other_encodings(coding: str) -> None:
    ((line, reason),) = told("a: b\nc: d\n".encode(coding))
    assert (line, reason) == (None, "the file is UTF-16 or UTF-32, not UTF-8")


def test_utf_16_as_powershell_writes_it() -> None:
    for mark, coding in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        raw = mark + "a: b\r\nc: é\U0001f3b2\r\n".encode(coding)
        assert read(raw).tree == {"a": "b", "c": "é\U0001f3b2"}
    ((_, reason),) = told("a: b\n".encode("utf-16") + b"x")
    assert reason == "the file is damaged: it begins as UTF-16 but does not continue so"


@pytest.mark.parametrize(
    ("raw", "line", "offset"),
    [("a: b\r\nc: é".encode("latin1"), 2, 9), (b"\xff", 1, 0), (b"a: \xc3", 1, 3),
     (b"a: \xed\xa0\x80", 1, 3), (b"\n\r\xc0\x80", 3, 2)],
)  # fmt: skip
def test_invalid_utf8(raw: bytes, line: int, offset: int) -> None:
    assert told(raw) == [(line, f"the byte at offset {offset}, in line {line}, is not UTF-8")]


def test_the_limit() -> None:
    assert read(b"a: " + b"x" * 7, limit=10).tree == {"a": "xxxxxxx"}
    assert told(b"x" * 65537) == [(None, "the file has 65537 bytes; at most 65536 are allowed")]


def test_depth_and_number_of_values() -> None:
    assert read(b"[" * 12 + b"]" * 12).tree
    assert told("a: 1\nb: " + "[" * 12) == [(2, "lists and maps are nested more than 12 deep")]
    # The list counts as one of the values.
    assert len(read(b"- a\n" * 4999).tree) == 4999
    assert told("- a\n" * 5000) == [(5000, "the file has more than 5000 values")]


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["- a: b: c", "- d: 1", "- e: @f"], {3: "need {braces}", 5: "begins with a character"}),
        # What is never closed is at fault, not where that is noticed.
        (["- a: [b", "- c: 1", "- d: 'e"], {3: "lacks a comma", 5: "never closed"}),
        (["- a: {b: c", "", "    # more", "     d: e", "- f: [g}"], {6: "lacks", 7: "lacks"}),
        (["- a: [b", "note: x"], {3: "lacks a comma or its closing bracket"}),
        # Faults of other kinds stay, and those behind the first are found by item too.
        (["- a: &b c", "- d: e: f", "- g: !h i"], {3: "anchor", 4: "a colon need", 5: "a tag"}),
        # A slip explains it all; an item that is fine by itself is none.
        (
            ["- a: 1", "-b: 2", "- c: [d"],
            {4: "there is no space after the hyphen", 5: "lacks a comma"},
        ),
        (["- a: 1", "  b: 'c", "note: 'd'"], {4: "never closed"}),
    ],
)
def test_a_broken_item_hides_no_other(lines: list[str], wanted: dict[int, str]) -> None:
    found = [(line_of(f), f.reason) for f in refused("\n".join(["kind: x", "orders:", *lines]))]
    assert [line for line, _ in found] == list(wanted)
    assert all(reason in said for reason, (_, said) in zip(wanted.values(), found, strict=True))


def test_items_of_a_hostile_file_cost_little() -> None:
    many = refused("orders:\n" + "- a: [\n" * 9000)
    assert len(many) == strict_yaml.MAX_FAULTS
    (one,) = refused("orders:\n- a: [b,\n" + "   c,\n" * 4000 + "   d")
    assert "lacks a comma or its closing bracket" in one.reason


def test_all_faults_at_once_each_cause_once() -> None:
    raw = 'a: !x 1\nA: &y 2\nb: \x00 *z\n[c]: *z\n<<: "\\u200b"\né\u202e: 1\nd: [\n'
    assert told(raw) == [
        (3, "a control character, U+0000"),
        (1, "a tag (!) is not allowed"),
        (2, 'the key "a" appears twice, in lines 1 and 2'),
        (2, "an anchor (&) is not allowed"),
        (4, "a key must be a word, not a list or a map"),
        (4, "an alias (*) is not allowed"),
        (5, "a merge key (<<) is not allowed"),
        (5, "U+200B is not allowed in a text"),
        (6, "U+202E is not allowed in a text"),
        (8, "a value is missing"),
    ]


def test_the_list_of_faults_ends_somewhere() -> None:
    faults = refused("a: 1\n" * 1000)
    assert len(faults) == 101
    assert faults[-1].reason == "too many faults: the rest of the file was not read"


def test_quotes_show_no_controls() -> None:
    (fault,) = refused("a: x\x1b[31mred # \u202e")
    assert fault.quote == "a: x?[31mred # ?"


def test_line_of_other_faults() -> None:
    assert line_of(Fault(NOT_UNDERSTOOD, ("orders", 2), "x")) is None
    assert line_of(Fault(NOT_UNDERSTOOD, (), "x")) is None


HOSTILE = ["[", "{", "- ", "? ", "a: b\n", "'", '"', "\\", "a ", "a\n", "a: ", "&a ", "! ", "*a ",
           "#\n", "\n", " ", "- a\n", ": \n", "a: |\n", "é", '"\\u0041', "[]", "---\n", "%a\n",
           "a: [b, c]\n", "\0\n", "{a: b, ", "{? ", "a:\n a:\n  ", "[a, [b], ", "''", "\ufeff",
           "\t", "a\t", "a\t\n", "[\t"]  # fmt: skip


STARTS = ["", "a: [", 'a: "', "- |\n "]


@pytest.mark.parametrize("start", STARTS)
def test_hostile_files_are_read_fast(start: str) -> None:
    """Two seconds for the largest file at most, and no more for a part of it than its share."""
    size = count(16384, 65536)
    for unit in HOSTILE[STARTS.index(start) :: count(len(STARTS), 1)]:
        raw = (start + unit * size).encode()[:size]
        began = time.process_time()
        try:
            read(raw)
        except Refused as refusal:
            assert refusal.faults
        assert time.process_time() - began < 2 * size / 65536, unit


def test_mutations_are_read_or_refused() -> None:
    """Whatever is done to a file, it gives a tree of three kinds, or faults with lines."""
    source, many = random.Random(20), count(500, 5000)
    pieces = [*"[]{}:,-?&*!|>'\"%@`#\\ \t\n\r\x00\x85é\u2028\ufeff", ": ", "\n  ", "---", "<<: ",
              "\\U00110000", "&a ", "!!int ", "\n- ", "? ", "\\x", "%TAG ! a\n"]  # fmt: skip
    accepted = 0
    for _ in range(many):
        text = list(FILE[: source.randrange(1, len(FILE))])
        for _ in range(source.randrange(1, 4)):
            at = source.randrange(len(text) + 1)
            text[at : at + source.randrange(3)] = source.choice(pieces)
        raw = "".join(text).encode()
        lines = "".join(text).replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
        try:
            document = read(raw)
        except Refused as refusal:
            assert refusal.faults
            for fault in refusal.faults:
                assert fault.path == () or 1 <= (line_of(fault) or 0) <= lines, raw
        else:
            accepted += 1
            canonical(fold_tree(document.tree))
            assert all(1 <= document.line(path) <= lines for path in paths(document.tree, ()))
    assert many // 15 < accepted < many - many // 15


def test_bytes_at_random_are_refused_or_read() -> None:
    source = random.Random(21)
    for _ in range(500):
        raw = bytearray(FILE.encode())
        for _ in range(3):
            raw[source.randrange(len(raw))] = source.randrange(256)
        try:
            canonical(fold_tree(read(bytes(raw)).tree))
        except Refused as refusal:
            assert refusal.faults


def paths(tree, path):
    yield path
    items = (
        tree.items()
        if isinstance(tree, dict)
        else enumerate(tree)
        if isinstance(tree, list)
        else ()
    )
    for key, value in items:
        yield from paths(value, (*path, key))


def test_the_c_library_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CSafeLoader", "CLoader", "CBaseLoader"):
        monkeypatch.delattr(strict_yaml.yaml, name, raising=False)
    assert read(b"a: b").tree == {"a": "b"}
