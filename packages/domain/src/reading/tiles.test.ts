import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LONGEST_TILED_PIXELS, levelFor, TILE_LEVEL_WIDTHS_PIXELS, TILE_PIXELS, tileArea, tileGrid, tilesIn } from './tiles.ts'

const level = fc.integer({ min: 1, max: TILE_LEVEL_WIDTHS_PIXELS.length })
const proportions = fc.double({ min: 0.4, max: 4, noNaN: true })
const fraction = fc.double({ min: 0, max: 1, noNaN: true })
const WHOLE = { left: 0, top: 0, right: 1, bottom: 1 }

test('the tiles of a page cover each of its pixels once', () => {
  fc.assert(
    fc.property(level, proportions, (level, proportions) => {
      const grid = tileGrid(level, proportions)!
      const areas = tilesIn(grid, WHOLE).map((tile) => tileArea(grid, tile)!)
      expect(areas).toHaveLength(grid.columns * grid.rows)
      expect(areas.reduce((sum, { width, height }) => sum + width * height, 0)).toBe(grid.width * grid.height)
      expect(new Set(areas.map(({ left, top }) => `${left} ${top}`)).size).toBe(areas.length)
      for (const { left, top, width, height } of areas) {
        expect(Math.min(width, height)).toBeGreaterThan(0)
        expect(Math.max(width, height)).toBeLessThanOrEqual(TILE_PIXELS)
        expect(left + width).toBeLessThanOrEqual(grid.width)
        expect(top + height).toBeLessThanOrEqual(grid.height)
      }
    }),
  )
})

test('the tiles of a part cover it, none is outside it, and a ring adds at most one on each side', () => {
  fc.assert(
    fc.property(level, proportions, fraction, fraction, fraction, fraction, (level, proportions, x, y, width, height) => {
      const grid = tileGrid(level, proportions)!
      const part = { left: x, top: y, right: Math.min(1, x + width), bottom: Math.min(1, y + height) }
      fc.pre(part.left < part.right && part.top < part.bottom)
      const tiles = tilesIn(grid, part)
      const areas = tiles.map((tile) => tileArea(grid, tile)!)
      const [left, right] = [part.left * grid.width, part.right * grid.width]
      const [top, bottom] = [part.top * grid.height, part.bottom * grid.height]
      expect(Math.min(...areas.map((area) => area.left))).toBeLessThanOrEqual(left)
      expect(Math.max(...areas.map((area) => area.left + area.width))).toBeGreaterThanOrEqual(right - 1e-6)
      expect(Math.min(...areas.map((area) => area.top))).toBeLessThanOrEqual(top)
      expect(Math.max(...areas.map((area) => area.top + area.height))).toBeGreaterThanOrEqual(bottom - 1e-6)
      for (const area of areas) {
        expect(area.left).toBeLessThan(right + 1e-6)
        expect(area.left + area.width).toBeGreaterThan(left - 1e-6)
        expect(area.top).toBeLessThan(bottom + 1e-6)
        expect(area.top + area.height).toBeGreaterThan(top - 1e-6)
      }
      const ring = tilesIn(grid, part, 1)
      const columns = (of: typeof tiles) => new Set(of.map(({ column }) => column)).size
      const rows = (of: typeof tiles) => new Set(of.map(({ row }) => row)).size
      expect(ring.every((tile) => tileArea(grid, tile))).toBe(true)
      expect(columns(ring)).toBe(Math.min(grid.columns - 1, tiles.at(-1)!.column + 1) - Math.max(0, tiles[0]!.column - 1) + 1)
      expect(rows(ring) - rows(tiles)).toBeLessThanOrEqual(2)
    }),
  )
})

test('no tile is outside the grid, and no level outside the levels', () => {
  fc.assert(
    fc.property(level, proportions, fc.integer(), fc.integer(), (level, proportions, column, row) => {
      const grid = tileGrid(level, proportions)!
      const inside = column >= 0 && column < grid.columns && row >= 0 && row < grid.rows
      expect(tileArea(grid, { column, row }) !== null).toBe(inside)
    }),
  )
  for (const level of [0, 3, -1, 1.5, Number.NaN]) expect(tileGrid(level, 0.7)).toBeNull()
  for (const proportions of [0, -1, Number.NaN]) expect(tileGrid(1, proportions)).toBeNull()
  const { width, height } = tileGrid(1, 0.7)!
  expect(tileArea(tileGrid(1, 0.7)!, { column: 0.5, row: 0 })).toBeNull()
  expect([width, height]).toEqual([3720, 5314])
})

test('a part beside the page has no tiles', () => {
  const grid = tileGrid(1, 0.7)!
  expect(tilesIn(grid, { left: 1.2, top: 0, right: 2, bottom: 1 }, 1)).toEqual([])
  expect(tilesIn(grid, { left: 0, top: -2, right: 1, bottom: -1 }, 1)).toEqual([])
})

test('takes the coarsest level with enough pixels, and a coarser one rather than too many tiles', () => {
  const part = { left: 0.3, top: 0.3, right: 0.5, bottom: 0.6 }
  expect(levelFor(2600, 0.7, part, 100)?.level).toBe(1)
  expect(levelFor(3721, 0.7, part, 100)?.level).toBe(2)
  expect(levelFor(90_000, 0.7, part, 100)?.level).toBe(2)
  expect(levelFor(3721, 0.7, WHOLE, 100)?.level).toBe(1)
  expect(levelFor(3721, 0.7, WHOLE, 10)).toBeNull()
  // A very long page has no level, or only one.
  expect(levelFor(90_000, TILE_LEVEL_WIDTHS_PIXELS[1] / (LONGEST_TILED_PIXELS + 10), part, 100)?.level).toBe(1)
  expect(levelFor(90_000, 0.1, part, 100)).toBeNull()
})
