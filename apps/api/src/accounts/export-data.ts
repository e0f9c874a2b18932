import { exportData as declared } from '@kiosk/domain/accounts/endpoints'
import { federalStates } from '@kiosk/domain/accounts/terms'
import { Refusal } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import { tariffs } from '@kiosk/domain/subscriptions/tariffs'
import { ageGroupsIn, gendersIn } from '@kiosk/languages/reference-lists'
import { serve } from '../endpoint.ts'
import type { House } from '../house.ts'
import { deviceHandles } from '../session/device-handle.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { demandConfirmed } from './demand-confirmed.ts'
import { paymentsOf } from './export-payments.ts'
import { readingOf } from './export-reading.ts'
import { securityOf } from './export-security.ts'
import { feedbackOf, ownAddresses } from './own-addresses.ts'
import { accountById } from './queries.ts'

export const exportData = serve(declared, 'personal', async (call) => {
  const { house, language } = call
  const { db } = house
  const account = await accountById(db, call.session.account!.id)
  if (!account) throw new Refusal('not_signed_in')
  demandConfirmed(call, account)
  await recordSecurityEvent(db, call, { kind: 'account.export', accountId: account.id })
  return everythingOf(house, account, language)
})

/**
 * Everything held about an account, under names that stay. What opens something (passwords, the secrets of sessions and
 * links) is named by its dates alone, a device by its handle. Which pages were turned is counted without accounts.
 */
export async function everythingOf(house: Pick<House, 'db' | 'secret' | 'now'>, account: AccountRow, language: Language) {
  const { db } = house
  const { id } = account
  const addresses = await ownAddresses(db, account)
  const handleOf = await deviceHandles(id, house)
  return {
    exportedAt: house.now().toISOString(),
    account: presentAccount(account, language),
    consents: await db
      .selectFrom('consents')
      .select(['kind', 'given', 'wording', 'at'])
      .where('account_id', '=', id)
      .orderBy('id')
      .execute(),
    addressChanges: await db
      .selectFrom('address_changes')
      .select(['email', 'previous_email as previousEmail', 'asked_at as askedAt', 'confirmed_at as confirmedAt'])
      .where('account_id', '=', id)
      .orderBy('id')
      .execute(),
    devices: (
      await db
        .selectFrom('devices')
        .select(['name', 'given_name as givenName', 'country', 'vendor_id as vendorId'])
        .select(['created_at as began', 'last_access as lastAccess', 'last_reading_at as lastReading'])
        .where('account_id', '=', id)
        .orderBy('id')
        .execute()
    ).map((each) => ({ ...each, vendorId: handleOf(each.vendorId) })),
    sessions: await db
      .selectFrom('sessions')
      .leftJoin('devices', 'devices.id', 'sessions.device_id')
      .select(['devices.name as device', 'devices.given_name as givenName', 'app_name as app', 'sessions.country'])
      .select(['sessions.created_at as began', 'last_seen_at as lastUsed', 'expires_at as ends', 'remembered'])
      .select('password_at as passwordGiven')
      .where('sessions.account_id', '=', id)
      .orderBy('sessions.id')
      .execute(),
    ...(await securityOf(db, id, language)),
    links: await db
      .selectFrom('one_time_tokens')
      .select(['purpose', 'created_at as made', 'expires_at as ends', 'used_at as used'])
      .where('account_id', '=', id)
      .orderBy('id')
      .execute(),
    favourites: await db
      .selectFrom('favourites')
      .innerJoin('titles', 'titles.id', 'title_id')
      .select(['key', 'name', 'at'])
      .where('account_id', '=', id)
      .orderBy('name')
      .execute(),
    subscriptions: (
      await db
        .selectFrom('subscriptions')
        .select(['subscription_id as subscriptionId', 'state', 'created_at as ordered', 'starts_at as starts', 'ends_at as ends'])
        .select(['auto_renew as renewed', 'cancelled_at as cancelled', 'next_charge_at as nextCharge', 'voucher_code as voucher'])
        .select(['reduced_price as reducedPrice', 'provider_reference as reference', 'came_from as cameFrom'])
        .where('account_id', '=', id)
        .orderBy('id')
        .execute()
    ).map((each) => ({ ...each, tier: tariffs.find((tariff) => tariff.subscriptionId === each.subscriptionId)?.tier ?? null })),
    promoCodes: await db
      .selectFrom('promo_redemptions')
      .select(['code', 'redeemed_at as redeemed', 'expires_at as ends'])
      .where('account_id', '=', id)
      .orderBy('redeemed_at')
      .execute(),
    registrations: await db
      .selectFrom('registrations')
      .select([
        'created_at as begun',
        'language',
        'region_id as regionId',
        'market_assumed as regionAssumed',
        'terms_version as termsVersion',
        'platform',
        'referrer',
      ])
      .select(['send_newsletter as newsletter', 'utm_source as utmSource', 'utm_medium as utmMedium'])
      .select(['utm_content as utmContent', 'utm_campaign as utmCampaign', 'verification_target as verificationTarget'])
      .where('account_id', '=', id)
      .orderBy('id')
      .execute(),
    feedback: await db
      .selectFrom('feedback')
      .select(['email', 'name', 'title', 'content', 'at'])
      .where(feedbackOf(addresses))
      .orderBy('id')
      .execute(),
    ...(await readingOf(db, id)),
    ...(await paymentsOf(db, account)),
  }
}

type AccountRow = NonNullable<Awaited<ReturnType<typeof accountById>>>

function presentAccount(account: AccountRow, language: Language) {
  const nameOf = (list: readonly { id: number; name: string }[], id: number | null) =>
    list.find((each) => each.id === id)?.name ?? null
  return {
    email: account.email,
    firstname: account.firstname,
    lastname: account.lastname,
    ageGroup: nameOf(ageGroupsIn(language), account.age_group_id),
    gender: nameOf(gendersIn(language), account.gender_id),
    federalState: nameOf(federalStates, account.federal_state_id),
    regionId: account.region_id,
    regionAssumed: account.market_assumed,
    language: account.language,
    newsletter: account.send_newsletter,
    newsletterConfirmedAt: account.newsletter_confirmed_at,
    releases: account.send_release_newsletter,
    ageRestricted: account.allow_age_restricted,
    recommendations: account.recommends,
    hasPassword: account.password_hash !== null,
    facebookId: account.facebook_id,
    appleId: account.apple_id,
    verifiedAt: account.verified_at,
    firstSignedInAt: account.first_signed_in_at,
    newDeviceEmailAt: account.new_device_email_at,
    erasureRequestedAt: account.erasure_requested_at,
    eraseAt: account.erase_at,
    deactivatedAt: account.deactivated_at,
    termsVersion: account.terms_version,
    registration: {
      at: account.created_at,
      platform: account.platform,
      utmSource: account.utm_source,
      utmMedium: account.utm_medium,
      utmContent: account.utm_content,
      utmCampaign: account.utm_campaign,
      referrer: account.referrer,
      verificationTarget: account.verification_target,
    },
    mailBouncedAt: account.mail_bounced_at,
    demonstration: account.demonstration,
  }
}
