import { setFlagsFromString } from 'node:v8'

/**
 * Lets the garbage collector run less often in a program that copies much data, for as long as the program runs. Otherwise V8 goes
 * through the whole heap each time some 64 MB of buffers were allocated, however short they live, which took a third of the processor
 * time of a backup. With this, they count for the limit after which it collects, which is larger and grows with the heap.
 */
export function collectRarely(): void {
  setFlagsFromString('--external-memory-accounted-in-global-limit')
}
