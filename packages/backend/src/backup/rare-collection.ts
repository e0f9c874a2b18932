import { setFlagsFromString } from 'node:v8'

/** The heap may grow to four times of what was in use at its last collection. */
const GROWTH_PERCENT = 300

/**
 * Lets the garbage collector run less often in a program that copies much data, for as long as the program runs. Otherwise V8 goes
 * through the whole heap each time some 64 MB of buffers were allocated, however short they live, which took a third of the processor
 * time of a backup. With this, they count for the limit after which it collects, which is larger and grows with the heap. Without the
 * second flag, it grows so little for a heap of 30 MB that a restore still spent a fifth of its own processor time on it.
 */
export function collectRarely(): void {
  setFlagsFromString('--external-memory-accounted-in-global-limit')
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}
