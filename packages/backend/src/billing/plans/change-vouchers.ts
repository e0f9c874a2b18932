import { requireRegion } from '@kiosk/domain/regions'
import type { CsvProblem } from '@kiosk/domain/staff/offer-endpoints'
import { type Insertable, type RawBuilder, sql, type Transaction } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { ChangeContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import type { DB } from '../../db/schema.ts'
import { planOf, pricesAt } from './prices.ts'

export type NewVoucher = Insertable<DB['vouchers']> & { code: string; plan_ids: number[]; price: number; redeemable_from: Date }
export type NewPromoCode = Insertable<DB['promo_codes']> & { code: string }
/** Why one of several codes cannot be added; `index`: its position among them. */
export type CodeFault = { index: number; column: string; problem: CsvProblem; value: string }

/** Rows of one statement, whose parameters are limited. */
const ROWS_AT_ONCE = 2000

/**
 * Adds vouchers together. Rejects codes that exist or occur twice, plans of different currencies, and prices that are no
 * reduction on the first day.
 * @returns faults; if there are any, nothing has changed
 */
export function addVouchers(
  { db, now, actor }: ChangeContext,
  vouchers: readonly NewVoucher[],
  reason?: string,
): Promise<CodeFault[]> {
  return allOrNothing(db, async (trx) => {
    const faults = [...(await planFaults(trx, vouchers)), ...(await insertCodes(trx, 'vouchers', vouchers))]
    if (faults.length > 0) return faults
    await sql`select pg_notify('catalogue', '')`.execute(trx)
    const after = vouchers.length === 1 ? { ...vouchers[0] } : { codes: vouchers.map(({ code }) => code) }
    await recordAudit(trx, actor, now(), { action: 'voucher.added', subject: subjectOf('voucher', vouchers), after, reason })
    return []
  })
}

/** Ends a voucher; readers who have redeemed it keep the lower price. @returns false if there is none with this code */
export function endVoucher({ db, now, actor }: ChangeContext, code: string, reason?: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const ended = await endCode(trx, 'vouchers', code, sql<Date>`least(redeemable_until, now())`)
    if (!ended) return false
    await sql`select pg_notify('catalogue', '')`.execute(trx)
    const subject = { kind: 'voucher', id: code, name: code }
    await recordAudit(trx, actor, now(), { action: 'voucher.ended', subject, ...ended, reason })
    return true
  })
}

/** Adds promo codes together. @returns codes that exist or occur twice; if there are any, nothing has changed */
export function addPromoCodes(
  { db, now, actor }: ChangeContext,
  promoCodes: readonly NewPromoCode[],
  reason?: string,
): Promise<CodeFault[]> {
  return allOrNothing(db, async (trx) => {
    const faults = await insertCodes(trx, 'promo_codes', promoCodes)
    if (faults.length > 0) return faults
    const after = promoCodes.length === 1 ? { ...promoCodes[0] } : { codes: promoCodes.map(({ code }) => code) }
    const subject = subjectOf('promo-code', promoCodes)
    await recordAudit(trx, actor, now(), { action: 'promo-code.added', subject, after, reason })
    return []
  })
}

/** Ends a promo code; readers who have redeemed it keep their days. @returns false if there is none */
export function endPromoCode({ db, now, actor }: ChangeContext, code: string, reason?: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const ended = await endCode(trx, 'promo_codes', code, sql<Date>`greatest(redeemable_from, least(redeemable_until, now()))`)
    if (!ended) return false
    const subject = { kind: 'promo-code', id: code, name: code }
    await recordAudit(trx, actor, now(), { action: 'promo-code.ended', subject, ...ended, reason })
    return true
  })
}

class Rejected extends Error {
  readonly faults: CodeFault[]
  constructor(faults: CodeFault[]) {
    super('rejected')
    this.faults = faults
  }
}

