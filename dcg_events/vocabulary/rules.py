"""Rulebook editions, languages and clauses.

Clause numbers move between editions, so a cited clause always carries its edition. A match says
in its first record which edition and which language's reading it was played under.
"""

from typing import Final, Literal, TypeAlias

Edition: TypeAlias = Literal["3.6", "4.0", "4.1", "4.2"]
Language: TypeAlias = Literal["ja", "en"]

DEFAULT_EDITION: Final[Edition] = "4.0"
DEFAULT_LANGUAGE: Final[Language] = "ja"
"""Where the languages disagree the Japanese text prevails."""

CLAUSE_PATTERN: Final = r"^[0-9]{1,2}(-[0-9]{1,3}){0,6}$"
