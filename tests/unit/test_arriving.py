"""What mail programs and editors make of files, and what is read of it all the same."""

from __future__ import annotations

import random

import pytest

from referee.fault import Refused
from referee.files.arriving import straightened
from referee.files.document import Document
from referee.files.strict_yaml import line_of, read
from tests.support.seeds import with_seeds

FILE = """\
referee: 1
kind: orders
seat: red
orders:
  - move: {from: Rome, to: Genua}
  # a comment: with a colon
  - stay
note: |
  Alea iacta est,
  said he.
signature: |
  -----BEGIN SSH SIGNATURE-----
  QUJD
  -----END SSH SIGNATURE-----
"""
DRAFT = FILE.partition("signature")[0]


def same(text: str, wanted: str = FILE, word: str = "") -> Document:
    """The file that a mail holds; it says what the file alone says."""
    found = read(text.encode())
    assert found.tree == read(wanted.encode()).tree
    assert word in "; ".join(fault.reason for fault in found.words)
    assert bool(found.words) is bool(word)
    return found


def refused(text: str) -> list[tuple[int | None, str]]:
    with pytest.raises(Refused) as caught:
        read(text.encode())
    return [(line_of(fault), fault.reason) for fault in caught.value.faults]


def quoted(text: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{line}".rstrip() + "\n" for line in text.splitlines())


@pytest.mark.parametrize("text", [FILE, DRAFT])
@pytest.mark.parametrize("mark", ["> ", ">", ">> ", "> > "])
def test_a_quoted_file_is_read(text: str, mark: str) -> None:
    found = same(quoted(text, mark), text, "not part of the file")
    assert found.line(("orders", 0)) == 5


@pytest.mark.parametrize("text", [FILE, DRAFT])
def test_a_greeting_above_is_left_out_and_lines_keep_their_numbers(text: str) -> None:
    above = "Dear host,\n\nhere are my orders: sorry that they come late!\n\n"
    found = same(above + text, text, "not part of the file: the text above line 5")
    assert found.line(("orders", 0)) == 9
    assert found.line(("orders", 1)) == 11


@pytest.mark.parametrize("below", ["-- \nRed\n", "Best wishes,\n  Red\n", "> Your turn: hurry\n"])
def test_a_footer_below_a_signed_file_is_left_out(below: str) -> None:
    same(f"{FILE}\n{below}", FILE, "not part of the file: the text below line 14")


def test_a_footer_below_its_mark_is_left_out_of_a_draft() -> None:
    same(f"{DRAFT}-- \nRed: of Rome\n", DRAFT, "the text below line 10")
    assert refused(f"{DRAFT}\nBest wishes,\nRed") == [(12, "this line is not part of the file")]


@pytest.mark.parametrize("fence", ["```", "```yaml", "~~~"])
@pytest.mark.parametrize("text", [FILE, DRAFT])
def test_code_fences_are_left_out(text: str, fence: str) -> None:
    same(f"Hello!\n\n{fence}\n{text}{fence[:3]}\n\nBye", text, "not part of the file")


def test_the_quoted_mail_below_is_not_the_file() -> None:
    other = FILE.replace("red", "blue")
    same(f"Hi,\n{FILE}\nOn Monday the host wrote:\n{quoted(other)}", FILE, "line 2")
    same(f"Hi,\nmy orders:\n{quoted(FILE)}\n{quoted(other, '>> ')}", FILE, "line 3")


def test_two_files_in_a_mail_are_refused_by_the_line_of_the_second() -> None:
    (line, reason), *more = refused(f"Hi,\n\n{FILE}\n{FILE}")
    assert (line, reason, more) == (18, "a second file begins here or just above", [])


def test_a_line_that_may_belong_to_the_file_is_refused() -> None:
    told = refused(f"orders: take them all!\nDear host\n{FILE}")
    assert told[-1] == (1, "this line may belong to the file or to the mail around it")
    told = refused(f"{FILE}note: one more\nCheers")
    assert told[-1] == (15, "this line may belong to the file or to the mail around it")


def test_a_line_that_is_not_quoted_as_the_others_is_refused_by_its_number() -> None:
    lines = quoted(FILE).splitlines()
    lines[4] = lines[4].removeprefix("> ")
    told = refused("Hi,\n" + "\n".join(lines))
    assert told == [(6, "this line is not quoted like those around it")]


def test_faults_in_a_mail_have_the_lines_of_the_mail() -> None:
    told = refused("Hello!\n\n" + FILE.replace("{from: Rome, to", "{from: Rome to"))
    assert [line for line, _ in told][:1] == [7]


def test_a_mark_at_the_start_of_any_line_counts_as_nothing() -> None:
    text = FILE.replace("\n", "\n\ufeff").removesuffix("\ufeff")
    same(text, FILE, "a byte order mark was ignored")
    same("\ufeff" + text.replace("\n", "\r\n"), FILE, "a byte order mark")


@pytest.mark.parametrize("blank", ["\u00a0", "\u2003", "\u202f", "\u3000"])
def test_other_blanks_outside_of_texts_are_spaces_with_a_word(blank: str) -> None:
    found = same(FILE.replace("  - ", f"{blank}{blank}-{blank}"), FILE, "read as a space")
    assert found.words[0].path == ("line", 5)
    same(FILE.replace(": ", f":{blank}"), FILE, "read as a space")
    assert read(FILE.replace("iacta est", f"iacta{blank}est").encode()).words == ()


#: pairs of typographic quotes that mail programs put for straight ones
CURLED = ["“”", "„“", "””", "«»", "»«"]


@pytest.mark.parametrize("pair", CURLED)
def test_typographic_quotes_around_a_text_are_its_delimiters(pair: str) -> None:
    left, right = pair
    for text in ("a", "a: b", "[x]", "- y", "", "it's", r"he said \"no\"", r"back \\ slash"):
        straight = f'k: "{text}"\nl:\n  - "{text}"\n  - {{m: "{text}", n: ["{text}", o]}}\n'
        inner = text.replace(r"\"", rf"\{right}")
        curled = straight.replace(f'"{text}"', left + inner + right)
        assert curled != straight
        assert read(curled.encode()).tree == read(straight.encode()).tree


def test_single_typographic_quotes_are_delimiters_too() -> None:
    assert read("a: ‘b: c’\nd: [‚e‘, f]\n".encode()).tree == {"a": "b: c", "d": ["e", "f"]}


@pytest.mark.parametrize(
    "text",
    [
        "note: “Veni” and “vidi”\n", "note: he said “no”\n", 'note: "he said “no”, loudly"\n',
        "note: it’s ours\n", "note: |\n  “a: b”\n  \"c\n  “d”, e\nk: “f”x\n",
        "note: '“a”, b'\n", "# “a”: b\nk: v\n",
    ],
)  # fmt: skip
def test_quotes_inside_of_a_text_stay(text: str) -> None:
    assert straightened(text) == text


def test_a_block_of_text_ends_where_it_ends() -> None:
    text = 'a:\n  note: |\n    "x\n\n    “y\n  b: “c”\nd: “e”\n'
    assert straightened(text) == text.replace("“c”", '"c"').replace("“e”", '"e"')


@with_seeds(range(60))
def test_any_mail_around_a_signed_file_is_read_or_refused_and_never_read_otherwise(
    seed: int,
) -> None:
    chance = random.Random(seed)
    words = ("Hello,", "", "my orders: below", "# really", "-- ", "> said you", "```", "- one")
    words += ("k: v", "note: a word", "referee: 1", "kind: orders", "{", '"', "signature: none")

    def some() -> str:
        return "".join(f"{chance.choice(words)}\n" for _ in range(chance.randint(0, 4)))

    mark = chance.choice(["", "", "> ", ">"])
    text = some() + (quoted(FILE, mark) if mark else FILE) + some()
    try:
        found = read(text.encode())
    except Refused:
        return
    if found.words:
        assert found.tree == read(FILE.encode()).tree
