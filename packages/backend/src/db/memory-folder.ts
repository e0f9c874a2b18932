import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Where Linux keeps files in memory. */
const SHARED_MEMORY = '/dev/shm'
/** A container may have a tiny one. */
const LEAST_BYTES = 4 * 1024 ** 3

/** Folder for temporary files of tests: in memory where there is room, since making and deleting thousands of files costs a disk half of its time; else the temporary folder. */
export function memoryFolder(): string {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize >= LEAST_BYTES ? SHARED_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
