import { dayInVienna } from '@kiosk/domain/day'
import { lastDayOfWithdrawal } from '@kiosk/domain/payments/rules'
import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { DB, ExitDeclarations } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import { switchAutoRenew } from './auto-renew.ts'
import { contractIn } from './contract-number.ts'
import { acceptanceOf } from './contracts.ts'
import { endContracts } from './end-contracts.ts'
import { creditedOf, refund } from './refunds.ts'
import { restText } from './rest-text.ts'

const DAY = 86_400_000
/** Holidays put the last day off, and are a person's to know: at most so many, as at Christmas and Easter. Days. */
const HOLIDAYS = 4

type Declaration = Selectable<ExitDeclarations>
type Live = { id: number; account_id: number; order_type: number; ends_at: Date | null; starts_at: Date } & Made
type Made = { subscription_id: number; state: string; auto_renew: boolean }
/** `applied_at` null = an operator has to look at it. */
type Outcome = { outcome: 'applied' | 'unknown' | 'too-late' | 'by-hand'; applied: boolean; effectiveAt: Date | null }

/**
 * Does what a declaration says, for the live contract of the account with its address. A cancellation holds for the end of
 * the period, whatever else is asked; what needs a person waits for one.
 */
export async function applyExit(trx: Transaction<DB>, house: House, declaration: Declaration): Promise<void> {
  const contract = await contractOf(trx, declaration.email)
  const now = house.now()
  const { outcome, applied, effectiveAt } = !contract
    ? await unknown(trx, declaration)
    : declaration.kind === 'cancel'
      ? await cancel(trx, declaration, contract, now)
      : await withdraw(trx, house, contract)
  await trx
    .updateTable('exit_declarations')
    .set({
      outcome,
      applied_at: applied ? now : null,
      effective_at: effectiveAt,
      account_id: contract?.account_id ?? null,
      subscription: contract?.id ?? null,
    })
    .where('id', '=', declaration.id)
    .execute()
}

/** The live contract of the account with an address, or the one whose purchase is under way. */
async function contractOf(trx: Transaction<DB>, email: string): Promise<Live | undefined> {
  const { rows } = await sql<Live>`select s.* from subscriptions s join accounts a on a.id = s.account_id
    where lower(a.email) = lower(${email.trim().normalize('NFC')}) and s.state in ('active', 'past-due', 'pending')
    order by s.state = 'pending', s.id limit 1 for no key update of s`.execute(trx)
  return rows[0]
}

/** A contract that is named, under another address, is a person's to find: nothing of it is told to who wrote. */
async function unknown(trx: Transaction<DB>, { contract }: Declaration): Promise<Outcome> {
  const id = contractIn(contract)
  const named = id !== null && (await trx.selectFrom('subscriptions').select('id').where('id', '=', id).executeTakeFirst())
  return { outcome: named ? 'by-hand' : 'unknown', applied: false, effectiveAt: null }
}

async function cancel(trx: Transaction<DB>, { manner, wished_end }: Declaration, contract: Live, now: Date): Promise<Outcome> {
  // Nobody who wishes to read on for longer is cut short.
  const isLater = wished_end !== null && contract.ends_at !== null && new Date(wished_end) > contract.ends_at
  if (isLater && manner === 'ordinary') return { outcome: 'by-hand', applied: false, effectiveAt: null }
  const effectiveAt = await cancelledFor(trx, contract, now)
  const needsPerson = manner === 'extraordinary' || effectiveAt === null
  return { outcome: needsPerson ? 'by-hand' : 'applied', applied: !needsPerson, effectiveAt }
}

/** When the contract ends, cancelled now; null where nobody can say yet. */
async function cancelledFor(trx: Transaction<DB>, contract: Live, now: Date): Promise<Date | null> {
  if (contract.state === 'pending' || contract.ends_at === null) return null
  if (contract.order_type === ORDER_TYPE.own) return switchAutoRenew(trx, contract.account_id, false, now)
  if (contract.auto_renew) await addJob(trx, 'cancel-wallet', { contract: contract.id })
  return contract.ends_at
}

/** Ends a contract at once and gives everything back, within the term and where the right was not given up. */
async function withdraw(trx: Transaction<DB>, house: House, contract: Live): Promise<Outcome> {
  const now = house.now()
  const lastDay = lastDayOfWithdrawal(contract.starts_at)
  if (dayInVienna(new Date(now.getTime() - HOLIDAYS * DAY)) > lastDay)
    return { outcome: 'too-late', applied: false, effectiveAt: null }
  const givenUp = await acceptanceOf(trx, contract.account_id, contract)
  const isOwn = contract.order_type === ORDER_TYPE.own && contract.state === 'active'
  if (givenUp || !isOwn || dayInVienna(now) > lastDay) return { outcome: 'by-hand', applied: false, effectiveAt: null }
  await endContracts(trx, [contract.id], now)
  await trx.updateTable('subscriptions').set({ cancelled_at: now }).where('id', '=', contract.id).execute()
  for (const attempt of await paidAttempts(trx, contract.id)) {
    const amount = attempt.amount - (await creditedOf(trx, attempt.invoice_id))
    if (amount <= 0) continue
    const text = await restText(trx, attempt.invoice_id, attempt.starts_at, attempt.ends_at)
    await refund(trx, house, { attemptId: attempt.id, amount, reason: 'withdrawal', text })
  }
  await sql`update periods set state = 'refunded' where subscription = ${contract.id} and state = 'paid'`.execute(trx)
  return { outcome: 'applied', applied: true, effectiveAt: now }
}

function paidAttempts(trx: Transaction<DB>, contract: number) {
  return trx
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .innerJoin('periods', 'periods.id', 'invoices.period_id')
    .select([
      'payment_attempts.id',
      'payment_attempts.amount',
      'payment_attempts.invoice_id',
      'periods.starts_at',
      'periods.ends_at',
    ])
    .where('periods.subscription', '=', contract)
    .where('payment_attempts.state', '=', 'succeeded')
    .execute()
}
