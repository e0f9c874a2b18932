import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS, SECOND_MS } from '@kiosk/domain/time'
import { OutcomeUnknown, Undeliverable } from '../adapters/mail/port.ts'
import { raiseAlarm } from '../billing/alarms.ts'
import { hasDeadPath } from '../content/dead-path.ts'
import type { AppContext } from '../context.ts'
import { bounceAddress } from '../emails/bounce-address.ts'
import { noteBounce } from '../emails/note-bounce.ts'
import { type Lane, placeFor } from '../emails/recipient-queues.ts'
import { renderEmail } from '../emails/render-email.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Job } from '../jobs/job.ts'
import { type NewsletterContent, newsletterEmail, storedContent } from './newsletter-email.ts'
import { textsOf } from './newsletter-queries.ts'
import { beginRun, endDeadRun, type NewsletterRun, nextSlot, RUN_MS } from './newsletter-run.ts'
import { addressesIn } from './read-markdown.ts'
import { claim, type DueRecipient, dueRecipients, postpone, recordOutcome, skipIneligible } from './recipient-queries.ts'
import { selectRecipients } from './select-recipients.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

declare module '../jobs/job.ts' {
  interface Jobs {
    /** Selects the readers of a newsletter and sends it to them. After half a minute, another job continues. */
    newsletter: { newsletterId: number }
  }
}

export const newsletterJobKey = (id: number) => `newsletter ${id}`
/** The alarm about a newsletter that is paused because of a dead link. */
export const deadLinkAlarm = (id: number) => ({ kind: 'newsletter-link', subject: `newsletter ${id}` }) as const

/** Number of messages that are sent at the same time. */
export const SENDERS = 4
const READ_AHEAD = 100
/** Delays after a temporary failure; then the message has failed. */
const RETRY_MINUTES = [2, 10, 30, 120, 360, 720] as const
/** After this many consecutive temporary failures, nothing is sent for a while. */
const FAILURES_IN_A_ROW = 5
const REST_MS = MINUTE_MS
/** Delay of a message to a slow host, so that others are sent first. */
const SLOW_AGAIN_MS = 30 * SECOND_MS
/** Delay while another server sends. */
const LOOK_AGAIN_MS = 10 * SECOND_MS

type Options = Pick<Job, 'signal'> & { lane?: Lane }

/** Continues a newsletter. Of several concurrent runs only one sends, and no message is sent twice. */
export async function runNewsletter(
  { newsletterId }: { newsletterId: number },
  ctx: AppContext,
  options: Options,
): Promise<void> {
  await startIfDue(newsletterId, ctx)
  await endDeadRun(ctx, newsletterId)
  const run = await beginRun(ctx, newsletterId, options.signal)
  let restMs = run ? 0 : LOOK_AGAIN_MS
  if (run) {
    try {
      if (await selectRecipients(ctx, { id: newsletterId, run_id: run.id })) restMs = await sendMessages(run, ctx, options.lane)
      if (await finishIfDone(run, ctx)) ctx.log.info({ event: 'newsletter.finished', newsletterId }, 'newsletter sent')
    } finally {
      await run.end()
    }
  }
  await continueLater(newsletterId, ctx, restMs)
}

/**
 * Starts a scheduled newsletter at its time. If a link has become dead since, such as that of a campaign that was ended or removed, it
 * is paused, with an alarm: a person resumes it or stops it.
 */
async function startIfDue(newsletterId: number, ctx: AppContext): Promise<void> {
  const { db, now } = ctx
  const due = await db
    .selectFrom('newsletters')
    .select('id')
    .where('id', '=', newsletterId)
    .where('state', '=', 'scheduled')
    .where('starts_at', '<=', now())
    .executeTakeFirst()
  if (!due) return
  const isDead = await hasDeadPath(db, (await textsOf(db, newsletterId)).flatMap(addressesIn))
  await db.transaction().execute(async (trx) => {
    const started = await trx
      .updateTable('newsletters')
      .set({ state: isDead ? 'paused' : 'sending', started_at: now() })
      .where('id', '=', newsletterId)
      .where('state', '=', 'scheduled')
      .where('starts_at', '<=', now())
      .returning('id')
      .executeTakeFirst()
    if (started && isDead) await raiseAlarm(trx, ctx, deadLinkAlarm(newsletterId))
  })
}

