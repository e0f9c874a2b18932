import type { Language } from '@kiosk/domain/locale'
import { documentHtml } from '@kiosk/languages/content/document'
import { shippedDocuments } from '@kiosk/languages/content/shipped-documents'

/** The edition of a text that comes with the house; undefined = there is no such text. */
export function shippedDocument(key: string, language: Language) {
  const found = Object.hasOwn(shippedDocuments, key) ? shippedDocuments[key] : undefined
  if (!found) return undefined
  const { title, edition } = found.text[language]
  return { title, description: edition, html: documentHtml(found.text[language]), version: found.version }
}
