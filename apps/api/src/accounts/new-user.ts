import { newUser as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { TERMS_VERSION } from '@kiosk/domain/accounts/terms'
import { Refusal } from '@kiosk/domain/errors'
import { ownPath } from '@kiosk/domain/own-path'
import type { Selectable, Transaction } from 'kysely'
import type { Accounts, DB } from '../database/schema.ts'
import { type Call, serve } from '../endpoint.ts'
import { type EmailPace, emailPace } from '../session/email-limits.ts'
import { networkAttempts } from '../session/network-attempts.ts'
import { callerOf, hashPassword } from '../session/passwords.ts'
import { registrationBrowser } from '../session/registration-browser.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { canonicalEmail } from './canonical-email.ts'
import { inEvenTime } from './even-time.ts'
import { lockAccountByEmail, noteConsent } from './queries.ts'
import { MAX_PENDING_REGISTRATIONS } from './registrations.ts'
import { addAccountExistsLetter, addVerificationLetter } from './verification-letter.ts'

type Registering = Call<typeof declared>

/**
 * Registers: the password waits with the registration until the address is proved (decisions/045). An address that nobody
 * has proved may be registered again, by its owner too.
 */
export const newUser = serve(declared, 'personal', async (call) => {
  const { house, input, visitor, reply } = call
  await networkAttempts(house.attempts, 'registration', visitor.address).admit()
  const browser = registrationBrowser(call).remember()
  const registered = await inEvenTime(house, async () => {
    const passwordHash = await hashPassword(input.password, callerOf(call))
    return register(call, { passwordHash, browserHash: browser.hash, pace: await emailPace(call, input.email) })
  })
  if (!registered && !house.neutralAnswers) throw new Refusal('mail_taken', 'email')
  reply.append('set-cookie', browser.cookie)
  return undefined
})

/** Registration, consents and the email on its way, or nothing of it; false where the address is taken. */
function register(
  call: Registering,
  { passwordHash, browserHash, pace }: { passwordHash: string; browserHash: Buffer; pace: EmailPace },
): Promise<boolean> {
  const { house } = call
  return house.db.transaction().execute(async (trx) => {
    const account = await accountOfAddress(trx, call)
    if (account.verified_at || account.deactivated_at) {
      if (house.neutralAnswers) await addAccountExistsLetter(trx, account.id, pace)
      return false
    }
    const registrationId = await saveRegistration(trx, account.id, call, { passwordHash, browserHash })
    await addVerificationLetter(trx, { accountId: account.id, registrationId }, pace)
    await recordSecurityEvent(trx, call, { kind: 'registration.started', accountId: account.id })
    return true
  })
}

/** The locked account of an address, made where there is none. */
async function accountOfAddress(
  trx: Transaction<DB>,
  { house, input, language, region, regionActive }: Registering,
): Promise<Selectable<Accounts>> {
  // Also in another writing, which the unique index does not know.
  const known = await lockAccountByEmail(trx, input.email)
  if (known) return known
  await trx
    .insertInto('accounts')
    .values({
      email: canonicalEmail(input.email),
      region_id: region.id,
      market_assumed: !regionActive,
      language,
      created_at: house.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const account = await lockAccountByEmail(trx, input.email)
  // Erased between the two statements: who registers tries again.
  if (!account) throw new Refusal('unavailable')
  return account
}

/** One of each browser: whoever registers again there means the new password, and any of the links. */
async function saveRegistration(
  trx: Transaction<DB>,
  accountId: number,
  { house, input, language, region, regionActive }: Registering,
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
    verification_target: ownPath(input.verificationTarget) ?? '',
    created_at: house.now(),
  }
  const { id } = await trx
    .insertInto('registrations')
    .values({ ...values, account_id: accountId, browser_hash: browserHash })
    .onConflict((conflict) => conflict.columns(['account_id', 'browser_hash']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('consents').where('registration_id', '=', id).execute()
  await noteConsent(trx, accountId, 'terms', true, TERMS_VERSION, id)
  // A box that was ticked is a wish, which waits in the registration: only the button of the email is a consent.
  if (!input.newsletter) await noteConsent(trx, accountId, 'newsletter', false, 'registration', id)
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
