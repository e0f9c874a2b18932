import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kiosk/backend/config'
import { CannotStart } from '@kiosk/backend/startup-error'

/** Sources of website, reader and desk; a change in any of them rebuilds all. */
const SOURCES = ['messages', 'packages', 'apps/website', 'apps/reader', 'apps/desk', 'package-lock.json']
const STAMP = `${root}build/clients`

/**
 * Builds website, reader and desk for production unless they have been built from these sources.
 * @throws CannotStart if a build is needed and the packages for it are not installed (`npm ci --omit=dev`)
 */
export async function buildClients(report: (line: string) => void): Promise<void> {
  const current = fingerprint()
  const built = ['apps/website/build/server', 'apps/reader/build/client', 'apps/desk/build/server'].every((folder) =>
    existsSync(root + folder),
  )
  if (built && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === current) return
  if (!existsSync(`${root}node_modules/.bin/react-router`))
    throw new CannotStart('The website has not been built from these sources: run npm run build, which needs all packages.')
  report('Building the website, the reader and the desk …')
  await Promise.all([
    run('apps/website', 'react-router', ['build']),
    run('apps/reader', 'vite', ['build']),
    run('apps/desk', 'react-router', ['build']),
  ])
  mkdirSync(`${root}build`, { recursive: true })
  writeFileSync(STAMP, current)
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const add = (path: string) =>
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(root + path))
  for (const source of SOURCES) {
    if (source.endsWith('.json')) add(source)
    else for (const path of filesBelow(source)) add(path)
  }
  return hash.digest('hex')
}

function filesBelow(folder: string): string[] {
  return readdirSync(root + folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (['node_modules', 'build', '.react-router'].includes(entry.name) || entry.name.includes('.test.')) return []
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(path) : [path]
    })
}

function run(folder: string, command: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const output: Buffer[] = []
    const child = spawn(process.execPath, [`${root}node_modules/.bin/${command}`, ...args], { cwd: root + folder })
    child.stdout.on('data', (data: Buffer) => output.push(data))
    child.stderr.on('data', (data: Buffer) => output.push(data))
    child.on('error', reject)
    child.on('exit', (status) => {
      if (status === 0) resolve()
      else reject(new Error(`${command} build in ${folder} failed:\n${Buffer.concat(output)}`))
    })
  })
}
