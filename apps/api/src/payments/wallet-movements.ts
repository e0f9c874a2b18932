import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Movement, WalletProvider } from '../outside/payments/port.ts'
import { severalAtOnce } from './send-attempts.ts'

const DAY = 86_400_000
/** Subscriptions that are asked about together. */
const BATCH = 200

type Known = { reference: string; since: Date }

/**
 * A wallet's own books, as the comparison wants them: it lists charges by subscription, so each that is known here is asked
 * for, also those that were approved and never bound. A charge that went back is told with what took it back: our refunds as
 * far as they go, a movement without a refund for the rest. How much of a charge went back in part a wallet does not list:
 * there our refunds stand unchecked.
 */
export async function* walletMovements(db: Database, wallet: WalletProvider, to: Date): AsyncGenerator<Movement> {
  const { rows } = await sql<Known>`
    select s.provider_reference as reference, s.created_at as since from subscriptions s
      join payment_methods m on m.id = s.payment_method_id
      where m.provider = ${wallet.name} and s.provider_reference is not null and s.created_at < ${to}
    union select l.wallet_subscription, min(l.at) from wallet_log l where ${wallet.name} = 'paypal' and l.at < ${to}
      and not exists (select from subscriptions s where s.provider_reference = l.wallet_subscription) group by 1
    order by 2`.execute(db)
  for (let place = 0; place < rows.length; place += BATCH) {
    const found = await severalAtOnce(rows.slice(place, place + BATCH), (known) => movementsOf(db, wallet, known, to))
    yield* found.flat()
  }
}

async function movementsOf(db: Database, wallet: WalletProvider, { reference, since }: Known, to: Date): Promise<Movement[]> {
  const charges = await wallet.charges(reference, new Date(since.getTime() - DAY), to)
  const movements: Movement[] = []
  for (const { transactionId, amount, currency, at, state } of charges) {
    if (state === 'failed') continue
    const { attemptId, wentBack } = await ofCharge(db, wallet.name, transactionId)
    const movement = { attemptId, refundId: null, reference: transactionId, amount, currency, at }
    movements.push(movement)
    if (state === 'completed') continue
    const back = wentBack.map((each) => ({ ...movement, refundId: each.refund_id, amount: each.amount, at: each.at }))
    if (state === 'part-refunded') {
      movements.push(...back.filter(({ refundId }) => refundId !== null))
      continue
    }
    movements.push(...back)
    const rest = amount + back.reduce((sum, each) => sum + each.amount, 0)
    if (rest !== 0) movements.push({ ...movement, amount: -rest })
  }
  return movements
}

/** The attempt that mirrors a charge, and what our books say of its going back. */
async function ofCharge(db: Database, provider: string, transactionId: string) {
  const attempt = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_reference', '=', transactionId)
    .executeTakeFirst()
  if (!attempt) return { attemptId: null, wentBack: [] }
  const { rows } = await sql<{ refund_id: string | null; amount: number; at: Date }>`
    select refund_id, amount, at from ledger where attempt_id = ${attempt.id} and account = ${`cash:${provider}`} and amount < 0
    order by id`.execute(db)
  return { attemptId: attempt.id, wentBack: rows }
}
