import { randomUUID } from 'node:crypto'
import { type Language, languages } from '@kiosk/domain/locale'
import { pageAt } from '@kiosk/domain/page-at'
import { alarmEmailWords } from '@kiosk/languages/alarm-emails'
import { securityLetterWords } from '@kiosk/languages/security-letters'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../../accounts/build-account.ts'
import { requestErasure } from '../../accounts/request-erasure.ts'
import { buildIssue, buildTitle } from '../../catalogue/build-catalogue.ts'
import type { Connection } from '../../database/connect.ts'
import { testDatabase } from '../../database/test-database.ts'
import { ALARM_KINDS, type AlarmKind, raiseAlarm } from '../../payments/alarms.ts'
import { readToken } from '../../session/one-time-tokens.ts'
import { STORM_THRESHOLDS } from '../../session/security-storms.ts'
import { TEST_ORIGIN, type TestApi, testApi } from '../../test-api.ts'
import { type ContractLetter, type LetterJob, protectionChanges } from './letters.ts'
import { securityMailbox } from './operator-email.ts'
import { writeLetter } from './write-letter.ts'

let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection)
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

const write = (job: LetterJob) => writeLetter(job, api.house)
const written = async (job: LetterJob) => {
  const mail = await write(job)
  if (!mail) throw new Error('no letter')
  return mail
}
const linksOf = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map((match) => match[1]!.replaceAll('&amp;', '&'))
const tokenOf = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? ''

