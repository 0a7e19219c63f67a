"""Who is asked, how often and how long it takes tells nothing: one test for each such place in the
rules of Julius Caesar, by pairs of positions that differ in what one seat may not know.

Each test is named after its paragraph.  `SideBySide.play` compares after every run all that the
watcher gets: report, questions, due list, number of runs, template and refusals.
"""

from __future__ import annotations

from typing import Any

from tests.blind.sidebyside import SideBySide, Two

Data = dict[str, Any]


def cards(hand: list[str], **more: Any) -> Data:
    """A card phase for Caesar with this hand."""
    return {"caesar hand": hand, **more}


# 2.1


def test_2_1_cards_and_discards() -> None:
    """2.1: both are asked at once, sealed, whether they have a choice or not; the discard
    leaves no trace."""
    before = {"start": "yes", "phase": "cards", "turn": "4", "pompey hand": ["3/1", "2/2"]}
    pair = SideBySide("pompey", before, cards(["2/1", "2/1"]), cards(["2/1", "Mars"]))
    assert pair.differ()
    assert pair.asked() == {"caesar": "cards", "pompey": "cards"}
    pair.play(caesar=[{"play": "2/1"}], pompey=[{"play": "3/1"}])

    hands = [["Mars", "3/2", "2/3", "2/2", "2/1", "1/3"], ["Apollo", "3/2", "2/3", "2/2", "2/1"]]
    hands[1].append("1/3")
    before = {**before, "turn": "1", "pompey hand": ["3/1", "2/2", "2/1", "1/2", "Pluto", "2/3"]}
    pair = SideBySide("pompey", before, cards(hands[0]), cards(hands[1]))
    discard = Two(*([{"discard": hand[0]}, {"play": "2/1"}] for hand in hands))
    pair.play(caesar=discard, pompey=[{"discard": "Pluto"}, {"play": "3/1"}])
    assert pair.differ()
    assert "discards a card, face down" in pair.text()


def test_2_1_nothing_happens_till_both_cards_are_there() -> None:
    """2.1: a card that came early is opened with the other one, not before."""
    before = {"start": "yes", "phase": "cards", "turn": "4", "pompey hand": ["3/1", "2/2"]}
    pair = SideBySide("pompey", before, cards(["2/1", "2/1"]), cards(["2/1", "Mars"]))
    for table in pair.tables:
        assert table.clerk.position.due == ["caesar", "pompey"]
        assert not table.clerk.ready()
        assert table.clerk.owed() == ["caesar", "pompey"]


# 2.1, 6.4: questions to a seat that can do nothing.


def test_2_1_two_events_cancel() -> None:
    """2.1: after two events nobody is asked for a command, whatever they could have done."""
    before = {"start": "yes", "phase": "cards", "turn": "3", "pompey hand": ["Pluto", "2/2", "3/1"]}
    pair = SideBySide("pompey", before, cards(["Mars", "2/1", "2/1"]), cards(["Mars", "Apollo"]))
    pair.play(caesar=[{"play": "Mars"}], pompey=[{"play": "Pluto"}])
    assert pair.differ()
    assert pair.asked() == {"caesar": "cards", "pompey": "cards"}


def test_2_1_no_move_is_possible() -> None:
    """2.1, card Neptune: whoever plays it is asked, whether the blocks that he has are fleets or
    not; an empty answer looks the same."""
    before = {"active": "caesar", "card": "Neptune", "pompey": {"Rome": ["Legio 1"]}}
    with_fleets = {"caesar": {"Massilia": ["Navis 1", "Navis 2"]}}
    without = {"caesar": {"Massilia": ["Legio 11", "Legio 14"]}}
    pair = SideBySide("pompey", before, with_fleets, without)
    assert pair.asked() == {"caesar": "command"}
    pair.play(caesar=[])
    assert pair.differ()


def test_6_4_no_levy_is_possible() -> None:
    """6.4: a seat whose blocks are full and whose reserve fits no city is asked like any other;
    the enemy sees no levy, not that none was possible."""
    anywhere = ["Caesar", "Antonius", "Auxilia 1", "Auxilia 2", "Auxilia 3", "Auxilia 4"]
    before = {"active": "caesar", "levies": "2", "pompey": {"Rome": ["Legio 1"]}}
    full = {"caesar": {"Aleria": [*anywhere, "Ballista"]}}
    weak = {"caesar": {"Aleria": [*anywhere[:-2], "Auxilia 3/1", "Auxilia 4/2", "Ballista/1"]}}
    other = {"caesar": {"Aleria": [*anywhere, "Legio 7"]}}
    for second in (weak, other):
        pair = SideBySide("pompey", before, full, second)
        assert pair.asked() == {"caesar": "command"}
        assert pair.request("caesar").title() == "command: 0 moves and 2 levies"
        pair.play(caesar=[])
        assert pair.differ()
        assert "Caesar makes no moves and no levies." in pair.text()


