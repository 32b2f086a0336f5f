"""Writers of other formats: Parquet, CSV, DuckDB."""
