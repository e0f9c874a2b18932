import type { SecurityEventDetail, SecurityEventKind } from '@kiosk/domain/accounts/security-event-kinds'
import type { Kysely } from 'kysely'
import type { AppContext } from '../context.ts'
import type { DB } from '../db/schema.ts'
import type { RequestContext } from '../http/handler.ts'
import { networkOf, networksOf } from '../http/networks.ts'
import { keyedHash } from '../keyed-hash.ts'
import { deviceName } from './device-name.ts'

type SecurityEvent = {
  kind: SecurityEventKind
  accountId?: number | null
  /** Default: now. */
  at?: Date
  /** Numbers and fixed words only: never an address, a name or a token. */
  details?: Partial<Record<SecurityEventDetail, string | number | boolean>>
}

/** Records an event caused by a job or the operator, without a request. */
export async function recordSystemEvent(
  db: Kysely<DB>,
  { log, now }: Pick<AppContext, 'log' | 'now'>,
  { kind, accountId = null, at = now(), details = {} }: SecurityEvent,
): Promise<void> {
  await db
    .insertInto('security_events')
    .values({ at, kind, account_id: accountId, details: JSON.stringify(details) })
    .execute()
  log.info({ event: `security.${kind}`, accountId, ...details }, 'security event')
}

/**
 * Records an event in the append-only table and in the log. Pass the transaction of the change if there is one, so that
 * both happen or neither.
 * @returns id of the event
 */
export async function recordSecurityEvent(
  db: Kysely<DB>,
  call: Pick<RequestContext, 'request' | 'visitor' | 'ctx'>,
  { kind, accountId = null, at = call.ctx.now(), details = {} }: SecurityEvent,
): Promise<number> {
  const { ctx, request, visitor } = call
  const network = keyedHash(await ctx.secret(), networkOf(visitor.address)).slice(0, 22)
  const { id } = await db
    .insertInto('security_events')
    .values({
      at,
      kind,
      account_id: accountId,
      network_hash: network,
      country: visitor.country ?? '',
      device_name: deviceName(request.headers.get('user-agent')),
      details: JSON.stringify(details),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.log.info({ event: `security.${kind}`, accountId, network, ...details }, 'security event')
  return id
}

/**
 * Records an event that anybody can cause repeatedly, with a limit: five a minute per network (an IPv6 line counts as
 * one) and sixty in total. The log has the same events as the table.
 */
export async function recordBoundedEvent(
  call: Pick<RequestContext, 'request' | 'visitor' | 'ctx'>,
  event: SecurityEvent,
): Promise<void> {
  const { rateLimits, db } = call.ctx
  const network = networksOf(call.visitor.address).at(-1)
  if ((await rateLimits.count('event-of-network', `${event.kind} ${network}`)) !== null) return
  if ((await rateLimits.count('event-of-kind', event.kind)) !== null) return
  await recordSecurityEvent(db, call, event)
}