def test_6_4_a_step_for_a_hidden_block() -> None:
    """6.4: the enemy sees where a step was added, not to which block nor how strong it is now."""
    before = {"active": "caesar", "levies": "2", "pompey": {"Rome": ["Legio 1"]}}
    first = {"caesar": {"Massilia": ["Legio 11/1", "Legio 14/3", "Ballista/1"]}}
    second = {"caesar": {"Massilia": ["Legio 11/3", "Legio 17/2", "Navis 1/2"]}}
    pair = SideBySide("pompey", before, first, second)
    pair.play(caesar=Two([{"step": "Legio 11"}, {"step": "Ballista"}], [{"step": "Legio 17"}] * 2))
    assert pair.differ()
    assert "Caesar levies 2 steps in Massilia." in pair.text()


# 6.13


def test_6_13_pinned_blocks() -> None:
    """6.13: how many are pinned is public; who stays shows only by the number that leaves, and
    nobody is asked for it."""
    before = {
        "active": "caesar",
        "first": "pompey",
        "moves": "1",
        "pompey": {"Genua": ["Legio 1 from Massilia"], "Ravenna": ["Legio 3"]},
    }
    first = {"caesar": {"Genua": ["Legio 7", "Antonius", "Legio 8"]}}
    second = {"caesar": {"Genua": ["Legio 7", "Auxilia 1", "Legio 8/2"]}}
    pair = SideBySide("pompey", before, first, second)
    assert pair.asked() == {"caesar": "command"}
    leave: list[list[Any]] = [
        [{"move": {"from": "Genua", "blocks": [block, "Legio 8"], "to": "Rome"}}]
        for block in ("Antonius", "Auxilia 1")
    ]
    pair.play(caesar=Two(*leave))
    assert "Caesar moves 2 brown blocks: Genua - Rome." in pair.text()


# 7.1 to 7.4


def test_7_1_7_2_reserves_are_not_known_till_round_2() -> None:
    """7.1, 7.2: in round 1 questions and reports are the same whatever the reserve is."""
    before = {"phase": "battles", "first": "caesar", "pompey": {"Rome": ["Legio 1"]}}
    main = "Legio 7 from Genua"
    first = {"caesar": {"Rome": [main, "Antonius from Ravenna", "Ballista from Ravenna"]}}
    second = {"caesar": {"Rome": [main, "Legio 13 from Ravenna", "Legio 14/2 from Ravenna"]}}
    pair = SideBySide("pompey", before, first, second)
    assert pair.asked() == {"pompey": "battle turn"}
    pair.play(pompey=[{"pass": "Legio 1"}])
    assert pair.differ()
    assert pair.asked() == {"caesar": "battle turn"}
    assert pair.request("caesar").args["blocks"] == ["legio-7"]
    assert pair.request("caesar").title().endswith("letter C: orders for Legio 7")


HARD: Data = {
    "phase": "battles",
    "first": "caesar",
    "caesar": {"Rome": [f"Legio {n} from Genua" for n in (10, 8, 11, 12)]},
}
HELD = {"Rome": ["Legio 1", "Legio 2", "Legio 36"]}
ELSEWHERE = (
    {"pompey": {**HELD, "Neapolis": ["Legio 5/1", "Pompey"], "Utica": ["Legio 39"]}},
    {"pompey": {**HELD, "Neapolis": ["Legio 39", "Legio 6"], "Utica": ["Scipio/1"]}},
)


def fight_on(pair: SideBySide) -> list[str]:
    """Caesar fires with all he has, Pompey passes, till a hit has to be taken or all is over;
    what was asked."""
    seen = []
    for _ in range(12):
        ((seat, kind),) = pair.asked().items()
        seen.append(kind)
        if kind != "battle turn":
            break
        word = "fire" if seat == "caesar" else "pass"
        names = [name.replace("legio-", "Legio ") for name in pair.request(seat).args["blocks"]]
        pair.play(**{seat: [{word: name} for name in names]})
        if not pair.asked() or len(pair.asked()) > 1:
            break
    return seen


