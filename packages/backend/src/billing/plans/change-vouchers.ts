import { type Insertable, sql } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { ChangeContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'

/** Adds a voucher. @returns false if the code exists: then nothing has changed */
export function addVoucher(
  { db, now, actor }: ChangeContext,
  voucher: Insertable<DB['vouchers']>,
  reason?: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('vouchers')
      .values(voucher)
      .onConflict((conflict) => conflict.doNothing())
      .returning('code')
      .executeTakeFirst()
    if (!added) return false
    await sql`select pg_notify('catalogue', '')`.execute(trx)
    const subject = { kind: 'voucher', id: voucher.code, name: voucher.code }
    await recordAudit(trx, actor, now(), { action: 'voucher.added', subject, after: { ...voucher }, reason })
    return true
  })
}

/** Ends a voucher; readers who have redeemed it keep the lower price. @returns false if there is none with this code */
export function endVoucher({ db, now, actor }: ChangeContext, code: string, reason?: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('vouchers')
      .select('redeemable_until')
      .where('code', '=', code)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!known) return false
    const ended = await trx
      .updateTable('vouchers')
      .set({ redeemable_until: sql<Date>`least(redeemable_until, now())` })
      .where('code', '=', code)
      .returning('redeemable_until')
      .executeTakeFirstOrThrow()
    await sql`select pg_notify('catalogue', '')`.execute(trx)
    const subject = { kind: 'voucher', id: code, name: code }
    const [before, after] = [known, ended].map(({ redeemable_until: until }) => ({ until }))
    await recordAudit(trx, actor, now(), { action: 'voucher.ended', subject, before, after, reason })
    return true
  })
}

/** Adds a promo code. @returns false if the code exists: then nothing has changed */
export function addPromoCode(
  { db, now, actor }: ChangeContext,
  promo: Insertable<DB['promo_codes']>,
  reason?: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('promo_codes')
      .values(promo)
      .onConflict((conflict) => conflict.doNothing())
      .returning('code')
      .executeTakeFirst()
    if (!added) return false
    const subject = { kind: 'promo-code', id: promo.code, name: promo.code }
    await recordAudit(trx, actor, now(), { action: 'promo-code.added', subject, after: { ...promo }, reason })
    return true
  })
}
