"""What the rulebook calls each zone, in English and Japanese."""

from typing import Final

from dcg_events.vocabulary.rules import Language

ZONE_NAMES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "deck": "deck",
        "egg_deck": "Digi-Egg deck",
        "hand": "hand",
        "security": "security stack",
        "trash": "trash",
        "battle": "battle area",
        "breeding": "breeding area",
        "link": "link slot",
        "no_area": "no area",
        "outside": "outside the game",
    },
    "ja": {
        "deck": "デッキ",
        "egg_deck": "デジタマデッキ",
        "hand": "手札",
        "security": "セキュリティ",
        "trash": "トラッシュ",
        "battle": "バトルエリア",
        "breeding": "育成エリア",
        "link": "リンク",
        "no_area": "どの領域でもない場所",
        "outside": "ゲーム外",
    },
}
