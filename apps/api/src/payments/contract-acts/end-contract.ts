import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../../database/schema.ts'
import type { House } from '../../house.ts'
import { addJob } from '../../jobs/add-job.ts'
import { giveUpUpgrades } from '../book-returned.ts'
import { endContracts } from '../end-contracts.ts'
import { exitNumber } from '../exit-number.ts'
import { giveBackPaid } from '../give-back-paid.ts'
import { OPEN } from '../lock-attempts.ts'
import { ActRefused } from './act-refused.ts'
import { lockWaitingExit, settleByAct } from './exits-of-acts.ts'
import {
  type ActOptions,
  type ActPaper,
  type Asked,
  type EndDetails,
  type LockedContract,
  lastActOf,
  lockMoneyOfContract,
  type Performed,
  performAct,
  type RefundPolicy,
  tellOfAct,
} from './perform-act.ts'

type Ended = {
  /** When it ended; what is unused is reckoned from then. Not after now. */
  at: Date
  refund: RefundPolicy
}
/** `exit`: the cancellation that is carried out by it, and settled. */
export type WantedEnd = Asked & { refund: RefundPolicy; exit?: number }

/**
 * Ends a contract now, whoever charges it: nothing is charged any more, what is unpaid is given up, and of periods that have not
 * passed so much goes back as `refund` says. A purchase that waits to take its place is given up too. The reader is told by
 * e-mail; a wallet or store is told by a job. One that was ended by an act stays as it is.
 * @throws ActRefused unknown-contract, another-act, already-ended, purchase-under-way, before-begin, and of the declaration
 * unknown-exit, not-a-cancellation, exit-settled, exit-of-another
 */
export function endContract(
  house: House,
  asked: WantedEnd & Partial<Ended>,
  options: ActOptions = {},
): Promise<Performed<'end'>> {
  const { at = house.now(), refund, actId } = asked
  return performAct(
    house,
    'end',
    asked,
    options,
    async (trx, contract) => {
      demandRunning(contract)
      if (at < contract.starts_at) throw new ActRefused('before-begin')
      const exit = await settleCancellation(trx, house, asked.exit, { contract: contract.id, effectiveAt: at })
      await lockMoneyOfContract(trx, contract.id)
      return { ...(await endLocked(trx, house, contract, { at, refund, actId })), ...exit }
    },
    async (trx, { id, state }) => (state === 'ended' ? lastActOf(trx, id, 'end') : undefined),
  )
}

/**
 * Settles the cancellation that an act carries out; its contract is locked.
 * @throws ActRefused unknown-exit, not-a-cancellation, exit-settled, exit-of-another
 */
export async function settleCancellation(
  trx: Transaction<DB>,
  house: House,
  id: number | undefined,
  effect: { contract: number; effectiveAt: Date },
): Promise<{ exit?: string }> {
  if (id === undefined) return {}
  const exit = await lockWaitingExit(trx, id)
  if (exit.kind !== 'cancel') throw new ActRefused('not-a-cancellation')
  if (exit.subscription !== null && exit.subscription !== effect.contract) throw new ActRefused('exit-of-another')
  await settleByAct(trx, house, exit, effect)
  return { exit: exitNumber(exit) }
}

/** @throws ActRefused already-ended, purchase-under-way */
export function demandRunning({ state }: LockedContract): void {
  if (state === 'ended') throw new ActRefused('already-ended')
  if (state === 'pending') throw new ActRefused('purchase-under-way')
}

/** Ends a contract that runs and whose money is locked by `lockMoneyOfContract`. */
export async function endLocked(
  trx: Transaction<DB>,
  house: House,
  contract: LockedContract,
  { at, refund, actId, reason = 'ended' }: Ended & { actId: string; reason?: 'ended' | 'withdrawal' },
): Promise<EndDetails> {
  const now = house.now()
  const { id } = contract
  await giveUpUpgrades(trx, house, id)
  await endContracts(trx, [id], now)
  await sql`update subscriptions set ends_at = least(ends_at, ${at}::timestamptz), cancelled_at = coalesce(cancelled_at, ${now})
    where id = ${id}`.execute(trx)
  // Should its purchase fail yet at the bank, the contract before it runs on as far as it was paid, and is not renewed.
  await sql`update subscriptions set cancelled_at = coalesce(cancelled_at, ${now})
    where id = ${contract.upgrade_from} and state = 'ended'`.execute(trx)
  for (const table of ['planned_ends', 'planned_plans'] as const) await trx.deleteFrom(table).where('contract', '=', id).execute()
  const share = refund === 'whole' ? 'whole' : 'unused'
  // A withdrawal undoes the contract from its beginning.
  const runningAt = reason === 'withdrawal' ? contract.starts_at : at
  const refunds = refund === 'none' ? [] : await giveBackPaid(trx, house, id, { share, at, reason, runningAt })
  const cancelsAtWallet = contract.order_type !== ORDER_TYPE.own
  if (cancelsAtWallet) await addJob(trx, 'cancel-wallet', { contract: id }, { key: `cancel-wallet ${id}` })
  await tellOfAct(trx, contract, actId)
  const papers = await papersOfRefunds(trx, refunds)
  return { endsAt: at.toISOString(), refund, papers, underWay: await underWayOf(trx, id), cancelsAtWallet }
}

export async function papersOfRefunds(trx: Transaction<DB>, ids: readonly string[]): Promise<ActPaper[]> {
  if (ids.length === 0) return []
  const { rows } =
    await sql<ActPaper>`select r.id::text as "refundId", r.amount, n.currency, n.number as "creditNote", i.number as invoice
    from refunds r join invoices n on n.id = r.credit_note_id join invoices i on i.id = n.corrects
    where r.id = any(${[...ids]}::uuid[]) order by n.id`.execute(trx)
  return rows
}

export async function underWayOf(trx: Transaction<DB>, contract: number): Promise<EndDetails['underWay']> {
  return trx
    .selectFrom('payment_attempts as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select(['p.amount', 'p.currency'])
    .where('i.subscription', '=', contract)
    .where('p.state', 'in', OPEN)
    .orderBy('p.created_at')
    .execute()
}
