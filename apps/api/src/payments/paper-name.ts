import type { Language } from '@kiosk/domain/locale'
import { invoiceWords } from '@kiosk/languages/invoices'

type Named = { language: Language; country: string }

/** A word that differs by the law of the buyer's country, under `INVOICE.`. */
export function legalWord(key: 'VAT' | 'CORRECTION' | 'CANCELLATION', { language, country }: Named): string {
  const words: Record<string, string> = invoiceWords[language]
  return words[`INVOICE.${key}_${country}`] ?? words[`INVOICE.${key}`]!
}

/** What a correction is called in the buyer's country: "Rechnungskorrektur", and "Stornorechnung" where it takes back all. */
export function correctionName(whole: boolean, named: Named): string {
  return legalWord(whole ? 'CANCELLATION' : 'CORRECTION', named)
}

/** The same within a sentence: only German begins a noun with a capital there. */
export function correctionInSentence(whole: boolean, named: Named): string {
  const name = correctionName(whole, named)
  return named.language === 'de' ? name : name[0]!.toLowerCase() + name.slice(1)
}

/** A name of a file that every header and every disk takes: "Note-de-credit-G2026-000004.pdf". */
export function pdfName(title: string): string {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '')
  return `${plain.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')}.pdf`
}
