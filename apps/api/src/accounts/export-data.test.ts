import { exportData } from '@kiosk/domain/accounts/endpoints'
import { securityEventDetails } from '@kiosk/domain/accounts/security-event-kinds'
import { TOKEN_TERM } from '@kiosk/domain/accounts/terms'
import { languages } from '@kiosk/domain/locale'
import { exportWords } from '@kiosk/languages/account-export'
import { exportDetailWords } from '@kiosk/languages/export-details'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ACT_KINDS } from '../payments/contract-acts/perform-act.ts'
import { openTestApi } from '../testing/open-api.ts'
import { buildWholeAccount } from './build-whole-account.ts'

const { connection, api } = await openTestApi()

/** Where each table of what is held about an account stands in the export. */
const sections: Record<string, string> = {
  consents: 'consents',
  address_changes: 'addressChanges',
  devices: 'devices',
  sessions: 'sessions',
  one_time_tokens: 'links',
  registrations: 'registrations',
  favourites: 'favourites',
  subscriptions: 'subscriptions',
  promo_redemptions: 'promoCodes',
  reading_places: 'readingPlaces',
  bookmarks: 'bookmarks',
  downloads: 'downloads',
  push_addresses: 'pushAddresses',
  release_letters: 'releaseLetters',
  passkeys: 'passkeys',
  totp_factors: 'secondFactor',
  recovery_codes: 'recoveryCodes',
  security_events: 'securityEvents',
}

/** What belongs to a buyer. */
const sectionsOfPayments: Record<string, string> = {
  payment_methods: 'paymentMethods',
  invoices: 'invoices',
  voucher_redemptions: 'vouchers',
  carts: 'carts',
  withdrawal_acceptances: 'withdrawalAcceptances',
  exit_declarations: 'exitDeclarations',
  setup_sessions: 'paymentPages',
  wallet_approvals: 'walletApprovals',
}

test('everything that belongs to an account is in its export, under names that stay', async () => {
  const { account, headers } = await buildWholeAccount(connection.db)
  const data = await api.answer(exportData, 'user/export', { headers })
  const { rows } = await sql<{ name: string }>`select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'accounts'::regclass`.execute(connection.db)
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys({ ...sections, ...sectionsOfPayments }).sort())
  // The export itself is an event, too.
  const twice = ['subscriptions', 'invoices', 'securityEvents']
  for (const section of [...Object.values({ ...sections, ...sectionsOfPayments }), 'payments', 'feedback', 'releasePushes'])
    expect(data[section], section).toHaveLength(twice.includes(section) ? 2 : 1)
  expect(data.refunds).toEqual([])
  expect(data.account).toMatchObject({
    email: account.email,
    firstname: 'Mira',
    lastname: 'Holm',
    ageGroup: '20 bis 29',
    gender: 'weiblich',
    federalState: 'Wien',
    newsletter: true,
    hasPassword: true,
    registration: { platform: 'website', referrer: 'https://elsewhere.example/' },
  })
  expect(data.subscriptions).toMatchObject([
    { subscriptionId: 10, tier: 'MAGZ', starts: '2025-01-01T00:00:00.000Z', ends: '2025-02-01T00:00:00.000Z' },
    {
      ...{ subscriptionId: 2, tier: 'PREMIUM', starts: '2025-01-01T00:00:00.000Z', ends: '2025-01-31T00:00:00.000Z' },
      ...{ state: 'ended', renewed: false, voucher: null, cameFrom: {} },
    },
  ])
})

test('every column of an account is in its export, but for the password itself', async () => {
  const { account, headers } = await buildWholeAccount(connection.db)
  const data = await api.answer(exportData, 'user/export', { headers })
  const { registration, ...rest } = data.account as Record<string, object>
  // id is a number of ours; everything else has its place.
  // The token of the link that takes an erasure back opens something, too.
  expect(Object.keys({ ...rest, ...registration })).toHaveLength(Object.keys(account).length - 2)
})

