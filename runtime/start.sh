#!/bin/sh
# `npm start`: website, API and reader on one port, with limits on the memory of the process.
set -e
cd "$(dirname "$0")/.."
# With glibc, all threads share one heap, and large blocks are returned to the system. Other systems ignore both variables.
export MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=65536
# Three times the heap that the server has ever needed; young objects are collected early (ADR-0002).
exec runtime/node.sh --max-semi-space-size=16 --max-old-space-size=768 apps/server/src/main.ts
