/** Kept in the browser because the reader asked for it by reading: where one was, and how one likes to read. */
export type Remembered = {
  uid: string
  page: number
  pageCount: number
  titleLine: string
  detailLine: string
  coverURL: string
  at: number
}

export const textSizes = ['small', 'medium', 'large', 'larger', 'largest'] as const
export const textFonts = ['serif', 'sans'] as const
export const textWidths = ['narrow', 'medium', 'wide'] as const
export const articleThemes = ['auto', 'paper', 'sepia', 'dark'] as const
export const layouts = ['auto', 'single', 'spread'] as const
export const wheels = ['turn', 'zoom'] as const

export type Preferences = {
  layout: (typeof layouts)[number]
  /** What the wheel does without a key; with Ctrl it always zooms. */
  wheel: (typeof wheels)[number]
  textSize: (typeof textSizes)[number]
  textFont: (typeof textFonts)[number]
  textWidth: (typeof textWidths)[number]
  articleTheme: (typeof articleThemes)[number]
  /** Speed of reading aloud; 1 = as people talk. */
  speed: number
}

const PREFERENCES = 'reader.preferences'
const POSITIONS = 'reader.positions'
/** Issues whose place is kept; the longest unread falls out first. */
export const MOST_POSITIONS = 60

function oneOf<const T extends string>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((each) => each === value)
}

/** `localStorage`, or anything like it; every call may fail where a browser forbids storage. */
export type Store = Pick<Storage, 'getItem' | 'setItem'>

export function preferencesFrom(store: Store): Preferences {
  const kept = read(store, PREFERENCES) as Partial<Preferences> | null
  return {
    layout: oneOf(layouts, kept?.layout) ?? 'auto',
    wheel: oneOf(wheels, kept?.wheel) ?? 'turn',
    textSize: oneOf(textSizes, kept?.textSize) ?? 'medium',
    textFont: oneOf(textFonts, kept?.textFont) ?? 'serif',
    textWidth: oneOf(textWidths, kept?.textWidth) ?? 'medium',
    articleTheme: oneOf(articleThemes, kept?.articleTheme) ?? 'auto',
    speed: typeof kept?.speed === 'number' && kept.speed >= 0.5 && kept.speed <= 3 ? kept.speed : 1,
  }
}

export const keepPreferences = (store: Store, preferences: Preferences) => write(store, PREFERENCES, preferences)

/** Last read first. */
export function positionsFrom(store: Store): Remembered[] {
  const kept = read(store, POSITIONS)
  return Array.isArray(kept) ? kept.filter((each) => typeof each?.uid === 'string' && Number.isInteger(each.page)) : []
}

export const positionOf = (store: Store, uid: string): Remembered | undefined =>
  positionsFrom(store).find((each) => each.uid === uid)

export function keepPosition(store: Store, position: Remembered): void {
  const others = positionsFrom(store).filter((each) => each.uid !== position.uid)
  write(store, POSITIONS, [position, ...others].slice(0, MOST_POSITIONS))
}

function read(store: Store, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function write(store: Store, key: string, value: unknown): void {
  try {
    store.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or forbidden: reading goes on without memory.
  }
}
