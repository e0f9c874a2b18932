import { type Selectable, sql, type Transaction } from 'kysely'
import type { DB, Subscriptions } from '../../database/schema.ts'
import { transact } from '../../database/transaction.ts'
import type { House } from '../../house.ts'
import { addJob } from '../../jobs/add-job.ts'
import { holdAccounts } from '../locks.ts'
import { ActRefused } from './act-refused.ts'

/** What an act changed, by its kind; kept in `contract_acts.details`. Times are ISO 8601, amounts minor units. */
export type ActDetails = {
  end: EndDetails
  'plan-end': { endsAt: string; refund: RefundPolicy; cancelsAtWallet: boolean; exit?: string }
  'take-back-planned-end': { endsAt: string }
  withdraw: EndDetails & { exit: string; receivedAt: string }
  extend: GrantDetails
  goodwill: GrantDetails & { because: GoodwillReason }
  downgrade: MoveDetails & { price: number; currency: string }
  'take-back-downgrade': MoveDetails
  'dispute-lost': EndDetails
  /** `endsAt`: the end of what is paid, and the next charge. */
  'renewed-after-dispute': { endsAt: string }
  /** A declaration was answered, and its contract goes on. */
  'leave-running': { exit: string }
}
export const ACT_KINDS = [
  'end',
  'plan-end',
  'take-back-planned-end',
  'withdraw',
  'leave-running',
  'extend',
  'goodwill',
  'downgrade',
  'take-back-downgrade',
  'dispute-lost',
  'renewed-after-dispute',
] as const satisfies (keyof ActDetails)[]
export type ActKind = keyof ActDetails

/** What goes back of periods that have not passed when a contract ends: their unused days, all that was paid, or nothing. */
export const REFUND_POLICIES = ['pro-rata', 'whole', 'none'] as const
export type RefundPolicy = (typeof REFUND_POLICIES)[number]

export type EndDetails = {
  /** The declaration that it carried out. */
  exit?: string
  endsAt: string
  refund: RefundPolicy
  /** Corrections with their refunds. */
  papers: ActPaper[]
  /** Charges whose answer is not known yet: what comes of them goes back, as far as it is not for days that were read. */
  underWay: { amount: number; currency: string }[]
  /** It is cancelled where it is charged. */
  cancelsAtWallet: boolean
  /** The act that planned it. */
  plannedBy?: string
}
/** `from`: the end of what was paid before; `isCharged`: the next charge comes at `endsAt`. */
export type GrantDetails = { days: number; from: string; endsAt: string; isCharged: boolean }
/** Tiers; `endsAt`: when the present one ends, and the other begins. */
export type MoveDetails = { from: string; to: string; endsAt: string }
/** Why days are given for good will, as the reader is told. */
export const GOODWILL_REASONS = ['outage', 'late-issue', 'mistake', 'thanks'] as const
export type GoodwillReason = (typeof GOODWILL_REASONS)[number]
export type ActPaper = { creditNote: string; invoice: string; amount: number; currency: string; refundId: string }

/** Who asks for an act. */
export type Asked = {
  /** UUID by which the act is known: asked for again, it changes nothing. */
  actId: string
  contract: number
  actor: string
  why: string
}
export type Act<Kind extends ActKind = ActKind> = {
  id: string
  contract: number
  kind: Kind
  actor: string
  why: string
  at: Date
  details: ActDetails[Kind]
}
export type Performed<Kind extends ActKind> = {
  /** False: it was carried out before. */
  isNew: boolean
  act: Act<Kind>
}
/** `isRehearsal`: everything is carried out and rolled back, to see what would happen. */
export type ActOptions = { isRehearsal?: boolean }

export type LockedContract = Selectable<Subscriptions>
type Work<Kind extends ActKind> = (trx: Transaction<DB>, contract: LockedContract) => Promise<ActDetails[Kind]>
/** The act that brought about what is asked for, where that is so already. */
type FindDone<Kind extends ActKind> = (trx: Transaction<DB>, contract: LockedContract) => Promise<Act<Kind> | undefined>

/**
 * Carries out an act on a contract, with its row in `contract_acts` and the e-mail about it, in one transaction; an act that was
 * carried out before, by its id or as `findDone` says, is only looked up. `work` finds the contract locked as
 * `lockContractOfAct` leaves it.
 * @throws ActRefused where there is no such contract, the id is of another act, or by `work`
 */
