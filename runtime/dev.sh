#!/bin/sh
# `npm run dev`: the server restarts when a module that it has loaded itself changes. Vite shows changes of the website's
# screens and rebuilds the reader's scripts without a restart.
set -e
cd "$(dirname "$0")/.."
for folder in messages content packages/*/src apps/*/src; do set -- "$@" "--watch-path=$folder"; done
exec runtime/node.sh "$@" --watch-preserve-output apps/server/src/main.ts --dev
