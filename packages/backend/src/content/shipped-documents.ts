import { readFileSync } from 'node:fs'
import type { TextDocument } from '@kiosk/domain/content/text-document'
import type { Language } from '@kiosk/domain/locale'
import { readDocument } from './read-document.ts'
import { withRegisterLists } from './register-lists.ts'

const folder = new URL('../../../../content/', import.meta.url)
type Shipped = { document: TextDocument; markdown: string }
const known = new Map<string, Shipped>()

/**
 * Returns the shipped edition of a text, `content/LANGUAGE/KEY.md`. Each file is read once.
 * @throws Error if there is no such key
 */
export function shippedDocument(key: string, language: Language): TextDocument {
  return shipped(key, language).document
}

/** Returns the same as Markdown, to be edited. */
export function shippedMarkdown(key: string, language: Language): Omit<TextDocument, 'html'> & { markdown: string } {
  const { document, markdown } = shipped(key, language)
  const { title, description, version } = document
  return { title, description, version, markdown }
}

function shipped(key: string, language: Language): Shipped {
  const path = `${language}/${key}.md`
  const before = known.get(path)
  if (before) return before
  const { title, description, html, version, markdown } = readDocument(key, readFileSync(new URL(path, folder), 'utf8'))
  const read = { document: { title, description, html: withRegisterLists(html, language), version }, markdown }
  known.set(path, read)
  return read
}
