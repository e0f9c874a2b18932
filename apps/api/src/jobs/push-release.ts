import { createHash } from 'node:crypto'
import { issueCover } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHT } from '@kiosk/domain/catalogue/terms'
import type { ReleaseMessage } from '@kiosk/domain/reading/release-message'
import { type AwaitedIssue, awaitedIssue } from '../accounts/awaited-issue.ts'
import { apiAddress } from '../api-address.ts'
import type { House } from '../house.ts'
import { letterPaper } from '../outside/mail/letter-paper.ts'
import { forgetPushAddress, pushAddressById } from '../reading/push-queries.ts'
import { addJob } from './add-job.ts'
import type { Job, Jobs } from './jobs.ts'

/** Tries of one push, over about a day. */
export const PUSH_TRIES = 12
/** A push service that always asks to come back later is believed so often, and so long. Seconds. */
const PUT_OFF = { times: 5, most: 6 * 3600 } as const
/** What nobody took within two days is no news. Seconds. */
const LIFETIME = 2 * 24 * 3600
/** A headline longer than this is cut by every system. Characters. */
const BODY = 120

/**
 * Tells one device of a new issue of a favourite; who is gone, has switched it off or may not see the issue any more hears
 * nothing. At least once: a worker that dies in between tells it again under the same topic and tag, which show it once.
 */
export async function pushRelease(
  given: Jobs['push'],
  house: House,
  { id, lastTry }: Pick<Job, 'id' | 'lastTry'>,
): Promise<void> {
  const { addressId, issueId, putOff = 0 } = given
  const address = await pushAddressById(house.db, addressId)
  const awaited = address && (await awaitedIssue({ accountId: address.accountId, issueId }, house))
  if (!address || !awaited) return
  const topic = createHash('sha256').update(awaited.issue.uid).digest('base64url').slice(0, 32)
  const message = { text: JSON.stringify(releaseMessage(awaited, house)), topic, lifetime: LIFETIME }
  const outcome = await house.push.send(address, message, await house.pushSender())
  const { log } = house
  if (outcome.state === 'taken') log.info({ event: 'push sent', job: id }, 'a push service took a message')
  else if (outcome.state === 'gone') {
    await forgetPushAddress(house.db, addressId, address.endpoint)
    log.info({ event: 'push address gone', job: id }, 'nobody listens there any more')
  } else if (outcome.state === 'refused') log.warn({ event: 'push refused', job: id, reason: outcome.reason }, outcome.reason)
  else if (outcome.seconds !== null && putOff < PUT_OFF.times) {
    const at = new Date(house.now().getTime() + Math.min(outcome.seconds, PUT_OFF.most) * 1000)
    const later = { addressId, issueId, putOff: putOff + 1 }
    await addJob(house.db, 'push', later, { at, tries: PUSH_TRIES, key: `push-${addressId}-${issueId}` })
  } else {
    if (lastTry) log.error({ event: 'push given up', job: id, reason: outcome.reason }, 'a push could not be sent')
    throw new Error(outcome.reason)
  }
}

function releaseMessage({ account, issue }: AwaitedIssue, house: House): ReleaseMessage {
  const { language, say } = letterPaper(house, account.language)
  const headline = issue.headline.length > BODY ? `${issue.headline.slice(0, BODY - 1).trimEnd()}…` : issue.headline
  const cover = apiAddress(issueCover, { uid: issue.uid }, { coverheight: COVER_HEIGHT.card, v: issue.revision })
  return {
    uid: issue.uid,
    title: say('release.SUBJECT', { title: issue.titleName, issue: issue.name }),
    body: headline,
    language,
    cover: issue.coverForAll ? cover : null,
  }
}
