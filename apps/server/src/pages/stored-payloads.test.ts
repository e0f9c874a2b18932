import { smtpMailer } from '@kiosk/backend/adapters/mail/smtp-mailer'
import { type TestMailServer, testMailServer } from '@kiosk/backend/adapters/mail/testing/mail-server'
import { fakeCardProvider } from '@kiosk/backend/adapters/payments/testing/fake-card-provider'
import { storeCampaign } from '@kiosk/backend/campaigns/store-campaign'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import type { EmailJob } from '@kiosk/backend/emails/email-jobs'
import { sendEmail } from '@kiosk/backend/emails/send-email'
import { type TestApi, testApi } from '@kiosk/backend/testing/api'
import { type Page, pages } from '@kiosk/domain/addresses'
import { shippedCampaigns } from '@kiosk/domain/campaigns/shipped-campaigns'
import { pageAt } from '@kiosk/domain/page-at'
import { shippedCampaign } from '@kiosk/website/campaigns/shipped-campaign'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { marksIn, payload, readFeed, readPage } from '../testing/inert.ts'
import { type Newsstand, testNewsstand } from '../testing/newsstand.ts'
import { fillWithPayloads, furnish } from '../testing/payloads.ts'

vi.mock('../../../reader/src/document/built-assets.ts', () => ({
  buildFolder: '/nowhere/',
  builtAssets: (name: string) => ({ script: `/reader/assets/${name}.js`, modules: [], styles: [] }),
}))

let connection: Connection
let api: TestApi
let newsstand: Newsstand
let office: TestMailServer
let reader: Awaited<ReturnType<typeof furnish>>
const logged: string[] = []
let filled: Set<string>
const shown = new Set<string>()

beforeAll(async () => {
  connection = await testDatabase()
  office = await testMailServer()
  api = await testApi(connection, {
    mailer: smtpMailer(office.url, { name: 'read-it', address: 'kiosk@example.org' }),
    log: pino({ level: 'debug' }, { write: (line) => void logged.push(line) }),
    payments: { card: fakeCardProvider().provider, wallet: null, store: null },
  })
  newsstand = await testNewsstand(api)
  reader = await furnish(connection.db)
  filled = await fillWithPayloads(connection.db)
  await api.ctx.catalogueCache.reload()
})
afterAll(async () => {
  await newsstand.close()
  await api.ctx.mailer.close()
  await api.close()
  await connection.close()
  await office.close()
})

const ask = (path: string, signedIn = false) => newsstand.ask(path, signedIn ? { headers: reader.headers } : {})

/** Returns the errors of a response, and records the payloads that it shows. */
async function harmOf(response: Response): Promise<string[]> {
  const type = response.headers.get('content-type') ?? ''
  const text = await response.text()
  const harm: string[] = []
  if (type.startsWith('text/html')) {
    const page = readPage(text)
    harm.push(...page.harm)
    for (const each of page.shown) shown.add(each)
    const policy = response.headers.get('content-security-policy') ?? ''
    if (!policy.includes("script-src 'self'") || /script-src[^;]*(unsafe|\*)/.test(policy)) harm.push(`policy: ${policy}`)
  } else if (type.includes('json')) {
    // Hits of a search are marked.
    for (const each of marksIn(JSON.stringify(JSON.parse(text)).replace(/<\/?mark>/g, ''))) shown.add(each)
  } else if (type.includes('xml')) {
    const feed = readFeed(text)
    harm.push(...feed.harm)
    for (const each of feed.shown) shown.add(each)
  } else if (marksIn(text).length > 0) harm.push(`words as ${type}`)
  if (text && response.headers.get('x-content-type-options') !== 'nosniff') harm.push('may be taken for something else')
  for (const [name, value] of response.headers) if (value.includes('evil') && name !== 'location') harm.push(`${name}: ${value}`)
  return harm
}

const slots: Record<string, string> = {
  search: 'evil',
  id: 'uid-2026-11-01',
  campaign: 'frei',
  magazinekey: 'boese',
  regionId: 'r1',
  promoType: '2',
}
/** Pages of campaigns share one screen; the shipped ones show no user input. */
const likePromo = new Set<string>(shippedCampaigns.map(({ key }) => pageAt(`/${key}`)!).filter((page) => page !== 'promo'))
const ofPages = (Object.keys(pages) as Page[])
  .filter((page) => page !== 'logout' && !likePromo.has(page))
  .map((page) => pages[page].path.replace('/topic/:id', '/topic/thema').replace(/:(\w+)\??/g, (_, name: string) => slots[name]!))
