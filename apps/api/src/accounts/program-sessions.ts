import { createHmac, randomBytes } from 'node:crypto'
import { SESSION_TERM, TERMS_VERSION } from '@kiosk/domain/accounts/terms'
import { Refusal } from '@kiosk/domain/errors'
import { isSafeLine } from '@kiosk/domain/safe-line'
import { sql } from 'kysely'
import type { Asking } from '../endpoint.ts'
import { basicCredentials, type Credentials } from '../session/basic-credentials.ts'
import { deviceName } from '../session/device-name.ts'
import { noteSignIn } from '../session/note-sign-in.ts'
import { randomToken } from '../session/random-token.ts'
import { type Session, sessionById } from '../session/session.ts'
import { accountOfPassword } from './account-of-password.ts'
import { demandActive } from './demand-active.ts'
import { hasSecondFactor } from './second-factor.ts'

/** So long a password that was right is not asked of the database again by this server. Milliseconds. */
const TRUSTED_FOR = 10 * 60_000
const MOST_TRUSTED = 5_000

type Trusted = { session: Promise<number>; until: number }

/**
 * Sessions of reading programs, which send address and password with every request (decision 15). The password is held to
 * the limits of the login and to its time; then the program is a device of the account, by its name, with a session of its
 * own, the same on every server. What this server trusts it knows by a key that nobody else has and that ends with it.
 */
export function createProgramSessions() {
  const key = randomBytes(32)
  const trusted = new Map<string, Trusted>()

  /** @throws Refusal wrong_credentials, second_factor_required, account_inactive, too_many_requests */
  async function sessionOf(call: Asking): Promise<Session> {
    const { house, request } = call
    const given = basicCredentials(request)
    if (!given || !isSafeLine(house.publicUrl)) throw new Refusal('wrong_credentials')
    const program = programName(request)
    const mark = createHmac('sha256', key)
      .update(JSON.stringify([given.username, given.password, program]))
      .digest('base64url')
    const now = house.now()
    const known = trusted.get(mark)
    if (known && known.until > now.getTime()) {
      const session = await sessionById(house.db, await known.session, now)
      if (session.account) return session
    }
    // Requests that come together are one login.
    const again = trusted.get(mark)
    const entry = again && again !== known ? again : trust(mark, now, sessionOfDevice(call, given, program))
    return sessionById(house.db, await entry.session, now)
  }

  function trust(mark: string, now: Date, session: Promise<number>): Trusted {
    const entry = { session, until: now.getTime() + TRUSTED_FOR }
    trusted.delete(mark)
    trusted.set(mark, entry)
    for (const oldest of trusted.keys()) {
      if (trusted.size <= MOST_TRUSTED) break
      trusted.delete(oldest)
    }
    session.catch(() => {
      if (trusted.get(mark) === entry) trusted.delete(mark)
    })
    return entry
  }

  return { sessionOf }
}

/** Id of the session of a program after its password was right; begun where there is none. */
async function sessionOfDevice(call: Asking, given: Credentials, program: string): Promise<number> {
  const { house, visitor } = call
  const country = visitor.country ?? ''
  const { account } = await accountOfPassword(call, given)
  // A mail address is proved, and new terms are accepted, on the website.
  if (!account.verified_at || account.terms_version !== TERMS_VERSION) throw new Refusal('wrong_credentials')
  // A program cannot ask for a code, and a password alone must not open the account (decisions/067).
  if (await hasSecondFactor(house.db, account.id)) throw new Refusal('second_factor_required')
  const mark = createHmac('sha256', await house.secret())
    .update(`program|${account.id}|${program}`)
    .digest('base64url')
    .slice(0, 22)
  const now = house.now()
  return house.db.transaction().execute(async (trx) => {
    await demandActive(trx, account.id)
    // Servers that begin at once take turns on the device.
    const device = await trx
      .insertInto('devices')
      .values({ account_id: account.id, vendor_id: `program-${mark}`, name: program, country, created_at: now, last_access: now })
      .onConflict((conflict) => conflict.columns(['account_id', 'vendor_id']).doUpdateSet({ country, last_access: now }))
      .returning(['id', sql<boolean>`xmax = 0`.as('isNew')])
      .executeTakeFirstOrThrow()
    if (device.isNew) await noteSignIn(trx, account.id, call, { deviceId: device.id, isNew: true })
    const held = await trx
      .selectFrom('sessions')
      .select('id')
      .where('device_id', '=', device.id)
      .where('expires_at', '>', new Date(now.getTime() + TRUSTED_FOR))
      .orderBy('id')
      .executeTakeFirst()
    if (held) return held.id
    const { id } = await trx
      .insertInto('sessions')
      .values({
        // Nobody has the token: the session is found by its id alone.
        token_hash: randomToken().hash,
        account_id: account.id,
        device_id: device.id,
        kind: 'program',
        app_name: program,
        country,
        created_at: now,
        remembered: true,
        last_seen_at: now,
        expires_at: new Date(now.getTime() + SESSION_TERM.remembered * 1000),
        password_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** "KOReader" of "KOReader/2026.04 (Linux)": the same after an update; browsers by their own names. */
function programName(request: Request): string {
  const told = request.headers.get('user-agent') ?? ''
  const name = /^(?!Mozilla\/)[\w. -]{1,40}(?=\/|$)/.exec(told)?.[0].trim()
  return name || deviceName(told)
}
