import { ApiError } from '@kiosk/domain/errors'
import { OPERATION_ROWS } from '@kiosk/domain/staff/limits'
import * as declared from '@kiosk/domain/staff/operation-endpoints'
import type { Selectable } from 'kysely'
import { alarmDetails, dismissAlarm, isDismissible, openAlarms } from '../billing/alarms.ts'
import { subscriptionNumber } from '../billing/subscriptions/subscription-number.ts'
import { countDue, failedRebuilds, MOST_COUNTED } from '../catalogue/rebuilds/rebuild-queue.ts'
import type { Database } from '../db/connect.ts'
import type { OperatorAlarms } from '../db/schema.ts'
import { type ListedJob, triedJobs, troubledJobs } from '../jobs/queries.ts'
import { defineDeskHandler } from '../staff/desk-handler.ts'
import { dropJobs, errorLine, retryJobs } from './manage-jobs.ts'

export const jobs = defineDeskHandler(declared.deskJobs, async ({ ctx, input }) => {
  const { state, after } = input
  const found = await troubledJobs(ctx.db, OPERATION_ROWS + 1, { after, onlyFailed: state === 'failed' })
  return { jobs: found.slice(0, OPERATION_ROWS).map(present), more: found.length > OPERATION_ROWS }
})

function present({ runAt, addedAt, error, ...job }: ListedJob): declared.DeskJob {
  const nextAt = job.state === 'again' ? runAt.toISOString() : null
  return { ...job, id: Number(job.id), addedAt: addedAt.toISOString(), nextAt, error: errorLine(error) }
}

// Only jobs that the desk lists. The others belong to somebody else's work: a planned publication, an e-mail about security.

export const retry = defineDeskHandler(declared.retryDeskJobs, async ({ ctx, input }) => {
  // No job is left: meanwhile, all have been done or dismissed, or are running.
  if ((await retryJobs(ctx, await triedJobs(ctx.db, input.ids))) === 0) throw new ApiError('changed_meanwhile')
  return undefined
})

export const dismiss = defineDeskHandler(declared.dismissJob, async ({ ctx, input }) => {
  if ((await dropJobs(ctx, await triedJobs(ctx.db, [input.id]), input.reason)) === 0) throw new ApiError('changed_meanwhile')
  return undefined
})

export const alarms = defineDeskHandler(declared.deskAlarms, async ({ ctx: { db }, input }) => {
  const found = await openAlarms(db, undefined, { before: input.before, most: OPERATION_ROWS + 1 })
  const shown = found.slice(0, OPERATION_ROWS)
  const readerOf = await readersOf(db, shown)
  return {
    alarms: shown.map((alarm) => {
      const { id, kind, subject, raised_at } = alarm
      const { subscription, ...details } = alarmDetails(alarm)
      return {
        ...details,
        id,
        kind,
        subject,
        raisedAt: raised_at.toISOString(),
        canBeDismissed: isDismissible(kind),
        subscription: subscription === null ? null : subscriptionNumber(subscription),
        reader: readerOf.get(subscription) ?? null,
      }
    }),
    more: found.length > OPERATION_ROWS,
  }
})

type Alarm = Selectable<OperatorAlarms>

async function readersOf(db: Database, shown: Alarm[]): Promise<Map<number | null, number | null>> {
  const ids = shown.map((alarm) => alarmDetails(alarm).subscription).filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const found = await db.selectFrom('subscriptions').select(['id', 'account_id']).where('id', 'in', ids).execute()
  return new Map(found.map(({ id, account_id }) => [id, account_id]))
}

export const closeAlarm = defineDeskHandler(declared.dismissAlarm, async ({ ctx, input }) => {
  if (!(await dismissAlarm(ctx, input.id, input.reason))) throw new ApiError('changed_meanwhile')
  return undefined
})

export const rebuilds = defineDeskHandler(declared.deskRebuilds, async ({ ctx: { db }, input }) => {
  const [left, found] = await Promise.all([countDue(db), failedRebuilds(db, { before: input.before, most: OPERATION_ROWS + 1 })])
  const failures = found
    .slice(0, OPERATION_ROWS)
    .map(({ retryAt, problem, ...issue }) => ({ ...issue, problem: errorLine(problem), retryAt: retryAt?.toISOString() ?? null }))
  return { left, most: MOST_COUNTED, failures, more: found.length > OPERATION_ROWS }
})
