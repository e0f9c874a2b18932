import { printable } from '@kiosk/backend/printable'
import { STACKED } from '@kiosk/domain/accounts/rules'
import { z } from 'zod'
import { readBounded } from '../regular-file.ts'
import { parseIssueDate } from './issue-date.ts'

/** One line as the desk accepts it: a character that turns the direction of a text would disguise it, wherever it is shown. */
const OneLine = z.string().overwrite(oneLine)
const Line = OneLine.min(1).max(300)
const Text = z.string().trim().max(20_000)
const IssueDate = z
  .string()
  .trim()
  .refine((text) => parseIssueDate(text) !== null, 'a date as 2026-11-21, 2026-11, 2026-Q4, 2026-Herbst, 2026 or 2025/2026')
/** A BCP 47 tag ("de", "zh-CN"), in its canonical form. */
const Language = z
  .string()
  .trim()
  .transform((tag, context) => {
    const canonical = canonicalLanguage(tag)
    if (canonical) return canonical
    context.addIssue({ code: 'custom', message: 'a language as "de" or "zh-CN"' })
    return z.NEVER
  })
const Country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'a country like "AT"')
const TitleKey = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'lower-case letters, digits and hyphens')
  .max(100)
const Uid = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const CategoryUid = z.string().regex(/^[a-z0-9-]+$/)

const SidecarArticle = z.strictObject({
  headline: Line,
  byline: OneLine.max(300).default(''),
  /** Pages count from 1. */
  firstPage: z.int().min(1),
  lastPage: z.int().min(1).optional(),
  /** HTML (p, h2, h3, blockquote, ul, ol, li, em, strong, br, tables, pre, a with a safe address); if omitted, the text of the article's pages. */
  html: z.string().max(2_000_000).optional(),
})

/**
 * The fields of `name.json` next to `name.pdf`, and the columns of an INDEX.tsv. All are optional; missing values come from the
 * PDF or from the name of the file.
 */
export const Sidecar = z.strictObject({
  /** Name of the periodical: "Bergblick". */
  title: Line.optional(),
  /** Its key in addresses; derived from the name if omitted. */
  key: TitleKey.optional(),
  kind: z.enum(['magazine', 'newspaper']).optional(),
  publisher: Line.optional(),
  issn: z
    .string()
    .regex(/^\d{4}-\d{3}[\dX]$/, 'an ISSN like 1234-567X')
    .optional(),
  frequency: z
    .enum(['daily', 'weekly', 'fortnightly', 'monthly', 'bimonthly', 'quarterly', 'half-yearly', 'yearly', 'irregular'])
    .optional(),
  country: Country.optional(),
  /** Home town of a newspaper. */
  place: Line.optional(),
  titleDescription: Text.optional(),
  /** Minimum age of readers. */
  ageRating: z.union([z.literal(0), z.literal(6), z.literal(12), z.literal(16), z.literal(18)]).optional(),
  /** Countries in which it may be shown; null or omitted = everywhere. */
  shownIn: z.array(Country).min(1).nullable().optional(),
  /** Keys of the main edition, and of the title that this one is a supplement of. */
  editionOf: TitleKey.optional(),
  supplementOf: TitleKey.optional(),
  categories: z.array(CategoryUid).max(20).optional(),

  /** Name on the cover: "Nr. 47", "Herbst 2026". */
  issue: Line.optional(),
  number: Line.optional(),
  volume: Line.optional(),
  /** A day, month, quarter, season, year, or a range of them. */
  date: IssueDate.optional(),
  /** Last day of a double issue. */
  dateEnd: IssueDate.optional(),
  issueKind: z.enum(['regular', 'double', 'special', 'supplement']).optional(),
  /** Regional edition of the same issue: "Oberland". */
  edition: Line.optional(),
  /** Uid of the issue that this supplement comes with. */
  supplementTo: Uid.optional(),
  language: Language.optional(),
  /** The publication appears in several languages, and each language is a separate issue. Requires `language`. */
  languageEdition: z.boolean().optional(),
  /** This file replaces the published issue even if its content differs, and takes precedence over other files of the run. */
  replaces: z.boolean().optional(),
  headline: OneLine.max(500).optional(),
  description: Text.optional(),
  targetingTags: z.array(Line).max(100).optional(),
  articles: z.array(SidecarArticle).max(1000).optional(),
})
export type Sidecar = z.infer<typeof Sidecar>

function canonicalLanguage(tag: string): string | null {
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag)
    return /^[a-z]{2,3}(-|$)/.test(canonical) ? canonical : null
  } catch {
    return null
  }
}

/** Maximum size of a sidecar, and of an INDEX.tsv. */
export const MOST_METADATA_BYTES = 50 * 1024 * 1024

/** Reads and validates a sidecar. @throws Error with a message of one line */
export async function readSidecar(path: string): Promise<Sidecar> {
  const contents = await readBounded(path, MOST_METADATA_BYTES)
  let value: unknown
  try {
    value = JSON.parse(contents.toString('utf8'), (_, each) => (typeof each === 'string' ? storable(each) : each))
  } catch {
    throw new Error('it is not JSON')
  }
  const read = Sidecar.safeParse(value)
  if (read.success) return read.data
  throw new Error(firstProblem(read.error))
}

/** Returns a text without characters that the database does not store: NUL and halves of surrogate pairs. */
export const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Returns a text in one line, without control characters, those that turn the direction of a text, and stacked accents. */
export function oneLine(text: string): string {
  return printable(text).replace(STACKED, '$1').replace(/\s+/g, ' ').trim()
}

export function firstProblem(error: z.ZodError): string {
  const [first] = error.issues
  return `${first?.path.join('.') || 'the whole file'}: ${first?.message}`.replace(/\s+/g, ' ')
}
