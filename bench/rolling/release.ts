import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@kiosk/backend/config'

/** Returns the last release: the newest tag before this version. Undefined if there is none. */
export function lastRelease(): string | undefined {
  const { status, stdout } = spawnSync('git', ['describe', '--tags', '--abbrev=0'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/**
 * Writes a version to a temporary folder, which is kept for the next run, and installs and builds it. If the lockfile is the
 * same, it gets a copy of our packages.
 * @param ref git reference: a tag, a branch or a commit
 * @returns the folder, with a slash at its end
 */
export function installRelease(ref: string): string {
  const commit = output('git', ['rev-parse', '--verify', `${ref}^{commit}`]).trim()
  const folder = join(tmpdir(), `kiosk-release-${commit}/`)
  const done = join(folder, 'build/installed')
  if (existsSync(done)) return folder
  console.log(`  installing ${commit} in ${folder}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  output('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, folder])
  const lockOf = (each: string) => readFileSync(`${each}package-lock.json`, 'utf8')
  // Links to the same files, where that is possible.
  if (lockOf(folder) === lockOf(root)) output('sh', ['-c', 'cp -al "$0" "$1" || cp -a "$0" "$1"', `${root}node_modules`, folder])
  // Installs the packages if the lockfile differs. An install for production would lack the packages for the build.
  output(`${folder}runtime/node.sh`, ['apps/server/src/build-clients-command.ts'], folder)
  writeFileSync(done, '')
  return folder
}

function output(program: string, args: string[], cwd = root): string {
  const { NODE_ENV: _, ...env } = process.env
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env, encoding: 'utf8', maxBuffer: 1024 ** 3 })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stdout + stderr}`)
  return stdout
}

/** Migrates a database with the version in a folder, as an operator does. @returns what the command says */
export async function migrateWith(release: string, databaseUrl: string): Promise<string> {
  const command = ['--disable-warning=ExperimentalWarning', 'apps/operator/src/kiosk.ts', 'migrate']
  const env = { ...process.env, DATABASE_URL: databaseUrl, ENVIRONMENT: 'staging' }
  return (await promisify(execFile)(`${release}runtime/node.sh`, command, { cwd: release, env })).stdout
}
