import type { Language } from '@kiosk/domain/locale'
import { filledHtml, filledLine, type HouseValues } from '@kiosk/languages/content/house-values'
import { unbroken } from '@kiosk/languages/typography'
import type { Database } from '../database/connect.ts'
import { cleanDocument } from './clean-document.ts'
import { shippedDocument } from './shipped-documents.ts'

export type Found = { title: string; description: string; html: string; version: string }

/**
 * A text in force on a day: of the market before that of all markets, the newest edition that has begun; the shipped one
 * where the operator has none. `version` asks for one edition; `values` are filled in.
 */
export async function findDocument(
  db: Database,
  given: { key: string; language: Language; region: number; day: string; version?: string },
  values: HouseValues,
): Promise<Found | undefined> {
  const { key, language, region, day, version } = given
  const own = await db
    .selectFrom('documents')
    .select(['title', 'description', 'html', 'version'])
    .where('key', '=', key)
    .where('language', '=', language)
    .where((where) => where.or([where('region_id', '=', region), where('region_id', 'is', null)]))
    .where('version', '<=', day)
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .orderBy('region_id', (order) => order.asc().nullsLast())
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const found = own ?? shippedDocument(key, language)
  if (!found || (version !== undefined && found.version !== version)) return undefined
  return {
    title: unbroken(filledLine(found.title, values), language),
    description: unbroken(filledLine(found.description, values), language),
    html: unbroken(cleanDocument(filledHtml(found.html, values)), language),
    version: found.version,
  }
}
