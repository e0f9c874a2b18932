import { createHash } from 'node:crypto'
import { apiAddress } from '@kiosk/contract/route'
import { issueCover } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import type { ReleaseMessage } from '@kiosk/domain/reading/release-message'
import { DAY_SECONDS, HOUR_SECONDS } from '@kiosk/domain/time'
import { type AwaitedIssue, awaitedIssue } from '../accounts/awaited-issue.ts'
import type { AppContext } from '../context.ts'
import { emailDocument } from '../emails/email-document.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Job, Jobs } from '../jobs/job.ts'
import { forgetPushAddress, pushAddressById } from './push-subscriptions.ts'

declare module '../jobs/job.ts' {
  interface Jobs {
    /** A new issue for one device; `putOff`: how often its push service requested a later retry. */
    push: { addressId: number; issueId: number; putOff?: number }
  }
}

/** Tries of one push, over about a day. */
export const PUSH_TRIES = 12
/** Maximum number and duration of the delays that a push service can request. Seconds. */
const PUT_OFF = { times: 5, longestSeconds: 6 * HOUR_SECONDS } as const
/** A push that was not delivered within two days is outdated. */
const LIFETIME_SECONDS = 2 * DAY_SECONDS
/** Every system truncates longer headlines. */
const BODY_CHARACTERS = 120

/**
 * Pushes a new issue of a favourite to one device, unless its reader is gone, unsubscribed or may not see the issue. Delivers at
 * least once: after a crash, the push is sent again with the same topic and tag, which browsers show once.
 */
export async function pushRelease(
  options: Jobs['push'],
  ctx: AppContext,
  { id, lastTry }: Pick<Job, 'id' | 'lastTry'>,
): Promise<void> {
  const { addressId, issueId, putOff = 0 } = options
  const address = await pushAddressById(ctx.db, addressId)
  const awaited = address && (await awaitedIssue({ accountId: address.accountId, issueId }, ctx))
  if (!address || !awaited) return
  const topic = createHash('sha256').update(awaited.issue.uid).digest('base64url').slice(0, 32)
  const message = { text: JSON.stringify(releaseMessage(awaited, ctx)), topic, lifetime: LIFETIME_SECONDS }
  const outcome = await ctx.push.send(address, message, await ctx.pushSender())
  const { log } = ctx
  if (outcome.state === 'taken') log.info({ event: 'push.sent', job: id }, 'push message accepted by the push service')
  else if (outcome.state === 'gone') {
    await forgetPushAddress(ctx.db, addressId, address.endpoint)
    log.info({ event: 'push.subscription-gone', job: id }, 'push subscription gone, removed')
  } else if (outcome.state === 'refused')
    log.warn({ event: 'push.rejected', job: id, reason: outcome.reason }, 'push message rejected by the push service')
  else if (outcome.seconds !== null && putOff < PUT_OFF.times) {
    const at = new Date(ctx.now().getTime() + Math.min(outcome.seconds, PUT_OFF.longestSeconds) * 1000)
    const later = { addressId, issueId, putOff: putOff + 1 }
    await enqueue(ctx.db, 'push', later, { at, tries: PUSH_TRIES, key: `push-${addressId}-${issueId}` })
  } else {
    if (lastTry)
      log.error({ event: 'push.failed', job: id, reason: outcome.reason }, 'push message could not be sent, no attempts left')
    throw new Error(outcome.reason)
  }
}

function releaseMessage({ account, issue }: AwaitedIssue, ctx: Pick<AppContext, 'operator' | 'publicUrl'>): ReleaseMessage {
  const { language, say } = emailDocument(ctx, account)
  const headline =
    issue.headline.length > BODY_CHARACTERS ? `${issue.headline.slice(0, BODY_CHARACTERS - 1).trimEnd()}…` : issue.headline
  const size = { coverheight: COVER_HEIGHT_PIXELS.card, v: issue.revision, format: 'webp' }
  const cover = apiAddress(issueCover, { uid: issue.uid }, size)
  return {
    uid: issue.uid,
    title: say('release.SUBJECT', { title: issue.titleName, issue: issue.name }),
    body: headline,
    language,
    cover: issue.coverForAll ? cover : null,
  }
}