async function buildChange(language: Language, more: { confirmed_at?: Date; previous_email?: string } = {}) {
  const account = await buildAccount(connection.db, { language })
  const { id: changeId } = await connection.db
    .insertInto('address_changes')
    .values({ account_id: account.id, email: 'neu.gewaehlt@example.org', previous_email: account.email, ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { account, changeId }
}

async function buildRelease(
  given: { account?: object; title?: object; issue?: object; favourite?: boolean; language?: Language } = {},
) {
  const { db } = connection
  const account = await buildAccount(db, { language: given.language ?? 'de', send_release_newsletter: true, ...given.account })
  const title = await buildTitle(db, { name: 'Bergblick', ...given.title })
  const issue = await buildIssue(db, { title, name: 'Nr. 47', headline: 'Winter im Hochtal', ...given.issue })
  if (given.favourite !== false)
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

async function buildStorm(kind: string) {
  const details = JSON.stringify({ kind, events: 1234, networks: 7, accounts: 3, mostOfOneNetwork: 900 })
  const { id } = await connection.db
    .insertInto('security_events')
    .values({ kind: 'storm.detected', at: new Date('2026-11-21T08:15:00Z'), network_hash: 'network-1', details })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { letter: 'security-storm', eventId: id } as const
}

/** An open alarm of a kind, with the e-mail about it. */
async function buildAlarm(kind: AlarmKind) {
  const details = { id: 7, amount: 1999, currency: 'EUR', reason: 'unknown' }
  await raiseAlarm(connection.db, api.house, { kind, subject: 'paypal charge 4XY-1', details })
  return { letter: 'operator-alarm', kind } as const
}

/** These go to the operator, whose language is German. */
const isToOperator = (name: Name) => name === 'feedback' || name === 'security-storm' || name === 'operator-alarm'

/** Letters about contracts have tests of their own. */
type Name = Exclude<LetterJob['letter'], ContractLetter>

/** One of each letter, to somebody who reads this language. */
const examples: Record<Name, (language: Language) => Promise<LetterJob>> = {
  async verification(language) {
    const { id } = await buildAccount(connection.db, { language, verified_at: null, send_newsletter: true })
    return { letter: 'verification', accountId: id }
  },
  recovery: async (language) => ({ letter: 'recovery', accountId: (await buildAccount(connection.db, { language })).id }),
  async 'new-device'(language) {
    const { id: accountId } = await buildAccount(connection.db, { language })
    const { id: eventId } = await connection.db
      .insertInto('security_events')
      .values({ kind: 'sign-in.new-device', account_id: accountId, country: 'CH', device_name: 'Firefox · Windows' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { letter: 'new-device', accountId, eventId, deviceId: 1 }
  },
  async 'new-devices'(language) {
    const { id: accountId } = await buildAccount(connection.db, { language })
    const event = { kind: 'sign-in.new-device', account_id: accountId, device_name: 'Firefox · Windows' }
    const at = new Date('2026-11-21T08:15:00Z')
    await connection.db
      .insertInto('security_events')
      .values(Array.from({ length: 23 }, (_, each) => ({ ...event, at, country: each % 2 ? 'CH' : '' })))
      .execute()
    return { letter: 'new-devices', accountId, since: '2026-11-21T08:00:00.000Z', until: '2026-11-21T09:00:00.000Z' }
  },
  'account-exists': async (language) => ({
    letter: 'account-exists',
    accountId: (await buildAccount(connection.db, { language })).id,
  }),
  async 'password-changed'(language) {
    return { letter: 'password-changed', accountId: (await buildAccount(connection.db, { language })).id }
  },
  async 'way-in-added'(language) {
    return { letter: 'way-in-added', accountId: (await buildAccount(connection.db, { language })).id, provider: 'apple' }
  },
  async 'protection-changed'(language) {
    const { id: accountId } = await buildAccount(connection.db, { language })
    return { letter: 'protection-changed', accountId, change: 'passkey-added' }
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
    const account = await buildAccount(connection.db, { language })
    await connection.db.transaction().execute((trx) => requestErasure(trx, account, api.house))
    return { letter: 'erasure-requested', accountId: account.id }
  },
  async 'account-deleted'(language) {
    const { id: partingId } = await connection.db
      .insertInto('partings')
      .values({ email: 'wer.war@example.org', firstname: 'wer.war', language })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { letter: 'account-deleted', partingId }
  },
  release: async (language) => (await buildRelease({ language })).job,
  feedback: () => buildFeedback(),
  'security-storm': () => buildStorm('sign-in.rejected'),
  'operator-alarm': () => buildAlarm('suspense'),
  async 'wallet-refused'(language) {
    const { id: accountId } = await buildAccount(connection.db, { language })
    const approvalId = randomUUID()
    await connection.db
      .insertInto('wallet_approvals')
      .values({
        ...{ id: approvalId, provider: 'paypal', account_id: accountId, plan_id: 2, wallet_plan: 'P-2' },
        ...{ price: 1999, regular_price: 1999, currency: 'EUR', created_at: new Date() },
      })
      .execute()
    return { letter: 'wallet-refused', accountId, approvalId }
  },
}

describe.each(languages)('in %s', (language) => {
  test.each(Object.keys(examples) as Name[])('the letter "%s" says all it has to, in HTML and in plain text', async (name) => {
    const mail = await written(await examples[name](language))
    const spoken = isToOperator(name) ? 'de' : language
    expect(mail.html).toContain(`<html lang="${spoken}">`)
    for (const part of [mail.subject, mail.html, mail.text]) expect(part).not.toMatch(/LETTER\.|undefined|\[object|NaN/)
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
    // Every address of the HTML also stands in the plain text, spelled out, and is one of ours.
    for (const link of linksOf(mail.html)) {
      expect(link.startsWith(`${TEST_ORIGIN}/`)).toBe(true)
      if (link !== `${TEST_ORIGIN}/`) expect(mail.text).toContain(link)
      expect([link, pageAt(new URL(link).pathname)]).not.toEqual([link, null])
    }
    for (const line of ['Lesehalle Demonstration GmbH', 'Beispielgasse 12']) {
      expect(mail.html).toContain(line)
      expect(mail.text).toContain(line)
    }
    expect(linksOf(mail.html)).toContain(`${TEST_ORIGIN}/imprint`)
  })
})

test.each(protectionChanges)('the owner reads in every language that %s', async (change) => {
  const subjects = new Set<string>()
  for (const language of languages) {
    const { id: accountId } = await buildAccount(connection.db, { language })
    const mail = await written({ letter: 'protection-changed', accountId, change })
    for (const part of [mail.subject, mail.html, mail.text]) expect(part).not.toMatch(/LETTER\.|protection-changed|undefined/)
    expect(mail.text).toContain(`${TEST_ORIGIN}/user/security`)
    subjects.add(mail.subject)
  }
  expect(subjects.size).toBe(3)
})

test('the words of each language are its own', async () => {
  for (const name of (Object.keys(examples) as Name[]).filter((each) => !isToOperator(each))) {
    const mails = await Promise.all(languages.map(async (language) => written(await examples[name](language))))
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(3)
  }
})

test('the verification letter opens with its link, which the database knows by its hash only', async () => {
  const account = await buildAccount(connection.db, { verified_at: null, language: 'de' })
  const mail = await written({ letter: 'verification', accountId: account.id })
  expect(mail.to).toBe(account.email)
  const token = tokenOf(mail.text)
  expect(linksOf(mail.html)).toContain(`${TEST_ORIGIN}/user/verify?token=${token}`)
  expect(await readToken(connection.db, 'verification', token, new Date())).toMatchObject({ accountId: account.id })
  expect(mail.text).toContain('7 Tage')
  expect(mail.text).not.toContain('newsletter=1')
})

test('a ticked newsletter has a second link of its own, unless it is confirmed already', async () => {
  const ticked = await buildAccount(connection.db, { verified_at: null, send_newsletter: true })
  const mail = await written({ letter: 'verification', accountId: ticked.id })
  expect(linksOf(mail.html)).toContain(`${TEST_ORIGIN}/user/verify?token=${tokenOf(mail.text)}&newsletter=1`)
  const values = { verified_at: null, send_newsletter: true, newsletter_confirmed_at: new Date() }
  const confirmed = await buildAccount(connection.db, values)
  expect((await written({ letter: 'verification', accountId: confirmed.id })).text).not.toContain('newsletter=1')
})

test('the recovery letter holds one hour, and opens the form for a new password', async () => {
  const account = await buildAccount(connection.db, { language: 'en', firstname: 'Mira' })
  const mail = await written({ letter: 'recovery', accountId: account.id })
  const token = tokenOf(mail.text)
  expect(linksOf(mail.html)).toContain(`${TEST_ORIGIN}/createNewPassword?token=${token}`)
  const before = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  expect(await readToken(connection.db, 'recovery', token, before(59))).toMatchObject({ accountId: account.id })
  expect(await readToken(connection.db, 'recovery', token, before(61))).toBe('expired')
  expect(mail.text).toContain('one hour')
  expect(mail.text).toContain('Hello Mira,')
})

test('a new address is confirmed where it is; the old one hears of it, even after it was replaced', async () => {
  const { account, changeId } = await buildChange('de')
  const asked = await written({ letter: 'confirm-address', accountId: account.id, changeId })
  expect(asked.to).toBe('neu.gewaehlt@example.org')
  const token = tokenOf(asked.text)
  expect(linksOf(asked.html)).toContain(`${TEST_ORIGIN}/user/verifyEmail?token=${token}`)
  expect(await readToken(connection.db, 'email', token, new Date())).toEqual({ accountId: account.id, data: { changeId } })
  await connection.db
    .updateTable('accounts')
    .set({ email: `neu-${account.id}@example.org` })
    .where('id', '=', account.id)
    .execute()
  await connection.db.updateTable('address_changes').set({ confirmed_at: new Date() }).where('id', '=', changeId).execute()
  const told = await written({ letter: 'address-changed', accountId: account.id, changeId })
  expect(told.to).toBe(account.email)
  expect(told.text).toContain('n***@example.org')
  expect(told.text).not.toContain('neu.gewaehlt')
  expect(await write({ letter: 'confirm-address', accountId: account.id, changeId })).toBeNull()
})

test('the last letter says how long things last, and is the only one that is', async () => {
  const mail = await written(await examples['account-deleted']('de'))
  expect(mail).toMatchObject({ to: 'wer.war@example.org' })
  expect(mail.text.replace(/\s+/g, ' ')).toContain('innerhalb weniger Stunden')
  expect(mail.text.replace(/\s+/g, ' ')).toContain('bis zu eine Woche')
  // A name that was only made up from the address is none.
  expect(mail.text).toContain('Guten Tag,')
})

test('whoever is gone or has done it already gets no letter', async () => {
  const verified = await buildAccount(connection.db)
  expect(await write({ letter: 'verification', accountId: verified.id })).toBeNull()
  const nobody = 999_999
  for (const letter of ['verification', 'recovery', 'password-changed'] as const)
    expect(await write({ letter, accountId: nobody })).toBeNull()
  expect(await write({ letter: 'way-in-added', accountId: nobody, provider: 'facebook' })).toBeNull()
  for (const letter of ['confirm-address', 'address-changed'] as const) {
    expect(await write({ letter, accountId: verified.id, changeId: nobody })).toBeNull()
  }
  expect(await write({ letter: 'account-deleted', partingId: nobody })).toBeNull()
  expect(await write({ letter: 'feedback', feedbackId: nobody })).toBeNull()
  expect(await write({ letter: 'security-storm', eventId: nobody })).toBeNull()
  await connection.db.updateTable('operator_alarms').set({ cleared_at: new Date() }).execute()
  expect(await write({ letter: 'operator-alarm', kind: 'suspense' })).toBeNull()
})

test('a button is a cell of a table with padding for Word, and a link with padding for everybody else', async () => {
  const account = await buildAccount(connection.db, { language: 'de' })
  const { html } = await written({ letter: 'recovery', accountId: account.id })
  const [button = ''] = /<table role="presentation"[\s\S]*?<\/table>/.exec(html) ?? []
  expect(button).toMatch(/<td [^>]*bgcolor="#[0-9a-f]{6}"/)
  expect(button).toContain('mso-padding-alt:13px 28px')
  expect(button).toMatch(/<a href="[^"]+createNewPassword[^"]*"[^>]*padding:13px 28px/)
})

describe('the release letter', () => {
  test('shows the issue, and two ways to get no more of them', async () => {
    const { account, issue, job } = await buildRelease()
    const mail = await written(job)
    expect(mail.subject).toBe('Bergblick: Nr. 47 ist da')
    expect(linksOf(mail.html)).toContain(`${TEST_ORIGIN}/magazines/issues/${issue.uid}`)
    expect(mail.html).toContain(`/api/v8/issuecontent/${issue.uid}/cover?`)
    const visible = `${TEST_ORIGIN}/user/releases/unsubscribe?email=${encodeURIComponent(account.email)}`
    expect(linksOf(mail.html)).toContain(visible)
    expect(mail.headers?.['List-Id']).toBe(`<releases.${new URL(TEST_ORIGIN).hostname}>`)
    expect(mail.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const [, token] = /^<https:\/\/[^/]+\/api\/v8\/user\/newsletter\/oneclick\/([\w-]+)>$/.exec(
      mail.headers!['List-Unsubscribe']!,
    )!
    expect(await readToken(connection.db, 'unsubscribe', token!, new Date())).toEqual({
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
  ])('is not written to who %s', async (_why, given) => {
    expect(await write((await buildRelease(given)).job)).toBeNull()
  })

  test('shows no cover that a stranger may not see', async () => {
    const restricted = await buildRelease({ title: { age_rating: 18 }, account: { allow_age_restricted: true } })
    expect((await written(restricted.job)).html).not.toContain('<img')
    const abroad = await buildRelease({ title: { shown_in: ['AT'] } })
    expect((await written(abroad.job)).html).not.toContain('<img')
  })
})

describe('feedback', () => {
  test('goes to the operator, and an answer to who wrote it', async () => {
    const mail = await written(await buildFeedback())
    expect(mail).toMatchObject({ to: api.operator.company.mail, replyTo: 'jonas@example.org', subject: 'Rückmeldung: Lob' })
    expect(mail.text).toContain('> Schön.\n> Wirklich.')
  })

  test('is text, whatever stands in it', async () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(1)</script>'
    const mail = await written(await buildFeedback({ title: evil, name: evil, content: evil }))
    expect(mail.html).not.toContain('<script')
    expect(mail.html).not.toContain('<img')
    expect(mail.html).toContain('&lt;script&gt;')
  })
})

describe('the alarm of the operator', () => {
  test.each(ALARM_KINDS)('says what %s means, and lists every case with its amount', async (kind) => {
    const mail = await written(await buildAlarm(kind))
    expect(mail.to).toBe(api.operator.company.mail)
    const text = mail.text.replace(/\s+/g, ' ')
    expect(mail.subject + text).not.toMatch(/LETTER\.|undefined|NaN|\{\w+\}/)
    expect(text).toContain('paypal charge 4XY-1: 19.99 EUR, unknown')
  })

  test('is another for every kind, in every language', () => {
    for (const language of languages) {
      const words: Record<string, string> = alarmEmailWords[language]
      const subjects = ALARM_KINDS.map((kind) => words[`LETTER.operator-alarm.${kind}`])
      expect([subjects.includes(undefined), new Set(subjects).size]).toEqual([false, ALARM_KINDS.length])
    }
  })
})

describe('the letter about a storm', () => {
  test.each(Object.keys(STORM_THRESHOLDS))('tells the operator what %s means, in numbers, and how to see more', async (kind) => {
    const mail = await written(await buildStorm(kind))
    expect(mail.to).toBe(api.operator.company.mail)
    const text = mail.text.replace(/\s+/g, ' ')
    expect(mail.subject + text).not.toMatch(/LETTER\.|undefined|NaN|\{\w+\}/)
    expect(text).toContain(' 1 234 ')
    expect(text).toContain('21. November 2026')
    expect(text).toContain(`npm run kiosk -- security list --hours 2 --kind ${kind}`)
    expect(text).not.toContain('network-1')
  })

  test('is another for every kind, in every language', () => {
    for (const language of languages) {
      const words: Record<string, string> = securityLetterWords[language]
      const said = Object.keys(STORM_THRESHOLDS).map((kind) => words[`LETTER.security-storm.${kind}`])
      expect([said.includes(undefined), new Set(said).size]).toEqual([false, Object.keys(STORM_THRESHOLDS).length])
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
  ])('goes to the security contact where that is a mailbox: %j', (securityContact, mailbox) => {
    const { company } = api.operator
    expect(securityMailbox({ securityContact, company })).toBe(mailbox ?? company.mail)
  })
})
