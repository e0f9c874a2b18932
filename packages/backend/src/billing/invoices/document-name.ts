import type { Language } from '@kiosk/domain/locale'
import { invoiceMessages } from '@kiosk/i18n/messages/invoices'

type Named = { language: Language; country: string }

/** Returns a term that depends on the law of the buyer's country: `INVOICE.VAT_AT`, else `INVOICE.VAT`. */
export function legalWord(key: 'VAT' | 'CORRECTION' | 'CANCELLATION', { language, country }: Named): string {
  const words: Record<string, string> = invoiceMessages[language]
  return words[`INVOICE.${key}_${country}`] ?? words[`INVOICE.${key}`]!
}

/** Returns the name of a correction: "Rechnungskorrektur", or "Stornorechnung" if it cancels the whole invoice. */
export function correctionName(whole: boolean, named: Named): string {
  return legalWord(whole ? 'CANCELLATION' : 'CORRECTION', named)
}

/** Returns the same for use within a sentence, where only German capitalises nouns. */
export function correctionInSentence(whole: boolean, named: Named): string {
  const name = correctionName(whole, named)
  return named.language === 'de' ? name : name[0]!.toLowerCase() + name.slice(1)
}

/** Returns a file name safe for HTTP headers and file systems: "Note-de-credit-G2026-000004.pdf". */
export function pdfName(title: string): string {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '')
  return `${plain.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')}.pdf`
}
