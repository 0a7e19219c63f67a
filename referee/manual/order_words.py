"""The order words of a game as a page: what each does, how you write it, and an example.

Everything comes from the action classes of the ruleset: their docstrings, grammar and examples.
"""

from __future__ import annotations

from typing import Any

from referee.engine.action import Action
from referee.engine.request import Request
from referee.engine.rules import Ruleset
from referee.engine.words import Vocabulary
from referee.manual.page import (
    CODE,
    OTHER_PAGE,
    PLAIN,
    TAGGED,
    TYPED,
    Block,
    Heading,
    Item,
    Listing,
    Literal,
    Page,
    Paragraph,
    Span,
)
from referee.orders.described import told
from referee.orders.line_forms import example_of, line_forms


def order_words(ruleset: Ruleset) -> Page:
    """The page of a game's order words, by request."""
    about = "what each order does, how it is written, and an example"
    page = Page(f"Order words of {ruleset.title}", "", about, blocks=_introduction(ruleset.name))
    names = ruleset.rules.names(next(iter(ruleset.seats)))
    for request in ruleset.rules.requests.values():
        page.blocks += _asked(request, names)
    return page


def _introduction(name: str) -> list[Block]:
    """How to read the page."""
    return [
        Paragraph(
            [
                Span(PLAIN, "Write these lines below"),
                Span(CODE, "orders:"),
                Span(PLAIN, "of your order file; see"),
                Span(OTHER_PAGE, "referee-orders(5)"),
                Span(PLAIN, "for the file and"),
                Span(OTHER_PAGE, f"referee-{name}(7)"),
                Span(PLAIN, "for all of each word. A word in capitals stands for a name; a list"),
                Span(PLAIN, "may be longer than shown, and a list of one needs no brackets."),
                Span(PLAIN, "Numbers in brackets are the paragraphs of the rulebook."),
            ]
        )
    ]


def _asked(request: type[Request], names: Vocabulary) -> list[Block]:
    """One kind of request and its words."""
    rule, text = told(request.__doc__ or "", request.rule)
    return [
        Heading(1, request.kind),
        _paragraph(text, rule),
        Listing(TAGGED, [_item(request, action, names) for action in request.actions]),
    ]


def _item(request: type[Request], action: type[Action[Any]], names: Vocabulary) -> Item:
    """One word: what it does, how you write it, and an example."""
    rule, text = told(action.__doc__ or request.__doc__ or "", request.rule)
    forms = [Literal([f"- {form}"]) for form in line_forms(action)]
    example = Literal([f"- {example_of(action, names)}"])
    blocks: list[Block] = [_paragraph(text, rule)]
    if forms != [example]:
        blocks += [*forms, Paragraph([Span(PLAIN, "Example:")])]
    return Item([Span(TYPED, action.word)], [*blocks, example])


def _paragraph(text: str, rule: str) -> Paragraph:
    return Paragraph([Span(PLAIN, f"{text.removesuffix('.')} ({rule})." if rule else text)])
