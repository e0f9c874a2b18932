import type { UserData } from '@kiosk/domain/accounts/endpoints'
import type { PageTemplate, Values } from '@kiosk/domain/page-template'
import { slotMark } from './page-marks.ts'

/** What a page says about one reader: the first name, and the reference of the account for forms. */
const HOLES = ['firstname', 'accountReference'] as const
type Hole = (typeof HOLES)[number]
/**
 * A page for all readers with whom the first one shares its facts: complete but for its holes and the look. `shows`: its
 * surrogate keys. The size of the header fields is not counted.
 */
export type ReaderPage = {
  template: PageTemplate
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
  readonly #mark: string
  #user: UserData | null = null
  personal = false
  /** The favourite that the page shows as such or not; null = none. */
  favourite: { magazinekey: string; saved: boolean } | null = null

  /** @param mark of the slots of this page */
  constructor(mark: string) {
    this.#mark = mark
  }

  /** Returns the user data that a page is rendered with: with holes, and noticing what is read. */
  open(user: UserData): UserData {
    this.#user = user
    const reading = (name: string | symbol) => {
      if (HOLES.includes(name as Hole)) return user[name as Hole] && slotMark(this.#mark, { slot: 'value', name: String(name) })
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

  /** What the holes of a page are filled with for this reader. */
  get values(): Values {
    return Object.fromEntries(HOLES.map((name) => [name, this.#user?.[name] ?? '']))
  }
}
