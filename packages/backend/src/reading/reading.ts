import { createHmac } from 'node:crypto'
import { dayInUtc } from '@kiosk/domain/day'
import { reading as declared } from '@kiosk/domain/reading/endpoints'
import { findIssue } from '../catalogue/viewer-catalogue.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { networksOf } from '../http/networks.ts'
import { keyedHash } from '../keyed-hash.ts'
import { noteReading, type ReaderOfDay } from './queries.ts'

/** Errors while recording a reading never interrupt the reader. */
export const reading = defineHandler(declared, 'personal', async (call) => {
  const { row, title } = await findIssue(call.input.uid, call)
  const page = Math.min(call.input.page, row.page_count)
  try {
    await noteReading(call.ctx.db, { issueId: row.id, titleId: title.id, reader: await readerOfToday(call), page })
  } catch (error) {
    call.ctx.log.warn({ event: 'reading.not-recorded', err: error }, 'reading could not be recorded')
  }
  return undefined
})

/**
 * Identifies a reader for one day without cookies or accounts, by a hash that cannot be reversed into an address. All
 * networks of a line count as one reader whatever the user agent, so changing either does not multiply readers.
 */
export async function readerOfToday({ ctx, visitor }: Pick<RequestContext, 'ctx' | 'visitor'>): Promise<ReaderOfDay> {
  const day = dayInUtc(ctx.now())
  const key = createHmac('sha256', await ctx.secret())
    .update(`reader|${day}`)
    .digest()
  const line = networksOf(visitor.address).at(-1) ?? visitor.address
  return { day, reader: keyedHash(key, line).slice(0, 22) }
}
