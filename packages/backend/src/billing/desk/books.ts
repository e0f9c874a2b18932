import { addDays, addMonths, dayInVienna } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import type { Money } from '@kiosk/domain/money'
import { MOST_DIFFERENCES } from '@kiosk/domain/staff/limits'
import * as declared from '@kiosk/domain/staff/money-endpoints'
import { sql } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AppContext } from '../../context.ts'
import { csvResponse, fileResponse } from '../../http/file-response.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'
import { openAlarms } from '../alarms.ts'
import { accountsWithoutNumber } from '../bookkeeping/account-numbers.ts'
import { balancesAt } from '../bookkeeping/balances.ts'
import { deferredLines, invoiceLines, ledgerLines, vatLines } from '../bookkeeping/csv.ts'
import { DatevRejected, datevBatch, datevFileName } from '../bookkeeping/datev.ts'
import { deferredByMonth } from '../bookkeeping/deferred-revenue.ts'
import { homeCountryOf, type Quarter, quarterOf } from '../bookkeeping/quarter.ts'
import { readBookkeeping, storeBookkeeping } from '../bookkeeping/saved-bookkeeping.ts'
import type { Days } from '../invoices/export.ts'
import { vatReturn } from '../invoices/vat-return.ts'

export const differences = defineDeskHandler(declared.differences, async ({ ctx: { db } }) => {
  const alarms = await openAlarms(db, 'books-differ', { most: MOST_DIFFERENCES })
  const compared = await db.selectFrom('reconciled_until').selectAll().orderBy('provider').execute()
  return {
    differences: alarms.map(({ id, raised_at, subject, details }) => {
      const {
        amount = null,
        currency = null,
        is = null,
      } = details as { amount?: number; currency?: Money['currency']; is?: string }
      return { id, at: raised_at.toISOString(), subject, amount, currency, what: is }
    }),
    compared: compared.map(({ provider, until }) => ({ provider, until: until.toISOString() })),
  }
})

export const vat = defineDeskHandler(declared.vatByQuarter, async ({ ctx, input }) => {
  const lines = await vatReturn(ctx.db, { ...quarterOf(input.quarter)!, home: homeCountryOf(ctx.operator) })
  const { first } = await ctx.db
    .selectFrom('invoices')
    .select(({ fn }) => fn.min('issued_at').as('first'))
    .where('issued_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return {
    firstDay: first && dayInVienna(first),
    lines: lines.map(({ net, tax, gross, currency, ...line }) => ({
      ...line,
      currency: currency as Money['currency'],
      net: Number(net),
      tax: Number(tax),
      gross: Number(gross),
    })),
  }
})

export const ledger = defineDeskHandler(declared.ledgerBalances, async ({ ctx, input }) => ({
  accounts: await balancesAt(ctx.db, input.day),
}))

/** Number of months that the page of deferred revenue shows. */
const MONTHS = 13

export const deferred = defineDeskHandler(declared.deferredRevenue, async ({ ctx, input }) => {
  const first = addMonths(`${input.until}-01`, 1 - MONTHS).slice(0, 7)
  return { months: await deferredByMonth(ctx.db, first, input.until) }
})

export const bookkeeping = defineDeskHandler(declared.bookkeeping, async ({ ctx }) => {
  const saved = await readBookkeeping(ctx.db, ctx.operator)
  return { ...saved, missing: (await accountsWithoutNumber(ctx.db, saved.values)) ?? [] }
})

export const changeBookkeeping = defineDeskHandler(declared.saveBookkeeping, async ({ ctx, actor, input }) => {
  const { before, ...values } = input
  // Personal accounts have one digit more. DATEV rejects a file with a longer number.
  const long = Object.entries(values.accounts).find(([, number]) => number.length > values.accountLength + 1)
  if (long) throw new ApiError('wrong_input', `accounts.${long[0]}`, 'VALIDATION.maxlength')
  await ctx.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('bookkeeping'))`.execute(trx)
    const known = await readBookkeeping(trx, ctx.operator)
    if (known.version !== before) throw new ApiError('changed_meanwhile')
    await storeBookkeeping(trx, { values, version: before + 1 })
    await recordAudit(trx, actor, ctx.now(), {
      action: 'bookkeeping.changed',
      subject: { kind: 'bookkeeping', id: 'datev', name: 'DATEV' },
      before: known.values ?? undefined,
      after: values,
    })
  })
  return undefined
})

export const exportFile = defineDeskHandler(declared.moneyExport, async ({ ctx, input: { kind, from, to, detail, chfRate } }) => {
  if (from > to) throw new ApiError('wrong_input', 'to')
  const days = { from, before: addDays(to, 1) }
  if (kind === 'datev') {
    const rate = Number(chfRate.replace(',', '.')) || null
    const lines = await batch(ctx, { ...days, detail, chfRate: rate })
    return fileResponse(lines, { name: datevFileName(days), type: 'text/csv; charset=windows-1252' })
  }
  // The quarter that contains the first day.
  const quarter = quarterOf(`${from.slice(0, 4)}-Q${Math.ceil(Number(from.slice(5, 7)) / 3)}`)!
  const name = kind === 'vat' ? `vat-${quarter.quarter}` : `${kind}-${from}-${to}`
  return csvResponse(withLineEnds(linesOf(ctx, kind, days, quarter)), `${name}.csv`)
})

/** For a spreadsheet; the commands write the same lines for programs. */
function linesOf(
  ctx: AppContext,
  kind: 'invoices' | 'ledger' | 'vat' | 'deferred',
  days: Days,
  quarter: Quarter,
): AsyncGenerator<string> {
  if (kind === 'invoices') return invoiceLines(ctx.db, days, ',')
  if (kind === 'ledger') return ledgerLines(ctx.db, days, ',')
  if (kind === 'deferred') return deferredLines(ctx.db, days.from.slice(0, 7), addDays(days.before, -1).slice(0, 7), ',')
  return vatLines(ctx, quarter, ',')
}

async function* withLineEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\r\n`
}

async function batch(
  ctx: Pick<AppContext, 'db' | 'operator' | 'now'>,
  options: Days & { detail: 'postings' | 'days'; chfRate: number | null },
): Promise<Buffer> {
  try {
    return await datevBatch(ctx.db, (await readBookkeeping(ctx.db, ctx.operator)).values, { ...options, createdAt: ctx.now() })
  } catch (error) {
    if (error instanceof DatevRejected) throw new ApiError('export_rejected', undefined, `ERROR.EXPORT.${error.reason}`)
    throw error
  }
}
