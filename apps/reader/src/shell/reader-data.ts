import type { Language } from '@kiosk/domain/locale'
import type { Operator } from '@kiosk/domain/operator'
import type { Access, Contents } from '@kiosk/domain/reading/endpoints'
import type { Place } from '@kiosk/domain/reading/shelf-endpoints'
import type { Words } from '@kiosk/languages/words'

export type AdvertisingPartner = NonNullable<Operator['advertisingPartner']>

/** What the document of an issue brings along, so that the first page needs no further question. */
export type ReaderData = {
  access: Access
  contents: Contents
  language: Language
  theme: 'light' | 'dark' | null
  /** Web-app token of the API (`X-Api-Token`). */
  token: string
  words: Words
  siteName: string
  /** Somebody is signed in: places and bookmarks are kept with the account. */
  account: boolean
  /** Mark of the account, which tells the accounts of one browser apart; null = nobody, or it could not be asked. */
  owner: string | null
  /** What was read may be stored in the browser: see `keepsReading`. */
  keeps: boolean
  /** Others use this device too: downloads are not offered. */
  shared: boolean
  /** Where the account was last, from whatever device. */
  place: Place | null
  /** Shown beside the house's own advertisements; there only where its reader agreed. */
  partner: AdvertisingPartner | null
}

/** What the document brings along that stands in for the house when it can't be reached. */
export type OfflineData = Omit<ReaderData, 'access' | 'contents' | 'account' | 'owner' | 'keeps' | 'shared' | 'place' | 'partner'>

export type ShelfData = { words: Words; language: Language; token: string; account: boolean; keeps: boolean; shared: boolean }
