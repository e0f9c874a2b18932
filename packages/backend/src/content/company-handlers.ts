import { lineError } from '@kiosk/domain/accounts/rules'
import { ApiError } from '@kiosk/domain/errors'
import { missingLegal, type PublishedValues, publishedValuesOf, sampleValues } from '@kiosk/domain/operator'
import * as declared from '@kiosk/domain/staff/company-endpoints'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { defineDeskHandler } from '../staff/desk-handler.ts'
import { readSavedValues, storeValues } from './published-values.ts'

const LONGEST_NAME_CHARACTERS = 100
const LONGEST_TEXT_CHARACTERS = 5_000

export const companyDetails = defineDeskHandler(declared.companyDetails, async ({ ctx }) => {
  const saved = await readSavedValues(ctx.db, ctx.operator)
  return saved ?? { values: publishedValuesOf(ctx.operator), version: 0 }
})

export const saveCompanyDetails = defineDeskHandler(declared.saveCompanyDetails, async ({ ctx, actor, input }) => {
  const { before, ...values } = input
  requireLines(values)
  if (!ctx.operator.demonstration) {
    const [missing] = missingLegal(values)
    if (missing) throw new ApiError('wrong_input', missing, 'VALIDATION.required')
    const [sample] = sampleValues(values)
    if (sample) throw new ApiError('wrong_input', sample, 'VALIDATION.sampleValue')
  }
  await ctx.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('published-values'))`.execute(trx)
    const known = (await readSavedValues(trx, ctx.operator)) ?? { values: publishedValuesOf(ctx.operator), version: 0 }
    if (known.version !== before) throw new ApiError('changed_meanwhile')
    const [was, is] = [leavesOf(known.values), leavesOf(values)]
    const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => was[name] !== is[name])
    if (changed.length === 0) return
    await storeValues(trx, { values, version: before + 1 })
    const only = (leaves: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, leaves[name] ?? null]))
    await recordAudit(trx, actor, ctx.now(), {
      action: 'company.changed',
      subject: { kind: 'company', id: 'company', name: values.company.name },
      before: only(was),
      after: only(is),
    })
  })
  return undefined
})

/** Requires that every text is a line of bounded length: they are on every page, in headers of e-mails and on invoices. */
function requireLines(values: PublishedValues): void {
  for (const [name, value] of Object.entries(leavesOf(values))) {
    if (typeof value !== 'string' || (value === '' && name !== 'siteName')) continue
    const fault = lineError(value, name === 'siteName' ? LONGEST_NAME_CHARACTERS : LONGEST_TEXT_CHARACTERS)
    if (fault && (fault !== 'required' || name === 'siteName')) throw new ApiError('wrong_input', name, `VALIDATION.${fault}`)
  }
}

/** Returns every single value by its name: "company.street", "legal.providers.0.name". */
function leavesOf(value: unknown, name = ''): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return { [name]: value }
  const inner = Object.entries(value).map(([key, part]) => leavesOf(part, name === '' ? key : `${name}.${key}`))
  return Object.assign({}, ...inner)
}
