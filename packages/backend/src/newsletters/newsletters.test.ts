import * as routes from '@kiosk/contract/desk-routes'
import type { Newsletter } from '@kiosk/domain/staff/newsletter-endpoints'
import { HOUR_MS } from '@kiosk/domain/time'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAccount, subscribe } from '../accounts/testing/accounts.ts'
import { lastEntry } from '../audit/testing/last-entry.ts'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import { runWaitingJobs } from '../jobs/testing/run-jobs.ts'
import { createStaff, fakeDesk } from '../staff/testing/desk.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { createDraft, createSubscriber, draftWith, textIn } from './testing/newsletters.ts'

const { connection, api } = await openTestApi()
const { db } = connection
const { ctx } = api
const desk = fakeDesk(ctx)
const editor = await createStaff(ctx, { role: 'editor', name: 'Ida Moos' })
await desk.signedInAs(editor)

const shown = async (id: number) => (await desk.call(routes.newsletter, { params: { id } })) as unknown as Newsletter
const send = (id: number, body: object = {}) =>
  desk.call(routes.sendNewsletter, { params: { id }, body: { revision: 1, startsAt: null, messagesPerMinute: 6000, ...body } })

beforeEach(async () => {
  await db.deleteFrom('newsletters').execute()
  await db.updateTable('accounts').set({ send_newsletter: false }).execute()
})

describe('a draft', () => {
  test('is stored with its texts, what is featured, and whom it is for, and recorded', async () => {
    const title = await createTitle(db, { name: 'Alpenblick' })
    const issue = await createIssue(db, { title })
    const body = draftWith({
      texts: [{ ...textIn('de'), buttonLabel: 'Zum Heft', buttonAddress: '/magazines' }, textIn('fr')],
      fallbackLanguage: 'de',
      featured: [
        { kind: 'issue', key: issue.uid },
        { kind: 'title', key: title.key },
      ],
      audience: { languages: ['de', 'fr'], markets: [1, 3], tiers: ['PREMIUM'], titles: [title.key] },
    })
    const { status, id } = (await desk.call(routes.createNewsletter, { body })) as { status: number; id: number }
    expect(status).toBe(200)
    expect(await shown(id)).toMatchObject({
      name: 'Herbst',
      state: 'draft',
      revision: 1,
      languages: ['de', 'fr'],
      fallbackLanguage: 'de',
      createdBy: 'Ida Moos',
      texts: body.texts,
      featured: [
        { kind: 'issue', key: issue.uid, title: 'Alpenblick', detail: 'Nr. 1' },
        { kind: 'title', key: title.key, title: 'Alpenblick' },
      ],
      audience: { ...body.audience, titles: [{ key: title.key, name: 'Alpenblick' }] },
    })
    expect(await lastEntry(db)).toMatchObject({
      action: 'newsletter.created',
      actor: 'Ida Moos',
      subject: 'Herbst',
      after: { subjects: { de: 'Betreff de', fr: 'Betreff fr' } },
    })
  })

  test('is not overwritten by who has seen an older one', async () => {
    const id = await createDraft(ctx)
    const change = (name: string) =>
      desk.call(routes.changeNewsletter, { params: { id }, body: { ...draftWith({ name }), revision: 1 } })
    const both = await Promise.all([change('Winter'), change('Sommer')])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(both.find(({ status }) => status === 409)).toMatchObject({ code: 'changed_meanwhile' })
  })

  test.each([
    ['a link to nowhere', { texts: [{ ...textIn('de'), body: '[x](javascript:x)' }] }, 'newsletter_link'],
    ['a button that leads nowhere', { texts: [{ ...textIn('de'), buttonAddress: 'magazines' }] }, 'newsletter_link'],
    ['a link to no page of ours', { texts: [{ ...textIn('de'), body: '[x](/magazine/heute/neu)' }] }, 'newsletter_link'],
    ['an image', { texts: [{ ...textIn('de'), body: '![x](https://example.org/x.png)' }] }, 'newsletter_image'],
    ['an unknown issue', { featured: [{ kind: 'issue', key: 'nothing' }] }, 'not_found'],
    ['an unknown title', { audience: { languages: [], markets: [], tiers: [], titles: ['nothing'] } }, 'not_found'],
    ['a language twice', { texts: [textIn('de'), textIn('de')] }, 'wrong_input'],
    ['no name', { name: ' ' }, 'wrong_input'],
  ])('with %s is rejected and changes nothing', async (_what, values, code) => {
    const id = await createDraft(ctx)
    const body = { ...draftWith(), ...values }
    expect(await desk.call(routes.createNewsletter, { body })).toMatchObject({ code })
    expect(await desk.call(routes.changeNewsletter, { params: { id }, body: { ...body, revision: 1 } })).toMatchObject({ code })
    expect(await shown(id)).toMatchObject({ revision: 1, name: 'Herbst' })
    expect(((await desk.call(routes.newsletters)) as unknown as { newsletters: [] }).newsletters).toHaveLength(1)
  })

  test('can be deleted, but not once it is sent', async () => {
    const id = await createDraft(ctx)
    expect((await desk.call(routes.deleteNewsletter, { params: { id } })).status).toBe(204)
    expect(await desk.call(routes.deleteNewsletter, { params: { id } })).toMatchObject({ status: 404 })
    expect(await lastEntry(db)).toMatchObject({ action: 'newsletter.deleted' })
    await createSubscriber(db)
    const sent = await createDraft(ctx)
    await send(sent)
    expect(await desk.call(routes.deleteNewsletter, { params: { id: sent } })).toMatchObject({ code: 'newsletter_state' })
    const body = { ...draftWith(), revision: 1 }
    expect(await desk.call(routes.changeNewsletter, { params: { id: sent }, body })).toMatchObject({ code: 'newsletter_state' })
  })
})

