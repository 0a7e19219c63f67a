"""``standing`` in a join: signed, told to all, in force from run 1, replaced by order files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.adjudicate.clerk import Clerk
from referee.charter.papers import Charter, read_paper, signed
from referee.fault import Refused
from referee.files.write_yaml import emit
from referee.gamedata.data import certainty
from referee.host.opening import seated
from referee.orders.order_file import read_orders
from referee.orders.standing_list import rules_of_set, sets_of
from referee.proof.keys import test_key, write_pair
from referee.report.report_file import read_report
from referee.ruleset import load
from tests.support.mailbag import Said, cli
from tests.toys.changed import changed

GAME = "julius-caesar"
SEATS = ("caesar", "pompey")
SEED = 3


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    for party in ("host", *SEATS):
        write_pair(tmp_path / party, test_key(SEED, party))
    return tmp_path


def new(keys: Path, ruleset: str = GAME) -> Path:
    folder = keys / "game"
    said = cli("new", ruleset, folder, "--key", keys / "host", "--test-seed", SEED)
    assert said.status == 0, said.err
    return folder


def join(keys: Path, folder: Path, seat: str, *more: object) -> Said:
    out = keys / f"{seat}.yaml"
    out.unlink(missing_ok=True)
    key = ("--key", keys / seat, "--out", out, "--test-seed", SEED)
    return cli("join", folder / "offer.yaml", "--seat", seat, *key, *more)


def standing_of(keys: Path, seat: str) -> str:
    return str(read_paper(keys.joinpath(f"{seat}.yaml").read_bytes(), "join")["standing"])


def test_who_says_nothing_joins_with_quiet_and_is_told_what_it_does(keys: Path) -> None:
    said = join(keys, new(keys), "caesar")
    assert said.status == 0, said.err
    assert "standing orders quiet: you are asked only for your cards" in said.err
    assert standing_of(keys, "caesar") == "quiet"


def test_who_wants_to_be_asked_says_so(keys: Path) -> None:
    said = join(keys, new(keys), "caesar", "--standing", "ask me")
    assert "standing orders ask me: no standing orders" in said.err
    assert standing_of(keys, "caesar") == "ask me"


def test_a_game_without_sets_asks(keys: Path) -> None:
    write_pair(keys / "red", test_key(SEED, "red"))
    said = join(keys, new(keys, "duel"), "red")
    assert said.status == 0, said.err
    assert standing_of(keys, "red") == "ask me"


def test_a_set_that_there_is_not_is_refused_with_those_that_there_are(keys: Path) -> None:
    said = join(keys, new(keys), "caesar", "--standing", "timid")
    assert said.status == 2
    assert "no standing orders 'timid'; choose from: quiet, careful," in said.err
    assert not keys.joinpath("caesar.yaml").exists()


def test_the_same_seat_does_not_join_again_with_another_set(keys: Path) -> None:
    folder = new(keys)
    assert join(keys, folder, "caesar").status == 0
    again = join(keys, folder, "caesar")
    assert (again.status, standing_of(keys, "caesar")) == (0, "quiet")
    other = join(keys, folder, "caesar", "--standing", "ask me")
    assert other.status == 1
    assert "you have already joined this offer with the standing orders 'quiet'" in other.err
    assert "your first order file can replace them" in other.err


@pytest.mark.parametrize("change", [{"standing": "timid"}, {"standing": ""}, {"standing": None}])
def test_admit_refuses_a_join_with_a_set_that_there_is_not(
    keys: Path, change: dict[str, Any]
) -> None:
    folder = new(keys)
    assert join(keys, folder, "caesar").status == 0
    path = keys / "caesar.yaml"
    tree = {**read_paper(path.read_bytes(), "join"), **change}
    tree = {key: value for key, value in tree.items() if value is not None}
    path.write_text(emit(signed(tree, test_key(SEED, "caesar"))))
    said = cli("admit", folder, path)
    assert said.status == 1
    assert "standing" in said.err
    assert "Traceback" not in said.err
    assert not folder.joinpath("joins", "caesar.yaml").exists()


def opened(keys: Path) -> Path:
    """A game that Caesar has joined with *quiet* and Pompey with *ask me*."""
    folder = new(keys)
    assert join(keys, folder, "caesar").status == 0
    assert join(keys, folder, "pompey", "--standing", "ask me").status == 0
    said = cli("admit", folder, *(keys / f"{seat}.yaml" for seat in SEATS))
    assert said.status == 0, said.err
    return folder


def text_of(folder: Path, seat: str, number: int) -> str:
    text = folder.joinpath("reports", seat, f"{number:04d}.txt").read_text()
    return " ".join(text.split("=== ")[0].split())


def test_report_0_tells_both_what_both_have_joined_with(keys: Path) -> None:
    folder = opened(keys)
    for seat in SEATS:
        told = "Standing orders at the start: Caesar with 'quiet', Pompey with 'ask me'."
        assert told in text_of(folder, seat, 0)
        assert f"(for you alone) {told}" not in text_of(folder, seat, 0)
    assert "Your standing orders: 9 rules in force, on battle turn, hits," in text_of(
        folder, "caesar", 0
    )
    assert "in force" not in text_of(folder, "pompey", 0)
    reports = sorted(folder.glob("reports/*/*.txt"))
    assert cli("verify", *reports).status == 0
    assert cli("audit", folder).status == 0


def test_the_first_order_file_replaces_the_set_under_seal(keys: Path) -> None:
    folder = opened(keys)
    play(keys, folder, {"caesar": "standing: []\n"})
    assert "Your standing orders are withdrawn." in text_of(folder, "caesar", 1)
    assert "withdrawn" not in text_of(folder, "pompey", 1)


def test_a_set_stays_in_force_while_nobody_replaces_it(keys: Path) -> None:
    folder = opened(keys)
    play(keys, folder, {})
    assert "Your standing orders: 9 rules in force" in text_of(folder, "caesar", 1)


def own_of(folder: Path, seat: str, number: int) -> dict[str, Any]:
    raw = folder.joinpath("reports", seat, f"{number:04d}.txt").read_bytes()
    return dict(read_report(raw).sheet["own"])


def test_a_report_names_the_set_and_its_template_has_the_line_that_changes_it(keys: Path) -> None:
    folder, sets = opened(keys), list(sets_of(load(GAME)))
    for seat, now in zip(SEATS, ("quiet", "ask me"), strict=True):
        assert own_of(folder, seat, 0)["standing"] == now
        others = [name for name in sets if name != now]
        offer = f"# standing: {others[0]} # or {now} (yours now)"
        assert offer in text_of(folder, seat, 0)
    play(keys, folder, {})
    text = text_of(folder, "caesar", 1)
    assert all(name in text[text.index("# standing: ") :] for name in sets)
    assert "This is the set 'quiet'." in text_of(folder, "caesar", 0)
    assert "You have no standing orders: you are asked everything." in text_of(folder, "pompey", 0)


def test_an_order_file_may_name_a_set_and_sign_writes_its_rules(keys: Path) -> None:
    folder = opened(keys)
    play(keys, folder, {"caesar": "standing: Ask me\n", "pompey": "standing: quiet\n"})
    tree = read_orders(keys.joinpath("pompey-signed.yaml").read_bytes()).tree
    assert len(tree["standing"]) == len(load(GAME).sets["quiet"].rules)
    assert read_orders(keys.joinpath("caesar-signed.yaml").read_bytes()).tree["standing"] == []
    assert [own_of(folder, seat, 1)["standing"] for seat in SEATS] == ["ask me", "quiet"]
    assert "This is the set 'quiet'." in text_of(folder, "pompey", 1)
    assert cli("audit", folder).status == 0


def test_rules_of_ones_own_are_no_set(keys: Path) -> None:
    folder = opened(keys)
    play(keys, folder, {"caesar": "standing: [{on: hits, then: weakest}]\n"})
    assert own_of(folder, "caesar", 1)["standing"] == ""
    assert "This is the set" not in text_of(folder, "caesar", 1)


def test_report_0_says_how_much_of_the_data_is_certain_and_no_later_one(keys: Path) -> None:
    folder = opened(keys)
    told = f"data of the game: {certainty(load(GAME).origins())}"
    assert told in " ".join(text_of(folder, "caesar", 0).split())
    play(keys, folder, {})
    assert "data of the game" not in text_of(folder, "caesar", 1)


def test_an_unknown_set_is_refused_with_those_there_are(keys: Path) -> None:
    folder = opened(keys)
    report = folder / "reports" / "caesar" / "0000.txt"
    path = keys / "orders.yaml"
    path.write_text(cli("orders", "--report", report).out + "standing: timid\n")
    said = cli("check", path, "--report", report)
    assert said.status == 1
    assert "there are no ready-made standing orders 'timid'" in said.err
    assert f"sets: {', '.join(sets_of(load(GAME)))}" in said.err


def play(keys: Path, folder: Path, more: dict[str, str]) -> None:
    """Run 1: both play their first two cards."""
    files = []
    for seat in SEATS:
        report = folder / "reports" / seat / "0000.txt"
        template = cli("orders", "--report", report).out
        path = keys / f"{seat}-orders.yaml"
        path.write_text(template + more.get(seat, ""))
        key = ("--key", keys / seat, "--report", report, "--test-seed", SEED)
        said = cli("sign", path, *key, "--out", keys / f"{seat}-signed.yaml")
        assert said.status == 0, said.err
        files.append(keys / f"{seat}-signed.yaml")
    assert cli("apply", folder, *files).status == 0


def charter_with(standing: str) -> Charter:
    ruleset = load(GAME)
    names = {party: test_key(SEED, party) for party in ("host", *SEATS)}
    return seated(ruleset, names, "sets", None, {}, SEED, standing)[0]


def test_a_set_is_copied_at_report_0_and_later_rules_do_not_touch_it() -> None:
    ruleset = load(GAME)
    clerk, _ = Clerk.opened(charter_with("quiet"), ruleset)
    saved = clerk.saved()
    assert saved["mail"]["standing"]["pompey"] == rules_of_set(ruleset, "quiet", "pompey")

    later = Clerk.restored(clerk.charter, changed(ruleset, data=None), saved)
    assert later.inbox.standing["pompey"] == rules_of_set(ruleset, "quiet", "pompey")


def test_a_charter_with_a_set_that_there_is_not_begins_no_game() -> None:
    charter = charter_with("quiet")
    joins = [{**join, "standing": "timid"} for join in charter.tree["joins"]]
    with pytest.raises(Refused, match="timid"):
        Clerk.opened(Charter({**charter.tree, "joins": joins}), load(GAME))
