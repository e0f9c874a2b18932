import { createHmac } from 'node:crypto'
import { Refusal } from '@kiosk/domain/errors'
import { download as declared, downloadSize as sizeDeclared } from '@kiosk/domain/reading/download-endpoints'
import { OFFLINE_TERM, type PageWidth } from '@kiosk/domain/reading/terms'
import { findIssue } from '../catalogue/seen-shelf.ts'
import { type Asking, serve } from '../endpoint.ts'
import { takePlace } from './device-limit.ts'
import { endOfPaidPeriod, grantDownload } from './download-queries.ts'
import { partsOfDownload, sizeOfDownload } from './parts-of-download.ts'
import { rightTo } from './right-to-read.ts'
import { endOfOpening, openingQuery } from './signature.ts'

const DAY = 24 * 3600 * 1000

export const downloadSize = serve(sizeDeclared, 'personal', async (call) => {
  const { row, title } = await findIssue(call.input.uid, call)
  if (!rightTo(row, title, call).offline) throw new Refusal('not_entitled')
  return sizeOfDownload(row, title, call.input.width as PageWidth, call)
})

export const download = serve(declared, 'personal', async (call) => {
  const { house, session, input } = call
  const { row, title } = await findIssue(input.uid, call)
  if (session.deviceId === null || !rightTo(row, title, call).offline) throw new Refusal('not_entitled')
  if (!(await takePlace(call)).taken) throw new Refusal('not_entitled', 'device')
  const parts = await partsOfDownload(row, title, input.width as PageWidth, call)
  const now = house.now()
  const paid = await endOfPaidPeriod(house.db, session.account!.id, now)
  const granted = await grantDownload(house.db, {
    deviceId: session.deviceId,
    issueId: row.id,
    accountId: session.account!.id,
    now,
    until: new Date(Math.min(now.getTime() + OFFLINE_TERM * DAY, paid?.getTime() ?? Number.POSITIVE_INFINITY)),
  })
  // The device was freed while its parts were counted.
  if (!granted) throw new Refusal('not_entitled', 'device')
  const { uid, revision, page_count: pages } = row
  const opening = { uid, revision, pages, until: endOfOpening(now), session: session.id }
  return {
    revision,
    key: granted.key.toString('base64'),
    until: granted.until.toISOString(),
    now: now.toISOString(),
    reader: await markOfReader(call),
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    parts,
    signature: openingQuery(opening, await house.secret()),
  }
})

/** Tells the accounts of one browser apart, so that what one leaves behind is not sent as another's. */
export async function markOfReader({ house, session }: Asking): Promise<string> {
  return createHmac('sha256', await house.secret())
    .update(`reader of downloads|${session.account!.id}`)
    .digest('base64url')
    .slice(0, 16)
}
