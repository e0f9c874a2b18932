import { PAGES_BETWEEN_ADS } from '@kiosk/domain/reading/rights'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layoutFor, neighbourOf, placeOfSpread, type Spread, spreadOfPlace, spreadsFor, spreadsOf } from './spreads.ts'

const size = fc.constantFrom({ width: 600, height: 800 }, { width: 1200, height: 800 }, { width: 800, height: 800 })
const issue = fc
  .array(size, { minLength: 1, maxLength: 120 })
  .map((sizes) => sizes.map((each, index) => ({ ...each, number: index + 1 })))
const layout = fc.constantFrom('single' as const, 'spread' as const)
const upright = (count: number) => Array.from({ length: count }, (_, index) => ({ number: index + 1, width: 600, height: 800 }))
const pagesOf = (spreads: Spread[]) => spreads.flatMap((spread) => (spread.kind === 'pages' ? spread.pages : []))

describe('spreads', () => {
  test('shows the cover alone, then pages in pairs', () => {
    expect(spreadsOf(upright(6), 'spread')).toEqual([[1], [2, 3], [4, 5], [6]])
  })
  test('shows a double page alone', () => {
    const pages = upright(6)
    pages[3] = { number: 4, width: 1200, height: 800 }
    expect(spreadsOf(pages, 'spread')).toEqual([[1], [2, 3], [4], [5, 6]])
  })
  test('contains every page exactly once, in order', () => {
    fc.assert(
      fc.property(issue, layout, (pages, layout) => {
        expect(spreadsOf(pages, layout).flat()).toEqual(pages.map((page) => page.number))
      }),
    )
  })
})

describe('slides', () => {
  test('contains every open page once, and one gate for the closed pages', () => {
    fc.assert(
      fc.property(issue, layout, fc.boolean(), fc.nat(130), (pages, layout, ads, pagesOpen) => {
        const spreads = spreadsFor({ pages, layout, ads, pagesOpen })
        expect(pagesOf(spreads)).toEqual(pages.map((page) => page.number).filter((page) => page <= pagesOpen))
        expect(spreads.filter((spread) => spread.kind === 'gate' || spread.kind === 'end')).toHaveLength(1)
        expect(spreads.at(-1)?.kind).toBe(pagesOpen < pages.length ? 'gate' : 'end')
      }),
    )
  })
  test('has at most one advertisement for every eight open pages, keeps eight between two, and adds none without ads', () => {
    fc.assert(
      fc.property(issue, layout, fc.nat(130), (pages, layout, pagesOpen) => {
        expect(spreadsFor({ pages, layout, ads: false, pagesOpen }).some((spread) => spread.kind === 'advertisement')).toBe(false)
        // Where only the first pages are open, four are enough before the first.
        let since = pagesOpen < pages.length ? PAGES_BETWEEN_ADS / 2 : 0
        const spreads = spreadsFor({ pages, layout, ads: true, pagesOpen })
        const count = spreads.filter((spread) => spread.kind === 'advertisement').length
        expect(count * PAGES_BETWEEN_ADS).toBeLessThanOrEqual(Math.min(pagesOpen, pages.length))
        for (const spread of spreads) {
          if (spread.kind === 'pages') since += spread.pages.length
          if (spread.kind === 'advertisement') {
            expect(since).toBeGreaterThanOrEqual(PAGES_BETWEEN_ADS)
            since = 0
          }
        }
      }),
    )
  })
  test.each([
    ['single', 8, [4]],
    ['spread', 8, [5]],
    ['single', 7, []],
    ['single', 13, [4]],
    ['single', 16, [4, 12]],
    ['single', 20, [4, 12]],
    ['single', 21, [4, 12]],
    ['single', 1, []],
  ] as const)('a visitor who sees %s pages, %i of them open, meets advertisements after %j', (layout, pagesOpen, after) => {
    const spreads = spreadsFor({ pages: upright(24), layout, ads: true, pagesOpen })
    expect(spreads.flatMap((spread) => (spread.kind === 'advertisement' ? [spread.after] : []))).toEqual(after)
  })
  test('an advertisement is never first, last or next to the gate', () => {
    fc.assert(
      fc.property(issue, layout, fc.nat(130), (pages, layout, pagesOpen) => {
        const kinds = spreadsFor({ pages, layout, ads: true, pagesOpen }).map((spread) => spread.kind)
        expect(kinds[0]).not.toBe('advertisement')
        expect(kinds.at(-1)).not.toBe('advertisement')
        for (let at = 1; at < kinds.length; at++) expect(kinds[at - 1] === 'advertisement' && kinds[at] === 'gate').toBe(false)
      }),
    )
  })
  test('turning forward reaches every slide; turning back skips advertisements', () => {
    fc.assert(
      fc.property(issue, layout, fc.nat(130), (pages, layout, pagesOpen) => {
        const spreads = spreadsFor({ pages, layout, ads: true, pagesOpen })
        const forward = [0]
        for (let at: number | null = 0; at !== null; ) {
          at = neighbourOf(spreads, at, 1)
          if (at !== null) forward.push(at)
        }
        expect(forward).toEqual(spreads.map((_, index) => index))
        for (let at: number | null = spreads.length - 1; at !== null; ) {
          at = neighbourOf(spreads, at, -1)
          if (at !== null) expect(spreads[at]!.kind).not.toBe('advertisement')
        }
      }),
    )
  })
  test('skips a seen advertisement', () => {
    const spreads = spreadsFor({ pages: upright(20), layout: 'single', ads: true, pagesOpen: 20 })
    expect(spreads[8]).toEqual({ kind: 'advertisement', after: 8, turn: 0 })
    expect(neighbourOf(spreads, 7, 1)).toBe(8)
    expect(spreads[neighbourOf(spreads, 7, 1, new Set([8]))!]).toEqual({ kind: 'pages', pages: [9] })
  })
  test('a slide and its place map to each other', () => {
    fc.assert(
      fc.property(issue, layout, fc.boolean(), fc.nat(130), (pages, layout, ads, pagesOpen) => {
        const spreads = spreadsFor({ pages, layout, ads, pagesOpen })
        for (const [index, spread] of spreads.entries()) expect(spreadOfPlace(spreads, placeOfSpread(spread))).toBe(index)
      }),
    )
  })
  test('a closed page maps to the gate, a page past the end to the last page', () => {
    const gated = spreadsFor({ pages: upright(20), layout: 'spread', ads: true, pagesOpen: 8 })
    expect(gated[spreadOfPlace(gated, { kind: 'page', page: 15 })]).toEqual({ kind: 'gate', page: 9 })
    const open = spreadsFor({ pages: upright(20), layout: 'spread', ads: true, pagesOpen: 20 })
    expect(open[spreadOfPlace(open, { kind: 'page', page: 900 })]).toEqual({ kind: 'pages', pages: [20] })
  })
})

test('shows one page in portrait and two in landscape', () => {
  expect(layoutFor({ width: 360, height: 740 })).toBe('single')
  expect(layoutFor({ width: 768, height: 1024 })).toBe('single')
  expect(layoutFor({ width: 740, height: 360 })).toBe('single')
  expect(layoutFor({ width: 1440, height: 900 })).toBe('spread')
})
