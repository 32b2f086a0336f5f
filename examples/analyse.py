"""Ask questions of many matches: export them as Parquet, and let DuckDB answer in SQL.

    python examples/analyse.py [LOG…]

Without logs it takes the two beside this file. schemas/TABLES.md explains every column. A count
is null where nobody can know it, and `count(column)` leaves nulls out: it is the denominator.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

from dcg_events.exports.exporting import Exporter
from dcg_events.log.part import LogPart

QUESTIONS = {
    "Does it help to go first?": """
        SELECT count(*) AS games,
               count(winner) AS decided,
               count(*) FILTER (winner = first_player) AS won_by_first,
               round(100.0 * won_by_first / decided, 1) AS percent
        FROM games WHERE ended AND first_player IS NOT NULL
    """,
    "How long are games?": """
        SELECT reason, count(*) AS games, min(turns) AS shortest, median(turns) AS median,
               max(turns) AS longest, median(seconds) AS seconds
        FROM games WHERE ended GROUP BY reason ORDER BY games DESC
    """,
    "Which cards win when they are drawn, and when they are not?": """
        SELECT number, count(drawn) AS games,
               count(*) FILTER (drawn > 0) AS drawn_in,
               count(*) FILTER (drawn > 0 AND result = 'win') AS won,
               count(*) FILTER (drawn = 0) AS not_drawn_in,
               count(*) FILTER (drawn = 0 AND result = 'win') AS won_without
        FROM card_usage WHERE copies > 0 AND result IS NOT NULL
        GROUP BY number ORDER BY games DESC, number LIMIT 8
    """,
    "What comes of security checks?": """
        SELECT outcome, to_zone, count(*) AS checks
        FROM security_checks WHERE ruled GROUP BY ALL ORDER BY checks DESC, outcome, to_zone
    """,
    "How do attacks end, and how often are they blocked?": """
        SELECT outcome, target_unit IS NULL AS on_player, count(*) AS attacks,
               count(blocked) AS block_recorded, count(*) FILTER (blocked) AS blocked,
               sum(checks) AS checks
        FROM attacks WHERE ruled GROUP BY ALL ORDER BY attacks DESC, outcome
    """,
    "How do hands and security shrink, turn by turn?": """
        WITH last AS (
            SELECT match_id, game, turn, side, hand, security, battle_units,
                   row_number() OVER of_turn AS n
            FROM zone_counts WHERE ruled AND turn > 0
            WINDOW of_turn AS (PARTITION BY match_id, game, turn, side ORDER BY seq DESC)
        )
        SELECT turn, count(*) AS sides, round(avg(hand), 1) AS hand,
               round(avg(security), 1) AS security, round(avg(battle_units), 1) AS units
        FROM last WHERE n = 1 GROUP BY turn ORDER BY turn LIMIT 10
    """,
}


def main() -> None:
    """Export the logs, make a view of every table, and print the answers."""
    beside = Path(__file__).parent.glob("*.dcglog")
    logs = [Path(name) for name in sys.argv[1:]] or sorted(beside)
    with TemporaryDirectory() as folder:
        report = Exporter(Path(folder), "parquet").export(map(LogPart, logs))
        print(f"{report.added} matches")
        for one in report.rejected:
            print(f"left out: {one.log}: {one.error}")
        tables = duckdb.connect()
        for table in sorted(path for path in Path(folder).iterdir() if path.is_dir()):
            tables.execute(f"CREATE VIEW {table.name} AS FROM '{table}/*.parquet'")
        for question, sql in QUESTIONS.items():
            print(f"\n{question}")
            tables.sql(sql).show(max_width=100)


if __name__ == "__main__":
    main()
