#!/bin/sh
# Record a match from any language: plain events as JSON lines on standard input of `append`.
#
#     sh examples/append_from_json.sh [LOG]
#
# Each group is answered with a line of JSON: the seqs it got, the ids of the cards it placed, and
# the head of the log after it.
set -eu
log=${1:-json-match.dcglog}
here=$(dirname "$0")

dcg-events new "$log" --p1 Aiko --p2 Ben
dcg-events append "$log" <"$here/small-match.events.jsonl"
dcg-events verify "$log" --strict
