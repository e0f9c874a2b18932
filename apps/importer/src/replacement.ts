import type { Database } from '@kiosk/backend/db/connect'
import { differences, type ImportError } from './import-error.ts'

/** The content by which a replacement is compared. `language` is `und` if it is unknown. */
type Contents = { language: string; pages: string[] }

/** Letters of a compared sequence: enough that texts share few by chance, few enough that corrections keep most. */
const GRAM_LETTERS = 12
const COMPARED_LETTERS = 200_000
/** Texts with fewer sequences are too short to compare. */
const FEWEST_GRAMS = 150
/** A corrected file shares a much larger part than this with the previous one, another publication a much smaller one. */
const LEAST_SHARED = 0.1
/** If there is too little text to compare, the number of pages may differ by this factor. */
const PAGES_FACTOR = 2

/**
 * Returns why a file must not silently replace the published issue `uid`: another language, or hardly any common text.
 * @returns null if it looks like a corrected file of the same issue
 */
export async function whyNotTheSame(db: Database, uid: string, file: Contents): Promise<ImportError | null> {
  const published = await db.selectFrom('all_issues').select(['id', 'language']).where('uid', '=', uid).executeTakeFirst()
  if (!published) return null
  if (published.language !== file.language && ![published.language, file.language].includes('und'))
    return differences.otherLanguage(file.language, published.language)
  const rows = await db
    .selectFrom('pages')
    .leftJoin('removed_page_texts as removed', (join) =>
      join.onRef('removed.issue_id', '=', 'pages.issue_id').onRef('removed.number', '=', 'pages.number'),
    )
    .select(({ fn }) => fn.coalesce('removed.text', 'pages.text').as('text'))
    .where('pages.issue_id', '=', published.id)
    .orderBy('pages.number')
    .execute()
  return whyNotTheSameText(
    rows.map(({ text }) => text),
    file.pages,
  )
}

function whyNotTheSameText(before: string[], after: string[]): ImportError | null {
  const [old, fresh] = [gramsOf(before), gramsOf(after)]
  const fewest = Math.min(old.size, fresh.size)
  if (fewest < FEWEST_GRAMS) {
    const factor = Math.max(before.length, after.length) / Math.max(1, Math.min(before.length, after.length))
    return factor > PAGES_FACTOR ? differences.otherPageCount(after.length, before.length) : null
  }
  let shared = 0
  for (const gram of old) if (fresh.has(gram)) shared++
  const share = shared / fewest
  return share < LEAST_SHARED ? differences.otherText(Math.round(share * 100)) : null
}

function gramsOf(pages: string[]): Set<string> {
  const letters = pages
    .join('')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, '')
    .slice(0, COMPARED_LETTERS)
  const grams = new Set<string>()
  for (let at = 0; at + GRAM_LETTERS <= letters.length; at++) grams.add(letters.slice(at, at + GRAM_LETTERS))
  return grams
}
