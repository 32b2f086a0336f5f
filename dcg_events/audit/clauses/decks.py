"""Chapter 3, sections 2 and 3: the deck and the Digi-Egg deck."""

from typing import Final

from dcg_events.audit.clauses.audit_tests import tests_in
from dcg_events.audit.clauses.clause import Clause
from dcg_events.audit.clauses.entries import PLACING, REST, clause_of_4_0, heading

DECKS: Final[tuple[Clause, ...]] = (
    heading("3-2", "The deck", "デッキについて"),
    clause_of_4_0(
        "3-2-1",
        "A game starts with the deck here",
        "ゲーム開始時にデッキを置く",
        "stored derived",
        by="events.setup.GameStarted projections.piles.start_game",
        tests=tests_in(REST, "test_cr_4_0_3_2_1_a_game_starts_with_each_deck_in_its_area"),
    ),
    clause_of_4_0(
        "3-2-2",
        "The deck lies hidden, face down",
        "デッキは非公開で裏向き",
        "derived redacted",
        by="projections.facedown.face_down projections.looking.viewers_of",
        rules="turned-over",
        tests=tests_in(REST, "test_cr_4_0_3_2_2_a_deck_lies_face_down_in_an_order"),
    ),
    clause_of_4_0(
        "3-2-3",
        "The deck keeps its order",
        "デッキの順番は変えられない",
        "stored derived audited",
        by="events.cards.Reordered projections.piles.reorder",
        tests=tests_in(PLACING, "test_cr_4_0_3_2_3_a_deck_may_be_put_in_another_order"),
    ),
    clause_of_4_0(
        "3-2-4",
        "From the deck one by one, yet at once",
        "デッキからは1枚ずつ、扱いは同時",
        "stored derived",
        by="events.envelope.Event projections.transfers.apply_transfers",
        tests=tests_in(PLACING, "test_cr_4_0_3_2_4_cards_are_placed_one_by_one_and_at_once"),
    ),
    heading("3-3", "The Digi-Egg deck", "デジタマデッキについて"),
    clause_of_4_0(
        "3-3-1",
        "A game starts with the Digi-Egg deck here",
        "ゲーム開始時にデジタマデッキを置く",
        "stored derived",
        by="events.setup.GameStarted projections.piles.start_game",
        tests=tests_in(REST, "test_cr_4_0_3_3_1_a_game_starts_with_each_egg_deck_in_its_area"),
    ),
    clause_of_4_0(
        "3-3-2",
        "The Digi-Egg deck lies hidden, face down",
        "デジタマデッキは非公開で裏向き",
        "derived redacted",
        by="projections.facedown.face_down projections.looking.viewers_of",
        rules="turned-over",
        tests=tests_in(REST, "test_cr_4_0_3_3_2_an_egg_deck_lies_face_down_in_an_order"),
    ),
    clause_of_4_0(
        "3-3-3",
        "The Digi-Egg deck keeps its order",
        "デジタマデッキの順番は変えられない",
        "stored derived audited",
        by="events.cards.Reordered projections.piles.reorder",
        rules="order-changed order-changed-by-other"
        " order-changed-by-placing order-changed-by-others-placing",
        tests=tests_in(REST, "test_cr_4_0_3_3_3_an_egg_deck_put_in_another_order_is_recorded"),
    ),
    clause_of_4_0(
        "3-3-4",
        "From the Digi-Egg deck one by one, yet at once",
        "デジタマデッキからは1枚ずつ、扱いは同時",
        "stored derived",
        by="events.envelope.Event projections.transfers.apply_transfers",
        rules="not-the-top-card not-top-first",
        tests=tests_in(REST, "test_cr_4_0_3_3_4_eggs_are_placed_one_by_one_and_at_once"),
    ),
)
