"""Chapter 3, section 1: areas, and what happens to a card that is placed."""

from typing import Final

from dcg_events.audit.clauses.audit_tests import tests_in
from dcg_events.audit.clauses.clause import Clause, Words
from dcg_events.audit.clauses.entries import (
    INFORMATION,
    PLACING,
    REST,
    clause_of_4_0,
    clause_of_4_2,
    heading,
)

AREAS: Final[tuple[Clause, ...]] = (
    heading("3", "Where cards lie in a game", "カードの置かれる領域"),
    heading("3-1", "All areas", "領域全般"),
    clause_of_4_0(
        "3-1-1",
        "The six areas",
        "六つの領域",
        "stored derived",
        by="vocabulary.places.Zone events.envelope.Place projections.table.Table.count_cards",
        tests=tests_in(INFORMATION, "test_cr_4_0_3_1_1_areas_are_a_closed_list"),
    ),
    heading("3-1-2", "Open and hidden areas", "公開か非公開か"),
    heading("3-1-2-1", "Areas open to all", "公開される領域"),
    clause_of_4_0(
        "3-1-2-1-1",
        "Public areas: all see cards and order",
        "公開領域は内容も順番も全員が確認できる",
        "redacted",
        by="projections.looking.viewers_of views.cut.cut",
        tests=tests_in(
            INFORMATION,
            "test_cr_4_0_3_1_2_1_1_trash_is_public_with_its_order"
            " test_cr_4_0_3_1_2_1_1_field_is_public",
        ),
    ),
    heading("3-1-2-2", "Areas hidden from all", "公開されない領域"),
    clause_of_4_0(
        "3-1-2-2-1",
        "Private areas: nobody looks, not even the owner",
        "非公開領域は持ち主も確認できない",
        "redacted",
        by="projections.looking.viewers_of projections.witness.Witness.number views.cut.cut",
        tests=tests_in(
            INFORMATION,
            "test_cr_4_0_3_1_2_2_1_deck_is_hidden_from_its_owner_too"
            " test_cr_4_0_3_1_2_2_1_face_down_security_is_hidden_from_its_owner_too",
        ),
    ),
    heading("3-1-3", "Rules for placing cards", "カードの置き方"),
    heading("3-1-3-1", "When a card is new", "新しいカードの扱い"),
    clause_of_4_0(
        "3-1-3-1-1",
        "A card placed elsewhere is new",
        "別の場所に置かれたカードは新しいカード",
        "stored derived",
        by="events.cards.Transferred events.cards.Moved projections.placing.placed",
        tests=tests_in(
            PLACING,
            "test_cr_4_0_3_1_3_1_1_a_card_is_a_new_card_in_every_place"
            " test_cr_4_0_3_1_3_1_1_a_card_trashed_from_under_is_a_new_card"
            " test_cr_4_0_3_1_3_1_1_moving_to_the_battle_area_is_not_a_transfer",
        ),
    ),
    clause_of_4_0(
        "3-1-3-1-2",
        "A new card carries nothing over",
        "新しいカードは何も引き継がない",
        "derived",
        by="projections.placing.placed projections.transfers.apply_transfer",
        tests=tests_in(PLACING, "test_cr_4_0_3_1_3_1_2_nothing_is_carried_over"),
    ),
    clause_of_4_2(
        "3-1-3-1-3",
        "A field card that gets covered is not new",
        "上に重ねられたカードは新しいカードにならない",
        "derived",
        by="projections.transfers.apply_transfer",
        tests=tests_in(PLACING, "test_cr_4_2_3_4_4_digivolving_continues_the_unit"),
        new_in_4_1=True,
    ),
    clause_of_4_0(
        "3-1-3-1-3",
        "Restacking makes no new card",
        "重なり順が変わっても新しいカードにならない",
        "derived",
        by="events.cards.Reordered projections.piles.reorder",
        tests=tests_in(PLACING, "test_cr_4_0_3_1_3_1_3_a_new_order_in_a_stack_makes_no_new_card"),
        became="3-1-3-1-4",
    ),
    clause_of_4_0(
        "3-1-3-2",
        "Counts are public",
        "枚数は公開",
        "redacted",
        by="views.cut.cut views.shape.ZoneView",
        tests=tests_in(INFORMATION, "test_cr_4_0_3_1_3_2_counts_of_every_place_are_public"),
    ),
    clause_of_4_0(
        "3-1-3-3",
        "Cards that leave together do so at once",
        "まとめて置かれるカードは同時に扱う",
        "stored derived audited",
        by="events.envelope.Event projections.fold.apply_group",
        tests=tests_in(PLACING, "test_cr_4_0_3_1_3_3_a_group_happens_at_once_or_not_at_all"),
    ),
    clause_of_4_0(
        "3-1-3-4",
        "Who orders cards that leave together",
        "同時に離れるカードの順番を決める人",
        "stored audited",
        by="events.envelope.Ordering events.envelope.Cause",
        tests=tests_in(PLACING, "test_cr_4_0_3_1_3_4_the_chosen_order_and_its_chooser_are_kept"),
        unsettled=Words(
            "Who orders where no card caused it, as after a rule check or a battle",
            "ルールチェックやバトルなど、影響元のカードがない場合に誰が選ぶか",
        ),
    ),
    clause_of_4_0(
        "3-1-3-5",
        "The area says how a card lies",
        "置き方は領域ごとに決まる",
        "stored derived",
        by="vocabulary.places.FACING_ON_ARRIVAL recorder.completing.complete",
        tests=tests_in(PLACING, "test_cr_4_0_3_1_3_5_a_card_lies_as_its_place_says"),
    ),
    clause_of_4_0(
        "3-1-3-6",
        "Open cards go into hiding in an open order",
        "公開のカードは順番を公開して非公開領域へ",
        "stored redacted",
        by="events.envelope.Ordering projections.visibility.order"
        " projections.witness.Witness.hides_order recorder.passages.prepare_passages",
        tests=tests_in(
            PLACING,
            "test_cr_4_0_3_1_3_6_public_cards_make_a_public_order"
            " test_cr_4_0_3_1_3_6_face_up_security_makes_a_public_order"
            " test_cr_4_0_3_1_3_6_private_order_is_sealed"
            " test_cr_4_0_3_1_3_6_face_down_security_returns_unseen",
        ),
    ),
    clause_of_4_0(
        "3-1-3-7",
        "A card that was asked for is shown first",
        "指定されたカードは公開してから置く",
        "stored redacted audited",
        by="events.cards.Transferred events.envelope.Cause projections.witness.Witness.number",
        tests=tests_in(PLACING, "test_cr_4_0_3_1_3_7_a_card_that_is_asked_for_is_shown"),
    ),
    clause_of_4_0(
        "3-1-3-8",
        "Without a side named, the owner's",
        "側の指定がなければ持ち主の場所",
        "stored derived",
        by="events.cards.Transferred recorder.completing.complete",
        tests=tests_in(
            PLACING,
            "test_cr_4_0_3_1_3_8_a_card_goes_to_its_owner"
            " test_cr_4_0_3_1_3_8_another_side_may_be_named",
        ),
    ),
    clause_of_4_0(
        "3-1-3-9",
        "Digi-Eggs bound for private areas",
        "非公開領域へ向かうデジタマ",
        "stored derived",
        by="events.cards.Transferred projections.transfers.apply_transfers",
        tests=tests_in(
            REST, "test_cr_4_0_3_1_3_9_an_egg_from_under_a_card_goes_to_the_egg_deck_too"
        ),
    ),
    clause_of_4_0(
        "3-1-3-9-1",
        "Digi-Eggs bound for a deck: egg deck, order kept",
        "デッキ行きのデジタマは指定の順番でデジタマデッキへ",
        "stored derived",
        by="events.cards.Transferred projections.transfers.apply_transfers",
        rules="egg-astray egg-under-a-card-astray egg-misplaced order-not-kept",
        tests=tests_in(
            PLACING, "test_cr_4_0_3_1_3_9_1_eggs_among_cards_go_to_the_egg_deck_in_order"
        ),
    ),
    clause_of_4_0(
        "3-1-3-9-2",
        "Digi-Eggs bound elsewhere: bottom of the egg deck",
        "ほかへ向かうデジタマはデジタマデッキの一番下へ",
        "stored derived",
        by="events.cards.Transferred projections.transfers.apply_transfers",
        rules="egg-astray egg-under-a-card-astray",
        tests=tests_in(REST, "test_cr_4_0_3_1_3_9_2_an_egg_sent_to_a_hand_goes_under_the_egg_deck"),
    ),
)
