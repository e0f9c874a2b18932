#!/bin/sh
# `npm run dev`: the server starts again when a module changes that it has loaded itself. Vite shows changes of the website's
# screens and builds the reader's scripts anew without a new start.
set -e
cd "$(dirname "$0")/.."
for folder in messages content packages/*/src apps/*/src; do set -- "$@" "--watch-path=$folder"; done
exec runtime/node.sh "$@" --watch-preserve-output apps/server/src/main.ts --dev
