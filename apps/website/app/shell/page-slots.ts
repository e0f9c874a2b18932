import type { UserData } from '@kiosk/domain/accounts/endpoints'
import type { Values } from '@kiosk/domain/page-template'
import { slotMark } from './page-marks.ts'

/** Texts about the reader with which a page is filled: their place in the user data, and the names of their slots. */
const TEXTS: Readonly<Record<string, string>> = {
  firstname: 'firstname',
  accountReference: 'accountReference',
  'promoCode.title': 'promoTitle',
  'promoCode.expiryDateString': 'promoUntil',
}
/** What the API's responses to all callers depend on: readers with different values never share a page. */
const BASE = ['countryCode', 'regionActive', 'regionId', 'subscription.id', 'allowAgeRestrictedContent']
/** Follows from the facts above and from the catalogue. */
const DERIVED = ['countryName', 'magazineCount', 'issueCount', 'subscription']
/**
 * Facts that a page may show and still be shared by all readers for whom they are equal. Rendering a page records which of them
 * it uses.
 */
const SHARED = [
  'subscription.paymentRequired',
  'canChangeBillingData',
  'ageGroupId',
  'promoCode',
  'lastVisit',
  'terms.show',
  'terms',
  'support',
]

/**
 * Watches what a page for a signed-in reader shows about this reader. Only the values filled in while it is sent may belong to
 * one reader; if the page uses anything else, it is `personal` and for this reader alone (ADR-0275).
 */
export class PageSlots {
  readonly #mark: string
  #user: UserData | null = null
  personal = false
  /** Facts with which the page was rendered. */
  readonly reads = new Set<string>()

  /** @param mark of the slots of this page */
  constructor(mark: string) {
    this.#mark = mark
  }

  /** Returns the user data with which a page is rendered: it has marks for texts, and records what is read. */
  open(user: UserData): UserData {
    this.#user = user
    return this.#watched(user, '')
  }

  #watched<Data extends object>(data: Data, path: string): Data {
    return new Proxy(data, {
      get: (_, name) => this.#read(data[name as keyof Data], path + String(name)),
      ownKeys: (target) => {
        this.personal = true
        return Reflect.ownKeys(target)
      },
    })
  }

  #read(value: unknown, path: string): unknown {
    const text = TEXTS[path]
    if (text && typeof value === 'string') return slotMark(this.#mark, { slot: 'value', name: text })
    if (SHARED.includes(path)) this.reads.add(path)
    else if (!BASE.includes(path) && !DERIVED.includes(path)) this.personal = true
    return typeof value === 'object' && value !== null ? this.#watched(value, `${path}.`) : value
  }

  /** The reader's data; null = the page is for a visitor. */
  get user(): UserData | null {
    return this.#user
  }

  /** The facts on which every page of this reader depends, as a part of a key. */
  get base(): string {
    return BASE.map((name) => this.factOf(name)).join(' ')
  }

  /** Returns a fact about the reader as a part of a key. */
  factOf(name: string): string {
    const value = valueAt(this.#user, name)
    return typeof value === 'object' ? String(value !== null) : JSON.stringify(value ?? null)
  }

  /** The reader's texts, by the names of their slots. */
  get texts(): Values {
    return Object.fromEntries(Object.entries(TEXTS).map(([path, name]) => [name, String(valueAt(this.#user, path) ?? '')]))
  }
}

function valueAt(data: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], data)
}
