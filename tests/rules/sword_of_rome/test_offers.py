"""The Sword of Rome: what a template offers beside an action can be ordered as it is printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.lab.scripted import ScriptedDice
from referee.lab.selfplay import play
from referee.orders.order_file import read_orders
from referee.orders.order_lines import parse_lines
from tests.rules.sword_of_rome.adapter import ADAPTER, ruleset
from tests.support.seeds import count

Data = dict[str, Any]
#: A march of Gauls to Sutrium, beside whom Roma lies.
GAULS: Data = {
    "active": "gauls",
    "queue": ["gauls", "rome"],
    "gauls": {"Volsinii": "6 Brennus"},
    "hands": {"gauls": ["Long Swords"]},
}
MARCH = "march: {card: Long Swords, leader: Brennus, path: [Sutrium]}"


def offered(request: Request, view: View) -> list[list[Data]]:
    """Each line of its template, as if a player had written it alone."""
    lines = ruleset.rules.kinds[request.kind].suggestions.template(request, view)
    texts = [line.removeprefix("# ") for line in lines]
    found = []
    for text in [text for text in texts if text.startswith("- ")]:
        raw = read_orders(f"orders:\n  {text}".encode()).tree["orders"]
        answer, faults = parse_lines(raw, request.words, ruleset.rules.names(request.seat))
        assert answer is not None, (text, faults)
        found.append(answer)
    return found


def refused(request: Request, view: View) -> list[str]:
    """Those of them that would be refused, with the reason."""
    judged = [(line, request.judge(view, line)) for line in offered(request, view)]
    return [f"{line}: {one.faults[0].reason}" for line, one in judged if one.faults]


def test_in_random_games_every_offer_beside_an_action_can_be_ordered() -> None:
    wrong: list[str] = []
    kinds: set[str] = set()

    def look(game: Game) -> None:
        for request in game.open_requests():
            if request.kind != "action":
                kinds.add(request.kind)
                wrong.extend(refused(request, game.view(request.seat)))

    for number in range(count(2, 10)):
        play(ruleset, 23, number, scenario="two", watch=look)
    assert wrong == []
    assert {"inside", "respond", "retreat"} <= kinds


def asked(before: Data, kind: str, *answers: tuple[str, list[str]]) -> tuple[Request, View]:
    """The first question of a kind; answers: lines of seats before it, who else says nothing."""
    state = ADAPTER.start({"until": "next", **before})
    given = list(answers)

    def answer(request: Request) -> list[Data]:
        who, lines = given[0] if given else ("", [])
        if who != f"{request.seat} {request.kind}":
            return []
        given.pop(0)
        names = ruleset.rules.names(request.seat)
        found, faults = parse_lines([_read(line) for line in lines], request.words, names)
        assert found is not None, faults
        return found

    def supply(requests: Sequence[Request], _: Any) -> list[list[Data]] | None:
        there = [one.kind for one in requests]
        return None if kind in there else [answer(one) for one in requests]

    game = Game(ruleset.rules, state)
    game.run(ScriptedDice([3, 3, 3, 2, 2, 2]), supply)
    (request,) = [one for one in game.open_requests() if one.kind == kind]
    view = game.view(request.seat)
    game.close()
    assert not given
    return request, view


def _read(line: str) -> Any:
    return read_orders(f"orders:\n  - {line}".encode()).tree["orders"][0]


def follow(request: Request, view: View, then: list[Data]) -> Any:
    return ruleset.rules.kinds[request.kind].standing.follow(request, view, then)


def test_two_consuls_who_intercept_with_all_go_together() -> None:
    """9.1.2: none of them stays without CU."""
    before = {**GAULS, "rome": {"Roma": "5 Claudius, Valerius"}}
    request, view = asked(before, "intercept", ("gauls action", [MARCH]))
    both = [{"intercept": {"cu": 5, "with": ["valerius"]}}]
    assert offered(request, view) == [both]
    assert refused(request, view) == []
    assert follow(request, view, [{"all": ""}]) == follow(request, view, [{"cu": 9}]) == both
    assert follow(request, view, [{"cu": 4}]) == [{"intercept": {"cu": 4}}]


def test_an_army_inside_a_city_counts_its_cu() -> None:
    """10.2: with only an ally outside it intercepts, and standing orders count those inside."""
    rome = {"allies": [["rome", "greeks"]], "rome": {"Roma inside": "3 Claudius"}}
    before = {**GAULS, **rome, "greeks": {"Roma": "2"}}
    request, view = asked(before, "intercept", ("gauls action", [MARCH]))
    assert offered(request, view) == [[{"intercept": {"cu": 3}}]]
    assert follow(request, view, [{"all": ""}]) == [{"intercept": {"cu": 3}}]
    helper = ruleset.rules.kinds["intercept"].standing
    assert helper.measure(request, view)["own cu"] == 3


def test_a_sea_retreat_is_offered_with_the_card_that_pays_for_it() -> None:
    """12.4.3: and not at all to who has none."""
    before: Data = {"rome": {"Capua": "6 Claudius"}, "greeks": {"Neapolis": "3"}}
    for hand, ports in ((["Slingers", "Pyrrhus"], True), (["Slingers"], False)):
        hands = {"rome": ["Second Levy"], "greeks": hand}
        march = "march: {card: Second Levy, leader: Claudius, path: [Neapolis]}"
        moves = [("rome action", [march]), ("greeks inside", ["inside: {cu: 0}"])]
        request, view = asked({**before, "hands": hands}, "retreat", *moves)
        by_sea = [line for (line,) in offered(request, view) if "sea" in line["retreat"]]
        assert bool(by_sea) is ports
        assert all(line["retreat"]["card"] == "h7" for line in by_sea)
        assert refused(request, view) == []


def test_standing_orders_gain_what_can_be_gained_with_the_points_there_are() -> None:
    """12.5: 5 to 1 against 2 CU is one point, and nobody takes plunder but Gauls."""
    hands = {"rome": ["Second Levy"]}
    before: Data = {"rome": {"Capua": "10 Claudius"}, "greeks": {"Nola": "2"}, "hands": hands}
    march = "march: {card: Second Levy, leader: Claudius, path: [Nola]}"
    request, view = asked(before, "politics", ("rome action", [march]))
    assert request.args["count"] == 1
    wishes = ["plunder", {"cut": "nola"}, {"cut": "neapolis"}, {"cut": "messana"}]
    assert follow(request, view, [{"gain": wishes}]) == [{"gain": [{"cut": "neapolis"}]}]
    assert follow(request, view, [{"gain": ["plunder"]}]) is None
    assert follow(request, view, [{"default": {}}]) == []


def test_a_flank_force_leaves_a_consul_his_cu() -> None:
    """9.1.2, 9.5.6"""
    before: Data = {
        "rome": {"Capua": "6 Valerius", "Anagnia": "4 Dictator, Claudius"},
        "samnites": {"Fregellae": "6 Gellius Egnatius"},
        "hands": {"rome": ["Campaign"]},
    }
    march = ["event: {card: Campaign}", "march: {leader: Valerius, path: [Fregellae]}"]
    league = ("etruscans-samnites inside", ["inside: {cu: 0}"])
    request, view = asked(before, "flank", ("rome action", march), league)
    assert [{"flank": {"leader": "dictator", "cu": 3}}] in offered(request, view)
    assert refused(request, view) == []


def test_a_response_is_offered_with_what_its_card_asks_for() -> None:
    """7.1.1: the side of Solar Eclipse, the army of the Caudine Forks."""
    before: Data = {
        "rome": {"Sutrium": "5 Claudius"},
        "etruscans": {"Volsinii": "5 Etruscan leader A"},
        "hands": {"rome": ["Second Levy"], "greeks": ["Solar Eclipse"]},
    }
    march = "march: {card: Second Levy, leader: Claudius, path: [Volsinii]}"
    request, view = asked(before, "respond", ("rome action", [march]))
    assert [sorted(line["event"]) for (line,) in offered(request, view)] == [["card", "side"]]
    assert refused(request, view) == []

    before = {
        "rome": {"Capua": "6 Camillus"},
        "samnites": {"Maleventum": "6 Gellius Egnatius"},
        "hands": {"rome": ["Second Levy"], "etruscans-samnites": ["Caudine Forks"]},
    }
    march = "march: {card: Second Levy, leader: Camillus, path: [Caudium]}"
    request, view = asked(before, "respond", ("rome action", [march]))
    (((line),),) = offered(request, view)
    assert line["event"]["from"] == "maleventum"
    assert refused(request, view) == []
