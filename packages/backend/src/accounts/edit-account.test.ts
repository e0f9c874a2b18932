import * as declared from '@kiosk/domain/accounts/endpoints'
import { languages } from '@kiosk/domain/locale'
import { DAY_MS } from '@kiosk/domain/time'
import { describe, expect, test } from 'vitest'
import { openTestApi } from '../testing/open-test-api.ts'
import { newsletterWording } from './newsletter-consent.ts'
import { accountById } from './queries.ts'
import { createAccount, signedIn, subscribe } from './testing/accounts.ts'

const { connection, api } = await openTestApi()

const put = (headers: Record<string, string>, form: Record<string, string>) => ({ method: 'PUT', headers, form })
const consentsOf = (account: { id: number }) =>
  connection.db
    .selectFrom('consents')
    .select(['kind', 'given', 'wording'])
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute()

test('returns age groups and genders with names in every language', async () => {
  for (const [list, path, count] of [
    [declared.ageGroups, 'user/registration/agegroups', 6],
    [declared.genders, 'user/registration/gender', 4],
  ] as const) {
    const lists = await Promise.all(languages.map((language) => api.answer(list, path, { language })))
    for (const choices of lists) {
      expect(choices.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, place) => place + 1))
      expect(new Set(choices.map(({ name }) => name)).size).toBe(count)
    }
    expect(new Set(lists.map(([first]) => first?.name)).size).toBe(3)
  }
})

test('returns federal states or cantons with their own ids for every market', async () => {
  const states = await api.answer(declared.federalStates, 'user/registration/federalstates')
  const counts = [1, 2, 3, 4].map((region) => states.filter(({ regionId }) => regionId === region).length)
  expect(counts).toEqual([9, 16, 26, 12])
  expect(new Set(states.map(({ id }) => id)).size).toBe(states.length)
})

test('returns id, iso and country of the markets', async () => {
  expect(await api.answer(declared.regions, 'user/registration/regions', { language: 'fr' })).toEqual([
    { id: 1, iso: 'AT', countryCode: 'AT', countryName: 'Autriche', active: true },
    { id: 2, iso: 'DE', countryCode: 'DE', countryName: 'Allemagne', active: true },
    { id: 3, iso: 'CH', countryCode: 'CH', countryName: 'Suisse', active: true },
    { id: 4, iso: 'LU', countryCode: 'LU', countryName: 'Luxembourg', active: true },
  ])
})

test('answers 304 for an unchanged reference list', async () => {
  for (const list of ['agegroups', 'gender', 'federalstates', 'regions']) {
    const first = await api.ask(`user/registration/${list}`)
    const again = await api.ask(`user/registration/${list}`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
    expect([first.status, again.status], list).toEqual([200, 304])
  }
})

test('switching the newsletter on confirms it and switching it off revokes it, each recorded once', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  for (const newsletter of ['true', 'true', 'false', 'false'])
    expect(await api.answer(declared.editNewsletter, 'user/edit/newsletter', put(headers, { newsletter }))).toEqual({
      newsletter: newsletter === 'true',
    })
  expect(await consentsOf(account)).toEqual([
    { kind: 'newsletter', given: true, wording: newsletterWording('switch', 'de') },
    { kind: 'newsletter', given: false, wording: '' },
  ])
  expect(await accountById(connection.db, account.id)).toMatchObject({ send_newsletter: false, newsletter_confirmed_at: null })
  await api.ask('user/edit/newsletter', put(headers, { newsletter: 'true' }))
  expect((await accountById(connection.db, account.id))?.newsletter_confirmed_at).toBeInstanceOf(Date)
})

test('switching on a newsletter requested at registration confirms it', async () => {
  const account = await createAccount(connection.db, { send_newsletter: true })
  const headers = await signedIn(connection.db, account)
  await api.ask('user/edit/newsletter', put(headers, { newsletter: 'true' }))
  expect((await accountById(connection.db, account.id))?.newsletter_confirmed_at).toBeInstanceOf(Date)
})

