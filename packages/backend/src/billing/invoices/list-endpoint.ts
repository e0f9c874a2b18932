import { dateFormat } from '@kiosk/domain/date-format'
import { dayInVienna, lastDayOf, noonOf } from '@kiosk/domain/day'
import { type Money, plainMoney } from '@kiosk/domain/money'
import { invoices as declared } from '@kiosk/domain/payments/invoice-endpoints'
import { defineHandler } from '../../http/handler.ts'
import type { Snapshot } from './invoices.ts'

export const invoices = defineHandler(declared, 'personal', async ({ session, locale, ctx }) => {
  const found = await ctx.db
    .selectFrom('invoices')
    .select(['number', 'issued_at', 'gross', 'currency', 'snapshot'])
    .where('account_id', '=', session.account!.id)
    .where('issued_at', 'is not', null)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const day = dateFormat(locale, { dateStyle: 'medium' })
  const daysOf = (period: { startsAt: string; endsAt: string }) => {
    const [startsAt, endsAt] = [new Date(period.startsAt), new Date(period.endsAt)]
    return day.formatRange(startsAt, noonOf(lastDayOf({ startsAt, endsAt })))
  }
  return found.map(({ number, issued_at, gross, currency, snapshot }) => {
    const { period } = snapshot as Snapshot
    return {
      number: number!,
      creationTime: issued_at!.toISOString(),
      date: dayInVienna(issued_at!),
      amount: gross,
      amountFormat: plainMoney({ minor: gross, currency: currency as Money['currency'] }),
      period: period ? daysOf(period) : '',
    }
  })
})
