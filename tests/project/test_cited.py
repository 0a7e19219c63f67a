"""Every paragraph that a refusal cites is named in the page of its game: a player who looks it up
finds what it says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from referee.ruleset import names
from tests.project.pages import ROOT, source

#: a paragraph of a rulebook, or a card
PARAGRAPH = re.compile(r"[A-Z]?[0-9]+(?:\.[0-9]+)*")
#: Its page tells the rules by chapters, and names only the paragraphs that it quotes.
BY_CHAPTERS = "caesar-in-alexandria"


def cited(text: str) -> Iterator[str]:
    """Paragraphs that stand as the rule of a problem in a source, or as that of a request."""
    for node in ast.walk(ast.parse(text)):
        found: list[ast.expr] = []
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem":
            found = node.args[1:2]
        elif isinstance(node, ast.Assign):
            found = [node.value for target in node.targets if getattr(target, "id", "") == "rule"]
        texts = [one.value for each in found for one in ast.walk(each) if is_text(one)]
        yield from (one for one in texts if PARAGRAPH.fullmatch(one))


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def cited_by(game: str) -> set[str]:
    """All of a game."""
    folder = ROOT / "rulesets" / game.replace("-", "_")
    return {one for path in folder.rglob("*.py") for one in cited(path.read_text("utf-8"))}


def named_in(page: str) -> set[str]:
    """The paragraphs that a page names."""
    return set(re.findall(rf"(?<![\w.]){PARAGRAPH.pattern}", page))


@pytest.mark.parametrize("game", names())
def test_every_paragraph_that_a_refusal_cites_is_named_in_the_page(game: str) -> None:
    page, wanted = source(f"referee-{game}.7"), cited_by(game)
    assert len(wanted) > 12
    if game == BY_CHAPTERS:
        wanted = {one.partition(".")[0] for one in wanted}
        page = "".join(line for line in page.splitlines(True) if line.startswith(".S"))
    assert sorted(wanted - named_in(page)) == []


def test_a_paragraph_that_is_not_named_would_be_found() -> None:
    problem = 'Problem("no way", "9.6.3" if by_sea else "9.2", "go on")\nrule = "7.4"\n'
    assert sorted(cited(problem)) == ["7.4", "9.2", "9.6.3"]
    assert named_in("A ship\n.Pq 9.6.3 , 12 .\nIt costs 3 (7.4).") == {"9.6.3", "12", "3", "7.4"}
