import { HOUR_MS } from '@kiosk/domain/time'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountById } from '../accounts/queries.ts'
import { createAccount, signedIn } from '../accounts/testing/accounts.ts'
import { OutcomeUnknown, Undeliverable } from '../adapters/mail/port.ts'
import { fakeMailer } from '../adapters/mail/testing/fake-mailer.ts'
import { openAlarms } from '../billing/alarms.ts'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import type { AppContext } from '../context.ts'
import { readBounce } from '../emails/read-bounce.ts'
import { runWaitingJobs } from '../jobs/testing/run-jobs.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { showNewsletter } from './newsletter-queries.ts'
import { runNewsletter } from './send-newsletter.ts'
import { pauseNewsletter, resumeNewsletter, sendNewsletter, stopNewsletter } from './steer-newsletter.ts'
import { createDraft, createSubscriber, statesOf, textIn } from './testing/newsletters.ts'

const { connection, api } = await openTestApi()
const { db } = connection
const ctx: AppContext = {
  ...api.ctx,
  operator: { ...api.operator, mail: { ...api.operator.mail, bounces: 'bounces@example.org' } },
}
let networks = 0
const stranger = () => ({ address: `198.51.100.${++networks}` })

/** Sends a newsletter to everybody and returns its id. */
async function sendTo(context: AppContext, values: Parameters<typeof createDraft>[1] = {}): Promise<number> {
  const id = await createDraft(context, values)
  await sendNewsletter(context, id, { startsAt: null, messagesPerMinute: 6000 })
  await runNewsletter({ newsletterId: id }, context, {})
  return id
}
const mailsTo = (email: string) => api.mails.filter(({ to }) => to === email)
const figures = async (id: number) => (await showNewsletter(db, id)).figures

beforeEach(async () => {
  await db.deleteFrom('newsletters').execute()
  await db.updateTable('accounts').set({ send_newsletter: false }).execute()
  api.mails.splice(0)
})

describe('who gets it', () => {
  test('a registration with the box ticked gets it after the second click only, and the proof is kept', async () => {
    const email = 'mira.holm@example.org'
    const always = await createSubscriber(db)
    const form = { email, password: 'Föhn-am-Grat', newsletter: 'true', platform: 'website' }
    expect((await api.ask('user/registration/newuser', { ...stranger(), form })).status).toBe(200)
    await runWaitingJobs(connection.url, api.ctx)
    const [verification] = mailsTo(email)
    const [first, second] = [...verification!.text.matchAll(/\/user\/verify\?token=([\w-]+)(&newsletter=1)?/g)]
    expect([first?.[2], second?.[2]]).toEqual([undefined, '&newsletter=1'])
    api.mails.splice(0)
    await sendTo(ctx)
    expect((await api.ask(`user/registration/verification?token=${first![1]}`, stranger())).status).toBe(200)
    await sendTo(ctx)
    expect(mailsTo(email)).toEqual([])
    expect((await api.ask(`user/registration/verification?newsletter=true&token=${second![1]}`, stranger())).status).toBe(409)
    const id = await sendTo(ctx)
    expect(mailsTo(email)).toHaveLength(1)
    const proof = await db
      .selectFrom('newsletter_recipients')
      .innerJoin('consents', 'consents.id', 'consent_id')
      .innerJoin('accounts', 'accounts.id', 'newsletter_recipients.account_id')
      .select(['given', 'kind', 'wording', 'at', 'newsletter_confirmed_at'])
      .where('newsletter_id', '=', id)
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(proof).toMatchObject({
      given: true,
      kind: 'newsletter',
      wording: expect.stringMatching(/^\d{4}-\d\d-\d\d email de: /),
    })
    expect(proof.at).toBeInstanceOf(Date)
    expect(mailsTo(always.email)).toHaveLength(3)
  })

  test('readers who switch it on in the account get it, and those who switch it off do not', async () => {
    const account = await createAccount(db)
    await createSubscriber(db)
    const { cookie } = await signedIn(db, account)
    const switchTo = (newsletter: string) =>
      api.ask('user/edit/newsletter', {
        ...stranger(),
        method: 'PUT',
        body: new URLSearchParams({ newsletter }).toString(),
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', origin: api.ctx.publicUrl },
      })
    expect((await switchTo('true')).status).toBe(200)
    await sendTo(ctx)
    expect(mailsTo(account.email)).toHaveLength(1)
    expect((await switchTo('false')).status).toBe(200)
    await sendTo(ctx)
    expect(mailsTo(account.email)).toHaveLength(1)
  })

  test('everybody gets the text in their language, or the fallback, or nothing', async () => {
    const readers = await Promise.all((['de', 'fr', 'en'] as const).map((language) => createSubscriber(db, { language })))
    const texts = [textIn('de'), textIn('fr')]
    const excluding = await sendTo(ctx, { texts })
    expect(readers.map(({ email }) => mailsTo(email).map(({ subject }) => subject))).toEqual([['Betreff de'], ['Betreff fr'], []])
    expect(await figures(excluding)).toMatchObject({ selected: 2, sent: 2 })
    api.mails.splice(0)
    await sendTo(ctx, { texts, fallbackLanguage: 'fr' })
    expect(mailsTo(readers[2]!.email)[0]).toMatchObject({ subject: 'Betreff fr' })
  })

  test('a restricted issue is shown only to readers who switched restricted titles on', async () => {
    const [child, adult] = [await createSubscriber(db), await createSubscriber(db, { allow_age_restricted: true })]
    const issue = await createIssue(db, { title: await createTitle(db, { name: 'Nachtblatt', age_rating: 18 }) })
    await sendTo(ctx, { featured: [{ kind: 'issue', key: issue.uid }] })
    expect(mailsTo(child.email)[0]?.text).not.toContain('Nachtblatt')
    expect(mailsTo(adult.email)[0]?.text).toContain('Nachtblatt')
    // Nobody can load the cover without a session.
    expect(mailsTo(adult.email)[0]?.html).not.toContain('<img')
  })
})

