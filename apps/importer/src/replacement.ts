import type { Database } from '@kiosk/backend/db/connect'

/** What a replacement is compared by. `language` is `und` where nobody knows. */
type Contents = { language: string; pages: string[] }

/** Letters compared at a time: long enough that two texts share few of them by chance, short enough to survive corrections. */
const GRAM_LETTERS = 12
const COMPARED_LETTERS = 200_000
/** Shorter texts tell nothing. */
const FEWEST_GRAMS = 150
/** A corrected file shares far more than this with the one before, another publication far less. */
const LEAST_SHARED = 0.1
/** Where there is too little text to compare, the number of pages may differ by this factor. */
const PAGES_FACTOR = 2

/**
 * Why a file must not silently replace the published issue `uid`: it is in another language, or hardly shares its text.
 * @returns null where it looks like a corrected file of the same issue
 */
export async function whyNotTheSame(db: Database, uid: string, file: Contents): Promise<string | null> {
  const published = await db.selectFrom('issues').select(['id', 'language']).where('uid', '=', uid).executeTakeFirst()
  if (!published) return null
  if (published.language !== file.language && ![published.language, file.language].includes('und'))
    return `is in another language (${file.language}, published: ${published.language})`
  const rows = await db.selectFrom('pages').select('text').where('issue_id', '=', published.id).orderBy('number').execute()
  return whyNotTheSameText(
    rows.map(({ text }) => text),
    file.pages,
  )
}

function whyNotTheSameText(before: string[], after: string[]): string | null {
  const [old, fresh] = [gramsOf(before), gramsOf(after)]
  const fewest = Math.min(old.size, fresh.size)
  if (fewest < FEWEST_GRAMS) {
    const factor = Math.max(before.length, after.length) / Math.max(1, Math.min(before.length, after.length))
    return factor > PAGES_FACTOR ? `has ${after.length} pages instead of ${before.length}` : null
  }
  let shared = 0
  for (const gram of old) if (fresh.has(gram)) shared++
  const share = shared / fewest
  return share < LEAST_SHARED ? `shares only ${Math.round(share * 100)} % of its text` : null
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
