import { sql } from 'kysely'
import { RejectedPdf } from '../../adapters/pdf-importer.ts'
import type { Database } from '../../db/connect.ts'
import { count } from '../../format-count.ts'
import { type IssueText, type PublishedIssue, writeText } from '../publish-issue.ts'
import { READING_VERSION } from '../reading-version.ts'
import { noteScans } from '../scans/scan-queue.ts'

type Read = IssueText & Pick<PublishedIssue, 'textLayer' | 'outline'>

/**
 * Replaces text, articles and search index of a published issue with what was read again from its pages, in one transaction.
 * Metadata and pictures stay, and so do corrections and takedowns: if one of them fits none of the new articles, the issue is not
 * changed. If the language was unknown, it is set to that of the text.
 * @param next the new text and its version; its words are already stored
 * @throws RejectedPdf
 */
export async function replaceText(
  db: Database,
  next: { uid: string; files_revision: number; text_version: number },
  { pages, articles, makeup = null, textLayer, outline, language: read }: Read,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const issue = await trx
      .selectFrom('all_issues')
      .select(['id', 'title_id', 'language', 'page_count', 'desk_fields'])
      .where('uid', '=', next.uid)
      .where('revision', '=', next.files_revision)
      .where('text_version', '=', next.text_version - 1)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!issue) throw new Error(`issue ${next.uid} was changed by another process meanwhile`)
    if (pages.length !== issue.page_count)
      throw notRebuilt(`the PDF has ${count(pages.length, 'page')}, the issue ${issue.page_count}`)
    const isUnknown = issue.language === 'und' && !issue.desk_fields.includes('language')
    const language = isUnknown ? read : issue.language
    // Before the text: words of corrections are indexed in the language of the issue.
    if (language !== issue.language) {
      await trx.updateTable('all_issues').set({ language }).where('id', '=', issue.id).execute()
      await trx.updateTable('titles').set({ language }).where('id', '=', issue.title_id).where('language', '=', 'und').execute()
    }
    const left = await writeText(trx, issue.id, { pages, articles, makeup, language }, { corrections: null, takedowns: [] })
    const [down] = left.takedowns
    if (down !== undefined) throw notRebuilt(`words of an article that is down would be shown again: ${down}`)
    const [corrected] = left.corrections
    if (corrected !== undefined) throw notRebuilt(`a correction of an article would be lost: ${corrected}`)
    await trx
      .updateTable('all_issues')
      .set({
        reading_version: READING_VERSION,
        text_version: next.text_version,
        text_layer: textLayer,
        outline: JSON.stringify(outline),
        removals: sql`removals + 1`,
      })
      .where('id', '=', issue.id)
      .execute()
    await noteScans(trx, issue.id, pages, false)
    await trx.deleteFrom('failed_rebuilds').where('issue_id', '=', issue.id).execute()
  })
}

function notRebuilt(reason: string): RejectedPdf {
  return new RejectedPdf('notRebuilt', {}, reason)
}
