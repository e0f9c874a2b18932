// Large programs that few need are not installed with the project: each has its own lockfile and is installed on first use.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Longer than an install takes: a process that has held the lock for this time has died. */
const LOCK_EXPIRES_MS = 10 * 60_000

/**
 * Installs a tool by its lockfile, unless that has been done; several processes may call this at once.
 * @returns the folder of its packages
 * @throws if npm fails, with npm's output
 */
export async function bringTool(name: 'lighthouse'): Promise<string> {
  const folder = join(import.meta.dirname, name)
  const packages = join(folder, 'node_modules')
  const stamp = join(packages, '.brought')
  const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const isThere = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfile
  const lock = join(folder, '.installing')
  while (!isThere()) {
    if (!takes(lock)) {
      await pause(500)
      continue
    }
    try {
      if (isThere()) break
      // Lets npm and the packages' scripts use the project's Node.
      const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
      await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
        cwd: folder,
        env: { ...process.env, PATH, NODE_ENV: '' },
      })
      writeFileSync(stamp, lockfile)
    } finally {
      rmSync(lock, { recursive: true, force: true })
    }
  }
  return packages
}

/** Tries to take a lock: a folder, which only one process can create. Removes an expired one. @returns whether it has the lock */
function takes(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > LOCK_EXPIRES_MS) rmSync(lock, { recursive: true, force: true })
    return false
  }
}
