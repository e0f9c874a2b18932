import { featureIcons } from '@kiosk/domain/content/feature-icons'
import type { TextDocument } from '@kiosk/domain/content/text-document'
import { dayInUtc } from '@kiosk/domain/day'
import { isDay } from '@kiosk/domain/iso-time'
import { pageAt } from '@kiosk/domain/page-at'
import { unknownSlots } from '@kiosk/i18n/operator-values'
import { marked } from 'marked'
import { z } from 'zod'
import { cleanDocument } from './clean-document.ts'
import { frontMatter } from './front-matter.ts'
import { withoutRegisterLists } from './register-lists.ts'

/** Keys of the documents that pages show. Each is shipped in every language: `content/de/terms.md`. */
export const documentKeys = [
  'about',
  'accessibility',
  'contest-holiday',
  'contest-recipe',
  'faq',
  'features',
  'imprint',
  'marketing',
  'press',
  'privacy',
  'terms',
  'terms-previous',
  'thirdparty',
  'withdrawal',
] as const

export function isDocumentKey(key: string): boolean {
  return (documentKeys as readonly string[]).includes(key)
}

/** A day in front matter, which YAML may read as a date. */
export const Day = z.preprocess(
  (value) => (value instanceof Date ? dayInUtc(value) : value),
  z.string().refine(isDay, 'a day like 2026-11-21'),
)
const DocumentHead = z.strictObject({ title: z.string().min(1), description: z.string().default(''), version: Day })

/** `campaigns`: links to paths that may be campaigns of the operator, `sommerlesen`. */
export type ReadDocument = TextDocument & { campaigns: string[] }

/**
 * Reads a document of Markdown with front matter.
 * @throws Error with the reason: a key that no page shows, an unknown placeholder, a link to no page
 * @throws ZodError if the front matter is wrong
 */
export function readDocument(key: string, markdown: string): ReadDocument {
  if (!isDocumentKey(key)) throw new Error(`has the unknown key ${key}`)
  const { head, body } = frontMatter(markdown)
  if (body === '') throw new Error('has no text')
  const html = cleanDocument(marked.parse(body, { async: false, gfm: true })).trim()
  const { title, description, version } = DocumentHead.parse(head)
  const [unknown] = [title, description, withoutRegisterLists(html)].flatMap(unknownSlots)
  if (unknown !== undefined) throw new Error(`has the unknown placeholder {${unknown}}`)
  const targets = [...html.matchAll(/href="(\/[^"]*)/g)].map(([, path = '']) => path)
  if (key === 'features') requireIcons(html)
  return { title, description, html, version, campaigns: campaignsAmong(targets) }
}

/** Returns links that match no page of the table but may be campaigns; throws if a link can match nothing. */
export function campaignsAmong(targets: readonly string[]): string[] {
  return targets.flatMap((target) => {
    const path = target.replace(/[?#].*/s, '')
    if (path.startsWith('/api/') || pageAt(path) !== null) return []
    const [, key] = /^\/([a-z0-9][a-z0-9-]{1,59})$/.exec(path) ?? []
    if (key === undefined) throw new Error(`links to ${path}, which does not exist`)
    return [key]
  })
}

function requireIcons(html: string): void {
  const icons = [...html.matchAll(/<h2>(?:<a href="#([^"]*)")?/g)].map(([, icon = '']) => icon)
  const unknown = icons.find((icon) => !(featureIcons as readonly string[]).includes(icon))
  if (unknown !== undefined)
    throw new Error(`has a heading with the unknown icon "${unknown}"; known are ${featureIcons.join(', ')}`)
}
