import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { deskEndpoint } from './desk-endpoint.ts'
import { Reason } from './endpoints.ts'
import { OPERATION_ROWS } from './limits.ts'

const Id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** `failed`: jobs that will not be retried automatically; `all`: also those that run or will be retried. */
export const JOB_LISTS = ['failed', 'all'] as const

const DeskJob = z.object({
  id: z.number(),
  name: z.string(),
  /** Template of the e-mail; empty for other jobs. */
  letter: z.string(),
  state: z.enum(['running', 'waiting', 'later', 'again', 'failed']),
  attempts: z.number(),
  maxAttempts: z.number(),
  addedAt: z.string(),
  /** When it is retried; null = not automatically. */
  nextAt: z.string().nullable(),
  /** First line, without e-mail addresses; empty = none yet. */
  error: z.string(),
})
export type DeskJob = z.infer<typeof DeskJob>

export const deskJobs = deskEndpoint(routes.deskJobs, {
  summary: 'Background jobs that failed, run or will be retried, oldest first',
  access: 'operations.read',
  query: z.object({
    state: z.enum(JOB_LISTS).default('failed'),
    /** Id of the last job of the page before. */
    after: Id.optional(),
  }),
  output: z.object({ jobs: z.array(DeskJob), more: z.boolean() }),
  errors: ['wrong_input'],
})
export const retryDeskJobs = deskEndpoint(routes.retryDeskJobs, {
  summary: 'Runs jobs at once, with a new set of attempts',
  access: 'operations.write',
  body: z.object({ ids: z.array(Id).min(1).max(OPERATION_ROWS) }),
  errors: ['wrong_input', 'changed_meanwhile'],
})
export const dismissJob = deskEndpoint(routes.dismissJob, {
  summary: 'Deletes a job that is not to be done any more',
  access: 'operations.write',
  params: z.object({ id: Id }),
  body: z.object({ reason: Reason }),
  errors: ['wrong_input', 'changed_meanwhile'],
})

const DeskAlarm = z.object({
  id: z.number(),
  kind: z.string(),
  /** What the alarm is about, named as in the log: "paypal charge 4XY-1". */
  subject: z.string(),
  raisedAt: z.string(),
  /** Minor units; null = the alarm is not about an amount. */
  amount: z.number().nullable(),
  currency: z.enum(['EUR', 'CHF']).nullable(),
  /** The agreed amount, if another one was charged. */
  expected: z.number().nullable(),
  /** Further codes, as in the log. */
  words: z.array(z.string()),
  /** Number of the subscription: V-000042. */
  subscription: z.string().nullable(),
  /** Account of the subscription. */
  reader: z.number().nullable(),
  /** False: the alarm is closed when its case is settled. */
  canBeDismissed: z.boolean(),
})
export type DeskAlarm = z.infer<typeof DeskAlarm>

export const deskAlarms = deskEndpoint(routes.deskAlarms, {
  summary: 'Open operator alarms, latest first',
  access: 'operations.read',
  query: z.object({
    /** Id of the last alarm of the page before. */
    before: Id.optional(),
  }),
  output: z.object({ alarms: z.array(DeskAlarm), more: z.boolean() }),
  errors: ['wrong_input'],
})
export const dismissAlarm = deskEndpoint(routes.dismissAlarm, {
  summary: 'Closes an operator alarm that nothing else closes',
  access: 'operations.write',
  params: z.object({ id: Id }),
  body: z.object({ reason: Reason }),
  errors: ['wrong_input', 'changed_meanwhile'],
})

const FailedRebuild = z.object({
  /** Id of the issue. */
  id: z.number(),
  uid: z.string(),
  /** Title and issue. */
  name: z.string(),
  /** In English, as in the log. */
  problem: z.string(),
  tries: z.number(),
  /** When it is retried; null = it stays as it is. */
  retryAt: z.string().nullable(),
})
export type FailedRebuild = z.infer<typeof FailedRebuild>

export const deskRebuilds = deskEndpoint(routes.deskRebuilds, {
  summary: 'Issues that an earlier version has read: how many are to be read again, and those that could not be, newest first',
  access: 'operations.read',
  query: z.object({
    /** Id of the last issue of the page before. */
    before: Id.optional(),
  }),
  output: z.object({
    /** Number of issues to be read again, including those that failed; at most `most` are counted. */
    left: z.number(),
    most: z.number(),
    failures: z.array(FailedRebuild),
    more: z.boolean(),
  }),
  errors: ['wrong_input'],
})
