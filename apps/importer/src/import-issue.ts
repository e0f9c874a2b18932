import { type Files, issueFolder } from '@kiosk/backend/adapters/storage/port'
import { type PublishedIssue, publishIssue } from '@kiosk/backend/catalogue/publish-issue'
import type { Connection, Database } from '@kiosk/backend/db/connect'
import { sql } from 'kysely'
import { assembleIssue } from './assemble-issue.ts'
import { ImportError, importErrors } from './import-error.ts'
import { readMetadata } from './import-metadata.ts'
import { checkUnchanged, readSource, type Source } from './read-source.ts'
import { renderIssue } from './render-issue.ts'
import { whyNotTheSame } from './replacement.ts'
import type { IssueToImport, Revision } from './revision.ts'
import { identityOf } from './settled-identity.ts'
import type { Workers } from './workers/workers.ts'

export type Imported = { outcome: 'imported' | 'replaced' | 'already there'; uid: string; pages: number; line: string }

/**
 * Makes an issue of a PDF. Its files are written first, then one transaction shows it; whatever happens in between, visitors
 * see the old state or the new. The same file twice is one issue; another file for the same issue takes its place, and so
 * does the same file when its metadata, or the scan's text and structure beside it, say something else.
 * Two imports of the same file, or for the same issue, wait for each other, also on different machines.
 * @throws Refusal where the file is at fault: then nothing has changed
 */
export async function importIssue(issue: IssueToImport, workers: Workers): Promise<Imported> {
  const source = await readSource(issue.pdfPath, workers.bounds)
  return issue.connection.db.connection().execute((db) =>
    withLock(db, `file ${source.sha256}`, async () => {
      const known = await publishedFrom(db, issue.files, source.sha256)
      if (known) {
        if (!known.current || !(await metadataChanged(issue, known))) return known.imported
        return importNew(db, issue, source, workers, known)
      }
      await note(db, source.sha256, { state: 'started', file_name: fileName(issue.pdfPath), issue_uid: null, reason: null })
      try {
        return await importNew(db, issue, source, workers, null)
      } catch (error) {
        if (error instanceof ImportError)
          await note(db, source.sha256, {
            state: 'refused',
            file_name: fileName(issue.pdfPath),
            issue_uid: null,
            reason: error.message,
          })
        throw error
      }
    }),
  )
}

/** @param before the issue that this very file is so far, under this uid or another; its metadata have changed */
async function importNew(
  db: Database,
  issue: IssueToImport,
  source: Source,
  workers: Workers,
  before: Known | null,
): Promise<Imported> {
  const facts = await workers.run('facts', { path: issue.pdfPath })
  const { identity, uid } = await identityOf(db, issue, facts, source)
  return withLock(db, `issue ${uid}`, async () => {
    const published = await db
      .selectFrom('issues')
      .select(['revision', 'source_sha256'])
      .where('uid', '=', uid)
      .executeTakeFirst()
    const revision = (published?.revision ?? 0) + 1
    const folder = issueFolder(uid, revision)
    if (!before) await db.updateTable('imports').set({ issue_uid: uid }).where('sha256', '=', source.sha256).execute()
    // What an interrupted import has left.
    await issue.files.remove(folder)
    const replacesOther = published !== undefined && published.source_sha256 !== source.sha256 && !issue.metadata.replaces
    try {
      await makeRevision(db, { ...issue, source, facts, identity, uid, revision, folder, replacesOther }, workers)
    } catch (error) {
      await issue.files.remove(folder).catch(() => {})
      throw error
    }
    if (published) await issue.files.remove(issueFolder(uid, published.revision))
    if (before && before.uid !== uid) await issue.files.remove(issueFolder(before.uid, before.revision))
    const line = `${identity.title}, ${identity.name}`
    return { outcome: published || before ? 'replaced' : 'imported', uid, pages: facts.pages.length, line }
  })
}

async function makeRevision(db: Database, revision: Revision, workers: Workers): Promise<void> {
  await revision.files.write(`${revision.folder}source.pdf`, revision.source.contents)
  const metadataBytes = await readMetadata(revision)
  if (metadataBytes) await revision.files.write(metadataFile(revision.folder), metadataBytes)
  const rendered = await renderIssue(revision, workers)
  await checkUnchanged(revision.pdfPath, revision.source)
  const assembled = await assembleIssue(revision, rendered)
  if (revision.replacesOther) await requireSamePublication(db, revision, assembled.issue)
  for (const [index, lines] of assembled.lines.entries()) {
    const words = JSON.stringify({ lines: lines.map((line) => line.words) })
    await revision.files.write(`${revision.folder}pages/${index + 1}.words.json`, Buffer.from(words))
  }
  const { metadata, identity } = revision
  const issue: PublishedIssue = assembled.issue
  await publishIssue(db, {
    title: {
      key: identity.key,
      name: identity.title,
      nameIsSure: metadata.title !== undefined,
      kind: metadata.kind,
      language: issue.language,
      publisher: metadata.publisher,
      issn: metadata.issn,
      frequency: metadata.frequency,
      country: metadata.country,
      place: metadata.place,
      description: metadata.titleDescription,
      ageRating: metadata.ageRating,
      shownIn: metadata.shownIn,
      editionOf: metadata.editionOf,
      supplementOf: metadata.supplementOf,
      categories: metadata.categories,
    },
    issue,
    demonstration: revision.demonstration ?? false,
  })
}

