import { ApiError } from '@kiosk/domain/errors'
import type { RequestContext } from '../http/handler.ts'
import type { CatalogueView, Title } from './catalogue-view.ts'
import { presentIssue } from './present-issue.ts'
import { type IssueRow, issueByUid } from './queries.ts'
import { catalogueDay } from './title-visibility.ts'

/** Returns the catalogue as the caller sees it. An unknown country counts as Austria (ADR-0170). */
export function catalogueOf({ ctx, visitor, session }: RequestContext): Promise<CatalogueView> {
  const day = catalogueDay(ctx.now())
  return ctx.catalogueCache.forViewer({ country: visitor.country ?? 'AT', showsAgeRestricted: session.showsAgeRestricted, day })
}

/** Returns the title of an issue; throws not-found if the caller may not see it. */
export async function titleOf(row: { title_id: number }, req: RequestContext): Promise<Title> {
  let catalogue = await catalogueOf(req)
  if (!catalogue.knows(row.title_id)) {
    await req.ctx.catalogueCache.reload()
    catalogue = await catalogueOf(req)
  }
  const title = catalogue.title(row.title_id)
  if (!title) throw new ApiError('not_found', 'uid')
  return title
}

/** Returns an issue and its title; throws not-found if the caller may not see it. */
export async function findIssue(uid: string, req: RequestContext): Promise<{ row: IssueRow; title: Title }> {
  const row = await issueByUid(req.ctx.db, uid)
  if (!row) throw new ApiError('not_found', 'uid')
  return { row, title: await titleOf(row, req) }
}

/** Removes issues that the caller may not see. */
export function presentIssues(rows: readonly IssueRow[], catalogue: CatalogueView, req: RequestContext) {
  return rows.flatMap((row) => {
    const title = catalogue.title(row.title_id)
    return title ? [presentIssue(row, title, req)] : []
  })
}
