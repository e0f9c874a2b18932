import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BEHAVIOUR, type Coefficients, type Cost, KINDS, type Kind, needsOf, PRICES } from './model.ts'
import { summary, tables } from './report.ts'

const text = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

/** Round numbers, so that results can be calculated by hand. Only readers' pages cost anything. */
function simple(changes: Partial<Record<Kind, Cost>> = {}): Coefficients {
  const free = Object.fromEntries(KINDS.map((kind) => [kind, { nodeMs: 0, databaseMs: 0, bytes: 0 }])) as Record<Kind, Cost>
  return {
    conditions: {},
    requests: { ...free, ...changes },
    idle: { nodeMs: 0, databaseMs: 0 },
    searchAtSize: { databaseMs: 0, pages: 1_000_000, source: '' },
    rows: { event: 0, account: 0, session: 0, place: 0, favourite: 0, job: 0, page: 0 },
    rowsSource: '',
    pageFileBytes: 1_000_000,
    check: null,
  }
}
const size = { readers: 100_000, issues: 1_000, cdnShare: 0 }

describe('the calculator', () => {
  test('multiplies requests of the busiest minute with their cost', () => {
    const needs = needsOf(size, simple({ readerPage: { nodeMs: 10, databaseMs: 5, bytes: 1_000 } }))
    // 100,000 readers × 0.3 × 1.6 visits × 2 pages × 15 % in an hour of 3,600 s × 2
    expect(needs.requestsPerSecond.readerPage).toBeCloseTo(8, 10)
    expect(needs.nodeCores).toBeCloseTo(0.08, 10)
    expect(needs.databaseCores).toBeCloseTo(0.04, 10)
    // 8 pages of 1,000 bytes, pictures of 150,000 (80 and, drawn in the busiest hour, 60 × 37 × 3 × 30 %) and 15,000 (12 and 15 a visit)
    const pictures = 80 + (60 * 37 * 3 * 0.3) / 3_600
    const covers = 48 + (100_000 * 0.5 * 15 * 0.3) / 3_600
    expect(needs.megabitsPerSecond).toBeCloseTo((8 * 1_000 + pictures * 150_000 + covers * 15_000) * 8e-6, 8)
    const bytesOfDay = 96_000 * 1_000 + (960_000 + 60 * 37 * 3) * 150_000 + (576_000 + 750_000) * 15_000
    expect(needs.egressGbPerMonth).toBeCloseTo((bytesOfDay * 30.4) / 1e9, 6)
    expect(needs).toMatchObject({ processes: 2, servers: 2, database: { cores: 2, standbys: 1 } })
    expect(needs.filesGb).toBe(BEHAVIOUR.pagesPerIssue)
  })

  test('adds what each server needs without requests', () => {
    const costs = { ...simple(), idle: { nodeMs: 100, databaseMs: 30 } }
    expect(needsOf(size, costs)).toMatchObject({ servers: 2, nodeCores: 0.2, databaseCores: 0.06 })
  })

  test('plans processors half busy, and a server to spare', () => {
    const needs = needsOf(size, simple({ readerPage: { nodeMs: 1_000, databaseMs: 1_000, bytes: 0 } }))
    expect(needs.nodeCores).toBeCloseTo(8, 10)
    expect(needs).toMatchObject({ processes: 16, servers: 5, database: { cores: 16, standbys: 1 } })
    const beyond = needsOf({ ...size, readers: 1_000_000 }, simple({ readerPage: { nodeMs: 0, databaseMs: 1_000, bytes: 0 } }))
    expect(beyond.database).toMatchObject({ cores: 64, standbys: 2 })
  })

  test('a CDN answers its share of public files, and readers pay for sending either way', () => {
    const costs = simple({
      cover: { nodeMs: 1, databaseMs: 0, bytes: 1_000 },
      picture: { nodeMs: 1, databaseMs: 0, bytes: 1_000 },
    })
    const [without, behind] = [needsOf(size, costs), needsOf({ ...size, cdnShare: 0.9 }, costs)]
    expect(behind.requestsPerSecond.cover).toBeCloseTo(without.requestsPerSecond.cover / 10, 10)
    expect(behind.requestsPerSecond.picture).toBe(without.requestsPerSecond.picture)
    expect(behind.egressGbPerMonth).toBe(without.egressGbPerMonth)
    expect(behind.nodeCores).toBeLessThan(without.nodeCores)
  })

  test('a search costs more in more pages', () => {
    const costs = simple({ search: { nodeMs: 0, databaseMs: 2, bytes: 0 } })
    costs.searchAtSize = { databaseMs: 22, pages: 37_000_000, source: '' }
    const at = (issues: number) => needsOf({ ...size, issues }, costs)
    const perSearch = (issues: number) => (at(issues).databaseCores * 1000) / at(issues).requestsPerSecond.search
    expect(perSearch(1_000_000)).toBeCloseTo(22, 10)
    expect(perSearch(500_000)).toBeCloseTo(12, 10)
  })

  test('keeps rows for as long as they are kept, twice over', () => {
    const costs = simple()
    costs.rows = { ...costs.rows, event: 1_000 }
    // 48,000 visits × 6 events × 90 days × 1,000 bytes × 2
    expect(needsOf(size, costs).database.diskGb).toBeCloseTo(51.84, 10)
  })

  test('adds up money by its prices', () => {
    const { money, filesGb } = needsOf(size, simple(), { ...PRICES, coreHour: 1, objectGbMonth: 2, diskGbMonth: 0, egressGb: 0 })
    expect(money).toMatchObject({ servers: 2 * 4 * 730, database: 2 * 2 * 730, files: filesGb * 2, egress: 0 })
    expect(money.total).toBe(money.servers + money.database + money.files)
  })

  test('says what breaks first', () => {
    const needs = needsOf(size, simple({ readerPage: { nodeMs: 1_000, databaseMs: 10, bytes: 0 } }))
    expect(needs.limits.slice(0, 2).map(({ what }) => what)).toEqual(['processor of one process', 'connections to the database'])
    expect(needs.limits[0]).toMatchObject({ bears: 0.5, unit: 'cores' })
    expect(summary(size, simple({ readerPage: { nodeMs: 1_000, databaseMs: 10, bytes: 0 } }))).toContain(
      'beyond one  processor of one process: 16 times',
    )
  })

  test.each([
    { readers: 0, issues: 1, cdnShare: 0 },
    { readers: 1, issues: Number.NaN, cdnShare: 0 },
    { readers: 1, issues: 1, cdnShare: 1 },
  ])('rejects %j', (wrong) => {
    expect(() => needsOf(wrong, simple())).toThrow(RangeError)
  })
})

test('docs/scale.md has the tables of the coefficients; `npm run scale -- --write` writes them', () => {
  const coefficients = JSON.parse(text('coefficients.json')) as Coefficients
  for (const kind of KINDS) expect(coefficients.requests[kind].nodeMs, kind).toBeGreaterThan(0)
  expect(text('../../docs/scale.md')).toContain(tables(coefficients))
})
