"""Which order words a talk offers, and what it says of one that the player asks about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.beside import Kind
from referee.engine.request import Request, View
from referee.engine.words import Vocabulary
from referee.files.folding import plain
from referee.orders.described import told
from referee.orders.line_forms import example_of, line_forms
from referee.player.prompting import chosen
from referee.report.worded import wrapped


class Words(NamedTuple):
    """The order words of a request: those that the position has a line for, by its template, and
    the others, which may become possible by the lines above them."""

    likely: list[str]
    others: list[str]

    @property
    def all(self) -> list[str]:
        """In the order in which they are numbered."""
        return [*self.likely, *self.others]


def words_for(request: Request, kind: Kind, view: View) -> Words:
    """The words that lines can have here."""
    words = kind.suggestions.open_words(request)
    template = "\n".join(kind.suggestions.template(request, view))
    likely = [word for word in words if _stands_in(template, word)]
    return Words(likely or words, [word for word in words if likely and word not in likely])


def _stands_in(template: str, word: str) -> bool:
    """Whether a template has a line with a word, as a comment too."""
    line = rf"- {re.escape(word)}(?=:|'| *#| *$)"
    return bool(re.search(line, template, re.MULTILINE))


def offered(request: Request, words: Words, first: int) -> list[str]:
    """The lines that offer them, numbered from `first`: the likely ones with what they do."""
    lines, wide = [], max(map(len, words.likely), default=0)
    for number, word in enumerate(words.likely, first):
        _, does = told(request.by_word[word].__doc__ or "")
        whole = wrapped(f"{number:2} {word:{wide}}  {does}", " ", " " * (wide + 6))
        lines.append(whole[0] if len(whole) == 1 else f"{whole[0]} ...")
    if words.others:
        lines += wrapped(f"others, often not possible now: {', '.join(words.others)}", " ", "    ")
    return lines


HELP = (
    "type the number or the name of what you want (its beginning will do), and you are asked for"
    " the rest; Enter says that you are done; '? WORD' explains one of the order words"
)


def explained(said: str, request: Request, words: Sequence[str], names: Vocabulary) -> list[str]:
    """What is said to ``?`` or ``? WORD``."""
    asked = plain(said.removeprefix("?").removeprefix("help"))
    picked = chosen(asked, list(words)) if asked else ""
    if not picked:
        unknown = [f"no word is {asked!r}"] if asked else []
        return [*unknown, *wrapped(HELP, "  ", "  ")]
    action = request.by_word[picked]
    rule, does = told(action.__doc__ or "", request.rule)
    forms = [f"    - {form}" for form in line_forms(action)]
    lines = wrapped(f"{picked}: {does} ({rule})", "  ", "  ")
    return [*lines, "  in a file:", *forms, f"  for example:  - {example_of(action, names)}"]
