"""Tests of the auditor by clause, for clauses that only the auditor looks after."""

from typing import Final

_ATTACKS_DECLARED: Final = "tests/audit/test_attacks_declared.py"
_ATTACK_STEPS: Final = "tests/audit/test_attacks_steps.py"
_ATTACK_CHECKS: Final = "tests/audit/test_attacks_checks.py"
_EFFECTS_ORDER: Final = "tests/audit/test_effects_order.py"
_FUSIONS: Final = "tests/audit/test_units_fusions.py"
_UNITS: Final = "tests/audit/test_units_field.py"
_LEFTOVERS: Final = "tests/audit/test_units_leftovers.py"
_SHOWINGS: Final = "tests/audit/test_effects_showings.py"
_AUDITED_FIELD: Final = "tests/audit/test_cr_4_0_chapter_3_field.py"
_AUDITED_TOGETHER: Final = "tests/audit/test_cr_4_0_chapter_3_together.py"

_BREEDING: Final = "tests/audit/test_cr_4_0_chapter_3_breeding.py"
_DECK_LISTS: Final = "tests/audit/test_flow_deck_lists.py"
_DRAWS: Final = "tests/audit/test_flow_draws.py"
_TURNS: Final = "tests/audit/test_flow_turns.py"


def tests_in(path: str, names: str) -> tuple[str, ...]:
    """Name tests of one file; the names are divided by blanks."""
    return tuple(f"{path}::{name}" for name in names.split())


