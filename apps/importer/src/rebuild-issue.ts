import type { Rebuilt } from '@kiosk/backend/adapters/pdf-importer'
import { type Files, issueFolder, issuePdf, wordsFolder } from '@kiosk/backend/adapters/storage/port'
import { replaceText } from '@kiosk/backend/catalogue/rebuilds/replace-text'
import type { Connection, Database } from '@kiosk/backend/db/connect'
import { assembleIssue } from './assemble-issue.ts'
import { lockOfIssue, withLock } from './earlier-imports.ts'
import { writeWords } from './import-issue.ts'
import { habitsFor } from './learning/habits-of.ts'
import type { Sidecar } from './metadata/sidecar.ts'
import { metadataFile } from './metadata/stored-metadata.ts'
import { renderIssue } from './render-issue.ts'
import { withScans } from './scans/scanned-page.ts'
import type { Workers } from './workers/workers.ts'

/**
 * Reads text and articles of a published issue again from its stored PDF and from what was read on its scans. Its words are
 * written beside the former ones, then one transaction replaces text, articles and search index, so that readers see either the
 * former state or the new one, also after a crash. Imports of the same issue wait only while it is written.
 * @throws ImportError if the PDF cannot be read; then nothing has changed
 */
export async function rebuildIssue(
  { connection, files, uid }: { connection: Pick<Connection, 'db'>; files: Files; uid: string },
  workers: Workers,
): Promise<Rebuilt> {
  const issue = await publishedIssue(connection.db, uid)
  if (!issue?.source_sha256) return { outcome: 'left', problem: 'it has no PDF' }
  const folder = issueFolder(uid, issue.revision)
  const pdf = issuePdf(uid, issue.revision)
  if ((await files.size(pdf)) === null) return { outcome: 'left', problem: `its PDF is not kept (${pdf})` }
  const stored = await files.read(metadataFile(folder))
  const { mets, ...metadata } = (stored ? JSON.parse(stored.toString('utf8')) : {}) as Sidecar & { mets?: string }
  if (mets) return { outcome: 'left', problem: 'its articles are from a METS file, which is not kept' }

  const pdfPath = await files.path(pdf)
  const pdfInfo = await workers.run('pdfInfo', { path: pdfPath })
  const { pages } = await renderIssue({ pdfInfo, files, folder, pdfPath, pictures: 'none' }, workers)
  const { title_key: titleKey, name, number, volume, edition, revision, source_sha256: sha256 } = issue
  const identity = { name, number, volume, edition, date: issue.issue_date, dateEnd: issue.issue_date_end }
  const assembled = await assembleIssue(
    { metadata, metsPath: null, identity, pdfInfo, uid, source: { sha256 }, revision },
    {
      pages: await withScans(pages, files, { uid, revision }),
      cover: { width: issue.cover_width, height: issue.cover_height, colour: issue.cover_colour },
    },
    await habitsFor(connection.db, { titleKey, uid, date: issue.issue_date, sha256 }),
  )
  const next = { uid, files_revision: revision, text_version: issue.text_version + 1 }
  return connection.db.connection().execute((db) =>
    withLock(db, lockOfIssue(uid), async () => {
      const current = await publishedIssue(db, uid)
      const isSame = current?.revision === revision && current.text_version === issue.text_version
      if (!isSame) return { outcome: 'left', problem: 'it was imported or read again meanwhile' } as const
      // An interrupted run may have left files.
      await files.remove(wordsFolder(next))
      await writeWords(files, next, assembled.lines)
      // If the connection is lost, the transaction may be committed all the same: the words stay.
      await replaceText(db, next, assembled.issue)
      // A reader may still be asking for the words of the version before.
      for (let version = 1; version < issue.text_version; version++)
        await files.remove(wordsFolder({ ...next, text_version: version }))
      return { outcome: 'rebuilt', pages: pages.length, articles: assembled.issue.articles.length } as const
    }),
  )
}

function publishedIssue(db: Database, uid: string) {
  return db
    .selectFrom('all_issues as i')
    .innerJoin('titles as t', 't.id', 'i.title_id')
    .select(['t.key as title_key', 'i.name', 'i.number', 'i.volume', 'i.edition', 'i.issue_date', 'i.issue_date_end'])
    .select(['i.source_sha256', 'i.revision', 'i.text_version', 'i.cover_width', 'i.cover_height', 'i.cover_colour'])
    .where('uid', '=', uid)
    .executeTakeFirst()
}
