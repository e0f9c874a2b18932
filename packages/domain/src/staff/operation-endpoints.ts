import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { deskEndpoint } from './desk-endpoint.ts'
import { Reason } from './endpoints.ts'
import { OPERATION_ROWS } from './limits.ts'

const Id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** `failed`: jobs that will not be retried by themselves; `all`: also those that run or will be retried. */
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
  /** When it is retried; null = not by itself. */
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
  /** What it is about, as the log names it: "paypal charge 4XY-1". */
  subject: z.string(),
  raisedAt: z.string(),
  /** Minor units; null = it is about no amount. */
  amount: z.number().nullable(),
  currency: z.enum(['EUR', 'CHF']).nullable(),
  /** The amount that was agreed, of one that differs. */
  expected: z.number().nullable(),
  /** Codes that say more, as the log has them. */
  words: z.array(z.string()),
  /** Number of the subscription: V-000042. */
  subscription: z.string().nullable(),
  /** Account of the subscription. */
  reader: z.number().nullable(),
  /** False: it is closed when its case is settled. */
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
  /** Of the issue, as `uid`. */
  id: z.number(),
  uid: z.string(),
  /** Title and issue. */
  name: z.string(),
  /** In English, as in the log. */
  problem: z.string(),
  tries: z.number(),
  /** When it is tried again; null = it stays as it is. */
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
    /** Issues to be read again, with those that failed; at most `most` are counted. */
    left: z.number(),
    most: z.number(),
    failures: z.array(FailedRebuild),
    more: z.boolean(),
  }),
  errors: ['wrong_input'],
})
