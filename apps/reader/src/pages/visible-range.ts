/** Which items of a row are worth drawing: those in sight and `more` on either side; `to` is not included. */
export function visibleRange(given: { count: number; size: number; scrolled: number; window: number; more: number }): {
  from: number
  to: number
} {
  const from = Math.floor(given.scrolled / given.size) - given.more
  const to = Math.ceil((given.scrolled + given.window) / given.size) + given.more
  return { from: Math.max(0, Math.min(given.count, from)), to: Math.max(0, Math.min(given.count, to)) }
}
