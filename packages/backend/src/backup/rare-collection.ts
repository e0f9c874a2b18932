import { setFlagsFromString } from 'node:v8'

/** The heap may grow to four times the memory in use at its last collection. */
const GROWTH_PERCENT = 300

/**
 * Lets the garbage collector run less often in a program that copies much data, for as long as the program runs. Otherwise V8
 * scans the whole heap each time about 64 MB of buffers have been allocated, however short-lived they are, which took a third of
 * the processor time of a backup. With the first flag, buffers count towards the collection limit, which is larger and grows with
 * the heap. Without the second flag, this limit grows so little for a heap of 30 MB that a restore still spent a fifth of its
 * processor time on collections.
 */
export function collectRarely(): void {
  setFlagsFromString('--external-memory-accounted-in-global-limit')
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}
