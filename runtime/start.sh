#!/bin/sh
# `npm start`: website, API and reader on one port, with bounds on the memory that the process takes.
set -e
cd "$(dirname "$0")/.."
# One heap for all threads of glibc, and large blocks go back to the system: other systems ignore both.
export MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=65536
# Three times what the server has ever held, and young objects are collected early (ADR-0002).
exec runtime/node.sh --max-semi-space-size=16 --max-old-space-size=768 apps/server/src/main.ts
