import { ApiError } from '@kiosk/domain/errors'
import type { Money } from '@kiosk/domain/money'
import { MONEY_ROWS } from '@kiosk/domain/staff/limits'
import * as declared from '@kiosk/domain/staff/money-endpoints'
import type { Kysely, Selectable } from 'kysely'
import type { DB, Suspense } from '../../db/schema.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'
import type { StaffSession } from '../../staff/staff-session.ts'
import { subscriptionNumber } from '../subscriptions/subscription-number.ts'
import { assignSuspense, bookSuspense, type Decision, returnSuspense, type Target } from '../suspense/decide.ts'
import { isReturning } from '../suspense/suspense.ts'
import { SuspenseRejected } from '../suspense/suspense-rejected.ts'

/** Longest name stored with a decision. */
const LONGEST_NAME_CHARACTERS = 60

export const list = defineDeskHandler(declared.suspenseEntries, async ({ ctx, input }) => {
  const found = await ctx.db
    .selectFrom('suspense')
    .selectAll()
    .$if(input.state === 'open', (query) => query.where('resolved_at', 'is', null))
    .$if(input.before !== undefined, (query) => query.where('id', '<', input.before!))
    .orderBy('id', 'desc')
    .limit(MONEY_ROWS + 1)
    .execute()
  return { entries: found.slice(0, MONEY_ROWS).map(present), more: found.length > MONEY_ROWS }
})

function present(row: Selectable<Suspense>): declared.SuspenseEntry {
  const { id, at, provider, reference, kind, amount, currency, reason, resolution } = row
  const isOpen = row.state === 'open'
  const state = isOpen && isReturning(row) ? 'returning' : isOpen && row.return_failed_at ? 'return-failed' : row.state
  return {
    id,
    provider,
    reference,
    kind,
    amount,
    reason,
    resolution,
    currency: currency as Money['currency'],
    at: at.toISOString(),
    state: state as declared.SuspenseEntry['state'],
    subscription: row.subscription_id === null ? null : subscriptionNumber(row.subscription_id),
  }
}

export const assign = defineDeskHandler(declared.assignSuspense, async ({ ctx, session, input }) => {
  const subscription = Number(input.subscription.slice(2))
  await deciding(() => assignSuspense(ctx, input.id, subscription, decisionOf(session, input.reason)))
  return undefined
})

export const book = defineDeskHandler(declared.bookSuspense, async ({ ctx, session, input }) => {
  await deciding(async () =>
    bookSuspense(ctx, input.id, await targetOf(ctx.db, input.id, input.to), decisionOf(session, input.reason)),
  )
  return undefined
})

export const giveBack = defineDeskHandler(declared.returnSuspense, async ({ ctx, session, input }) => {
  await deciding(() => returnSuspense(ctx, input.id, decisionOf(session, input.reason)))
  return undefined
})

const decisionOf = ({ name }: StaffSession, reason: string): Decision => ({
  actor: name.slice(0, LONGEST_NAME_CHARACTERS),
  why: reason,
})

/** An amount can pay for a subscription only after it was assigned to it. */
async function targetOf(db: Kysely<DB>, id: number, to: (typeof declared.SUSPENSE_TARGETS)[number]): Promise<Target> {
  if (to !== 'subscription') return { to }
  const row = await db.selectFrom('suspense').select('subscription_id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new SuspenseRejected('not-open')
  if (row.subscription_id === null) throw new SuspenseRejected('no-contract')
  return { to: 'contract', subscription: row.subscription_id }
}

/** Reports why a decision is not possible. */
async function deciding<T>(decide: () => Promise<T>): Promise<T> {
  try {
    return await decide()
  } catch (error) {
    if (error instanceof SuspenseRejected) throw new ApiError('suspense_rejected', undefined, `ERROR.SUSPENSE.${error.reason}`)
    throw error
  }
}