test('what opens something is not in it', async () => {
  const { account, headers } = await buildWholeAccount(connection.db)
  const text = await (await api.ask('user/export', { headers })).text()
  expect(text).toContain(account.email)
  const token = /__Host-session=([\w-]+)/.exec(headers.cookie)![1]!
  for (const secret of [token, 'argon2', 'secret-of-', 'token_hash']) expect(text).not.toContain(secret)
})

test('who is from elsewhere reads it in their language', async () => {
  const { headers } = await buildWholeAccount(connection.db)
  const data = await api.answer(exportData, 'user/export', { headers, language: 'fr' })
  expect(data.account).toMatchObject({ ageGroup: '20 à 29 ans', gender: 'femme' })
})

test('everything in it has a name for people, in three languages', async () => {
  const { headers } = await buildWholeAccount(connection.db)
  const { exportedAt, ...data } = await api.answer(exportData, 'user/export', { headers })
  // The seller of an invoice is in the file alone.
  const names = (value: unknown): string[] =>
    Array.isArray(value)
      ? value.flatMap(names)
      : value !== null && typeof value === 'object'
        ? Object.entries(value).flatMap(([name, each]) => (name === 'seller' ? [] : [name, ...names(each)]))
        : []
  for (const language of languages) {
    const words: Record<string, string> = { ...exportWords[language], ...exportDetailWords[language] }
    const nameless = [...new Set(names(data))].filter((name) => !words[`EXPORT.${name}`])
    expect(nameless, language).toEqual([])
  }
})

test('the kind of an event is a code that stays, with words beside it in the language of the reader', async () => {
  const { account, headers } = await buildWholeAccount(connection.db)
  const { db } = connection
  await db
    .insertInto('security_events')
    .values({ account_id: account.id, kind: 'limit.reached', details: '{"limit":"sign-in"}' })
    .execute()
  const kindsIn = async (language: string) =>
    (await api.answer(exportData, 'user/export', { headers, language })).securityEvents as { kind: string; what: string }[]
  expect(await kindsIn('fr')).toMatchObject([
    { kind: 'passkey.added', what: 'Clé d’accès ajoutée' },
    { kind: 'limit.reached', what: expect.stringMatching(/^Trop de tentatives/) },
    { kind: 'account.export', what: 'Données téléchargées' },
  ])
  for (const language of languages)
    for (const { kind, what } of await kindsIn(language)) expect([kind, what === kind]).toEqual([kind, false])
})

/** Codes that people may read in their export, by the column that they stand in. */
const CODES: Record<string, string[]> = {
  kind: ['exit_declarations', 'payment_methods'],
  state: ['subscriptions', 'carts', 'invoices', 'payment_attempts', 'refunds', 'setup_sessions'],
  manner: ['exit_declarations'],
}

test('every code in it has words, in three languages', async () => {
  const codes = [
    ...Object.keys(TOKEN_TERM).map((purpose) => `purpose.${purpose}`),
    ...['applied', 'unknown', 'unconfirmed', 'too-late', 'by-hand'].map((outcome) => `outcome.${outcome}`),
    ...securityEventDetails,
    ...ACT_KINDS.map((kind) => `kind.${kind}`),
  ]
  for (const [column, tables] of Object.entries(CODES))
    for (const table of tables) {
      const { rows } = await sql<{ check: string }>`select pg_get_constraintdef(oid) as check from pg_constraint
        where contype = 'c' and conrelid = ${table}::regclass and pg_get_constraintdef(oid) ~ ${`^CHECK \\(\\(${column} = ANY`}`.execute(
        connection.db,
      )
      const allowed = rows.flatMap(({ check }) => [...check.matchAll(/'([^']+)'::text/g)].map(([, code]) => `${column}.${code}`))
      expect(allowed.length, `${table}.${column}`).toBeGreaterThan(1)
      codes.push(...allowed)
    }
  for (const language of languages) {
    const words: Record<string, string> = { ...exportWords[language], ...exportDetailWords[language] }
    expect([language, codes.filter((code) => !words[`EXPORT.${code}`])]).toEqual([language, []])
  }
})
