import { recordAudit } from '../../audit/record-audit.ts'
import type { ChangeContext } from '../../context.ts'

/** `rate`: hundredths of a percent. */
export type NewTaxRate = { country: string; valid_from: string; rate: number }

/** Sets the VAT rate of a country from a day on. */
export function setTaxRate({ db, now, actor }: ChangeContext, rate: NewTaxRate, reason?: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('tax_rates')
      .select(['rate', 'valid_from as from'])
      .where('country', '=', rate.country)
      .where('valid_from', '<=', rate.valid_from)
      .orderBy('valid_from', 'desc')
      .limit(1)
      .executeTakeFirst()
    await trx
      .insertInto('tax_rates')
      .values(rate)
      .onConflict((conflict) => conflict.columns(['country', 'valid_from']).doUpdateSet({ rate: rate.rate }))
      .execute()
    const subject = { kind: 'country', id: rate.country, name: rate.country }
    const after = { rate: rate.rate, from: rate.valid_from }
    await recordAudit(trx, actor, now(), { action: 'tax-rate.set', subject, before, after, reason })
  })
}
