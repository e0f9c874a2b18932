import { createHmac } from 'node:crypto'
import type { SecurityEventDetail, SecurityEventKind } from '@kiosk/domain/accounts/security-event-kinds'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Asking } from '../endpoint.ts'
import type { House } from '../house.ts'
import { networkOf, networksOf } from '../rate-limits.ts'
import { deviceName } from './device-name.ts'

export type SecurityEvent = {
  kind: SecurityEventKind
  accountId?: number | null
  /** Default: now. */
  at?: Date
  /** Numbers and fixed words only: never an address, a name or a token. */
  details?: Partial<Record<SecurityEventDetail, string | number | boolean>>
}

/** Records an event that no request caused: what a job or the operator did. */
export async function recordSystemEvent(
  db: Kysely<DB>,
  { log, now }: Pick<House, 'log' | 'now'>,
  { kind, accountId = null, at = now(), details = {} }: SecurityEvent,
): Promise<void> {
  await db
    .insertInto('security_events')
    .values({ at, kind, account_id: accountId, details: JSON.stringify(details) })
    .execute()
  log.info({ event: `security.${kind}`, accountId, ...details }, 'security event')
}

/**
 * Records an event in the append-only table and in the log. Pass the transaction of the change where there is one, so that
 * both happen or neither.
 * @returns id of the event
 */
export async function recordSecurityEvent(
  db: Kysely<DB>,
  call: Pick<Asking, 'request' | 'visitor' | 'house'>,
  { kind, accountId = null, at = call.house.now(), details = {} }: SecurityEvent,
): Promise<number> {
  const { house, request, visitor } = call
  const network = createHmac('sha256', await house.secret())
    .update(networkOf(visitor.address))
    .digest('base64url')
    .slice(0, 22)
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
  house.log.info({ event: `security.${kind}`, accountId, network, ...details }, 'security event')
  return id
}

/**
 * Records an event that anybody can cause as often as they like, so often and no more: five times a minute for a network, all
 * of an IPv6 line together, and sixty times for all. The log has the same events as the table.
 */
export async function recordBoundedEvent(
  call: Pick<Asking, 'request' | 'visitor' | 'house'>,
  event: SecurityEvent,
): Promise<void> {
  const { attempts, db } = call.house
  const network = networksOf(call.visitor.address).at(-1)
  if ((await attempts.count('event-of-network', `${event.kind} ${network}`)) !== null) return
  if ((await attempts.count('event-of-kind', event.kind)) !== null) return
  await recordSecurityEvent(db, call, event)
}
