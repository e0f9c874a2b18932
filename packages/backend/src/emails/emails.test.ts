import { randomUUID } from 'node:crypto'
import { API_BASE, matchRoute } from '@kiosk/contract/route'
import { oneClickUnsubscribe } from '@kiosk/contract/routes'
import { type Language, languages } from '@kiosk/domain/locale'
import { pageAt } from '@kiosk/domain/page-at'
import { MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { requestErasure } from '../accounts/request-erasure.ts'
import { createAccount } from '../accounts/testing/accounts.ts'
import { securityEmailMessages } from '../auth/emails/messages.ts'
import { readToken } from '../auth/one-time-tokens.ts'
import { SPIKE_THRESHOLDS } from '../auth/security-event-spikes.ts'
import { ALARM_KINDS, type AlarmKind, raiseAlarm } from '../billing/alarms.ts'
import { alarmEmailMessages } from '../billing/emails/messages.ts'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import { createDraft, textIn } from '../newsletters/testing/newsletters.ts'
import { inviteStaff } from '../staff/invite-staff.ts'
import { TEST_ORIGIN } from '../testing/api.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { type EmailJob, protectionChanges, type SubscriptionEmail } from './email-jobs.ts'
import { securityMailbox } from './operator-email.ts'
import { writeEmail } from './testing/write-email.ts'

const { connection, api } = await openTestApi()

const write = (job: EmailJob) => writeEmail(job, api.ctx)
const written = async (job: EmailJob) => {
  const mail = await write(job)
  if (!mail) throw new Error('no e-mail')
  return mail
}
const linksOf = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map((match) => match[1]!.replaceAll('&amp;', '&'))
const tokenOf = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? ''

async function buildChange(language: Language, more: { confirmed_at?: Date; previous_email?: string } = {}) {
  const account = await createAccount(connection.db, { language })
  const { id: changeId } = await connection.db
    .insertInto('address_changes')
    .values({ account_id: account.id, email: 'neu.gewaehlt@example.org', previous_email: account.email, ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { account, changeId }
}

async function buildRelease(
  options: { account?: object; title?: object; issue?: object; favourite?: boolean; language?: Language } = {},
) {
  const { db } = connection
  const account = await createAccount(db, {
    language: options.language ?? 'de',
    send_release_newsletter: true,
    ...options.account,
  })
  const title = await createTitle(db, { name: 'Bergblick', ...options.title })
  const issue = await createIssue(db, { title, name: 'Nr. 47', headline: 'Winter im Hochtal', ...options.issue })
  if (options.favourite !== false)
    await db.insertInto('favourites').values({ account_id: account.id, title_id: title.id }).execute()
  return { account, issue, job: { letter: 'release', accountId: account.id, issueId: issue.id } as const }
}

async function buildFeedback(values: object = {}) {
  const { id } = await connection.db
    .insertInto('feedback')
    .values({ email: 'jonas@example.org', name: 'Jonas', title: 'Lob', content: 'Schön.\nWirklich.', ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { letter: 'feedback', feedbackId: id } as const
}

async function buildSpike(kind: string) {
  const details = JSON.stringify({ kind, events: 1234, networks: 7, accounts: 3, mostOfOneNetwork: 900 })
  const { id } = await connection.db
    .insertInto('security_events')
    .values({ kind: 'storm.detected', at: new Date('2026-11-21T08:15:00Z'), network_hash: 'network-1', details })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { letter: 'security-storm', eventId: id } as const
}

/** What an alarm of each kind knows, and how the e-mail says it. */
const ALARMS: Record<AlarmKind, { details: NonNullable<Parameters<typeof raiseAlarm>[2]['details']>; says: string }> = {
  suspense: { details: { id: 7, amount: 1999, currency: 'EUR', reason: 'unknown' }, says: ': 19,99 €, unbekannte Referenz' },
  'return-failed': { details: { id: 7, amount: 1999, currency: 'USD' }, says: ': 19,99 $' },
  'wallet-plan': {
    details: { fault: 'other-price', tariff: 2, amount: 1999, currency: 'EUR' },
    says: ': 19,99 €, der Plan hat einen anderen Preis',
  },
  'wallet-amount': {
    details: { amount: 1799, currency: 'EUR', expected: 1999, subscription: 42 },
    says: ': 17,99 €, vereinbart 19,99 €, V-000042',
  },
  'wallet-refused': { details: { reason: 'voucher' }, says: ': der Gutschein gilt nicht mehr' },
  'books-differ': {
    details: { amount: 1999, currency: 'EUR', is: 'missing here' },
    says: ': 19,99 €, fehlt in unseren Büchern',
  },
  'weak-evidence': { details: { contract: 42, invoice: 3, country: 'AT', network: 'DE' }, says: ': V-000042, AT, DE' },
  'certificate-expires': { details: { expires: '2026-12-01T08:00:00.000Z' }, says: ': 1. Dezember 2026 um 09:00' },
  'disk-full': { details: {}, says: '' },
  'event-malformed': { details: {}, says: '' },
  'newsletter-link': { details: {}, says: '' },
}
/** Raises an alarm of a kind and returns the e-mail about it. */
async function buildAlarm(kind: AlarmKind) {
  const { details } = ALARMS[kind]
  await raiseAlarm(connection.db, api.ctx, { kind, subject: 'paypal charge 4XY-1', details })
  return { letter: 'operator-alarm', kind } as const
}

/** Whether an e-mail goes to the operator, whose language is German. */
const isToOperator = (name: Name) => name === 'feedback' || name === 'security-storm' || name === 'operator-alarm'

/** E-mails about subscriptions have their own tests. */
type Name = Exclude<EmailJob['letter'], SubscriptionEmail>

/** Creates one e-mail of each kind, to a reader of this language. */
const examples: Record<Name, (language: Language) => Promise<EmailJob>> = {
  async verification(language) {
    const { id } = await createAccount(connection.db, { language, verified_at: null, send_newsletter: true })
    return { letter: 'verification', accountId: id }
  },
  recovery: async (language) => ({ letter: 'recovery', accountId: (await createAccount(connection.db, { language })).id }),
  async 'new-device'(language) {
    const { id: accountId } = await createAccount(connection.db, { language })
    const { id: eventId } = await connection.db
      .insertInto('security_events')
      .values({ kind: 'sign-in.new-device', account_id: accountId, country: 'CH', device_name: 'Firefox · Windows' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { letter: 'new-device', accountId, eventId, deviceId: 1 }
  },
  async 'new-devices'(language) {
    const { id: accountId } = await createAccount(connection.db, { language })
    const event = { kind: 'sign-in.new-device', account_id: accountId, device_name: 'Firefox · Windows' }
    const at = new Date('2026-11-21T08:15:00Z')
    await connection.db
      .insertInto('security_events')
      .values(Array.from({ length: 23 }, (_, each) => ({ ...event, at, country: each % 2 ? 'CH' : '' })))
      .execute()
    return { letter: 'new-devices', accountId, since: '2026-11-21T08:00:00.000Z', until: '2026-11-21T09:00:00.000Z' }
  },
  async 'staff-invitation'(language) {
    const person = { email: `${language}@staff.example.org`, name: 'Nora Feld', role: 'editor', language } as const
    const staffId = await connection.db
      .transaction()
      .execute((trx) => inviteStaff(trx, api.ctx, { kind: 'command', name: 'root', source: 'host' }, person))
    return { letter: 'staff-invitation', staffId }
  },
  async 'newsletter-test'(language) {
    const person = { email: `${randomUUID()}@staff.example.org`, name: 'Ida Moos', language, role: 'editor' } as const
    const { id: staffId } = await connection.db
      .insertInto('staff')
      .values({ ...person, created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const newsletterId = await createDraft(api.ctx, { texts: [textIn(language)] })
    return { letter: 'newsletter-test', newsletterId, staffId, language }
  },
  'account-exists': async (language) => ({
    letter: 'account-exists',
    accountId: (await createAccount(connection.db, { language })).id,
  }),
  async 'password-changed'(language) {
    return { letter: 'password-changed', accountId: (await createAccount(connection.db, { language })).id }
  },
  async 'way-in-added'(language) {
    return { letter: 'way-in-added', accountId: (await createAccount(connection.db, { language })).id, provider: 'apple' }
  },
  async 'protection-changed'(language) {
    const { id: accountId } = await createAccount(connection.db, { language })
    return { letter: 'protection-changed', accountId, change: 'passkey-added' }
  },
  async 'support-request'(language) {
    const { id: accountId } = await createAccount(connection.db, { language })
    const requestId = randomUUID()
    const values = { id: requestId, account_id: accountId, author: 'Nora Feld', asked_at: new Date() }
    await connection.db.insertInto('support_requests').values(values).execute()
    return { letter: 'support-request', accountId, requestId }
  },
  async 'confirm-address'(language) {
    const { account, changeId } = await buildChange(language)
    return { letter: 'confirm-address', accountId: account.id, changeId }
  },
  async 'address-changed'(language) {
    const { account, changeId } = await buildChange(language)
    return { letter: 'address-changed', accountId: account.id, changeId }
  },
  async 'erasure-requested'(language) {
    const account = await createAccount(connection.db, { language })
    await connection.db.transaction().execute((trx) => requestErasure(trx, account, api.ctx))
    return { letter: 'erasure-requested', accountId: account.id }
  },
  async 'account-deleted'(language) {
    const { id: partingId } = await connection.db
      .insertInto('deleted_account_emails')
      .values({ email: 'wer.war@example.org', firstname: 'wer.war', language })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { letter: 'account-deleted', partingId }
  },
  async 'saved-searches'(language) {
    const { account, issue } = await buildRelease({ language })
    const [day, at] = ['2026-11-21', new Date()]
    await sql`insert into saved_search_runs (day, started_at) values (${day}::date, now()) on conflict do nothing`.execute(
      connection.db,
    )
    const { id: search_id } = await connection.db
      .insertInto('saved_searches')
      .values({ account_id: account.id, query: 'Wald', created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await connection.db
      .insertInto('saved_search_hits')
      .values({ search_id, issue_id: issue.id, day, page: 1, pages: 2 })
      .execute()
    return { letter: 'saved-searches', accountId: account.id, day }
  },
  release: async (language) => (await buildRelease({ language })).job,
  async 'title-leaves'(language) {
    const { id: accountId } = await createAccount(connection.db, { language })
    const { id: titleId } = await createTitle(connection.db, { name: 'Bergblick', available_until: '2100-12-31' })
    return { letter: 'title-leaves', accountId, titleId, day: '2100-12-31' }
  },
  feedback: () => buildFeedback(),
  'security-storm': () => buildSpike('sign-in.rejected'),
  'operator-alarm': () => buildAlarm('suspense'),
  async 'wallet-refused'(language) {
    const { id: accountId } = await createAccount(connection.db, { language })
    const approvalId = randomUUID()
    await connection.db
      .insertInto('wallet_approvals')
      .values({
        id: approvalId,
        provider: 'paypal',
        account_id: accountId,
        plan_id: 2,
        wallet_plan: 'P-2',
        price: 1999,
        regular_price: 1999,
        currency: 'EUR',
        created_at: new Date(),
      })
      .execute()
    return { letter: 'wallet-refused', accountId, approvalId }
  },
}

describe.each(languages)('in %s', (language) => {
  test.each(Object.keys(examples) as Name[])('the e-mail "%s" is complete in HTML and in plain text', async (name) => {
    const mail = await written(await examples[name](language))
    const spoken = isToOperator(name) ? 'de' : language
    expect(mail.html).toContain(`<html lang="${spoken}">`)
    for (const part of [mail.subject, mail.html, mail.text]) expect(part).not.toMatch(/EMAIL\.|undefined|\[object|NaN/)
    expect(mail.subject + mail.text).not.toMatch(/\{\w+\}/)
    expect(mail.text).not.toMatch(/<[a-z]/)
    expect(
      Math.max(
        ...mail.text
          .split('\n')
          .filter((line) => !line.includes('://'))
          .map((line) => line.length),
      ),
    ).toBeLessThan(75)
    // The plain text contains every address of the HTML, and all of them are ours.
    for (const link of linksOf(mail.html)) {
      expect(link.startsWith(`${TEST_ORIGIN}/`)).toBe(true)
      if (link !== `${TEST_ORIGIN}/`) expect(mail.text).toContain(link)
      const { pathname } = new URL(link)
      // Beside the website's pages: where staff begins, and the reader.
      if (!/^\/(desk\/(invitation|operations\/alarms)$|reader\/issues\/)/.test(pathname))
        expect([link, pageAt(pathname)]).not.toEqual([link, null])
    }
    for (const line of ['Lesehalle Demonstration GmbH', 'Beispielgasse 12']) {
      expect(mail.html).toContain(line)
      expect(mail.text).toContain(line)
    }
    expect(linksOf(mail.html)).toContain(`${TEST_ORIGIN}/imprint`)
  })
})

test.each(protectionChanges)('notifies the owner in every language that %s', async (change) => {
  const subjects = new Set<string>()
  for (const language of languages) {
    const { id: accountId } = await createAccount(connection.db, { language })
    const mail = await written({ letter: 'protection-changed', accountId, change })
    for (const part of [mail.subject, mail.html, mail.text]) expect(part).not.toMatch(/EMAIL\.|protection-changed|undefined/)
    expect(mail.text).toContain(`${TEST_ORIGIN}/user/security`)
    subjects.add(mail.subject)
  }
  expect(subjects.size).toBe(3)
})

test('every e-mail that is not to the operator has its own subject in every language', async () => {
  for (const name of (Object.keys(examples) as Name[]).filter((each) => !isToOperator(each))) {
    const mails = await Promise.all(languages.map(async (language) => written(await examples[name](language))))
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(3)
  }
})

test.each([
  ['AT', 1, '15. Jänner 2100'],
  ['DE', 2, '15. Januar 2100'],
  ['CH', 3, '15. Januar 2100'],
  ['LU', 4, '15. Januar 2100'],
] as const)('an account in %s gets dates as they are written there', async (_, region_id, day) => {
  const { id: accountId } = await createAccount(connection.db, { region_id })
  const { id: titleId } = await createTitle(connection.db, { available_until: '2100-01-15' })
  const mail = await written({ letter: 'title-leaves', accountId, titleId, day: '2100-01-15' })
  expect(mail.text.replaceAll('\u00a0', ' ')).toContain(day)
})

test('the verification e-mail starts with its link, which the database stores as a hash only', async () => {
  const account = await createAccount(connection.db, { verified_at: null, language: 'de' })
  const mail = await written({ letter: 'verification', accountId: account.id })
  expect(mail.to).toBe(account.email)
  const token = tokenOf(mail.text)
  expect(linksOf(mail.html)).toContain(`${TEST_ORIGIN}/user/verify?token=${token}`)
  expect(await readToken(connection.db, 'verification', token, new Date())).toMatchObject({ accountId: account.id })
  expect(mail.text).toContain('7 Tage')
  expect(mail.text).not.toContain('newsletter=1')
})

test('a requested newsletter has its own link unless it is already confirmed', async () => {
  const ticked = await createAccount(connection.db, { verified_at: null, send_newsletter: true })
  const mail = await written({ letter: 'verification', accountId: ticked.id })
  expect(linksOf(mail.html)).toContain(`${TEST_ORIGIN}/user/verify?token=${tokenOf(mail.text)}&newsletter=1`)
  const values = { verified_at: null, send_newsletter: true, newsletter_confirmed_at: new Date() }
  const confirmed = await createAccount(connection.db, values)
  expect((await written({ letter: 'verification', accountId: confirmed.id })).text).not.toContain('newsletter=1')
})

test('the reset e-mail is valid for one hour and opens the password form', async () => {
  const account = await createAccount(connection.db, { language: 'en', firstname: 'Mira' })
  const mail = await written({ letter: 'recovery', accountId: account.id })
  const token = tokenOf(mail.text)
  expect(linksOf(mail.html)).toContain(`${TEST_ORIGIN}/createNewPassword?token=${token}`)
  const before = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS)
  expect(await readToken(connection.db, 'recovery', token, before(59))).toMatchObject({ accountId: account.id })
  expect(await readToken(connection.db, 'recovery', token, before(61))).toBe('expired')
  expect(mail.text).toContain('one hour')
  expect(mail.text).toContain('Hello Mira,')
})

test('confirms an address change at the new address and notifies the old one, even after it was replaced', async () => {
  const { account, changeId } = await buildChange('de')
  const requested = await written({ letter: 'confirm-address', accountId: account.id, changeId })
  expect(requested.to).toBe('neu.gewaehlt@example.org')
  const token = tokenOf(requested.text)
  expect(linksOf(requested.html)).toContain(`${TEST_ORIGIN}/user/verifyEmail?token=${token}`)
  expect(await readToken(connection.db, 'email', token, new Date())).toEqual({ accountId: account.id, data: { changeId } })
  await connection.db
    .updateTable('accounts')
    .set({ email: `neu-${account.id}@example.org` })
    .where('id', '=', account.id)
    .execute()
  await connection.db.updateTable('address_changes').set({ confirmed_at: new Date() }).where('id', '=', changeId).execute()
  const mail = await written({ letter: 'address-changed', accountId: account.id, changeId })
  expect(mail.to).toBe(account.email)
  expect(mail.text).toContain('n***@example.org')
  expect(mail.text).not.toContain('neu.gewaehlt')
  expect(await write({ letter: 'confirm-address', accountId: account.id, changeId })).toBeNull()
})

test('the farewell e-mail names the retention periods and is the last one', async () => {
  const mail = await written(await examples['account-deleted']('de'))
  expect(mail).toMatchObject({ to: 'wer.war@example.org' })
  expect(mail.text.replace(/\s+/g, ' ')).toContain('innerhalb weniger Stunden')
  expect(mail.text.replace(/\s+/g, ' ')).toContain('bis zu eine Woche')
  // A first name that was derived from the address is not used.
  expect(mail.text).toContain('Guten Tag,')
})

test('sends nothing to an erased account or after the task is done', async () => {
  const verified = await createAccount(connection.db)
  expect(await write({ letter: 'verification', accountId: verified.id })).toBeNull()
  const nobody = 999_999
  for (const template of ['verification', 'recovery', 'password-changed'] as const)
    expect(await write({ letter: template, accountId: nobody })).toBeNull()
  expect(await write({ letter: 'way-in-added', accountId: nobody, provider: 'facebook' })).toBeNull()
  for (const template of ['confirm-address', 'address-changed'] as const) {
    expect(await write({ letter: template, accountId: verified.id, changeId: nobody })).toBeNull()
  }
  expect(await write({ letter: 'account-deleted', partingId: nobody })).toBeNull()
  expect(await write({ letter: 'feedback', feedbackId: nobody })).toBeNull()
  expect(await write({ letter: 'security-storm', eventId: nobody })).toBeNull()
  await connection.db.updateTable('operator_alarms').set({ cleared_at: new Date() }).execute()
  expect(await write({ letter: 'operator-alarm', kind: 'suspense' })).toBeNull()
})

test('renders a button as a padded table cell for Word and a padded link for other clients', async () => {
  const account = await createAccount(connection.db, { language: 'de' })
  const { html } = await written({ letter: 'recovery', accountId: account.id })
  const [button = ''] = /<table role="presentation"[\s\S]*?<\/table>/.exec(html) ?? []
  expect(button).toMatch(/<td [^>]*bgcolor="#[0-9a-f]{6}"/)
  expect(button).toContain('mso-padding-alt:13px 28px')
  expect(button).toMatch(/<a href="[^"]+createNewPassword[^"]*"[^>]*padding:13px 28px/)
})

describe('the release e-mail', () => {
  test('shows the issue and two ways to unsubscribe', async () => {
    const { account, issue, job } = await buildRelease()
    const mail = await written(job)
    expect(mail.subject).toBe('Bergblick: Nr. 47 ist da')
    expect(linksOf(mail.html)).toContain(`${TEST_ORIGIN}/magazines/issues/${issue.uid}`)
    expect(mail.html).toContain(`${API_BASE}issuecontent/${issue.uid}/cover?`)
    const visible = `${TEST_ORIGIN}/user/releases/unsubscribe?email=${encodeURIComponent(account.email)}`
    expect(linksOf(mail.html)).toContain(visible)
    expect(mail.headers?.['List-Id']).toBe(`<releases.${new URL(TEST_ORIGIN).hostname}>`)
    expect(mail.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const [, address] = /^<(https:.+)>$/.exec(mail.headers!['List-Unsubscribe']!)!
    const { token } = matchRoute(oneClickUnsubscribe, new URL(address!).pathname)!
    expect(await readToken(connection.db, 'unsubscribe', token, new Date())).toEqual({
      accountId: account.id,
      data: { list: 'releases' },
    })
  })

  test.each([
    ['switched these mails off', { account: { send_release_newsletter: false } }],
    ['is not verified', { account: { verified_at: null } }],
    ['could not be reached', { account: { mail_bounced_at: new Date() } }],
    ['has another favourite by now', { favourite: false }],
    ['may not see the title for its age', { title: { age_rating: 18 } }],
    ['lives where the title is not shown', { title: { shown_in: ['CH'] } }],
    ['would find the title gone', { title: { available_until: '2020-01-01' } }],
  ])('is not sent to a reader who %s', async (_why, options) => {
    expect(await write((await buildRelease(options)).job)).toBeNull()
  })

  test('shows no cover that is not public', async () => {
    const restricted = await buildRelease({ title: { age_rating: 18 }, account: { allow_age_restricted: true } })
    expect((await written(restricted.job)).html).not.toContain('<img')
    const abroad = await buildRelease({ title: { shown_in: ['AT'] } })
    expect((await written(abroad.job)).html).not.toContain('<img')
  })
})

describe('feedback', () => {
  test('goes to the operator with the sender as reply address', async () => {
    const mail = await written(await buildFeedback())
    expect(mail).toMatchObject({ to: api.operator.company.mail, replyTo: 'jonas@example.org', subject: 'Feedback: Lob' })
    expect(mail.text).toContain('> Schön.\n> Wirklich.')
  })

  test('is plain text, whatever it contains', async () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(1)</script>'
    const mail = await written(await buildFeedback({ title: evil, name: evil, content: evil }))
    expect(mail.html).not.toContain('<script')
    expect(mail.html).not.toContain('<img')
    expect(mail.html).toContain('&lt;script&gt;')
  })
})

describe('the operator alarm', () => {
  test.each(ALARM_KINDS)('explains %s and lists every case with the words of the desk', async (kind) => {
    const mail = await written(await buildAlarm(kind))
    expect(mail.to).toBe(api.operator.company.mail)
    const text = mail.text.replace(/\s+/g, ' ')
    expect(mail.subject + text).not.toMatch(/EMAIL\.|undefined|NaN|\{\w+\}/)
    expect(text).toMatch(new RegExp(`paypal charge 4XY-1${ALARMS[kind].says.replace('$', '\\$')}(?! ?[,:])`))
    expect(text).toContain('/desk/operations/alarms')
    expect(text).not.toContain('npm run')
  })

  test('has its own text for every kind and language', () => {
    for (const language of languages) {
      const words: Record<string, string> = alarmEmailMessages[language]
      const subjects = ALARM_KINDS.map((kind) => words[`EMAIL.operator-alarm.${kind}`])
      expect([subjects.includes(undefined), new Set(subjects).size]).toEqual([false, ALARM_KINDS.length])
    }
  })
})

describe('the e-mail about a spike', () => {
  test.each(Object.keys(SPIKE_THRESHOLDS))('explains %s to the operator with counts and how to see more', async (kind) => {
    const mail = await written(await buildSpike(kind))
    expect(mail.to).toBe(api.operator.company.mail)
    const text = mail.text.replace(/\s+/g, ' ')
    expect(mail.subject + text).not.toMatch(/EMAIL\.|undefined|NaN|\{\w+\}/)
    expect(text).toContain(' 1 234 ')
    expect(text).toContain('21. November 2026')
    expect(text).toContain(`npm run kiosk -- security list --hours 2 --kind ${kind}`)
    expect(text).not.toContain('network-1')
  })

  test('has its own text for every kind and language', () => {
    for (const language of languages) {
      const words: Record<string, string> = securityEmailMessages[language]
      const labels = Object.keys(SPIKE_THRESHOLDS).map((kind) => words[`EMAIL.security-storm.${kind}`])
      expect([labels.includes(undefined), new Set(labels).size]).toEqual([false, Object.keys(SPIKE_THRESHOLDS).length])
    }
  })

  test.each([
    [null, null],
    ['https://example.org/sicherheit', null],
    ['/feedback', null],
    ['mailto:security@example.org', 'security@example.org'],
    ['mailto:security@example.org?subject=Bug', 'security@example.org'],
    ['mailto:a%40b@c%2eorg', null],
    ['mailto:nobody', null],
  ])('is sent to the security contact if that is a mailbox: %j', (securityContact, mailbox) => {
    const { company } = api.operator
    expect(securityMailbox({ securityContact, company })).toBe(mailbox ?? company.mail)
  })
})
