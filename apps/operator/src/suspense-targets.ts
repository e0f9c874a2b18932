import { isPaymentNamed } from '@kiosk/backend/billing/refunds/request-refund'
import { OTHER_ACCOUNTS, type OtherAccount, type Target } from '@kiosk/backend/billing/suspense/decide'
import { SuspenseRejected } from '@kiosk/backend/billing/suspense/suspense-rejected'
import { accountOfAddress } from '@kiosk/backend/billing/withdrawals/account-of-email'
import type { Database } from '@kiosk/backend/db/connect'

/** The arguments name nothing that exists; `message` is a sentence for the operator. */
export class NotFound extends Error {}

export type Named = {
  subscription?: string | undefined
  account?: string | undefined
  payment?: string | undefined
  as?: string | undefined
}

/** Finds the subscription of --subscription or --account: an account's running one, else its latest. @throws NotFound */
export async function subscriptionNamed(db: Database, { subscription, account }: Named): Promise<number> {
  if (subscription !== undefined) {
    const id = Number(/^V-(\d{6,15})$/.exec(subscription)?.[1] ?? Number.NaN)
    const known = Number.isNaN(id)
      ? undefined
      : await db.selectFrom('subscriptions').select('id').where('id', '=', id).executeTakeFirst()
    if (!known) throw new NotFound('There is no such subscription. Example of a number: V-000042.')
    return known.id
  }
  const owner = await accountOfAddress(db, account ?? '')
  if (!owner?.isCurrent) throw new NotFound('There is no account with this address.')
  const newest = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', owner.id)
    .orderBy((order) => order.case().when('state', 'in', ['active', 'past-due']).then(0).else(1).end())
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!newest) throw new NotFound('This account has no subscription.')
  return newest.id
}

/** Returns the target of "book"; without an option, the assigned subscription. @throws NotFound */
export async function targetNamed(db: Database, id: number, named: Named): Promise<Target> {
  const { subscription, payment, as } = named
  if (subscription !== undefined) return { to: 'contract', subscription: await subscriptionNamed(db, { subscription }) }
  if (payment !== undefined) return { to: 'payment', attemptId: await paymentNamed(db, payment) }
  if (as !== undefined) {
    if (!Object.hasOwn(OTHER_ACCOUNTS, as)) throw new NotFound('--as must be income, loss, fee or payout.')
    return { to: as as OtherAccount }
  }
  const row = await db.selectFrom('suspense').select('subscription_id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new SuspenseRejected('not-open')
  if (row.subscription_id === null)
    throw new NotFound('It is not assigned to a subscription: use --subscription, --payment or --as.')
  return { to: 'contract', subscription: row.subscription_id }
}

/** Finds a payment by its id or its invoice's number: of several attempts the paid one, else the latest. @throws NotFound */
async function paymentNamed(db: Database, typed: string): Promise<string> {
  const found = await db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .select('payment_attempts.id')
    .where(isPaymentNamed(typed))
    .orderBy((order) => order.case().when('payment_attempts.state', '=', 'succeeded').then(0).else(1).end())
    .orderBy('payment_attempts.created_at', 'desc')
    .executeTakeFirst()
  if (!found) throw new NotFound('There is no such payment. Use the number of its invoice or the id of the payment.')
  return found.id
}
