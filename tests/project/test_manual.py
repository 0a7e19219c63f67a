"""``referee help``: all pages are read, as text and as HTML, and say the same as their source."""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from referee.cli.main import COMMANDS, run
from referee.engine.action import Action
from referee.engine.request import Request
from referee.engine.rules import Ruleset
from referee.files.strict_yaml import read
from referee.manual import topics
from referee.manual.folder import html_files
from referee.manual.html import INDEX
from referee.manual.order_words import order_words, told
from referee.manual.page import Page
from referee.manual.plain_text import WIDTH, as_text
from referee.orders.line_forms import example_of
from referee.orders.order_lines import parse_lines
from referee.ruleset import load
from referee.ruleset import names as ruleset_names
from tests.project.pages import ROOT, blocks, names, source
from tests.rules.cases import cases
from tests.support.seeds import with_each

#: what one program prints otherwise than another: quotes, bullets, hyphens at the ends of lines
MARKS = re.compile(r"[\s\"'`‘’“”•·\-‐−–—]+")


@cache
def all_pages() -> dict[str, Page]:
    """Name of a page's file -> the page."""
    return {path.name: topics.read(path) for path in topics.pages().values()}


def squeezed(text: str) -> str:
    """The signs of a text, without blanks and marks."""
    return MARKS.sub("", text)


