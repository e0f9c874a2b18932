import type { ErrorCode } from '@kiosk/domain/errors'
import { errorOf } from '@kiosk/domain/errors'
import { languages } from '@kiosk/domain/locale'
import { DAY_MS } from '@kiosk/domain/time'
import { errorMessage } from '@kiosk/i18n/messages/errors'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { createAccount, signedIn, subscribe } from './testing/accounts.ts'

// Every error of the account calls, in each language.

let connection: Connection
let api: TestApi
const cookies: Record<string, string> = {}
beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  api = await testApi(connection)
  const long = new Date(Date.now() - 100 * DAY_MS)
  const free = await createAccount(db, { email: 'schon.da@example.org' })
  const paying = await createAccount(db)
  const social = await createAccount(db, { password_hash: null, facebook_id: 'somebody' })
  const once = await createAccount(db)
  const old = await createAccount(db, { verified_at: long })
  await subscribe(db, paying)
  await db
    .insertInto('subscriptions')
    .values({ account_id: once.id, plan_id: 2, regular_price: 1999, starts_at: long, ends_at: long })
    .execute()
  const until = new Date(Date.now() + DAY_MS)
  await db.insertInto('promo_codes').values({ code: 'LESEZEIT', titles: '{}', days: 1, redeemable_until: until }).execute()
  await db.insertInto('promo_redemptions').values({ account_id: free.id, code: 'LESEZEIT', expires_at: until }).execute()
  for (const [name, account] of Object.entries({ free, paying, social, once, old }))
    cookies[name] = (await signedIn(db, account, { passwordAt: name === 'social' ? null : new Date() })).cookie
  cookies.stale = (await signedIn(db, once, { passwordAt: long })).cookie
})
beforeEach(() => connection.db.deleteFrom('rate_limits').execute())
afterAll(async () => {
  await api.close()
  await connection.close()
})

type Row = [code: ErrorCode, who: string, call: string, form?: Record<string, string>, field?: string, exact?: string]
const password = { oldPassword: 'falsch', newPassword: 'ganz-neu' }
const rows: Row[] = [
  ['wrong_input', 'free', 'PUT user/edit/newsletter', { newsletter: 'vielleicht' }, 'newsletter'],
  ['wrong_input', 'free', 'PUT user/edit/userdata', { firstname: 'x'.repeat(101) }, 'firstname', 'VALIDATION.maxlength'],
  ['wrong_input', 'free', 'PUT user/edit/userdata', { email: 'abc' }, 'email', 'VALIDATION.email'],
  ['mail_taken', 'paying', 'PUT user/edit/userdata', { email: 'Schon.Da@example.org' }, 'email'],
  ['password_wrong', 'stale', 'PUT user/edit/userdata', { email: 'neu@example.org', password: 'falsch' }, 'password'],
  ['login_stale', 'social', 'PUT user/edit/userdata', { email: 'neu@example.org' }, 'email'],
  ['contract_active', 'paying', 'PUT user/edit/region', { region: '2' }],
  ['password_wrong', 'free', 'PUT user/changePassword', password, 'oldPassword'],
  ['no_password', 'social', 'PUT user/changePassword', password],
  ['wrong_input', 'free', 'PUT user/changePassword', { ...password, newPassword: 'ab' }, 'newPassword', 'VALIDATION.minlength'],
  ['contract_active', 'paying', 'PUT user/deleteAccount'],
  ['not_found', 'free', 'DELETE user/device/unbekannt', {}, 'vendorId'],
  ['not_found', 'free', 'PUT user/favourites/unbekannt', {}, 'magazinekey'],
  ['not_found', 'free', 'DELETE user/favourites/unbekannt', {}, 'magazinekey'],
  ['mail_not_subscribed', '', 'POST user/newsletter/unsubscribe', { email: 'niemand@example.org' }, 'email'],
  ['mail_not_subscribed', '', 'POST user/newsletter/unsubscribe/releases', { email: 'niemand@example.org' }, 'email'],
  ['token_invalid', '', 'POST user/newsletter/oneclick/erfunden', {}, 'token'],
  ['code_invalid', 'free', 'POST promo/UNBEKANNT', {}, 'code'],
  ['code_redeemed', 'free', 'POST promo/LESEZEIT', {}, 'code'],
  ['paid_already', 'paying', 'POST promo/LESEZEIT'],
  ['not_found', 'paying', 'GET voucher/launchoffer/'],
  ['offer_redeemed', 'once', 'GET voucher/launchoffer/'],
  ['offer_expired', 'old', 'GET voucher/launchoffer/'],
  ['wrong_input', '', 'POST feedback', { email: 'a@example.org' }, 'name'],
  ['wrong_input', '', 'POST crashreport', { device: 'x' }, 'os'],
]

test.each(rows)('%s for %s at %s', async (code, who, call, form = {}, field = undefined, exact = undefined) => {
  const [method = '', path = ''] = call.split(' ')
  const { status, words } = errorOf(code)
  for (const language of languages) {
    const sent = method === 'GET' ? {} : { form }
    const response = await api.ask(path, { method, language, headers: { cookie: cookies[who] ?? '' }, ...sent })
    const message = errorMessage(language, exact ?? words)
    expect(message).toMatch(/^\p{Lu}.{10,}\.$/u)
    expect([response.status, await response.json()]).toEqual([
      status,
      { code, message, ...(field && { field }), requestId: expect.any(String) },
    ])
    expect(response.headers.get('content-language')).toBe(language)
  }
})
