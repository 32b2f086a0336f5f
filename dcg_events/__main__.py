"""`python -m dcg_events` is `dcg-events`."""

from dcg_events.cli.app import main

if __name__ == "__main__":
    main()
