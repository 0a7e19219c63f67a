"""Reading the macros of manual pages, and showing them as text and HTML."""

from __future__ import annotations

import pytest

from referee.manual.html import as_html
from referee.manual.inline import Inline, words
from referee.manual.mdoc import parse
from referee.manual.page import PageFault, plain
from referee.manual.plain_text import as_text, marked

HEAD = ".Dd November 28, 2026\n.Dt REFEREE-X 7\n.Os\n"


def line(*source: str) -> str:
    """What a reader sees of lines of macros."""
    made = Inline("referee")
    for one in source:
        made.macros(words(one))
    return marked(made.line)


def shown(source: str) -> str:
    """A page as text, without its head."""
    return as_text(parse(HEAD + source)).split("\n", 1)[1]


def web(source: str) -> str:
    """A page as HTML, from its first heading on."""
    return as_html(parse(HEAD + source), {"referee(1)": "referee.html"}).partition("</h1>")[2]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("Fl -key Ar FILE", "--key FILE"),
        ("Fl h , Fl -help", "-h, --help"),
        ("Op Fl h | -help", "[-h | --help]"),
        ("Nm :", "referee:"),
        ("Nm Cm rulesets show Oo Ar x ... Oc Ar NAME", "referee rulesets show [x ...] NAME"),
        ("Cm verify , check , sign", "verify, check, sign"),
        ("Pa reports/ Ns Ar NNNN Ns Pa .txt", "reports/NNNN.txt"),
        ("Pq Xr referee-record 5 ,", "(referee-record(5)),"),
        ("Pq 6.11 , 6.14 .", "(6.11, 6.14)."),
        ("Dq Answered by your rule 3 on hits ,", '"Answered by your rule 3 on hits",'),
        ("Bq epoch, number ;", "[epoch, number];"),
        ("Sq -", "'-'"),
        ("Ql orders: [] .", "'orders:~[]'."),
        ("Ql \\&. , + , \\- ,", "'.', '+', '-',"),
        ("Ql \\&, \\&? \\&[ \\&] {", "',~?~[~]~{'"),
        ('Ql {"a":"","b":["1","x"]} .', '\'{"a":"","b":["1","x"]}\'.'),
        ("Ql \\(aq ,", "\"'\","),
        ("Ar text | json", "text | json"),
        ('Cm "two words" three', "two words three"),
        ("Em ( one )", "(one)"),
    ],
)  # fmt: skip
def test_macros_in_a_line_read_as_man_shows_them(source: str, text: str) -> None:
    assert line(source).replace("\N{NO-BREAK SPACE}", "~") == text


def test_brackets_may_open_and_close_on_different_lines() -> None:
    assert line("Po", "Ql a", "Pc ,") == "('a'),"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (".Sh X\n.Nosuch x\n", "line 5: the macro 'Nosuch' is not known"),
        (".Sh X\n.Em Ao x\n", "line 5: the macro 'Ao' is not known"),
        (".Sh X\n.It An honest host\n", "'.It' does not belong here"),
        (".Sh X\na \\*(lq b\n", "line 5: the escape"),
        (".Sh X\n\nempty\n", "line 5: a line that is empty"),
        (".Sh X\n.Xr referee\n", "wants the name and the number"),
        (".Sh X\n.Cm\n", "'Cm' has no words"),
        (".Sh X\n.Bl -tag -offset indent\n.El\n", "'.Bl -offset' is not known"),
        (".Sh X\n.Bl -hang\n.El\n", "'.Bl -hang' is not known"),
        (".Sh X\n.Bl -tag -width Ds\n.It Cm x\ny\n", "'.El' is missing"),
        (".Sh X\n.Bl -tag -width Ds\nstray\n.El\n", "in no item"),
        (".Sh X\n.Bl -bullet\n.It Cm tag\nx\n.El\n", "items have tags in a list with tags"),
        (".Sh X\n.Bl -tag -width Ds\n.It\nx\n.El\n", "items have tags in a list with tags"),
        (".Sh X\n.Bd -filled\nx\n.Ed\n", "'.Bd -filled' is not known"),
        (".Sh X\n.Bd -literal\nx\n", "'.Ed' is missing"),
        (".Sh X\n.Bd -literal\n.Pp\n.Ed\n", "in a literal block"),
        (".Sh X\n.Pp x\n", "follows a macro that takes nothing"),
        (".Sh X\n.so other\n", "begins with a dot and is no macro"),
        (".Sh X\n.Ed\n", "'.Ed' does not belong here"),
    ],
)
def test_what_is_not_known_is_refused_with_its_line(source: str, reason: str) -> None:
    with pytest.raises(PageFault, match="page, line") as caught:
        parse(HEAD + source)
    assert reason in str(caught.value)


