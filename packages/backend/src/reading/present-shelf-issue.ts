import type { Title } from '../catalogue/catalogue-view.ts'
import { detailLine, presentCover } from '../catalogue/present-issue.ts'
import type { IssueRow } from '../catalogue/queries.ts'
import type { RequestContext } from '../http/handler.ts'

/** Returns an issue as the reader's shelf shows it. */
export function presentShelfIssue(row: IssueRow, title: Title, req: RequestContext) {
  return {
    uid: row.uid,
    titleLine: title.name,
    detailLine: detailLine(row, req),
    magazineKey: title.key,
    ...presentCover(row),
    pageCount: row.page_count,
  }
}