/** Runs `work` in a transaction that is rolled back if there are faults. */
async function allOrNothing(db: Database, work: (trx: Transaction<DB>) => Promise<CodeFault[]>): Promise<CodeFault[]> {
  try {
    return await db.transaction().execute(async (trx) => {
      const faults = await work(trx)
      if (faults.length > 0) throw new Rejected(faults)
      return faults
    })
  } catch (error) {
    if (error instanceof Rejected) return error.faults
    throw error
  }
}

/** Inserts rows; returns faults for codes that occur twice or exist, even if somebody else adds them at the same time. */
async function insertCodes<Table extends 'vouchers' | 'promo_codes'>(
  trx: Transaction<DB>,
  table: Table,
  rows: readonly (Insertable<DB[Table]> & { code: string })[],
): Promise<CodeFault[]> {
  const first = new Map(rows.toReversed().map((row) => [row.code, row]))
  const distinct = rows.filter((row) => first.get(row.code) === row)
  const added = new Set<string>()
  for (let at = 0; at < distinct.length; at += ROWS_AT_ONCE) {
    const inserted = await trx
      .insertInto(table as 'vouchers')
      .values(distinct.slice(at, at + ROWS_AT_ONCE) as unknown as readonly NewVoucher[])
      .onConflict((conflict) => conflict.doNothing())
      .returning('code')
      .execute()
    for (const { code } of inserted) added.add(code)
  }
  return rows.flatMap((row, index) => {
    const problem = first.get(row.code) !== row ? 'twice' : added.has(row.code) ? null : 'exists'
    return problem ? [{ index, column: 'code', problem, value: row.code }] : []
  })
}

/** Sets until when a code can be redeemed. @returns the time before and after; null if there is none with this code */
async function endCode(trx: Transaction<DB>, table: 'vouchers' | 'promo_codes', code: string, until: RawBuilder<Date>) {
  const ofTable = table as 'vouchers'
  const before = await trx
    .selectFrom(ofTable)
    .select('redeemable_until as until')
    .where('code', '=', code)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) return null
  const after = await trx
    .updateTable(ofTable)
    .set({ redeemable_until: until })
    .where('code', '=', code)
    .returning('redeemable_until as until')
    .executeTakeFirstOrThrow()
  return { before, after }
}

async function planFaults(trx: Transaction<DB>, vouchers: readonly NewVoucher[]): Promise<CodeFault[]> {
  const pricesOfDay = new Map<number, Map<number, number>>()
  const faults: CodeFault[] = []
  for (const [index, { plan_ids, price, redeemable_from }] of vouchers.entries()) {
    const unknown = plan_ids.filter((id) => !planOf(id))
    const currencies = new Set(plan_ids.flatMap((id) => planOf(id)?.currency ?? []))
    if (unknown.length > 0) faults.push({ index, column: 'plans', problem: 'plan-unknown', value: unknown.join(' ') })
    // The same amount is a different price in another currency.
    else if (currencies.size > 1) faults.push({ index, column: 'plans', problem: 'currencies', value: plan_ids.join(' ') })
    if (unknown.length > 0) continue
    const day = redeemable_from.getTime()
    const prices = pricesOfDay.get(day) ?? (await pricesAt(trx, redeemable_from))
    pricesOfDay.set(day, prices)
    const notLower = plan_ids.filter((id) => price >= prices.get(id)!)
    if (notLower.length > 0) faults.push({ index, column: 'price', problem: 'not-lower', value: notLower.map(nameOf).join(', ') })
  }
  return faults
}

function nameOf(id: number): string {
  const { tier, region } = planOf(id)!
  return `${tier} ${requireRegion(region).country}`
}

const subjectOf = (kind: string, rows: readonly { code: string }[]) => ({
  kind,
  id: rows[0]?.code ?? '',
  name: rows.length === 1 ? rows[0]!.code : `${rows[0]?.code} … ${rows.at(-1)?.code} (${rows.length})`,
})
