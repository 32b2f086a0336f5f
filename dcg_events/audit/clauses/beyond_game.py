"""Outside chapter 3: ends of a game, equipment, set-up and turns, as Ver. 4.2 numbers them."""

from typing import Final

from dcg_events.audit.clauses.audit_tests import tests_in
from dcg_events.audit.clauses.clause import Clause
from dcg_events.audit.clauses.entries import BEYOND, INFORMATION, clause_of_4_2

GAME: Final[tuple[Clause, ...]] = (
    clause_of_4_2(
        "1-2-3-1",
        "An attack on an empty stack wins",
        "セキュリティ0枚への攻撃で勝利",
        "stored audited",
        by="events.flow.GameEnded",
        tests=tests_in(BEYOND, "test_cr_4_2_1_2_a_game_ends_for_a_reason"),
    ),
    clause_of_4_2(
        "1-2-3-2",
        "No card to draw in the draw phase loses",
        "ドローフェイズに引けなければ敗北",
        "stored audited",
        by="events.flow.GameEnded",
        tests=tests_in(BEYOND, "test_cr_4_2_1_2_a_game_ends_for_a_reason"),
    ),
    clause_of_4_2(
        "1-2-4",
        "A player may concede",
        "いつでも投了できる",
        "stored",
        by="events.flow.GameEnded",
        tests=tests_in(BEYOND, "test_cr_4_2_1_2_a_game_ends_for_a_reason"),
    ),
    clause_of_4_2(
        "1-2-6",
        "An effect may end the game",
        "効果による勝敗",
        "stored",
        by="events.flow.GameEnded",
        tests=tests_in(BEYOND, "test_cr_4_2_1_2_a_game_ends_for_a_reason"),
    ),
    clause_of_4_2(
        "1-3-5",
        "The turn player chooses first",
        "同時の選択はターンプレイヤーから",
        "audited",
        by="events.envelope.Ordering",
        tests=(),
    ),
    clause_of_4_2(
        "1-3-9",
        "A cost is never below zero",
        "コストは0より小さくならない",
        "stored",
        by="events.flow.CostPaid",
        tests=tests_in(BEYOND, "test_cr_4_2_4_2_2_a_cost_is_paid_exactly"),
    ),
    clause_of_4_2(
        "1-3-10",
        "A shuffle turns open cards down first",
        "シャッフル前に公開カードを裏向きにする",
        "derived redacted",
        by="projections.piles.shuffle",
        tests=tests_in(INFORMATION, "test_cr_4_0_3_7_4_a_shuffle_hides_face_up_security"),
    ),
    clause_of_4_2(
        "1-4-1-2",
        "Size and copies of a deck",
        "デッキの枚数と同名の上限",
        "audited",
        by="events.setup.DeckRegistered events.setup.GameStarted",
        tests=(),
    ),
    clause_of_4_2(
        "1-4-1-3",
        "Size of a Digi-Egg deck",
        "デジタマデッキの枚数",
        "audited",
        by="events.setup.DeckRegistered events.setup.GameStarted",
        tests=(),
    ),
    clause_of_4_2(
        "1-4-2-2",
        "One memory gauge, ten to each side",
        "メモリーは両側に10まで",
        "stored derived",
        by="events.flow.MemoryChanged events.fields.Memory projections.table.Table",
        tests=tests_in(BEYOND, "test_cr_4_2_1_4_2_2_memory_is_one_gauge_with_two_ends"),
    ),
    clause_of_4_2(
        "1-4-4-4",
        "Tokens are laid ready",
        "トークンはあらかじめ用意する",
        "stored",
        by="events.setup.TokenSupplied",
        tests=tests_in(BEYOND, "test_cr_4_2_1_4_4_4_tokens_laid_ready_are_public"),
    ),
    clause_of_4_2(
        "5-2-1",
        "Set-up, redraw and security",
        "対戦の準備と引き直し",
        "stored derived audited",
        by="events.setup.GameStarted events.setup.FirstPlayerDecided"
        " events.setup.RedrawDecided events.setup.Shuffled",
        tests=tests_in(BEYOND, "test_cr_4_2_5_2_1_a_game_is_set_up"),
    ),
    clause_of_4_2(
        "6-1-2",
        "Four phases in order",
        "四つのフェイズの順番",
        "stored derived audited",
        by="events.flow.PhaseEntered vocabulary.manners.PHASES",
        tests=tests_in(BEYOND, "test_cr_4_2_6_1_2_a_turn_has_its_phases"),
    ),
    clause_of_4_2(
        "6-1-4-1",
        "Memory on the other side ends the turn",
        "メモリーが相手側に渡るとターン終了",
        "stored audited",
        by="events.flow.TurnEnded events.flow.MemoryChanged",
        tests=tests_in(BEYOND, "test_cr_4_2_6_1_4_1_a_turn_ends_by_memory"),
    ),
    clause_of_4_2(
        "6-2-1",
        "Units unsuspend all at once",
        "アクティブにするのは全て同時",
        "audited",
        by="events.cards.OrientationChanged",
        tests=tests_in(
            "tests/audit/test_flow_unsuspending.py",
            "test_cr_4_2_6_2_1_all_units_unsuspend_at_once"
            " test_cr_4_2_6_2_1_no_unit_stays_suspended"
            " test_cr_4_2_6_2_1_units_do_not_unsuspend_one_after_the_other",
        ),
    ),
    clause_of_4_2(
        "6-3-1-1",
        "No draw in the first turn",
        "先攻の最初のターンはドローなし",
        "audited",
        by="events.cards.Transferred events.flow.TurnStarted",
        tests=(),
    ),
    clause_of_4_2(
        "6-5-1-7-1",
        "A pass gives the opponent three memory",
        "パスすると相手側のメモリー3",
        "stored audited",
        by="events.flow.Passed events.flow.MemoryChanged",
        tests=tests_in(BEYOND, "test_cr_4_2_6_5_1_7_1_a_pass_sets_the_memory"),
    ),
    clause_of_4_2(
        "6-6",
        "What happens at the end of a turn",
        "ターン終了時の処理",
        "stored derived",
        by="events.flow.PhaseEntered vocabulary.manners.PHASES",
        tests=tests_in(BEYOND, "test_cr_4_2_6_1_2_a_turn_has_its_phases"),
    ),
    clause_of_4_2(
        "6-6-4",
        "Memory that comes back keeps the turn",
        "メモリーが戻ればターンは続く",
        "audited",
        by="events.flow.TurnEnded events.flow.MemoryChanged",
        tests=(),
    ),
)
