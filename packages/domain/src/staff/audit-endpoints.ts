import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { Day } from '../day-input.ts'
import { deskEndpoint } from './desk-endpoint.ts'

const Values = z.record(z.string(), z.unknown()).nullable()

/** Times are ISO 8601. `before` and `after` hold what changed; null = there was nothing, there is nothing. */
const AuditEntry = z.object({
  id: z.number(),
  at: z.string(),
  actorKind: z.enum(['staff', 'command']),
  actor: z.string(),
  source: z.string(),
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.string(),
  subject: z.string(),
  before: Values,
  after: Values,
  reason: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const Filter = z.object({
  /** Words of actor, action, subject or reason. */
  search: z.string().trim().max(100).default(''),
  action: z.string().max(60).default(''),
  from: Day.optional(),
  to: Day.optional(),
})

export const auditEntries = deskEndpoint(routes.auditEntries, {
  summary: 'Changes by people, newest first',
  access: 'audit.read',
  query: Filter.extend({
    /** Id of the last entry of the page before. */
    before: z.coerce.number().int().min(1).optional(),
  }),
  output: z.object({ entries: z.array(AuditEntry), actions: z.array(z.string()), more: z.boolean() }),
  errors: ['wrong_input'],
})
export const auditExport = deskEndpoint(routes.auditExport, {
  summary: 'The same as CSV, complete, with the hashes',
  access: 'audit.read',
  query: Filter,
  produces: 'text/csv',
  errors: ['wrong_input'],
})
export const auditState = deskEndpoint(routes.auditState, {
  summary: 'Whether the chain of hashes is unbroken',
  access: 'audit.read',
  output: z.object({
    entries: z.number(),
    /** Id and hash of the last entry, to be kept elsewhere; null = no entries. */
    head: z.object({ id: z.number(), hash: z.string() }).nullable(),
    /** First entry that does not match its hash; null = none. */
    firstWrong: z.number().nullable(),
  }),
  errors: [],
})