def test_a_page_without_its_head_is_refused() -> None:
    with pytest.raises(PageFault, match="begins with"):
        parse(".Sh NAME\n")


def test_a_font_may_go_beyond_its_line() -> None:
    assert shown(".Sh X\na \\fBbold\nstill\\fR, plain\n") == "\nX\n    a bold still, plain\n"
    assert "<b>bold</b> <b>still</b>, plain" in web(".Sh X\na \\fBbold\nstill\\fR, plain\n")


def test_lists_are_set_in_behind_their_tags() -> None:
    tags = ".Bl -tag -width Ds\n.It Fl a\nShort.\n.It Fl -long Ar FILE\nBelow.\n.Pp\nMore.\n.El\n"
    assert shown(f".Sh X\n{tags}") == (
        "\nX\n    -a    Short.\n\n    --long FILE\n          Below.\n\n          More.\n"
    )
    items = "\n.It\none\n.It\ntwo\n.El\n"
    assert shown(f".Sh X\n.Bl -enum -compact{items}") == "\nX\n    1.  one\n    2.  two\n"
    assert shown(f".Sh X\n.Bl -dash -compact{items}") == "\nX\n    - one\n    - two\n"


def test_lists_in_lists_are_read() -> None:
    inner = ".Bl -bullet -compact\n.It\none\n.El\n"
    source = f".Sh X\n.Bl -tag -width Ds\n.It Cm a\n{inner}.It Cm b\nz\n.El\n"
    assert shown(source) == "\nX\n    a     - one\n\n    b     z\n"


def test_a_table_has_columns() -> None:
    source = '.Sh X\n.Bl -column "a" "b"\n.It Em sign Ta Em becomes\n.It U+2026 Ta dots\n.El\n'
    assert shown(source) == "\nX\n    sign    becomes\n    U+2026  dots\n"
    assert "<tr><td>U+2026</td><td>dots</td></tr>" in web(source)


def test_literal_lines_stay_as_they_are() -> None:
    source = ".Sh X\nThen:\n.Bd -literal -offset indent\n\\&.  a <b> \\e\n\\&\nc\n.Ed\n"
    assert shown(source) == "\nX\n    Then:\n\n      .  a <b> \\\n\n      c\n"
    assert '<pre class="set-in">.  a &lt;b&gt; \\\n\nc</pre>' in web(source)


def test_the_comment_before_a_literal_block_is_kept_and_no_other() -> None:
    literal = ".Bd -literal\nx\n.Ed\n"
    blocks = parse(f'{HEAD}.Sh X\n.\\" file a b\n{literal}{literal}').blocks
    assert [getattr(block, "words", None) for block in blocks] == [None, ("file", "a", "b"), ()]


def test_links_lead_to_pages_that_are_there_and_to_sections() -> None:
    source = ".Sh X\n.Xr referee 1 ,\n.Xr ssh-keygen 1 ;\n.Sx Victory (1.2)\n.Ss Victory (1.2)\nx\n"
    text = web(source)
    assert '<a href="referee.html">referee(1)</a>, ssh-keygen(1);' in text
    assert '<a href="#victory-1-2">Victory (1.2)</a>' in text
    assert '<h3 id="victory-1-2">' in text


def test_two_headings_of_the_same_words_have_two_places() -> None:
    text = web(".Sh X\na\n.Ss Y\nb\n.Sh Z\nc\n.Ss Y\nd\n")
    assert 'id="y"' in text and 'id="y-2"' in text


def test_long_text_is_filled() -> None:
    text = as_text(parse(f"{HEAD}.Sh X\n{'word ' * 40}\n.Ql a very long text that may be broken\n"))
    assert max(map(len, text.split("\n"))) <= 80


def test_what_a_page_is_about_stands_behind_its_name() -> None:
    page = parse(f"{HEAD}.Sh NAME\n.Nm referee-x\n.Nd what it is\n")
    assert page.about == "what it is"
    assert plain(page.blocks[1].line) == "referee-x - what it is"  # type: ignore[union-attr]
