"""What each viewer may see: cut states, redacted copies, replays."""