test('release e-mails and adult titles have their own switches', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  const on = put(headers, { newsletter: 'true', agerestriction: 'true' })
  expect(await api.answer(declared.editReleases, 'user/edit/newsletter/releases', on)).toEqual({ newsletter: true })
  expect(await api.answer(declared.editAgeRestriction, 'user/edit/agerestriction', on)).toEqual({ agerestriction: true })
  expect(await api.answer(declared.user, 'user', { headers })).toMatchObject({
    sendNewsletter: false,
    sendReleaseNewsletter: true,
    allowAgeRestrictedContent: true,
  })
  expect((await consentsOf(account)).map(({ kind }) => kind)).toEqual(['releases', 'age-restricted'])
})

describe('the market of an account', () => {
  const move = (headers: { cookie: string }, region: string, country: string | null) =>
    api.ask('user/edit/region', { ...put(headers, { region }), country })
  const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

  test('follows the location of the owner, records the change and clears the federal state', async () => {
    const account = await createAccount(connection.db, { region_id: 1, federal_state_id: 109 })
    const headers = await signedIn(connection.db, account)
    for (const region of ['3', '3']) {
      const requested = { ...put(headers, { region }), country: 'CH' }
      expect(await api.answer(declared.editRegion, 'user/edit/region', requested)).toEqual({ regionId: 3 })
    }
    expect(await accountById(connection.db, account.id)).toMatchObject({ region_id: 3, federal_state_id: null })
    expect(await consentsOf(account)).toEqual([{ kind: 'region', given: true, wording: '1 to 3' }])
  })

  test.each(['AT', 'DE', 'IT', null])('rejects a move from %s to Luxembourg without evidence', async (country) => {
    const account = await createAccount(connection.db)
    const headers = await signedIn(connection.db, account)
    const rejected = await move(headers, '4', country)
    expect([rejected.status, await codeOf(rejected)]).toEqual([409, 'move_unproved'])
    expect(await consentsOf(account)).toEqual([])
  })

  test.each([
    ['AT', true, 409],
    ['AT', false, 200],
    ['LU', true, 200],
    ['LT', true, 200],
    ['', true, 200],
  ])('answers a move to Luxembourg with payment data of "%s" (in use: %s) with %i', async (country, active, status) => {
    const account = await createAccount(connection.db)
    const headers = await signedIn(connection.db, account)
    await connection.db
      .insertInto('payment_methods')
      .values({ account_id: account.id, provider: 'sandbox', kind: 'DD', reference: `m-${account.id}`, country, active })
      .execute()
    expect((await move(headers, '4', 'LU')).status).toBe(status)
  })

  test('changes at most once in ninety days', async () => {
    const account = await createAccount(connection.db)
    const headers = await signedIn(connection.db, account)
    expect((await move(headers, '2', 'DE')).status).toBe(200)
    const again = await move(headers, '1', 'AT')
    const { code, message } = (await again.json()) as { code: string; message: string }
    expect([again.status, code]).toEqual([409, 'moved_lately'])
    expect(message).toMatch(/Ab \d+\. \p{L}+ \d{4}/u)
    const long = new Date(Date.now() - 91 * DAY_MS)
    await connection.db.updateTable('consents').set({ at: long }).where('account_id', '=', account.id).execute()
    expect((await move(headers, '1', 'AT')).status).toBe(200)
  })

  test('is confirmed by location when it was only assumed', async () => {
    const account = await createAccount(connection.db, { market_assumed: true })
    const headers = await signedIn(connection.db, account)
    const assumed = async () => (await accountById(connection.db, account.id))!.market_assumed
    expect((await move(headers, '1', 'IT')).status).toBe(200)
    expect(await assumed()).toBe(true)
    expect((await move(headers, '1', 'AT')).status).toBe(200)
    expect(await assumed()).toBe(false)
  })
})

test('does not change while a subscription is active', async () => {
  const account = await createAccount(connection.db)
  await subscribe(connection.db, account)
  const headers = await signedIn(connection.db, account)
  expect(await api.errorOf('user/edit/region', put(headers, { region: '2' }))).toEqual({ status: 409, code: 'contract_active' })
  expect(await api.answer(declared.editRegion, 'user/edit/region', put(headers, { region: '1' }))).toEqual({ regionId: 1 })
  expect(await consentsOf(account)).toEqual([])
})