describe('the number of readers', () => {
  const count = async (audience: object = {}, texts = ['de', 'en', 'fr'], fallbackLanguage: string | null = null) =>
    (await desk.call(routes.countAudience, {
      body: { audience: { ...draftWith().audience, ...audience }, texts, fallbackLanguage },
    })) as unknown as { total: number; byLanguage: Record<string, number>; missing: number }

  test('is that of readers who confirmed, with the record of it, and can be reached', async () => {
    const reader = await createSubscriber(db)
    const now = new Date()
    await createSubscriber(db, { newsletter_confirmed_at: null })
    await createSubscriber(db, { send_newsletter: false })
    await createSubscriber(db, { verified_at: null })
    await createSubscriber(db, { mail_bounced_at: now })
    await createSubscriber(db, { deactivated_at: now })
    // Accounts without a record of a consent, or with a later withdrawal.
    await createAccount(db, { send_newsletter: true, newsletter_confirmed_at: now })
    const revoked = await createSubscriber(db)
    await db.insertInto('consents').values({ account_id: revoked.id, kind: 'newsletter', given: false }).execute()
    expect((await count()).total).toBe(1)
    await db.insertInto('consents').values({ account_id: reader.id, kind: 'terms', given: false }).execute()
    expect((await count()).total).toBe(1)
  })

  test('follows language, market, plan and followed titles', async () => {
    const title = await createTitle(db)
    const [free, magz, premium] = [
      await createSubscriber(db, { language: 'de', region_id: 1 }),
      await createSubscriber(db, { language: 'en', region_id: 1 }),
      await createSubscriber(db, { language: 'fr', region_id: 3 }),
    ]
    await subscribe(db, magz, 10)
    await subscribe(db, premium, 8)
    await db.insertInto('favourites').values({ account_id: free.id, title_id: title.id }).execute()
    expect(await count()).toMatchObject({ total: 3, missing: 0, byLanguage: { de: 1, en: 1, fr: 1 } })
    expect((await count({ languages: ['de', 'fr'] })).total).toBe(2)
    expect((await count({ markets: [3] })).byLanguage).toEqual({ de: 0, en: 0, fr: 1 })
    expect((await count({ tiers: ['FREE'] })).byLanguage.de).toBe(1)
    expect((await count({ tiers: ['MAGZ'] })).byLanguage).toEqual({ de: 0, en: 1, fr: 0 })
    expect((await count({ tiers: ['MAGZ', 'PREMIUM'] })).total).toBe(2)
    expect((await count({ titles: [title.key] })).byLanguage).toEqual({ de: 1, en: 0, fr: 0 })
    expect(await count({}, ['de'])).toMatchObject({ total: 1, missing: 2, byLanguage: { de: 1, en: 0, fr: 0 } })
    expect(await count({}, ['de'], 'de')).toMatchObject({ total: 3, missing: 0, byLanguage: { de: 3, en: 0, fr: 0 } })
  })
})

