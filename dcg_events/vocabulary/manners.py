"""How cards move, digivolve and are paid for, in the rulebook's words."""

from typing import Final, Literal, TypeAlias, get_args

Manner: TypeAlias = Literal[
    "draw",  # ドロー: the top card of the deck into the hand
    "add",  # 加える: into the hand by any other way
    "return",  # 戻す: to the hand, the deck or the Digi-Egg deck
    "play",  # 登場: onto the field as a new unit
    "hatch",  # 孵化: the top Digi-Egg into the breeding area
    "digivolve",  # 進化: on top of a unit; `route` says which kind
    "material",  # a card placed under by DigiXros, Assembly or DNA digivolution
    "place_under",  # 下に置く: under a unit by any other way
    "link",  # リンク: into a link slot
    "use",  # 使用: an Option from the hand to no area
    "check",  # チェック: a security card to no area
    "delete",  # 消滅: a deleted unit's cards, all of them at once
    "trash",  # 破棄: any other way into the trash
    "recover",  # リカバリー: the top card of the deck onto the security stack
    "place",  # 置く: any other placing, such as the setting of security
    "remove",  # a token that leaves the game, a card taken out by a judge
    "unknown",  # the recorder saw it move and not how
]

Route: TypeAlias = Literal[
    "normal", "dna", "burst", "app_fusion", "blast", "blast_dna", "arts", "digixros", "assembly"
]
"""The special ways to play or digivolve (CR 4.2 §7-2, §7-3, §8-1 to §8-4, §4-20)."""

Phase: TypeAlias = Literal["unsuspend", "draw", "breeding", "main", "end"]
"""The four phases (CR 4.2 §6-1-2) and the end-of-turn timing (§6-6)."""

MANNERS: Final[tuple[Manner, ...]] = get_args(Manner)
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
