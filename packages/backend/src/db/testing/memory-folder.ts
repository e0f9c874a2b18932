import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** In-memory folder of Linux. */
const SHARED_MEMORY = '/dev/shm'
/** Minimum free space; containers may have less. */
const LEAST_BYTES = 4 * 1024 ** 3

/** Returns a folder for temporary files of tests: in memory if there is space, else the temporary folder. */
export function memoryFolder(): string {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize >= LEAST_BYTES ? SHARED_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