const feeds = [
  '/feeds/issues.xml',
  '/feeds/topics.xml',
  '/feeds/magazines/boese.xml',
  '/feeds/categories/reise.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/opds',
  '/opds/newest',
  '/opds/search?query=evil',
  '/opds/category?category=reise',
  '/opds/issues/uid-2026-11-01/manifest.json',
  '/opds/issues/uid-2026-11-01/whole.json',
  '/opds/issues/uid-2026-11-01/articles/0',
]
const ofReader = [
  '/reader/offline',
  '/reader/issues/uid-2026-11-01',
  '/reader/issues/uid-2026-11-01?plain=1',
  '/reader/topics/thema',
]

const typed = encodeURIComponent(payload('address'))
const byAddress = [
  `/faq?search=${typed}`,
  `/magazines?search=${typed}`,
  `/magazines?category=${typed}`,
  `/user/newsletter/unsubscribe?email=${typed}`,
  `/promo?utm_source=${typed}&referrer=${typed}`,
  `/iamstudent?step=${typed}`,
  `/user/payment/failed/rg?reason=${typed}&text=${typed}`,
  `/user/login?redirect=/${typed}`,
  `/user/register?redirect=/${typed}&utm_campaign=${typed}`,
  `/opds/search?query=${typed}`,
  `/magazines/issues/uid-2026-11-01?title=${typed}&desc=${typed}&img=${typed}`,
  `/reader/issues/uid-2026-11-01?q=${typed}&p=${typed}`,
  `/reader/issues/uid-2026-11-01?plain=1&utm_source=${typed}`,
  `/magazine/boese?utm_source=${typed}`,
]

test.each([...ofPages, ...feeds, ...ofReader, ...byAddress])('%s shows stored user input as text', async (path) => {
  for (const signedIn of [false, true]) expect(await harmOf(await ask(path, signedIn))).toEqual([])
})

test('every text of a campaign is shown as text', async () => {
  const promo = shippedCampaign('promo')!
  const evil = (mark: string) => `"><img src=x onerror=evil_campaign_${mark}()></script><script>evil()</script>`
  const of = promo.words.de
  const words = {
    ...of,
    title: evil('title'),
    description: evil('description'),
    eyebrow: evil('eyebrow'),
    headline: evil('headline'),
    promise: evil('promise'),
    smallPrint: evil('small'),
    steps: [{ title: evil('step'), text: evil('steptext') }],
    facts: [{ title: evil('fact'), contentHTML: evil('factcontent') }],
    ratings: [{ name: evil('rater'), stars: 5, content: evil('rating') }],
    quotes: [{ id: 1, testmonial: evil('testimonial'), reference: evil('reference') }],
  }
  const offers = promo.offers.map((offer) => ({ ...offer, utmParameters: { utm_source: evil('utm') } }))
  const campaign = { ...promo, key: 'boese', partner: evil('partner'), words: { de: words, en: words, fr: words }, offers }
  expect(await storeCampaign(connection.db, campaign, new Date())).toEqual([])
  expect(await harmOf(await ask('/boese'))).toEqual([])
  for (const part of ['title', 'headline', 'steptext', 'fact', 'rater', 'rating', 'testimonial', 'partner'])
    expect(shown).toContain(`campaign_${part}`)
})

test('API responses have payloads as JSON strings and are not rendered as pages', async () => {
  const issue = 'uid-2026-11-01'
  const { id: article } = await connection.db.selectFrom('articles').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const calls = [
    'user',
    'user/export',
    'reader/bookmarks',
    'user/device/all',
    'content/about',
    'trendingtopics/topics',
    'ig-linklist',
  ]
  const more = [
    'marketing/frei',
    `issuedetail/${issue}`,
    `issuecontent/${issue}/article/${article}`,
    `issuecontent/${issue}/search?q=evil`,
    'search?q=evil',
  ]
  for (const call of [...calls, ...more]) expect([call, await harmOf(await ask(`/api/v8/${call}`, true))]).toEqual([call, []])
  expect(await harmOf(await ask(`/api/v8/reader/advertisements?issue=${issue}`))).toEqual([])
  for (const signedIn of [false, true])
    expect(await harmOf(await ask(`/reader/issues/${issue}?plain=1&a=${article}`, signedIn))).toEqual([])
})

