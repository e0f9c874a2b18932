import { type Files, issueFolder } from '@kiosk/backend/adapters/storage/port'
import type { Connection, Database } from '@kiosk/backend/db/connect'
import { sql } from 'kysely'

// The records of earlier imports: which file became which issue, and what was interrupted.

export type Imported = { outcome: 'imported' | 'replaced' | 'already there'; uid: string; pages: number; line: string }
export type Known = { imported: Imported; uid: string; revision: number; current: boolean }

/**
 * Returns the issue that was imported from a file; null for a new file. `current` is false if a newer file has replaced it,
 * because importing a folder again must not bring the old file back.
 */
export async function publishedFrom(db: Database, sha256: string): Promise<Known | null> {
  const known = await db
    .selectFrom('all_issues')
    .innerJoin('titles', 'titles.id', 'all_issues.title_id')
    .select([
      'all_issues.uid',
      'all_issues.revision',
      'all_issues.page_count',
      'all_issues.name',
      'all_issues.source_sha256',
      'titles.name as title',
    ])
    .where((where) =>
      where.or([
        where('all_issues.source_sha256', '=', sha256),
        where(
          'all_issues.uid',
          'in',
          where
            .selectFrom('imports')
            .select('issue_uid')
            .where('sha256', '=', sha256)
            .where('state', '=', 'published')
            .$castTo<{ issue_uid: string }>(),
        ),
      ]),
    )
    .executeTakeFirst()
  if (!known) return null
  const { uid, revision, page_count: pages, title, name } = known
  const imported = { outcome: 'already there', uid, pages, line: `${title}, ${name}` } as const
  return { imported, uid, revision, current: known.source_sha256 === sha256 }
}

type Note = { state: 'started' | 'refused'; file_name: string; issue_uid: string | null; reason: string | null }
/** Records that a file is being imported, or why it was rejected. */
export async function recordImport(db: Database, sha256: string, values: Note): Promise<void> {
  const times = { started_at: sql<Date>`now()`, finished_at: values.state === 'refused' ? sql<Date>`now()` : null }
  await db
    .insertInto('imports')
    .values({ sha256, ...values, ...times })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ ...values, ...times }))
    .execute()
}

/** Names of the locks that imports of one file, and changes of one issue, hold. */
export const lockOfFile = (sha256: string) => `file ${sha256}`
export const lockOfIssue = (uid: string) => `issue ${uid}`

/** Runs work that only one import on any machine may do at a time. The lock ends with the connection, also after a crash. */
export async function withLock<Result>(db: Database, name: string, work: () => Promise<Result>): Promise<Result> {
  await sql`select pg_advisory_lock(hashtextextended(${name}, 0))`.execute(db)
  try {
    return await work()
  } finally {
    await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(db)
  }
}

/** Removes the files of interrupted imports, except those that another process is importing now. */
export async function clearInterrupted(connection: Pick<Connection, 'db'>, files: Files): Promise<void> {
  await connection.db.connection().execute(async (db) => {
    const left = await db.selectFrom('imports').select(['sha256']).where('state', '=', 'started').execute()
    for (const { sha256 } of left) {
      const name = lockOfFile(sha256)
      const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as free`.execute(db)
      if (!rows[0]?.free) continue
      try {
        const row = await db
          .selectFrom('imports')
          .select('issue_uid')
          .where('sha256', '=', sha256)
          .where('state', '=', 'started')
          .executeTakeFirst()
        if (row?.issue_uid) await removeUnpublished(db, files, row.issue_uid)
        await db.deleteFrom('imports').where('sha256', '=', sha256).where('state', '=', 'started').execute()
      } finally {
        await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(db)
      }
    }
  })
}

async function removeUnpublished(db: Database, files: Files, uid: string): Promise<void> {
  await withLock(db, lockOfIssue(uid), async () => {
    const published = await db.selectFrom('all_issues').select('revision').where('uid', '=', uid).executeTakeFirst()
    await files.remove(issueFolder(uid, (published?.revision ?? 0) + 1))
  })
}
