/** The last place in an issue. `owner`: reference of the account; null = a visitor. */
export type Remembered = {
  owner: string | null
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
/** How an issue is shown: page by page, or as a list of its articles. */
export const views = ['articles', 'pages'] as const
export type View = (typeof views)[number]
export const wheels = ['turn', 'zoom'] as const

export type Preferences = {
  /** Chosen view of newspapers and of magazines; null = not chosen. */
  newspaper: View | null
  magazine: View | null
  layout: (typeof layouts)[number]
  /** Wheel behaviour without a modifier; with Ctrl it always zooms. */
  wheel: (typeof wheels)[number]
  textSize: (typeof textSizes)[number]
  textFont: (typeof textFonts)[number]
  textWidth: (typeof textWidths)[number]
  articleTheme: (typeof articleThemes)[number]
  /** Large, widely spaced text in a typeface for readers with dyslexia or low vision. */
  easy: boolean
  /** Speed of reading aloud; 1 = normal speed. */
  speed: number
}

/** Storage key that is set while this browser has downloads: '1', or 'signed-out' if nobody is signed in any more. */
export const DOWNLOADS_MARKER = 'reader.offline'
const PREFERENCES = 'reader.preferences'
const POSITIONS = 'reader.positions'
/** Storage key that is set once the hint about the tools was seen. */
const HINT = 'reader.hint'
/** Storage key of accounts' places, apart from those of visitors: they are deleted after sign-out by the next page that loads. */
const ACCOUNT_POSITIONS = 'reader.account-positions'
/** Maximum issues with a place; the least recently read is dropped. */
export const MOST_POSITIONS = 60

function oneOf<const T extends string>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((each) => each === value)
}

/** `localStorage` or equivalent; every call may throw if the browser blocks storage. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function preferencesFrom(store: Store): Preferences {
  const stored = read(store, PREFERENCES) as Partial<Preferences> | null
  return {
    newspaper: oneOf(views, stored?.newspaper) ?? null,
    magazine: oneOf(views, stored?.magazine) ?? null,
    layout: oneOf(layouts, stored?.layout) ?? 'auto',
    wheel: oneOf(wheels, stored?.wheel) ?? 'turn',
    textSize: oneOf(textSizes, stored?.textSize) ?? 'medium',
    textFont: oneOf(textFonts, stored?.textFont) ?? 'serif',
    textWidth: oneOf(textWidths, stored?.textWidth) ?? 'medium',
    articleTheme: oneOf(articleThemes, stored?.articleTheme) ?? 'auto',
    easy: stored?.easy === true,
    speed: typeof stored?.speed === 'number' && stored.speed >= 0.5 && stored.speed <= 3 ? stored.speed : 1,
  }
}

export const keepPreferences = (store: Store, preferences: Preferences) => write(store, PREFERENCES, preferences)

export const hintSeen = (store: Store): boolean => read(store, HINT) !== null
export const rememberHint = (store: Store) => write(store, HINT, 1)

/** Returns the places of one account, or of visitors (`owner` null), the last read first. */
export function positionsFrom(store: Store, owner: string | null): Remembered[] {
  // Entries without an owner are from older versions, which mixed accounts and visitors.
  return validPositions(store, keyOf(owner)).filter((each) => each.owner === owner)
}

export const positionOf = (store: Store, uid: string, owner: string | null): Remembered | undefined =>
  positionsFrom(store, owner).find((each) => each.uid === uid)

export function keepPosition(store: Store, position: Remembered): void {
  const others = positionsFrom(store, position.owner).filter((each) => each.uid !== position.uid)
  write(store, keyOf(position.owner), [position, ...others].slice(0, MOST_POSITIONS))
}

/** Returns the places of the signed-in account, for a page that has its own list of visible issues. */
export const accountPositions = (store: Store): Remembered[] => validPositions(store, ACCOUNT_POSITIONS)

export function hasDownloads(store: Store): boolean {
  try {
    return store.getItem(DOWNLOADS_MARKER) !== null
  } catch {
    return false
  }
}

/** Deletes, after sign-out, the places of accounts and those of older versions without an owner. */
export function forgetAccountPositions(store: Store): void {
  try {
    store.removeItem(ACCOUNT_POSITIONS)
    const stored = read(store, POSITIONS)
    const own = positionsFrom(store, null)
    if (stored !== null && (!Array.isArray(stored) || own.length < stored.length)) {
      if (own.length) write(store, POSITIONS, own)
      else store.removeItem(POSITIONS)
    }
  } catch {
    // Storage is blocked: nothing was stored.
  }
}

/**
 * Storage key of the website: the account whose page was opened last, with `!` before it if it signs out as soon as there is a network
 * (apps/website/app/shell/shell-script.ts). A shared device stores no account, so the mark stands alone there.
 */
const LAST_ACCOUNT = 'website.account'
/** Not a character of references, which are base64url. */
const SIGNS_OUT = '!'

/** Records that an account signs out without a network: what it has left in the browser is deleted or locked at once. */
export function noteSignOut(store: Store): void {
  try {
    const last = store.getItem(LAST_ACCOUNT) ?? ''
    if (!last.startsWith(SIGNS_OUT)) store.setItem(LAST_ACCOUNT, SIGNS_OUT + last)
    for (const each of [ACCOUNT_POSITIONS, 'website.account-searches']) store.removeItem(each)
    if (hasDownloads(store)) store.setItem(DOWNLOADS_MARKER, 'signed-out')
  } catch {
    // Storage is blocked: nothing was stored.
  }
}

/** Returns whether the account whose page was opened last has signed out without a network. */
export function signsOut(store: Store): boolean {
  try {
    return store.getItem(LAST_ACCOUNT)?.startsWith(SIGNS_OUT) === true
  } catch {
    return false
  }
}

/** Whatever is stored, one entry must not keep a page from showing the others. */
function validPositions(store: Store, key: string): Remembered[] {
  const stored = read(store, key)
  if (!Array.isArray(stored)) return []
  return stored.filter(
    (each) => typeof each?.uid === 'string' && /^[\w-]+$/.test(each.uid) && Number.isInteger(each.page) && each.page > 0,
  )
}

const keyOf = (owner: string | null) => (owner === null ? POSITIONS : ACCOUNT_POSITIONS)

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
    // Storage is full or blocked: reading continues without it.
  }
}
