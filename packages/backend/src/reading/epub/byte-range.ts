/** Whether a browser already has this version (`If-None-Match`). */
export function isUnchanged(headers: Headers, etag: string): boolean {
  const known = headers.get('if-none-match')?.split(',') ?? []
  return known.some((each) => each.trim().replace(/^W\//, '') === etag)
}

/**
 * Returns the requested bytes of a file, counted from 0 and inclusive; null = all, also for several ranges and for a range of
 * another version (`If-Range`), which servers may answer with the whole file (RFC 9110, 14.2).
 * @param length of the file in bytes
 */
export function byteRange(
  headers: Headers,
  etag: string,
  length: number,
): { first: number; last: number } | 'unsatisfiable' | null {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('range')?.trim() ?? '') ?? []
  const condition = headers.get('if-range')
  if (from === undefined || to === undefined || (from === '' && to === '') || (condition !== null && condition !== etag))
    return null
  // The last `to` bytes.
  if (from === '') return to === '0' ? 'unsatisfiable' : { first: Math.max(0, length - Number(to)), last: length - 1 }
  const [first, last] = [Number(from), to === '' ? length - 1 : Math.min(Number(to), length - 1)]
  if (to !== '' && Number(to) < first) return null
  return first < length ? { first, last } : 'unsatisfiable'
}
