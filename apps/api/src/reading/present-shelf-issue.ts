import { detailLine, presentCover } from '../catalogue/present-issue.ts'
import type { IssueRow } from '../catalogue/queries.ts'
import type { Title } from '../catalogue/shelf-view.ts'
import type { Asking } from '../endpoint.ts'

/** An issue as the reader's own shelf shows it. */
export function presentShelfIssue(row: IssueRow, title: Title, asking: Asking) {
  return {
    uid: row.uid,
    titleLine: title.name,
    detailLine: detailLine(row, asking),
    magazineKey: title.key,
    ...presentCover(row),
    pageCount: row.page_count,
  }
}
