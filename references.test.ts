// Every reference in the repository has a target: ADRs, requirements and links between documents.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = import.meta.dirname
const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const files = paths
  .filter((file) => /\.(ts|tsx|mjs|css|sql|md|tsv|yaml|yml)$/.test(file))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** Numbers of the ADRs, `0011`. */
const records = new Set(readdirSync(join(root, 'docs/adr')).map((name) => name.slice(0, 4)))
const requirements = new Set(
  files
    .find(({ path }) => path === 'docs/requirements.tsv')!
    .text.split('\n')
    .map((line) => line.split('\t')[0]!),
)

test('every ADR that is mentioned exists', () => {
  const missing = [...mentions(/\bADR-(\d{4})\b/g)].filter(([, number]) => !records.has(number))
  expect(missing).toEqual([])
})

test('ADRs are mentioned by number as ADR-NNNN', () => {
  expect([...mentions(/(?<!of )\b[Dd]ecisions? (\d+)\b/g)]).toEqual([])
})

test('every requirement that is mentioned is a row of docs/requirements.tsv', () => {
  const missing = [...mentions(/\b(R\d+(?:\.\d+)?-\d+)\b/g)].filter(([, id]) => !requirements.has(id))
  expect(missing).toEqual([])
})

test('no comment refers to a section of a document that is not here', () => {
  const code = files.filter(({ path }) => /\.(ts|tsx|css|sql)$/.test(path))
  const found = code.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => /\b[Ss]ections? \d/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(found.filter((line) => !line.startsWith('references.test.ts'))).toEqual([])
})

test('every link from one document to another leads to a file', () => {
  const broken = files
    // Documents in content/ are pages of the website: read-document.ts checks their links.
    .filter(({ path }) => path.endsWith('.md') && !path.startsWith('content/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|mailto:|#|\/)([^)\s#]+)[^)]*\)/g)]
        .map(([, target]) => normalize(join(dirname(path), target!)))
        .filter((target) => !existsSync(join(root, target)))
        .map((target) => `${path} → ${target}`),
    )
  expect(broken).toEqual([])
})

/** Folders of the repository, `docs` and `docs/adr`. */
const folders = new Set(
  paths.flatMap((path) => path.split('/').flatMap((_, depth, parts) => parts.slice(0, depth).join('/') || [])),
)

/** Whether text in backticks means a file or folder of the repository, from its root. */
function isPath(quoted: string): boolean {
  if (!/^[\w.@*-]+(\/[\w.@*-]+)*\/?$/.test(quoted)) return false
  if (/\.(ts|tsx|css|sql)$/.test(quoted)) return true
  return quoted.includes('/') && (folders.has(quoted.split('/')[0]!) || /\.(json|yaml|md|tsv)$/.test(quoted))
}

/** Whether a path, in which `*` may stand for a part of a name, is in the repository. */
function isThere(path: string): boolean {
  const folder = path.replace(/\/$/, '')
  const pattern = new RegExp(`^${folder.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`)
  return folders.has(folder) || paths.some((each) => pattern.test(each))
}

test.each(['ARCHITECTURE.md', 'README.md', 'docs/operating.md'])(
  'every file and folder that %s names in backticks exists',
  (document) => {
    const { text } = files.find(({ path }) => path === document)!
    const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, quoted]) => quoted!).filter(isPath)
    expect(named.length).toBeGreaterThan(document === 'ARCHITECTURE.md' ? 50 : 0)
    expect(named.filter((path) => !isThere(path))).toEqual([])
  },
)

/** @returns path and first group of each match */
function* mentions(pattern: RegExp): Generator<[path: string, what: string]> {
  for (const { path, text } of files) {
    if (path === 'references.test.ts') continue
    for (const [, what] of text.matchAll(pattern)) yield [path, what!]
  }
}
