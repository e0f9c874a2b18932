import type { UserData } from '@kiosk/domain/accounts/endpoints'
import { TERMS_VERSION } from '@kiosk/domain/accounts/terms'
import { dateLocales, type Language } from '@kiosk/domain/locale'
import type { Asking } from '../endpoint.ts'
import type { Account } from '../session/session.ts'
import { accountReference } from './account-reference.ts'
import { paysByOurClock, pendingAddress } from './queries.ts'
import { isSubscribed } from './switches.ts'

type OfAccount = Omit<
  UserData,
  'countryCode' | 'countryName' | 'regionActive' | 'magazineCount' | 'issueCount' | 'payPalClientId' | 'payPalScript'
>

/** The part of the user data that belongs to a signed-in account; a missing first name is the address before the @. */
export async function userDataOf(account: Account, { session, house, language }: Asking): Promise<OfAccount> {
  const pendingEmail = await pendingAddress(house.db, account.id)
  const pays = account.subscription_id !== null
  return {
    firstname: session.firstname!,
    lastname: account.lastname,
    email: account.email,
    ...(account.age_group_id !== null && { ageGroupId: account.age_group_id }),
    ...(account.gender_id !== null && { genderId: account.gender_id }),
    ...(account.federal_state_id !== null && { federalstateId: account.federal_state_id }),
    // A box that was ticked and never confirmed sends nothing (decision 11).
    sendNewsletter: isSubscribed(account),
    sendReleaseNewsletter: account.send_release_newsletter,
    allowAgeRestrictedContent: account.allow_age_restricted,
    canBeDeleted: !pays,
    ...(account.facebook_id !== null && { facebookId: account.facebook_id }),
    ...(account.apple_id !== null && { appleId: account.apple_id }),
    ...(pendingEmail !== null && { pendingEmail }),
    accountReference: await accountReference(account.id, house),
    regionId: account.region_id,
    ...(pays && { subscription: { id: account.subscription_id!, paymentRequired: true } }),
    ...(account.promo && { promoCode: presentPromo(account.promo, language) }),
    canChangeBillingData: pays && (await paysByOurClock(house.db, account.id)),
    terms: { show: account.terms_version !== TERMS_VERSION },
  }
}

/** `expiryDate` is UTC (section 3); the text is for people. */
export function presentPromo({ titles, expires_at }: { titles: Record<string, string>; expires_at: Date }, language: Language) {
  return {
    title: titles[language] ?? titles.de ?? '',
    expiryDate: expires_at.toISOString(),
    expiryDateString: new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'long', timeZone: 'Europe/Vienna' }).format(
      expires_at,
    ),
  }
}