def by_groff(name: str) -> str:
    """A page as groff shows it, without its head and foot."""
    done = subprocess.run(
        ["groff", "-mdoc", "-Tutf8", "-P-cbou", str(ROOT / "man" / name)],
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    lines = done.stdout.strip("\n").split("\n")
    return "\n".join(lines[1:-1])


def printed(*arguments: str, **environment: str) -> tuple[int, str, str]:
    """Status, output and talk of ``referee``, as a process with nobody at a terminal."""
    done = subprocess.run(
        [sys.executable, "-m", "referee", *arguments], env={**os.environ, **environment},
        cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_every_page_uses_only_the_macros_that_are_known() -> None:
    assert sorted(all_pages()) == names()
    for name, page in all_pages().items():
        assert page.about and page.blocks and page.number == name[-1], name
        assert page.about == topics.about(topics.pages()[page.name])


def test_the_text_of_a_page_is_what_groff_shows() -> None:
    if not shutil.which("groff"):
        pytest.skip("groff is not here")
    for name, page in all_pages().items():
        assert squeezed(as_text(page).split("\n", 1)[1]) == squeezed(by_groff(name)), name


def test_text_is_ascii_and_no_line_too_wide_but_literal_ones() -> None:
    for name, page in all_pages().items():
        literal = {line.strip() for block in blocks(source(name)) for line in block.lines}
        lines = as_text(page).split("\n")
        assert [line for line in lines if not line.isascii() or "\t" in line] == [], name
        wide = [line for line in lines if len(line) > WIDTH and line.strip() not in literal]
        assert wide == [], name


# The pages as HTML.


@cache
def web() -> dict[str, str]:
    """All files of the HTML."""
    words = [order_words(load(name)) for name in ruleset_names()]
    return html_files([*all_pages().values(), *words])


def shown(text: str) -> str:
    """What a browser shows of a page, from its first section on."""
    body = text.partition("<h2")[2].partition(">")[2]
    return html.unescape(re.sub(r"<[^>]*>", "", body))


def test_the_html_of_a_page_says_what_its_text_says() -> None:
    for page in all_pages().values():
        text = as_text(page).split("\n", 1)[1]
        numbers = re.compile(r"^ +\d+\. +", re.MULTILINE)  # of lists: a browser makes them
        assert squeezed(shown(web()[f"{page.name}.html"])) == squeezed(numbers.sub("", text))


def test_every_link_of_the_html_leads_somewhere() -> None:
    for name, text in web().items():
        for target in re.findall(r'href="([^"]*)"', text):
            file, _, place = target.partition("#")
            assert (file or name) in web(), f"{name}: {target}"
            assert not place or f'id="{place}"' in web()[file or name], f"{name}: {target}"


def test_every_page_can_be_reached_from_the_index() -> None:
    linked = set(re.findall(r'href="([^"#]*)"', web()[INDEX]))
    assert linked == set(web()) - {INDEX}


def test_the_html_needs_nothing_else_and_can_be_read_on_a_phone() -> None:
    for name, text in web().items():
        assert 'name="viewport"' in text and "<style>" in text, name
        assert not re.search(r"<(?:script|link|img|iframe)|url\(|@import|src=", text), name
        ids = re.findall(r' id="([^"]*)"', text)
        assert len(ids) == len(set(ids)), name


def test_the_tags_of_the_html_are_closed() -> None:
    for name, text in web().items():
        opened: list[str] = []
        for closing, tag in re.findall(r"<(/?)(\w+)[^>]*>", text.partition("\n")[2]):
            if closing:
                assert opened.pop() == tag, name
            elif tag != "meta":
                opened.append(tag)
        assert opened == [], name


# Order words.


def actions() -> list[tuple[Ruleset, type[Request], type[Action]]]:  # type: ignore[type-arg]
    """Every order word of every game."""
    found = [load(name) for name in ruleset_names()]
    return [
        (r, q, action) for r in found for q in r.rules.requests.values() for action in q.actions
    ]


def parsed(text: str, ruleset: Ruleset, request: type[Request]) -> list[object]:
    """An order line as the rules read it, for each seat that understands it."""
    tree = read(f"- {text}\n".encode()).tree
    read_by = [
        parse_lines(tree, request.words, ruleset.rules.names(seat)) for seat in ruleset.seats
    ]
    return [answer for answer, faults in read_by if not faults]


def legal_lines(package: str) -> list[tuple[str, object]]:
    """Every order line of a case that refuses nothing: its word, and what it says."""
    ruleset = load(package.replace("_", "-"))
    grammar = {w: kind for q in ruleset.rules.requests.values() for w, kind in q.words.items()}
    found: list[tuple[str, object]] = []
    for case in cases():
        if case.package != package or "refusal" in case.data:
            continue
        lists = [raw for entry in case.data.get("play", []) for raw in entry.values()]
        for line in [line for raw in [*lists, case.data.get("orders", [])] for line in raw or []]:
            for seat in ruleset.seats:
                answer, faults = parse_lines([line], grammar, ruleset.rules.names(seat))
                found += [] if faults or not answer else [(next(iter(answer[0])), answer)]
    return found


def test_every_example_of_an_order_word_is_understood() -> None:
    for ruleset, request, action in actions():
        text = example_of(action, ruleset.rules.names(next(iter(ruleset.seats))))
        assert text == action.word or text.startswith(f"{action.word}: "), text
        assert parsed(text, ruleset, request), text


def test_every_example_of_an_order_word_is_an_order_of_a_rule_case() -> None:
    """So it is legal in some position, where the case has it."""
    known = {name: legal_lines(name.replace("-", "_")) for name in ruleset_names()}
    for ruleset, request, action in actions():
        text = example_of(action, ruleset.rules.names(next(iter(ruleset.seats))))
        meant = [(action.word, answer) for answer in parsed(text, ruleset, request)]
        assert any(line in known[ruleset.name] for line in meant), text


def test_every_order_word_is_listed_with_its_paragraph_and_in_a_sentence() -> None:
    for ruleset, request, action in actions():
        page = " ".join(as_text(order_words(ruleset), 10_000).split())
        rule, sentence = told(action.__doc__ or request.__doc__ or "", request.rule)
        assert sentence.endswith(".") and "args:" not in sentence, sentence
        assert f"{action.word} {sentence.removesuffix('.')} ({rule})." in page


def test_an_example_that_nobody_wrote_is_made_from_the_grammar() -> None:
    from referee.engine.words import Choice, Either, Fields, Many, Name, Nothing, Number

    class Bare(Action):  # type: ignore[type-arg]
        word = "bare"

        async def does(self) -> None:
            """Nothing."""

    vocabulary = {"place": {"a": "Aa", "b": "Bb"}}
    for takes, text in {
        Nothing(): "bare",
        Name("place"): "bare: Aa",
        Number(0, 3): "bare: 1",
        Number(4, 9): "bare: 4",
        Choice(("x", "y")): "bare: x",
        Many(Name("place"), 2): "bare: [Aa, Bb]",
        Many(Number(2, 3)): "bare: [2]",
        Either((Name("space", ("place",)), Number(1, 2))): "bare: Aa",
    }.items():
        Bare.takes = takes
        assert example_of(Bare, vocabulary) == text
    Bare.takes = Fields({"to": Name("place")}, {"n": Number(1, 2)})
    assert example_of(Bare, vocabulary) == "bare: {to: Aa}"
    Bare.takes = Fields({}, {"n": Number(1, 2)})
    assert example_of(Bare, vocabulary) == "bare: {n: 1}"


# The command.


def test_every_topic_is_listed_in_a_sentence_and_can_be_printed() -> None:
    status, listed, talk = printed("help")
    assert (status, talk) == (0, "")
    for page in all_pages().values():
        topic = topics.topic(page.name)
        assert f"\n  {topic} " in listed
        assert " ".join(page.about.split()) in " ".join(listed.split())
        assert topics.find(topic) == topics.find(page.name) == topics.find(page.title)
    assert max(map(len, listed.split("\n"))) <= WIDTH


def test_a_page_is_printed_as_it_is_where_there_is_no_terminal() -> None:
    status, text, talk = printed("help", "dice", PAGER="false")
    assert (status, talk) == (0, "")
    assert text == as_text(all_pages()["referee-dice.7"])


def test_a_reader_who_leaves_a_pipe_has_seen_enough() -> None:
    words = [sys.executable, "-m", "referee", "help", "ruleset"]
    with subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    ) as reading:
        assert reading.stdout and reading.stderr
        reading.stdout.read(1)
        reading.stdout.close()
        assert reading.stderr.read() == b""
    assert reading.returncode == 0


def test_at_a_terminal_a_page_goes_through_the_pager(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    (tmp_path / "seen").touch()
    pager = tmp_path / "pager"
    pager.write_text(f"#!/bin/sh\ncat > {tmp_path}/seen\n")
    pager.chmod(0o755)
    here, there = pty.openpty()
    words = [sys.executable, "-m", "referee", "help", "dice"]
    done = subprocess.run(
        words, cwd=ROOT, env={**os.environ, "PAGER": str(pager)}, stdin=there, stdout=there,
        stderr=subprocess.PIPE, check=False,
    )  # fmt: skip
    os.close(there)
    os.close(here)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "seen").read_text() == as_text(all_pages()["referee-dice.7"])


@with_each(COMMANDS)
def test_every_command_is_explained(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help", name]) == 0
    told = capsys.readouterr()
    if topics.named(name):
        assert f"'referee {name} --help'" in told.err
    else:
        assert f"referee {name}" in told.out


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        (["dcie"], "did you mean 'dice'?"),
        (["apply-to"], "did you mean 'apply'?"),
        (["referee-julius-cesar"], "did you mean 'julius-caesar'?"),
        (["r"], "did you mean 'referee' or 'record' or 'report' or 'ruleset'?"),
        (["xyzzy"], "'referee help' lists all topics"),
        (["levy"], "'referee help orders caesar-xl' or 'referee help orders julius-caesar'"),
        (["orders", "julius-cesar"], "there is no ruleset 'julius-cesar'; choose from: "),
        (["dice", "julius-caesar"], "'orders' and a game"),
        (["dice", "--html", "x"], "or --html DIR"),
    ],
)
def test_a_topic_that_is_not_there_is_refused_with_a_hint(
    typed: list[str], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["help", *typed]) == 2
    told = capsys.readouterr()
    assert told.out == "" and hint in told.err


