import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import { mayReceive } from './audience.ts'
import type { NewsletterRun } from './newsletter-run.ts'

type Of = Pick<AppContext, 'db' | 'now'>

/** A recipient whose turn it is. `account`: null if the reader may no longer get the newsletter. */
export type DueRecipient = {
  id: number
  accountId: number
  email: string
  firstname: string
  language: string
  regionId: number
  showsAgeRestricted: boolean
  attempts: number
  mayReceive: boolean
}

/** Returns the next recipients after `after`. Accounts that are gone have an empty address and may not receive it. */
export async function dueRecipients({ db, now }: Of, newsletterId: number, after: number, most: number): Promise<DueRecipient[]> {
  const { rows } = await sql<DueRecipient>`
    select r.id, coalesce(a.id, 0) as "accountId", coalesce(a.email, '') as email, coalesce(a.firstname, '') as firstname,
      r.language, coalesce(a.region_id, 1) as "regionId", coalesce(a.allow_age_restricted, false) as "showsAgeRestricted",
      r.attempts, coalesce(${mayReceive}, false) as "mayReceive"
    from newsletter_recipients r left join accounts a on a.id = r.account_id
    where r.newsletter_id = ${newsletterId} and r.state = 'waiting' and r.id > ${after}
      and (r.retry_at is null or r.retry_at <= ${now()})
    order by r.id limit ${most}`.execute(db)
  return rows
}

/**
 * Marks a message as being sent, right before it is. Returns false if it must not be sent: another run has it, the newsletter was
 * paused, or the reader unsubscribed or changed the address.
 */
export async function claim({ db }: Of, run: NewsletterRun, { id, email }: Pick<DueRecipient, 'id' | 'email'>): Promise<boolean> {
  const { rows } = await sql`
    update newsletter_recipients r set state = 'sending', run_id = ${run.id}
    from newsletters n, accounts a
    where r.id = ${id} and r.state = 'waiting' and n.id = r.newsletter_id and n.state = 'sending' and n.run_id = ${run.id}
      and a.id = r.account_id and a.email = ${email} and ${mayReceive}
    returning r.id`.execute(db)
  return rows.length > 0
}

/** Skips a reader who may no longer get the newsletter. */
export async function skipIneligible({ db }: Of, id: number): Promise<void> {
  await sql`update newsletter_recipients r set state = 'skipped'
    where r.id = ${id} and r.state = 'waiting'
      and not exists (select from accounts a where a.id = r.account_id and ${mayReceive})`.execute(db)
}

/** Postpones a message that was not handed over. */
export async function postpone({ db }: Of, id: number, retryAt: Date): Promise<void> {
  await db
    .updateTable('newsletter_recipients')
    .set({ retry_at: retryAt })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

type Outcome =
  | { state: 'sent'; sent_at: Date }
  | { state: 'uncertain' }
  | { state: 'failed'; attempts: number; bounced_at?: Date }
  | { state: 'waiting'; attempts: number; retry_at: Date; run_id: null }

/** Records the answer of the mail server, even if this run was believed to be dead meanwhile. */
export async function recordOutcome({ db }: Of, run: NewsletterRun, id: number, outcome: Outcome): Promise<void> {
  await db
    .updateTable('newsletter_recipients')
    .set(outcome)
    .where('id', '=', id)
    .where('run_id', '=', run.id)
    .where('state', 'in', ['sending', 'uncertain'])
    .execute()
}
