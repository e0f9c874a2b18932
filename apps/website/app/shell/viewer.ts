import type { Page } from '@kiosk/domain/addresses'
import type { Attribution } from '@kiosk/domain/campaigns/attribution'
import { DEFAULT_COUNTS } from '@kiosk/domain/catalogue/limits'
import { DEFAULT_LANGUAGE, type Language, type Locale, localeOf } from '@kiosk/domain/locale'
import type { Look } from '@kiosk/domain/page-variant'
import { DEFAULT_REGION, type RegionId } from '@kiosk/domain/regions'
import { useRouteLoaderData } from 'react-router'
import type { ReaderState } from './visitor-lookups.ts'

/** The current visitor, from the root loader, for every screen. */
export type Viewer = {
  language: Language
  /** How days and numbers are written. */
  locale: Locale
  /** Null on a page that is rendered for all looks, see `slots.tsx`. */
  look: Look | null
  /** Mark of the slots for the look; null = there are none. */
  mark: string | null
  state: ReaderState
  /** First name; null = signed out. */
  firstname: string | null
  /** The session lookup failed: somebody may be signed in. */
  sessionUnknown: boolean
  /** Opaque reference of the account shown on this page; null = signed out. */
  account: string | null
  promo: { title: string; until: string } | null
  /** What every page says while the staff may look at the account; null = they may not. */
  support: { label: string; text: string; brief: string; end: string } | null
  canChangeBillingData: boolean
  /** The new reader's offer is available. */
  launchOffer: boolean
  regionId: RegionId
  regionActive: boolean
  countryCode: string
  countryName: string
  counts: { magazines: number; issues: number }
  /** Base address of the web reader, for `readerAddress(webapp, uid)`. */
  webapp: string
  siteName: string
  publicUrl: string
  press: string
  /** Somebody offers a sign-in here, which visitors must allow. */
  offersProviders: boolean
  /** Partner whose advertisements may be shown in the reader; null = none. */
  advertisingPartner: { name: string; policy: string } | null
  /** Label shown in a corner; null in production. */
  environmentLabel: string | null
  page: Page | null
  /** Address of the rules by which browsers load likely next pages; null = they load none. */
  speculationRules: string | null
  /** Path and query of this page, for forms that redirect back. */
  path: string
  /** Attribution, added to links to login and registration. */
  attribution: Attribution
}

const anonymousUser: Viewer = {
  language: DEFAULT_LANGUAGE,
  locale: localeOf(DEFAULT_LANGUAGE, DEFAULT_REGION),
  look: { theme: 'system', answered: 'yes', social: 'no', ads: 'no', device: 'desktop' },
  mark: null,
  state: 'anonymous',
  firstname: null,
  sessionUnknown: true,
  account: null,
  promo: null,
  support: null,
  canChangeBillingData: false,
  launchOffer: false,
  regionId: DEFAULT_REGION.id,
  regionActive: true,
  countryCode: DEFAULT_REGION.country,
  countryName: '',
  counts: DEFAULT_COUNTS,
  webapp: '/reader',
  siteName: 'read-it',
  publicUrl: '',
  press: '/imprint',
  offersProviders: false,
  advertisingPartner: null,
  environmentLabel: null,
  page: null,
  speculationRules: null,
  path: '/',
  attribution: {},
}

export function useViewer(): Viewer {
  return useRouteLoaderData<{ visitor: Viewer }>('root')?.visitor ?? anonymousUser
}

/** Returns whether the reader has a paid subscription, MAGZ or PREMIUM (the "premium user" of the screens). */
export function pays(state: ReaderState): boolean {
  return state === 'magz' || state === 'premium'
}
