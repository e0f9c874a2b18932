import { FALLBACK_LANGUAGE, isLanguage } from '@kiosk/domain/locale'
import { invoiceMessages } from '@kiosk/i18n/messages/invoices'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { draftCreditNote, lowerDraft } from '../invoices/invoices.ts'

type Waiting = {
  note: number
  credit: number
  text: string
  at: Date
  upgrade: number
  gross: number
  due: number
  language: string
}

/**
 * Reduces the credit of an unpaid upgrade when money of the credited invoice was returned, and reduces the invoice of the upgrade
 * by the same amount, so that it still matches what is charged (ADR-0141). Needs the locks of both subscriptions.
 * @param most returned amount that nothing else covers; minor units, positive
 */
export async function takeBackUpgradeCredit(trx: Transaction<DB>, invoiceId: number, most: number): Promise<void> {
  const { rows } =
    await sql<Waiting>`select n.id as note, -n.gross as credit, n.created_at as at, u.id as upgrade, u.gross, u.due,
      u.snapshot ->> 'language' as language, (select l.text from invoice_lines l where l.invoice_id = n.id order by l.position limit 1) as text
    from invoices n join invoices u on u.credit_note_id = n.id
    where n.corrects = ${invoiceId} and n.state = 'open' and n.issued_at is null and u.state = 'open' and u.issued_at is null
    order by n.id`.execute(trx)
  let left = most
  for (const { note, credit, text, at, upgrade, gross, due, language } of rows) {
    const taken = Math.min(left, credit)
    if (taken <= 0) return
    left -= taken
    await trx.updateTable('invoices').set({ state: 'void' }).where('id', '=', note).execute()
    const kept = credit - taken
    const less = kept === 0 ? null : await draftCreditNote(trx, { invoiceId, amount: kept, text, at })
    await trx
      .updateTable('invoices')
      .set({ credit_note_id: less?.id ?? null })
      .where('id', '=', upgrade)
      .execute()
    const words = invoiceMessages[isLanguage(language) ? language : FALLBACK_LANGUAGE]
    // Credit above the price would have been refunded, so losing it does not reduce the invoice.
    const amount = Math.max(0, gross - (due + kept))
    if (amount > 0) await lowerDraft(trx, upgrade, { amount, text: words['INVOICE.LINE_CREDIT_GONE'] })
  }
}
