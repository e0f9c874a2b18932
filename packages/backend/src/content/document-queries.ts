import type { TextDocument } from '@kiosk/domain/content/text-document'
import type { Language } from '@kiosk/domain/locale'
import { filledHtml, filledLine, type OperatorValues } from '@kiosk/i18n/operator-values'
import { unbroken } from '@kiosk/i18n/typography'
import type { Database } from '../db/connect.ts'
import { cleanDocument } from './clean-document.ts'
import { isDocumentKey } from './read-document.ts'
import { withRegisterLists } from './register-lists.ts'
import { shippedDocument } from './shipped-documents.ts'

/**
 * Returns the text in force on a day: the market's before the general one, the newest edition that has begun; the shipped one if
 * the operator has none. `version` selects one edition; `values` replace placeholders.
 */
export async function findDocument(
  db: Database,
  options: { key: string; language: Language; region: number; day: string; version?: string },
  values: OperatorValues,
): Promise<TextDocument | undefined> {
  const { key, language, region, day, version } = options
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
  const found = own ?? (isDocumentKey(key) ? shippedDocument(key, language) : undefined)
  if (!found || (version !== undefined && found.version !== version)) return undefined
  return {
    title: unbroken(filledLine(found.title, values), language),
    description: unbroken(filledLine(found.description, values), language),
    html: unbroken(cleanDocument(filledHtml(withRegisterLists(found.html, language), values)), language),
    version: found.version,
  }
}
