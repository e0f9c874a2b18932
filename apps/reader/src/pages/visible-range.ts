/** Returns the items of a row to render: the visible ones and `more` on either side; `to` is exclusive. */
export function visibleRange(options: { count: number; size: number; scrolled: number; window: number; more: number }): {
  from: number
  to: number
} {
  const from = Math.floor(options.scrolled / options.size) - options.more
  const to = Math.ceil((options.scrolled + options.window) / options.size) + options.more
  return { from: Math.max(0, Math.min(options.count, from)), to: Math.max(0, Math.min(options.count, to)) }
}
