import type { Updateable } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { AllIssues } from '../../db/schema.ts'
import { hideUntil } from './issue-visibility.ts'

/** Decisions of people about an issue, which an import keeps (ADR-0205). */
type DeskState = {
  /** Values of the fields that were set at the desk, and whether the issue is withdrawn. */
  values: Updateable<AllIssues>
  shownFrom: Date | null
  /** Issues that it recommends, in order, and issues that recommend it. */
  related: readonly { related_issue_id: number; position: number }[]
  relatedTo: readonly { issue_id: number; position: number }[]
}

/** Returns the state of an issue that an import replaces with another. */
export async function deskStateOf(trx: Database, issueId: number): Promise<DeskState> {
  const issue = await trx.selectFrom('all_issues').selectAll().where('id', '=', issueId).executeTakeFirstOrThrow()
  const { desk_fields, shown_from, withdrawn_at } = issue
  const set = Object.fromEntries(desk_fields.map((name) => [name, issue[name as keyof typeof issue]]))
  const related = await trx
    .selectFrom('related_issues')
    .select(['issue_id', 'related_issue_id', 'position'])
    .where((where) => where.or([where('issue_id', '=', issueId), where('related_issue_id', '=', issueId)]))
    .execute()
  return {
    values: { ...(set as Updateable<AllIssues>), desk_fields, withdrawn_at },
    shownFrom: shown_from,
    related: related.filter((each) => each.issue_id === issueId && each.related_issue_id !== issueId),
    relatedTo: related.filter((each) => each.related_issue_id === issueId && each.issue_id !== issueId),
  }
}

/** Gives the state to the replacing issue. */
export async function carryDeskState(
  trx: Database,
  issueId: number,
  { values, shownFrom, related, relatedTo }: DeskState,
): Promise<void> {
  await trx.updateTable('all_issues').set(values).where('id', '=', issueId).execute()
  if (shownFrom) await hideUntil(trx, issueId, shownFrom)
  const rows = [
    ...related.map(({ related_issue_id, position }) => ({ issue_id: issueId, related_issue_id, position })),
    ...relatedTo.map(({ issue_id, position }) => ({ issue_id, related_issue_id: issueId, position })),
  ]
  if (rows.length > 0)
    await trx
      .insertInto('related_issues')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
