import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import type { Outcome } from '../outside/payments/port.ts'
import { dunningReason, graceEnd, nextStep, unpaidEnd } from './dunning.ts'
import { dropUnpaid, endContracts } from './end-contracts.ts'
import type { Locked } from './lock-attempts.ts'
import { refuseInstrument } from './refused-instruments.ts'
import { giveVoucherBack } from './vouchers.ts'

type Decline = Extract<Outcome, { state: 'declined' }>

/**
 * Books a decline. A first purchase is over, as if it had never been; a renewal is tried again by the operator's `dunning`, or
 * waits for other payment data, while one may read on; then the contract ends.
 * @param isTold false = another e-mail says what becomes of the purchase
 */
export async function bookDecline(
  trx: Transaction<DB>,
  house: House,
  attempt: Locked,
  decline: Decline,
  { isTold = true }: { isTold?: boolean } = {},
): Promise<void> {
  const now = house.now()
  const { dunning } = house.operator
  const { code, text, retryable, reference } = decline
  const reminder = attempt.sequence > 1 && !retryable ? nextStep(dunning, dunningReason(decline), 0, now) : null
  await trx
    .updateTable('payment_attempts')
    .set({
      state: 'declined',
      decline_code: code,
      decline_text: text.slice(0, 300),
      retryable,
      settled_at: now,
      action: null,
      remind_at: reminder,
      reminders: reminder ? 1 : 0,
      ...(reference !== null && { provider_reference: reference }),
    })
    .where('id', '=', attempt.id)
    .execute()
  // What entitled in advance and was not paid, and accounts that are closed, are not accepted again for a while.
  if (
    (attempt.sequence === 1 && attempt.state === 'processing') ||
    (attempt.method_kind === 'DD' && code === 'CC_ACCOUNT_VALIDATION')
  )
    await refuseInstrument(trx, { methodId: attempt.payment_method_id, reason: code, now })
  if (attempt.sequence === 1) {
    await undoPurchase(trx, attempt, now)
    if (isTold) await tellOfPurchase(trx, attempt)
    return
  }
  if (attempt.subscription_state === 'ended') return dropUnpaid(trx, [attempt.subscription], now)
  const next = await nextTry(trx, house, attempt, decline)
  if (next === null || !attempt.auto_renew || attempt.account_id === null) {
    // What was paid before runs to its end, should the clock have gone back.
    await endContracts(trx, [attempt.subscription], attempt.starts_at > now ? attempt.starts_at : now)
    return tellOf(trx, attempt, 'contract-ended')
  }
  await trx
    .updateTable('subscriptions')
    .set({ state: 'past-due', ends_at: graceEnd(dunning, attempt.starts_at), next_charge_at: next })
    .where('id', '=', attempt.subscription)
    .execute()
  // A question that other payment data made needless is no news.
  if (!(code === 'abandoned' && isReplaced(attempt))) await tellOf(trx, attempt, 'charge-declined')
}

/** Other payment data were left since: those have not been tried. */
function isReplaced({ payment_method_id, method }: Locked): boolean {
  return payment_method_id !== method
}

/**
 * When a declined renewal is taken up again; null = it is over. What was declined for good is not tried again: when the
 * subscription would end unpaid it lapses, unless other payment data were left by then (decisions/016).
 */
async function nextTry(trx: Transaction<DB>, house: House, attempt: Locked, decline: Decline): Promise<Date | null> {
  const now = house.now()
  const { dunning } = house.operator
  if (decline.retryable) return nextStep(dunning, dunningReason(decline), (await triesOf(trx, attempt.invoice_id)) - 1, now)
  if (isReplaced(attempt)) return decline.code === 'abandoned' ? now : (nextStep(dunning, 'declined', 0, now) ?? now)
  const ends = unpaidEnd(dunning, attempt.starts_at)
  return ends > now ? ends : null
}

async function tellOf(trx: Transaction<DB>, attempt: Locked, letter: 'charge-declined' | 'contract-ended'): Promise<void> {
  const { account_id: accountId, id: attemptId, subscription: contract } = attempt
  if (accountId === null) return
  if (letter === 'contract-ended') await addJob(trx, 'letter', { letter, accountId, contract })
  else await addJob(trx, 'letter', { letter, accountId, attemptId })
}

/**
 * Whoever is at the screen sees there that a purchase failed. Those who were told that it runs, or that an e-mail would come,
 * get that e-mail; purchases by wallet have their own.
 */
async function tellOfPurchase(trx: Transaction<DB>, { id, state, provider, account_id: accountId }: Locked): Promise<void> {
  const wasTold = state === 'processing' || state === 'unknown'
  if (accountId === null || !wasTold || provider === 'paypal' || provider === 'google') return
  await addJob(trx, 'letter', { letter: 'purchase-failed', accountId, attemptId: id, begun: state === 'processing' })
}

async function undoPurchase(trx: Transaction<DB>, attempt: Locked, now: Date): Promise<void> {
  await endContracts(trx, [attempt.subscription], now)
  await giveVoucherBack(trx, attempt.subscription)
  await trx
    .updateTable('carts')
    .set({ state: 'open', attempt_id: null, updated_at: now })
    .where('attempt_id', '=', attempt.id)
    .execute()
  if (attempt.upgrade_from !== null) await resume(trx, attempt.upgrade_from, now)
}

/** An upgrade whose debit failed: what was there before runs on as it was, as far as it was paid. */
async function resume(trx: Transaction<DB>, subscription: number, now: Date): Promise<void> {
  await sql`update subscriptions s set state = 'active', ends_at = p.ends_at, auto_renew = s.cancelled_at is null,
      next_charge_at = case when s.cancelled_at is null then p.ends_at end
    from (select ends_at from periods where subscription = ${subscription} and state = 'paid'
      order by sequence desc limit 1) p
    where s.id = ${subscription} and s.state = 'ended' and p.ends_at > ${now} and s.account_id is not null
      and not exists (select from subscriptions l where l.account_id = s.account_id and l.state in ('active', 'past-due'))`.execute(
    trx,
  )
}

async function triesOf(trx: Transaction<DB>, invoiceId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('payment_attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'declined')
    .executeTakeFirstOrThrow()
  return count
}
