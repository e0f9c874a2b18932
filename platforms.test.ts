// Every supported system gets Node, PostgreSQL and the compiled parts of libraries as packages of the lockfiles.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { localeOptions, postgresPackage } from '@kiosk/backend/db/postgres-cluster'
import { describe, expect, test } from 'vitest'
import { isWantedNode, nodePackages } from './runtime/node-package.mjs'

type Entry = {
  version?: string
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
  optional?: boolean
  dev?: boolean
  resolved?: string
  link?: boolean
  optionalDependencies?: Record<string, string>
}
function lockOf(file: string): Record<string, Entry> {
  return (JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as { packages: Record<string, Entry> }).packages
}
const lockfiles = ['package-lock.json', 'runtime/package-lock.json', 'tools/lighthouse/package-lock.json']
const lock = lockOf('package-lock.json')
const runtime = lockOf('runtime/package-lock.json')
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
const listed = (value: string | string[] | undefined): string[] => [value ?? []].flat()

describe.each(platforms)('%s', (platform) => {
  const [os = '', cpu = ''] = platform.split('-')

  test('gets Node from a package for this system alone', () => {
    const name = nodePackages[platform]!
    const entry = runtime[`node_modules/${name}`]
    expect(entry).toMatchObject({ os, cpu, optional: true })
    expect(runtime['']!.optionalDependencies).toHaveProperty(name, entry!.version)
    expect(Number(entry!.version!.split('.')[0])).toBeGreaterThanOrEqual(24)
  })

  test('gets PostgreSQL from a package for this system alone', () => {
    const name = postgresPackage(platform)
    const entry = lock[`node_modules/${name}`]!
    expect([listed(entry.os), listed(entry.cpu), entry.optional, entry.dev]).toEqual([[os], [cpu], true, undefined])
    expect(lock['packages/backend']!.optionalDependencies).toHaveProperty(name, entry.version)
  })

  test('gets the compiled part of every library that has one for Linux', () => {
    /** Returns the name of a family of packages: a package's name without system, processor and C library. */
    const family = (path: string) => path.replace(/-?(linuxmusl|linux|darwin)(-|$)|-?\b(x64|arm64)\b|-(gnu|musl|glibc)\b/g, '')
    const families = (system: string, processor: string) =>
      new Set(
        Object.entries(lock)
          .filter(([, entry]) => listed(entry.os).includes(system) && listed(entry.cpu).includes(processor))
          .map(([path]) => family(path)),
      )
    const own = families(os, cpu)
    expect([...families('linux', 'x64')].filter((each) => !own.has(each))).toEqual([])
  })
})

test('other systems get a message that says what to do instead', () => {
  expect(() => postgresPackage('win32-x64')).toThrow('There is no embedded PostgreSQL for win32-x64: set DATABASE_URL.')
  expect(nodePackages['win32-x64']).toBeUndefined()
})

test('a Node of the machine is taken if it is of the wanted major and not older', () => {
  const versions = ['20.20.2', '24.10.0', '24.11.0', '24.21.0', '26.10.0']
  expect(versions.filter(isWantedNode)).toEqual(['24.11.0', '24.21.0'])
})

test('a database orders by code point and knows upper and lower case of Unicode on every system', () => {
  expect(localeOptions('linux')).toEqual(['--encoding=UTF8', '--locale=C.UTF-8', '--lc-messages=C'])
  expect(localeOptions('darwin')).toEqual(['--encoding=UTF8', '--locale=C', '--lc-ctype=en_US.UTF-8'])
})

test.each(lockfiles)('%s names no registry, so that npm uses the configured one', (file) => {
  const resolved = Object.entries(lockOf(file)).filter(([, entry]) => entry.resolved !== undefined && !entry.link)
  expect(resolved.map(([path]) => path)).toEqual([])
})
