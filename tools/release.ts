// `npm run release -- 1.2.0`: a commit with the version and its section of the changelog, a tag, and the list of all packages in it
// (SBOM). Nothing is pushed.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CHANGELOG = 'CHANGELOG.md'
const CHART = 'ops/helm/read-it/Chart.yaml'
const SETTINGS = 'docs/settings.md'
const MIGRATIONS = 'packages/backend/src/db/migrations'
const CHANGED = ['package.json', 'package-lock.json', CHANGELOG, CHART]

const LARGEST_SBOM_BYTES = 64 * 1024 ** 2

type Manifest = { name?: string; version?: string; dev?: boolean }
type Lock = { version: string; packages: Record<string, Manifest & { link?: boolean }> }

type Component = { 'bom-ref': string; name: string; version: string }
/** The part of CycloneDX that is read here. */
type Sbom = {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** The release is not possible; the message says why. */
export class ReleaseError extends Error {}

/**
 * Makes a release of what is committed.
 * @param root of a clone @param day `2026-11-27`
 * @returns path of the SBOM (CycloneDX, JSON)
 * @throws ReleaseError before anything is changed
 */
export function release(root: string, version: string, day: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const text = (file: string) => readFileSync(join(root, file), 'utf8')
  const current = (JSON.parse(text('package.json')) as { version: string }).version
  const before = git('tag', '--list', `v${current}`)
  if (!isVersion(version)) throw new ReleaseError(`${version} is not a version: use 1.2.3 or 1.2.3-rc.1`)
  // The first release may have the version that is already there.
  if (compareVersions(version, current) < (before ? 1 : 0)) throw new ReleaseError(`${version} is not newer than ${current}`)
  if (git('tag', '--list', `v${version}`)) throw new ReleaseError(`the tag v${version} already exists`)
  if (git('status', '--porcelain')) throw new ReleaseError('there are uncommitted changes')
  const atTag = (file: string) => (git('ls-tree', '--name-only', before, '--', file) ? git('show', `${before}:${file}`) : '')
  const notes = before
    ? upgradeNotes({
        settings: settingsIn(atTag(SETTINGS)),
        newSettings: settingsIn(text(SETTINGS)),
        migrations: git('diff', '--name-only', '--diff-filter=A', before, 'HEAD', '--', MIGRATIONS).split('\n').filter(Boolean),
      })
    : []
  const changelog = releasedChangelog(text(CHANGELOG), version, day, notes)
  try {
    writeFileSync(join(root, CHANGELOG), changelog)
    writeFileSync(join(root, 'package.json'), text('package.json').replace(/("version": )"[^"]+"/, `$1"${version}"`))
    writeFileSync(join(root, 'package-lock.json'), lockWith(text('package-lock.json'), version))
    writeFileSync(join(root, CHART), text(CHART).replace(/^(version|appVersion): .*$/gm, `$1: ${version}`))
    const sbom = join(root, 'build', `read-it-${version}.cdx.json`)
    mkdirSync(join(root, 'build'), { recursive: true })
    writeFileSync(sbom, componentsOf(root, version))
    git('commit', '--quiet', '--message', `Version ${version}`, '--', ...CHANGED)
    git(
      'tag',
      '--annotate',
      `v${version}`,
      '--cleanup=verbatim',
      '--message',
      `Version ${version}\n\n${sectionOf(changelog, version)}`,
    )
    return sbom
  } catch (error) {
    // Either all or nothing: without its tag, the commit would be a version that nobody can name.
    if (git('log', '-1', '--format=%s') === `Version ${version}`) git('reset', '--quiet', '--soft', 'HEAD~1')
    git('checkout', '--quiet', 'HEAD', '--', ...CHANGED)
    throw error
  }
}

/**
 * Returns the changelog with the section "Unreleased" turned into the version, after an empty one.
 * @param notes lines for operators who upgrade, which come first
 * @throws ReleaseError if nothing has changed
 */
export function releasedChangelog(changelog: string, version: string, day: string, notes: readonly string[]): string {
  const [, head = '', body = '', rest = ''] = /^(.*?\n)## Unreleased\n(.*?)(\n## .*)?$/s.exec(changelog) ?? []
  if (!/^- /m.test(body)) throw new ReleaseError('CHANGELOG.md has nothing under "Unreleased"')
  const upgrading = notes.length > 0 ? `\n### Upgrading\n\n${notes.map((note) => `- ${note}`).join('\n')}\n` : ''
  return `${head}## Unreleased\n\n## ${version} – ${day}\n${upgrading}${body.trimEnd().replace(/^\n*/, '\n')}\n${rest}`
}

/** Returns the section of a version without its heading. */
function sectionOf(changelog: string, version: string): string {
  const from = changelog.indexOf(`## ${version} `)
  const body = changelog.indexOf('\n', from) + 1
  const to = changelog.indexOf('\n## ', body)
  return changelog.slice(body, to < 0 ? undefined : to).trim()
}

/** Returns what an operator must know before the upgrade, as far as a comparison shows it. */
export function upgradeNotes(changes: { settings: string[]; newSettings: string[]; migrations: string[] }): string[] {
  const { settings, newSettings, migrations } = changes
  const added = newSettings.filter((name) => !settings.includes(name)).map((name) => `\`${name}\``)
  const removed = settings.filter((name) => !newSettings.includes(name)).map((name) => `\`${name}\``)
  const count = migrations.filter((file) => file.endsWith('.sql')).length
  return [
    count > 0
      ? `Run \`npm run kiosk -- migrate\` before you replace servers: ${count} ${count === 1 ? 'migration' : 'migrations'}; \`--plan\` shows what they lock.`
      : 'The database stays as it is.',
    added.length > 0 ? `New settings: ${added.join(', ')}.` : '',
    removed.length > 0 ? `Settings that are gone: ${removed.join(', ')}.` : '',
  ].filter(Boolean)
}

function settingsIn(document: string): string[] {
  return [...document.matchAll(/^\| `([A-Z][A-Z0-9_]*)`/gm)].map(([, name]) => name!)
}

function lockWith(text: string, version: string): string {
  const lock = JSON.parse(text) as Lock
  lock.version = version
  lock.packages['']!.version = version
  return `${JSON.stringify(lock, null, 2)}\n`
}

/**
 * Returns the packages of an install for production as CycloneDX. `npm sbom` wants a version of every workspace, which ours do
 * not have, so it reads a copy in which they have that of the project.
 */
function componentsOf(root: string, version: string): string {
  const temporary = mkdtempSync(join(tmpdir(), 'sbom-'))
  // npm names the product after its folder.
  const folder = join(temporary, 'read-it')
  try {
    mkdirSync(folder)
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
    cpSync(join(root, 'package.json'), join(folder, 'package.json'))
    for (const [path, entry] of Object.entries(lock.packages)) {
      if (path === '' || path.includes('node_modules')) continue
      entry.version = version
      mkdirSync(join(folder, path), { recursive: true })
      const manifest = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as Manifest
      writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ ...manifest, version }))
    }
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
    const options = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
    // NODE_ENV=production would omit those of development, see `ofProduction`.
    const env = { ...process.env, NODE_ENV: '' }
    const how = { cwd: folder, env, encoding: 'utf8', maxBuffer: LARGEST_SBOM_BYTES } as const
    const all = JSON.parse(execFileSync('npm', options, how)) as Sbom
    return `${JSON.stringify(ofProduction(all, lock), null, 2)}\n`
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

/**
 * Leaves out packages of development. `npm sbom --omit=dev` does so, too, but also leaves out those that are needed for both, like
 * the driver of the database.
 */
function ofProduction(sbom: Sbom, lock: Lock): Sbom {
  const needed = new Set(packagesOfProduction(lock))
  const components = sbom.components.filter((each) => needed.has(each['bom-ref']))
  const left = new Set([sbom.metadata.component, ...components].map((each) => each['bom-ref']))
  const dependencies = sbom.dependencies
    .filter(({ ref }) => left.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => left.has(each)) }))
  return { ...sbom, components, dependencies }
}

