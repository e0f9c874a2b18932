import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { StoredCorrections } from '../corrections/write-articles.ts'
import { READING_VERSION } from '../reading-version.ts'

/** What is counted by font. */
export type MakeupRole =
  | 'headline'
  | 'kicker'
  | 'deck'
  | 'byline'
  | 'body'
  | 'crosshead'
  | 'quotation'
  | 'caption'
  | 'credit'
  | 'furniture'

/**
 * How an issue is set according to its pages alone, without what was learned from other issues. `fonts`: name without the subset
 * prefix, size in points in steps of a half, and the number of blocks by role. `lines`: short printed texts with the
 * index of their font. `furniture`: what repeats at the head or foot of pages, with `#` for numbers; size in points.
 */
export type Makeup = {
  shape: 1
  fonts: { font: string; size: number; roles: Partial<Record<MakeupRole, number>> }[]
  lines: { page: number; font: number; role: MakeupRole; text: string }[]
  furniture: { at: 'head' | 'foot'; text: string; size: number }[]
}

/** `isCurrent`: its roles come from the current version of the reading. `corrected`: what people corrected in it. */
export type FormerIssue = {
  makeup: Makeup
  isCurrent: boolean
  corrected: Pick<StoredCorrections, 'imported' | 'corrections'> | null
}

/** Version of the shape of {@link Makeup}; others are ignored. */
const SHAPE = 1
/** Number of issues to learn from; older ones of a title do not count. */
const ISSUES_LEARNED_FROM = 8

/**
 * Returns the issues of a title that are nearest in time to one of its issues, the nearest first. That issue itself and issues that
 * are down are left out.
 * @param of `date`: ISO 8601 day; `sha256`: hash of its file, which may be published under another uid
 */
export async function formerIssues(
  db: Database,
  of: { titleKey: string; uid: string; date: string; sha256: string | null },
): Promise<FormerIssue[]> {
  const rows = await db
    .selectFrom('all_issues as i')
    .innerJoin('titles as t', 't.id', 'i.title_id')
    .innerJoin('issue_makeup as m', 'm.issue_id', 'i.id')
    // Corrections are large, and useless without a make-up of the current shape.
    .leftJoin('article_corrections as c', (join) =>
      join.onRef('c.issue_id', '=', 'i.id').on(sql<string>`m.makeup ->> 'shape'`, '=', String(SHAPE)),
    )
    .select(['m.makeup', 'm.reading_version', 'c.imported', 'c.corrections'])
    .where('t.key', '=', of.titleKey)
    .where('i.uid', '!=', of.uid)
    .where(sql<boolean>`i.source_sha256 is distinct from ${of.sha256}`)
    .where('i.taken_down_at', 'is', null)
    .orderBy(sql`abs(i.issue_date - ${of.date}::date)`)
    .orderBy('i.id', 'desc')
    .limit(ISSUES_LEARNED_FROM)
    .execute()
  return rows.flatMap(({ makeup, reading_version, imported, corrections }) => {
    const read = makeup as unknown as Makeup
    if (read.shape !== SHAPE) return []
    const corrected = imported && corrections ? ({ imported, corrections } as unknown as FormerIssue['corrected']) : null
    return [{ makeup: read, isCurrent: reading_version === READING_VERSION, corrected }]
  })
}

/** Stores how an issue is set; null = not known. Only the row of this issue is written, so that imports of a title do not wait. */
export async function writeMakeup(trx: Database, issueId: number, makeup: Makeup | null): Promise<void> {
  if (!makeup) {
    await trx.deleteFrom('issue_makeup').where('issue_id', '=', issueId).execute()
    return
  }
  const values = { reading_version: READING_VERSION, makeup: JSON.stringify(makeup) }
  await trx
    .insertInto('issue_makeup')
    .values({ issue_id: issueId, ...values })
    .onConflict((conflict) => conflict.column('issue_id').doUpdateSet(values))
    .execute()
}
