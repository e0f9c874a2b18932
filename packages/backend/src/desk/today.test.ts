import * as routes from '@kiosk/contract/desk-routes'
import { addDays, dayInVienna } from '@kiosk/domain/day'
import { languages } from '@kiosk/domain/locale'
import type { Role } from '@kiosk/domain/staff/roles'
import { HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { deskMessages } from '@kiosk/i18n/messages/desk'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAccount } from '../accounts/testing/accounts.ts'
import { raiseAlarm } from '../billing/alarms.ts'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import { type MissingFeature, missingFeatures } from '../config-checks.ts'
import { storeSetting } from '../db/app-setting.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { createStaff, fakeDesk } from '../staff/testing/desk.ts'
import { openTestApi } from '../testing/open-test-api.ts'

const { connection, api } = await openTestApi()
const { db } = connection
const { ctx } = api
const desk = fakeDesk(ctx)
await desk.signedInAs(await createStaff(ctx, { role: 'care' }))
const day = dayInVienna(ctx.now())

type Today = {
  attention: { kind: string; count: number; since: string | null; examples: string[] }[]
  figures: Record<string, unknown>
}
const today = async () => (await desk.call(routes.today)) as unknown as Today

test('an empty newsstand needs nothing and counts nothing', async () => {
  const { attention, figures } = await today()
  expect(attention).toEqual([])
  expect(figures).toMatchObject({ readers: 0, newReaders: 0, titles: 0, issues: 0, newIssues: 0 })
  expect(figures.plans).toHaveLength(7)
})

