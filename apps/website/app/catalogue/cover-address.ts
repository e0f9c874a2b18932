import type { CoverHeight } from '@kiosk/domain/catalogue/limits'

/** Returns the address of a cover at one of the available heights. */
export function coverAt(coverURL: string, height: CoverHeight): string {
  const wanted = `coverheight=${height}`
  if (/[?&]coverheight=\d+/.test(coverURL)) return coverURL.replace(/coverheight=\d+/, wanted)
  return coverURL + (coverURL.includes('?') ? '&' : '?') + wanted
}

/** Returns the width of a cover at `height` in its own proportions; 3:4 if its size is unknown. */
export function coverWidthAt(cover: { coverWidth: number; coverHeight: number }, height: number): number {
  const known = cover.coverWidth > 0 && cover.coverHeight > 0
  return Math.round(height * (known ? cover.coverWidth / cover.coverHeight : 3 / 4))
}
