import { ApiError } from '@kiosk/domain/errors'
import { download as declared, downloadSize as sizeDeclared } from '@kiosk/domain/reading/download-endpoints'
import { OFFLINE_TTL_DAYS, type PageWidth } from '@kiosk/domain/reading/limits'
import { DAY_MS } from '@kiosk/domain/time'
import { readerReference } from '../../auth/account-reference.ts'
import { isOnSharedDevice } from '../../auth/shared-device.ts'
import { RESTRICTED_FROM } from '../../catalogue/title-visibility.ts'
import { findIssue } from '../../catalogue/viewer-catalogue.ts'
import { defineHandler, type RequestContext } from '../../http/handler.ts'
import { takePlace } from '../device-limit.ts'
import { issueToTakeAlong, signatureFor } from '../page-right.ts'
import { partsOfDownload, sizeOfDownload } from './download-parts.ts'
import { endOfGrant, endOfPaidPeriod, grantDownload } from './queries.ts'

export const downloadSize = defineHandler(sizeDeclared, 'personal', async (call) => {
  const { row, title } = await findIssue(call.input.uid, call)
  const open = issueToTakeAlong(row, title, call)
  if (!open) throw new ApiError('not_entitled')
  return sizeOfDownload(row, title, open, call.input.width as PageWidth, call)
})

export const download = defineHandler(declared, 'personal', async (call) => {
  if (isOnSharedDevice(call)) throw new ApiError('shared_device')
  const { ctx, session, input } = call
  const { row, title } = await findIssue(input.uid, call)
  const open = issueToTakeAlong(row, title, call)
  if (session.deviceId === null || !open) throw new ApiError('not_entitled')
  if (!(await takePlace(call)).taken) throw new ApiError('not_entitled', 'device')
  const parts = await partsOfDownload(row, title, open, input.width as PageWidth, call)
  const now = ctx.now()
  const paid = await endOfPaidPeriod(ctx.db, session.account!.id, now)
  const granted = await grantDownload(ctx.db, {
    deviceId: session.deviceId,
    issueId: row.id,
    accountId: session.account!.id,
    now,
    until: endOfGrant(new Date(now.getTime() + OFFLINE_TTL_DAYS * DAY_MS), paid, title),
  })
  // The device was removed while its parts were counted.
  if (!granted) throw new ApiError('not_entitled', 'device')
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

/** Distinguishes the accounts of one browser, so that queued data of one is not sent as another's. */
export function markOfReader({ ctx, session }: RequestContext): Promise<string> {
  return readerReference(session.account!.id, ctx)
}
