import { TERMS_VERSION } from '@kiosk/domain/accounts/limits'
import { newUser as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { returnPath } from '@kiosk/domain/return-path'
import type { Selectable, Transaction } from 'kysely'
import { inEvenTime } from '../auth/constant-time.ts'
import { type EmailPace, emailPace, limitMailbox } from '../auth/email-limits.ts'
import { networkLimit } from '../auth/network-limits.ts'
import { callerOf, hashPassword } from '../auth/passwords.ts'
import { registrationBrowser } from '../auth/registration-browser.ts'
import { recordSecurityEvent } from '../auth/security-events.ts'
import type { Accounts, DB } from '../db/schema.ts'
import { type Call, defineHandler } from '../http/handler.ts'
import { TryLater } from '../http/try-later.ts'
import { canonicalEmail } from './canonical-email.ts'
import { addAccountExistsEmail, addVerificationEmail } from './emails/send-account-emails.ts'
import { WITHOUT_NEWSLETTER } from './newsletter-consent.ts'
import { lockAccountByEmail, noteConsent } from './queries.ts'
import { MAX_PENDING_REGISTRATIONS } from './registrations.ts'

type Registering = Call<typeof declared>

/**
 * Registers an address. The password stays with the registration until the address is verified (ADR-0045). Until then anybody may
 * register the address again, so that its owner can, too.
 */
export const newUser = defineHandler(declared, 'personal', async (call) => {
  const { ctx, input, visitor, reply } = call
  await networkLimit(ctx.rateLimits, 'registration', visitor.address).consume()
  await limitMailbox(call, input.email)
  const browser = registrationBrowser(call).remember()
  const registered = await inEvenTime(ctx, async () => {
    const passwordHash = await hashPassword(input.password, callerOf(call))
    return register(call, { passwordHash, browserHash: browser.hash, pace: await emailPace(call, input.email) })
  })
  if (!registered && !ctx.neutralAnswers) throw new ApiError('mail_taken', 'email')
  reply.append('set-cookie', browser.cookie)
  return undefined
})

/** Stores registration and consents and enqueues the e-mail in one transaction; returns false when the address is taken. */
function register(
  call: Registering,
  { passwordHash, browserHash, pace }: { passwordHash: string; browserHash: Buffer; pace: EmailPace },
): Promise<boolean> {
  const { ctx } = call
  return ctx.db.transaction().execute(async (trx) => {
    const account = await accountOfAddress(trx, call)
    if (account.verified_at || account.deactivated_at) {
      if (ctx.neutralAnswers) await addAccountExistsEmail(trx, account.id, pace)
      return false
    }
    const registrationId = await saveRegistration(trx, account.id, call, { passwordHash, browserHash })
    await addVerificationEmail(trx, { accountId: account.id, registrationId }, pace)
    await recordSecurityEvent(trx, call, { kind: 'registration.started', accountId: account.id })
    return true
  })
}

/** Returns the locked account of an address; creates it if missing. */
async function accountOfAddress(
  trx: Transaction<DB>,
  { ctx, input, language, region, regionActive }: Registering,
): Promise<Selectable<Accounts>> {
  // Finds other spellings too, which the unique index does not cover.
  const known = await lockAccountByEmail(trx, input.email)
  if (known) return known
  await trx
    .insertInto('accounts')
    .values({
      email: canonicalEmail(input.email),
      region_id: region.id,
      market_assumed: !regionActive,
      language,
      created_at: ctx.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const account = await lockAccountByEmail(trx, input.email)
  // Erased between the two statements: the client has to retry.
  if (!account) throw new TryLater()
  return account
}

/** Stores one registration per browser: registering again there replaces the password, and the links of all its e-mails work. */
async function saveRegistration(
  trx: Transaction<DB>,
  accountId: number,
  { ctx, input, language, region, regionActive }: Registering,
  { passwordHash, browserHash }: { passwordHash: string; browserHash: Buffer },
): Promise<number> {
  const values = {
    password_hash: passwordHash,
    region_id: region.id,
    market_assumed: !regionActive,
    language,
    send_newsletter: input.newsletter,
    terms_version: TERMS_VERSION,
    platform: input.platform || 'website',
    utm_source: input.utmSource,
    utm_medium: input.utmMedium,
    utm_content: input.utmContent,
    utm_campaign: input.utmCampaign,
    referrer: input.referrer,
    verification_target: returnPath(input.verificationTarget) ?? '',
    created_at: ctx.now(),
  }
  const { id } = await trx
    .insertInto('registrations')
    .values({ ...values, account_id: accountId, browser_hash: browserHash })
    .onConflict((conflict) => conflict.columns(['account_id', 'browser_hash']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('consents').where('registration_id', '=', id).execute()
  await noteConsent(trx, accountId, 'terms', true, TERMS_VERSION, id)
  // A ticked box is only a request, stored with the registration: the button in the e-mail gives the consent.
  if (!input.newsletter) await noteConsent(trx, accountId, 'newsletter', false, WITHOUT_NEWSLETTER, id)
  await dropOldest(trx, accountId, id)
  return id
}

async function dropOldest(trx: Transaction<DB>, accountId: number, newest: number): Promise<void> {
  const others = trx
    .selectFrom('registrations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '<>', newest)
    .orderBy('id', 'desc')
    .offset(MAX_PENDING_REGISTRATIONS - 1)
  await trx.deleteFrom('registrations').where('id', 'in', others).execute()
}