describe('the preview', () => {
  const preview = (values: object) =>
    desk.call(routes.previewNewsletter, {
      body: { texts: [textIn('de')], fallbackLanguage: null, featured: [], language: 'de', ...values },
    })

  test('shows text and issues as a reader in the market gets them, in the fallback language, or says that nobody does', async () => {
    const everywhere = await createIssue(db, { title: await createTitle(db, { name: 'Alpenblick' }) })
    const swiss = await createIssue(db, { title: await createTitle(db, { name: 'Nur Schweiz', shown_in: ['CH'] }) })
    const adult = await createIssue(db, { title: await createTitle(db, { name: 'Nachtblatt', age_rating: 18 }) })
    const featured = [everywhere, swiss, adult].map(({ uid }) => ({ kind: 'issue', key: uid }))
    const { email } = (await preview({ featured })) as unknown as { email: { subject: string; html: string; text: string } }
    expect(email.subject).toBe('Betreff de')
    expect(email.html).toContain('Vorschau de')
    expect(email.html).toContain(`https://kiosk.example.org/magazines/issues/${everywhere.uid}`)
    expect(email.text).toContain('Alpenblick')
    expect(email.text).not.toMatch(/Nur Schweiz|Nachtblatt/)
    const inSwitzerland = (await preview({ featured, market: 3 })) as unknown as { email: { text: string } }
    expect(inSwitzerland.email.text).toContain('Nur Schweiz')
    expect(await preview({ language: 'en' })).toMatchObject({ email: null })
    expect(await preview({ language: 'en', fallbackLanguage: 'de' })).toMatchObject({ email: { subject: 'Betreff de' } })
  })

  test('an issue that is taken down is not shown', async () => {
    const issue = await createIssue(db, { title: await createTitle(db, { name: 'Verboten' }) })
    await db.updateTable('all_issues').set({ taken_down_at: new Date() }).where('id', '=', issue.id).execute()
    const { email } = (await preview({ featured: [{ kind: 'issue', key: issue.uid }] })) as unknown as { email: { text: string } }
    expect(email.text).not.toContain('Verboten')
  })
})

test('titles and issues are found by words of their name', async () => {
  const title = await createTitle(db, { name: 'Donaukurier' })
  const issue = await createIssue(db, { title, name: 'Nr. 47' })
  await createTitle(db, { name: 'Donau ohne Ausgabe' })
  expect(await desk.call(routes.findFeatured, { query: { search: 'donau' } })).toMatchObject({
    found: [
      { kind: 'title', key: title.key, title: 'Donaukurier', detail: '' },
      { kind: 'issue', key: issue.uid, title: 'Donaukurier', detail: 'Nr. 47' },
    ],
  })
})

test('a test goes to the person who asks for it', async () => {
  const id = await createDraft(ctx)
  expect((await desk.call(routes.testNewsletter, { params: { id }, body: { language: 'de' } })).status).toBe(204)
  expect(await desk.call(routes.testNewsletter, { params: { id }, body: { language: 'fr' } })).toMatchObject({
    code: 'newsletter_incomplete',
  })
  await runWaitingJobs(connection.url, ctx)
  expect(api.mails.splice(0)).toMatchObject([{ to: editor.email, subject: '[Test] Betreff de' }])
  expect(await lastEntry(db)).toMatchObject({ action: 'newsletter.tested' })
})

