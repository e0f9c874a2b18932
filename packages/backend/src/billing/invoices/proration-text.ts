import type { Language } from '@kiosk/domain/locale'
import type { Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Snapshot } from './invoices.ts'
import { lineText } from './line-text.ts'

/** Returns the text of a credit note for part of an invoice's period, in the language of the invoice. */
export async function prorationText(trx: Transaction<DB>, invoiceId: number, from: Date, to: Date): Promise<string> {
  const { snapshot } = await trx.selectFrom('invoices').select('snapshot').where('id', '=', invoiceId).executeTakeFirstOrThrow()
  return lineText((snapshot as Snapshot).language as Language, null, { startsAt: from, endsAt: to })
}
