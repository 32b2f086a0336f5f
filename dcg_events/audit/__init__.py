"""The auditor: was it legal, and is the record complete.

`rule` says what a rule of the audit is, `rules` holds them, one small function a clause. What they
ask of the match so far is in `story`; `auditing` tells the story and asks the rules.
"""
