/** Returns the width of a cover at `height` in its own proportions; 3:4 if its size is unknown. */
export function coverWidthAt(cover: { coverWidth: number; coverHeight: number }, height: number): number {
  const known = cover.coverWidth > 0 && cover.coverHeight > 0
  return Math.round(height * (known ? cover.coverWidth / cover.coverHeight : 3 / 4))
}
