import { floatsAt, type Pdfium, withMemory } from './pdfium.ts'

/** A box in units of the page, with its origin at the lower left. */
export type PageBox = { left: number; bottom: number; right: number; top: number }
/** Converts a box to fractions of the shown page; null = outside of it. */
export type Place = (box: PageBox) => [x: number, y: number, width: number, height: number] | null

/** Returns the visible box of a loaded page, before it is turned. */
export function visibleBoxOf(library: Pdfium, page: number): PageBox {
  return withMemory(library, 16, (at) => {
    library.FPDF_GetPageBoundingBox(page, at)
    const [left, top, right, bottom] = floatsAt(library, at, 4) as [number, number, number, number]
    return { left, top, right, bottom }
  })
}

/** Returns the smallest box with both in it. */
export const around = (one: PageBox, other: PageBox): PageBox => ({
  left: Math.min(one.left, other.left),
  bottom: Math.min(one.bottom, other.bottom),
  right: Math.max(one.right, other.right),
  top: Math.max(one.top, other.top),
})

/** Returns the conversion for a loaded page, rotation and crop applied. */
export function placeOn(library: Pdfium, page: number): Place {
  const { left, top, right, bottom } = visibleBoxOf(library, page)
  const across = { from: left, size: right - left }
  const up = { from: bottom, size: top - bottom }
  const turns = library.FPDFPage_GetRotation(page)
  const show = (x: number, y: number): [number, number] => {
    const [u, v] = [(x - across.from) / across.size, (y - up.from) / up.size]
    if (turns === 1) return [v, u]
    if (turns === 2) return [1 - u, v]
    if (turns === 3) return [1 - v, 1 - u]
    return [u, 1 - v]
  }
  return (box) => {
    const [ax, ay] = show(box.left, box.top)
    const [bx, by] = show(box.right, box.bottom)
    const [x0, x1, y0, y1] = [Math.min(ax, bx), Math.max(ax, bx), Math.min(ay, by), Math.max(ay, by)]
    const [middleX, middleY] = [(x0 + x1) / 2, (y0 + y1) / 2]
    if (!(middleX >= 0 && middleX <= 1 && middleY >= 0 && middleY <= 1)) return null
    const [x, y] = [rounded(x0), rounded(y0)]
    return [x, y, rounded(rounded(x1) - x), rounded(rounded(y1) - y)]
  }
}

/** Rounds to ten-thousandths, a tenth of a pixel at the reading width. */
export function rounded(fraction: number): number {
  return Math.round(Math.min(1, Math.max(0, fraction)) * 10_000) / 10_000
}
