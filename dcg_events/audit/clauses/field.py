"""Chapter 3, section 4: the field with its breeding area and battle area."""

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

FIELD_CLAUSES: Final[tuple[Clause, ...]] = (
    heading("3-4", "The field", "エリアについて"),
    clause_of_4_0(
        "3-4-1",
        "The field, center of the game",
        "ゲームの中心となるエリア",
        "derived",
        by="vocabulary.places.FIELD projections.table.Unit",
        tests=tests_in(INFORMATION, "test_cr_4_0_3_4_1_field_is_face_up_and_shows_what_came_to_it"),
    ),
    clause_of_4_0(
        "3-4-2",
        "The field is public, face up",
        "エリアは公開で表向き",
        "derived redacted audited",
        by="vocabulary.places.FACING_ON_ARRIVAL projections.looking.viewers_of",
        tests=tests_in(
            INFORMATION,
            "test_cr_4_0_3_4_1_field_is_face_up_and_shows_what_came_to_it"
            " test_cr_4_0_3_4_2_a_card_lying_face_down_on_the_field_is_not_shown",
        ),
    ),
    clause_of_4_0(
        "3-4-3",
        "Cards enter the field unsuspended",
        "エリアにはアクティブで置かれる",
        "stored derived",
        by="events.cards.Transferred recorder.completing.complete",
        tests=tests_in(
            PLACING,
            "test_cr_4_0_3_4_3_a_unit_enters_unsuspended_unless_it_is_said"
            " test_cr_4_2_3_4_4_digivolving_continues_the_unit"
            " test_cr_4_2_8_2_dna_digivolving_founds_a_new_unit",
        ),
    ),
    # our sources tell what the two new clauses say together, and not which of them says which part
    clause_of_4_2(
        "3-4-4",
        "A Digimon on the field is one unit",
        "エリアのデジモンは1体として扱う",
        "derived",
        by="projections.table.Unit",
        tests=tests_in(PLACING, "test_cr_4_2_3_4_4_digivolving_continues_the_unit"),
        new_in_4_1=True,
    ),
    clause_of_4_2(
        "3-4-5",
        "A unit goes on as its cards change",
        "カードが変わっても同じ1体が続く",
        "derived",
        by="projections.table.Unit projections.transfers.apply_transfer",
        tests=tests_in(
            PLACING,
            "test_cr_4_2_3_4_4_digivolving_continues_the_unit"
            " test_cr_4_2_8_2_dna_digivolving_founds_a_new_unit",
        ),
        new_in_4_1=True,
    ),
    clause_of_4_0(
        "3-4-4",
        "The field has two parts",
        "エリアは二つに分かれる",
        "derived",
        by="vocabulary.places.FIELD projections.locating.cards_at",
        tests=tests_in(PLACING, "test_cr_4_0_3_4_4_the_field_needs_its_part"),
        became="3-4-6",
    ),
    heading("3-4-5", "The breeding area", "育成エリアについて", became="3-4-7"),
    clause_of_4_0(
        "3-4-5-1",
        "Hatched Digimon lie in the breeding area",
        "孵化したデジモンは育成エリアへ",
        "derived",
        by="projections.transfers.apply_transfer projections.table.Unit",
        tests=tests_in(REST, "test_cr_4_0_3_4_5_1_a_hatched_digimon_lies_in_the_breeding_area"),
        became="3-4-7-1",
    ),
    clause_of_4_0(
        "3-4-5-2",
        "The breeding area holds one unit",
        "育成エリアは1体まで",
        "derived audited",
        by="projections.table.Unit views.cut.cut",
        tests=(
            *tests_in(
                PLACING, "test_cr_4_0_3_4_5_2_a_second_unit_in_the_breeding_area_is_recorded"
            ),
            *tests_in(REST, "test_cr_4_0_3_4_5_2_a_digimon_that_digivolves_there_is_one_unit"),
        ),
        became="3-4-7-2",
    ),
    clause_of_4_0(
        "3-4-5-3",
        "Effects pass over the breeding area",
        "育成エリアのカードは効果を受けない",
        "audited",
        by="events.envelope.Cause events.cards.StatusApplied",
        tests=(),
        became="3-4-7-3",
    ),
    clause_of_4_0(
        "3-4-5-4",
        "Effects rest in the breeding area",
        "育成エリアの効果は誘発も発揮もしない",
        "audited",
        by="events.envelope.Cause events.effects.EffectTriggered events.effects.EffectActivated",
        tests=(),
        became="3-4-7-4",
    ),
    clause_of_4_0(
        "3-4-5-5",
        "No choosing from the breeding area",
        "育成エリアのカードは選べない",
        "audited",
        by="events.envelope.Cause events.effects.ChoiceMade",
        tests=(),
        became="3-4-7-5",
    ),
    clause_of_4_0(
        "3-4-5-6",
        "The breeding area triggers nothing",
        "育成エリアのカードは誘発条件を満たさない",
        "audited",
        by="events.envelope.Cause events.effects.EffectTriggered",
        tests=(),
        became="3-4-7-6",
    ),
    clause_of_4_0(
        "3-4-5-7",
        "The breeding area meets no activation condition",
        "育成エリアのカードは発揮条件を満たさない",
        "audited",
        by="events.envelope.Cause events.effects.EffectNotActivated",
        tests=(),
        became="3-4-7-7",
        unsettled=Words(
            "Whether the effect triggers and is not activated, or does not trigger at all",
            "誘発したうえで発揮しないのか、そもそも誘発しないのか",
        ),
    ),
    clause_of_4_0(
        "3-4-5-8",
        "Effects do not read the breeding area",
        "育成エリアの情報は参照できない",
        "audited",
        by="events.envelope.Cause",
        tests=(),
        became="3-4-7-8",
    ),
    heading("3-4-6", "The battle area", "バトルエリアについて", became="3-4-8"),
    clause_of_4_0(
        "3-4-6-1",
        "Cards are placed in the battle area",
        "バトルエリアにカードを置く",
        "derived",
        by="projections.transfers.apply_transfer projections.table.Unit",
        tests=tests_in(REST, "test_cr_4_0_3_4_6_1_a_played_card_lies_in_the_battle_area"),
        became="3-4-8-1",
    ),
    clause_of_4_0(
        "3-4-6-2",
        "The battle area has no limit",
        "バトルエリアに枚数の上限はない",
        "derived",
        by="projections.transfers.apply_transfer",
        tests=tests_in(PLACING, "test_cr_4_0_3_4_6_the_battle_area_has_no_limit"),
        became="3-4-8-2",
    ),
)
