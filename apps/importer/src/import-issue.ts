import { type Files, issueFolder, issuePdf, wordsFile } from '@kiosk/backend/adapters/storage/port'
import { type PublishedIssue, publishIssue } from '@kiosk/backend/catalogue/publish-issue'
import type { Database } from '@kiosk/backend/db/connect'
import pMap from 'p-map'
import { assembleIssue } from './assemble-issue.ts'
import { copyDraft } from './draft.ts'
import { type Imported, type Known, lockOfFile, lockOfIssue, publishedFrom, recordImport, withLock } from './earlier-imports.ts'
import { ImportError, importErrors } from './import-error.ts'
import { habitsFor } from './learning/habits-of.ts'
import { FILES_AT_ONCE } from './limits.ts'
import { metadataFile, storedMetadata } from './metadata/stored-metadata.ts'
import { checkUnchanged, readSource, type Source } from './read-source.ts'
import { renderIssue } from './render-issue.ts'
import { whyNotTheSame } from './replacement.ts'
import type { IssueToImport, Revision } from './revision.ts'
import { settledIdentity } from './settled-identity.ts'
import type { Line } from './text/line.ts'
import type { Workers } from './workers/workers.ts'

/**
 * Imports a PDF as an issue. Its files are written first, then one transaction publishes it, so that visitors see either the
 * old state or the new one. Importing the same file twice gives one issue. Another file for the same issue replaces it, and so
 * does the same file with changed metadata or a changed METS file.
 * Imports of the same file or the same issue wait for each other, also on different machines.
 * @throws ImportError if the file cannot be imported; then nothing has changed
 */
export async function importIssue(issue: IssueToImport, workers: Workers): Promise<Imported> {
  const source = await readSource(issue.pdfPath, workers.bounds)
  return issue.connection.db.connection().execute((db) =>
    withLock(db, lockOfFile(source.sha256), async () => {
      const known = await publishedFrom(db, source.sha256)
      // An import that was killed right after publishing did not remove the files of the revision before.
      if (known && known.revision > 1) await issue.files.remove(issueFolder(known.uid, known.revision - 1))
      // A person at the desk may bring an earlier file back; a folder that is imported again may not.
      const isBroughtBack = issue.draft !== undefined && known?.current === false
      if (known && !isBroughtBack) {
        if (!known.current || !(await metadataChanged(issue, known))) return known.imported
        return importNew(db, issue, source, workers, known)
      }
      await recordImport(db, source.sha256, {
        state: 'started',
        file_name: fileNameOf(issue),
        issue_uid: null,
        reason: null,
      })
      try {
        return await importNew(db, issue, source, workers, null)
      } catch (error) {
        if (error instanceof ImportError)
          await recordImport(db, source.sha256, {
            state: 'refused',
            file_name: fileNameOf(issue),
            issue_uid: null,
            reason: error.message,
          })
        throw error
      }
    }),
  )
}

/** @param before the issue that this file was imported as, under this uid or another, with other metadata; null = a new file */
async function importNew(
  db: Database,
  issue: IssueToImport,
  source: Source,
  workers: Workers,
  before: Known | null,
): Promise<Imported> {
  const pdfInfo = issue.draft?.pdfInfo ?? (await workers.run('pdfInfo', { path: issue.pdfPath }))
  const identified = await settledIdentity(db, issue, pdfInfo, source)
  const { identity } = identified
  const uid = issue.replacesUid ?? identified.uid
  return withLock(db, lockOfIssue(uid), async () => {
    const published = await db
      .selectFrom('all_issues')
      .select(['revision', 'source_sha256'])
      .where('uid', '=', uid)
      .executeTakeFirst()
    const revision = (published?.revision ?? 0) + 1
    const folder = issueFolder(uid, revision)
    if (!before) await db.updateTable('imports').set({ issue_uid: uid }).where('sha256', '=', source.sha256).execute()
    // An interrupted import may have left files.
    await issue.files.remove(folder)
    const replacesOther = published !== undefined && published.source_sha256 !== source.sha256 && !issue.metadata.replaces
    try {
      await makeRevision(db, { ...issue, source, pdfInfo, identity, uid, revision, folder, replacesOther }, workers)
    } catch (error) {
      await issue.files.remove(folder).catch(() => {})
      throw error
    }
    if (published) await issue.files.remove(issueFolder(uid, published.revision))
    if (before && before.uid !== uid) await issue.files.remove(issueFolder(before.uid, before.revision))
    const line = `${identity.title}, ${identity.name}`
    return { outcome: published || before ? 'replaced' : 'imported', uid, pages: pdfInfo.pages.length, line }
  })
}

async function makeRevision(db: Database, revision: Revision, workers: Workers): Promise<void> {
  // This is the only copy once its upload is removed. Everything else can be made from it.
  await revision.files.write(issuePdf(revision.uid, revision.revision), revision.source.contents, { durable: true })
  const metadataBytes = await storedMetadata(revision)
  if (metadataBytes) await revision.files.write(metadataFile(revision.folder), metadataBytes)
  const rendered = revision.draft ? await copyDraft(revision.draft, revision) : await renderIssue(revision, workers)
  await checkUnchanged(revision.pdfPath, revision.source)
  const { identity, uid, source } = revision
  const of = { titleKey: identity.key, uid, date: identity.date, sha256: source.sha256 }
  const assembled = await assembleIssue(revision, rendered, await habitsFor(db, of))
  if (revision.replacesOther) await requireSamePublication(db, revision, assembled.issue)
  await writeWords(revision.files, { uid: revision.uid, files_revision: revision.revision, text_version: 0 }, assembled.lines)
  const { metadata } = revision
  const issue: PublishedIssue = assembled.issue
  await publishIssue(db, {
    title: {
      key: identity.key,
      name: identity.title,
      // The desk changes titles on their own page.
      nameIsSure: metadata.title !== undefined && !revision.draft,
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
    actor: revision.actor,
  })
}

/** Writes the words of all pages, for selection and for hits of a search. */
export async function writeWords(files: Files, issue: Parameters<typeof wordsFile>[0], pages: readonly Line[][]): Promise<void> {
  const write = (lines: readonly Line[], index: number) =>
    files.write(wordsFile(issue, index + 1), Buffer.from(JSON.stringify({ lines: lines.map(({ words }) => words) })))
  await pMap(pages, write, { concurrency: FILES_AT_ONCE })
}

async function requireSamePublication(db: Database, { uid, identity }: Revision, issue: PublishedIssue): Promise<void> {
  const reason = await whyNotTheSame(db, uid, { language: issue.language, pages: issue.pages.map(({ text }) => text) })
  if (reason) throw importErrors.otherPublication(`${identity.title}, ${identity.name}`, reason)
}

/** Whether the metadata differ from those stored with the issue. A file without metadata changes nothing. */
async function metadataChanged(issue: IssueToImport, { uid, revision }: Known): Promise<boolean> {
  const metadataBytes = await storedMetadata(issue)
  if (!metadataBytes) return false
  const before = await issue.files.read(metadataFile(issueFolder(uid, revision)))
  return !before?.equals(metadataBytes)
}

function fileNameOf({ pdfPath, fileName = pdfPath }: IssueToImport): string {
  return fileName.slice(fileName.lastIndexOf('/') + 1).toWellFormed()
}
