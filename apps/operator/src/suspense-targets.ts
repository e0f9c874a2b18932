import type { Database } from '@kiosk/api/database/connect'
import { accountOfAddress } from '@kiosk/api/payments/account-of-address'
import { OTHER_ACCOUNTS, type OtherAccount, type Target } from '@kiosk/api/payments/decide-suspense'
import { SuspenseRejected } from '@kiosk/api/payments/suspense-rejected'

/** What was typed names nothing that we have, or nothing that it could; in the operator's words. */
export class NotFound extends Error {}

type Named = {
  contract?: string | undefined
  account?: string | undefined
  payment?: string | undefined
  as?: string | undefined
}

/** The subscription that --contract or --account names; of an account the one that runs, else the last. @throws NotFound */
export async function subscriptionNamed(db: Database, { contract, account }: Named): Promise<number> {
  if (contract !== undefined) {
    const id = Number(/^V-(\d{6,15})$/.exec(contract)?.[1] ?? Number.NaN)
    const known = Number.isNaN(id)
      ? undefined
      : await db.selectFrom('subscriptions').select('id').where('id', '=', id).executeTakeFirst()
    if (!known) throw new NotFound('There is no such subscription; V-000042 is a number.')
    return known.id
  }
  const owner = await accountOfAddress(db, account ?? '')
  if (!owner?.isCurrent) throw new NotFound('There is no account with this address.')
  const its = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', owner.id)
    .orderBy((order) => order.case().when('state', 'in', ['active', 'past-due']).then(0).else(1).end())
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!its) throw new NotFound('This account has no subscription that the money could belong to.')
  return its.id
}

/** Where "book" is to book; without an option the subscription that the money was assigned to. @throws NotFound */
export async function targetNamed(db: Database, id: number, named: Named): Promise<Target> {
  const { contract, payment, as } = named
  if (contract !== undefined) return { to: 'contract', subscription: await subscriptionNamed(db, { contract }) }
  if (payment !== undefined) return { to: 'payment', attemptId: await paymentNamed(db, payment) }
  if (as !== undefined) {
    if (!Object.hasOwn(OTHER_ACCOUNTS, as)) throw new NotFound('--as is income, loss, fee or payout.')
    return { to: as as OtherAccount }
  }
  const row = await db.selectFrom('suspense').select('subscription').where('id', '=', id).executeTakeFirst()
  if (!row) throw new SuspenseRejected('not-open')
  if (row.subscription === null) throw new NotFound('It was assigned to no subscription: say --contract, --payment or --as.')
  return { to: 'contract', subscription: row.subscription }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** By the number of its invoice, else by its id; of several tries of an invoice the one that was paid, else the last. */
async function paymentNamed(db: Database, typed: string): Promise<string> {
  const found = await db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .select('payment_attempts.id')
    .where((where) =>
      where.or([where('invoices.number', '=', typed), ...(UUID.test(typed) ? [where('payment_attempts.id', '=', typed)] : [])]),
    )
    .orderBy((order) => order.case().when('payment_attempts.state', '=', 'succeeded').then(0).else(1).end())
    .orderBy('payment_attempts.created_at', 'desc')
    .executeTakeFirst()
  if (!found) throw new NotFound('There is no such payment; the number of an invoice or the id of a payment names one.')
  return found.id
}
