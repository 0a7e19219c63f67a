"""The fourteen rules of the signer's record, each by its number in referee-record(5).

Heads are words here, and the link with number n is called ``link n``: the rules only compare.
"""

from __future__ import annotations

from typing import Any

import pytest

from referee.fault import Refused
from referee.record.pages import Header, Page, page
from referee.record.signer_record import Ahead, Record, Stamp, from_tree, tree
from referee.record.signing_rules import (
    Asked,
    accepted,
    brought_forward,
    first_needed,
    join_again,
    kept,
    new_chain,
    next_file,
    no_consent,
    none_left_out,
    not_answered,
    not_behind,
    of_game,
    one_story,
    same_chain,
    signed,
    signed_for,
    with_link,
    without_link,
)

NEW = Record("ssh-ed25519 host", "ab" * 16, "red")
D, OTHER = "d" * 64, "e" * 64


def number_of(link: str, at_most: int) -> int | None:
    number = int(link.removeprefix("link "))
    return number if number <= at_most else None


def head(number: int, story: str = "") -> str:
    """The head of an entry, in the one story or in another."""
    return f"head {number} {story}".strip().ljust(64, ".")


def one(number: int, story: str = "", since: int = 0, **more: Any) -> Page:
    """A page; in another story the heads from `since` on are others."""
    told = [head(n, story if n >= since else "") for n in range(number, max(number - 9, -1), -1)]
    return Page(number, told[0], tuple(told[1:]), **more)


def own(run: int, number: int, edition: int = 1, story: str = "") -> Header:
    return Header(run, head(run - 1, story), edition, f"link {number}")


def pages(*runs: int, until: int) -> list[Page]:
    """Reports 0 to `until`, in which the seat was due in these runs and sent its files."""
    numbers = {run: number for number, run in enumerate(sorted(runs), 1)}
    return [
        one(n, due=n + 1 in runs, own=(own(n, numbers[n]),) if n in numbers else ())
        for n in range(until + 1)
    ]


def refused(words: str) -> Any:
    return pytest.raises(Refused, match=words)


# -- 1 ---------------------------------------------------------------------------------------------


def test_rule_1_the_same_offer_gives_the_same_join_again() -> None:
    known = NEW._replace(offer=D, join="kind: join\n")
    assert join_again([known], "red", D) == known.join
    assert join_again([], "red", D) == ""
    assert join_again([known], "blue", D) == "", "another seat of the offer may be tried"


def test_rule_1_another_offer_with_the_gid_is_refused_whatever_the_seat() -> None:
    known = NEW._replace(offer=D, join="kind: join\n")
    for seat in ("red", "blue"):
        with refused("another offer of this host with the same gid"):
            join_again([known], seat, OTHER)


def test_rule_1_a_record_that_began_with_an_order_file_keeps_nobody_from_joining_again() -> None:
    assert join_again([NEW._replace(run=3)], "red", D) == ""


# -- 2 ---------------------------------------------------------------------------------------------


def test_rule_2_the_story_is_needed_from_report_0_or_from_the_one_signed_by() -> None:
    assert first_needed(None) == 0
    assert first_needed(NEW) == 0
    assert first_needed(NEW._replace(run=7)) == 6


def test_rule_2_a_report_that_is_missing_is_named() -> None:
    with refused("report 5 is missing"):
        one_story([one(4), one(6)], 4)
    with refused("reports 2 to 8 are missing"):
        one_story([one(0), one(1), one(9)])
    with refused("reports 0 to 2 are missing"):
        one_story([one(3)])


def test_rule_2_two_stories_of_a_run_are_named_by_the_run_where_they_part() -> None:
    with refused("two stories of run 2$"):
        one_story([one(0), one(1), one(2), one(2, "forged", 2)])
    with refused("two stories of run 2$"):
        one_story([one(0), one(1), one(2), one(3, "forged", 2)])
    with refused("two stories of run 1$"):
        one_story([one(0), one(1), one(2, "forged", 1)])


def test_rule_2_one_story_is_given_in_order_and_each_report_once() -> None:
    assert one_story([one(2), one(0), one(1), one(2)]) == [one(0), one(1), one(2)]
    assert one_story([one(0), one(2), one(1)], 1) == [one(1), one(2)]


# -- 3 ---------------------------------------------------------------------------------------------


def test_rule_3_the_game_is_set_once() -> None:
    assert of_game(NEW, D).game == D
    assert of_game(of_game(NEW, D), D).game == D


