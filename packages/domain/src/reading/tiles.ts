import { READING_WIDTH_PIXELS } from './limits.ts'

// The parts of a page that is zoomed in beyond the resolution of its widest image: squares of a fixed grid for each zoom level,
// so that everybody requests the same ones.

/** Side of a tile; the last tiles of a row or column are smaller. */
export const TILE_PIXELS = 512
/** Widths of a page at levels 1 and 2: one and a half times the widest image of a page, then twice as much. */
export const TILE_LEVEL_WIDTHS_PIXELS = [3 * READING_WIDTH_PIXELS, 6 * READING_WIDTH_PIXELS] as const
/** Longest side of a page at a level; very long or high pages have fewer levels. */
export const LONGEST_TILED_PIXELS = 20_000

/** A zoom level of one page: its size in pixels and in tiles. Columns and rows count from 0. */
export type TileGrid = { level: number; width: number; height: number; columns: number; rows: number }
export type Tile = { column: number; row: number }
/** A part of a page in pixels of its level. */
export type TileArea = { left: number; top: number; width: number; height: number }
/** A part of a page; numbers are fractions of it. */
export type PagePart = { left: number; top: number; right: number; bottom: number }

/** Returns a level of a page (from 1); null if the page has none. `proportions`: width / height. */
export function tileGrid(level: number, proportions: number): TileGrid | null {
  const width = TILE_LEVEL_WIDTHS_PIXELS[level - 1]
  if (width === undefined || !(proportions > 0)) return null
  const height = Math.max(1, Math.round(width / proportions))
  if (height > LONGEST_TILED_PIXELS) return null
  return { level, width, height, columns: Math.ceil(width / TILE_PIXELS), rows: Math.ceil(height / TILE_PIXELS) }
}

/** Returns the pixels of a tile; null if the level has no such tile. */
export function tileArea({ width, height, columns, rows }: TileGrid, { column, row }: Tile): TileArea | null {
  const exists = Number.isInteger(column) && Number.isInteger(row) && column >= 0 && row >= 0 && column < columns && row < rows
  if (!exists) return null
  const [left, top] = [column * TILE_PIXELS, row * TILE_PIXELS]
  return { left, top, width: Math.min(TILE_PIXELS, width - left), height: Math.min(TILE_PIXELS, height - top) }
}

/** Returns the tiles that a part of a page touches, row by row, with `ring` more on each side as far as the page extends. */
export function tilesIn(grid: TileGrid, part: PagePart, ring = 0): Tile[] {
  const span = (from: number, to: number, size: number, count: number): [number, number] => [
    Math.max(0, Math.floor((from * size) / TILE_PIXELS) - ring),
    Math.min(count - 1, Math.ceil((to * size) / TILE_PIXELS) - 1 + ring),
  ]
  if (part.right <= 0 || part.bottom <= 0 || part.left >= 1 || part.top >= 1) return []
  const [firstColumn, lastColumn] = span(part.left, part.right, grid.width, grid.columns)
  const [firstRow, lastRow] = span(part.top, part.bottom, grid.height, grid.rows)
  const tiles: Tile[] = []
  for (let row = firstRow; row <= lastRow; row++)
    for (let column = firstColumn; column <= lastColumn; column++) tiles.push({ column, row })
  return tiles
}

/**
 * Returns the coarsest level at which a page is `needed` pixels wide, or its finest. If that level needs more than `most` tiles
 * for the visible part, returns the next coarser one that does not; null if the page has none.
 */
export function levelFor(needed: number, proportions: number, visible: PagePart, most: number): TileGrid | null {
  const grids = TILE_LEVEL_WIDTHS_PIXELS.map((_, index) => tileGrid(index + 1, proportions)).filter((grid) => grid !== null)
  const enough = grids.findIndex(({ width }) => width >= needed)
  const bearable = grids.slice(0, enough < 0 ? grids.length : enough + 1)
  return bearable.findLast((grid) => tilesIn(grid, visible).length <= most) ?? null
}
