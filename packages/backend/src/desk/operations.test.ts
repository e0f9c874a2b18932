import { hash } from 'node:crypto'
import { hostname, tmpdir } from 'node:os'
import * as routes from '@kiosk/contract/desk-routes'
import { languages } from '@kiosk/domain/locale'
import { OPERATION_ROWS } from '@kiosk/domain/staff/limits'
import type { DeskAlarm, DeskJob, FailedRebuild } from '@kiosk/domain/staff/operation-endpoints'
import { permissions, ROLES } from '@kiosk/domain/staff/roles'
import { deskMessages } from '@kiosk/i18n/messages/desk'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { lastEntry } from '../audit/testing/last-entry.ts'
import { ALARM_KINDS, raiseAlarm } from '../billing/alarms.ts'
import { READING_VERSION } from '../catalogue/reading-version.ts'
import { createIssue } from '../catalogue/testing/titles-and-issues.ts'
import { updateDiskAlarm } from '../disk-check.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { CHANGED_BY_JOBS } from '../jobs/testing/changed-by-jobs.ts'
import { createStaff, fakeDesk } from '../staff/testing/desk.ts'
import { openTestApi } from '../testing/open-test-api.ts'

const { connection, api } = await openTestApi()
const { ctx } = api
const { db } = connection
const desk = fakeDesk(ctx)
await desk.signedInAs(await createStaff(ctx, { role: 'finance' }))

beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  await db.deleteFrom('operator_alarms').execute()
})

const listed = async (query: object = {}) =>
  (await desk.call(routes.deskJobs, { query: query as Record<string, unknown> })) as unknown as { jobs: DeskJob[]; more: boolean }
const alarms = async () => ((await desk.call(routes.deskAlarms)) as unknown as { alarms: DeskAlarm[] }).alarms

/** A job after some attempts; all = it has failed for good. */
async function job(attempts: 'all' | number): Promise<number> {
  await enqueue(db, 'letter', { letter: 'recovery', accountId: 7 })
  const { rows } = await sql<{ id: number }>`update graphile_worker._private_jobs
    set attempts = ${attempts === 'all' ? sql`max_attempts` : attempts}, last_error = '450 <mira.holm@example.org> try later' || chr(10) || 'at line 1'
    where id = (select max(id) from graphile_worker._private_jobs) returning id`.execute(db)
  return Number(rows[0]!.id)
}

describe('background jobs', () => {
  test('lists what failed, and on request what will be retried, with the error and without addresses', async () => {
    const [again, failed] = [await job(2), await job('all')]
    await job(0)
    const { jobs } = await listed()
    const about = { name: 'letter', letter: 'recovery', error: '450 <…@…> try later' }
    expect(jobs).toMatchObject([{ ...about, id: failed, state: 'failed', nextAt: null }])
    expect(jobs[0]!.attempts).toBe(jobs[0]!.maxAttempts)
    const all = (await listed({ state: 'all' })).jobs
    expect(all).toMatchObject([
      { ...about, id: again, state: 'again', attempts: 2 },
      { id: failed, state: 'failed' },
    ])
    expect(Date.parse(all[0]!.nextAt!)).not.toBeNaN()
  })

  test('pages through many, each once', async () => {
    for (let count = 0; count <= OPERATION_ROWS; count++) await job('all')
    const first = await listed()
    expect([first.jobs.length, first.more]).toEqual([OPERATION_ROWS, true])
    const second = await listed({ after: first.jobs.at(-1)!.id })
    expect([second.jobs.length, second.more]).toEqual([1, false])
    expect(second.jobs[0]!.id).toBeGreaterThan(first.jobs.at(-1)!.id)
  })

  test('are run again with a new set of attempts, each with an entry', async () => {
    const ids = [await job('all'), await job('all')]
    expect((await desk.call(routes.retryDeskJobs, { body: { ids } })).status).toBe(204)
    const { rows } = await sql<{ attempts: number; due: boolean }>`select attempts, run_at <= now() as due
      from graphile_worker.jobs`.execute(db)
    expect(rows).toEqual(Array(2).fill({ attempts: 0, due: true }))
    expect((await listed()).jobs).toEqual([])
    const entries = await db.selectFrom('audit_entries').select('subject_id').where('action', '=', 'job.retried').execute()
    expect(entries.map(({ subject_id }) => Number(subject_id)).sort()).toEqual(ids.sort())
  })

  test('are dismissed one by one, with a reason; a running one is left alone', async () => {
    const id = await job('all')
    const dismiss = (reason: string) => desk.call(routes.dismissJob, { params: { id }, body: { reason } })
    expect(await dismiss('')).toMatchObject({ status: 400, field: 'reason' })
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'other'`.execute(db)
    expect(await dismiss('Gone')).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect(await desk.call(routes.retryDeskJobs, { body: { ids: [id] } })).toMatchObject({ status: 409 })
    await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null`.execute(db)
    expect((await dismiss('The account is gone')).status).toBe(204)
    expect(await lastEntry(db)).toMatchObject({ action: 'job.dropped', subject_id: String(id), reason: 'The account is gone' })
    expect((await listed({ state: 'all' })).jobs).toEqual([])
    expect(await dismiss('Twice')).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  })
})

