/** Storage keys of a visitor's and of an account's searches; `shell-script.ts` deletes the latter after sign-out. */
const OF_VISITOR = 'website.searches'
const OF_ACCOUNT = 'website.account-searches'
const MOST_TERMS = 5

type Stored = { account: string | null; terms: string[] }
/** `localStorage` or equivalent; every call may throw if the browser blocks storage. */
export type Store = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/**
 * The last searches of this browser, stored in it alone: only once the cookie banner was answered, and never on a shared device.
 * Those of an account are shown to that account only.
 */
export function recentSearches(options: { store: () => Store; cookies: () => string; account: string | null }) {
  const { store, cookies, account } = options
  const key = account === null ? OF_VISITOR : OF_ACCOUNT
  const allowed = () => /(^|; )consent=1/.test(cookies()) && !/(^|; )shared_device=1/.test(cookies())
  const terms = (): string[] => {
    try {
      const stored = allowed() ? (JSON.parse(store().getItem(key) ?? 'null') as Stored | null) : null
      // The search must work whatever is stored.
      return stored?.account === account && Array.isArray(stored.terms)
        ? stored.terms.filter((each) => typeof each === 'string').slice(0, MOST_TERMS)
        : []
    } catch {
      return []
    }
  }
  return {
    /** The terms, the latest first. */
    terms,
    add(term: string): void {
      if (!allowed()) return
      const stored: Stored = { account, terms: [term, ...terms().filter((each) => each !== term)].slice(0, MOST_TERMS) }
      try {
        store().setItem(key, JSON.stringify(stored))
      } catch {
        // The browser blocks storage: nothing is remembered.
      }
    },
    forget(): void {
      try {
        store().removeItem(key)
      } catch {
        // The browser blocks storage: nothing was remembered.
      }
    },
  }
}
