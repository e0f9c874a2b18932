import type { SecurityEventKind } from '@kiosk/domain/accounts/security-event-kinds'
import { HOUR_MS } from '@kiosk/domain/time'
import { type Kysely, sql } from 'kysely'
import type { AppContext } from '../context.ts'
import type { DB } from '../db/schema.ts'
import { enqueue } from '../jobs/enqueue.ts'

declare module '../jobs/job.ts' {
  interface Jobs {
    'security-storms': object
  }
}

/** Number of events of a kind within an hour that count as a spike. */
export const SPIKE_THRESHOLDS = {
  'sign-in.rejected': 200,
  'second-factor.rejected': 20,
  'token.rejected': 50,
  'voucher.rejected': 50,
  'registration.started': 200,
  'recovery.requested': 100,
  'limit.reached': 60,
  'scraping.suspected': 3,
  'staff.rejected': 30,
} as const satisfies Partial<Record<SecurityEventKind, number>>
export type SpikeKind = keyof typeof SPIKE_THRESHOLDS

const WINDOW_MS = HOUR_MS
/** A continuing spike is reported again after this time. */
const REPEAT_MS = 6 * HOUR_MS
/** Key of the advisory lock with which concurrent servers report a spike once. */
const LOCK = 47

type EventCount = {
  kind: string
  events: number
  networks: number
  /** Number of events of the busiest network, and its keyed hash. */
  mostOfOneNetwork: number
  network: string
  accounts: number
}

/** Counts security events by kind since a timestamp, most frequent first. */
export async function countEvents(db: Kysely<DB>, since: Date): Promise<EventCount[]> {
  const { rows } = await sql<EventCount>`
    with of_network as (
      select kind, network_hash, count(*) as events from security_events where at >= ${since} group by kind, network_hash)
    select e.kind, count(*)::int as events, count(distinct e.network_hash)::int as networks,
      count(distinct e.account_id)::int as accounts,
      (select max(n.events)::int from of_network n where n.kind = e.kind) as "mostOfOneNetwork",
      (select n.network_hash from of_network n where n.kind = e.kind order by n.events desc, n.network_hash limit 1) as network
    from security_events e where at >= ${since} group by e.kind order by events desc, e.kind`.execute(db)
  return rows
}

/**
 * Reports each spike of the last hour once: a log line at warn (`security.storm`), an event and an e-mail to the operator.
 * @returns the spikes reported now
 */
export async function detectSpikes({ db, log, now }: Pick<AppContext, 'db' | 'log' | 'now'>): Promise<EventCount[]> {
  const at = now()
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
    const counts = await countEvents(trx, new Date(at.getTime() - WINDOW_MS))
    const found: EventCount[] = []
    for (const count of counts) {
      if (!isSpikeKind(count.kind) || count.events < SPIKE_THRESHOLDS[count.kind]) continue
      const reported = await trx
        .selectFrom('security_events')
        .select('id')
        .where('kind', '=', 'storm.detected')
        .where('at', '>', new Date(at.getTime() - REPEAT_MS))
        .where(sql<boolean>`details->>'kind' = ${count.kind}`)
        .executeTakeFirst()
      if (reported) continue
      const { kind, events, networks, mostOfOneNetwork, network, accounts } = count
      const details = JSON.stringify({ kind, events, networks, accounts, mostOfOneNetwork })
      const { id: eventId } = await trx
        .insertInto('security_events')
        .values({ at, kind: 'storm.detected', network_hash: network, details })
        .returning('id')
        .executeTakeFirstOrThrow()
      await enqueue(trx, 'letter', { letter: 'security-storm', eventId })
      log.warn(
        { event: 'security.storm', kind, events, networks, accounts, mostOfOneNetwork, network },
        'unusual number of security events',
      )
      found.push(count)
    }
    return found
  })
}

function isSpikeKind(kind: string): kind is SpikeKind {
  return Object.hasOwn(SPIKE_THRESHOLDS, kind)
}
