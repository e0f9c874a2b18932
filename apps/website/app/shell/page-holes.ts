import type { UserData } from '@kiosk/domain/accounts/endpoints'
import { escapeHtml } from '@kiosk/domain/escape-html'

const utf8 = new TextEncoder()

/** What a page says about one reader: the first name, and the reference of the account for forms. */
const HOLES = ['firstname', 'accountReference'] as const
type Hole = (typeof HOLES)[number]
/** Rendered HTML in UTF-8 between holes. */
export type PageParts = readonly (Uint8Array | Hole)[]
/**
 * A page for all readers with whom the first one shares its facts: complete but for its holes. `shows`: its surrogate keys. The
 * size of the header fields is not counted.
 */
export type ReaderPage = {
  parts: PageParts
  headers: readonly (readonly [name: string, value: string])[]
  shows: readonly string[]
  bytes: number
}
/** Says that a page depends on whether this title is a favourite: it is kept under two other keys. */
export type FavouritePage = { favourite: string; shows: readonly string[]; bytes: 0 }
/**
 * Keeps pages for readers until something that they show changes. `generation` increases with every change: a page that was
 * begun before is not kept.
 */
export type ReaderPages = {
  readonly generation: number
  get(key: string): ReaderPage | FavouritePage | undefined
  keep(key: string, page: ReaderPage | FavouritePage, generation: number): void
}

/**
 * What a page may depend on and yet be the same for all readers for whom it is equal: market, plan, age and what the frame shows.
 * The API's responses to all callers depend on nothing else.
 */
const SHARED: readonly (keyof UserData)[] = [
  'countryCode',
  'countryName',
  'regionActive',
  'regionId',
  'magazineCount',
  'issueCount',
  'subscription',
  'promoCode',
  'allowAgeRestrictedContent',
  'ageGroupId',
  'canChangeBillingData',
  'lastVisit',
  'terms',
  'support',
]

/**
 * Watches what a page for a signed-in reader shows of this reader. Only what it is filled with while it is sent may be of one
 * reader; if it uses anything else, it is `personal` and for this reader alone (ADR-0275).
 */
export class PageHoles {
  /** Marks around the name of a hole in rendered HTML. Random, so that nobody can write one. */
  readonly #open: string
  readonly #close: string
  #user: UserData | null = null
  personal = false
  /** The favourite that the page shows as such or not; null = none. */
  favourite: { magazinekey: string; saved: boolean } | null = null

  /** @param mark unpredictable text without special characters, for this request only */
  constructor(mark: string) {
    this.#open = `\uE0F0${mark} `
    this.#close = ` ${mark}\uE0F1`
  }

  /** Returns the user data that a page is rendered with: with holes, and noticing what is read. */
  open(user: UserData): UserData {
    this.#user = user
    const reading = (name: string | symbol) => {
      if (HOLES.includes(name as Hole)) return user[name as Hole] && this.#open + String(name) + this.#close
      if (!SHARED.includes(name as keyof UserData)) this.personal = true
      return user[name as keyof UserData]
    }
    return new Proxy(user, {
      get: (_, name) => reading(name),
      ownKeys: (target) => {
        this.personal = true
        return Reflect.ownKeys(target)
      },
    })
  }

  /** Whether the page is for a signed-in reader. */
  get isOpen(): boolean {
    return this.#user !== null
  }

  /** What pages of other readers have in common with this one, as a part of a key. */
  get facts(): string {
    return JSON.stringify(SHARED.map((name) => this.#user?.[name] ?? null))
  }

  /** Fills the holes of a page with what is of this reader. */
  fill(parts: PageParts): Uint8Array[] {
    return parts.map((part) => (typeof part === 'string' ? utf8.encode(escapeHtml(this.#user?.[part] ?? '')) : part))
  }

  /** Divides rendered HTML at its holes; null = something was made of a hole that cannot be filled, or it is in a script. */
  partsOf(html: readonly string[], bytesOf: (text: string) => Uint8Array): PageParts | null {
    const parts: (Uint8Array | Hole)[] = []
    const hole = new RegExp(`${this.#open}(${HOLES.join('|')})${this.#close}`)
    for (const piece of html) {
      for (const [index, text] of piece.split(hole).entries()) {
        if (index % 2 === 1) parts.push(text as Hole)
        else if (text.includes(this.#open) || text.includes(this.#close)) return null
        else if (text !== '') parts.push(bytesOf(text))
      }
    }
    return new RegExp(`<(?:script|style)[^>]*>[^<]*${this.#open}`).test(html.join('')) ? null : parts
  }
}
