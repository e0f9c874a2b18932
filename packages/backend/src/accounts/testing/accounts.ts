import { TERMS_VERSION } from '@kiosk/domain/accounts/limits'
import { DAY_MS } from '@kiosk/domain/time'
import { hashSync } from '@node-rs/argon2'
import type { Insertable, Selectable } from 'kysely'
import { randomToken } from '../../auth/random-token.ts'
import type { Database } from '../../db/connect.ts'
import type { Accounts } from '../../db/schema.ts'

export const PASSWORD_OF_TESTS = 'Sommerwind7'
const hash = hashSync(PASSWORD_OF_TESTS, { memoryCost: 64, timeCost: 1 })
let count = 0

/** Creates a test account: verified, with current terms and the password `PASSWORD_OF_TESTS`, unless `options` differ. */
export async function createAccount(db: Database, options: Partial<Insertable<Accounts>> = {}): Promise<Selectable<Accounts>> {
  const waits = options.verified_at === null
  const account = await db
    .insertInto('accounts')
    .values({
      email: `leserin-${++count}@example.org`,
      password_hash: hash,
      region_id: 1,
      language: 'de',
      verified_at: new Date(),
      terms_version: TERMS_VERSION,
      ...options,
      ...(waits && { password_hash: null }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (waits && options.password_hash !== null) await createRegistration(db, account, options.password_hash)
  return account
}

/** Creates a test registration without a browser; `createAccount` does so for an unverified address. */
async function createRegistration(
  db: Database,
  { id, send_newsletter, language, region_id, verification_target, created_at }: Selectable<Accounts>,
  password_hash = hash,
): Promise<number> {
  const registration = await db
    .insertInto('registrations')
    .values({
      account_id: id,
      password_hash,
      region_id,
      language,
      send_newsletter,
      verification_target,
      created_at,
      terms_version: TERMS_VERSION,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return registration.id
}

/** Signs an account in without the login; returns the `cookie` header of its requests. */
export async function signedIn(
  db: Database,
  account: { id: number },
  options: { vendorId?: string; passwordAt?: Date | null; name?: string; remembered?: boolean; expiresAt?: Date } = {},
): Promise<{ cookie: string }> {
  const vendorId = options.vendorId ?? `device-${++count}-of-a-test`
  const { token, hash: token_hash } = randomToken()
  // One statement, because thousands of tests begin with it.
  await db
    .with('device', (query) =>
      query
        .insertInto('devices')
        .values({ account_id: account.id, vendor_id: vendorId, name: options.name ?? 'Firefox · Linux' })
        .onConflict((conflict) => conflict.columns(['account_id', 'vendor_id']).doUpdateSet({ last_access: new Date() }))
        .returning('id'),
    )
    .insertInto('sessions')
    .values(({ selectFrom }) => ({
      token_hash,
      account_id: account.id,
      device_id: selectFrom('device').select('id'),
      remembered: options.remembered ?? false,
      expires_at: options.expiresAt ?? new Date(Date.now() + 400 * DAY_MS),
      password_at: options.passwordAt === undefined ? new Date() : options.passwordAt,
    }))
    .execute()
  return { cookie: `__Host-session=${token}; device=${vendorId}` }
}

/** Gives an account a paid subscription. 2 = PREMIUM, 10 = MAGZ in Austria. */
export async function subscribe(db: Database, account: { id: number }, subscriptionId = 2): Promise<void> {
  await db
    .insertInto('subscriptions')
    .values({
      account_id: account.id,
      plan_id: subscriptionId,
      regular_price: 1999,
      // Before any time that a test sets its clock to.
      starts_at: new Date('2020-01-01'),
    })
    .execute()
}
