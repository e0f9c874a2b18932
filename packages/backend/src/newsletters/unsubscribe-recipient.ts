import { switchNewsletter } from '../accounts/preferences.ts'
import { lockAccount } from '../accounts/queries.ts'
import type { AppContext } from '../context.ts'

/**
 * Unsubscribes the recipient of a newsletter, and counts this for the newsletter the first time. Returns true if nothing will be
 * sent any more, even if the account has been erased; false if a restored database does not know the recipient.
 */
export async function unsubscribeRecipient({ db, now }: Pick<AppContext, 'db' | 'now'>, recipientId: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const recipient = await trx
      .selectFrom('newsletter_recipients')
      .select('account_id')
      .where('id', '=', recipientId)
      .executeTakeFirst()
    if (!recipient) return false
    const account = recipient.account_id ? await lockAccount(trx, recipient.account_id) : undefined
    if (!account) return true
    const isOn = account.send_newsletter || account.newsletter_confirmed_at !== null
    await switchNewsletter(trx, account, false, now())
    if (isOn) {
      const set = { unsubscribed_at: now() }
      await trx
        .updateTable('newsletter_recipients')
        .set(set)
        .where('id', '=', recipientId)
        .where('unsubscribed_at', 'is', null)
        .execute()
    }
    return true
  })
}