test('the bank’s text about a charge is shown as text', async () => {
  const { db } = connection
  await db.updateTable('payment_attempts').set({ state: 'declined', decline_code: 'CC_ACCOUNT_VALIDATION' }).execute()
  const { id } = await db.selectFrom('payment_attempts').select('id').executeTakeFirstOrThrow()
  const order = (await ask(`/user/payment/failed/rg?attempt=${id}`, true)).headers.get('location')!
  expect(await harmOf(await ask(order, true))).toEqual([])
  expect(shown).toContain('payment_attempts_decline_text')
})

test('an invoice with any name is a PDF without active content', async () => {
  const { number } = await connection.db
    .selectFrom('invoices')
    .select('number')
    .where('number', 'is not', null)
    .executeTakeFirstOrThrow()
  const answer = await ask(`/api/v8/invoice/${number}`, true)
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([
    200,
    'application/pdf',
    'nosniff',
  ])
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).not.toMatch(
    /\/(JS|JavaScript|Launch|OpenAction|AA|URI|EmbeddedFile)\b/,
  )
})

test('delivered e-mails show payloads as text, in HTML and in plain text', async () => {
  const { db } = connection
  const accountId = reader.account.id
  const first = (
    table:
      | 'address_changes'
      | 'deleted_account_emails'
      | 'feedback'
      | 'termination_declarations'
      | 'issues'
      | 'invoices'
      | 'subscriptions'
      | 'payment_methods',
  ) =>
    db
      .selectFrom(table)
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow()
      .then(({ id }) => id as number)
  const [changeId, invoiceId, subscription] = [
    await first('address_changes'),
    await first('invoices'),
    await first('subscriptions'),
  ]
  const { id: attemptId } = await db.selectFrom('payment_attempts').select('id').executeTakeFirstOrThrow()
  const at = '2026-12-01T08:00:00.000Z'
  await db.updateTable('accounts').set({ send_release_newsletter: true }).execute()
  const emails: EmailJob[] = [
    ...(['verification', 'recovery', 'password-changed'] as const).map((template) => ({ letter: template, accountId })),
    { letter: 'way-in-added', accountId, provider: 'apple' },
    { letter: 'protection-changed', accountId, change: 'passkey-added' },
    { letter: 'confirm-address', accountId, changeId },
    { letter: 'address-changed', accountId, changeId },
    { letter: 'account-deleted', partingId: await first('deleted_account_emails') },
    { letter: 'release', accountId, issueId: reader.issue.id },
    { letter: 'feedback', feedbackId: await first('feedback') },
    { letter: 'contract-confirmed', accountId, contract: subscription, invoiceId },
    { letter: 'invoice', accountId, invoiceId },
    { letter: 'credit-note', accountId, invoiceId },
    { letter: 'charge-declined', accountId, attemptId },
    { letter: 'bank-question', accountId, attemptId },
    { letter: 'purchase-failed', accountId, attemptId, begun: true },
    { letter: 'mandate-gone', accountId, contract: subscription, methodId: await first('payment_methods') },
    { letter: 'contract-ended', accountId, contract: subscription },
    { letter: 'contract-cancelled', accountId, contract: subscription, at, endsAt: at },
    { letter: 'debit-announced', accountId, contract: subscription, at },
    {
      letter: 'wallet-refused',
      accountId,
      approvalId: (await db.selectFrom('wallet_approvals').select('id').executeTakeFirstOrThrow()).id,
    },
    { letter: 'exit-receipt', declarationId: await first('termination_declarations') },
  ]
  const arrived: Record<string, string[]> = {}
  for (const [id, email] of emails.entries()) {
    office.mails.splice(0)
    await sendEmail(email, api.ctx, { id: String(id), lastTry: true })
    const [mail] = office.mails
    if (!mail) continue
    const page = readPage(mail.html ?? '')
    const text = `${mail.subject}\n${mail.text}`
    arrived[email.letter] = [...new Set([...page.shown, ...marksIn(text)])]
    expect([email.letter, page.harm, /[^\P{Cc}\n]/u.exec(text)]).toEqual([email.letter, [], null])
    expect([mail.to?.length, mail.cc, mail.bcc]).toEqual([1, undefined, undefined])
    expect(mail.headers.filter(({ key, value }) => value.includes('evil') && key !== 'subject')).toEqual([])
  }
  const shows = (template: EmailJob['letter'], ...marks: string[]) =>
    expect(arrived[template]).toEqual(expect.arrayContaining(marks))
  shows('recovery', 'accounts_firstname')
  shows('account-deleted', 'deleted_account_emails_firstname')
  shows('release', 'accounts_firstname', 'titles_name', 'issues_name', 'issues_headline')
  shows('feedback', 'feedback_title', 'feedback_name', 'feedback_content')
  shows('exit-receipt', 'termination_declarations_name', 'termination_declarations_contract', 'termination_declarations_reason')
  for (const each of Object.values(arrived).flat()) shown.add(each)
})

