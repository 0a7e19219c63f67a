"""Every story goes as it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.stories.retell import aligned
from tests.stories.story import play, read_story
from tests.stories.tricks import TRICKS
from tests.support.installing import toys

TOLD = sorted(Path(__file__).with_name("told").rglob("*.txt"))


@pytest.mark.parametrize("path", TOLD, ids=lambda path: path.stem)
def test_it_goes_as_it_is_told(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    story = read_story(path)
    assert story.title and story.acts
    monkeypatch.chdir(tmp_path)
    with toys():
        assert list(play(story, TRICKS)) == []


def test_what_is_printed_otherwise_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A story that tells another output, status or message is a failure."""
    lines = ["A story", "$ referee verify", "! Usage[...]", "! ...", "exit 2"]
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "story.txt"

    def found(old: str = "", new: str = "") -> list[str]:
        path.write_text("\n".join(lines).replace(old, new) if old else "\n".join(lines))
        return list(play(read_story(path), TRICKS))

    assert found() == []
    assert found("exit 2", "exit 1") and found("Usage", "Used") and found("! ...", "! never")
    with pytest.raises(ValueError, match=r"story\.txt:5: not understood"):
        found("exit 2", "ends")


def test_a_story_is_told_again_with_what_still_fits() -> None:
    """Lines that fit stay as they are told, others become what is printed now."""
    told = ["Run [...]: due", "...", "On hits, your rule 3 answered.", "...", "the end"]
    printed = ["Run 4: due", "one", "On hits, rule 3 of yours answered", "  so.", "the end"]
    became = aligned(told, printed)
    assert [line for some in became for line in some] == [*told[:2], *printed[2:3], *told[3:]]
    assert aligned(["a line"], ["a line", "and one"]) == [[], ["a line", "and one"]]
    assert aligned(told, ["Run 5: due", "the end"])[1] == ["Run [...]: due"]
