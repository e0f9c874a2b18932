import { exportData } from '@kiosk/domain/accounts/endpoints'
import { TOKEN_TTL_SECONDS } from '@kiosk/domain/accounts/limits'
import { securityEventDetails } from '@kiosk/domain/accounts/security-event-kinds'
import { languages } from '@kiosk/domain/locale'
import { exportMessages } from '@kiosk/i18n/messages/account-export'
import { exportDetailMessages } from '@kiosk/i18n/messages/export-details'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ACTION_KINDS } from '../billing/operator-actions/perform.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { createAccount, signedIn } from './testing/accounts.ts'
import { createFullAccount } from './testing/full-account.ts'

const { connection, api } = await openTestApi()

/** The place of each table with account data in the export. */
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
  epub_downloads: 'epubDownloads',
  push_subscriptions: 'pushAddresses',
  release_emails: 'releaseLetters',
  newsletter_recipients: 'newsletters',
  leaving_notices: 'leavingNotices',
  passkeys: 'passkeys',
  totp_factors: 'secondFactor',
  recovery_codes: 'recoveryCodes',
  security_events: 'securityEvents',
  sent_emails: 'emails',
  reader_notes: 'notes',
  support_requests: 'supportRequests',
  support_grants: 'supportGrants',
  saved_searches: 'savedSearches',
  saved_search_emails: 'savedSearchLetters',
}

/** The same for data of a buyer. */
const sectionsOfPayments: Record<string, string> = {
  payment_methods: 'paymentMethods',
  invoices: 'invoices',
  market_decisions: 'marketDecisions',
  voucher_redemptions: 'vouchers',
  carts: 'carts',
  withdrawal_acceptances: 'withdrawalAcceptances',
  termination_declarations: 'exitDeclarations',
  setup_sessions: 'paymentPages',
  wallet_approvals: 'walletApprovals',
}

test('exports everything that belongs to an account under stable names', async () => {
  const { account, headers } = await createFullAccount(connection.db)
  const data = await api.answer(exportData, 'user/export', { headers })
  const { rows } = await sql<{ name: string }>`select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'accounts'::regclass`.execute(connection.db)
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys({ ...sections, ...sectionsOfPayments }).sort())
  // Sections with two rows; the export itself adds a security event.
  const twice = ['subscriptions', 'invoices', 'securityEvents']
  for (const section of [
    ...Object.values({ ...sections, ...sectionsOfPayments }),
    'payments',
    'feedback',
    'releasePushes',
    'supportViews',
  ])
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
      subscriptionId: 2,
      tier: 'PREMIUM',
      starts: '2025-01-01T00:00:00.000Z',
      ends: '2025-01-31T00:00:00.000Z',
      state: 'ended',
      renewed: false,
      stoppedByReturn: false,
      voucher: null,
      cameFrom: {},
    },
  ])
})

test('exports every column of an account except the password', async () => {
  const { account, headers } = await createFullAccount(connection.db)
  const data = await api.answer(exportData, 'user/export', { headers })
  const { registration, ...rest } = data.account as Record<string, object>
  // Everything but two columns: the internal id, and the hash of the restore token, which gives access.
  expect(Object.keys({ ...rest, ...registration })).toHaveLength(Object.keys(account).length - 2)
})

test('exports no secret that gives access', async () => {
  const { account, headers } = await createFullAccount(connection.db)
  const text = await (await api.ask('user/export', { headers })).text()
  expect(text).toContain(account.email)
  const token = /__Host-session=([\w-]+)/.exec(headers.cookie)![1]!
  for (const secret of [token, 'argon2', 'secret-of-', 'token_hash']) expect(text).not.toContain(secret)
})

test('exports the latest ten thousand events and links, however often somebody has signed in', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  await sql`insert into security_events (kind, account_id, at, device_name)
    select 'sign-in.accepted', ${account.id}, now(), 'No. ' || n from generate_series(1, 10050) n`.execute(connection.db)
  await sql`insert into one_time_tokens (purpose, account_id, token_hash, created_at, expires_at)
    select 'session', ${account.id}, sha256(('export ' || n)::bytea), now(), now() from generate_series(1, 10050) n`.execute(
    connection.db,
  )
  const { securityEvents, links } = (await (await api.ask('user/export', { headers })).json()) as Record<
    string,
    { app: string }[]
  >
  expect([securityEvents!.length, links!.length]).toEqual([10_000, 10_000])
  // The last one is the export itself.
  expect([securityEvents![0]!.app, securityEvents!.at(-2)!.app]).toEqual(['No. 52', 'No. 10050'])
})

test('exports ten times an hour at most, also if it is asked for at once', async () => {
  const { headers } = await createFullAccount(connection.db)
  const asked = await Promise.all(Array.from({ length: 12 }, () => api.ask('user/export', { headers })))
  expect(asked.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 429, 429])
  expect(Number(asked.find(({ status }) => status === 429)!.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('exports texts in the language of the reader', async () => {
  const { headers } = await createFullAccount(connection.db)
  const data = await api.answer(exportData, 'user/export', { headers, language: 'fr' })
  expect(data.account).toMatchObject({ ageGroup: '20 à 29 ans', gender: 'femme' })
})

test('has a readable name in three languages for every field', async () => {
  const { headers } = await createFullAccount(connection.db)
  const { exportedAt, ...data } = await api.answer(exportData, 'user/export', { headers })
  // The seller of an invoice is only in the PDF.
  const names = (value: unknown): string[] =>
    Array.isArray(value)
      ? value.flatMap(names)
      : value !== null && typeof value === 'object'
        ? Object.entries(value).flatMap(([name, each]) => (name === 'seller' ? [] : [name, ...names(each)]))
        : []
  for (const language of languages) {
    const words: Record<string, string> = { ...exportMessages[language], ...exportDetailMessages[language] }
    const nameless = [...new Set(names(data))].filter((name) => !words[`EXPORT.${name}`])
    expect(nameless, language).toEqual([])
  }
})

test('exports the kind of an event as a stable code with a text in the language of the reader', async () => {
  const { account, headers } = await createFullAccount(connection.db)
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

/** Codes shown in the export, by column. */
const CODES: Record<string, string[]> = {
  kind: ['termination_declarations', 'payment_methods'],
  state: [
    'subscriptions',
    'carts',
    'invoices',
    'payment_attempts',
    'refunds',
    'disputes',
    'setup_sessions',
    'wallet_subscriptions',
  ],
  code: ['disputes'],
  decision: ['market_decisions'],
  manner: ['termination_declarations'],
}

test('has a text in three languages for every code', async () => {
  const codes = [
    ...Object.keys(TOKEN_TTL_SECONDS).map((purpose) => `purpose.${purpose}`),
    ...['applied', 'unknown', 'unconfirmed', 'too-late', 'by-hand'].map((outcome) => `outcome.${outcome}`),
    ...securityEventDetails,
    ...ACTION_KINDS.map((kind) => `kind.${kind}`),
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
    const words: Record<string, string> = { ...exportMessages[language], ...exportDetailMessages[language] }
    expect([language, codes.filter((code) => !words[`EXPORT.${code}`])]).toEqual([language, []])
  }
})
