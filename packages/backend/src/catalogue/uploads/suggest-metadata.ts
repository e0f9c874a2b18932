import type { Frequency } from '@kiosk/domain/catalogue/frequency'
import { categoryOfNewTitles } from '@kiosk/domain/catalogue/limits'
import { FALLBACK_LANGUAGE } from '@kiosk/domain/locale'
import type { IssueMetadata } from '@kiosk/domain/staff/upload-endpoints'
import type { DraftContents } from '../../adapters/pdf-importer.ts'
import type { Database } from '../../db/connect.ts'
import { categoriesWithNames } from '../queries.ts'
import { titleNamedLike } from '../same-title.ts'
import { isMachineDate, suggestIssueName } from './suggest-issue-name.ts'

/**
 * Returns what the form shows: `kept`, which somebody has entered, or at first the issue that is to be replaced, or what the file
 * suggests; and the name of `nameFor`.
 */
export async function suggestMetadata(
  db: Database,
  contents: DraftContents,
  replaces: string | null,
  kept: IssueMetadata | null = null,
): Promise<{ metadata: IssueMetadata; suggestedName: string | null }> {
  const asRead = kept ?? (await metadataAsRead(db, contents, replaces))
  const suggestedName = await nameFor(db, contents, asRead)
  return { metadata: kept ?? { ...asRead, name: suggestedName ?? asRead.name }, suggestedName }
}

async function metadataAsRead(db: Database, { suggestion }: DraftContents, replaces: string | null): Promise<IssueMetadata> {
  const { title: name, ...metadata } = suggestion
  if (replaces) {
    const issue = await db
      .selectFrom('all_issues as i')
      .innerJoin('titles as t', 't.id', 'i.title_id')
      .select(['t.key', 'i.name', 'i.number', 'i.issue_date', 'i.issue_date_end', 'i.kind', 'i.edition', 'i.language'])
      .select(['i.headline', 'i.description'])
      .where('i.uid', '=', replaces)
      .executeTakeFirst()
    if (issue)
      return {
        titleKey: issue.key,
        newTitle: null,
        name: issue.name,
        number: issue.number,
        date: issue.issue_date,
        dateEnd: issue.issue_date_end,
        kind: issue.kind as IssueMetadata['kind'],
        edition: issue.edition,
        language: issue.language,
        headline: issue.headline,
        description: issue.description,
        replaces,
        replacesOther: false,
      }
  }
  const known = await db.selectFrom('titles').select('key').where('key', '=', metadata.titleKey).executeTakeFirst()
  const titleKey = known?.key ?? (await titleNamedLike(db, name))
  if (titleKey !== null) return { ...metadata, titleKey }
  const categories = await categoriesWithNames(db)
  const category = categoryOfNewTitles(categories.map(({ uid }) => uid))
  const newTitle = { name, kind: 'magazine', country: null, category, frequency: 'irregular' } as const
  return { ...metadata, titleKey: null, newTitle }
}

/** Maximum number of issues by which the next one is named. */
const MOST_KNOWN_ISSUES = 200

/** Returns the name that a newsstand would print for an issue; null if its file gives a name, or if it replaces another issue. */
export async function nameFor(
  db: Database,
  { suggestion }: DraftContents,
  { titleKey, newTitle, date, dateEnd, number, language, replaces }: IssueMetadata,
): Promise<string | null> {
  if (replaces !== null || !isMachineDate(suggestion.name)) return null
  const title =
    titleKey === null
      ? undefined
      : await db
          .selectFrom('titles')
          .select(['id', 'kind', 'frequency', 'country', 'language'])
          .where('key', '=', titleKey)
          .executeTakeFirst()
  const known = title
    ? await db
        .selectFrom('all_issues')
        .select(['name', 'issue_date as date', 'issue_date_end as dateEnd'])
        .where('title_id', '=', title.id)
        .where('kind', 'in', ['regular', 'double'])
        .orderBy('issue_date', 'desc')
        .limit(MOST_KNOWN_ISSUES)
        .execute()
    : []
  const spoken = language === 'und' ? (title?.language.split('-')[0] ?? FALLBACK_LANGUAGE) : language
  const country = title?.country ?? newTitle?.country ?? (spoken === 'en' ? 'GB' : null)
  return suggestIssueName({
    date,
    dateEnd,
    number,
    known,
    locale: country ? `${spoken}-${country}` : spoken,
    kind: (title?.kind ?? newTitle?.kind ?? 'magazine') as 'magazine' | 'newspaper',
    frequency: (title?.frequency ?? newTitle?.frequency ?? 'irregular') as Frequency,
  })
}

/** Returns the name of a draft in lists: "Silberdistel, Nr. 12". */
export async function nameOfDraft(db: Database, contents: DraftContents, replaces: string | null): Promise<string> {
  const { titleKey, newTitle, name } = (await suggestMetadata(db, contents, replaces)).metadata
  if (titleKey === null) return `${newTitle?.name ?? contents.suggestion.title}, ${name}`
  const title = await db.selectFrom('titles').select('name').where('key', '=', titleKey).executeTakeFirstOrThrow()
  return `${title.name}, ${name}`
}
