import { sql } from 'kysely'
import type { ProviderEvent, WalletEvent } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import { isUuid } from '../../db/is-uuid.ts'
import { transact } from '../../db/transaction.ts'
import { applyMandateRevoked } from '../charges/apply-mandate-revoked.ts'
import { settleIn } from '../charges/settle.ts'
import { finishSetup } from '../checkout/setup-session.ts'
import { followProviderRefund } from '../refunds/provider-refunds.ts'
import { settleRefund } from '../refunds/settle.ts'
import { followWalletEvent } from '../wallets/follow-event.ts'

/** `charge`, `refund`: missing in events stored by older versions. */
export type About =
  | ProviderEvent['about']
  | ({ what: 'wallet'; subscription: string | null } & Partial<Pick<WalletEvent, 'charge' | 'refund'>>)
export type ReportedEvent = { provider: string; id: string; kind: string; about: About }

/** Converts an event of a provider. Events of a wallet have only ids; its state is polled. */
export function reportedEvent(provider: string, { id, kind, ...event }: ProviderEvent | WalletEvent): ReportedEvent {
  if ('about' in event) return { provider, id, kind, about: event.about }
  const { subscription, charge, refund } = event
  return { provider, id, kind, about: { what: 'wallet', subscription, charge, refund } }
}

/**
 * Stores an event and processes it. Skips an event that was processed already, and processes again one that a crash interrupted.
 * Concurrent processing is safe, because every effect of an event is idempotent.
 */
export async function processEvent(ctx: AppContext, { provider, id, kind, about }: ReportedEvent): Promise<void> {
  const { db, now } = ctx
  const row = { provider, event_id: id, kind, payload: JSON.stringify(about), received_at: now() }
  const news = await db
    .insertInto('provider_events')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  if (!news && (await isDone(ctx, provider, id))) return
  await transact(ctx, async (trx) => {
    if (about.what === 'attempt' && isUuid(about.attemptId)) await settleIn(trx, ctx, [about])
    if (about.what === 'mandate-cancelled') await applyMandateRevoked(trx, provider, about.methodReference)
    if (about.what === 'attempt' || about.what === 'mandate-cancelled') await noteDone(trx, ctx, provider, id)
  })
  if (about.what === 'attempt' || about.what === 'mandate-cancelled') return
  // These call the provider or have their own transactions.
  if (about.what === 'refund' && isUuid(about.refundId)) await settleRefund(ctx, about.refundId, about.state, null)
  if (about.what === 'refunded') await followProviderRefund(ctx, { provider, ...about })
  if (about.what === 'method-updated') await updateCardDisplay(db, provider, about)
  if (about.what === 'setup' && isUuid(about.setupId)) await finishSetup(ctx, about.setupId)
  if (about.what === 'wallet') await followWalletEvent(ctx, provider, about)
  await noteDone(db, ctx, provider, id)
}

/** Updates the display data of a card that the bank has replaced; it is charged as before. */
async function updateCardDisplay(
  db: AppContext['db'],
  provider: string,
  about: Extract<About, { what: 'method-updated' }>,
): Promise<void> {
  const { methodReference, brand, masked } = about
  await db
    .updateTable('payment_methods')
    .set({ brand, masked })
    .where('provider', '=', provider)
    .where('reference', '=', methodReference)
    .execute()
}

async function isDone({ db }: Pick<AppContext, 'db'>, provider: string, id: string): Promise<boolean> {
  const known = await db
    .selectFrom('provider_events')
    .select('processed_at')
    .where('provider', '=', provider)
    .where('event_id', '=', id)
    .executeTakeFirst()
  return known !== undefined && known.processed_at !== null
}

async function noteDone(db: AppContext['db'], { now }: Pick<AppContext, 'now'>, provider: string, id: string): Promise<void> {
  await db
    .updateTable('provider_events')
    .set({ processed_at: now() })
    .where('provider', '=', provider)
    .where('event_id', '=', id)
    .execute()
}

/** Time after which an event that another worker received is processed again. */
const TIMEOUT_MS = 60_000
/** Time after which a received event is deleted, even if it could never be processed; providers repeat events for days. */
export const PROVIDER_EVENT_DAYS = 90
const BATCH_SIZE = 200

/**
 * Processes stored events that were left unprocessed, in random order, so that none waits for those that fail; deletes old ones.
 */
export async function processPendingEvents(ctx: AppContext): Promise<void> {
  const { db, now, log } = ctx
  const left = await db
    .selectFrom('provider_events')
    .selectAll()
    .where('processed_at', 'is', null)
    .where('received_at', '<', new Date(now().getTime() - TIMEOUT_MS))
    .orderBy(sql`random()`)
    .limit(BATCH_SIZE)
    .execute()
  for (const { provider, event_id: id, kind, payload } of left)
    await processEvent(ctx, { provider, id, kind, about: payload as About }).catch((error: unknown) =>
      log.error({ event: 'webhook.not-processed', err: error, provider, kind }, 'webhook could not be processed, will retry'),
    )
  await sql`delete from provider_events where (provider, event_id) in (select provider, event_id from provider_events
    where received_at < ${now()}::timestamptz - make_interval(days => ${PROVIDER_EVENT_DAYS}) limit 1000)`.execute(db)
}