test('jobs that wait for their time, which the desk does not list, are neither run nor dismissed', async () => {
  const id = await job(0)
  await sql`update graphile_worker._private_jobs set run_at = now() + interval '1 day', last_error = null`.execute(db)
  const waiting = async () => (await sql<object>`select id, run_at, attempts from graphile_worker.jobs`.execute(db)).rows
  const before = await waiting()
  expect(await desk.call(routes.retryDeskJobs, { body: { ids: [id] } })).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  const dismissed = await desk.call(routes.dismissJob, { params: { id }, body: { reason: 'Not mine' } })
  expect(dismissed).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect(await waiting()).toEqual(before)
})

describe('operator alarms', () => {
  test('are listed with amount, words and the reader of their subscription', async () => {
    await raiseAlarm(db, ctx, {
      kind: 'suspense',
      subject: 'stripe charge ch_1',
      details: { id: 3, amount: 1499, currency: 'EUR', reason: 'unknown' },
    })
    await raiseAlarm(db, ctx, { kind: 'weak-evidence', subject: 'contract 42', details: { contract: 42, country: 'AT' } })
    expect(await alarms()).toMatchObject([
      { kind: 'weak-evidence', subscription: 'V-000042', reader: null, amount: null, words: ['AT'], canBeDismissed: false },
      { kind: 'suspense', subscription: null, amount: 1499, currency: 'EUR', words: ['unknown'], canBeDismissed: false },
    ])
  })

  test('are closed with a reason if nothing else closes them, and stay otherwise', async () => {
    const details = { amount: 1499, currency: 'EUR', expected: 999 }
    await raiseAlarm(db, ctx, { kind: 'wallet-amount', subject: 'paypal charge 4XY-1', details })
    await raiseAlarm(db, ctx, { kind: 'suspense', subject: 'stripe charge ch_1' })
    const [suspense, amount] = await alarms()
    const dismiss = ({ id }: DeskAlarm) => desk.call(routes.dismissAlarm, { params: { id }, body: { reason: 'Refunded' } })
    expect(amount).toMatchObject(details)
    expect((await dismiss(amount!)).status).toBe(204)
    const entry = {
      action: 'alarm.dismissed',
      subject: 'paypal charge 4XY-1',
      reason: 'Refunded',
      before: { kind: 'wallet-amount' },
    }
    expect(await lastEntry(db)).toMatchObject(entry)
    expect(await dismiss(amount!)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect(await dismiss(suspense!)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect(await alarms()).toEqual([suspense])
  })

  test('one about a disk that is nearly full is raised once, and cleared when there is space again', async () => {
    const MOST = Number.MAX_SAFE_INTEGER
    const check = (raisedBelow: number, clearedAbove: number, name?: string) =>
      updateDiskAlarm(ctx, { folder: tmpdir(), name }, { raisedBelow, clearedAbove })
    await check(0, 0)
    const before = await alarms()
    await check(0, MOST)
    expect(await alarms()).toEqual(before)
    for (const raisedBelow of [MOST, MOST, 0]) await check(raisedBelow, MOST)
    const alarm = { kind: 'disk-full', subject: `${hostname()}:${tmpdir()}`, canBeDismissed: true }
    expect(await alarms()).toMatchObject([alarm, ...before])
    await check(0, 0)
    expect(await alarms()).toEqual(before)
    await check(MOST, MOST, 'claim files')
    expect(await alarms()).toMatchObject([{ kind: 'disk-full', subject: 'claim files' }, ...before])
    await check(0, 0, 'claim files')
  })
})

describe('issues of an earlier version', () => {
  const DAY = new Date('2026-11-01T06:00:00Z')
  async function failed(uid: string, retryAt: Date | null): Promise<number> {
    const { id } = await createIssue(db, { uid })
    const due = { reading_version: READING_VERSION - 1, source_sha256: hash('sha256', uid) }
    const { revision } = await db
      .updateTable('all_issues')
      .set(due)
      .where('id', '=', id)
      .returning('revision')
      .executeTakeFirstOrThrow()
    const failure = { reading_version: READING_VERSION, revision, tries: 2, failed_at: DAY, retry_at: retryAt }
    await db
      .insertInto('failed_rebuilds')
      .values({ issue_id: id, ...failure, problem: 'page 2 is damaged\nat line 1' })
      .execute()
    return id
  }
  const rebuilds = async (query: Record<string, unknown> = {}) =>
    (await desk.call(routes.deskRebuilds, { query })) as unknown as { left: number; failures: FailedRebuild[]; more: boolean }

  test('are counted, and those that could not be read again are listed with the reason', async () => {
    expect(await rebuilds()).toMatchObject({ left: 0, failures: [], more: false })
    await failed('waits', DAY)
    await failed('stays', null)
    const about = { problem: 'page 2 is damaged', tries: 2 }
    expect(await rebuilds()).toMatchObject({
      left: 2,
      failures: [
        { ...about, uid: 'stays', retryAt: null },
        { ...about, uid: 'waits', retryAt: DAY.toISOString() },
      ],
    })
  })

  test('are paged, each once', async () => {
    for (let count = 0; count < OPERATION_ROWS; count++) await failed(`many-${count}`, null)
    const first = await rebuilds()
    expect([first.failures.length, first.more]).toEqual([OPERATION_ROWS, true])
    const second = await rebuilds({ before: first.failures.at(-1)!.id })
    expect([second.failures.map(({ uid }) => uid), second.more]).toEqual([['stays', 'waits'], false])
  })
})

test('owner and finance act, an auditor looks, and nobody else sees them', () => {
  const mayOf = (permission: 'operations.read' | 'operations.write') =>
    ROLES.filter((role) => (permissions[permission] as readonly string[]).includes(role))
  expect([mayOf('operations.read'), mayOf('operations.write')]).toEqual([
    ['owner', 'finance', 'auditor'],
    ['owner', 'finance'],
  ])
})

test('every job and every kind of alarm has its texts in three languages', () => {
  const keys = [
    ...Object.keys(CHANGED_BY_JOBS).map((name) => `DESK.JOB.${name}`),
    ...ALARM_KINDS.flatMap((kind) => [`DESK.ALARM.${kind}`, `DESK.ALARM_HELP.${kind}`]),
  ]
  for (const language of languages) expect(keys.filter((key) => !Object.hasOwn(deskMessages[language], key))).toEqual([])
})
