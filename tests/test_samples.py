"""The sample games are played again by the commands and compared byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from samples import allia, carrhae, eunostos, ilerda, rubicon
from samples.playing import Sample, command
from tests.project.remake import SAMPLES
from tests.rules.caesar_xl.adapter import board

#: what a report says of a rule that has answered
RULED = " of your standing orders answered"
TACTICS = [card["name"] for card in board.TACTICS.values()]


class Replayed(NamedTuple):
    """A sample, and the folder into which it was played again."""

    sample: Sample
    folder: Path


def files(folder: Path) -> dict[str, bytes]:
    """Every file of a sample but private keys, whose files hold random bytes."""
    paths = [p for p in folder.rglob("*.*") if ".games" not in str(p.relative_to(folder))]
    found = {p.relative_to(folder).as_posix(): p for p in paths}
    return {name: path.read_bytes() for name, path in found.items()}


@pytest.fixture(scope="module", params=SAMPLES, ids=lambda sample: sample.home.name)
def replayed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Replayed:
    sample: Sample = request.param
    folder = tmp_path_factory.mktemp(sample.home.name) / "again"
    sample.replay(folder, sample.home / "drafts")
    return Replayed(sample, folder)


@pytest.mark.parametrize("part", ["keys", "orders"])
def test_players_files_are_the_same(replayed: Replayed, part: str) -> None:
    assert files(replayed.folder / part) == files(replayed.sample.home / part)
    assert files(replayed.sample.home / part)


def test_offer_joins_and_charter_are_the_same(replayed: Replayed) -> None:
    joins = [f"{seat}-join.yaml" for seat in replayed.sample.seats]
    for name in ("offer.yaml", *joins, "charter.yaml"):
        kept = replayed.sample.home / name
        assert (replayed.folder / name).read_bytes() == kept.read_bytes(), name


def test_reports_are_the_same(replayed: Replayed) -> None:
    made = files(replayed.folder / "game" / "reports")
    kept = files(replayed.sample.home / "reports")
    assert sorted(made) == sorted(kept)
    assert [name for name in kept if made[name] != kept[name]] == []


def test_every_report_is_verified(replayed: Replayed) -> None:
    reports = sorted((replayed.sample.home / "reports").rglob("*.txt"))
    assert len(reports) >= 12
    command("verify", *reports, "--charter", replayed.sample.home / "charter.yaml")


def texts(sample: Sample, seat: str) -> list[str]:
    """All reports of a seat."""
    reports = sorted((sample.home / "reports" / seat).glob("*.txt"))
    return [path.read_text(encoding="utf-8") for path in reports]


def test_two_whole_turns_with_three_battles() -> None:
    told = texts(rubicon.SAMPLE, "caesar")
    assert sum("Turn 2 of 705 is over" in text for text in told) == 1
    assert sum(text.count(" holds ") for text in told) >= 3


def test_nine_turns_with_what_can_happen_in_them() -> None:
    told = "".join(texts(carrhae.SAMPLE, "caesar"))
    assert told.count("The stone moves to") == 8 and "ELECTION" in told
    for what in ("the attack fails", "flees to", "places a civil servant", "citizens to"):
        assert what in told, what
    mine = ["".join(texts(carrhae.SAMPLE, seat)) for seat in carrhae.SAMPLE.seats]
    assert any(RULED in text for text in mine)
    drafts = "".join(path.read_text() for path in (carrhae.SAMPLE.home / "drafts").iterdir())
    for word in ("if:", "standing:", "escape:", "wait"):
        assert word in drafts, word


def test_three_turns_of_caesar_xl_with_what_can_happen_in_them() -> None:
    told = "".join(texts(ilerda.SAMPLE, "caesar"))
    assert "TURN 3: Pompey" in told and told.count("BATTLE at") >= 2
    assert len([name for name in TACTICS if f"plays {name}" in told]) >= 2
    for what in ("claims ", "success (7.4)", "won at", RULED):
        assert what in told, what
    drafts = "".join(path.read_text() for path in (ilerda.SAMPLE.home / "drafts").iterdir())
    for word in ("if:", "standing:", "next:", "look", "via:", "tactics:"):
        assert word in drafts, word


def test_five_turns_at_sea_with_what_can_happen_in_them() -> None:
    told = "".join(texts(eunostos.SAMPLE, "roman"))
    assert "PLAYER TURN 6: Egyptian" in told
    for what in ("aground", "collision", ": grappled", "evades", "is captured", "is on fire"):
        assert what in told, what
    assert "withdrawal" not in told and "Evasion" not in told
    drafts = "".join(path.read_text() for path in (eunostos.SAMPLE.home / "drafts").iterdir())
    for word in ("if:", "standing:", "next:", "attack speed:", "ram:", "grapple:"):
        assert word in drafts, word


def test_a_turn_of_the_sword_of_rome_with_what_can_happen_in_it() -> None:
    told = texts(allia.SAMPLE, "rome")[-1]  # which tells the whole turn once more
    assert "Turn 2." in told and told.count("\n  Battle at ") == 4
    for what in (
        "responds with",
        "succeeds",
        "renew their",
        "sacked",
        "Desperate Times (exchange)",
    ):
        assert what in told, what
    note = "(for you alone) Note from the Etruscans and Samnites:"
    assert note in "".join(texts(allia.SAMPLE, "rome"))
    assert note not in "".join(texts(allia.SAMPLE, "gauls"))
    drafts = "".join(path.read_text() for path in (allia.SAMPLE.home / "drafts").iterdir())
    for word in ("if:", "standing:", "next:", "propose:", "siege:", "intercept", "gain:"):
        assert word in drafts, word


def test_a_draft_is_refused_as_the_sample_has_it() -> None:
    kept = (ilerda.SAMPLE.home / "refused").glob("*.txt")
    found = ilerda.SAMPLE.refusals()
    assert found == {path.with_suffix(".yaml").name: path.read_text("utf-8") for path in kept}
    (text,) = found.values()
    for what in ("only Roman ones have legions", "is not next to Massilia", "Ceasar"):
        assert what in text, what


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.home.name)
def test_no_line_of_a_report_is_wider_than_a_mail(sample: Sample) -> None:
    for path in sorted((sample.home / "reports").rglob("*.txt")):
        text = path.read_text(encoding="utf-8")
        wide = [line for line in text.split("\n") if len(line) > 80]
        assert wide == [], path
        assert text.isascii(), path
