import type { Upload } from '@kiosk/domain/staff/upload-endpoints'
import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'

export type SameFile = Upload['sameFile']
type Row = { id: string; sha256: string | null; state: string }

const UNPUBLISHED = ['draft', 'scheduled', 'publishing']

/** Returns what the same file already is, for each of these uploads that is read and not published. Others get nothing. */
export async function sameFileOf(db: Database, uploads: readonly Row[]): Promise<(upload: Row) => SameFile> {
  const hashes = [...new Set(uploads.flatMap(({ sha256, state }) => (sha256 && UNPUBLISHED.includes(state) ? [sha256] : [])))]
  if (hashes.length === 0) return () => ({ issue: null, drafts: [] })
  // An issue has the file, or had it until another one replaced it.
  const { rows: issues } = await sql<{ sha256: string; uid: string; name: string; isReplaced: boolean }>`
    select distinct on (file.sha256) file.sha256, i.uid, t.name || ', ' || i.name as name,
      i.source_sha256 is distinct from file.sha256 as "isReplaced"
    from unnest(${hashes}::text[]) as file (sha256)
    cross join lateral (
      select id from all_issues where source_sha256 = file.sha256
      union select issue.id from imports join all_issues as issue on issue.uid = imports.issue_uid
        where imports.sha256 = file.sha256 and imports.state = 'published') as found
    join all_issues as i on i.id = found.id
    join titles as t on t.id = i.title_id
    order by file.sha256, "isReplaced"`.execute(db)
  const drafts = await db
    .selectFrom('uploads')
    .select(['id', 'sha256', 'file_name', 'issue_name'])
    .where('sha256', 'in', hashes)
    .where('state', 'in', UNPUBLISHED)
    .orderBy('created_at')
    .execute()
  return ({ id, sha256, state }) => {
    if (sha256 === null || !UNPUBLISHED.includes(state)) return { issue: null, drafts: [] }
    const issue = issues.find((each) => each.sha256 === sha256)
    return {
      issue: issue ? { uid: issue.uid, name: issue.name, isReplaced: issue.isReplaced } : null,
      drafts: drafts
        .filter((other) => other.sha256 === sha256 && other.id !== id)
        .map((other) => ({ id: other.id, name: other.issue_name ?? other.file_name })),
    }
  }
}
