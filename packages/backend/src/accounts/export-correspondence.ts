import type { Database } from '../db/connect.ts'
import { feedbackOf, type OwnAddress } from './data-by-email.ts'

/** Returns the messages of a reader and to a reader, and what support has seen and noted. */
export async function correspondenceOf(db: Database, accountId: number, addresses: readonly OwnAddress[]) {
  return {
    feedback: await db
      .selectFrom('feedback')
      .select(['email', 'name', 'title', 'content', 'at'])
      .where(feedbackOf(addresses))
      .orderBy('id')
      .execute(),
    emails: await db
      .selectFrom('sent_emails')
      .select(['recipient', 'subject', 'body as text', 'sent_at as sent', 'repeated_at as sentAgain'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute(),
    supportRequests: await db
      .selectFrom('support_requests')
      .select(['author as by', 'asked_at as at'])
      .where('account_id', '=', accountId)
      .orderBy('asked_at')
      .execute(),
    supportGrants: await db
      .selectFrom('support_grants')
      .select(['granted_at as allowed', 'ends_at as ends', 'ended_at as endedEarly'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute(),
    supportViews: await db
      .selectFrom('support_views')
      .innerJoin('support_grants', 'support_grants.id', 'grant_id')
      .select(['author as by', 'opened_at as opened', 'looked_at as lastLooked'])
      .where('account_id', '=', accountId)
      .orderBy('support_views.id')
      .execute(),
    notes: await db
      .selectFrom('reader_notes')
      .select(['body as text', 'written_at as at'])
      .where('account_id', '=', accountId)
      .orderBy('written_at')
      .execute(),
  }
}
