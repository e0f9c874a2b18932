import type { Language } from '@kiosk/domain/locale'
import type { Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { nameOf, type Snapshot } from './invoices.ts'
import { lineText } from './line-text.ts'

/** Returns the text of a credit note for unused days of an invoice's period, in the language of the invoice. */
export async function prorationText(trx: Transaction<DB>, invoiceId: number, from: Date, to: Date): Promise<string> {
  const { language } = await snapshotOf(trx, invoiceId)
  return lineText(language as Language, null, { startsAt: from, endsAt: to })
}

/** Returns the text of a credit note for a whole period, used or not: that of the service, in the language of the invoice. */
export async function soldText(trx: Transaction<DB>, invoiceId: number, from: Date, to: Date): Promise<string> {
  const snapshot = await snapshotOf(trx, invoiceId)
  return lineText(snapshot.language as Language, nameOf(snapshot), { startsAt: from, endsAt: to })
}

async function snapshotOf(trx: Transaction<DB>, invoiceId: number): Promise<Snapshot> {
  const { snapshot } = await trx.selectFrom('invoices').select('snapshot').where('id', '=', invoiceId).executeTakeFirstOrThrow()
  return snapshot as Snapshot
}
