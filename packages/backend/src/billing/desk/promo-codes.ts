import { dayInVienna } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import { OFFER_ROWS } from '@kiosk/domain/staff/limits'
import * as declared from '@kiosk/domain/staff/offer-endpoints'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'
import { addPromoCodes, endPromoCode as end, type NewPromoCode } from '../plans/change-vouchers.ts'
import { lastDay, PROMO_COLUMNS, promoLine, readPromoCodes, termOf } from '../plans/offer-csv.ts'
import { type CodeFilter, codeState, codesResponse, faultsOf, filterFor, matching } from './code-lists.ts'

export const promoCodes = defineDeskHandler(declared.promoCodes, async ({ ctx, session, input, language }) => {
  const now = ctx.now()
  const found = await selectPromoCodes(ctx.db, filterFor(input, session.role), now, input.after)
    .limit(OFFER_ROWS + 1)
    .execute()
  return {
    promoCodes: found.slice(0, OFFER_ROWS).map((row) => ({
      code: row.code,
      days: row.days,
      from: dayInVienna(row.redeemable_from),
      until: lastDay(row.redeemable_until),
      most: row.max_redemptions,
      redeemed: row.redeemed,
      markets: row.region_ids,
      state: codeState(row, now),
      title: (row.titles as Record<string, string>)[language] ?? '',
    })),
    more: found.length > OFFER_ROWS,
  }
})

export const addPromoCode = defineDeskHandler(declared.addPromoCode, async ({ ctx, input }) => {
  const faults = await addPromoCodes(ctx, [newPromoCode(input.promoCode)], input.reason)
  return faultsOf(faults, [0], 1)
})

export const endPromoCode = defineDeskHandler(declared.endPromoCode, async ({ ctx, input }) => {
  if (!(await end(ctx, input.code, input.reason))) throw new ApiError('not_found', 'code')
  return undefined
})

export const importPromoCodes = defineDeskHandler(declared.importPromoCodes, async ({ ctx, input }) => {
  const { rows, lines, faults } = readPromoCodes(input.csv, ctx.now())
  if (faults.length > 0) return faultsOf(faults)
  return faultsOf(await addPromoCodes(ctx, rows.map(newPromoCode), input.reason), lines, rows.length)
})

export const exportPromoCodes = defineDeskHandler(declared.exportPromoCodes, async ({ ctx, input }) => {
  const filter = { ...input, isWhole: false }
  const rows = (after: string | undefined) => selectPromoCodes(ctx.db, filter, ctx.now(), after)
  return codesResponse('promo-codes.csv', PROMO_COLUMNS, async (after, limit) =>
    (await rows(after).limit(limit).execute()).map(promoLine),
  )
})

function selectPromoCodes(db: Kysely<DB>, filter: CodeFilter, now: Date, after: string | undefined) {
  return db
    .selectFrom('promo_codes')
    .selectAll()
    .where(matching(filter, now))
    .$if(after !== undefined, (query) => query.where('code', '>', after!))
    .orderBy('code')
}

function newPromoCode(promoCode: declared.PromoCodeInput): NewPromoCode {
  const { code, days, most, markets, titles } = promoCode
  return {
    code,
    days,
    max_redemptions: most,
    region_ids: markets,
    titles: JSON.stringify(titles),
    ...termOf(promoCode),
  }
}
