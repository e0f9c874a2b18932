#!/bin/sh
# Runs the project's own Node with these arguments. Installs it and the packages first if they are missing.
set -e
root=$(dirname "$0")/..
node "$root/runtime/bring.mjs"
exec "$root/node_modules/.bin/node" "$@"
