import type { AppContext } from '../context.ts'

/** Counts a message of a newsletter that was returned. */
export async function noteNewsletterBounce({ db, now }: Pick<AppContext, 'db' | 'now'>, recipientId: number): Promise<void> {
  await db
    .updateTable('newsletter_recipients')
    .set({ bounced_at: now() })
    .where('id', '=', recipientId)
    .where('bounced_at', 'is', null)
    .execute()
}
