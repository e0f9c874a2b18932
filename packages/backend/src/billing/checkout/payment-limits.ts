import { DAY_MS } from '@kiosk/domain/time'
import type { Transaction } from 'kysely'
import { networkLimit } from '../../auth/network-limits.ts'
import type { DB } from '../../db/schema.ts'
import type { RequestContext } from '../../http/handler.ts'
import { TooMany } from '../../http/too-many-requests.ts'

// Limits stop card testing with stolen cards; card networks also charge merchants for repeated declined charges.

/** Number of declined charges of one account within a day after which no more are tried. */
const MOST_DECLINED = 10

/** Counts a payment page opened at a provider. @throws TooMany */
export async function limitPaymentPages({ ctx, session, visitor }: RequestContext): Promise<void> {
  await ctx.rateLimits.consume('payment-page', `account ${session.account!.id}`)
  await networkLimit(ctx.rateLimits, 'payment-page-network', visitor.address).consume()
}

/** Does not count a payment page that the provider did not open for the account; its network is limited nevertheless. */
export async function uncountPaymentPage({ ctx, session }: RequestContext): Promise<void> {
  await ctx.rateLimits.giveBack('payment-page', `account ${session.account!.id}`)
}

/**
 * Requires that few charges started by the owner of a locked account were declined recently.
 * @throws TooMany
 */
export async function requireFewDeclined(trx: Transaction<DB>, accountId: number, now: Date): Promise<void> {
  const lately = new Date(now.getTime() - DAY_MS)
  const declined = await trx
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .select('payment_attempts.created_at')
    .where('invoices.account_id', '=', accountId)
    .where('payment_attempts.state', '=', 'declined')
    .where('payment_attempts.initiator', '=', 'customer')
    .where('payment_attempts.created_at', '>', lately)
    .orderBy('payment_attempts.created_at', 'desc')
    .limit(MOST_DECLINED)
    .execute()
  const [oldest] = declined.slice(MOST_DECLINED - 1)
  if (!oldest) return
  const seconds = Math.ceil((oldest.created_at.getTime() - lately.getTime()) / 1000)
  throw new TooMany(Math.max(1, seconds), 'ERROR.TOO_MANY_DECLINED')
}
