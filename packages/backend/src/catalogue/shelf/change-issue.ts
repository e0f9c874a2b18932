import { ApiError } from '@kiosk/domain/errors'
import type { IssueFields } from '@kiosk/domain/staff/shelf-issue-endpoints'
import { sql, type Updateable } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { ChangeContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import type { AllIssues } from '../../db/schema.ts'
import { withAll } from './change-title.ts'
import { changedFields, type FieldChange } from './changed-fields.ts'
import { relatedOf } from './find-issues.ts'

/** The column of each field. */
const ISSUE_COLUMNS = {
  name: 'name',
  number: 'number',
  volume: 'volume',
  date: 'issue_date',
  dateEnd: 'issue_date_end',
  kind: 'kind',
  edition: 'edition',
  language: 'language',
  headline: 'headline',
  description: 'description',
} as const satisfies Record<keyof IssueFields, keyof Updateable<AllIssues>>

/** Locks an issue against imports and other changes. `subject`: for the audit log. @throws ApiError not_found */
export async function lockIssue(trx: Database, uid: string) {
  const row = await trx
    .selectFrom('all_issues')
    .innerJoin('titles', 'titles.id', 'title_id')
    .selectAll('all_issues')
    .select(sql<string>`titles.name || ', ' || all_issues.name`.as('full_name'))
    .where('uid', '=', uid)
    .forUpdate('all_issues')
    .executeTakeFirst()
  if (!row) throw new ApiError('not_found', 'uid')
  return { ...row, subject: { kind: 'issue', id: uid, name: row.full_name } }
}

/**
 * Changes fields of an issue, whose uid stays. Imports no longer change them. Returns what changed.
 * @throws ApiError not_found, changed_meanwhile, wrong_input
 */
export function changeIssue(
  { db, now, actor }: ChangeContext,
  uid: string,
  { changes, before: seen }: FieldChange<IssueFields>,
): Promise<{ before: Partial<IssueFields>; after: Partial<IssueFields> }> {
  return db.transaction().execute(async (trx) => {
    const issue = await lockIssue(trx, uid)
    const current = Object.fromEntries(
      Object.entries(ISSUE_COLUMNS).map(([name, column]) => [name, issue[column]]),
    ) as IssueFields
    const { before, after } = changedFields(current, { changes, before: seen })
    const names = Object.keys(after) as (keyof IssueFields)[]
    if (names.length === 0) return { before, after }
    const { date, dateEnd } = { ...current, ...after }
    if (dateEnd !== null && dateEnd <= date) throw new ApiError('wrong_input', 'changes.dateEnd', 'VALIDATION.dateEnd')
    const values = Object.fromEntries(names.map((name) => [ISSUE_COLUMNS[name], after[name]])) as Updateable<AllIssues>
    const desk_fields = withAll(
      issue.desk_fields,
      names.map((name) => ISSUE_COLUMNS[name]),
    )
    await trx
      .updateTable('all_issues')
      .set({ ...values, desk_fields })
      .where('id', '=', issue.id)
      .execute()
    if (after.language !== undefined) await indexPagesIn(trx, issue.id, after.language)
    await recordAudit(trx, actor, now(), { action: 'issue.changed', subject: issue.subject, before, after })
    return { before, after }
  })
}

/** Lets imports change fields again. `fields`: names of the API. @throws ApiError not_found, wrong_input */
export async function importIssueFields(
  { db, now, actor }: ChangeContext,
  uid: string,
  fields: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const issue = await lockIssue(trx, uid)
    const columns: (string | undefined)[] = fields.map((name) => ISSUE_COLUMNS[name as keyof IssueFields])
    if (columns.includes(undefined)) throw new ApiError('wrong_input', 'fields')
    const kept = issue.desk_fields.filter((column) => !columns.includes(column))
    await trx.updateTable('all_issues').set({ desk_fields: kept }).where('id', '=', issue.id).execute()
    await recordAudit(trx, actor, now(), {
      action: 'issue.changed',
      subject: issue.subject,
      before: { setAtDesk: issue.desk_fields },
      after: { setAtDesk: kept },
    })
  })
}

/** Words are indexed by the stems of their language. A page that is down has no text and stays without. */
async function indexPagesIn(trx: Database, issueId: number, language: string): Promise<void> {
  for (const table of ['pages', 'removed_page_texts'])
    await sql`update ${sql.table(table)} set search = to_tsvector(search_language(${language}), left(text, 100000))
      where issue_id = ${issueId}`.execute(trx)
}

/**
 * Sets the issues that the page of an issue recommends, in order.
 * @throws ApiError not_found, changed_meanwhile, wrong_input
 */
export async function setRelatedIssues(
  { db, now, actor }: ChangeContext,
  uid: string,
  { uids, before: seen }: { uids: readonly string[]; before?: readonly string[] | undefined },
): Promise<void> {
  if (new Set(uids).size < uids.length || uids.includes(uid)) throw new ApiError('wrong_input', 'uids')
  await db.transaction().execute(async (trx) => {
    const issue = await lockIssue(trx, uid)
    const before = (await relatedOf(trx, issue.id)).map((each) => each.uid)
    if (seen && seen.join(' ') !== before.join(' ')) throw new ApiError('changed_meanwhile')
    if (before.join(' ') === uids.join(' ')) return
    const { rows } = await sql<{ id: number }>`
      select i.id from unnest(${[...uids]}::text[]) with ordinality as wanted (uid, place)
        join all_issues i on i.uid = wanted.uid order by place`.execute(trx)
    if (rows.length < uids.length) throw new ApiError('not_found', 'uids')
    await trx.deleteFrom('related_issues').where('issue_id', '=', issue.id).execute()
    if (rows.length > 0)
      await trx
        .insertInto('related_issues')
        .values(rows.map(({ id }, index) => ({ issue_id: issue.id, position: index + 1, related_issue_id: id })))
        .execute()
    await recordAudit(trx, actor, now(), {
      action: 'issue.related-set',
      subject: issue.subject,
      before: { related: before },
      after: { related: uids },
    })
  })
}
