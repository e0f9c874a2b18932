import { accessSync, constants, mkdirSync } from 'node:fs'
import { CannotStart } from './cannot-start.ts'

/**
 * Makes the folder of all state, where it is not there yet.
 * @throws CannotStart where it can't be made or written
 */
export function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw notWritable(dataDir, error)
  }
}

export function notWritable(path: string, error: unknown): CannotStart {
  const { code } = error as NodeJS.ErrnoException
  return new CannotStart(`${path} cannot be written (${code}): set DATA_DIR to a folder that this program may write.`)
}
