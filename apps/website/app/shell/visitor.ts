import type { Page } from '@kiosk/domain/addresses'
import type { Trace } from '@kiosk/domain/campaigns/trace'
import { DEFAULT_COUNTS } from '@kiosk/domain/catalogue/terms'
import { DEFAULT_LANGUAGE, type Language } from '@kiosk/domain/locale'
import { DEFAULT_REGION, type RegionId } from '@kiosk/domain/regions'
import { useRouteLoaderData } from 'react-router'
import type { Consent, ReaderState, Theme } from './visit.ts'

/** Who is visiting, as every screen may know it: the root loader's answer. */
export type Visitor = {
  language: Language
  theme: Theme
  consent: Consent
  state: ReaderState
  /** First name; null = signed out. */
  firstname: string | null
  /** Opaque reference of the account that this page shows; null = signed out. */
  account: string | null
  promo: { title: string; until: string } | null
  canChangeBillingData: boolean
  /** A new reader's offer stands (section 2.4). */
  launchOffer: boolean
  regionId: RegionId
  regionActive: boolean
  countryCode: string
  countryName: string
  counts: { magazines: number; issues: number }
  /** Base of the web reader: for `readerAddress(webapp, uid)`. */
  webapp: string
  siteName: string
  publicUrl: string
  press: string
  /** Another house whose advertisements may be shown in the reader; null = none. */
  advertisingPartner: { name: string; policy: string } | null
  /** Shown in a corner; null in production. */
  environmentLabel: string | null
  page: Page | null
  /** Path and query of this page, for forms that come back to it. */
  path: string
  /** Where the visitor came from: travels with links to login and registration. */
  trace: Trace
}

const nobody: Visitor = {
  language: DEFAULT_LANGUAGE,
  theme: 'system',
  consent: { answered: true, social: false, ads: false },
  state: 'anonymous',
  firstname: null,
  account: null,
  promo: null,
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
  advertisingPartner: null,
  environmentLabel: null,
  page: null,
  path: '/',
  trace: {},
}

export function useVisitor(): Visitor {
  return useRouteLoaderData<{ visitor: Visitor }>('root')?.visitor ?? nobody
}

/** M and P: a paid subscription (screens' "premium user"). */
export function pays(state: ReaderState): boolean {
  return state === 'magz' || state === 'premium'
}
