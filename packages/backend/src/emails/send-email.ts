import { MINUTE_MS } from '@kiosk/domain/time'
import { accountById } from '../accounts/queries.ts'
import { OutcomeUnknown, Undeliverable } from '../adapters/mail/port.ts'
import { recordNotice } from '../billing/plans/price-notices.ts'
import type { AppContext } from '../context.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Job } from '../jobs/job.ts'
import { bounceAddress } from './bounce-address.ts'
import { composeEmail } from './compose-email.ts'
import { BULK_TEMPLATES, type EmailJob } from './email-jobs.ts'
import { noteBounce } from './note-bounce.ts'
import { type Lane, placeFor } from './recipient-queues.ts'
import { renderEmail } from './render-email.ts'
import { recordSentEmail } from './sent-emails.ts'

/** Delay of the only repetition after an attempt without a reply; then the e-mail is dropped. So it arrives at most twice. */
const UNKNOWN_AGAIN_MINUTES = [60] as const
/** Delay of an e-mail to a slow host, so that others are sent first. */
const SLOW_AGAIN_MS = 30_000

type EmailQueue = 'letter' | 'bulk-letter'
/** `lane`: the slots of the queue in which this e-mail is sent; `queue`: its name, in which it is continued later. */
type Try = Omit<Job, 'attempt'> & { lane?: Lane | undefined; queue?: EmailQueue | undefined }

/** Writes an e-mail and sends it; drops it when its recipient no longer exists. */
export async function sendEmail(email: EmailJob, ctx: AppContext, job: Try): Promise<void> {
  try {
    if ((await sendOnce(email, ctx, job)) === 'later') return
  } catch (error) {
    // The account was erased during the attempt, which is not a failure.
    if ('accountId' in email && !(await accountById(ctx.db, email.accountId))) return
    throw error
  }
  if (email.letter === 'account-deleted') await forgetParting(ctx, email.partingId)
}

/** `later` = another job continues. */
async function sendOnce(
  email: EmailJob,
  ctx: AppContext,
  { id, lastTry, signal, lane, queue = queueOf(email) }: Try,
): Promise<'done' | 'later'> {
  const composed = await composeEmail(email, ctx)
  if (!composed) return 'done'
  const written = renderEmail(composed)
  const { job: first, unknown } = email.resumes ?? { job: id, unknown: 0 }
  const place = await placeFor(written.to, lane)
  if (!place) return resume(email, ctx, id, { queue, first, unknown, afterMs: SLOW_AGAIN_MS })
  const messageId = `<letter-${first}@${new URL(ctx.publicUrl).hostname}>`
  try {
    // The job runs again if the database connection was lost before its end was recorded; by then another job with its key may
    // have replaced it.
    const { resumes: _, ...given } = email
    const accepted = `${first} ${JSON.stringify(given)}`
    if (!lane?.accepted.has(accepted)) {
      const returnPath = isToAccount(email) ? await bounceAddress(ctx, email.accountId, written.to) : undefined
      await ctx.mailer.send({ ...written, messageId, returnPath }, signal)
      lane?.accepted.set(accepted, true)
    }
    if (email.letter === 'price-rise') await recordNotice(ctx, email.noticeId)
    await recordSentEmail(email, composed, ctx)
    ctx.log.info({ event: 'email.sent', template: email.letter, job: id }, 'e-mail sent')
  } catch (error) {
    if (error instanceof OutcomeUnknown) {
      const minutes = UNKNOWN_AGAIN_MINUTES[unknown]
      ctx.log.warn({ event: 'email.outcome-unknown', template: email.letter, job: id, givenUp: !minutes }, error.message)
      if (!minutes) return 'done'
      return resume(email, ctx, id, { queue, first, unknown: unknown + 1, afterMs: minutes * MINUTE_MS })
    }
    if (!(error instanceof Undeliverable)) {
      if (lastTry)
        ctx.log.error({ event: 'email.failed', template: email.letter, job: id }, 'e-mail could not be sent, no attempts left')
      throw error
    }
    const { message: reason, addressRejected } = error
    ctx.log.warn(
      { event: 'email.undeliverable', template: email.letter, job: id, reason },
      'e-mail was rejected by the recipient server',
    )
    if (addressRejected && isToAccount(email)) await noteBounce(ctx, email.accountId, written.to)
  } finally {
    place.leave()
  }
  return 'done'
}

const queueOf = ({ letter }: EmailJob): EmailQueue =>
  BULK_TEMPLATES.some((template) => template === letter) ? 'bulk-letter' : 'letter'

/** Whether the result concerns the address of the account; a new address may be mistyped. */
function isToAccount(email: EmailJob): email is EmailJob & { accountId: number } {
  return 'accountId' in email && email.letter !== 'confirm-address' && email.letter !== 'address-changed'
}

/** Adds a job that continues later with the same Message-ID; a repeated call adds no second one. */
async function resume(
  email: EmailJob,
  { db }: Pick<AppContext, 'db'>,
  id: string,
  { queue, first, unknown, afterMs }: { queue: EmailQueue; first: string; unknown: number; afterMs: number },
): Promise<'later'> {
  const key = `letter ${first} after ${id}`
  await enqueue(db, queue, { ...email, resumes: { job: first, unknown } }, { key, at: new Date(Date.now() + afterMs) })
  return 'later'
}

/** Deletes the address of an erased account after its last e-mail. */
async function forgetParting({ db }: Pick<AppContext, 'db'>, partingId: number): Promise<void> {
  await db.deleteFrom('deleted_account_emails').where('id', '=', partingId).execute()
}
