import { CAMPAIGN_KEY } from '@kiosk/domain/campaigns/campaign'
import { featureIcons } from '@kiosk/domain/content/feature-icons'
import type { TextDocument } from '@kiosk/domain/content/text-document'
import { dayInUtc } from '@kiosk/domain/day'
import { isDay } from '@kiosk/domain/iso-time'
import { pageAt } from '@kiosk/domain/page-at'
import type { TextProblem } from '@kiosk/domain/staff/content-endpoints'
import { unknownSlots } from '@kiosk/i18n/operator-values'
import { marked } from 'marked'
import { z } from 'zod'
import { cleanDocument } from './clean-document.ts'
import { frontMatter } from './front-matter.ts'
import { withoutRegisterLists } from './register-lists.ts'
import { requireParseable } from './require-parseable.ts'

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

/** `campaigns`: paths of links that may be campaigns of the operator, such as `sommerlesen`. `markdown`: its source. */
export type ReadDocument = TextDocument & { campaigns: string[]; markdown: string }

/** Why a text cannot be published; the message is for the command line. */
export class TextFault extends Error {
  readonly problem: TextProblem
  readonly value: string
  constructor(problem: TextProblem, value: string, message: string) {
    super(message)
    this.problem = problem
    this.value = value
  }
}

/**
 * Reads a document of Markdown with front matter.
 * @throws TextFault with the reason: a key that no page shows, an unknown placeholder, a link to no page
 * @throws ZodError if the front matter is wrong
 */
export function readDocument(key: string, file: string): ReadDocument {
  if (!isDocumentKey(key)) throw new TextFault('not-our-page', key, `has the unknown key ${key}`)
  const { head, body } = frontMatter(file)
  return writtenDocument(key, { ...DocumentHead.parse(head), markdown: body })
}

/** Returns a document made of its parts. @throws TextFault like `readDocument` */
export function writtenDocument(
  key: string,
  { title, description, version, markdown }: Omit<TextDocument, 'html'> & { markdown: string },
): ReadDocument {
  if (markdown === '') throw new TextFault('empty', '', 'has no text')
  const html = htmlOf(markdown)
  const [unknown] = [title, description, withoutRegisterLists(html)].flatMap(unknownSlots)
  if (unknown !== undefined)
    throw new TextFault('placeholder-unknown', `{${unknown}}`, `has the unknown placeholder {${unknown}}`)
  const targets = [...html.matchAll(/href="(\/[^"]*)/g)].map(([, path = '']) => path)
  if (key === 'features') requireIcons(html)
  return { title, description, html, version, campaigns: campaignsAmong(targets), markdown }
}

/** Converts Markdown to sanitised HTML. @throws ApiError wrong_input for Markdown that would take seconds */
export function htmlOf(markdown: string): string {
  requireParseable(markdown)
  return cleanDocument(marked.parse(markdown, { async: false, gfm: true })).trim()
}

/** Returns links that match no page of the table but may be campaigns; throws if a link can match nothing. */
export function campaignsAmong(targets: readonly string[]): string[] {
  return targets.flatMap((target) => {
    const key = campaignAt(target)
    const path = pathOf(target)
    if (key === undefined) throw new TextFault('link-dead', path, `links to ${path}, which does not exist`)
    return key ?? []
  })
}

/** Where something else than a page of the website is: API, web reader, feeds, OPDS, and the former address of the home page. */
const OTHER_ADDRESSES = /^\/(api|reader|feeds)\/|^\/opds(\/|$)|^\/home\/?$/

/** Returns the key of a campaign that may be at a path of ours; null = a page is there; undefined = nothing can be there. */
export function campaignAt(target: string): string | null | undefined {
  const path = pathOf(target)
  if (OTHER_ADDRESSES.test(path) || pageAt(path) !== null) return null
  // As the website finds it: with a slash at the end or without, in any case.
  const [, key = ''] = /^\/([^/]+)\/?$/.exec(path.toLowerCase()) ?? []
  return CAMPAIGN_KEY.test(key) ? key : undefined
}

const pathOf = (target: string): string => target.replace(/[?#].*/s, '')

function requireIcons(html: string): void {
  const icons = [...html.matchAll(/<h2>(?:<a href="#([^"]*)")?/g)].map(([, icon = '']) => icon)
  const unknown = icons.find((icon) => !(featureIcons as readonly string[]).includes(icon))
  if (unknown !== undefined)
    throw new TextFault(
      'icon-unknown',
      unknown,
      `has a heading with the unknown icon "${unknown}"; known are ${featureIcons.join(', ')}`,
    )
}
