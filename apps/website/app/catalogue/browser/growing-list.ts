/** A part of a list, and the address of the next one; null = last part. */
export type ListPage<Item> = { items: readonly Item[]; next: string | null }
export type Growing<Item> = {
  loaded: readonly Item[]
  /** Number of `loaded` items on the page. */
  shown: number
  next: string | null
  phase: 'waiting' | 'loading' | 'failed'
}
export type Growth<Item> =
  | { kind: 'revealed'; chunk: number }
  | { kind: 'requested' }
  | { kind: 'brought'; page: ListPage<Item> }
  | { kind: 'failed' }
  | { kind: 'restored'; shown: number }

export function start<Item>(first: ListPage<Item>): Growing<Item> {
  return { loaded: first.items, shown: first.items.length, next: first.next, phase: 'waiting' }
}

/** Returns the state after a change: items are shown by the chunk and loaded by the page. */
export function grow<Item extends { uid: string }>(state: Growing<Item>, growth: Growth<Item>): Growing<Item> {
  switch (growth.kind) {
    case 'revealed':
      return { ...state, shown: Math.min(state.shown + growth.chunk, state.loaded.length) }
    case 'requested':
      return { ...state, phase: 'loading' }
    case 'failed':
      return { ...state, phase: 'failed' }
    case 'restored':
      return { ...state, shown: Math.min(Math.max(growth.shown, state.shown), state.loaded.length) }
    case 'brought': {
      // New issues shift others to the next page, so skip known ones.
      const known = new Set(state.loaded.map(({ uid }) => uid))
      const fresh = growth.page.items.filter(({ uid }) => !known.has(uid))
      return { ...state, loaded: [...state.loaded, ...fresh], next: growth.page.next, phase: 'waiting' }
    }
  }
}
