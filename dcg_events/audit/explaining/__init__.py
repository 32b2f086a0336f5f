"""Explain a card or an event: its life, who could see what, and what the audit says of it.

`tracing` follows the placements of one reader's log, `life` makes the life of a card of them,
`references` says what an event names; `cards` and `moments` put the explanations together.
"""