test('every log entry stays one line of JSON', () => {
  expect(logged.length).toBeGreaterThan(0)
  for (const line of logged) expect(() => JSON.parse(line)).not.toThrow()
  expect(logged.join('')).not.toMatch(/evil_(accounts|feedback|exit)/)
})

/** Columns that no page or e-mail shows: for accounting, for the operator's commands, or for the PDF of an invoice. */
const KEPT_BACK = [
  'crash_reports_app',
  'crash_reports_device',
  'crash_reports_exception',
  'crash_reports_os',
  'crash_reports_zip_log',
  'imports_file_name',
  'imports_reason',
  'failed_rebuilds_problem',
  'scanned_pages_problem',
  'issue_makeup_makeup',
  'invoice_lines_text',
  'articles_picture',
  'articles_pictures',
  'articles_regions',
  'payment_methods_mandate_text',
  'disputes_reason',
  'provider_events_payload',
  'refunds_reason',
  'setup_sessions_failure_code',
  'setup_sessions_failure_text',
  'titles_place',
  'topic_readers_topic',
  'unsuccessful_checkouts_reason',
  // Names that the server creates, and fixed words.
  'rendered_images_name',
  'security_events_details',
  'operator_alarms_details',
  'operator_alarms_subject',
  'suspense_details',
  'suspense_reason',
  'suspense_resolution',
  'suspense_actions_details',
  'wallet_subscriptions_reason',
  'suspense_actions_act',
  'suspense_actions_actor',
  'suspense_actions_why',
  'provider_entries_charge',
  'provider_entries_entry',
  'rejected_instruments_fingerprint',
  'rejected_instruments_reason',
  'subscription_actions_actor',
  'subscription_actions_details',
  'planned_ends_refund',
  'market_decisions_actor',
  'price_campaigns_rule',
  'price_campaigns_without_consent',
  'daily_figures_dimension',
  'daily_figures_figure',
  'ledger_days_account',
  'sent_emails_job',
  'sent_emails_letter',
  // Text of pages that are down, until they are restored.
  'removed_page_texts_text',
]

/** Texts that only the desk shows, or a newsletter: see e2e/desk.spec.ts and newsletters/read-markdown.test.ts. */
const OF_DESK =
  /^(staff|audit_entries|planned_front_pages|campaign_drafts|takedowns|uploads|article_corrections|newsletters|newsletter_texts|reader_notes|unsuccessful_searches)_|^publishers_(?!name)|^documents_markdown$/

test('every column with user input was found on a page or in an e-mail', () => {
  const hidden = [...filled].filter((each) => !shown.has(each) && !OF_DESK.test(each))
  expect(hidden.sort()).toEqual(KEPT_BACK.sort())
})

test.each([
  ['between tags', (words: string) => `<p>${words}</p>`],
  ['in a quoted value', (words: string) => `<p title="${words}">x</p>`],
  ['in a script', (words: string) => `<script>const words = "${words}"</script>`],
  ['in a title', (words: string) => `<title>${words}</title>`],
])('detects a page that renders user input %s', (_where, page) => {
  expect(readPage(page(payload('x'))).harm).not.toEqual([])
})
