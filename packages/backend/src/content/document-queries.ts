import type { TextDocument } from '@kiosk/domain/content/text-document'
import type { Language } from '@kiosk/domain/locale'
import { filledHtml, filledLine, type OperatorValues } from '@kiosk/i18n/operator-values'
import { unbroken } from '@kiosk/i18n/typography'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { cleanDocument } from './clean-document.ts'
import { isDocumentKey } from './read-document.ts'
import { withRegisterLists } from './register-lists.ts'
import { shippedDocument } from './shipped-documents.ts'

/**
 * Returns the text in force at a time, the market's in preference to the general one: the newest edition that has begun, or the
 * shipped one if the operator has none, unless `ownOnly`. `day` is the day of `at` in the time zone of the caller; `version`
 * selects one edition; `values` replace placeholders.
 */
export async function findDocument(
  db: Database,
  options: { key: string; language: Language; region: number; day: string; at: Date; version?: string; ownOnly?: boolean },
  values: OperatorValues,
): Promise<TextDocument | undefined> {
  const { key, language, region, day, at, version, ownOnly = false } = options
  const own = await db
    .selectFrom('documents')
    .select(['title', 'description', 'html', 'version'])
    .where('key', '=', key)
    .where('language', '=', language)
    .where((where) => where.or([where('region_id', '=', region), where('region_id', 'is', null)]))
    .where(hasBegun({ day, at }))
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .orderBy('region_id', (order) => order.asc().nullsLast())
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const found = own ?? (!ownOnly && isDocumentKey(key) ? shippedDocument(key, language) : undefined)
  if (!found || (version !== undefined && found.version !== version)) return undefined
  const { title, description, html } = found
  return {
    title: unbroken(filledLine(title, values), language),
    description: unbroken(filledLine(description, values), language),
    html: shownHtml(html, language, values),
    version: found.version,
  }
}

/** SQL condition: the time of an edition, or else the day of its version, has come. */
function hasBegun({ day, at }: { day: string; at: Date }): RawBuilder<boolean> {
  return sql<boolean>`(case when shown_from is null then version <= ${day}::date else shown_from <= ${at} end)`
}

/** Returns the HTML of a text as pages show it: with the operator's values, sanitised. */
export function shownHtml(html: string, language: Language, values: OperatorValues): string {
  return unbroken(cleanDocument(filledHtml(withRegisterLists(html, language), values)), language)
}
