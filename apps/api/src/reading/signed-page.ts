import { Refusal } from '@kiosk/domain/errors'
import { SIGNATURE_TERM } from '@kiosk/domain/reading/terms'
import type { IssueRow } from '../catalogue/queries.ts'
import { findIssue } from '../catalogue/seen-shelf.ts'
import type { Asking } from '../endpoint.ts'
import { isSigned } from './signature.ts'

type SignedPage = {
  uid: string
  page: number
  until: number
  pages: number
  signature: string
  v?: number | undefined
  program?: '1' | undefined
}

/** The issue behind a signed page address. The signature comes first: without a good one nothing is looked up. */
export async function openPage(asked: SignedPage, asking: Asking): Promise<IssueRow> {
  const { uid, page, pages, until, signature, v: revision = 0 } = asked
  const opening = { uid, revision, pages, until, session: asking.session.id }
  if (!isSigned(opening, signature, await asking.house.secret()))
    throw new Refusal(asked.program && asking.session.id === null ? 'not_signed_in' : 'not_entitled')
  if (until * 1000 <= asking.house.now().getTime()) throw new Refusal('address_expired')
  if (page > pages) throw new Refusal('not_entitled', 'page')
  const { row } = await findIssue(uid, asking)
  // A corrected file has replaced the issue: the pictures of the old one go.
  if (row.revision !== revision) throw new Refusal('address_expired')
  if (page > row.page_count) throw new Refusal('not_found', 'page')
  return row
}

/** Kept by the reader's own browser as long as the address holds; never by a shared cache. */
export const pageHeaders = { 'cache-control': `private, max-age=${SIGNATURE_TERM}, immutable` }
