import { createHmac } from 'node:crypto'
import { reading as declared } from '@kiosk/domain/reading/endpoints'
import { findIssue } from '../catalogue/seen-shelf.ts'
import { type Asking, serve } from '../endpoint.ts'
import { networksOf } from '../rate-limits.ts'
import { noteReading } from './queries.ts'

/** Whatever happens to the note, the reader reads on. */
export const reading = serve(declared, 'personal', async (call) => {
  const { row, title } = await findIssue(call.input.uid, call)
  const page = Math.min(call.input.page, row.page_count)
  try {
    await noteReading(call.house.db, { issueId: row.id, titleId: title.id, reader: await readerOfToday(call), page })
  } catch (error) {
    call.house.log.warn({ err: error }, 'a reading could not be noted')
  }
  return undefined
})

/**
 * Tells readers apart for one day, without cookies or accounts: nobody can turn it back into an address. All of a line is one
 * reader, whatever its browsers call themselves and whichever of its networks they come from: nobody is many by changing them.
 */
export async function readerOfToday({ house, visitor }: Pick<Asking, 'house' | 'visitor'>): Promise<string> {
  const day = house.now().toISOString().slice(0, 10)
  const key = createHmac('sha256', await house.secret())
    .update(`reader|${day}`)
    .digest()
  const line = networksOf(visitor.address).at(-1) ?? visitor.address
  return createHmac('sha256', key).update(line).digest('base64url').slice(0, 22)
}
