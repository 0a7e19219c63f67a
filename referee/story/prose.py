"""A story as text in 72 columns."""

from __future__ import annotations

from collections.abc import Iterator

from referee.kit.lines import TRAVELS as WIDTH
from referee.picture.grid import drawn
from referee.picture.listing import score
from referee.report.worded import wrapped
from referee.story.chapters import Story


def prose(told: Story) -> list[str]:
    """The lines of a story, with the board in letters at the end of each turn."""
    return list(_prose(told))


def _prose(told: Story) -> Iterator[str]:
    yield from [*wrapped(told.title), told.whose, ""]
    for chapter in told.chapters:
        yield from [chapter.title.upper(), "=" * WIDTH, ""]
        for scene in chapter.scenes:
            yield from [*wrapped(scene.title), "-" * WIDTH, *scene.lines, ""]
        if chapter.board is not None:
            yield from [*drawn(chapter.board, WIDTH), "", *score(chapter.board), ""]
    yield from told.end
