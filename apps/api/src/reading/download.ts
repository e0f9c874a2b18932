import { createHmac } from 'node:crypto'
import { Refusal } from '@kiosk/domain/errors'
import { download as declared, downloadSize as sizeDeclared } from '@kiosk/domain/reading/download-endpoints'
import { OFFLINE_TERM, type PageWidth } from '@kiosk/domain/reading/terms'
import { findIssue } from '../catalogue/seen-shelf.ts'
import { RESTRICTED_FROM } from '../catalogue/shelf-view.ts'
import { type Asking, serve } from '../endpoint.ts'
import { isOnSharedDevice } from '../session/shared-device.ts'
import { takePlace } from './device-limit.ts'
import { endOfPaidPeriod, grantDownload } from './download-queries.ts'
import { issueToTakeAlong, signatureFor } from './page-right.ts'
import { partsOfDownload, sizeOfDownload } from './parts-of-download.ts'

const DAY = 24 * 3600 * 1000

export const downloadSize = serve(sizeDeclared, 'personal', async (call) => {
  const { row, title } = await findIssue(call.input.uid, call)
  const open = issueToTakeAlong(row, title, call)
  if (!open) throw new Refusal('not_entitled')
  return sizeOfDownload(row, title, open, call.input.width as PageWidth, call)
})

export const download = serve(declared, 'personal', async (call) => {
  if (isOnSharedDevice(call)) throw new Refusal('shared_device')
  const { house, session, input } = call
  const { row, title } = await findIssue(input.uid, call)
  const open = issueToTakeAlong(row, title, call)
  if (session.deviceId === null || !open) throw new Refusal('not_entitled')
  if (!(await takePlace(call)).taken) throw new Refusal('not_entitled', 'device')
  const parts = await partsOfDownload(row, title, open, input.width as PageWidth, call)
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
  const { signature } = await signatureFor(open, call)
  return {
    revision: row.revision,
    key: granted.key.toString('base64'),
    until: granted.until.toISOString(),
    now: now.toISOString(),
    reader: await markOfReader(call),
    adult: title.ageRating >= RESTRICTED_FROM,
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    parts,
    signature,
  }
})

/** Tells the accounts of one browser apart, so that what one leaves behind is not sent as another's. */
export async function markOfReader({ house, session }: Asking): Promise<string> {
  return createHmac('sha256', await house.secret())
    .update(`reader of downloads|${session.account!.id}`)
    .digest('base64url')
    .slice(0, 16)
}
