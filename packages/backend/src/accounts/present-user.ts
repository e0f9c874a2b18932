import type { UserData } from '@kiosk/domain/accounts/endpoints'
import { TERMS_VERSION } from '@kiosk/domain/accounts/limits'
import { formatDay } from '@kiosk/domain/date-format'
import { dayInVienna } from '@kiosk/domain/day'
import { accountReference } from '../auth/account-reference.ts'
import type { Account } from '../auth/session.ts'
import type { RequestContext } from '../http/handler.ts'
import { isSubscribed } from './preferences.ts'

type OfAccount = Omit<
  UserData,
  'countryCode' | 'countryName' | 'regionActive' | 'magazineCount' | 'issueCount' | 'payPalClientId' | 'payPalScript'
>

/** Returns the user data of a signed-in account; the part of the address before the @ replaces a missing first name. */
export async function userDataOf(account: Account, call: RequestContext): Promise<OfAccount> {
  const { session, ctx } = call
  const pays = account.plan_id !== null
  return {
    firstname: session.firstname!,
    lastname: account.lastname,
    email: account.email,
    ...(account.age_group_id !== null && { ageGroupId: account.age_group_id }),
    ...(account.gender_id !== null && { genderId: account.gender_id }),
    ...(account.federal_state_id !== null && { federalstateId: account.federal_state_id }),
    // A requested but unconfirmed newsletter is not sent (ADR-0171).
    sendNewsletter: isSubscribed(account),
    sendReleaseNewsletter: account.send_release_newsletter,
    sendSavedSearches: account.send_saved_searches,
    allowAgeRestrictedContent: account.allow_age_restricted,
    canBeDeleted: !pays,
    ...(account.facebook_id !== null && { facebookId: account.facebook_id }),
    ...(account.apple_id !== null && { appleId: account.apple_id }),
    ...(account.pending_email !== null && { pendingEmail: account.pending_email }),
    accountReference: await accountReference(account.id, ctx),
    regionId: account.region_id,
    ...(pays && { subscription: { id: account.plan_id!, paymentRequired: true } }),
    ...(account.promo && { promoCode: presentPromo(account.promo, call) }),
    canChangeBillingData: pays && account.is_charged_by_us,
    terms: { show: account.terms_version !== TERMS_VERSION },
    ...(session.lastVisitAt && { lastVisit: dayInVienna(session.lastVisitAt) }),
  }
}

/** Presents a promo code; `expiryDate` is UTC, `expiryDateString` is for display. */
export function presentPromo(
  { titles, expires_at }: { titles: Record<string, string>; expires_at: Date },
  { language, locale }: Pick<RequestContext, 'language' | 'locale'>,
) {
  return {
    title: titles[language] ?? titles.de ?? '',
    expiryDate: expires_at.toISOString(),
    expiryDateString: formatDay(locale, expires_at),
  }
}