AUDIT_TESTS: Final = {
    "3-4-5-3": tests_in(
        _BREEDING,
        "test_cr_4_0_3_4_5_3_an_effect_turned_a_unit_there "
        "test_cr_4_0_3_4_5_3_an_effect_on_all_units_is_not_for_it "
        "test_cr_4_0_3_4_5_3_an_effect_took_a_card_from_there "
        "test_cr_4_0_3_4_5_3_no_effect_did_it "
        "test_cr_4_0_3_4_5_3_an_effect_of_the_unit_itself_is_asked_about_once "
        "test_cr_4_0_3_4_5_3_an_effect_that_moves_it_names_the_area",
    ),
    "3-4-5-4": tests_in(
        _BREEDING,
        "test_cr_4_0_3_4_5_4_an_effect_of_a_card_there "
        "test_cr_4_0_3_4_5_4_after_it_moved_it_has_its_effects",
    ),
    "3-4-5-5": tests_in(
        _BREEDING,
        "test_cr_4_0_3_4_5_5_a_unit_there_was_chosen "
        "test_cr_4_0_3_4_5_5_a_card_of_it_was_chosen "
        "test_cr_4_0_3_4_5_5_a_word_is_no_unit "
        "test_cr_4_0_3_4_5_5_an_action_may_choose_it",
    ),
    "3-4-5-6": tests_in(
        _BREEDING,
        "test_cr_4_0_3_4_5_6_what_happened_there_triggered_an_effect "
        "test_cr_4_0_3_4_5_6_hatching_may_trigger_effects",
    ),
    "3-4-5-7": tests_in(
        _BREEDING,
        "test_cr_4_0_3_4_5_7_a_condition_that_only_the_area_meets",
    ),
    "3-4-5-8": tests_in(
        _BREEDING,
        "test_cr_4_0_3_4_5_8_a_unit_there_was_offered "
        "test_cr_4_0_3_4_5_8_cards_there_were_shown_for_an_effect",
    ),
    "1-4-1-2": tests_in(
        _DECK_LISTS,
        "test_cr_4_2_1_4_1_2_a_deck_of_another_size_is_a_breach "
        "test_cr_4_2_1_4_1_2_other_sizes_can_be_configured "
        "test_cr_4_2_1_4_1_2_a_fifth_copy_is_a_doubt_to_who_knows_the_list "
        "test_cr_4_2_1_4_1_2_four_copies_are_in_order "
        "test_cr_4_2_1_4_1_2_an_unregistered_deck_is_counted_when_the_game_starts "
        "test_cr_4_2_1_4_1_2_what_the_registered_list_tells_is_told_once",
    ),
    "1-4-1-3": tests_in(
        _DECK_LISTS,
        "test_cr_4_2_1_4_1_3_a_digi_egg_deck_of_six_is_a_breach "
        "test_cr_4_2_1_4_1_3_digi_egg_decks_of_none_and_of_five_are_in_order "
        "test_cr_4_2_1_4_1_3_a_fifth_copy_of_a_digi_egg_is_a_doubt",
    ),
    "6-3-1-1": tests_in(
        _DRAWS,
        "test_cr_4_2_6_3_1_1_the_first_player_does_not_draw "
        "test_cr_4_2_6_3_1_1_the_first_draw_phase_without_a_draw "
        "test_cr_4_2_6_3_1_1_in_the_first_draw_phase_an_effect_may_draw "
        "test_cr_4_2_6_3_1_1_a_draw_of_which_the_record_does_not_say_why_is_a_doubt "
        "test_cr_4_2_6_3_1_1_every_other_draw_phase_has_one_draw "
        "test_cr_4_2_6_3_1_1_a_draw_phase_without_a_draw_is_incomplete",
    ),
    "6-6-4": tests_in(
        _TURNS,
        "test_cr_4_2_6_6_4_a_turn_does_not_end_with_memory_at_zero "
        "test_cr_4_2_6_6_4_a_turn_ends_with_memory_at_one_on_the_other_side "
        "test_cr_4_2_6_6_4_without_a_move_of_the_gauge_the_record_is_incomplete "
        "test_cr_4_2_6_6_4_effect_clock_and_judge_may_end_a_turn "
        "test_cr_4_2_6_6_4_an_end_without_reason_is_a_doubt "
        "test_cr_4_2_6_6_4_a_move_of_the_gauge_in_another_turn_shows_nothing",
    ),
    "1-3-5": tests_in(
        _EFFECTS_ORDER,
        "test_cr_4_2_1_3_5_the_other_player_chooses_first "
        "test_cr_4_2_1_3_5_the_turn_player_chooses_first",
    ),
    "4-7-8": tests_in(
        _AUDITED_TOGETHER,
        "test_cr_4_0_3_1_3_3_a_deletion_left_cards_behind "
        "test_cr_4_0_3_1_3_3_a_deletion_in_pieces_is_found_once "
        "test_cr_4_0_3_1_3_3_a_deletion_left_link_cards_behind "
        "test_cr_4_0_3_1_3_3_the_rest_is_recorded_as_leaving_later",
    ),
    "4-9-5": tests_in(
        _UNITS,
        "test_cr_4_2_4_9_5_a_second_link_card "
        "test_cr_4_2_4_9_5_a_link_card_is_replaced_at_once "
        "test_cr_4_2_4_9_5_a_link_card_is_trashed_before_the_new_one_comes "
        "test_cr_4_2_4_9_5_what_else_may_go_before_a_link_card_comes "
        "test_cr_4_2_4_9_5_only_a_link_card_of_its_unit_is_replaced "
        "test_cr_4_2_4_9_5_a_judge_may_replace_a_link_card "
        "test_cr_4_2_4_9_5_a_link_card_may_have_been_trashed_by_something_else "
        "test_cr_4_2_4_9_5_a_judge_may_link_cards",
    ),
    "4-9-6": tests_in(
        _AUDITED_TOGETHER,
        "test_cr_4_0_3_1_3_3_link_cards_were_left_behind",
    ),
    "4-19": tests_in(
        _UNITS,
        "test_cr_4_2_4_19_memory_moves_as_the_cards_leave "
        "test_cr_4_2_4_19_the_other_players_card_goes_first "
        "test_cr_4_2_4_19_memory_moves_in_another_phase",
    ),
    "4-21-5": tests_in(
        _UNITS,
        "test_cr_4_2_4_21_5_a_token_goes_to_a_pile test_cr_4_2_4_21_5_a_token_leaves_the_game",
    ),
    "7-1-2-1": tests_in(
        _ATTACKS_DECLARED,
        "test_cr_4_2_7_1_2_1_an_effect_may_have_it_attack "
        "test_cr_4_2_7_1_2_1_a_digimon_attacks_in_the_turn_it_was_played "
        "test_cr_4_2_7_1_2_1_a_digimon_that_only_digivolved_may_attack "
        "test_cr_4_2_7_1_2_1_a_digimon_that_was_moved_may_attack",
    ),
    "7-2": tests_in(
        _FUSIONS,
        "test_cr_4_2_7_2_something_of_a_material_stays "
        "test_cr_4_2_7_2_a_material_comes_from_under_a_card "
        "test_cr_4_2_7_2_materials_are_placed_one_after_the_other "
        "test_cr_4_2_7_2_materials_of_two_units "
        "test_cr_4_2_7_2_materials_are_placed_at_once "
        "test_cr_4_2_7_2_a_judge_may_put_materials_under_a_unit",
    ),
    "7-3": tests_in(
        _FUSIONS,
        "test_cr_4_2_7_2_something_of_a_material_stays "
        "test_cr_4_2_7_2_a_material_comes_from_under_a_card "
        "test_cr_4_2_7_2_materials_are_placed_one_after_the_other "
        "test_cr_4_2_7_2_materials_of_two_units "
        "test_cr_4_2_7_2_materials_are_placed_at_once "
        "test_cr_4_2_7_2_a_judge_may_put_materials_under_a_unit",
    ),
    "8-2": (
        *tests_in(
            _FUSIONS,
            "test_cr_4_2_8_2_each_material_keeps_its_order "
            "test_cr_4_2_8_2_a_material_is_mixed_up "
            "test_cr_4_2_8_2_a_dna_digivolved_digimon_is_suspended "
            "test_cr_4_2_8_2_a_dna_digivolution_founds_no_new_unit "
            "test_cr_4_2_8_2_a_link_card_becomes_a_material "
            "test_cr_4_2_8_2_link_cards_of_materials_are_trashed "
            "test_cr_4_2_8_2_a_material_that_was_no_unit_has_no_order "
            "test_cr_4_2_8_2_a_judge_may_put_a_unit_together",
        ),
        *tests_in(
            _ATTACKS_DECLARED,
            "test_cr_4_2_8_2_a_dna_digivolved_digimon_may_attack_at_once",
        ),
    ),
    "9-1-4": tests_in(
        _LEFTOVERS,
        "test_cr_4_2_9_1_4_an_option_goes_straight_to_the_trash "
        "test_cr_4_2_9_1_4_a_judge_may_put_it_there",
    ),
    "9-1-5": tests_in(
        _LEFTOVERS,
        "test_cr_4_2_9_1_5_an_option_is_never_put_away test_cr_4_2_9_1_5_an_option_was_put_away",
    ),
    "11-2": tests_in(
        _ATTACKS_DECLARED,
        "test_cr_4_2_11_2_an_attack_on_the_player_and_on_a_suspended_digimon "
        "test_cr_4_2_11_2_a_suspended_digimon_attacks "
        "test_cr_4_2_11_2_an_effect_or_a_judge_may_have_it_attack "
        "test_cr_4_2_11_2_the_attacker_is_not_suspended "
        "test_cr_4_2_11_2_a_digimon_of_the_other_player_attacks "
        "test_cr_4_2_11_2_a_digimon_in_the_breeding_area_attacks "
        "test_cr_4_2_11_2_an_unsuspended_digimon_is_attacked "
        "test_cr_4_2_11_2_an_own_digimon_is_attacked "
        "test_cr_4_2_11_2_a_digimon_that_is_gone_is_attacked "
        "test_cr_4_2_11_2_an_attack_on_oneself "
        "test_cr_4_2_11_2_an_own_digimon_is_taken_for_the_other_players "
        "test_cr_4_2_11_2_a_digimon_in_the_breeding_area_is_attacked "
        "test_cr_4_2_11_2_a_judge_may_have_anything_attack "
        "test_cr_4_2_11_2_an_attack_within_an_attack "
        "test_cr_4_2_11_2_an_attack_that_does_not_end "
        "test_cr_4_2_11_2_a_turn_may_be_cut_short "
        "test_cr_4_2_11_2_the_game_may_end_in_an_attack "
        "test_cr_4_2_11_2_something_belongs_to_an_attack_that_is_over "
        "test_cr_4_2_11_2_something_belongs_to_no_attack "
        "test_cr_4_2_11_2_a_rewind_takes_an_attack_back",
    ),
    "11-4": tests_in(
        _ATTACK_STEPS,
        "test_cr_4_2_11_4_all_timings_in_their_order "
        "test_cr_4_2_11_4_timings_that_pass_may_be_left_out "
        "test_cr_4_2_11_4_a_counter_after_the_block "
        "test_cr_4_2_11_4_a_block_after_the_success_check "
        "test_cr_4_2_11_4_a_change_of_target_has_no_timing_of_its_own "
        "test_cr_4_2_11_4_a_second_counter "
        "test_cr_4_2_11_4_a_second_block "
        "test_cr_4_2_11_4_a_chance_that_passed_and_one_that_was_taken "
        "test_cr_4_2_11_4_a_chance_that_was_taken_and_one_that_passed "
        "test_cr_4_2_11_4_steps_of_an_attack_that_is_not_the_one_under_way "
        "test_cr_4_2_11_4_it_is_not_on_record_who_answered "
        "test_cr_4_2_11_4_a_judge_may_have_any_step_taken "
        "test_cr_4_2_11_4_what_blocks_is_not_in_the_battle_area "
        "test_cr_4_2_11_4_the_attacker_does_not_answer "
        "test_cr_4_2_11_4_a_suspended_digimon_blocks "
        "test_cr_4_2_11_4_a_digimon_of_the_attacker_blocks "
        "test_cr_4_2_11_4_a_text_may_let_it_block "
        "test_cr_4_2_11_4_a_blocker_is_not_suspended "
        "test_cr_4_2_11_4_a_block_that_changes_no_target",
    ),
    "13-1-6": tests_in(
        _ATTACK_CHECKS,
        "test_cr_4_2_13_1_6_a_checked_card_goes_straight_to_the_trash "
        "test_cr_4_2_13_1_6_a_judge_may_put_it_there",
    ),
    "13-1-8": tests_in(
        _ATTACK_CHECKS,
        "test_cr_4_2_13_1_8_security_is_checked_card_by_card "
        "test_cr_4_2_13_1_8_the_first_card_is_still_there "
        "test_cr_4_2_13_1_8_the_first_card_is_never_put_away "
        "test_cr_4_2_13_1_8_two_cards_are_checked_at_once "
        "test_cr_4_2_13_1_8_a_checked_card_is_never_put_away "
        "test_cr_4_2_13_1_8_the_attackers_own_security_is_checked "
        "test_cr_4_2_13_1_8_an_attack_on_a_digimon_checks_nothing "
        "test_cr_4_2_13_1_8_it_checks_after_a_battle "
        "test_cr_4_2_13_1_8_an_effect_may_have_it_checked "
        "test_cr_4_2_13_1_8_a_judge_may_take_two_at_once "
        "test_cr_4_2_13_1_8_checks_go_on_without_the_attacker",
    ),
    "14-2": tests_in(
        _ATTACK_CHECKS,
        "test_cr_4_2_14_2_a_judge_may_settle_a_battle "
        "test_cr_4_2_14_2_it_is_not_on_record_who_fought_or_who_lost "
        "test_cr_4_2_14_2_the_wrong_one_loses "
        "test_cr_4_2_14_2_the_lower_dp_loses "
        "test_cr_4_2_14_2_a_security_digimon_is_not_deleted "
        "test_cr_4_2_14_2_others_battle_than_attacker_and_target "
        "test_cr_4_2_14_2_another_battles_with_the_checked_card "
        "test_cr_4_2_14_2_the_attacker_battles_another "
        "test_cr_4_2_14_2_the_blocker_battles "
        "test_cr_4_2_14_2_a_loser_stays "
        "test_cr_4_2_14_2_an_effect_may_have_saved_it "
        "test_cr_4_2_14_2_only_its_top_card_may_have_gone "
        "test_cr_4_2_14_2_both_losers_go_at_once",
    ),
    "15-4": tests_in(
        _EFFECTS_ORDER,
        "test_cr_4_2_15_4_what_waits_is_activated_once "
        "test_cr_4_2_15_4_its_name_may_be_used_again "
        "test_cr_4_2_15_4_what_never_triggered "
        "test_cr_4_2_15_4_what_is_activated_without_waiting "
        "test_cr_4_2_15_4_something_waits_when_the_turn_ends "
        "test_cr_4_2_15_4_a_judge_or_the_clock_may_end_the_turn",
    ),
    "15-4-3-5": tests_in(
        _EFFECTS_ORDER,
        "test_cr_4_2_15_4_3_5_the_turn_players_effects_go_first "
        "test_cr_4_2_15_4_3_5_the_other_player_goes_first "
        "test_cr_4_2_15_4_3_5_the_other_player_goes_between "
        "test_cr_4_2_15_4_3_5_what_is_not_called_triggered_is_a_doubt "
        "test_cr_4_2_15_4_3_5_what_interrupts_or_is_derived_goes_before "
        "test_cr_4_2_15_4_3_5_what_triggers_later_comes_later "
        "test_cr_4_2_15_4_3_5_what_triggered_at_another_time_is_not_compared "
        "test_cr_4_2_15_4_3_5_a_judge_may_have_it_activated "
        "test_cr_4_2_15_4_3_5_turns_are_not_compared "
        "test_cr_4_2_15_4_3_5_what_came_to_nothing_before_did_not_wait "
        "test_cr_4_2_15_4_3_5_the_other_player_chose_its_order "
        "test_cr_4_2_15_4_3_5_its_player_chose_it "
        "test_cr_4_2_15_4_3_5_what_was_chosen_could_not_be "
        "test_cr_4_2_15_4_3_5_the_candidates_may_be_cards "
        "test_cr_4_2_15_4_3_5_it_is_not_on_record_which_one_was_chosen",
    ),
    "15-4-5": tests_in(
        _EFFECTS_ORDER,
        "test_cr_4_2_15_4_5_what_interrupts_goes_before_what_is_derived "
        "test_cr_4_2_15_4_5_what_triggers_after_it_is_not_compared "
        "test_cr_4_2_15_4_5_what_was_waiting_goes_before_what_is_derived "
        "test_cr_4_2_15_4_5_what_is_derived_goes_first",
    ),
    "15-5-2": tests_in(
        _AUDITED_TOGETHER,
        "test_cr_4_0_3_1_3_3_what_happens_at_once_triggers_once "
        "test_cr_4_0_3_1_3_3_both_triggers_are_of_one_moment",
    ),
    "15-15-3": tests_in(
        _SHOWINGS,
        "test_cr_4_2_15_15_3_cards_are_still_shown_at_the_end "
        "test_cr_4_2_15_15_3_shown_cards_were_put_away",
    ),
    "15-15-3-5": tests_in(
        _SHOWINGS,
        "test_cr_4_2_15_15_3_5_a_revealed_card_is_drawn "
        "test_cr_4_2_15_15_3_5_another_card_is_drawn "
        "test_cr_4_2_15_15_3_5_the_end_of_a_reveal_is_not_on_record "
        "test_cr_4_2_15_15_3_5_a_card_that_one_player_looks_at_is_drawn "
        "test_cr_4_2_15_15_3_5_a_judge_may_give_a_revealed_card",
    ),
    "16-12": tests_in(
        _UNITS,
        "test_cr_4_2_16_12_as_many_as_declared_or_fewer "
        "test_cr_4_2_16_12_otherwise_than_declared "
        "test_cr_4_2_16_12_not_the_top_card "
        "test_cr_4_2_16_12_the_effect_goes_on "
        "test_cr_4_2_16_12_the_effect_takes_more_than_it_declared "
        "test_cr_4_2_16_12_a_link_card_is_no_part_of_it "
        "test_cr_4_2_16_12_one_after_the_other "
        "test_cr_4_2_16_12_what_another_effect_trashes_is_no_part_of_it "
        "test_cr_4_2_16_12_a_judge_may_strip_it",
    ),
    "17-1": tests_in(
        _UNITS,
        "test_cr_4_2_17_1_a_rule_check_deletes_one_after_the_other "
        "test_cr_4_2_17_1_a_rule_check_deletes_all_at_once "
        "test_cr_4_2_17_1_an_effect_may_delete_one_after_the_other",
    ),
    "17-1-3-2-4": tests_in(
        _AUDITED_FIELD,
        "test_cr_4_0_3_4_2_a_face_down_card_stayed_on_the_field "
        "test_cr_4_0_3_4_2_a_face_down_card_is_trashed_by_the_rule_check",
    ),
}
"""Node ids by clause."""
