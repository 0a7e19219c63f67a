"""One word for one thing: words that were given up are gone from what a user reads.

Literal text is left alone: what is typed, what is printed, names of files.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import click

from referee.cli.main import referee
from tests.project.pages import ROOT, names, source, unescaped
from tests.support.seeds import with_each

#: old words, as a pattern without regard to case -> what to write; referee-glossary(7) explains it
OLD = {
    r"\bplans?\b": "standing orders",
    r"\b(?:files? ahead|ahead of time|orders ahead)\b": "advance file, advance orders",
    r"\b(?:what|answers?|those) (?:that )?waits?\b": "advance orders",
    r"\banswers? to what (?:comes|is asked) later\b": "advance orders",
    r"\bskeletons?\b": "template",
    r"\bdesks?\b": "the host, the player, the game folder",
    r"\bmail ?rooms?\b": "the files that have come in",
    r"\b(?:twister|post office|telling)\b": "variation, files, wording",
    r"\bhouse\b": "project",
    r"\bdoubters?\b|\bwhoever (?:doubts|reads|wants|has|knows|writes)\b": "anyone, anyone who",
    r"\bbe it\b": "whether",
    r"\bas far as\b": "where, until, if",
    r"(?<!body )(?<!thing )(?<!where )(?<!one )(?<!what )(?<!ever )(?<!who )\belse\b": "otherwise",
    r"\btill\b": "until",
    r"\blikewise\b": "the same",
    r"\bsigns? (?:from|of|outside|to) U\+|\bodd signs\b|\bdigits or signs\b": "character",
    r"\bnot there yet\b": "not implemented yet",
    r"\brolled? again\b": "re-roll",
    r"\bdecks?\b": "draw pile; discards",
    r"\bmain forces?\b": "Main Attack",
    r"\b(?:sets?|setting) (?:\w+ ){0,3}aside\b": "discard",
    r"\bneutral\b": "Vacant",
    r"(?<!civil )\bservants?\b": "civil servant",
}
#: old words of one page, where others may use them
OLD_IN = {
    "referee-julius-caesar.7": {
        r"\b(?-i:reserves?)\b": "Levy Pool; in a battle: Reserves, with a capital",
    }
}
#: old words that are terms of one game
TERMS = {"referee-sword-of-rome.7": (r"\bdecks?\b", r"\bmain forces?\b", r"\bneutral\b")}
#: text that is to be typed or was printed, in a page
LITERAL = re.compile(r"\.(?:It )?(?:Cm|Ql|Dq|Pa|Ic|Fl|Ev|D1|Xr|Em|Bl|Ss [a-z]+)\b.*")
#: old words of messages, which pages may still have
OLD_IN_MESSAGES = {
    r"\bbehind\b(?! what)": "after, below",
    r"\banew\b": "again",
    r"\bmended\b": "fix",
    r"\bis (?:there|accepted|over) already\b": "already exists, already accepted, already over",
    r"\bleave (?:one|this) line\b": "delete one line",
    r"\b(?:any|every|some)body\b": "anyone, everyone, someone",
}
#: what is typed, in a message: values in braces, quoted text, order words that are older than the
#: glossary, and a text that offers and joins have, which is part of their form
CODE_LITERAL = re.compile(
    r"'[^']*'|\{[^}]*\}?|(?:place|lift) servant|\bservants?(?=:)"
    r"|\belse(?=: (?:skip|stop))|test secrets: anybody can forge this game"
)
#: modules that print, or word what is printed
CODE = sorted(
    str(path.relative_to(ROOT))
    for part in ("referee", "rulesets")
    for path in (ROOT / part).rglob("*.py")
)
READMES = sorted(
    str(path)
    for path in (path.relative_to(ROOT) for path in ROOT.glob("**/README.md"))
    if not any(part.startswith(".") for part in path.parts)
)


def prose(page: str) -> str:
    """What a page says in words of its own, on one line; ``_`` where literal text was."""
    said, literal = [], False
    for line in page.split("\n"):
        literal = (literal or line.startswith(".Bd -literal")) and not line.startswith(".Ed")
        if not literal and not line.startswith('.\\"'):
            said.append("_" if LITERAL.match(line) else unescaped(line))
    return " ".join(" ".join(said).split())


def readme_prose(text: str) -> str:
    """What a README says in words of its own, on one line."""
    text = re.sub(r"^```.*?^```|^    .*?$|`[^`]*`", "_", text, flags=re.MULTILINE | re.DOTALL)
    return " ".join(text.split())


def old_words(text: str, table: dict[str, str]) -> list[str]:
    """Each old word of a text with some words around it, and the new one."""
    return [
        f"{text[max(0, found.start() - 30) : found.end() + 20]!r} -> {new}"
        for old, new in table.items()
        for found in re.finditer(old, text, re.IGNORECASE)
    ]


def helps(command: click.Command, context: click.Context) -> Iterator[str]:
    """All that ``--help`` says in words of its own, of a command and those below it."""
    yield from [command.help or "", command.epilog or ""]
    yield from [p.help or "" for p in command.params if isinstance(p, click.Option)]
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from helps(below, context)


@with_each(names())
def test_no_page_has_an_old_word(name: str) -> None:
    old = {word: new for word, new in OLD.items() if word not in TERMS.get(name, ())}
    assert old_words(prose(source(name)), old | OLD_IN.get(name, {})) == []


@with_each(READMES)
def test_no_readme_has_an_old_word(name: str) -> None:
    assert old_words(readme_prose((ROOT / name).read_text("utf-8")), OLD) == []


def test_no_help_has_an_old_word() -> None:
    found = " / ".join(helps(referee, click.Context(referee)))
    assert old_words(re.sub(r"'[^']*'", "_", " ".join(found.split())), OLD) == []


def sayings(code: str) -> Iterator[str]:
    """The texts of a module that its users may read: of more than one word, and no docstrings."""
    tree = ast.parse(code)
    docs = {id(found.value) for found in ast.walk(tree) if isinstance(found, ast.Expr)}
    for found in ast.walk(tree):
        text = found.value if isinstance(found, ast.Constant) else None
        if isinstance(text, str) and id(found) not in docs and " " in text.strip():
            yield text


def test_no_message_has_an_old_word() -> None:
    found = {name: list(_old_messages((ROOT / name).read_text("utf-8"))) for name in CODE}
    assert {name: words for name, words in found.items() if words} == {}


def _old_messages(code: str) -> Iterator[str]:
    for text in sayings(code):
        yield from old_words(CODE_LITERAL.sub("_", text), OLD | OLD_IN_MESSAGES)


def test_messages_are_texts_of_more_than_one_word_but_no_docstrings() -> None:
    code = '''"""A plan."""\nhint = f"put it behind the {x}"\nword = "plan"\n'''
    assert list(sayings(code)) == ["put it behind the "]


def test_old_words_are_found_in_prose_alone() -> None:
    page = "He plans.\n.Ql plans\n.Bd -literal\nplan\n.Ed\nElse the\nmain force.\n"
    assert [line.split("-> ")[1] for line in old_words(prose(page), OLD)] == [
        "standing orders", "otherwise", "Main Attack",
    ]  # fmt: skip
    readme = "Its `plan`:\n\n    a plan\n\n```\nplan\n```\nSomebody else, or\nnothing else.\n"
    assert old_words(readme_prose(readme), OLD) == []


def test_every_term_of_the_glossary_is_used_in_another_page() -> None:
    terms = re.findall(r"^\.It Sy (.*)$", source("referee-glossary.7"), re.MULTILINE)
    pages = [source(name) for name in names() if name != "referee-glossary.7"]
    others = " ".join(unescaped(" ".join(pages)).casefold().split())
    assert len(terms) > 50
    assert [term for term in terms if term.casefold() not in others] == []
