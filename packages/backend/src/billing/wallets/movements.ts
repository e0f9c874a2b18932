import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { pMapIterable } from 'p-map'
import type { Movement, WalletProvider, WalletReturn } from '../../adapters/payments/port.ts'
import type { Database } from '../../db/connect.ts'
import { CONCURRENT_CALLS } from '../provider-calls.ts'

type Known = { reference: string; since: Date }

/**
 * Lists a wallet's records for reconciliation. The wallet lists charges by subscription, so this queries every known one,
 * including those approved but never bound, then the individual returns. Marks returns that are our refunds; ignores returns of
 * unknown charges.
 */
export async function* walletMovements(db: Database, wallet: WalletProvider, from: Date, to: Date): AsyncGenerator<Movement> {
  const { rows } = await sql<Known>`
    select s.provider_reference as reference, s.created_at as since from subscriptions s
      join payment_methods m on m.id = s.payment_method_id
      where m.provider = ${wallet.name} and s.provider_reference is not null and s.created_at < ${to}
    union select w.reference, w.found_at from wallet_subscriptions w where w.provider = ${wallet.name} and w.found_at < ${to}
      and not exists (select from subscriptions s where s.provider_reference = w.reference)
    order by 2`.execute(db)
  const wentBack = new Set<string>()
  const chargesOf = ({ reference, since }: Known) => wallet.charges(reference, new Date(since.getTime() - DAY_MS), to)
  for await (const charges of pMapIterable(rows, chargesOf, { concurrency: CONCURRENT_CALLS })) {
    for (const { transactionId: reference, amount, currency, at, state } of charges) {
      if (state === 'failed' || state === 'pending') continue
      if (state !== 'completed') wentBack.add(reference)
      yield { attemptId: await attemptOf(db, wallet.name, reference), refundId: null, reference, amount, currency, at }
    }
  }
  for (const back of await wallet.returns({ from, to, charges: [...wentBack] })) {
    const attemptId = await attemptOf(db, wallet.name, back.chargeId)
    if (await isInSuspense(db, wallet.name, back)) yield { ...returned(back, null, null), reference: back.reference }
    else if (attemptId !== null || wentBack.has(back.chargeId))
      yield returned(back, attemptId, await refundOf(db, attemptId, back))
  }
}

function returned({ chargeId, amount, currency, at }: WalletReturn, attemptId: string | null, refundId: string | null): Movement {
  return { attemptId, refundId, reference: chargeId, amount, currency, at }
}

/** Returns the id of the attempt that mirrors a charge. */
async function attemptOf(db: Database, provider: string, transactionId: string): Promise<string | null> {
  const attempt = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_reference', '=', transactionId)
    .executeTakeFirst()
  return attempt?.id ?? null
}

async function refundOf(db: Database, attemptId: string | null, { reference }: WalletReturn): Promise<string | null> {
  if (attemptId === null) return null
  const refund = await db
    .selectFrom('refunds')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('provider_reference', '=', reference)
    .executeTakeFirst()
  return refund?.id ?? null
}

/** Returns whether a return is in suspense itself, by its own reference. */
async function isInSuspense(db: Database, provider: string, { reference }: WalletReturn): Promise<boolean> {
  const row = await db
    .selectFrom('suspense')
    .select('id')
    .where('provider', '=', provider)
    .where('kind', '<>', 'charge')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row !== undefined
}
