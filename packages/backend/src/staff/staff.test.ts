import * as routes from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import { MOST_PASSKEYS } from '@kiosk/domain/accounts/limits'
import { STAFF_SESSION_SECONDS } from '@kiosk/domain/staff/limits'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@kiosk/domain/time'
import { sql, type Transaction } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { lastEntry } from '../audit/testing/last-entry.ts'
import { hashOf } from '../auth/random-token.ts'
import { testAuthenticator } from '../auth/testing/authenticator.ts'
import { poolOf } from '../db/connect.ts'
import type { DB } from '../db/schema.ts'
import { changeMeanwhile } from '../db/testing/change-meanwhile.ts'
import { createDeskApi } from '../http/desk-api.ts'
import { waitingEmails } from '../jobs/testing/jobs.ts'
import { TEST_ORIGIN } from '../testing/api.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { staffInvitationEmail } from './emails/invitation-email.ts'
import { changeStaff, invitationLink, inviteStaff } from './invite-staff.ts'
import { createStaff, fakeDesk, STAFF_PASSWORD_OF_TESTS } from './testing/desk.ts'

let now = new Date('2026-11-23T08:00:00Z')
const { connection, api } = await openTestApi({ now: () => now })
const { ctx } = api
const { db } = connection
const ROOT = { kind: 'command', name: 'root', source: 'machine' } as const

beforeEach(async () => {
  now = new Date(now.getTime() + HOUR_MS)
  await db.deleteFrom('rate_limits').execute()
})

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
async function invite(person: Partial<Parameters<typeof inviteStaff>[3]> = {}) {
  const invited = { email: 'nora@example.org', name: 'Nora Feld', role: 'editor', language: 'de', ...person } as const
  const link = await db.transaction().execute(async (trx) => {
    const id = await inviteStaff(trx, ctx, ROOT, invited)
    return invitationLink(trx, ctx, id)
  })
  return link.split('#')[1]!
}
const actionsOf = async (name: string) =>
  (await db.selectFrom('audit_entries').select('action').where('actor', '=', name).orderBy('id').execute()).map(
    ({ action }) => action,
  )