test('a newsletter names its list, unsubscribes by one click, and loads nothing that tells who reads', async () => {
  const readers = [await createSubscriber(db, { firstname: 'Mira' }), await createSubscriber(db)]
  const issue = await createIssue(db)
  await sendTo(ctx, { featured: [{ kind: 'issue', key: issue.uid }] })
  const [mail, other] = readers.map(({ email }) => mailsTo(email)[0]!)
  expect(mail!.headers).toEqual({
    'List-Id': '<newsletter.kiosk.example.org>',
    Precedence: 'bulk',
    'List-Unsubscribe': expect.stringMatching(/^<https:\/\/kiosk\.example\.org\/.*oneclick\/[\w.-]+>$/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(mail!.text).toContain('Mira')
  expect(mail!.text).toMatch(/\/user\/newsletter\/unsubscribe\?token=[\w.-]+/)
  // All readers get the same links and images, except the link that unsubscribes.
  const addresses = ({ html }: { html: string }) =>
    [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address!.replace(/token=[\w.-]+/, 'token='))
  expect(addresses(mail!)).toEqual(addresses(other!))
  expect([...mail!.html.matchAll(/<img /g)]).toHaveLength(1)
})

describe('unsubscribing', () => {
  const oneClick = ({ headers }: { headers?: Record<string, string> }) => new URL(headers!['List-Unsubscribe']!.slice(1, -1))

  test('by the header or the link in the text ends it without a login, and is counted once', async () => {
    const reader = await createSubscriber(db)
    await createSubscriber(db)
    const id = await sendTo(ctx)
    const address = oneClick(mailsTo(reader.email)[0]!)
    const page = await api.ask(address.pathname)
    expect(page.status).toBe(303)
    expect(page.headers.get('location')).toMatch(/\/user\/newsletter\/unsubscribe\?token=/)
    expect((await figures(id)).unsubscribed).toBe(0)
    for (let click = 0; click < 2; click++)
      expect((await api.ask(address.pathname, { form: { 'List-Unsubscribe': 'One-Click' } })).status).toBe(200)
    expect((await figures(id)).unsubscribed).toBe(1)
    await sendTo(ctx)
    expect(mailsTo(reader.email)).toHaveLength(1)
    const consents = await db.selectFrom('consents').select('given').where('account_id', '=', reader.id).orderBy('id').execute()
    expect(consents).toEqual([{ given: true }, { given: false }])
  })

  test('a forged or foreign token changes nothing', async () => {
    const reader = await createSubscriber(db)
    const id = await sendTo(ctx)
    const address = oneClick(mailsTo(reader.email)[0]!)
    const [recipient, signature] = address.pathname.split('/').at(-1)!.split('.')
    const next = (Number.parseInt(recipient!, 36) + 1).toString(36)
    for (const token of [`${next}.${signature}`, `${recipient}.${'A'.repeat(43)}`, `${recipient}.`]) {
      const path = address.pathname.replace(/[^/]+$/, token)
      expect((await api.ask(path, { form: { 'List-Unsubscribe': 'One-Click' } })).status).toBeGreaterThanOrEqual(400)
      expect((await api.ask(path)).headers.get('location')).toMatch(/\/user\/newsletter\/unsubscribe$/)
    }
    expect((await figures(id)).unsubscribed).toBe(0)
  })

  test('after the address was changed, from the old e-mail', async () => {
    const reader = await createSubscriber(db)
    await sendTo(ctx)
    const address = oneClick(mailsTo(reader.email)[0]!)
    await db
      .updateTable('accounts')
      .set({ email: `moved-${reader.email}` })
      .where('id', '=', reader.id)
      .execute()
    expect((await api.ask(address.pathname, { method: 'POST' })).status).toBe(200)
    expect(await accountById(db, reader.id)).toMatchObject({ send_newsletter: false, newsletter_confirmed_at: null })
  })

  test('after the account was erased: succeeds, because nothing is sent any more', async () => {
    const reader = await createSubscriber(db)
    const id = await sendTo(ctx)
    const address = oneClick(mailsTo(reader.email)[0]!)
    await db.deleteFrom('accounts').where('id', '=', reader.id).execute()
    expect((await api.ask(address.pathname, { method: 'POST' })).status).toBe(200)
    expect((await figures(id)).unsubscribed).toBe(0)
  })

  test('with a link that a restored database does not know is not reported as done', async () => {
    const reader = await createSubscriber(db)
    await sendTo(ctx)
    const address = oneClick(mailsTo(reader.email)[0]!)
    await db.deleteFrom('newsletters').execute()
    expect((await api.ask(address.pathname, { method: 'POST' })).status).toBe(400)
  })

  test('pressed many times at once is counted once', async () => {
    const reader = await createSubscriber(db)
    const id = await sendTo(ctx)
    const address = oneClick(mailsTo(reader.email)[0]!)
    const presses = await Promise.all(Array.from({ length: 8 }, () => api.ask(address.pathname, { method: 'POST' })))
    expect(presses.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await figures(id)).unsubscribed).toBe(1)
    const consents = await db.selectFrom('consents').select('given').where('account_id', '=', reader.id).orderBy('id').execute()
    expect(consents).toEqual([{ given: true }, { given: false }])
  })

  test('while it is being sent: no message', async () => {
    const readers = await Promise.all(Array.from({ length: 12 }, () => createSubscriber(db)))
    const last = readers.at(-1)!
    const id = await createDraft(ctx)
    await sendNewsletter(ctx, id, { startsAt: null, messagesPerMinute: 6000 })
    const mailer = {
      ...api.ctx.mailer,
      async send(mail: Parameters<AppContext['mailer']['send']>[0]) {
        await api.ctx.mailer.send(mail)
        await db.updateTable('accounts').set({ send_newsletter: false }).where('id', '=', last.id).execute()
      },
    }
    await runNewsletter({ newsletterId: id }, { ...ctx, mailer }, {})
    expect((await statesOf(db, id))[last.id]).toBe('skipped')
    expect(mailsTo(last.email)).toEqual([])
    expect(await figures(id)).toMatchObject({ sent: 11, skipped: 1 })
  })
})

describe('a mail server that', () => {
  type Send = AppContext['mailer']['send']
  const withMailer = (send: Send): AppContext => ({ ...ctx, mailer: { ...fakeMailer(), send } })

  test('rejects an address ends the newsletter for it', async () => {
    const reader = await createSubscriber(db)
    const id = await sendTo(withMailer(() => Promise.reject(new Undeliverable('550 5.1.1', true))))
    expect(await figures(id)).toMatchObject({ failed: 1, bounced: 1, sent: 0 })
    expect((await showNewsletter(db, id)).state).toBe('sent')
    const account = await db
      .selectFrom('accounts')
      .select('mail_bounced_at')
      .where('id', '=', reader.id)
      .executeTakeFirstOrThrow()
    expect(account.mail_bounced_at).toBeInstanceOf(Date)
  })

  test('does not answer makes a message uncertain, which is not sent again by itself', async () => {
    await createSubscriber(db)
    let sent = 0
    const context = withMailer(async () => {
      sent++
      throw new OutcomeUnknown('no reply')
    })
    const id = await sendTo(context)
    await runNewsletter({ newsletterId: id }, context, {})
    expect([sent, (await figures(id)).uncertain]).toEqual([1, 1])
  })

  test('is down is left alone after a few messages, which are tried again later', async () => {
    await Promise.all(Array.from({ length: 30 }, () => createSubscriber(db)))
    let tries = 0
    const down = withMailer(async () => {
      tries++
      throw new Error('the mail server could not be reached')
    })
    const id = await sendTo(down)
    expect(tries).toBeLessThan(10)
    expect(await showNewsletter(db, id)).toMatchObject({ state: 'sending', figures: { waiting: 30, failed: 0 } })
    const later = { ...ctx, now: () => new Date(Date.now() + HOUR_MS) }
    await runNewsletter({ newsletterId: id }, later, {})
    expect(await showNewsletter(db, id)).toMatchObject({ state: 'sent', figures: { sent: 30 } })
  })

  test('returns a message later is counted, and ends the newsletter if the address is dead', async () => {
    const reader = await createSubscriber(db)
    let returnPath = ''
    const id = await sendTo(
      withMailer(async (mail) => {
        returnPath = mail.returnPath ?? ''
      }),
    )
    const bounce = `To: ${returnPath}\n\nAction: failed\nStatus: 5.1.1\n`
    const other = await createSubscriber(db)
    expect(await readBounce(bounce.replace(/\+[0-9a-z]+-/, `+${other.id.toString(36)}-`), ctx)).toBe('foreign')
    expect(await readBounce(bounce, ctx)).toBe('dead')
    expect(await figures(id)).toMatchObject({ sent: 1, bounced: 1 })
    await db.updateTable('accounts').set({ send_newsletter: true }).where('id', '=', reader.id).execute()
    await sendTo(ctx)
    expect(mailsTo(reader.email)).toEqual([])
  })
})

describe('the pace', () => {
  test('is at most the chosen number of messages a minute', async () => {
    await Promise.all(Array.from({ length: 10 }, () => createSubscriber(db)))
    const id = await createDraft(ctx)
    await sendNewsletter(ctx, id, { startsAt: null, messagesPerMinute: 600 })
    const began = performance.now()
    await runNewsletter({ newsletterId: id }, ctx, {})
    // Ten messages, a tenth of a second apart.
    expect(performance.now() - began).toBeGreaterThan(880)
    expect(await figures(id)).toMatchObject({ sent: 10 })
  })

  test('a pause ends it after the messages in hand; resumed, it continues with the others', async () => {
    await Promise.all(Array.from({ length: 30 }, () => createSubscriber(db)))
    const id = await createDraft(ctx)
    await sendNewsletter(ctx, id, { startsAt: null, messagesPerMinute: 6000 })
    let sent = 0
    const mailer = {
      ...fakeMailer(),
      async send() {
        if (++sent === 5) await pauseNewsletter(ctx, id)
      },
    }
    await runNewsletter({ newsletterId: id }, { ...ctx, mailer }, {})
    expect(sent).toBeLessThan(10)
    expect((await figures(id)).sent).toBe(sent)
    await resumeNewsletter(ctx, id)
    await runNewsletter({ newsletterId: id }, { ...ctx, mailer }, {})
    expect([sent, (await showNewsletter(db, id)).state]).toEqual([30, 'sent'])
  })

  test('a stop is final', async () => {
    await Promise.all(Array.from({ length: 30 }, () => createSubscriber(db)))
    const id = await createDraft(ctx)
    await sendNewsletter(ctx, id, { startsAt: null, messagesPerMinute: 6000 })
    let sent = 0
    const mailer = {
      ...fakeMailer(),
      async send() {
        if (++sent === 5) await stopNewsletter(ctx, id)
      },
    }
    await runNewsletter({ newsletterId: id }, { ...ctx, mailer }, {})
    await runWaitingJobs(connection.url, { ...ctx, mailer })
    expect(sent).toBeLessThan(10)
    expect(await showNewsletter(db, id)).toMatchObject({ state: 'stopped', figures: { sent, selected: 30 } })
  })

  test('a server that stops finishes its messages, and another continues', async () => {
    await Promise.all(Array.from({ length: 30 }, () => createSubscriber(db)))
    const id = await createDraft(ctx)
    await sendNewsletter(ctx, id, { startsAt: null, messagesPerMinute: 6000 })
    const stopping = new AbortController()
    let sent = 0
    const mailer = {
      ...fakeMailer(),
      async send() {
        if (++sent === 5) stopping.abort()
      },
    }
    await runNewsletter({ newsletterId: id }, { ...ctx, mailer }, { signal: stopping.signal })
    expect(await figures(id)).toMatchObject({ sent, uncertain: 0, sending: 0 })
    await runWaitingJobs(connection.url, { ...ctx, mailer })
    expect([sent, (await showNewsletter(db, id)).state]).toEqual([30, 'sent'])
  })
})

test('a planned newsletter is sent by its job at its time, to those who confirmed until then', async () => {
  await createSubscriber(db)
  const id = await createDraft(ctx)
  await sendNewsletter(ctx, id, { startsAt: new Date(Date.now() + HOUR_MS), messagesPerMinute: 6000 })
  await runWaitingJobs(connection.url, ctx)
  await runNewsletter({ newsletterId: id }, ctx, {})
  expect(api.mails).toEqual([])
  const late = await createSubscriber(db)
  await runNewsletter({ newsletterId: id }, { ...ctx, now: () => new Date(Date.now() + 2 * HOUR_MS) }, {})
  expect(mailsTo(late.email)).toHaveLength(1)
  expect(await showNewsletter(db, id)).toMatchObject({ state: 'sent', figures: { selected: 2, sent: 2 } })
})

test('a planned newsletter with a link that has become dead is paused, with an alarm, until a person decides', async () => {
  const { email } = await createSubscriber(db)
  const publish = () => db.insertInto('campaign_pages').values({ key: 'winter', campaign: '{}' }).execute()
  const remove = () => db.deleteFrom('campaign_pages').where('key', '=', 'winter').execute()
  const end = () => db.updateTable('campaign_pages').set({ ended_at: new Date() }).where('key', '=', 'winter').execute()
  for (const makeDead of [end, remove]) {
    await publish()
    const id = await createDraft(ctx, { texts: [{ ...textIn('de'), body: '[Zur Aktion](/winter)' }] })
    await sendNewsletter(ctx, id, { startsAt: new Date(Date.now() + HOUR_MS), messagesPerMinute: 6000 })
    await makeDead()
    const later = { ...ctx, now: () => new Date(Date.now() + 2 * HOUR_MS) }
    for (const _ of Array(2)) await runNewsletter({ newsletterId: id }, later, {})
    expect(api.mails).toEqual([])
    expect((await showNewsletter(db, id)).state).toBe('paused')
    expect(await openAlarms(db, 'newsletter-link')).toMatchObject([{ subject: `newsletter ${id}` }])
    await remove()
    await publish()
    await resumeNewsletter(ctx, id)
    expect(await openAlarms(db, 'newsletter-link')).toEqual([])
    await runNewsletter({ newsletterId: id }, later, {})
    expect(mailsTo(email)).toHaveLength(1)
    api.mails.length = 0
    await remove()
  }
})

test('an erased account leaves its message in the figures only', async () => {
  const reader = await createSubscriber(db)
  const id = await sendTo(ctx)
  await db.deleteFrom('accounts').where('id', '=', reader.id).execute()
  expect(await figures(id)).toMatchObject({ selected: 1, sent: 1 })
  const row = await db.selectFrom('newsletter_recipients').selectAll().where('newsletter_id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ account_id: null, consent_id: null })
})
