import { readFileSync } from 'node:fs'
import type { TextDocument } from '@kiosk/domain/content/text-document'
import type { Language } from '@kiosk/domain/locale'
import { readDocument } from './read-document.ts'
import { withRegisterLists } from './register-lists.ts'

const folder = new URL('../../../../content/', import.meta.url)
const known = new Map<string, TextDocument>()

/**
 * Returns the shipped edition of a text, `content/LANGUAGE/KEY.md`. Each file is read once.
 * @throws Error if there is no such key
 */
export function shippedDocument(key: string, language: Language): TextDocument {
  const path = `${language}/${key}.md`
  const before = known.get(path)
  if (before) return before
  const { title, description, html, version } = readDocument(key, readFileSync(new URL(path, folder), 'utf8'))
  const document = { title, description, html: withRegisterLists(html, language), version }
  known.set(path, document)
  return document
}
