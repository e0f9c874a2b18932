import type { ApiClient } from '@kiosk/api-client/api-client'
import { region as detectedRegion, launchOffer, webinfo } from '@kiosk/contract/routes'
import type { UserData } from '@kiosk/domain/accounts/endpoints'
import { DEFAULT_COUNTS } from '@kiosk/domain/catalogue/limits'
import { formatDay } from '@kiosk/domain/date-format'
import { type Language, type Locale, localeOf } from '@kiosk/domain/locale'
import { DEFAULT_REGION, marketOf, type Region, regionById } from '@kiosk/domain/regions'
import { tierOfPlan } from '@kiosk/domain/subscriptions/plans'
import type { PageSlots } from './page-slots.ts'

/** Reader states: anonymous, free, magz, premium, promo (free with an active promo code). */
export type ReaderState = 'anonymous' | 'free' | 'magz' | 'premium' | 'promo'
/**
 * The visitor. `known` is false if the API could identify neither visitor nor region; the defaults are then Austria's,
 * except for the content set. `locale`: how days and numbers are written for them.
 */
export type Who = { user: UserData; state: ReaderState; region: Region; locale: Locale; known: boolean }

/** What the lookups read and note in the context of a request. */
type Context = {
  language: Language
  slots: PageSlots | null
  asAnyone: ApiClient
  incomplete: boolean
  sessionUnknown: boolean
}

/** Looks up the visitor, once per request until a change. `context` is that of the request, which is complete by then. */
export function visitorLookups(client: ApiClient, hasSession: boolean, context: () => Context) {
  let found: Promise<Who> | undefined
  /** Error that prevented the session lookup. */
  let unsure: unknown
  let offered: Promise<boolean> | undefined

  function who(): Promise<Who> {
    const ctx = context()
    const { slots, language } = ctx
    found ??= client.call(webinfo).then(
      (user) => {
        const visitor = whoIs(user, language, true)
        return slots && visitor.state !== 'anonymous' ? { ...visitor, user: slots.open(user) } : visitor
      },
      (thrown: unknown) => {
        // Everybody gets an answer to this call, so any error of it makes the page one for this visitor alone.
        ctx.incomplete = true
        if (hasSession) {
          unsure = thrown
          ctx.sessionUnknown = true
        }
        // Without the session, because another lookup would take as long and fail again.
        return anonymousVisitor(ctx.asAnyone, language)
      },
    )
    return found
  }

  return {
    who,
    async whoForSure(): Promise<Who> {
      const visitor = await who()
      if (unsure !== undefined) throw unsure
      return visitor
    },
    launchOffered(): Promise<boolean> {
      offered ??= who().then(({ state }) =>
        // Visitors trigger no call, and if the session ends during this request, this one does not redirect to the login.
        state === 'free' || state === 'promo'
          ? client.call(launchOffer).then(
              () => true,
              () => false,
            )
          : false,
      )
      return offered
    },
    /** A change may affect what the page shows about the visitor. */
    forgetVisitor(): void {
      found = undefined
      unsure = undefined
      context().sessionUnknown = false
    },
  }
}

const anonymousUser: UserData = {
  countryCode: DEFAULT_REGION.country,
  countryName: '',
  regionActive: true,
  regionId: DEFAULT_REGION.id,
  magazineCount: DEFAULT_COUNTS.magazines,
  issueCount: DEFAULT_COUNTS.issues,
}

/** Returns an anonymous visitor, from the region that the API detects, else from Austria. */
async function anonymousVisitor(client: ApiClient, language: Language): Promise<Who> {
  const found = await client.call(detectedRegion).then(
    ({ id }) => regionById(id),
    () => undefined,
  )
  const user = found ? { ...anonymousUser, regionId: found.id, countryCode: found.country } : anonymousUser
  return whoIs(user, language, found !== undefined)
}

function whoIs(user: UserData, language: Language, known: boolean): Who {
  const region = marketOf({ region_id: user.regionId })
  return { user, state: stateOf(user, Date.now()), region, locale: localeOf(language, region), known }
}

/** Returns the reader state of user data. A first name means signed in; `expiryDate` of a promo code is UTC. */
export function stateOf(user: UserData, now: number): ReaderState {
  if (!user.firstname) return 'anonymous'
  if (user.subscription?.paymentRequired) {
    const tier = tierOfPlan(user.subscription.id)
    return tier === 'MAGZ' ? 'magz' : 'premium'
  }
  return user.promoCode && expiryOf(user.promoCode) > now ? 'promo' : 'free'
}

type Promo = NonNullable<UserData['promoCode']>

function expiryOf({ expiryDate }: Promo): number {
  return Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(expiryDate) ? expiryDate : `${expiryDate}Z`)
}

/** Returns the end of a promo code: the API's text, else the localised date in Vienna. */
export function promoUntil(promo: Promo, locale: Locale): string {
  return promo.expiryDateString || formatDay(locale, expiryOf(promo))
}
