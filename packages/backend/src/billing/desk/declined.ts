import { instantOf } from '@kiosk/domain/iso-time'
import type { Money } from '@kiosk/domain/money'
import { MONEY_ROWS } from '@kiosk/domain/staff/limits'
import { type Declined, declinedCharges as declaredDeclined } from '@kiosk/domain/staff/money-endpoints'
import { type Kysely, sql } from 'kysely'
import { isUuid } from '../../db/is-uuid.ts'
import type { DB } from '../../db/schema.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'
import { subscriptionNumber } from '../subscriptions/subscription-number.ts'

type Row = {
  id: string
  at: Date
  amount: number
  currency: Money['currency']
  provider: string
  code: string | null
  retryable: boolean | null
  remind_at: Date | null
  tries: number
  subscription: number
  state: Declined['subscriptionState']
  account_id: number | null
  next_charge_at: Date | null
  ends_at: Date | null
}

const COLUMNS = sql`a.id, coalesce(a.settled_at, a.sent_at, a.created_at) as at, a.amount, a.currency, a.provider,
  case when a.state = 'declined' then a.decline_code else a.state end as code, a.retryable, a.remind_at,
  s.id as subscription, s.state, s.account_id, s.next_charge_at, s.ends_at,
  (select count(*)::int from payment_attempts t where t.invoice_id = a.invoice_id and t.state = 'declined') as tries`

/**
 * Lists what is unpaid. `open`: subscriptions that are past due, by number, each with its latest charge; `all`: every declined
 * charge, latest first.
 * @param after `next` of the page before
 */
export async function findDeclined(
  db: Kysely<DB>,
  state: 'open' | 'all',
  after: string | undefined,
): Promise<{ charges: Declined[]; next: string | null }> {
  const { rows } =
    state === 'open'
      ? await sql<Row>`select ${COLUMNS} from subscriptions s cross join lateral (
            select p.* from invoices i join payment_attempts p on p.invoice_id = i.id
            where i.subscription_id = s.id and p.state <> 'succeeded' order by p.created_at desc limit 1) a
          where s.state = 'past-due' and s.id > ${Number.isSafeInteger(Number(after)) ? Number(after) : 0} order by s.id limit ${MONEY_ROWS + 1}`.execute(
          db,
        )
      : await sql<Row>`select ${COLUMNS} from payment_attempts a join invoices i on i.id = a.invoice_id
            join subscriptions s on s.id = i.subscription_id
          where a.state = 'declined' and ${isBefore(after)}
          order by a.settled_at desc, a.id desc limit ${MONEY_ROWS + 1}`.execute(db)
  const page = rows.slice(0, MONEY_ROWS)
  const last = page.at(-1)
  const more = rows.length > MONEY_ROWS && last
  return {
    charges: page.map(present),
    next: more ? (state === 'open' ? String(last.subscription) : `${last.at.toISOString()},${last.id}`) : null,
  }
}

/** @param after "2026-10-01T08:00:00.000Z,ID": time and id of the last charge of the page before */
function isBefore(after: string | undefined) {
  const [time = '', id = ''] = after?.split(',') ?? []
  return instantOf(time) && isUuid(id)
    ? sql<boolean>`(a.settled_at, a.id) < (${time}::timestamptz, ${id}::uuid)`
    : sql<boolean>`a.settled_at is not null`
}

function present({
  at,
  code,
  retryable,
  remind_at,
  subscription,
  state,
  account_id,
  next_charge_at,
  ends_at,
  ...row
}: Row): Declined {
  const isOpen = state === 'past-due'
  const next = !isOpen ? null : remind_at ? 'reminder' : retryable ? 'retry' : 'wait'
  const nextAt = !isOpen ? null : next === 'reminder' ? remind_at : next_charge_at
  return {
    ...row,
    at: at.toISOString(),
    code: code ?? '',
    subscription: subscriptionNumber(subscription),
    subscriptionState: state,
    reader: account_id,
    next,
    nextAt: nextAt?.toISOString() ?? null,
    accessUntil: isOpen ? (ends_at?.toISOString() ?? null) : null,
  }
}

export const declined = defineDeskHandler(declaredDeclined, ({ ctx, input }) => findDeclined(ctx.db, input.state, input.before))
