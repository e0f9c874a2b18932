import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareVersions, packagesOfProduction, ReleaseError, release, releasedChangelog, upgradeNotes } from './release.ts'

const project = join(import.meta.dirname, '..')
let clone: string
const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim()
const text = (file: string) => readFileSync(join(clone, file), 'utf8')
function write(file: string, contents: string) {
  mkdirSync(dirname(join(clone, file)), { recursive: true })
  writeFileSync(join(clone, file), contents)
}
function commit() {
  git('add', '--all')
  git('commit', '--quiet', '--message', 'A change')
}

/** What a release reads, with the true packages and lockfile. */
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'release-'))
  const manifests = globSync('{package,package-lock}.json', { cwd: project })
  const workspaces = globSync('{packages/*,apps/*,e2e,bench}/package.json', { cwd: project })
  for (const file of [...manifests, ...workspaces, 'ops/helm/read-it/Chart.yaml', 'docs/settings.md'])
    cpSync(join(project, file), join(clone, file))
  write('.gitignore', 'build/\n')
  write('CHANGELOG.md', '# Changelog\n\nWords.\n\n## Unreleased\n\n### Added\n\n- The first thing.\n')
  write('packages/backend/src/db/migrations/001-first.sql', 'select 1')
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Tester')
  git('config', 'user.email', 'tester@example.org')
  commit()
})
afterAll(() => rmSync(clone, { recursive: true }))

test('two releases, one after the other', () => {
  const sbom = release(clone, '0.1.0', '2026-11-27')
  expect(git('log', '-1', '--format=%s', 'v0.1.0')).toBe('Version 0.1.0')
  expect(text('CHANGELOG.md')).toContain('## Unreleased\n\n## 0.1.0 – 2026-11-27\n\n### Added\n\n- The first thing.\n')
  const { metadata, components } = JSON.parse(readFileSync(sbom, 'utf8')) as {
    metadata: { component: { name: string; version: string } }
    components: { name: string; version: string; licenses?: unknown[] }[]
  }
  expect(metadata.component).toMatchObject({ name: 'read-it', version: '0.1.0' })
  const names = components.map(({ name }) => name)
  // "pg" and "zod" are needed by tools of development, too.
  for (const each of ['pg', 'zod', 'sharp', 'react']) expect(names).toContain(each)
  const lock = JSON.parse(text('package-lock.json')) as Parameters<typeof packagesOfProduction>[0]
  expect(components).toHaveLength(packagesOfProduction(lock).length)
  expect(components.length).toBeGreaterThan(200)
  expect(names).not.toContain('vitest')
  expect(git('status', '--porcelain')).toBe('')

  write('packages/backend/src/db/migrations/002-second.sql', 'select 2')
  write('docs/settings.md', text('docs/settings.md').replace('| `PORT` |', '| `PORTS` |'))
  write('CHANGELOG.md', text('CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n\n### Fixed\n\n- The second thing.\n'))
  commit()
  release(clone, '0.2.0', '2026-12-01')
  expect(git('tag', '--list', '--format=%(contents)', 'v0.2.0')).toBe(
    `Version 0.2.0

### Upgrading

- Run \`npm run kiosk -- migrate\` before you replace servers: 1 migration; \`--plan\` shows what they lock.
- New settings: \`PORTS\`.
- Settings that are gone: \`PORT\`.

### Fixed

- The second thing.`,
  )
  const versions = ['package.json', 'package-lock.json'].map((file) => (JSON.parse(text(file)) as { version: string }).version)
  expect(versions).toEqual(['0.2.0', '0.2.0'])
  expect(text('ops/helm/read-it/Chart.yaml')).toMatch(/^version: 0\.2\.0\nappVersion: 0\.2\.0$/m)
  expect(text('CHANGELOG.md').indexOf('## 0.2.0')).toBeLessThan(text('CHANGELOG.md').indexOf('## 0.1.0'))
})

test('what is not possible is refused, and nothing changes', () => {
  const head = git('rev-parse', 'HEAD')
  const why = (version: string) => () => release(clone, version, '2026-12-02')
  expect(why('1.0.0')).toThrow('nothing under "Unreleased"')
  expect(why('0.2.0')).toThrow('not newer')
  expect(why('0.1.9')).toThrow('not newer')
  expect(why('v3')).toThrow(ReleaseError)
  git('tag', 'v0.3.0')
  expect(why('0.3.0')).toThrow('the tag v0.3.0 already exists')
  write('new-file', '')
  expect(why('0.4.0')).toThrow('uncommitted')
  rmSync(join(clone, 'new-file'))
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([head, ''])
})

test('a release that fails half-way leaves the tree as it was', () => {
  write('CHANGELOG.md', text('CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n\n- A third thing.\n'))
  const lock = text('package-lock.json')
  // A lockfile that npm cannot read.
  write('package-lock.json', lock.replace('"apps/demo": {', '"apps/gone": {'))
  commit()
  const head = git('rev-parse', 'HEAD')
  expect(() => release(clone, '0.5.0', '2026-12-02')).toThrow()
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag', '--list', 'v0.5.0')]).toEqual([head, '', ''])
})

test('a section that is there already stays, and an empty one is no release', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n- One.\n\n## 0.1.0 – 2026-01-01\n\n- Old.\n'
  expect(releasedChangelog(changelog, '0.2.0', '2026-11-27', [])).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 – 2026-11-27\n\n- One.\n\n## 0.1.0 – 2026-01-01\n\n- Old.\n',
  )
  expect(() => releasedChangelog('# Changelog\n\n## Unreleased\n\n### Added\n', '0.2.0', '2026-11-27', [])).toThrow(ReleaseError)
})

test('versions are ordered', () => {
  const sorted = ['0.9.0', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', '1.2.0', '1.10.0', '2.0.0']
  expect(sorted.toReversed().sort(compareVersions)).toEqual(sorted)
})

test('without migrations the notes say so', () => {
  expect(upgradeNotes({ settings: ['A'], newSettings: ['A'], migrations: [] })).toEqual(['The database stays as it is.'])
})
