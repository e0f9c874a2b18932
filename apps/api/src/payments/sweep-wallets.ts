import { Refusal } from '@kiosk/domain/errors'
import { sql } from 'kysely'
import type { House } from '../house.ts'
import { bindWallet } from './bind-wallet.ts'
import { mirrorContract } from './mirror-wallet.ts'

/** A payment that was approved is posted within so long, or was lost on the way. Milliseconds. */
const POSTED_WITHIN = 2 * 60_000
/** What can't be bound by then is sent back. Milliseconds. */
const BOUND_WITHIN = 24 * 3_600_000
const BATCH = 200

/**
 * Makes up for what nobody told us: binds wallet payments that were approved and never posted, and mirrors contracts whose
 * charge is due or whose end may not have reached the wallet.
 */
export async function sweepWallets(house: House): Promise<void> {
  const { db, now, log, payments } = house
  if (payments.wallet) {
    const orphans = await db
      .selectFrom('wallet_log')
      .selectAll()
      .where('bound_at', 'is', null)
      .where('refused_at', 'is', null)
      .where('at', '<', new Date(now().getTime() - POSTED_WITHIN))
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const orphan of orphans)
      await bindOrphan(house, orphan).catch((error: unknown) => log.error({ err: error }, 'a wallet payment waits on'))
  }
  const { rows } = await sql<{ id: number }>`select id from subscriptions s
    where order_type in (2, 3) and provider_reference is not null and (
      state = 'past-due'
      or (state = 'active' and (next_charge_at <= ${now()} or ends_at <= ${now()} or exists (
        select from invoices i join payment_attempts a on a.invoice_id = i.id where i.subscription = s.id and a.state = 'processing')))
      or (state = 'ended' and ends_at > ${now()}::timestamptz - interval '2 days'))
    order by id`.execute(db)
  for (const { id } of rows)
    await mirrorContract(house, id).catch((error: unknown) =>
      log.error({ err: error, subscription: id }, 'a wallet was not mirrored'),
    )
}

type Orphan = { id: number; account_id: number; subscription_id: number; wallet_subscription: string; at: Date }

async function bindOrphan(house: House, orphan: Orphan): Promise<void> {
  const { db, now } = house
  const { id, account_id: accountId, subscription_id: tariff, wallet_subscription: reference } = orphan
  const note = (what: { bound_at: Date } | { refused_at: Date }) =>
    db.updateTable('wallet_log').set(what).where('id', '=', id).execute()
  try {
    await bindWallet(house, { accountId, tariff, reference })
    await note({ bound_at: now() })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'unavailable') throw error
    if (now().getTime() - orphan.at.getTime() < BOUND_WITHIN) return
    await sendBack(house, orphan)
    await note({ refused_at: now() })
  }
}

/** Approved by this account, and nothing can be given for it: it ends, and what was charged goes back. */
async function sendBack({ db, payments, log, now }: House, orphan: Orphan): Promise<void> {
  const { account_id, wallet_subscription: reference, at } = orphan
  const approved = await payments.wallet!.fetchSubscription(reference)
  const bound = await db.selectFrom('subscriptions').select('id').where('provider_reference', '=', reference).executeTakeFirst()
  if (approved?.customId !== String(account_id) || bound) return
  log.error({ event: 'wallet payment refused', log: orphan.id }, 'a wallet payment could not be bound and goes back')
  if (approved.state === 'active' || approved.state === 'suspended') await payments.wallet!.cancel(reference, 'refused')
  for (const { transactionId, amount, currency, state } of await payments.wallet!.charges(
    reference,
    new Date(at.getTime() - BOUND_WITHIN),
    now(),
  )) {
    if (state === 'failed' || state === 'refunded') continue
    await payments.wallet!.refund(transactionId, `refused-${transactionId}`, { minor: amount, currency: currency as 'EUR' })
  }
}
