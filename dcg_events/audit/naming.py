"""How places and players are called in the sentences of findings."""

from typing import Final

from dcg_events.audit.rule import Text
from dcg_events.vocabulary.rules import Language
from dcg_events.vocabulary.zone_names import ZONE_NAMES

_NAMES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        **ZONE_NAMES["en"],
        "p1": "p1",
        "p2": "p2",
        "unsuspend_phase": "unsuspend phase",
        "draw_phase": "draw phase",
        "breeding_phase": "breeding phase",
        "main_phase": "main phase",
        "end_phase": "end of the turn",
    },
    "ja": {
        **ZONE_NAMES["ja"],
        "p1": "p1",
        "p2": "p2",
        "unsuspend_phase": "アクティブフェイズ",
        "draw_phase": "ドローフェイズ",
        "breeding_phase": "育成フェイズ",
        "main_phase": "メインフェイズ",
        "end_phase": "ターン終了時",
    },
}


def said(text: Text, details: dict[str, str | int], language: Language) -> str:
    """Write a sentence with its details.

    >>> said({"en": "it went to the {zone}", "ja": ""}, {"zone": "egg_deck"}, "en")
    'it went to the Digi-Egg deck'
    """
    names = _NAMES[language]
    return text[language].format(
        **{
            name: names.get(value, value) if isinstance(value, str) else value
            for name, value in details.items()
        }
    )
