#!/bin/sh
# Every dialect over HTTP, with nothing but curl: made, run, watched, answered, read, cancelled, listed, exported, deleted.
# `npm start` first; then `examples/rest/tour.sh`, or with another address behind it.
set -eu
URL="${1:-http://127.0.0.1:4680}/api/v1"
cd "$(dirname "$0")/.."

# A request with a body as JSON, or without one. A status of 400 and more ends the tour.
ask() { # METHOD PATH [BODY]
  curl --fail-with-body --silent --show-error -X "$1" "$URL$2" \
    ${3:+-H 'Content-Type: application/json' --data-binary "$3"}
}
# The first text of a key in the JSON that comes in.
text() { tr '{,' '\n\n' | sed -n "s/^ *\"$1\":\"\([^\"]*\)\".*/\1/p" | head -n 1; }

for file in native/04-contract-approvals session-graph/02-purchase dataflow/01-traced-chain \
  agent-graph/01-2n-chat canvas/02-review-loop pipeline/02-morning-brief; do
  dialect="${file%%/*}"

  # Make it. The id is where the answer says that it is.
  id="$(curl --fail-with-body --silent --show-error -D - -o /dev/null "$URL/workflows/import" \
    -H 'Content-Type: application/json' --data-binary "@$file.json" |
    sed -n 's|^[Ll]ocation: .*/workflows/\([^[:space:]]*\).*|\1|p')"
  [ -n "$id" ] || exit 1

  # Run it, until it has ended or waits for people.
  run="$(ask POST "/workflows/$id/run?wait=30" '{"input":"hello"}' | text run_id)"

  # Answer what it asks. A question with choices takes one of them.
  answers=0
  case "$dialect" in session-graph) answer='"printer"' ;; *) answer='"yes"' ;; esac
  wait="$(ask GET "/waits?run=$run" | text id)"
  if [ -n "$wait" ]; then
    ask POST "/waits/$wait/answer" "$answer" >/dev/null
    answers=1
  fi

  # What has happened: live, with -N, and from any row on.
  events="$(curl --silent -N --max-time 1 "$URL/runs/$run/events" | grep -c '^id: ' || true)"
  later="$(curl --silent -N --max-time 1 -H 'Last-Event-ID: 1' "$URL/runs/$run/events" | grep '^id: ' | head -n 1)"

  # The run in its own shape, and an output of it by its id.
  ask GET "/instances/$run" >/dev/null
  output="$(ask GET "/runs/$run" | sed -n 's/.*"outputs":{\(.*\)/\1/p' | text id)"
  ask GET "/outputs/$output" | grep -q '"raw_data":'

  # Another one, cancelled: it may have ended before.
  other="$(ask POST "/workflows/$id/run" '{"input":"hello"}' | text run_id)"
  ask POST /runs/cancel "{\"filter\":{\"ids\":[\"$other\",\"$run\"]}}" >/dev/null

  # Lists, the way out into another dialect, and away with it; its runs stay.
  runs="$(ask GET "/workflows/$id/instances" | grep -o "\"id\":\"$run\"\|\"id\":\"$other\"" | wc -l)"
  ask GET /workflows | grep -q "\"id\":\"$id\""
  ask GET "/workflows/$id/export?dialect=native" | grep -q '"skein":1'
  ask DELETE "/workflows/$id"
  status="$(ask GET "/runs/$run" | text status)"

  echo "$dialect: $events events, after row 1 ${later#id: }, $answers answered, $((runs)) runs, $status"
done