def test_all_pages_are_written_as_html(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new" / "web"
    assert run(["help", "--html", str(folder)]) == 0
    assert capsys.readouterr().out == f"{folder / INDEX}\n"
    assert {path.name: path.read_text("utf-8") for path in folder.iterdir()} == web()
    assert run(["help", "--html", str(folder)]) == 0


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    status, text, talk = printed("help", "--html", str(tmp_path / "file"))
    assert (status, text) == (1, "") and "error: " in talk


def test_the_shell_completes_topics_and_games() -> None:
    def completed(line: str) -> list[str]:
        told = printed(
            _REFEREE_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD=str(line.count(" "))
        )
        return [one.partition(",")[2] for one in told[1].split()]

    assert completed("referee help di") == ["dice"]
    assert {"tru", "apply", "trust"} & set(completed("referee help ")) == {"apply", "trust"}
    assert completed("referee help orders j") == ["julius-caesar"]
    assert completed("referee help dice j") == []


def test_the_shell_completes_files_of_rules() -> None:
    line = "referee standing add ru"
    told = printed(_REFEREE_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD="3")
    assert told[1].split() == ["file,ru"]


def test_no_other_command_loads_the_manual() -> None:
    seen = "import sys; from referee.cli.main import run; run(sys.argv[1:]); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", seen, "rulesets", "--help"], cwd=ROOT, capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    assert "referee.cli.rulesets" in done.stdout
    assert not re.search(r"referee\.manual|referee\.cli\.manual", done.stdout)


# Where the pages are found.


def laid(folder: Path) -> None:
    """The pages as an installation lays them."""
    for name in names():
        (folder / f"man{name[-1]}").mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "man" / name, folder / f"man{name[-1]}" / name)


@pytest.mark.parametrize("place", ["the record", "the data folder", "beside the package"])
def test_installed_pages_are_found(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "lib" / "site-packages"
    monkeypatch.setattr(topics, "__file__", str(package / "referee" / "manual" / "topics.py"))
    monkeypatch.setattr(topics, "_recorded", lambda: iter([tmp_path / "none"]))
    monkeypatch.setattr(topics.sysconfig, "get_path", lambda name: str(tmp_path / "none"))
    with pytest.raises(topics.NoPages):
        topics.pages()
    if place == "the record":
        monkeypatch.setattr(topics, "_recorded", lambda: iter([tmp_path / "r" / "share" / "man"]))
        laid(tmp_path / "r" / "share" / "man")
    elif place == "the data folder":
        monkeypatch.setattr(topics.sysconfig, "get_path", lambda name: str(tmp_path / name))
        laid(tmp_path / "data" / "share" / "man")
    else:
        laid(package / "share" / "man")
    assert sorted(path.name for path in topics.pages().values()) == names()


def test_a_program_without_its_pages_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(topics, "folders", lambda: iter(()))
    assert run(["help", "dice"]) == 1
    assert "were not installed" in capsys.readouterr().err