def test_rule_3_another_game_under_the_offer_is_final() -> None:
    known = of_game(NEW, D)
    with refused("another game under your offer"):
        next_file(known, [one(0, due=True)], OTHER, number_of)
    with refused("another game under your offer"):
        next_file(known, [one(0, due=True)], OTHER, number_of, Asked(head(0), force=True))


# -- 4 ---------------------------------------------------------------------------------------------


def test_rule_4_reports_behind_what_was_signed_are_refused() -> None:
    known = NEW._replace(run=9, after=head(8), number=9, top=9)
    with refused("report 2 is older than your own files: you have signed with report 8"):
        not_behind(known, one(2))
    not_behind(known, one(8))


def test_rule_4_a_file_without_a_link_counts_too() -> None:
    known = NEW._replace(run=4, after=head(3), ahead=Ahead(7, head(6), 1, D))
    with refused("signed with report 6"):
        not_behind(known, one(5))
    not_behind(known, one(6))


def test_rule_4_another_story_than_the_one_signed_for_is_refused() -> None:
    known = NEW._replace(run=3, after=head(2))
    signed_for(known, [one(2), one(3)])
    with refused("not the story that you signed for: your file followed another report 2"):
        signed_for(known, [one(2, "forged"), one(3, "forged")])
    ahead = known._replace(ahead=Ahead(4, head(3), 1, D))
    signed_for(ahead, [one(2), one(3)])
    with refused("another report 3"):
        signed_for(ahead, [one(2), one(3, "forged", 3)])


# -- 5 ---------------------------------------------------------------------------------------------

SENT = NEW._replace(run=3, after=head(2), number=2, edition=1, top=2)


@pytest.mark.parametrize(
    "story",
    [
        pytest.param([one(2)], id="the run is still to come"),
        pytest.param([one(2), one(3, own=(own(3, 2),))], id="shown"),
        pytest.param([one(2), one(3, own=(own(3, 2, edition=2),))], id="another edition"),
        pytest.param([one(2), one(3, absent=True), one(4, own=(own(3, 2),))], id="late"),
    ],
)
def test_rule_5_a_file_that_is_shown_says_nothing(story: list[Page]) -> None:
    assert kept(SENT, story) == []


def test_rule_5_a_file_that_did_not_come_as_the_host_says_warns() -> None:
    story = [one(2, due=True), one(3, absent=True), one(4)]
    (said,) = kept(SENT, story)
    assert "your file for run 3 did not come, but he may know its link" in said
    none_left_out(story)


def test_rule_5_a_report_that_leaves_the_file_out_is_refused() -> None:
    with refused("report 3 leaves your file out"):
        kept(SENT, [one(2), one(3), one(4)])


def test_rule_5_so_does_one_of_a_run_that_the_record_does_not_know() -> None:
    with refused("report 2 leaves your file out"):
        none_left_out([one(0), one(1, due=True), one(2), one(3)])


# -- 6 ---------------------------------------------------------------------------------------------


def test_rule_6_later_files_that_are_shown_bring_the_record_forward() -> None:
    found = brought_forward(NEW, pages(1, 3, 4, until=5), number_of)
    assert (found.run, found.after, found.number, found.edition) == (4, head(3), 3, 1)
    assert found.top == 3


def test_rule_6_so_does_a_later_edition() -> None:
    found = brought_forward(SENT, [one(2), one(3, own=(own(3, 2, edition=5),))], number_of)
    assert (found.run, found.number, found.edition) == (3, 2, 5)


def test_rule_6_an_older_file_that_is_shown_changes_nothing() -> None:
    known = NEW._replace(run=5, after=head(4), number=3, edition=2, top=3)
    late = one(5, own=(own(4, 2), own(5, 3)))
    assert brought_forward(known, [one(4), late], number_of) == known


def test_rule_6_a_void_file_of_a_story_given_up_counts_for_its_link_alone() -> None:
    void = one(2, own=(own(9, 2, story="old"),))
    found = brought_forward(NEW, [one(0, due=True), one(1, own=(own(1, 1),)), void], number_of)
    assert (found.run, found.top) == (1, 2)


def test_rule_6_a_link_beyond_the_next_one_cannot_be_the_seats_own() -> None:
    with refused("report 1 shows a link of yours beyond link 1"):
        brought_forward(NEW, [one(0, due=True), one(1, own=(own(1, 7),))], number_of)


def test_rule_6_a_file_that_is_newer_takes_the_place_of_one_ahead() -> None:
    known = SENT._replace(ahead=Ahead(4, head(3), 2, D))
    story = [one(2), one(3, own=(own(3, 2),)), one(4, due=True)]
    assert brought_forward(known, story, number_of).ahead == known.ahead
    story.append(one(5, own=(own(5, 3),)))
    assert brought_forward(known, story, number_of).ahead is None


