import { dayInVienna } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import { OFFER_ROWS } from '@kiosk/domain/staff/limits'
import * as declared from '@kiosk/domain/staff/offer-endpoints'
import type { Kysely } from 'kysely'
import { importedCampaigns } from '../../campaigns/queries.ts'
import type { DB } from '../../db/schema.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'
import { addVouchers, endVoucher as end, type NewVoucher } from '../plans/change-vouchers.ts'
import { lastDay, readVouchers, termOf, VOUCHER_COLUMNS, voucherLine } from '../plans/offer-csv.ts'
import { type CodeFilter, codeState, codesResponse, faultsOf, filterFor, matching } from './code-lists.ts'

export const vouchers = defineDeskHandler(declared.vouchers, async ({ ctx, session, input, language }) => {
  const now = ctx.now()
  const found = await selectVouchers(ctx.db, filterFor(input, session.role), now, input.after)
    .limit(OFFER_ROWS + 1)
    .execute()
  return {
    vouchers: found.slice(0, OFFER_ROWS).map((row) => ({
      code: row.code,
      kind: row.kind,
      plans: row.plan_ids,
      price: row.price,
      days: row.days,
      from: dayInVienna(row.redeemable_from),
      until: lastDay(row.redeemable_until) || null,
      most: row.max_redemptions,
      redeemed: row.redeemed,
      state: codeState(row, now),
      title: (row.titles as Record<string, string>)[language] ?? '',
    })),
    more: found.length > OFFER_ROWS,
  }
})

export const addVoucher = defineDeskHandler(declared.addVoucher, async ({ ctx, input }) => {
  const faults = await addVouchers(ctx, [newVoucher(input.voucher)], input.reason)
  return faultsOf(faults, [0], 1)
})

export const endVoucher = defineDeskHandler(declared.endVoucher, async ({ ctx, input }) => {
  const { code, reason } = input
  // The page of the campaign promises the price.
  if ((await importedCampaigns(ctx.db)).some(({ codes }) => codes.includes(code)))
    throw new ApiError('voucher_of_campaign', 'code')
  if (!(await end(ctx, code, reason))) throw new ApiError('not_found', 'code')
  return undefined
})

export const importVouchers = defineDeskHandler(declared.importVouchers, async ({ ctx, input }) => {
  const { rows, lines, faults } = readVouchers(input.csv, ctx.now())
  if (faults.length > 0) return faultsOf(faults)
  return faultsOf(await addVouchers(ctx, rows.map(newVoucher), input.reason), lines, rows.length)
})

export const exportVouchers = defineDeskHandler(declared.exportVouchers, async ({ ctx, input }) => {
  const filter = { ...input, isWhole: false }
  const rows = (after: string | undefined) => selectVouchers(ctx.db, filter, ctx.now(), after)
  return codesResponse('vouchers.csv', VOUCHER_COLUMNS, async (after, limit) =>
    (await rows(after).limit(limit).execute()).map(voucherLine),
  )
})

function selectVouchers(db: Kysely<DB>, filter: CodeFilter, now: Date, after: string | undefined) {
  return db
    .selectFrom('vouchers')
    .selectAll()
    .where(matching(filter, now))
    .$if(after !== undefined, (query) => query.where('code', '>', after!))
    .orderBy('code')
}

function newVoucher(voucher: declared.VoucherInput): NewVoucher {
  const { code, kind, plans, price, days, most, titles, background, colour } = voucher
  return {
    code,
    kind,
    plan_ids: plans,
    price,
    days,
    max_redemptions: most,
    background,
    colour,
    titles: JSON.stringify(titles ?? {}),
    ...termOf(voucher),
  }
}
