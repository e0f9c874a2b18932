import { exportData as declared } from '@kiosk/domain/accounts/endpoints'
import { federalStates } from '@kiosk/domain/accounts/limits'
import { ApiError } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import { ageGroupsIn, gendersIn } from '@kiosk/i18n/messages/reference-lists'
import { deviceHandles } from '../auth/device-handle.ts'
import { requireConfirmed } from '../auth/require-confirmed.ts'
import { recordSecurityEvent } from '../auth/security-events.ts'
import type { AppContext } from '../context.ts'
import { defineHandler } from '../http/handler.ts'
import { ownAddresses } from './data-by-email.ts'
import { contractsOf } from './export-contracts.ts'
import { correspondenceOf } from './export-correspondence.ts'
import { paymentsOf } from './export-payments.ts'
import { readingOf } from './export-reading.ts'
import { MOST_EXPORTED_ROWS, securityOf } from './export-security.ts'
import { accountById } from './queries.ts'

export const exportData = defineHandler(declared, 'personal', async (call) => {
  const { ctx, language } = call
  const { db } = ctx
  const account = await accountById(db, call.session.account!.id)
  if (!account) throw new ApiError('not_signed_in')
  requireConfirmed(call, account)
  await ctx.rateLimits.consume('export', `account ${account.id}`)
  await recordSecurityEvent(db, call, { kind: 'account.export', accountId: account.id })
  return everythingOf(ctx, account, language)
})

/**
 * Returns all data of an account under stable names. Secrets (passwords, session and link secrets) are represented by their dates
 * only, devices by their handles. Page views are not included, because they are counted without accounts.
 */
export async function everythingOf(ctx: Pick<AppContext, 'db' | 'secret' | 'now'>, account: AccountRow, language: Language) {
  const { db } = ctx
  const { id } = account
  const addresses = await ownAddresses(db, account)
  const handleOf = await deviceHandles(id, ctx)
  return {
    exportedAt: ctx.now().toISOString(),
    account: presentAccount(account, language),
    consents: await db
      .selectFrom('consents')
      .select(['kind', 'given', 'wording', 'at'])
      .where('account_id', '=', id)
      .orderBy('id')
      .execute(),
    addressChanges: await db
      .selectFrom('address_changes')
      .select(['email', 'previous_email as previousEmail', 'requested_at as askedAt', 'confirmed_at as confirmedAt'])
      .where('account_id', '=', id)
      .orderBy('id')
      .execute(),
    devices: (
      await db
        .selectFrom('devices')
        .select(['name', 'custom_name as givenName', 'country', 'vendor_id as vendorId'])
        .select(['created_at as began', 'last_access as lastAccess', 'last_reading_at as lastReading'])
        .where('account_id', '=', id)
        .orderBy('id')
        .execute()
    ).map((each) => ({ ...each, vendorId: handleOf(each.vendorId) })),
    sessions: await db
      .selectFrom('sessions')
      .leftJoin('devices', 'devices.id', 'sessions.device_id')
      .select(['devices.name as device', 'devices.custom_name as givenName', 'app_name as app', 'sessions.country'])
      .select(['sessions.created_at as began', 'last_seen_at as lastUsed', 'expires_at as ends', 'remembered'])
      .select('password_at as passwordGiven')
      .where('sessions.account_id', '=', id)
      .orderBy('sessions.id')
      .execute(),
    ...(await securityOf(db, id, language)),
    links: (
      await db
        .selectFrom('one_time_tokens')
        .select(['purpose', 'created_at as made', 'expires_at as ends', 'used_at as used'])
        .where('account_id', '=', id)
        .orderBy('id', 'desc')
        .limit(MOST_EXPORTED_ROWS)
        .execute()
    ).toReversed(),
    favourites: await db
      .selectFrom('favourites')
      .innerJoin('titles', 'titles.id', 'title_id')
      .select(['key', 'name', 'at'])
      .where('account_id', '=', id)
      .orderBy('name')
      .execute(),
    savedSearches: await db
      .selectFrom('saved_searches')
      .leftJoin('titles', 'titles.id', 'title_id')
      .select(['query', 'titles.key as title', 'saved_searches.language', 'saved_searches.created_at as at'])
      .where('account_id', '=', id)
      .orderBy('saved_searches.id')
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
    ...(await contractsOf(db, id, addresses)),
    ...(await paymentsOf(db, id)),
    ...(await correspondenceOf(db, id, addresses)),
    ...(await readingOf(db, id)),
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
    savedSearches: account.send_saved_searches,
    ageRestricted: account.allow_age_restricted,
    recommendations: account.recommends,
    hasPassword: account.password_hash !== null,
    facebookId: account.facebook_id,
    appleId: account.apple_id,
    removedIdentities: account.removed_identities,
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
