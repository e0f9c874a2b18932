import { PAGES_BETWEEN_ADS } from '@kiosk/domain/reading/rights'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layoutFor, neighbourOf, placeOfStop, type Stop, spreadsOf, stopOfPlace, stopsOf } from './stops.ts'

const size = fc.constantFrom({ width: 600, height: 800 }, { width: 1200, height: 800 }, { width: 800, height: 800 })
const issue = fc
  .array(size, { minLength: 1, maxLength: 120 })
  .map((sizes) => sizes.map((each, index) => ({ ...each, number: index + 1 })))
const layout = fc.constantFrom('single' as const, 'spread' as const)
const upright = (count: number) => Array.from({ length: count }, (_, index) => ({ number: index + 1, width: 600, height: 800 }))
const pagesOf = (stops: Stop[]) => stops.flatMap((stop) => (stop.kind === 'pages' ? stop.pages : []))

describe('spreads', () => {
  test('the cover stands alone, then pages come in pairs', () => {
    expect(spreadsOf(upright(6), 'spread')).toEqual([[1], [2, 3], [4, 5], [6]])
  })
  test('a double page stands alone', () => {
    const pages = upright(6)
    pages[3] = { number: 4, width: 1200, height: 800 }
    expect(spreadsOf(pages, 'spread')).toEqual([[1], [2, 3], [4], [5, 6]])
  })
  test('every page is there exactly once and in order', () => {
    fc.assert(
      fc.property(issue, layout, (pages, layout) => {
        expect(spreadsOf(pages, layout).flat()).toEqual(pages.map((page) => page.number))
      }),
    )
  })
})

describe('stops', () => {
  test('every open page is there exactly once, a gate stands for the closed ones', () => {
    fc.assert(
      fc.property(issue, layout, fc.boolean(), fc.nat(130), (pages, layout, ads, pagesOpen) => {
        const stops = stopsOf({ pages, layout, ads, pagesOpen })
        expect(pagesOf(stops)).toEqual(pages.map((page) => page.number).filter((page) => page <= pagesOpen))
        expect(stops.filter((stop) => stop.kind === 'gate').length).toBe(pagesOpen < pages.length ? 1 : 0)
        if (pagesOpen < pages.length) expect(stops.at(-1)?.kind).toBe('gate')
      }),
    )
  })
  test('between two advertisements lie at least eight pages, and without ads there are none', () => {
    fc.assert(
      fc.property(issue, layout, fc.nat(130), (pages, layout, pagesOpen) => {
        expect(stopsOf({ pages, layout, ads: false, pagesOpen }).some((stop) => stop.kind === 'advertisement')).toBe(false)
        let since = 0
        for (const stop of stopsOf({ pages, layout, ads: true, pagesOpen })) {
          if (stop.kind === 'pages') since += stop.pages.length
          if (stop.kind === 'advertisement') {
            expect(since).toBeGreaterThanOrEqual(PAGES_BETWEEN_ADS)
            since = 0
          }
        }
      }),
    )
  })
  test('an advertisement is never first, last or beside the gate', () => {
    fc.assert(
      fc.property(issue, layout, fc.nat(130), (pages, layout, pagesOpen) => {
        const kinds = stopsOf({ pages, layout, ads: true, pagesOpen }).map((stop) => stop.kind)
        expect(kinds[0]).not.toBe('advertisement')
        expect(kinds.at(-1)).not.toBe('advertisement')
        for (let at = 1; at < kinds.length; at++) expect(kinds[at - 1] === 'advertisement' && kinds[at] === 'gate').toBe(false)
      }),
    )
  })
  test('turning forward from the start reaches every stop, turning back meets no advertisement', () => {
    fc.assert(
      fc.property(issue, layout, fc.nat(130), (pages, layout, pagesOpen) => {
        const stops = stopsOf({ pages, layout, ads: true, pagesOpen })
        const forward = [0]
        for (let at: number | null = 0; at !== null; ) {
          at = neighbourOf(stops, at, 1)
          if (at !== null) forward.push(at)
        }
        expect(forward).toEqual(stops.map((_, index) => index))
        for (let at: number | null = stops.length - 1; at !== null; ) {
          at = neighbourOf(stops, at, -1)
          if (at !== null) expect(stops[at]!.kind).not.toBe('advertisement')
        }
      }),
    )
  })
  test('a seen advertisement is passed over', () => {
    const stops = stopsOf({ pages: upright(20), layout: 'single', ads: true, pagesOpen: 20 })
    expect(stops[8]).toEqual({ kind: 'advertisement', after: 8, turn: 0 })
    expect(neighbourOf(stops, 7, 1)).toBe(8)
    expect(stops[neighbourOf(stops, 7, 1, new Set([8]))!]).toEqual({ kind: 'pages', pages: [9] })
  })
  test('a stop and its place lead to each other', () => {
    fc.assert(
      fc.property(issue, layout, fc.boolean(), fc.nat(130), (pages, layout, ads, pagesOpen) => {
        const stops = stopsOf({ pages, layout, ads, pagesOpen })
        for (const [index, stop] of stops.entries()) expect(stopOfPlace(stops, placeOfStop(stop))).toBe(index)
      }),
    )
  })
  test('a closed page leads to the gate, a page past the end to the last page', () => {
    const gated = stopsOf({ pages: upright(20), layout: 'spread', ads: true, pagesOpen: 8 })
    expect(gated[stopOfPlace(gated, { page: 15, advertisement: false })]).toEqual({ kind: 'gate', page: 9 })
    const open = stopsOf({ pages: upright(20), layout: 'spread', ads: true, pagesOpen: 20 })
    expect(open[stopOfPlace(open, { page: 900, advertisement: false })]).toEqual({ kind: 'pages', pages: [20] })
  })
})

test('an upright screen shows one page, a wide one two', () => {
  expect(layoutFor({ width: 360, height: 740 })).toBe('single')
  expect(layoutFor({ width: 768, height: 1024 })).toBe('single')
  expect(layoutFor({ width: 740, height: 360 })).toBe('single')
  expect(layoutFor({ width: 1440, height: 900 })).toBe('spread')
})
