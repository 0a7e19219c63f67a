"""Every rule and every card of Caesar XL has a case, and every worked example of its rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules import cases as rulecases
from tests.rules.caesar_xl.adapter import board

PACKAGE = "caesar_xl"
PARAGRAPHS = """
1.1 1.2 1.3 1.4 1.5 1.6 2.1 2.2 3.1 3.2 4.1 4.2 5.1 5.2 5.3 5.4 6.1 6.2 6.3 6.4
7.1 7.2 7.3 7.4 7.5 7.6 8.1 8.2 9.1 9.2 9.3 9.4 9.5 9.6 9.7
10.1 10.2 10.3 10.4 10.5 10.6 10.7 10.8 10.9 11.1 11.2 11.3 11.4 12.1 12.2 12.3 12.4 13.1 13.2 15
"""
#: Worked examples of the rules.
EXAMPLES = """
supply_utica_three_legions supply_utica_seven_units supply_rubicon supply_partial_payment
extra_cards cards_with_supreme_leader_in_rome cards_with_senate_and_rome
diplomacy_strictly_greater diplomacy_adjacent_swords diplomacy_price recruit_after_diplomacy
marker_removed_by_occupation forced_march_price forced_march_through_enemy
march_normal_two_steps_refused march_massilia_joins_rome veteran_absorbs_hit veteran_two_hits
light_before_heavy barbarian_hits barbarian_units_equal_strength barbarian_battle_round
barbarians_recover loot no_loot_for_barbarians no_promotion_after_one_round
invasion_repelled_on_equality invasion_pillage_losses invasion_of_controlled_zone zone_tax
zone_without_romans city_tax_marker_only no_recruiting_in_zone treachery_kills_brutus
treachery_short_roll allies_mobilize allies_go_home demand_for_action populares_rally
brutus_income political_victory military_victory setup_sums turns_and_years unit_kinds
hit_number control_cases secret_hands counter_limit caesar_first sequence_of_phases
tax_after_purchases last_turn_value wiped_out forum_claim_pays forum_claim_condition
victory_in_own_phase_only event_at_once reshuffle recruit_limits antonius_placed action_timing
treaty_with_zone tax_with_cards split_stack supreme_no_pickup leaves_enemy enter_zone_is_battle
battle_places tactics_one_each simultaneous_round retreat_places attacker_retreat
rounds_until_end night_march supreme_half_price leader_fights_and_counts dead_leader_returns
pillage_more_than_all zone_taken_from_marker standing_order_default dice_log bronze_switches
tie_without_rome ides_before_the_card_for_rome donations_not_itself discounts_add_up
no_free_unit_in_zone octavius_treaty zone_is_no_friendly_city supply_before_markers
no_round_trip leader_follows_after_unit supreme_group_without_units supreme_into_zone_needs_unit
night_march_of_attacker retreat_barred_by_leader revolt_takes_supreme_leader leaders_leave_zone
antonius_legion labienus lepidus_march tribunes reroll_once grain_dole triple_line siege_return
cavalry_charge testudo ambush mobilize_on_marker treachery_veteran demand_without_gold
revolt_card pontifex_in_battle pontifex_and_two_zones replace_by_the_last_marker
no_marker_in_stock germania_watched both_pillaged_away pompey_alone_among_dacians
siege_with_every_road_barred fleet_retreat cicero_brings_curio strict_lead_of_25
donations_before_the_card_for_rome lone_leader_on_a_marked_zone both_gone_in_britannia
"""


def cases() -> list[rulecases.Case]:
    return [case for case in rulecases.cases() if case.package == PACKAGE]


def differences(before: dict[str, Any], **data: Any) -> list[str]:
    return rulecases.differences(rulecases.Case(PACKAGE, "made-up", {"before": before, **data}))


def test_every_paragraph_and_every_card_has_a_case() -> None:
    rules = {case.data["rule"] for case in cases()}
    assert {*PARAGRAPHS.split(), *board.CARDS} - rules == set()


def test_every_worked_example_has_its_case() -> None:
    told = [case.data["example"] for case in cases() if "example" in case.data]
    assert sorted(told) == sorted(EXAMPLES.split())


MARCH = {
    "phase": "march",
    "caesar": {"Rome": ["Caesar", "CL1*"]},
    "pompey": {"Athens": ["Pompey"]},
}
GO = {"march": {"pieces": ["CL1"], "to": "Rubicon"}}


@pytest.mark.parametrize(
    "wrong",
    [
        {"caesar": {"Rubicon": ["CL1"]}},
        {"caesar": {"Rome": ["Caesar", "CL1*"]}},
        {"gold": {"caesar": "1"}},
        {"markers": {"Rome": "caesar"}},
        {"subdued": ["Dacia"]},
        {"hands": {"caesar": ["Levy"]}},
        {"discards": ["Levy"]},
        {"winner": "caesar political"},
        {"pile": "39"},
        {"out": ["caesar"]},
    ],
)
def test_a_wrong_case_is_found(wrong: dict[str, Any]) -> None:
    assert differences(MARCH, orders=[GO], after={"caesar": {"Rubicon": ["CL1*"]}}) == []
    assert len(differences(MARCH, orders=[GO], after=wrong)) == 1
