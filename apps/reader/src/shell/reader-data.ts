import type { SubscriptionPrice } from '@kiosk/domain/campaigns/cheapest-price'
import type { Language } from '@kiosk/domain/locale'
import type { Operator } from '@kiosk/domain/operator'
import type { Access, Contents } from '@kiosk/domain/reading/endpoints'
import type { Place } from '@kiosk/domain/reading/shelf-endpoints'
import type { Messages } from '@kiosk/i18n/translate'

export type AdvertisingPartner = NonNullable<Operator['advertisingPartner']>

/** Data embedded in the document of an issue, so that the first page needs no further request. */
export type ReaderData = {
  access: Access
  contents: Contents
  language: Language
  theme: 'light' | 'dark' | null
  /** API token of the web app (`X-Api-Token`). */
  token: string
  words: Messages
  siteName: string
  /** Somebody is signed in, so places and bookmarks are stored with the account. */
  account: boolean
  /** Reference of the account, which distinguishes the accounts of one browser; null = signed out or unavailable. */
  owner: string | null
  /** Until when the reader lets the staff look at the account, ISO 8601; null = they may not. */
  supportUntil: string | null
  /** Reading data may be stored in the browser: see `keepsReading`. */
  keeps: boolean
  /** Other people use this device too, so downloads are not offered. */
  shared: boolean
  /** The account's last place, from any device. */
  place: Place | null
  /** Partner whose advertisements may be shown in addition to our own; null without the reader's consent. */
  partner: AdvertisingPartner | null
  /** Price of the cheapest subscription in the visitor's market; null if none opens more of this issue, or it is unavailable. */
  price: SubscriptionPrice | null
}

/** Data of the offline document, which is shown in place of the server's. */
export type OfflineData = Omit<
  ReaderData,
  'access' | 'contents' | 'account' | 'owner' | 'supportUntil' | 'keeps' | 'shared' | 'place' | 'partner' | 'price'
>

export type ShelfData = { words: Messages; language: Language; token: string; account: boolean; keeps: boolean; shared: boolean }