export async function performAct<Kind extends ActKind>(
  house: House,
  kind: Kind,
  asked: Asked,
  { isRehearsal = false }: ActOptions,
  work: Work<Kind>,
  findDone?: FindDone<Kind>,
): Promise<Performed<Kind>> {
  let rehearsed: Performed<Kind> | undefined
  const performing = transact(house, async (trx) => {
    const performed = await performIn(trx, house, kind, asked, work, findDone)
    if (!isRehearsal) return performed
    rehearsed = performed
    throw new Rehearsed()
  })
  return performing.catch((error: unknown) => {
    if (error instanceof Rehearsed && rehearsed) return rehearsed
    throw error
  })
}

/** The same in a transaction that is open. */
export async function performIn<Kind extends ActKind>(
  trx: Transaction<DB>,
  house: House,
  kind: Kind,
  { actId: id, contract: contractId, actor, why }: Asked,
  work: Work<Kind>,
  findDone: FindDone<Kind> = async () => undefined,
): Promise<Performed<Kind>> {
  const contract = await lockContractOfAct(trx, contractId)
  if (!contract) throw new ActRefused('unknown-contract')
  const known = await trx.selectFrom('contract_acts').selectAll().where('id', '=', id).executeTakeFirst()
  if (known) {
    if (known.contract !== contractId || known.kind !== kind) throw new ActRefused('another-act')
    return { isNew: false, act: known as unknown as Act<Kind> }
  }
  const done = await findDone(trx, contract)
  if (done) return { isNew: false, act: done }
  const details = await work(trx, contract)
  const at = house.now()
  await trx
    .insertInto('contract_acts')
    .values({ id, contract: contractId, kind, actor, why, at, details: JSON.stringify(details) })
    .execute()
  return { isNew: true, act: { id, contract: contractId, kind, actor, why, at, details } }
}

class Rehearsed extends Error {}

/**
 * Locks a contract, in the order of decisions/068: its account, what the account has besides, purchases that wait to take its
 * place, their carts, and all attempts. @returns undefined where there is no such contract
 */
export async function lockContractOfAct(trx: Transaction<DB>, id: number): Promise<LockedContract | undefined> {
  const its = await trx.selectFrom('subscriptions').select('account_id').where('id', '=', id).executeTakeFirst()
  if (!its) return undefined
  await holdAccounts(trx, [its.account_id])
  const { rows } = await sql<LockedContract>`select s.* from subscriptions s
    where s.id = ${id} or (s.account_id = ${its.account_id} and s.state <> 'ended')
      or s.id = (select c.upgrade_from from subscriptions c where c.id = ${id}) or (s.upgrade_from = ${id} and s.state = 'pending')
    order by s.id for no key update of s`.execute(trx)
  return rows.find((each) => each.id === id)
}

/** Locks the carts and attempts of a contract and of purchases that wait to take its place; the contract is locked. */
export async function lockMoneyOfContract(trx: Transaction<DB>, id: number): Promise<void> {
  const attempts = sql`select a.id from payment_attempts a join invoices i on i.id = a.invoice_id
    join subscriptions s on s.id = i.subscription where s.id = ${id} or (s.upgrade_from = ${id} and s.state = 'pending')`
  await sql`select c.id from carts c where c.attempt_id in (${attempts}) order by c.id for no key update of c`.execute(trx)
  await sql`select p.id from payment_attempts p where p.id in (${attempts}) order by p.id for no key update of p`.execute(trx)
}

/** The last act of a kind on a contract. */
export async function lastActOf<Kind extends ActKind>(
  trx: Transaction<DB>,
  contract: number,
  kind: Kind,
): Promise<Act<Kind> | undefined> {
  const found = await trx
    .selectFrom('contract_acts')
    .selectAll()
    .where('contract', '=', contract)
    .where('kind', '=', kind)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found as Act<Kind> | undefined
}

/** The e-mail about an act, where there is somebody to write to. */
export async function tellOfAct(trx: Transaction<DB>, contract: LockedContract, actId: string): Promise<void> {
  const { account_id: accountId } = contract
  if (accountId !== null) await addJob(trx, 'letter', { letter: 'contract-act', accountId, actId })
}