def test_7_4_equal_blocks_and_who_takes_the_hit() -> None:
    """7.4: the question comes from what lies open in the battle; the rest of the owner's blocks
    makes no difference.  A rule left with the referee answers it, and nothing waits."""
    pair = SideBySide("caesar", HARD, *ELSEWHERE)
    assert fight_on(pair)[-1] == "hits"
    assert pair.differ()
    assert pair.asked() == {"pompey": "hits"}
    by_rules = SideBySide("caesar", HARD, *ELSEWHERE)
    by_rules.rule("pompey", [{"on": "hits", "then": "weakest"}])
    assert "hits" not in fight_on(by_rules)


def test_7_4_vulcan_asks_nobody_who_is_hit() -> None:
    """Card Vulcan: it strikes all blocks, so their strengths ask no question; the enemy sees who
    falls, and else nothing."""
    before = {"active": "caesar", "card": "Vulcan", "caesar": {"Genua": ["Legio 8"]}}
    first = {"pompey": {"Neapolis": ["Pompey/3", "Legio 1/2"]}}
    second = {"pompey": {"Neapolis": ["Legio 2/4", "Legio 5/2"]}}
    pair = SideBySide("caesar", before, first, second)
    assert pair.asked() == {"caesar": "vulcan"}
    pair.play(caesar=[{"vulcan": "Neapolis"}])
    assert pair.differ()
    assert pair.asked() == {"pompey": "command"}


def test_7_6_7_7_7_1_survivors_are_hidden_again() -> None:
    """7.1, 7.7: once they stand up again nobody sees which block went where.  Reports name none of
    them, but remember which were seen; each may be in any place where one of them can be."""
    before = {
        "phase": "battles",
        "first": "caesar",
        "turn": "2",
        "caesar": {"Rome": ["Legio 7 from Genua", "Legio 10 from Genua", "Legio 11 from Genua"]},
        "pompey": {"Rome": ["Auxilia 3/1"], "Utica": ["Legio 39"]},
        "caesar hand": ["3/1", "2/1", "2/2"],
        "pompey hand": ["2/1", "1/2", "2/2"],
    }
    pair = SideBySide("pompey", before, {}, {})
    pair.play(pompey=[{"pass": "Auxilia 3"}])
    pair.play(caesar=[{"fire": f"Legio {number}"} for number in (7, 10, 11)])
    assert pair.asked() == {"caesar": "regroup"}
    leave: list[list[Any]] = [
        [{"regroup": {"block": f"Legio {number}", "to": "Genua"}}] for number in (7, 10)
    ]
    pair.play(caesar=Two(*leave))
    assert pair.differ()
    pair.play(caesar=[{"play": "3/1"}], pompey=[{"play": "2/1"}])
    on: list[list[Any]] = [
        [{"move": {"from": "Genua", "blocks": [f"Legio {number}"], "to": "Massilia"}}]
        for number in (7, 10)
    ]
    pair.play(caesar=Two(*on))
    assert "Caesar moves 1 brown block: Genua - Massilia." in pair.text()
    text, _, remembered = pair.text().partition("BLOCKS OF CAESAR YOU HAVE MET")
    assert "Legio 7" not in text
    assert "Massilia or Rome:" in remembered and "Legio 7 III" in remembered
    known = pair.sheets[0]["pompey"]["own"]["remembered"]["met"]
    assert len({str(sorted(one["at"])) for one in known.values()}) == 1
    assert "legio-7" not in str(pair.sheets[0]["pompey"]["state"])


# 7.52, Jupiter


def test_7_52_colours_tell_cleopatra_and_turned_blocks() -> None:
    """7.52, card Jupiter: the colour of a block is seen by both, on the board and when it moves;
    which of a colour it is, is not."""
    before = {"active": "pompey", "moves": "2", "caesar": {"Genua": ["Legio 12"]}}
    names = (("Legio 1", "Legio 38"), ("Legio 38", "Legio 1"))
    first, second = (
        {"pompey": {"Rome": ["Legio 8", one], "Alexandria": ["Cleopatra", two]}}
        for one, two in names
    )
    pair = SideBySide("caesar", before, first, second)
    assert pair.differ()
    shown = pair.sheets[0]["caesar"]["state"]["public"]["places"]
    assert shown["rome"] == {"pompey": {"brown": 1, "green": 1}}
    assert shown["alexandria"] == {"pompey": {"green": 1, "blue": 1}}
    move = [
        {"move": {"from": "Rome", "blocks": ["Legio 8"], "to": "Neapolis"}},
        {"move": {"from": "Alexandria", "blocks": ["Cleopatra"], "to": "Memphis"}},
    ]
    pair.play(pompey=move)
    assert "Pompey moves 1 brown block: Rome - Neapolis." in pair.text()
    assert "Pompey moves 1 blue block: Alexandria - Memphis." in pair.text()