async function requireSamePublication(db: Database, { uid, identity }: Revision, issue: PublishedIssue): Promise<void> {
  const reason = await whyNotTheSame(db, uid, { language: issue.language, pages: issue.pages.map(({ text }) => text) })
  if (reason) throw importErrors.otherPublication(`${identity.title}, ${identity.name}`, reason)
}

type Known = { imported: Imported; uid: string; revision: number; current: boolean }

/**
 * The issue that this file is, or was before a newer file replaced it (then it is not `current`): importing a folder again
 * must not bring the old one back.
 */
export async function publishedFrom(db: Database, files: Files, sha256: string): Promise<Known | null> {
  const known = await db
    .selectFrom('issues')
    .innerJoin('titles', 'titles.id', 'issues.title_id')
    .select(['issues.uid', 'issues.revision', 'issues.page_count', 'issues.name', 'issues.source_sha256', 'titles.name as title'])
    .where((where) =>
      where.or([
        where('issues.source_sha256', '=', sha256),
        where(
          'issues.uid',
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
  // An import that was killed right after publishing has left the files of the last revision.
  if (revision > 1) await files.remove(issueFolder(uid, revision - 1))
  const imported = { outcome: 'already there', uid, pages, line: `${title}, ${name}` } as const
  return { imported, uid, revision, current: known.source_sha256 === sha256 }
}

/** What was said of an issue lies beside its PDF. A file of which nothing is said changes nothing. */
async function metadataChanged(issue: IssueToImport, { uid, revision }: Known): Promise<boolean> {
  const metadataBytes = await readMetadata(issue)
  if (!metadataBytes) return false
  const before = await issue.files.read(metadataFile(issueFolder(uid, revision)))
  return !before?.equals(metadataBytes)
}

const metadataFile = (folder: string) => `${folder}said.json`

type Note = { state: 'started' | 'refused'; file_name: string; issue_uid: string | null; reason: string | null }
async function note(db: Database, sha256: string, values: Note): Promise<void> {
  const times = { started_at: sql<Date>`now()`, finished_at: values.state === 'refused' ? sql<Date>`now()` : null }
  await db
    .insertInto('imports')
    .values({ sha256, ...values, ...times })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ ...values, ...times }))
    .execute()
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toWellFormed()
}

/** Work that only one import at a time may do, wherever it runs. The lock ends with the connection, also after a crash. */
async function withLock<Result>(db: Database, name: string, work: () => Promise<Result>): Promise<Result> {
  await sql`select pg_advisory_lock(hashtextextended(${name}, 0))`.execute(db)
  try {
    return await work()
  } finally {
    await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(db)
  }
}

/** Removes what interrupted imports have left, unless another import is at work on it. */
export async function clearInterrupted(connection: Pick<Connection, 'db'>, files: Files): Promise<void> {
  await connection.db.connection().execute(async (db) => {
    const left = await db.selectFrom('imports').select(['sha256']).where('state', '=', 'started').execute()
    for (const { sha256 } of left) {
      const name = `file ${sha256}`
      const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as free`.execute(db)
      if (!rows[0]?.free) continue
      try {
        const row = await db
          .selectFrom('imports')
          .select('issue_uid')
          .where('sha256', '=', sha256)
          .where('state', '=', 'started')
          .executeTakeFirst()
        if (row?.issue_uid) await removeHalf(db, files, row.issue_uid)
        await db.deleteFrom('imports').where('sha256', '=', sha256).where('state', '=', 'started').execute()
      } finally {
        await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(db)
      }
    }
  })
}

async function removeHalf(db: Database, files: Files, uid: string): Promise<void> {
  await withLock(db, `issue ${uid}`, async () => {
    const published = await db.selectFrom('issues').select('revision').where('uid', '=', uid).executeTakeFirst()
    await files.remove(issueFolder(uid, (published?.revision ?? 0) + 1))
  })
}
