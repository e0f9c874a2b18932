import { dayInVienna } from '@kiosk/domain/day'
import { lastDayOfWithdrawal } from '@kiosk/domain/payments/rules'
import { CONFIRMATION_DAYS, ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { DB, ExitDeclarations } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import { switchAutoRenew } from './auto-renew.ts'
import { acceptanceOf } from './contracts.ts'
import { type LastPeriod, lastPeriod } from './last-period.ts'
import { lockOpenSubscriptions } from './locks.ts'
import { withdrawContract } from './withdraw-contract.ts'

const DAY_MS = 86_400_000
/** Holidays put the last day off, and are a person's to know: at most so many, as at Christmas and Easter. */
const HOLIDAYS_DAYS = 4

export type Declaration = Selectable<ExitDeclarations>
export type Contract = {
  id: number
  account_id: number
  subscription_id: number
  order_type: number
  state: string
  auto_renew: boolean
  starts_at: Date
  ends_at: Date | null
  next_charge_at: Date | null
}
/**
 * `unconfirmed`: what it asks cannot be taken back, and waits for somebody to prove that the account is theirs. `by-hand`,
 * `unknown` and `too-late` wait for the operator.
 */
export type ExitOutcome = 'applied' | 'unconfirmed' | 'unknown' | 'too-late' | 'by-hand'
/** `applied` false = an operator has to look at it, or its confirmation is missing. */
type Outcome = { outcome: ExitOutcome; applied: boolean; effectiveAt: Date | null }

/**
 * Does what a declaration says to a contract, as of the moment it was received. Whatever can be taken back is done at once; the
 * rest only once the declaration is confirmed. May run again when it is. A cancellation holds for the end of the period,
 * whatever else is asked; what needs a person waits for one.
 * @param contract locked by the caller; undefined = none was found
 */
export async function applyExit(
  trx: Transaction<DB>,
  house: House,
  declaration: Declaration,
  contract: Contract | undefined,
): Promise<Declaration> {
  const now = house.now()
  const { outcome, applied, effectiveAt } = !contract
    ? await unknown(trx, declaration)
    : contract.state === 'ended'
      ? await endedSince(trx, declaration, contract)
      : declaration.kind === 'cancel'
        ? await cancel(trx, declaration, contract, now)
        : await withdraw(trx, house, declaration, contract)
  return trx
    .updateTable('exit_declarations')
    .set({
      outcome,
      applied_at: applied ? now : null,
      effective_at: effectiveAt,
      ...(contract && { subscription: contract.id }),
    })
    .where('id', '=', declaration.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The live contract of an account, or the one whose purchase is under way; locked. */
export async function lockLiveContract(trx: Transaction<DB>, accountId: number): Promise<Contract | undefined> {
  const open = await lockOpenSubscriptions(trx, accountId)
  return (open.find(({ state }) => state !== 'pending') ?? open[0]) as Contract | undefined
}

/** A contract in any state; locked. */
export async function lockContract(trx: Transaction<DB>, id: number): Promise<Contract | undefined> {
  const { rows } = await sql<Contract>`select s.* from subscriptions s where s.id = ${id} for no key update of s`.execute(trx)
  return rows[0]
}

/**
 * The contract of an account that had the address before is a person's to decide about; nothing of it is told to who wrote. So is
 * one that is named under another address, but its number is not looked up: the outcome would tell which numbers exist.
 */
async function unknown(trx: Transaction<DB>, { account_id }: Declaration): Promise<Outcome> {
  const formerly = account_id !== null && (await lockLiveContract(trx, account_id))
  return { outcome: formerly ? 'by-hand' : 'unknown', applied: false, effectiveAt: null }
}

/** The contract ended while the declaration waited for its confirmation. What was moved to another contract is a person's. */
async function endedSince(trx: Transaction<DB>, { kind }: Declaration, contract: Contract): Promise<Outcome> {
  const isDone = kind === 'cancel' && !(await lockLiveContract(trx, contract.account_id))
  return { outcome: isDone ? 'applied' : 'by-hand', applied: isDone, effectiveAt: contract.ends_at }
}

async function cancel(trx: Transaction<DB>, declaration: Declaration, contract: Contract, now: Date): Promise<Outcome> {
  const { manner, wished_end, confirmed_at, effective_at: promised } = declaration
  const { ends_at } = contract
  // Nobody who wishes to read on for longer is cut short.
  const isLater = wished_end !== null && ends_at !== null && new Date(wished_end) > ends_at
  if (isLater && manner === 'ordinary') return { outcome: 'by-hand', applied: false, effectiveAt: null }
  if (contract.state === 'pending' || ends_at === null) return { outcome: 'by-hand', applied: false, effectiveAt: null }
  const last = await lastPeriod(trx, contract.id)
  if (confirmed_at === null && !canBeTakenBack(contract, last)) return waiting(trx, declaration, contract)
  const effectiveAt = await cancelledFor(trx, contract, now)
  // A charge that came between the declaration and its confirmation is given back by a person.
  const isChargedSince =
    confirmed_at !== null && promised !== null && effectiveAt !== null && effectiveAt > promised && effectiveAt > now
  const needsPerson = manner === 'extraordinary' || effectiveAt === null || isChargedSince
  return {
    outcome: needsPerson ? 'by-hand' : 'applied',
    applied: !needsPerson,
    effectiveAt: isChargedSince ? promised : effectiveAt,
  }
}

/** Whether the account can undo a cancellation: our clock can be switched on again, a wallet and a contract that is over cannot. */
function canBeTakenBack({ order_type, auto_renew }: Contract, last: LastPeriod | undefined): boolean {
  if (!auto_renew) return true
  return order_type === ORDER_TYPE.own && !(last?.state === 'open' && !last.charging)
}

/** Nothing is done yet but to leave time to confirm before a declined renewal is tried again. */
async function waiting(trx: Transaction<DB>, { received_at }: Declaration, contract: Contract): Promise<Outcome> {
  if (contract.order_type !== ORDER_TYPE.own) return { outcome: 'unconfirmed', applied: false, effectiveAt: contract.ends_at }
  await sql`update subscriptions set next_charge_at =
      greatest(next_charge_at, least(ends_at, ${new Date(received_at.getTime() + CONFIRMATION_DAYS * DAY_MS)}::timestamptz))
    where id = ${contract.id} and next_charge_at is not null`.execute(trx)
  return { outcome: 'unconfirmed', applied: false, effectiveAt: received_at }
}

/** When the contract ends, cancelled now; null where nobody can say yet. */
async function cancelledFor(trx: Transaction<DB>, contract: Contract, now: Date): Promise<Date | null> {
  if (contract.order_type === ORDER_TYPE.own) return switchAutoRenew(trx, contract.account_id, false, now)
  if (contract.auto_renew) await addJob(trx, 'cancel-wallet', { contract: contract.id })
  return contract.ends_at
}

/** Ends a contract at once and gives the money back, where it was declared within the term and the right was not given up. */
async function withdraw(trx: Transaction<DB>, house: House, declaration: Declaration, contract: Contract): Promise<Outcome> {
  const { received_at, confirmed_at } = declaration
  const lastDay = lastDayOfWithdrawal(contract.starts_at)
  if (dayInVienna(new Date(received_at.getTime() - HOLIDAYS_DAYS * DAY_MS)) > lastDay)
    return { outcome: 'too-late', applied: false, effectiveAt: null }
  const givenUp = (await acceptanceOf(trx, contract.account_id, contract))?.policy === 'given-up'
  const isOwn = contract.order_type === ORDER_TYPE.own && contract.state === 'active'
  if (givenUp || !isOwn || dayInVienna(received_at) > lastDay) return { outcome: 'by-hand', applied: false, effectiveAt: null }
  if (confirmed_at === null) return { outcome: 'unconfirmed', applied: false, effectiveAt: null }
  await withdrawContract(trx, house, contract, received_at)
  return { outcome: 'applied', applied: true, effectiveAt: house.now() }
}
