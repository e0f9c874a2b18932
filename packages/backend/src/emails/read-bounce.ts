import { accountById } from '../accounts/queries.ts'
import { accountSubject, recordAudit } from '../audit/record-audit.ts'
import type { AppContext } from '../context.ts'
import { noteNewsletterBounce } from '../newsletters/note-newsletter-bounce.ts'
import { accountIn, isBounceOf } from './bounce-address.ts'
import { noteBounce } from './note-bounce.ts'

/** `dead`: the address was marked as undeliverable; `passing`: temporary; `foreign`: not a bounce of one of our e-mails. */
type ReadBounce = 'dead' | 'passing' | 'foreign'

/**
 * Reads a bounced e-mail (delivery status notification, RFC 3464) and marks an undeliverable address. The signed bounce
 * address identifies the account; an account that has changed its address since is not marked.
 * @param source the complete e-mail with headers
 */
export async function readBounce(source: string, ctx: AppContext): Promise<ReadBounce> {
  const found = accountIn(source)
  const account = found && (await accountById(ctx.db, found.accountId))
  if (!found || !account || !(await isBounceOf(ctx, found, account.email))) return 'foreign'
  const action = /^Action:\s*(\w+)/im.exec(source)?.[1]?.toLowerCase()
  const status = /^Status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(source)?.[1] ?? ''
  if (action === 'failed' && found.recipientId !== undefined) await noteNewsletterBounce(ctx, found.recipientId)
  if (action !== 'failed' || !/^5\.(1\.\d+|2\.1)$/.test(status)) return 'passing'
  await ctx.db.transaction().execute(async (trx) => {
    await noteBounce({ db: trx, now: ctx.now }, account.id, account.email)
    const subject = accountSubject(account.id)
    await recordAudit(trx, ctx.actor, ctx.now(), { action: 'account.address-bounced', subject, after: { status } })
  })
  ctx.log.warn(
    { event: 'email.bounced', accountId: account.id, status },
    'e-mail bounced permanently, address marked as undeliverable',
  )
  return 'dead'
}