test('lists pending work with its oldest time and examples, until it is done', async () => {
  await raiseAlarm(db, ctx, { kind: 'books-differ', subject: 'x' })
  await db.insertInto('feedback').values({ email: 'a@example.org', name: 'A', title: 'T', content: 'C' }).execute()
  const refused = { state: 'refused', reason: 'no pages', finished_at: ctx.now() }
  await db
    .insertInto('imports')
    .values({ ...refused, sha256: 'a', file_name: 'broken.pdf' })
    .execute()
  await db
    .insertInto('imports')
    .values({ ...refused, sha256: 'b', file_name: 'old.pdf', finished_at: new Date('2020-01-01') })
    .execute()
  const { id: staff_id } = await db.selectFrom('staff').select('id').executeTakeFirstOrThrow()
  for (const [file_name, changed_at] of [['protected.pdf', ctx.now()] as const, ['older.pdf', new Date('2020-01-01')] as const])
    await db
      .insertInto('uploads')
      .values({ staff_id, file_name, bytes: 1, state: 'failed', created_at: changed_at, changed_at })
      .execute()
  await enqueue(db, 'housekeeping', {} as never, { key: 'broken' })
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'broken'`.execute(db)
  const { attention } = await today()
  expect(attention.map(({ kind, count, examples }) => [kind, count, examples])).toEqual([
    ['alarms', 1, ['books-differ']],
    ['jobs', 1, ['housekeeping']],
    ['imports', 1, ['broken.pdf']],
    ['uploads', 1, ['protected.pdf']],
    ['feedback', 1, []],
  ])
  expect(attention.slice(0, 4).every(({ since }) => since !== null)).toBe(true)
  await db.updateTable('operator_alarms').set({ cleared_at: ctx.now() }).execute()
  expect((await today()).attention.map(({ kind }) => kind)).not.toContain('alarms')
})

test('e-mails that the mail server has not taken for a while are listed, before the last try; refused recipients are not', async () => {
  const since = new Date(ctx.now().getTime() - 16 * MINUTE_MS)
  const errors = [
    'the mail server could not be reached: connect ECONNREFUSED 127.0.0.1:25\n  at connect',
    'the mail server answered 535 5.7.8 authentication failed to AUTH PLAIN',
    'the mail server answered 421 4.7.0 too many messages, try again later to RCPT TO',
    'the mail server answered 452 insufficient system storage to DATA',
    'the mail server answered 450 4.1.8 <kiosk@example.org>: Sender address rejected: Domain not found to RCPT TO',
    'the mail server answered 452-4.2.2 The recipient is over quota\n452 4.2.2 see the help to RCPT TO\n  at send',
    'the mail server answered 450 Requested mail action not taken: mailbox unavailable to RCPT TO',
  ]
  for (const [at, error] of errors.entries()) {
    await enqueue(db, 'letter', { letter: 'verification', accountId: 1 }, { key: `mail ${at}` })
    await sql`update graphile_worker._private_jobs set attempts = 6, created_at = ${since}, last_error = ${error}
      where key = ${`mail ${at}`}`.execute(db)
  }
  const mail = async () => (await today()).attention.find(({ kind }) => kind === 'mail')
  expect(await mail()).toEqual({ kind: 'mail', count: 5, since: since.toISOString(), examples: [] })
  await sql`update graphile_worker._private_jobs set created_at = ${ctx.now()} where key like 'mail %'`.execute(db)
  expect(await mail()).toBeUndefined()
  await sql`delete from graphile_worker._private_jobs where key like 'mail %'`.execute(db)
})

test.each([
  ['daily', -4, true],
  ['daily', -3, false],
  ['weekly', -10, true],
  ['weekly', -9, false],
  ['monthly', -60, true],
  ['monthly', -20, false],
  ['irregular', -900, false],
])('a %s title whose newest issue is from day %i is late: %s', async (frequency, age, isLate) => {
  const title = await createTitle(db, { name: `Late ${frequency} ${age}`, frequency })
  await createIssue(db, { title, issue_date: addDays(day, age) })
  const late = (await today()).attention.find(({ kind }) => kind === 'late-titles')
  expect(late?.examples.includes(title.name) ?? false).toBe(isLate)
  await db.deleteFrom('titles').where('id', '=', title.id).execute()
})

test('a title that has left is not late; readers are counted once they are verified', async () => {
  const title = await createTitle(db, { frequency: 'daily', available_until: addDays(day, -1) })
  await createIssue(db, { title, issue_date: addDays(day, -30) })
  await createAccount(db, { verified_at: ctx.now() })
  await createAccount(db, { verified_at: null })
  const { attention, figures } = await today()
  expect(attention.map(({ kind }) => kind)).not.toContain('late-titles')
  expect(figures).toMatchObject({ readers: 1, newReaders: 1 })
})

test('the last backup is shown to those who see operations, and is late after a day; without one, only where there are readers', async () => {
  const shownTo = async (role: Role) => {
    const person = fakeDesk(ctx)
    await person.signedInAs(await createStaff(ctx, { role }))
    return ((await person.call(routes.today)) as unknown as { backup: object | null }).backup
  }
  const { environment, operator } = ctx
  expect(await shownTo('owner')).toBeNull()
  Object.assign(ctx, { environment: 'production', operator: { ...operator, demonstration: false } })
  expect(await shownTo('owner')).toEqual({ at: null, isLate: true })
  Object.assign(ctx, { environment, operator })
  for (const [hours, isLate] of [
    [27, true],
    [25, false],
  ] as const) {
    const at = new Date(ctx.now().getTime() - hours * HOUR_MS).toISOString()
    await db.transaction().execute((trx) => storeSetting(trx, 'last-backup', at))
    expect(await shownTo('auditor')).toEqual({ at, isLate })
    expect(await shownTo('editor')).toBeNull()
  }
})

test('missing settings of a production server are listed first; a development server has none in the list', async () => {
  const shown = async (missingFeatures: readonly MissingFeature[]) => {
    Object.assign(ctx, { missingFeatures })
    const other = fakeDesk(ctx)
    Object.assign(ctx, { missingFeatures: [] })
    await other.signedInAs(await createStaff(ctx, { role: 'editor' }))
    return ((await other.call(routes.today)) as unknown as Today).attention
  }
  expect(ctx.missingFeatures).toEqual([])
  expect((await shown(['payments', 'bounces']))[0]).toEqual({
    kind: 'settings',
    count: 2,
    since: null,
    examples: ['payments', 'bounces'],
  })
  expect((await today()).attention.map(({ kind }) => kind)).not.toContain('settings')
})

const OPERATOR = { ...api.operator, demonstration: false, mail: { from: 'kiosk@example.org', bounces: 'bounces@example.org' } }
const NONE = { card: null, wallet: null, store: null }
const SMTP = 'smtps://mail.example.org'
/** What the desk names, because nobody can set it there. */
const SETTINGS: Record<MissingFeature, string> = { payments: 'STRIPE_', mail: 'SMTP_URL', bounces: 'mail.bounces' }
test.each([
  ['production with everything', { environment: 'production', operator: OPERATOR, smtpUrl: SMTP }, { ...NONE, card: {} }, []],
  ['PayPal alone', { environment: 'production', operator: OPERATOR, smtpUrl: SMTP }, { ...NONE, wallet: {} }, []],
  ['nothing that sells', { environment: 'production', operator: OPERATOR, smtpUrl: SMTP }, NONE, ['payments']],
  ['no mail server', { environment: 'staging', operator: OPERATOR, smtpUrl: undefined }, { ...NONE, card: {} }, ['mail']],
  [
    'returned e-mails unread',
    { environment: 'production', operator: { ...OPERATOR, mail: { from: 'k@example.org' } }, smtpUrl: SMTP },
    { ...NONE, card: {} },
    ['bounces'],
  ],
  ['a developer', { environment: 'development', operator: OPERATOR, smtpUrl: undefined }, NONE, []],
  ['a demonstration', { environment: 'staging', operator: { ...OPERATOR, demonstration: true }, smtpUrl: undefined }, NONE, []],
])('missing features: %s', (_, config, payments, missing) => {
  expect(missingFeatures(config, payments)).toEqual(missing)
  for (const language of languages)
    for (const each of missing as MissingFeature[]) {
      const text = expect.stringContaining(SETTINGS[each])
      expect(deskMessages[language]).toHaveProperty([`DESK.MISSING.${each}`], text)
    }
})
