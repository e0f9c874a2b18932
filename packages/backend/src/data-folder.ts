import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from './startup-error.ts'

/** Subfolders of the data folder that we own, and our files in it. */
const FOLDERS = ['files', 'mail', 'scratch'] as const
const FILES = ['postgres.log', 'postgres.log.1', 'sandbox-payments.db'] as const

/**
 * Creates the data folder if missing and closes it to other users of the machine. As root, PostgreSQL runs as another user, who
 * must be able to pass through the folder: then the folder can be traversed, and its contents are private instead.
 * @throws CannotStart when the folder cannot be created or written
 */
export function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
    for (const name of FOLDERS) mkdirSync(join(dataDir, name), { recursive: true, mode: 0o700 })
  } catch (error) {
    throw notWritable(dataDir, error)
  }
  for (const name of FOLDERS) close(join(dataDir, name), 0o700)
  for (const name of FILES) if (existsSync(join(dataDir, name))) close(join(dataDir, name), 0o600)
  close(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
}

function close(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch {
    // The folder belongs to another user.
  }
}

export function notWritable(path: string, error: unknown): CannotStart {
  const { code } = error as NodeJS.ErrnoException
  return new CannotStart(`${path} cannot be written (${code}): set DATA_DIR to a folder that this program may write.`)
}
