import { region, webinfo } from '@kiosk/domain/accounts/endpoints'
import { DEFAULT_COUNTS } from '@kiosk/domain/catalogue/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import { type Connection, open } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { createAccount, signedIn } from './testing/accounts.ts'

let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  const issue = await createIssue(connection.db)
  await createIssue(connection.db, { title: { id: issue.title_id, key: issue.key, language: 'de' }, issue_date: '2026-12-01' })
  await createIssue(connection.db)
  // Not offered in the markets below, so not counted there.
  await createIssue(connection.db, { title: await createTitle(connection.db, { shown_in: ['FR'] }) })
  api = await testApi(connection)
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

test.each([
  ['AT', 1, true, 'Österreich'],
  ['DE', 2, true, 'Deutschland'],
  ['CH', 3, true, 'Schweiz'],
  ['LU', 4, true, 'Luxemburg'],
  ['US', 1, false, 'Vereinigte Staaten'],
])('a visitor from %s is in region %i', async (country, id, active, name) => {
  expect(await api.answer(webinfo, 'websession/webinfo', { country })).toEqual({
    countryCode: country,
    countryName: name,
    regionActive: active,
    regionId: id,
    magazineCount: 2,
    issueCount: 3,
  })
  expect(await api.answer(region, 'region', { country })).toEqual({ id })
})

test('places a visitor of unknown location in Austria', async () => {
  expect(await api.answer(webinfo, 'websession/webinfo', { country: null })).toMatchObject({
    countryCode: 'AT',
    regionId: 1,
    regionActive: true,
  })
})

test('names a country in the language of the visitor and an unknown one by its code', async () => {
  const named = async (country: string, language: string) =>
    (await api.answer(webinfo, 'websession/webinfo', { country, language })).countryName
  expect(await named('AT', 'en')).toBe('Austria')
  expect(await named('AT', 'fr')).toBe('Autriche')
  expect(await named('Q1', 'fr')).toBe('Q1')
})

test('falls back to the specified counts when the catalogue is unavailable', async () => {
  const gone = open('postgres://nobody@127.0.0.1:1/none')
  const alone = await testApi({ ...connection, db: gone.db })
  expect(await alone.answer(webinfo, 'websession/webinfo')).toMatchObject({
    magazineCount: DEFAULT_COUNTS.magazines,
    issueCount: DEFAULT_COUNTS.issues,
  })
  await alone.close()
  await gone.close()
})

test('returns every field of the user data to a signed-in reader', async () => {
  const { db } = connection
  const expires_at = new Date(Date.now() + 60_000)
  const titles = JSON.stringify({ de: 'Lesezeit', en: 'Reading time', fr: 'Du temps' })
  await db.insertInto('promo_codes').values({ code: 'LESEZEIT', titles, days: 1, redeemable_until: expires_at }).execute()
  const account = await createAccount(db, {
    firstname: 'Mira',
    lastname: 'Holm',
    age_group_id: 3,
    gender_id: 1,
    federal_state_id: 305,
    region_id: 3,
    send_newsletter: true,
    newsletter_confirmed_at: new Date(),
    send_release_newsletter: true,
    allow_age_restricted: true,
    facebook_id: 'f-9',
    apple_id: 'a-9',
    terms_version: '2020-01-01',
  })
  await db.insertInto('promo_redemptions').values({ account_id: account.id, code: 'LESEZEIT', expires_at }).execute()
  const headers = await signedIn(db, account)
  expect(await api.answer(webinfo, 'websession/webinfo', { headers, country: 'US', language: 'en' })).toEqual({
    firstname: 'Mira',
    lastname: 'Holm',
    email: account.email,
    accountReference: expect.stringMatching(/^[\w-]{22}$/),
    ageGroupId: 3,
    genderId: 1,
    federalstateId: 305,
    sendNewsletter: true,
    sendReleaseNewsletter: true,
    sendSavedSearches: true,
    allowAgeRestrictedContent: true,
    canBeDeleted: true,
    facebookId: 'f-9',
    appleId: 'a-9',
    promoCode: {
      title: 'Reading time',
      expiryDate: expires_at.toISOString(),
      expiryDateString: expect.stringMatching(/^\d+ [A-Z][a-z]+ \d{4}$/),
    },
    countryCode: 'US',
    countryName: 'United States',
    regionActive: false,
    regionId: 3,
    magazineCount: 2,
    issueCount: 3,
    canChangeBillingData: false,
    terms: { show: true },
  })
})