/** Adds the next job, unless the newsletter is paused, or all is sent and no message is with the mail server. */
async function continueLater(newsletterId: number, { db }: AppContext, restMs: number): Promise<void> {
  const newsletter = await db
    .selectFrom('newsletters')
    .select(['state', 'starts_at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('newsletter_recipients')
          .select('id')
          .whereRef('newsletter_id', '=', 'newsletters.id')
          .where('state', '=', 'sending'),
      ).as('has_messages_in_hand'),
    )
    .where('id', '=', newsletterId)
    .executeTakeFirst()
  const isEarly = newsletter?.state === 'scheduled'
  if (newsletter?.state !== 'sending' && !isEarly && !newsletter?.has_messages_in_hand) return
  const at = isEarly && newsletter.starts_at ? newsletter.starts_at : new Date(Date.now() + restMs)
  await enqueue(db, 'newsletter', { newsletterId }, { key: newsletterJobKey(newsletterId), at })
}

async function finishIfDone(run: NewsletterRun, { db, now }: AppContext): Promise<boolean> {
  const finished = await db
    .updateTable('newsletters')
    .set({ state: 'sent', finished_at: now() })
    .where('id', '=', run.newsletterId)
    .where('state', '=', 'sending')
    .where('run_id', '=', run.id)
    .where('selected_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('newsletter_recipients')
            .select('id')
            .whereRef('newsletter_id', '=', 'newsletters.id')
            .where('state', 'in', ['waiting', 'sending']),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return finished !== undefined
}

/** Sends messages until the time of the run is over or nobody is due. Returns how long the next run must wait. */
async function sendMessages(run: NewsletterRun, ctx: AppContext, lane: Lane | undefined): Promise<number> {
  const until = performance.now() + RUN_MS
  const content = await storedContent(ctx.db, run.newsletterId, ctx.publicUrl)
  const next = recipientsOf(run, ctx)
  let failures = 0
  let isOver = false

  async function sender(): Promise<void> {
    while (!isOver && !run.signal.aborted && performance.now() < until && failures < FAILURES_IN_A_ROW) {
      const recipient = await next()
      if (!recipient) return
      if (!recipient.mayReceive) {
        await skipIneligible(ctx, recipient.id)
        continue
      }
      const wait = await nextSlot(ctx, run)
      if (wait === null) isOver = true
      else if (wait > 0) await sleep(wait, undefined, { signal: run.signal }).catch(() => {})
      if (isOver || run.signal.aborted) return
      const isAnswered = await sendMessage(run, recipient, { ctx, content, lane })
      failures = isAnswered ? 0 : failures + 1
    }
  }

  const senders = Array.from({ length: SENDERS }, () =>
    sender().catch((error: unknown) => {
      isOver = true
      throw error
    }),
  )
  // The run ends when all senders have stopped, even after an error.
  for (const ended of await Promise.allSettled(senders)) if (ended.status === 'rejected') throw ended.reason
  if (failures >= FAILURES_IN_A_ROW) return REST_MS
  return performance.now() < until ? untilRetry(run, ctx) : 0
}

/** Returns the time until the next retry. */
async function untilRetry({ newsletterId }: NewsletterRun, { db, now }: AppContext): Promise<number> {
  const { at } = await db
    .selectFrom('newsletter_recipients')
    .select((row) => row.fn.min('retry_at').as('at'))
    .where('newsletter_id', '=', newsletterId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return at ? Math.max(0, at.getTime() - now().getTime()) : 0
}

/** Returns a function that hands out each due recipient once; null when there are none left. */
function recipientsOf(run: NewsletterRun, ctx: AppContext): () => Promise<DueRecipient | null> {
  let after = 0
  let ahead: DueRecipient[] = []
  let reading: Promise<void> | null = null
  async function read(): Promise<void> {
    ahead = await dueRecipients(ctx, run.newsletterId, after, READ_AHEAD)
    after = ahead.at(-1)?.id ?? Number.POSITIVE_INFINITY
  }
  return async () => {
    while (ahead.length === 0 && after !== Number.POSITIVE_INFINITY) {
      reading ??= read().finally(() => {
        reading = null
      })
      await reading
    }
    return ahead.shift() ?? null
  }
}

type Message = { ctx: AppContext; content: NewsletterContent; lane: Lane | undefined }

/** Sends one message. Returns false if the mail server could not take it now. */
async function sendMessage(run: NewsletterRun, recipient: DueRecipient, { ctx, content, lane }: Message): Promise<boolean> {
  const { id, accountId, email } = recipient
  const token = await unsubscribeToken(ctx, id)
  const written = newsletterEmail(content, { ...recipient, token }, ctx)
  if (!written) throw new Error(`newsletter ${run.newsletterId} has no text in ${recipient.language}`)
  const returnPath = await bounceAddress(ctx, accountId, email, id)
  const messageId = `<newsletter-${run.newsletterId}-${id}@${new URL(ctx.publicUrl).hostname}>`
  const mail = { ...renderEmail(written), messageId, returnPath }
  const place = await placeFor(email, lane)
  if (!place) {
    await postpone(ctx, id, new Date(ctx.now().getTime() + SLOW_AGAIN_MS))
    return true
  }
  try {
    if (!(await claim(ctx, run, recipient))) {
      await skipIneligible(ctx, id)
      return true
    }
    const failure = await ctx.mailer.send(mail, run.handover).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    if (failure) return await recordFailure(run, recipient, ctx, failure.error)
    // If this fails, the message stays in `sending` and becomes uncertain, because it was sent.
    await recordOutcome(ctx, run, id, { state: 'sent', sent_at: ctx.now() })
    return true
  } finally {
    place.leave()
  }
}

/** Records why a message was not sent. Returns false if the mail server could not take it now. */
async function recordFailure(run: NewsletterRun, recipient: DueRecipient, ctx: AppContext, error: unknown): Promise<boolean> {
  const { id, accountId, email } = recipient
  const { newsletterId } = run
  if (error instanceof OutcomeUnknown) {
    ctx.log.warn({ event: 'newsletter.uncertain', newsletterId, messages: 1 }, error.message)
    await recordOutcome(ctx, run, id, { state: 'uncertain' })
    return true
  }
  const attempts = recipient.attempts + 1
  if (error instanceof Undeliverable) {
    const isDead = error.addressRejected
    ctx.log.warn({ event: 'newsletter.undeliverable', newsletterId, reason: error.message }, 'message was rejected')
    await recordOutcome(ctx, run, id, { state: 'failed', attempts, ...(isDead && { bounced_at: ctx.now() }) })
    if (isDead) await noteBounce(ctx, accountId, email)
    return true
  }
  // The server stops: the message was not handed over.
  const isStopping = run.signal.aborted
  const minutes = RETRY_MINUTES[recipient.attempts]
  if (minutes === undefined && !isStopping) {
    await recordOutcome(ctx, run, id, { state: 'failed', attempts })
    return false
  }
  const retryAt = new Date(ctx.now().getTime() + (isStopping ? 0 : (minutes ?? 0) * MINUTE_MS))
  const counted = isStopping ? recipient.attempts : attempts
  await recordOutcome(ctx, run, id, { state: 'waiting', attempts: counted, retry_at: retryAt, run_id: null })
  ctx.log.warn({ event: 'newsletter.not-sent', newsletterId, err: error }, 'message could not be sent now')
  return false
}