# -- 7 ---------------------------------------------------------------------------------------------


def test_rule_7_the_same_run_again_has_the_same_link_and_the_next_edition() -> None:
    stamp, said = with_link(SENT, [one(2, due=True)], number_of)
    assert stamp == Stamp(3, 2, 2)
    assert not said


def test_rule_7_the_next_run_has_the_next_link() -> None:
    story = [one(2, due=True), one(3, own=(own(3, 2),)), one(4), one(5, due=True)]
    assert with_link(SENT, story, number_of) == (Stamp(6, 3, 1), [])


def test_rule_7_the_number_is_counted_by_headers_whatever_the_runs() -> None:
    story = pages(1, 2, 30, until=40)
    story[-1] = story[-1]._replace(due=True)
    found = brought_forward(NEW, story, number_of)
    assert with_link(found, story, number_of)[0] == Stamp(41, 4, 1)


def test_rule_7_a_file_that_no_report_shows_has_its_number_again_with_a_warning() -> None:
    story = [one(2, due=True), one(3, absent=True, due=True)]
    stamp, (said,) = with_link(SENT, story, number_of)
    assert stamp == Stamp(4, 2, 1)
    assert "link 2 was in a file of yours that no report shows" in said


def test_rule_7_a_late_header_counts() -> None:
    story = [one(2, due=True), one(3, absent=True), one(4, own=(own(3, 2),), due=True)]
    assert with_link(SENT, story, number_of) == (Stamp(5, 3, 1), [])


def test_rule_7_no_number_beyond_the_next_is_ever_given() -> None:
    known = SENT._replace(top=0)  # a record that cannot be
    with refused("link 3 of your chain, but you have given only 0"):
        with_link(known, [one(3, own=(own(3, 2),), due=True)], lambda link, at_most: 2)


# -- 8 ---------------------------------------------------------------------------------------------


def test_rule_8_a_seat_that_is_not_due_gives_no_link() -> None:
    stamp, _, _ = next_file(NEW, pages(1, until=3), D, number_of)
    assert stamp == Stamp(4, None, 1)


def test_rule_8_by_the_same_report_it_is_the_next_edition() -> None:
    ahead = SENT._replace(ahead=Ahead(5, head(4), 3, D))
    assert without_link(ahead, [one(4)]) == Stamp(5, None, 4)
    assert without_link(ahead, [one(4), one(5)]) == Stamp(6, None, 1)


# -- 9 ---------------------------------------------------------------------------------------------


def test_rule_9_another_receipt_of_the_run_was_already_answered() -> None:
    known = SENT._replace(receipt=D)
    not_answered(known, 3, D)
    not_answered(known, 4, OTHER)
    not_answered(SENT, 3, D)
    with refused("you have already answered another receipt of run 3"):
        not_answered(known, 3, OTHER)


# -- 10 --------------------------------------------------------------------------------------------


def test_rule_10_a_run_that_a_consent_was_given_for_needs_force() -> None:
    known = SENT._replace(consent=4)
    no_consent(known, 3, force=False)
    no_consent(known, 4, force=True)
    with refused("you have agreed that entry 4 is not a run"):
        no_consent(known, 4, force=False)


# -- 11 --------------------------------------------------------------------------------------------


def test_rule_11_a_new_chain_begins_again_with_link_1() -> None:
    found = new_chain(SENT)
    assert (found.epoch, found.number, found.top) == (1, 0, 0)
    story = [one(2), one(3, own=(own(3, 2),)), one(4, epoch=1, due=True)]
    stamp, _, _ = next_file(found, story, D, number_of)
    assert stamp == Stamp(5, 1, 1)


def test_rule_11_a_new_chain_without_the_signer_is_refused() -> None:
    same_chain(SENT, one(4))
    with refused("says that your chain is new"):
        same_chain(SENT, one(4, epoch=1))


# -- 12 --------------------------------------------------------------------------------------------

#: what a host goes on with who has put back an old folder
OLDER = [one(0, due=True), one(1, own=(own(1, 1),), due=True)]
AFTER_THAT = NEW._replace(game=D, run=4, after=head(3), number=4, edition=1, top=4)


def test_rule_12_an_older_folder_is_gone_on_from_only_when_told_to() -> None:
    with refused("older than your own files"):
        next_file(AFTER_THAT, OLDER, D, number_of)
    stamp, _, (said,) = next_file(AFTER_THAT, OLDER, D, number_of, Asked(head(1)))
    assert stamp == Stamp(2, 2, 1, instead=head(3))
    assert "link 2 was in a file of yours that no report shows" in said


