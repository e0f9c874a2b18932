/** Number of pages in a row that get their sharper image ahead although nobody zooms in. */
export const MOST_UNUSED = 4

let unused: readonly string[] = []

/** Whether the sharper image of a page is loaded ahead of a zoom: not after several pages whose image nobody needed. */
export function mayLoadAhead(page: string): boolean {
  if (unused.includes(page)) return true
  if (unused.length >= MOST_UNUSED) return false
  unused = [...unused, page]
  return true
}

/** Records that the reader zooms in, and will probably do so on the next pages. */
export function noteZoom(): void {
  unused = []
}
