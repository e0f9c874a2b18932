import { sql } from 'kysely'
import { RejectedPdf } from '../../adapters/pdf-importer.ts'
import type { Database } from '../../db/connect.ts'
import { type IssueText, type PublishedIssue, writeText } from '../publish-issue.ts'
import { READING_VERSION } from '../reading-version.ts'

type Read = Omit<IssueText, 'language'> & Pick<PublishedIssue, 'textLayer' | 'outline'>

/**
 * Replaces text, articles and search index of a published issue by what was read again from its pages, in one transaction. Metadata
 * and pictures stay, and so do corrections and takedowns: if one of them fits none of the new articles, the issue stays as it is.
 * @param next the version of the text; its words are already stored
 * @throws RejectedPdf
 */
export async function replaceText(
  db: Database,
  next: { uid: string; files_revision: number; text_version: number },
  { pages, articles, textLayer, outline }: Read,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const issue = await trx
      .selectFrom('all_issues')
      .select(['id', 'language', 'page_count'])
      .where('uid', '=', next.uid)
      .where('revision', '=', next.files_revision)
      .where('text_version', '=', next.text_version - 1)
      .forUpdate()
      .executeTakeFirst()
    if (!issue) throw new Error(`issue ${next.uid} was changed by another process meanwhile`)
    if (pages.length !== issue.page_count) throw notRebuilt(`the PDF has ${pages.length} pages, the issue ${issue.page_count}`)
    const text = { pages, articles, language: issue.language }
    const left = await writeText(trx, issue.id, text, { corrections: null, takedowns: [] })
    const [down] = left.takedowns
    if (down !== undefined) throw notRebuilt(`words of an article that is down would be shown again: ${down}`)
    const [corrected] = left.corrections
    if (corrected !== undefined) throw notRebuilt(`a correction of an article would be lost: ${corrected}`)
    await trx
      .updateTable('all_issues')
      .set({
        ...{ reading_version: READING_VERSION, text_version: next.text_version, text_layer: textLayer },
        ...{ outline: JSON.stringify(outline), removals: sql`removals + 1` },
      })
      .where('id', '=', issue.id)
      .execute()
    await trx.deleteFrom('failed_rebuilds').where('issue_id', '=', issue.id).execute()
  })
}

function notRebuilt(reason: string): RejectedPdf {
  return new RejectedPdf('notRebuilt', {}, reason)
}