def test_jupiter_does_not_tell_where_leaders_and_fleets_are() -> None:
    """Card Jupiter: places are offered by what all see; the block is drawn sealed, so that no
    number in public tells of the others."""
    before = {
        "active": "caesar",
        "card": "Jupiter",
        "caesar": {"Genua": ["Legio 8"], "Massilia": ["Legio 11"]},
    }
    first = {"pompey": {"Rome": ["Pompey", "Navis 1"], "Narbo": ["Legio 1", "Legio 2"]}}
    second = {"pompey": {"Rome": ["Legio 1", "Legio 2"], "Narbo": ["Pompey", "Navis 1"]}}
    pair = SideBySide("caesar", before, first, second)
    assert pair.asked() == {"caesar": "jupiter"}
    pair.play(caesar=[])
    assert pair.differ()

    drawn = SideBySide("caesar", before, first, first)
    drawn.play(caesar=[{"jupiter": {"from": "Rome", "to": "Genua"}}])
    for sheets in drawn.sheets:
        assert sheets["caesar"]["public"]["rolls"] == []
        assert "picked" not in str(sheets)


# 7.31, 7.5, 8.3, 8.5


WINTER: Data = {
    "phase": "winter",
    "turn": "5",
    "pompey": {"Rome": ["Legio 1"]},
    "caesar": {"Genua": ["Legio 7"], "Narbo": ["Legio 9"]},
}


def test_7_5_fallen_blocks_lie_open_till_the_year_ends() -> None:
    """7.31, 7.5, 8.6: all see who has fallen this year; then only how many are in reserve."""
    before = {**WINTER, "fallen": ["Legio 8", "Auxilia 1"]}
    del before["caesar"]
    first = {"caesar": {"Genua": ["Legio 7/1"]}}
    second = {"caesar": {"Genua": ["Legio 10/2"]}}
    pair = SideBySide("pompey", before, first, second)
    assert "legio-8" in str(pair.sheets[0]["pompey"]["state"]["public"]["dead"])
    pair.play()
    assert pair.differ()
    public = pair.sheets[0]["pompey"]["state"]["public"]
    assert public["year"] == 706
    assert "legio-8" not in str(public)
    assert public["pool"]["caesar"] == 30


def test_8_3_8_5_both_are_asked_in_winter_and_numbers_are_told() -> None:
    """8.2, 8.3, 8.5: both are asked every winter, whether anybody has a choice; which blocks go,
    for want of supply or by choice, their owner alone sees."""
    nobody = SideBySide("pompey", WINTER, {}, {})
    assert nobody.asked() == {"caesar": "winter", "pompey": "winter"}
    nobody.play()
    genua = ["Legio 7", "Legio 8", "Legio 11", "Legio 12", "Antonius"]
    first = {"caesar": {"Genua": genua, "Mare Hispanum": ["Navis 1/1", "Navis 2"]}}
    second = {"caesar": {"Genua": [f"{genua[0]}/1", *genua[1:]], "Mare Hispanum": ["Navis 1/2"]}}
    second["caesar"]["Mare Hispanum"].append("Navis 3")
    pair = SideBySide("pompey", WINTER, first, second)
    assert pair.asked() == {"caesar": "winter", "pompey": "winter"}
    gone = (["Legio 7", "Navis 1", "Legio 8", "Antonius", "Legio 11"],)
    gone += (["Antonius", "Legio 12", "Navis 3", "Legio 11", "Legio 7"],)
    pair.play(caesar=Two(*([{"disband": block} for block in blocks] for blocks in gone)))
    assert pair.differ()
    assert "Caesar disbands 4 brown blocks in Genua: no supply (8.3)." in pair.text()
    assert "Caesar disbands 1 brown block in Genua: by choice (8.5)." in pair.text()
    assert pair.asked() == {"caesar": "cards", "pompey": "cards"}