/** Returns what an install for production has, each as `name@version`, our workspaces included. */
export function packagesOfProduction({ packages }: Pick<Lock, 'packages'>): string[] {
  const installed = Object.entries(packages).filter(([path, { dev, link }]) => path !== '' && !dev && !link)
  return [...new Set(installed.map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`))]
}

function isVersion(text: string): boolean {
  return /^\d+\.\d+\.\d+(-[0-9a-z]+(\.[0-9a-z]+)*)?$/i.test(text)
}

/** Orders versions as Semantic Versioning does: a pre-release comes before its version. */
export function compareVersions(one: string, other: string): number {
  const [[a, aPre], [b, bPre]] = [one, other].map((each) => {
    const [numbers = '', ...pre] = each.split('-')
    return [numbers.split('.').map(Number), pre.join('-')] as const
  }) as [readonly [number[], string], readonly [number[], string]]
  for (const [place, number] of a.entries()) if (number !== b[place]) return number - b[place]!
  if (aPre === bPre) return 0
  if (!aPre || !bPre) return aPre ? -1 : 1
  return aPre.localeCompare(bPre, 'en', { numeric: true })
}

if (import.meta.main) {
  const [version = ''] = process.argv.slice(2)
  try {
    const root = join(import.meta.dirname, '..')
    const sbom = release(root, version, new Date().toISOString().slice(0, 10))
    console.log(`Version ${version} is committed and tagged; its packages are in ${sbom}.`)
    console.log(`Publish it: git push --follow-tags, docker build --tag read-it:${version} .`)
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error
    console.error(`No release: ${error.message}.`)
    process.exitCode = 1
  }
}
