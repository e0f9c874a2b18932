import type { AppContext } from '../context.ts'

/** Marks the account's address as undeliverable, unless it has changed since the e-mail was sent. */
export async function noteBounce({ db, now }: Pick<AppContext, 'db' | 'now'>, accountId: number, to: string): Promise<void> {
  await db.updateTable('accounts').set({ mail_bounced_at: now() }).where('id', '=', accountId).where('email', '=', to).execute()
}
