import { ApiError } from '@kiosk/domain/errors'
import type { AuditAction } from '@kiosk/domain/staff/audit-actions'
import type { NewsletterState } from '@kiosk/domain/staff/newsletter-endpoints'
import type { Selectable, Transaction, Updateable } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { clearAlarm } from '../billing/alarms.ts'
import { hasDeadPath } from '../content/dead-path.ts'
import type { ChangeContext } from '../context.ts'
import type { DB, Newsletters } from '../db/schema.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { countReaders } from './audience.ts'
import { newsletterSubject } from './draft.ts'
import { lockNewsletter, textsOf } from './newsletter-queries.ts'
import { addressesIn } from './read-markdown.ts'
import { deadLinkAlarm, newsletterJobKey } from './send-newsletter.ts'

type SendOptions = {
  /** Revision that the person saw; absent: the stored one. */
  revision?: number | undefined
  /** Null: at once. */
  startsAt: Date | null
  /** Absent: the rate of the draft, which is that of the operator's settings. */
  messagesPerMinute?: number | undefined
}

/**
 * Sends a draft to its readers, at once or at a later time. Returns how many readers it has now.
 * @throws ApiError newsletter_state, changed_meanwhile, time_is_past, newsletter_incomplete, newsletter_nobody, not_found
 */
export async function sendNewsletter(ctx: ChangeContext, id: number, options: SendOptions): Promise<number> {
  const { startsAt } = options
  const now = ctx.now()
  if (startsAt && startsAt <= now) throw new ApiError('time_is_past', 'startsAt')
  return ctx.db.transaction().execute(async (trx) => {
    const stored = await lockNewsletter(trx, id)
    if (stored.state !== 'draft') throw new ApiError('newsletter_state')
    if (options.revision !== undefined && options.revision !== stored.revision) throw new ApiError('changed_meanwhile')
    const texts = await requireComplete(trx, stored)
    const { total } = await countReaders(trx, stored, { texts, fallbackLanguage: stored.fallback_language }, now)
    if (total === 0) throw new ApiError('newsletter_nobody')
    const messages_per_minute = options.messagesPerMinute ?? stored.messages_per_minute
    const set: Updateable<Newsletters> = startsAt
      ? { state: 'scheduled', starts_at: startsAt }
      : { state: 'sending', starts_at: now, started_at: now }
    await trx
      .updateTable('newsletters')
      .set({ ...set, messages_per_minute })
      .where('id', '=', id)
      .execute()
    await enqueue(trx, 'newsletter', { newsletterId: id }, { key: newsletterJobKey(id), ...(startsAt && { at: startsAt }) })
    await recordAudit(trx, ctx.actor, now, {
      action: startsAt ? 'newsletter.scheduled' : 'newsletter.started',
      subject: newsletterSubject(stored),
      after: {
        startsAt: (startsAt ?? now).toISOString(),
        messagesPerMinute: messages_per_minute,
        readers: total,
        languages: texts,
      },
    })
    return total
  })
}

/** Makes a scheduled newsletter a draft again. */
export function unscheduleNewsletter(ctx: ChangeContext, id: number): Promise<void> {
  return change(ctx, id, { action: 'newsletter.unscheduled', from: ['scheduled'], set: { state: 'draft', starts_at: null } })
}

/** Ends the run of a newsletter after the messages that are already with the mail server. */
export function pauseNewsletter(ctx: ChangeContext, id: number): Promise<void> {
  return change(ctx, id, { action: 'newsletter.paused', from: ['sending'], set: { state: 'paused' } })
}

export function resumeNewsletter(ctx: ChangeContext, id: number): Promise<void> {
  return change(ctx, id, { action: 'newsletter.resumed', from: ['paused'], set: { state: 'sending', next_message_at: null } })
}

/** Ends a newsletter for good. */
export function stopNewsletter(ctx: ChangeContext, id: number): Promise<void> {
  const set = { state: 'stopped', finished_at: ctx.now() }
  return change(ctx, id, { action: 'newsletter.stopped', from: ['scheduled', 'sending', 'paused'], set })
}

/** Resends the messages whose delivery is uncertain. They keep their Message-ID, so mail programs show them once. */
export function resendUncertain(ctx: ChangeContext, id: number): Promise<void> {
  return change(ctx, id, {
    action: 'newsletter.uncertain-resent',
    from: ['sending', 'sent'],
    set: { state: 'sending', finished_at: null },
    async also(trx) {
      const { numUpdatedRows } = await trx
        .updateTable('newsletter_recipients')
        .set({ state: 'waiting', run_id: null, retry_at: null })
        .where('newsletter_id', '=', id)
        .where('state', '=', 'uncertain')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new ApiError('newsletter_state')
      return { messages: Number(numUpdatedRows) }
    },
  })
}

type StateChange = {
  action: AuditAction
  /** States in which the change is possible. */
  from: readonly NewsletterState[]
  set: Updateable<Newsletters> & { state: string }
  /** Runs in the same transaction. @returns further details for the audit log */
  also?: (trx: Transaction<DB>) => Promise<Record<string, unknown>>
}

/** Changes the state of a newsletter, and adds a job to continue it if it is to be sent. @throws ApiError newsletter_state */
async function change(ctx: ChangeContext, id: number, { action, from, set, also }: StateChange): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const stored = await lockNewsletter(trx, id)
    if (!(from as readonly string[]).includes(stored.state)) throw new ApiError('newsletter_state')
    const details = await also?.(trx)
    await trx.updateTable('newsletters').set(set).where('id', '=', id).execute()
    await clearAlarm(trx, ctx, deadLinkAlarm(id))
    if (set.state === 'sending') await enqueue(trx, 'newsletter', { newsletterId: id }, { key: newsletterJobKey(id) })
    await recordAudit(trx, ctx.actor, ctx.now(), {
      action,
      subject: newsletterSubject(stored),
      before: { state: stored.state },
      after: { state: set.state, ...details },
    })
  })
}

/** Returns the languages of the texts. @throws ApiError newsletter_incomplete, with the field */
async function requireComplete(
  trx: Transaction<DB>,
  { id, fallback_language }: Pick<Selectable<Newsletters>, 'id' | 'fallback_language'>,
): Promise<string[]> {
  const texts = await textsOf(trx, id)
  const isPartial = texts.some(
    ({ subject, body, buttonLabel, buttonAddress }) =>
      subject === '' || body.trim() === '' || (buttonLabel === '') !== (buttonAddress === ''),
  )
  const languages: string[] = texts.map(({ language }) => language)
  if (texts.length === 0 || isPartial) throw new ApiError('newsletter_incomplete', 'texts')
  if (fallback_language && !languages.includes(fallback_language)) throw new ApiError('newsletter_incomplete', 'fallbackLanguage')
  if (await hasDeadPath(trx, texts.flatMap(addressesIn))) throw new ApiError('newsletter_link', 'texts')
  return languages
}
