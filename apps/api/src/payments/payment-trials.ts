import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Asking } from '../endpoint.ts'
import { networkAttempts } from '../session/network-attempts.ts'
import { TooMany } from '../too-many.ts'

// Where cards can be tried without end, stolen ones are; and networks of cards charge a merchant who repeats what was declined.

/** So many charges of one account may be declined within a day before none is tried. */
const MOST_DECLINED = 10
const DAY_MS = 24 * 3_600_000

/** Counts a page for payment data that is opened at a provider. @throws TooMany */
export async function admitPaymentPage({ house, session, visitor }: Asking): Promise<void> {
  await house.attempts.admit('payment-page', `account ${session.account!.id}`)
  await networkAttempts(house.attempts, 'payment-page-network', visitor.address).admit()
}

/**
 * Charges of a locked account that its owner began and that were declined lately.
 * @throws TooMany where there were too many to try another one
 */
export async function demandFewDeclined(trx: Transaction<DB>, accountId: number, now: Date): Promise<void> {
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