def test_rule_12_so_is_another_story() -> None:
    other = [OLDER[0], one(1, "other", 1, own=(own(1, 1),), due=True)]
    known = AFTER_THAT._replace(run=2, after=head(1), number=2, top=2)
    with refused("not the story that you signed for"):
        next_file(known, other, D, number_of)
    stamp, found, _ = next_file(known, other, D, number_of, Asked(head(1, "other")))
    assert stamp == Stamp(2, 2, 1, instead=head(1))
    again = signed(found, stamp, head(1, "other"), D)
    assert next_file(again, other, D, number_of)[0] == Stamp(2, 2, 2), "told once is enough"


def test_rule_12_and_one_that_leaves_a_file_out() -> None:
    story = [*OLDER, one(2, due=True)]
    known = AFTER_THAT._replace(run=2, after=head(1), number=2, top=2)
    with refused("report 2 leaves your file out"):
        next_file(known, story, D, number_of)
    assert next_file(known, story, D, number_of, Asked(head(2)))[0].number == 2


def test_rule_12_the_head_is_that_of_the_newest_report() -> None:
    for wrong in (head(0), head(1)[:6], head(3)):
        with refused("you can accept only the head of the newest report"):
            accepted(AFTER_THAT, OLDER, wrong)


def test_rule_12_is_no_way_around_a_missing_report_or_two_stories() -> None:
    with refused("report 0 is missing"):
        next_file(AFTER_THAT, OLDER[1:], D, number_of, Asked(head(1)))
    with refused("two stories of run 1"):
        next_file(AFTER_THAT, [*OLDER, one(1, "other", 1)], D, number_of, Asked(head(1)))


def test_rule_12_does_nothing_where_nothing_is_to_be_accepted() -> None:
    story = pages(1, 2, until=1)
    stamp, _, (said,) = next_file(NEW, story, D, number_of, Asked(head(1)))
    assert stamp == Stamp(2, 2, 1)
    assert "there was nothing to accept" in said


# -- the record itself -----------------------------------------------------------------------------

FULL = Record(
    "ssh-ed25519 AAAA", "ab" * 16, "red", D, "kind: join\nseat: red\n", OTHER,
    1, 7, D, 5, 2, OTHER, 6, Ahead(9, D, 3, OTHER), 8,
)  # fmt: skip


@pytest.mark.parametrize("record", [NEW, FULL])
def test_a_record_is_the_same_when_it_is_read_again(record: Record) -> None:
    assert from_tree(tree(record)) == record


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("referee", "2"), ("kind", "orders"), ("top", "-1"), ("top", "07"), ("top", 7),
        ("top", "1234567890"), ("after", "abc"), ("after", D.upper()), ("join", []), ("seat", {}),
        ("ahead", {"run": "1"}), ("ahead", []), ("more", "x"),
    ],
)  # fmt: skip
def test_rule_13_a_map_that_is_no_record_is_refused(key: str, value: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        from_tree({**tree(FULL), key: value})


def test_rule_13_a_record_that_lacks_a_key_is_refused() -> None:
    for key in tree(FULL):
        with pytest.raises(ValueError, match=r"."):
            from_tree({k: v for k, v in tree(FULL).items() if k != key})


def test_what_was_signed_is_recorded() -> None:
    linked = signed(FULL._replace(top=5), Stamp(10, 6, 2), head(9), D)
    assert (linked.run, linked.after, linked.number, linked.edition) == (10, head(9), 6, 2)
    assert (linked.top, linked.ahead, linked.receipt) == (6, None, "")
    ahead = signed(FULL, Stamp(10, None, 2), head(9), D)
    assert ahead == FULL._replace(ahead=Ahead(10, head(9), 2, D))


def test_a_page_takes_the_seats_own_headers_used_late_and_void() -> None:
    def told(seat: str, run: str) -> dict[str, str]:
        return {"seat": seat, "run": run, "after": D, "edition": "2", "dice": OTHER}

    public = {
        "recent": [D], "due": ["blue"], "absent": ["red"],
        "headers": [told("blue", "7"), told("red", "7")],
        "late": [told("red", "5")], "void": [told("blue", "4"), told("red", "6")],
    }  # fmt: skip
    sheet = {
        "seat": "red", "number": 7, "head": OTHER, "public": public,
        "links": {"seat/red": [1, 3, OTHER]},
    }  # fmt: skip
    shown = tuple(Header(run, D, 2, OTHER) for run in (7, 5, 6))
    assert page(sheet) == Page(7, OTHER, (D,), False, True, shown, 1)