describe('sending', () => {
  test('asks for a confirmation of the identity', async () => {
    const other = fakeDesk(ctx)
    await other.signedInAs(editor, new Date(Date.now() - HOUR_MS / 2))
    const id = await createDraft(ctx)
    const body = { revision: 1, startsAt: null, messagesPerMinute: 60 }
    expect(await other.call(routes.sendNewsletter, { params: { id }, body })).toMatchObject({ code: 'confirmation_required' })
  })

  test.each([
    ['without a text', { texts: [] }, {}, 'newsletter_incomplete'],
    ['without a subject', { texts: [textIn('de', '')] }, {}, 'newsletter_incomplete'],
    ['with half a button', { texts: [{ ...textIn('de'), buttonLabel: 'Los' }] }, {}, 'newsletter_incomplete'],
    ['with a fallback that has no text', { fallbackLanguage: 'fr' as const }, {}, 'newsletter_incomplete'],
    ['to no campaign', { texts: [{ ...textIn('de'), body: '[x](/keine-kampagne)' }] }, {}, 'newsletter_link'],
    ['to nobody', { audience: { ...draftWith().audience, markets: [4] } }, {}, 'newsletter_nobody'],
    ['in the past', {}, { startsAt: new Date(Date.now() - HOUR_MS).toISOString() }, 'time_is_past'],
    ['after a change', {}, { revision: 7 }, 'changed_meanwhile'],
    ['too fast', {}, { messagesPerMinute: 100_000 }, 'wrong_input'],
  ])('%s is rejected', async (_what, draft, body, code) => {
    await createSubscriber(db)
    const id = await createDraft(ctx, draft)
    expect(await send(id, body)).toMatchObject({ code })
    expect((await shown(id)).state).toBe('draft')
  })

  test('twice at once sends once', async () => {
    await createSubscriber(db)
    const id = await createDraft(ctx)
    const both = await Promise.all([send(id), send(id)])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await lastEntry(db)).toMatchObject({ action: 'newsletter.started', after: { readers: 1, messagesPerMinute: 6000 } })
  })

  test('can be planned, withdrawn, paused, resumed and stopped, each recorded, and in no other order', async () => {
    await createSubscriber(db)
    const id = await createDraft(ctx)
    const step = async (
      route: typeof routes.pauseNewsletter | typeof routes.resumeNewsletter | typeof routes.unscheduleNewsletter,
    ) => (await desk.call(route, { params: { id } })).status
    expect((await send(id, { startsAt: new Date(Date.now() + HOUR_MS).toISOString() })).status).toBe(204)
    expect(await lastEntry(db)).toMatchObject({ action: 'newsletter.scheduled' })
    expect(await step(routes.pauseNewsletter)).toBe(409)
    expect(await step(routes.unscheduleNewsletter)).toBe(204)
    expect(await lastEntry(db)).toMatchObject({ action: 'newsletter.unscheduled', after: { state: 'draft' } })
    expect((await send(id)).status).toBe(204)
    expect(await step(routes.resumeNewsletter)).toBe(409)
    expect(await step(routes.pauseNewsletter)).toBe(204)
    expect(await step(routes.resumeNewsletter)).toBe(204)
    expect(await desk.call(routes.stopNewsletter, { params: { id } })).toMatchObject({ status: 204 })
    expect(await desk.call(routes.stopNewsletter, { params: { id } })).toMatchObject({ code: 'newsletter_state' })
    expect(await step(routes.resumeNewsletter)).toBe(409)
    expect(await lastEntry(db)).toMatchObject({ action: 'newsletter.stopped', before: { state: 'sending' } })
    await runWaitingJobs(connection.url, ctx)
    expect(api.mails.splice(0)).toEqual([])
  })

  test('nothing is uncertain, so nothing is sent again', async () => {
    const id = await createDraft(ctx)
    expect(await desk.call(routes.resendUncertain, { params: { id } })).toMatchObject({ code: 'newsletter_state' })
  })
})
