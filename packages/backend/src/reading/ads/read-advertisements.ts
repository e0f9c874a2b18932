import { LINK_TARGET } from '@kiosk/domain/content/link-target'
import { languages } from '@kiosk/domain/locale'
import { regions } from '@kiosk/domain/regions'
import { parse } from 'yaml'
import { z } from 'zod'

const markets = regions.map(({ country }) => country)
const Day = z.iso.date({ error: 'is not a day (2026-12-31)' })

const Advertisement = z.strictObject({
  key: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'is not a name of lower-case letters, digits and hyphens'),
  language: z.enum(languages),
  headline: z.string().trim().min(1).max(120),
  body: z.string().trim().min(1).max(400),
  target: z.string().regex(LINK_TARGET, 'is neither an https:// address nor a path of this website'),
  /** Picture file in the same folder, and its text alternative. */
  image: z.string().min(1).max(300).optional(),
  alt: z.string().trim().max(200).optional(),
  markets: z
    .array(z.enum(markets as [string, ...string[]]))
    .min(1)
    .optional(),
  categories: z
    .array(z.string().regex(/^[a-z0-9-]+$/))
    .min(1)
    .optional(),
  from: Day.optional(),
  /** The last day. */
  until: Day.optional(),
  weight: z.int().min(1).max(1000).default(1),
  'daily-cap': z.int().min(1).optional(),
  active: z.boolean().default(true),
})
export type AdvertisementInput = z.infer<typeof Advertisement>

/** An advertisement file is invalid; one line per error. */
export class UnreadableAdvertisements extends Error {
  readonly mistakes: string[]
  constructor(mistakes: string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

/**
 * Parses the operator's advertisements: `advertisements: [...]` in YAML or JSON.
 * @throws UnreadableAdvertisements
 */
export function readAdvertisements(text: string, knownCategories: readonly string[]): AdvertisementInput[] {
  let written: unknown
  try {
    written = parse(text, { maxAliasCount: 0 })
  } catch (error) {
    throw new UnreadableAdvertisements([`is neither YAML nor JSON: ${(error as Error).message.split('\n')[0]}`])
  }
  const { success, data, error } = z.strictObject({ advertisements: z.array(Advertisement).min(1).max(500) }).safeParse(written)
  if (!success) throw new UnreadableAdvertisements(error.issues.map((issue) => `${placeOf(issue.path, written)}${issue.message}`))
  const mistakes: string[] = []
  const met = new Set<string>()
  for (const { key, image, alt, from, until, categories = [] } of data.advertisements) {
    if (met.has(key)) mistakes.push(`${key}: occurs twice`)
    met.add(key)
    if (image !== undefined && !alt) mistakes.push(`${key}: a picture needs an alternative text (alt)`)
    if (from !== undefined && until !== undefined && until < from) mistakes.push(`${key}: ends before it begins`)
    for (const uid of categories) if (!knownCategories.includes(uid)) mistakes.push(`${key}: there is no category ${uid}`)
  }
  if (mistakes.length > 0) throw new UnreadableAdvertisements(mistakes)
  return data.advertisements
}

/** Returns the advertisement and field of an error: "sommer-abo, target: ". */
function placeOf(path: readonly PropertyKey[], written: unknown): string {
  const [list, index, ...rest] = path
  if (list !== 'advertisements' || typeof index !== 'number') return list === undefined ? '' : `${String(list)}: `
  const one = (written as { advertisements: { key?: unknown }[] }).advertisements[index]
  const name = typeof one?.key === 'string' ? one.key : `advertisement ${index + 1}`
  return `${[name, ...rest.map(String)].join(', ')}: `
}