describe('an invitation', () => {
  test('is accepted with a password and a code of the authenticator app, once', async () => {
    const token = await invite()
    const desk = fakeDesk(ctx)
    const shown = await desk.call(routes.invitation, { body: { token } })
    expect(shown).toMatchObject({ status: 200, name: 'Nora Feld', email: 'nora@example.org', role: 'editor' })
    const { secret } = shown.totp as { secret: string }
    expect(await desk.call(routes.invitation, { body: { token } })).toMatchObject({ totp: { secret } })
    const app = new TOTP({ secret: Secret.fromBase32(secret) })
    const person = { token, name: 'Nora Feld', language: 'en', password: STAFF_PASSWORD_OF_TESTS }
    expect(await desk.call(routes.acceptInvitation, { body: { ...person, code: '000000' } })).toMatchObject({
      status: 406,
      code: 'code_wrong',
    })
    expect(await desk.call(routes.acceptInvitation, { body: { ...person, password: 'short' } })).toMatchObject({
      status: 400,
      field: 'password',
      message: 'Mindestens 12 Zeichen.',
    })
    const code = app.generate({ timestamp: now.getTime() })
    const both = await Promise.all([1, 2].map(() => fakeDesk(ctx).call(routes.acceptInvitation, { body: { ...person, code } })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    const accepted = both.find(({ status }) => status === 200)!
    expect(accepted.recoveryCodes).toHaveLength(10)

    const signIn = (typed: string) =>
      desk.call(routes.deskSignIn, { body: { email: 'Nora@example.org', password: STAFF_PASSWORD_OF_TESTS, code: typed } })
    expect(await signIn(code), 'the code was used').toMatchObject({ status: 401, code: 'wrong_credentials' })
    later(MINUTE_MS)
    expect(await signIn(app.generate({ timestamp: now.getTime() }))).toMatchObject({
      status: 200,
      role: 'editor',
      language: 'en',
    })
    const [recovery] = accepted.recoveryCodes as string[]
    const withRecovery = await Promise.all([1, 2, 3].map(() => signIn(recovery!)))
    expect(withRecovery.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect(await actionsOf('Nora Feld')).toEqual(['staff.joined', 'staff.signed-in', 'staff.signed-in'])
  })

  test('is accepted with a passkey, which then signs in alone', async () => {
    const token = await invite({ email: 'paul@example.org', name: 'Paul Stein' })
    const desk = fakeDesk(ctx)
    const authenticator = testAuthenticator(new URL(TEST_ORIGIN).hostname, TEST_ORIGIN)
    const { passkey } = await desk.call(routes.invitation, { body: { token } })
    const credential = authenticator.create(passkey as Record<string, unknown>)
    const accepted = await desk.call(routes.acceptInvitation, { body: { token, name: 'Paul Stein', language: 'de', credential } })
    expect(accepted).toEqual({ status: 200, recoveryCodes: [] })
    expect(await desk.call(routes.deskSession)).toMatchObject({ status: 200, name: 'Paul Stein' })

    const other = fakeDesk(ctx)
    const options = await other.call(routes.deskPasskeyOptions, { body: {} })
    const signedIn = await other.call(routes.deskPasskeySignIn, { body: { credential: authenticator.get(options) } })
    expect(signedIn).toMatchObject({ status: 200, name: 'Paul Stein' })
    const security = await other.call(routes.ownSecurity)
    expect(security).toMatchObject({ hasPassword: false, passkeys: [{ lastUsedAt: now.toISOString() }] })
    const [{ id }] = security.passkeys as [{ id: number }]
    expect(await other.call(routes.removeOwnPasskey, { params: { id } })).toMatchObject({ status: 409, code: 'last_way_in' })

    const rename = (name: string) => other.call(routes.changeOwnDetails, { body: { name, language: 'fr' } })
    expect(await rename(' ')).toMatchObject({ status: 400, field: 'name' })
    expect(await rename('Paula Stein')).toEqual({ status: 204 })
    expect(await desk.call(routes.deskSession), 'in every browser').toMatchObject({ name: 'Paula Stein', language: 'fr' })
  })

  test('is not sent again to somebody who has joined, with a password or a passkey', async () => {
    const passkey = (options: Record<string, unknown>) =>
      testAuthenticator(new URL(TEST_ORIGIN).hostname, TEST_ORIGIN).create(options)
    for (const way of ['password', 'passkey']) {
      const token = await invite({ email: `${way}@example.org` })
      const { id } = await db
        .selectFrom('staff')
        .select('id')
        .where('invitation_hash', '=', hashOf(token))
        .executeTakeFirstOrThrow()
      const desk = fakeDesk(ctx)
      const link = (await staffInvitationEmail(id, ctx))!.email.blocks.find(({ kind }) => kind === 'button') as {
        address: string
      }
      const sent = link.address.split('#')[1]!
      const shown = await desk.call(routes.invitation, { body: { token: sent } })
      const { secret } = shown.totp as { secret: string }
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })
      const proof =
        way === 'passkey'
          ? { credential: passkey(shown.passkey as Record<string, unknown>) }
          : { password: STAFF_PASSWORD_OF_TESTS, code }
      const body = { token: sent, name: 'Nora Feld', language: 'de', ...proof }
      expect((await desk.call(routes.acceptInvitation, { body })).status, way).toBe(200)
      // As after an attempt whose outcome is unknown.
      expect(await staffInvitationEmail(id, ctx), way).toBeNull()
    }
  })

  test('expires, is replaced by a later one, and ends with the right to sign in', async () => {
    const [first, second] = [await invite({ email: 'zoe@example.org' }), await invite({ email: 'zoe@example.org' })]
    const show = async (token: string) => (await fakeDesk(ctx).call(routes.invitation, { body: { token } })).status
    expect([await show(first), await show(second)]).toEqual([410, 200])
    later(73 * HOUR_MS)
    expect(await show(second)).toBe(410)
    const third = await invite({ email: 'zoe@example.org' })
    const { id } = await db.selectFrom('staff').select('id').where('email', '=', 'zoe@example.org').executeTakeFirstOrThrow()
    for (const disabled of [true, false]) {
      await db.transaction().execute((trx) => changeStaff(trx, ctx, ROOT, { id, role: 'editor', disabled }))
      expect(await show(third)).toBe(410)
    }
  })

  test('for somebody who is known ends all ways to sign in and all sessions', async () => {
    await createStaff(ctx, { name: 'Owner' })
    const staff = await createStaff(ctx, { role: 'care' })
    const desk = fakeDesk(ctx)
    await desk.signedInAs(staff)
    await invite({ email: staff.email, role: 'care' })
    expect(await desk.call(routes.deskSession)).toMatchObject({ status: 401, code: 'not_signed_in' })
    const body = { email: staff.email, password: STAFF_PASSWORD_OF_TESTS, code: staff.codeAt(now) }
    expect(await desk.call(routes.deskSignIn, { body })).toMatchObject({ status: 401 })
  })
})

describe('a session', () => {
  test('ends after an hour without use, and after twelve in any case', async () => {
    const staff = await createStaff(ctx)
    const desk = fakeDesk(ctx)
    await desk.signedInAs(staff)
    later(STAFF_SESSION_SECONDS.idle * SECOND_MS - SECOND_MS)
    expect((await desk.call(routes.deskSession)).status).toBe(200)
    later(STAFF_SESSION_SECONDS.idle * SECOND_MS)
    expect((await desk.call(routes.deskSession)).status).toBe(401)

    await desk.signedInAs(staff)
    const statuses = []
    for (let half = 0; half < 26; half++) {
      statuses.push((await desk.call(routes.deskSession)).status)
      later(HOUR_MS / 2)
    }
    expect(statuses.indexOf(401)).toBe(24)
  })

  test('must be confirmed before rights are moved', async () => {
    const [owner, person] = [await createStaff(ctx), await createStaff(ctx, { role: 'care' })]
    const desk = fakeDesk(ctx)
    await desk.signedInAs(owner)
    later(11 * MINUTE_MS)
    const change = { params: { id: person.id }, body: { role: 'finance', disabled: false, reason: 'Moves to accounting' } }
    expect(await desk.call(routes.changeStaff, change)).toMatchObject({ status: 403, code: 'confirmation_required' })
    const wrong = { body: { password: 'a guess', code: owner.codeAt(now) } }
    expect(await desk.call(routes.deskConfirm, wrong)).toMatchObject({ status: 401 })
    const right = { body: { password: STAFF_PASSWORD_OF_TESTS, code: owner.codeAt(now) } }
    expect((await desk.call(routes.deskConfirm, right)).confirmedUntil).toBe(
      new Date(now.getTime() + 10 * MINUTE_MS).toISOString(),
    )
    expect((await desk.call(routes.changeStaff, change)).status).toBe(204)
    const entry = await lastEntry(db)
    expect(entry).toMatchObject({
      actor: owner.name,
      source: '203.0.113.9',
      action: 'staff.changed',
      reason: 'Moves to accounting',
      before: { role: 'care', disabled: false },
      after: { role: 'finance', disabled: false },
    })
  })

  test('has another token after a confirmation, and a sign-in ends the session that the browser had', async () => {
    const staff = await createStaff(ctx)
    const desk = fakeDesk(ctx)
    await desk.signedInAs(staff)
    const copied = desk.cookie()
    const withCopy = () => fakeDesk(ctx).call(routes.deskSession, { headers: { cookie: copied } })
    expect((await withCopy()).status).toBe(200)
    const body = { password: STAFF_PASSWORD_OF_TESTS, code: staff.codeAt(now) }
    expect((await desk.call(routes.deskConfirm, { body })).status).toBe(200)
    expect((await desk.call(routes.deskSession)).confirmedUntil).not.toBeNull()
    // A request that was under way when the token changed is answered, but the earlier token does not count as confirmed.
    expect(await withCopy()).toMatchObject({ status: 200, confirmedUntil: null })
    expect(await fakeDesk(ctx).call(routes.newOwnRecoveryCodes, { headers: { cookie: copied } })).toMatchObject({
      status: 403,
      code: 'confirmation_required',
    })
    later(STAFF_SESSION_SECONDS.replacedToken * SECOND_MS)
    expect(await withCopy()).toMatchObject({ status: 401, code: 'not_signed_in' })
    expect((await desk.call(routes.deskSession)).status).toBe(200)

    later(MINUTE_MS)
    const confirmed = desk.cookie()
    await desk.call(routes.deskSignIn, { body: { ...body, email: staff.email, code: staff.codeAt(now) } })
    expect(desk.cookie()).not.toBe(confirmed)
    const sessions = await db.selectFrom('staff_sessions').select('id').where('staff_id', '=', staff.id).execute()
    expect(sessions).toHaveLength(1)
  })

  test('is refused after the same statements, whether the address, the password or the code is wrong; a code with a wrong password stays valid', async () => {
    const staff = await createStaff(ctx)
    const desk = createDeskApi(ctx)
    const { pool } = poolOf(ctx.db)
    let statements = 0
    const counted = new WeakSet<object>()
    const count = (client: { query: unknown }) => {
      if (counted.has(client)) return
      counted.add(client)
      const query = client.query as (...given: unknown[]) => unknown
      client.query = (...given: unknown[]) => {
        statements++
        return query.apply(client, given)
      }
    }
    pool.on('acquire', count)
    let network = 0
    const refused = async (email: string, password: string, code: string) => {
      statements = 0
      const headers = { 'content-type': 'application/json', origin: TEST_ORIGIN }
      const body = JSON.stringify({ email, password, code })
      const address = `192.0.2.${++network}`
      const request = new Request(`${TEST_ORIGIN}${apiAddress(routes.deskSignIn, {})}`, { method: 'POST', headers, body })
      expect((await desk(request, { address, country: 'AT' })).status).toBe(401)
      return statements
    }
    const right = staff.codeAt(now)
    // The first one reads what later ones know already.
    await refused('niemand@example.org', 'wrong', '000000')
    const ofCode = await refused(staff.email, STAFF_PASSWORD_OF_TESTS, '000000')
    expect(ofCode).toBeGreaterThan(1)
    expect(await refused(staff.email, 'wrong', '000000')).toBe(ofCode)
    expect(await refused(staff.email, 'wrong', right)).toBe(ofCode)
    expect(await refused('niemand@example.org', 'wrong', right)).toBe(ofCode)
    expect(await refused(staff.email, STAFF_PASSWORD_OF_TESTS, 'aaaaa-aaaaa')).toBe(ofCode)
    expect(await refused(staff.email, 'wrong', 'aaaaa-aaaaa')).toBe(ofCode)
    expect(await refused('niemand@example.org', 'wrong', 'aaaaa-aaaaa')).toBe(ofCode)
    pool.off('acquire', count)
    const body = { email: staff.email, password: STAFF_PASSWORD_OF_TESTS, code: right }
    expect((await fakeDesk(ctx).call(routes.deskSignIn, { body })).status).toBe(200)
  })

  test('is not started by a password of another person or by too many guesses', async () => {
    const staff = await createStaff(ctx)
    const desk = fakeDesk(ctx)
    const guess = (password: string) =>
      desk.call(routes.deskSignIn, { body: { email: staff.email, password, code: staff.codeAt(now) } })
    const statuses = []
    for (let tries = 0; tries < 11; tries++) statuses.push((await guess(`guess ${tries}`)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    expect((await guess(STAFF_PASSWORD_OF_TESTS)).status).toBe(429)
    const recorded = await db
      .selectFrom('security_events')
      .select(['kind', 'details'])
      .where('kind', '=', 'staff.rejected')
      .where('at', '=', now)
      .execute()
    // Five per minute and network.
    expect(recorded).toEqual(Array(5).fill({ kind: 'staff.rejected', details: { outcome: 'wrong_credentials' } }))
  })

  describe('while somebody elsewhere guesses the password', () => {
    /** Signs in by password from somewhere. */
    const tryFrom = (
      desk: ReturnType<typeof fakeDesk>,
      address: string,
      email: string,
      code: string,
      password = STAFF_PASSWORD_OF_TESTS,
    ) => desk.call(routes.deskSignIn, { address, body: { email, password, code } })
    /** A stranger guesses from this many networks, as often as each may. Returns the statuses. */
    async function attack(email: string, networks: number): Promise<number[]> {
      const statuses = []
      for (let network = 1; network <= networks; network++)
        for (let tries = 0; tries < 11; tries++)
          statuses.push((await tryFrom(fakeDesk(ctx), `198.51.100.${network}`, email, '000000', `guess ${tries}`)).status)
      return statuses
    }

    test('the owner signs in from a browser that was used before, and from another network', async () => {
      const owner = await createStaff(ctx)
      const used = fakeDesk(ctx)
      expect((await tryFrom(used, '203.0.113.9', owner.email, owner.codeAt(now))).status).toBe(200)
      await used.call(routes.deskSignOut)
      later(MINUTE_MS)
      expect(await attack(owner.email, 1)).toEqual([...Array<number>(10).fill(401), 429])
      // Somewhere else, in a new browser, the attempts of one network do not count.
      expect((await tryFrom(fakeDesk(ctx), '203.0.113.77', owner.email, owner.codeAt(now))).status).toBe(200)
      later(MINUTE_MS)
      // The known browser works even from the stranger's network.
      expect((await tryFrom(used, '198.51.100.1', owner.email, owner.codeAt(now))).status).toBe(200)
    })

    test('from many networks, all strangers together are limited, and neither the known browser nor a passkey is', async () => {
      const owner = await createStaff(ctx)
      const used = fakeDesk(ctx)
      await tryFrom(used, '203.0.113.9', owner.email, owner.codeAt(now))
      const authenticator = testAuthenticator(new URL(TEST_ORIGIN).hostname, TEST_ORIGIN)
      const credential = authenticator.create(await used.call(routes.ownPasskeyOptions, { body: {} }))
      expect((await used.call(routes.addOwnPasskey, { body: { credential } })).status).toBe(204)
      await used.call(routes.deskSignOut)
      later(MINUTE_MS)
      const statuses = await attack(owner.email, 7)
      expect(statuses.filter((status) => status === 401)).toHaveLength(49)
      const stranger = await tryFrom(fakeDesk(ctx), '203.0.113.78', owner.email, owner.codeAt(now))
      expect(stranger).toMatchObject({ status: 429, code: 'too_many_requests' })
      expect((await tryFrom(used, '203.0.113.9', owner.email, owner.codeAt(now))).status).toBe(200)
      const other = fakeDesk(ctx)
      const options = await other.call(routes.deskPasskeyOptions, { body: {} })
      const body = { credential: authenticator.get(options) }
      expect((await other.call(routes.deskPasskeySignIn, { body })).status).toBe(200)
    })

    test('a known browser may guess as often as a stranger, and is known for one person only', async () => {
      const [owner, colleague] = [await createStaff(ctx), await createStaff(ctx)]
      const used = fakeDesk(ctx)
      await tryFrom(used, '203.0.113.9', owner.email, owner.codeAt(now))
      await used.call(routes.deskSignOut)
      const guess = (email: string) => tryFrom(used, '203.0.113.9', email, '000000', 'a guess')
      const own = []
      for (let tries = 0; tries < 11; tries++) own.push((await guess(owner.email)).status)
      expect(own).toEqual([...Array<number>(10).fill(401), 429])
      await attack(colleague.email, 7)
      expect((await guess(colleague.email)).status).toBe(429)
    })

    test('a changed cookie makes no browser known', async () => {
      const owner = await createStaff(ctx)
      const used = fakeDesk(ctx)
      await tryFrom(used, '203.0.113.9', owner.email, owner.codeAt(now))
      await attack(owner.email, 7)
      const [name, value] = used.cookies.get('__Host-desk-device')!.split('=') as [string, string]
      const [device, signature] = value.split('.')
      for (const forged of [`${device}x.${signature}`, `${device}.${'A'.repeat(43)}`, `${device}.`, `.${signature}`]) {
        const headers = { cookie: `${name}=${forged}` }
        const body = { email: owner.email, password: 'a guess', code: '000000' }
        expect(await fakeDesk(ctx).call(routes.deskSignIn, { headers, body, address: '203.0.113.79' })).toMatchObject({
          status: 429,
        })
      }
    })
  })

  test('cannot be prepared without limit from one network', async () => {
    const address = '198.51.100.77'
    const ask = () => fakeDesk(ctx).call(routes.deskPasskeyOptions, { body: {}, address })
    const statuses = []
    for (let tries = 0; tries < 61; tries++) statuses.push((await ask()).status)
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([60, 429])
  })

  test('ends by signing out, and its cookie can be set by no other host', async () => {
    const staff = await createStaff(ctx)
    const desk = fakeDesk(ctx)
    const body = { email: staff.email, password: STAFF_PASSWORD_OF_TESTS, code: staff.codeAt(now) }
    const response = await desk.send(routes.deskSignIn, { body })
    const set = response.headers.getSetCookie()
    expect(set[0]).toMatch(/^__Host-desk=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/)
    expect(set[1]).toMatch(
      /^__Host-desk-device=[\w-]{43}\.[\w-]{43}; Max-Age=31536000; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    )
    const cookie = desk.cookie()
    await desk.call(routes.deskSignOut)
    expect(await fakeDesk(ctx).call(routes.deskSession, { headers: { cookie } })).toMatchObject({ status: 401 })
  })
})

test('a person has at most twenty passkeys, also if several are added at once', async () => {
  const staff = await createStaff(ctx)
  const desk = fakeDesk(ctx)
  await desk.signedInAs(staff)
  const row = { staff_id: staff.id, public_key: Buffer.alloc(1), counter: 0, name: 'x', created_at: now }
  const held = Array.from({ length: MOST_PASSKEYS - 1 }, (_, at) => ({ ...row, credential_id: Buffer.from(`many ${at}`) }))
  await db.insertInto('staff_passkeys').values(held).execute()
  const credentials = []
  for (let each = 0; each < 3; each++) {
    const authenticator = testAuthenticator(new URL(TEST_ORIGIN).hostname, TEST_ORIGIN)
    credentials.push(authenticator.create(await desk.call(routes.ownPasskeyOptions, { body: {} })))
  }
  const added = await Promise.all(credentials.map((credential) => desk.call(routes.addOwnPasskey, { body: { credential } })))
  expect(added.map(({ status, code }) => code ?? status).sort()).toEqual([204, 'too_many_passkeys', 'too_many_passkeys'])
  expect(await desk.call(routes.ownPasskeyOptions, { body: {} })).toMatchObject({ status: 409, code: 'too_many_passkeys' })
})

test('somebody who is disabled gets no session in any way, and is enabled again with the same password and passkeys', async () => {
  await createStaff(ctx)
  const staff = await createStaff(ctx, { role: 'care' })
  const desk = fakeDesk(ctx)
  await desk.signedInAs(staff)
  const authenticator = testAuthenticator(new URL(TEST_ORIGIN).hostname, TEST_ORIGIN)
  const credential = authenticator.create(await desk.call(routes.ownPasskeyOptions, { body: {} }))
  expect((await desk.call(routes.addOwnPasskey, { body: { credential } })).status).toBe(204)
  const { recoveryCodes } = await desk.call(routes.newOwnRecoveryCodes, { body: {} })
  const byPassword = (code: string) =>
    fakeDesk(ctx).call(routes.deskSignIn, { body: { email: staff.email, password: STAFF_PASSWORD_OF_TESTS, code } })
  const byPasskey = async () => {
    const browser = fakeDesk(ctx)
    const options = await browser.call(routes.deskPasskeyOptions, { body: {} })
    return browser.call(routes.deskPasskeySignIn, { body: { credential: authenticator.get(options) } })
  }
  const outcomes = async () => {
    const tried = [await byPassword(staff.codeAt(now)), await byPassword((recoveryCodes as string[])[0]!), await byPasskey()]
    return tried.map(({ status, code }) => code ?? status)
  }
  const sessions = () => db.selectFrom('staff_sessions').select('id').where('staff_id', '=', staff.id).execute()
  const set = (disabled: boolean) =>
    db.transaction().execute((trx) => changeStaff(trx, ctx, ROOT, { id: staff.id, role: 'care', disabled }))

  await set(true)
  expect(await outcomes()).toEqual(['wrong_credentials', 'wrong_credentials', 'passkey_rejected'])
  const confirmed = { body: { password: STAFF_PASSWORD_OF_TESTS, code: staff.codeAt(now) } }
  expect(await desk.call(routes.deskConfirm, confirmed)).toMatchObject({ status: 401, code: 'not_signed_in' })
  expect(await sessions()).toEqual([])
  await set(false)
  expect((await desk.call(routes.deskSession)).status, 'the earlier session').toBe(401)
  expect(await outcomes()).toEqual([200, 200, 200])
})

test('the last owner who can sign in keeps the role, also if two owners remove each other at once', async () => {
  await db.deleteFrom('staff').execute()
  const owners = [await createStaff(ctx), await createStaff(ctx)]
  const desks = [fakeDesk(ctx), fakeDesk(ctx)]
  for (const [at, desk] of desks.entries()) await desk.signedInAs(owners[at]!)
  const removed = await Promise.all(
    desks.map((desk, at) =>
      desk.call(routes.changeStaff, {
        params: { id: owners[1 - at]!.id },
        body: { role: 'owner', disabled: true, reason: 'Left' },
      }),
    ),
  )
  expect(removed.filter(({ status }) => status === 204)).toHaveLength(1)
  const states = await db.selectFrom('staff').select('disabled_at').execute()
  expect(states.filter(({ disabled_at }) => disabled_at === null)).toHaveLength(1)
})

describe('a call that is under way while its owner', () => {
  test.each([
    ['is invited again adds no passkey', routes.addOwnPasskey],
    ['is invited again makes no recovery codes', routes.newOwnRecoveryCodes],
  ])('%s', async (_, route) => {
    const staff = await createStaff(ctx)
    const desk = fakeDesk(ctx)
    await desk.signedInAs(staff)
    const authenticator = testAuthenticator(new URL(TEST_ORIGIN).hostname, TEST_ORIGIN)
    const credential = authenticator.create(await desk.call(routes.ownPasskeyOptions, { body: {} }))
    const answer = await changeMeanwhile(db, () => desk.call(route, { body: { credential } }), {
      lock: (trx) => sql`select from staff where id = ${staff.id} for update`.execute(trx),
      change: (trx) => inviteStaff(trx as Transaction<DB>, ctx, ROOT, { ...staff, role: 'owner', language: 'de' }),
    })
    expect(answer).toMatchObject({ status: 401, code: 'not_signed_in' })
    for (const table of ['staff_passkeys', 'staff_recovery_codes'] as const)
      expect(await db.selectFrom(table).selectAll().where('staff_id', '=', staff.id).execute()).toEqual([])
  })

  test('is invited again does not sign in with a removed passkey, nor hinders the invitation', async () => {
    const staff = await createStaff(ctx)
    const desk = fakeDesk(ctx)
    await desk.signedInAs(staff)
    const authenticator = testAuthenticator(new URL(TEST_ORIGIN).hostname, TEST_ORIGIN)
    const credential = authenticator.create(await desk.call(routes.ownPasskeyOptions, { body: {} }))
    await desk.call(routes.addOwnPasskey, { body: { credential } })
    const other = fakeDesk(ctx)
    const assertion = authenticator.get(await other.call(routes.deskPasskeyOptions, { body: {} }))
    const signIn = () => other.call(routes.deskPasskeySignIn, { body: { credential: assertion } })
    const answer = await changeMeanwhile(db, signIn, {
      lock: (trx) => sql`select from staff where id = ${staff.id} for update`.execute(trx),
      change: (trx) => inviteStaff(trx as Transaction<DB>, ctx, ROOT, { ...staff, role: 'owner', language: 'de' }),
    })
    expect(answer).toMatchObject({ code: 'passkey_rejected' })
  })

  test.each([
    ['loses access invites nobody', { role: 'owner', disabled: true }, 'not_signed_in'],
    ['is no owner any more invites nobody', { role: 'editor', disabled: false }, 'not_permitted'],
  ] as const)('%s', async (_, changed, code) => {
    await createStaff(ctx)
    const leaving = await createStaff(ctx)
    const desk = fakeDesk(ctx)
    await desk.signedInAs(leaving)
    const email = `friend-${leaving.id}@example.org`
    const body = { email, name: 'Ida Moos', role: 'owner', language: 'fr', reason: 'Friend' }
    const answer = await changeMeanwhile(db, () => desk.call(routes.inviteStaff, { body }), {
      lock: (trx) => changeStaff(trx as Transaction<DB>, ctx, ROOT, { id: leaving.id, ...changed }),
      change: async () => {},
    })
    expect(answer).toMatchObject({ code })
    expect(await db.selectFrom('staff').selectAll().where('email', '=', email).execute()).toEqual([])
  })
})

test('an invitation from the desk is sent by e-mail and recorded', async () => {
  const owner = await createStaff(ctx)
  const desk = fakeDesk(ctx)
  await desk.signedInAs(owner)
  const body = { email: 'New@Example.org', name: 'Ida Moos', role: 'finance', language: 'fr', reason: 'New in accounting' }
  expect((await desk.call(routes.inviteStaff, { body })).status).toBe(204)
  const { id } = await createStaff(ctx)
  await db.updateTable('staff').set({ name: 'Abel Left', disabled_at: now }).where('id', '=', id).execute()
  const { staff } = (await desk.call(routes.staff)) as unknown as { staff: { id: number; email: string; state: string }[] }
  const invited = staff.find(({ email }) => email === 'new@example.org')
  expect(invited).toMatchObject({ state: 'invited' })
  expect(await waitingEmails(db)).toContainEqual({ letter: 'staff-invitation', staffId: invited!.id })
  const mayNot = staff.map(({ state }) => state === 'disabled')
  expect(mayNot.indexOf(true), 'those who may no longer sign in come last').toBeGreaterThan(mayNot.lastIndexOf(false))
})
