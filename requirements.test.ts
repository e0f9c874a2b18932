// Checks docs/requirements.tsv: each requirement of the specification, and the test that proves it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = import.meta.dirname
const [head, ...lines] = readFileSync(join(root, 'docs/requirements.tsv'), 'utf8').trimEnd().split('\n')
const rows = lines.map((line) => {
  const [id = '', requirement = '', proof = '', ...more] = line.split('\t')
  return { id, requirement, proof, columns: 3 + more.length }
})

/** OWASP ASVS 5.0 level 2: a fulfilled requirement has its proof like those of the specification, any other has a reason. */
const [asvsHead, ...asvsLines] = readFileSync(join(root, 'docs/asvs.tsv'), 'utf8').trimEnd().split('\n')
const asvs = asvsLines.map((line) => {
  const [id = '', level = '', requirement = '', status = '', proof = '', ...more] = line.split('\t')
  return { id, level, requirement, status, proof, columns: 5 + more.length }
})

/** Findings of attacks: the third column names the tests, each in backticks; a file alone means all its tests. */
const findings = readFileSync(join(root, 'docs/findings.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))
  .filter(([id]) => id !== 'finding')

/** Proofs: `file :: name of a test`, several joined by ` && `; or `inspect: where to look`, or `later: why not yet`. */
const tests = [...rows, ...asvs.filter(({ status }) => status === 'holds')]
  .filter(({ proof }) => !/^(inspect|later): /.test(proof))
  .flatMap(({ id, proof }) => proof.split(' && ').map((each) => ({ id, file: '', name: '', ...partsOf(each) })))

function partsOf(proof: string): { file?: string; name?: string } {
  return /^(?<file>\S+\.(?:test|spec)\.tsx?) :: (?<name>.+)$/.exec(proof)?.groups ?? {}
}

const testsOfFindings = findings.flatMap(([id = '', , proof = '']) =>
  proof === '–' ? [] : proof.split('<br>').map((each) => ({ id, ...proofOfFinding(each.trim()) })),
)

/** Parses the proof of a finding. `name` is null if it names only a file, or what has to be inspected. */
function proofOfFinding(proof: string): { file: string; name: string | null } {
  const place = /^`inspect: (\S+)`$/.exec(proof)?.[1]
  if (place) return { file: place, name: null }
  const { file = proof, name = null } = /^`(?<file>\S+\.(?:test|spec)\.tsx?)(?: :: (?<name>.+))?`$/.exec(proof)?.groups ?? {}
  return { file, name }
}

const texts = new Map<string, string>()
function isDeclared({ file, name }: { file: string; name: string }): boolean {
  return ["'", '"', '`'].some((quote) => textOf(file).includes(quote + name.replaceAll(quote, `\\${quote}`) + quote))
}
function textOf(file: string): string {
  const known = texts.get(file) ?? (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')
  texts.set(file, known)
  return known
}

test('every row has an id of its own, the requirement and its proof', () => {
  expect(head).toBe('id\trequirement\tproof')
  expect(rows.filter((row) => !/^R\d+(\.\d+)?-\d+$/.test(row.id) || !row.requirement || !row.proof || row.columns !== 3)).toEqual(
    [],
  )
  const ids = rows.map(({ id }) => id)
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
})

test('every ASVS requirement of levels 1 and 2 has a status and its proof or reason, and none fails', () => {
  expect(asvsHead).toBe('requirement\tlevel\tasks for\tstatus\tproof or reason')
  expect(asvs).toHaveLength(253)
  expect(new Set(asvs.map(({ id }) => id)).size).toBe(253)
  const statuses = ['holds', 'not applicable', 'not yet']
  const wrong = asvs.filter(
    ({ id, level, requirement, status, proof, columns }) =>
      !/^V\d+\.\d+\.\d+$/.test(id) ||
      !/^[12]$/.test(level) ||
      !requirement ||
      !statuses.includes(status) ||
      !proof ||
      columns !== 5,
  )
  expect(wrong).toEqual([])
})

test('a proof names a file with tests that exists', () => {
  expect(tests.filter(({ file }) => textOf(file) === '').map(({ id, file }) => `${id}: ${file}`)).toEqual([])
})

test('a proof names a test that exists in its file', () => {
  expect(tests.filter((each) => !isDeclared(each)).map(({ id, file, name }) => `${id}: ${file} :: ${name}`)).toEqual([])
})

test('what is to be inspected is there', () => {
  const gone = [...rows, ...asvs]
    .filter(({ proof }) => /^(inspect|later): /.test(proof))
    .flatMap(({ id, proof }) => [...proof.matchAll(/(?:apps|packages|e2e)\/[\w./-]*\w/g)].map(([path]) => ({ id, path })))
    .filter(({ path }) => !existsSync(join(root, path)))
  expect(gone).toEqual([])
})

test('every finding has a state, and what was done about it', () => {
  expect(findings.length).toBeGreaterThan(80)
  const states = /^(fixed( by .+)?(, .+)?|judged .+|a measurement|open)$/
  expect(findings.filter((cells) => cells.length !== 4 || cells.some((cell) => !cell) || !states.test(cells[1]!))).toEqual([])
})

test('a finding names files and tests that exist', () => {
  const gone = testsOfFindings.filter(
    ({ file, name }) => !existsSync(join(root, file)) || (name !== null && !isDeclared({ file, name })),
  )
  expect(gone.map(({ id, file, name }) => `${id}: ${file} :: ${name}`)).toEqual([])
  expect(testsOfFindings.length).toBeGreaterThan(100)
})

test('a fixed finding names a test that fails without the fix', () => {
  const unproved = findings.filter(([id, state]) => state?.startsWith('fixed') && !testsOfFindings.some((each) => each.id === id))
  expect(unproved.map(([id]) => id)).toEqual([])
})
