"""Chapter 3, sections 5 to 7: hand, trash and security stack."""

from typing import Final

from dcg_events.audit.clauses.audit_tests import tests_in
from dcg_events.audit.clauses.clause import Clause, Words
from dcg_events.audit.clauses.entries import (
    INFORMATION,
    REST,
    clause_of_4_0,
    heading,
)

HAND_TRASH_SECURITY: Final[tuple[Clause, ...]] = (
    heading("3-5", "The hand", "手札について"),
    clause_of_4_0(
        "3-5-1",
        "Each player holds a hand",
        "各プレイヤーの手札",
        "derived",
        by="projections.transfers.apply_transfer views.shape.SideView",
        tests=tests_in(REST, "test_cr_4_0_3_5_1_each_player_holds_a_hand"),
    ),
    clause_of_4_0(
        "3-5-2",
        "A hand may be sorted",
        "手札は並べ替えてよい",
        "stored",
        by="events.cards.Reordered projections.piles.reorder",
        rules="sorted-for-another",
        tests=tests_in(INFORMATION, "test_cr_4_0_3_5_2_order_of_a_hand_changes_no_other_view"),
    ),
    clause_of_4_0(
        "3-5-3",
        "Only its player looks at a hand",
        "手札を見られるのは持ち主だけ",
        "redacted",
        by="projections.looking.hand_viewers projections.looking.viewers_of views.cut.cut",
        rules="turned-over",
        tests=tests_in(
            INFORMATION,
            "test_cr_4_0_3_5_3_a_hand_is_its_players_alone"
            " test_cr_4_0_3_5_3_what_leaves_a_hand_does_not_say_when_it_was_drawn"
            " test_cr_4_0_3_5_3_a_hand_that_is_shown_does_not_tell_its_order",
        ),
    ),
    heading("3-6", "The trash", "トラッシュについて"),
    clause_of_4_0(
        "3-6-1",
        "Trashed cards lie here",
        "破棄されたカードを置く",
        "derived",
        by="projections.transfers.apply_transfer recorder.completing.complete",
        tests=tests_in(REST, "test_cr_4_0_3_6_1_what_is_trashed_lies_in_its_owners_trash"),
    ),
    clause_of_4_0(
        "3-6-2",
        "A trash may be sorted",
        "トラッシュは並べ替えてよい",
        "stored",
        by="events.cards.Reordered projections.piles.reorder",
        tests=tests_in(INFORMATION, "test_cr_4_0_3_6_2_everybody_sees_the_new_order_of_a_trash"),
        unsettled=Words(
            "Whether the order of a trash means anything; it is shown and not judged",
            "トラッシュの順番に意味があるか。順番は示すが、判定には用いない",
        ),
    ),
    clause_of_4_0(
        "3-6-3",
        "The trash is public, face up",
        "トラッシュは公開で表向き",
        "derived redacted",
        by="vocabulary.places.FACING_ON_ARRIVAL projections.looking.viewers_of",
        rules="turned-over",
        tests=tests_in(REST, "test_cr_4_0_3_6_3_a_trash_is_face_up_the_newest_on_top"),
    ),
    heading("3-7", "Security", "セキュリティについて"),
    clause_of_4_0(
        "3-7-1",
        "Security cards lie here",
        "セキュリティを置く",
        "derived",
        by="projections.transfers.apply_transfer",
        tests=tests_in(REST, "test_cr_4_0_3_7_1_security_lies_in_its_stack"),
    ),
    clause_of_4_0(
        "3-7-2",
        "Security lies hidden, its count in sight",
        "セキュリティは非公開、枚数は見える",
        "derived redacted",
        by="vocabulary.places.FACING_ON_ARRIVAL projections.looking.viewers_of views.cut.cut",
        rules="turned-over",
        tests=tests_in(INFORMATION, "test_cr_4_0_3_7_2_security_shows_its_count_and_positions"),
    ),
    clause_of_4_0(
        "3-7-3",
        "Security keeps its order",
        "セキュリティの順番は変えられない",
        "stored derived audited",
        by="events.cards.Reordered projections.piles.reorder",
        rules="order-changed order-changed-by-other"
        " order-changed-by-placing order-changed-by-others-placing",
        tests=tests_in(REST, "test_cr_4_0_3_7_3_security_put_in_another_order_is_recorded"),
    ),
    clause_of_4_0(
        "3-7-4",
        "Face-up security is public",
        "表向きのセキュリティは公開",
        "redacted",
        by="projections.looking.viewers_of projections.piles.flip projections.piles.shuffle",
        tests=tests_in(
            INFORMATION,
            "test_cr_4_0_3_7_4_face_up_security_is_seen_at_its_position"
            " test_cr_4_0_3_7_4_a_shuffle_hides_face_up_security",
        ),
        unsettled=Words(
            "Whether turning a card face up counts as placing it; in practice it is public",
            "表向きにすることが「置く」に当たるか。実際には公開として扱う",
        ),
    ),
    clause_of_4_0(
        "3-7-5",
        "From security one by one, yet at once",
        "セキュリティからは1枚ずつ、扱いは同時",
        "stored derived",
        by="events.envelope.Event projections.transfers.apply_transfers",
        rules="not-the-top-card not-top-first one-by-one",
        tests=tests_in(REST, "test_cr_4_0_3_7_5_security_is_placed_one_by_one_and_at_once"),
    ),
)
