import { sql } from 'kysely'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import type { ProviderEvent, WalletEvent } from '../outside/payments/port.ts'
import { isUuid } from './attempt-state.ts'
import { followWalletEvent } from './follow-wallet-event.ts'
import { bookMandateGone } from './mandate-gone.ts'
import { followProviderRefund } from './provider-refunds.ts'
import { settleRefund } from './refunds.ts'
import { settleIn } from './settle-attempts.ts'
import { finishSetup } from './setups.ts'

/** `charge`, `refund`: events that were written down by older versions have none. */
export type About =
  | ProviderEvent['about']
  | ({ what: 'wallet'; subscription: string | null } & Partial<Pick<WalletEvent, 'charge' | 'refund'>>)
export type Heard = { provider: string; id: string; kind: string; about: About }

/** An event of a wallet says only whose: what became of it is asked for. */
export function heardOf(provider: string, { id, kind, ...event }: ProviderEvent | WalletEvent): Heard {
  if ('about' in event) return { provider, id, kind, about: event.about }
  const { subscription, charge, refund } = event
  return { provider, id, kind, about: { what: 'wallet', subscription, charge, refund } }
}

/**
 * Writes an event down and works on it. One that was worked on before is left alone, one on which somebody died is worked on
 * again; two at the same time do no harm, for everything an event sets off happens once by itself.
 */
export async function workOnEvent(house: House, { provider, id, kind, about }: Heard): Promise<void> {
  const { db, now } = house
  const row = { provider, event_id: id, kind, payload: JSON.stringify(about), received_at: now() }
  const news = await db
    .insertInto('provider_events')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  if (!news && (await isDone(house, provider, id))) return
  await transact(house, async (trx) => {
    if (about.what === 'attempt' && isUuid(about.attemptId)) await settleIn(trx, house, [about])
    if (about.what === 'mandate-cancelled') await bookMandateGone(trx, provider, about.methodReference)
    if (about.what === 'attempt' || about.what === 'mandate-cancelled') await noteDone(trx, house, provider, id)
  })
  if (about.what === 'attempt' || about.what === 'mandate-cancelled') return
  // These ask the provider, or have transactions of their own.
  if (about.what === 'refund' && isUuid(about.refundId)) await settleRefund(house, about.refundId, about.state, null)
  if (about.what === 'refunded') await followProviderRefund(house, { provider, ...about })
  if (about.what === 'method-updated') await noteLook(db, provider, about)
  if (about.what === 'setup' && isUuid(about.setupId)) await finishSetup(house, about.setupId)
  if (about.what === 'wallet') await followWalletEvent(house, provider, about)
  await noteDone(db, house, provider, id)
}

/** A bank replaced a card, which is charged as before: only how it is shown changes. */
async function noteLook(db: House['db'], provider: string, about: Extract<About, { what: 'method-updated' }>): Promise<void> {
  const { methodReference, brand, masked } = about
  await db
    .updateTable('payment_methods')
    .set({ brand, masked })
    .where('provider', '=', provider)
    .where('reference', '=', methodReference)
    .execute()
}

async function isDone({ db }: House, provider: string, id: string): Promise<boolean> {
  const known = await db
    .selectFrom('provider_events')
    .select('processed_at')
    .where('provider', '=', provider)
    .where('event_id', '=', id)
    .executeTakeFirst()
  return known !== undefined && known.processed_at !== null
}

async function noteDone(db: House['db'], { now }: House, provider: string, id: string): Promise<void> {
  await db
    .updateTable('provider_events')
    .set({ processed_at: now() })
    .where('provider', '=', provider)
    .where('event_id', '=', id)
    .execute()
}

/** Whoever received an event has so long before another works on it. Milliseconds. */
const PATIENCE = 60_000
/** Providers repeat themselves for days; then an event is forgotten. Days. */
export const KEPT = 90
const BATCH = 200

/** Works on events that were written down and left, and forgets old ones. */
export async function workOnLeftEvents(house: House): Promise<void> {
  const { db, now, log } = house
  const left = await db
    .selectFrom('provider_events')
    .selectAll()
    .where('processed_at', 'is', null)
    .where('received_at', '<', new Date(now().getTime() - PATIENCE))
    .orderBy('received_at')
    .limit(BATCH)
    .execute()
  for (const { provider, event_id: id, kind, payload } of left)
    await workOnEvent(house, { provider, id, kind, about: payload as About }).catch((error: unknown) =>
      log.error({ err: error, provider, kind }, 'an event of a provider waits on'),
    )
  await sql`delete from provider_events where (provider, event_id) in (select provider, event_id from provider_events
    where processed_at < ${now()}::timestamptz - make_interval(days => ${KEPT}) limit 1000)`.execute(db)
}
