import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { addLetters } from '../jobs/add-job.ts'
import type { LetterJob } from '../outside/mail/letters.ts'

/** A mandate was cancelled at the bank: it is charged no more, and whoever pays a running subscription with it is told, once. */
export async function bookMandateGone(trx: Transaction<DB>, provider: string, reference: string): Promise<void> {
  const gone = await trx
    .updateTable('payment_methods')
    .set({ active: false })
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .where('active', '=', true)
    .returning('id')
    .executeTakeFirst()
  if (!gone) return
  const running = await trx
    .selectFrom('subscriptions')
    .select(['id', 'account_id'])
    .where('payment_method_id', '=', gone.id)
    .where('state', '=', 'active')
    .where('auto_renew', '=', true)
    .execute()
  const letters = running.flatMap(({ id, account_id: accountId }): LetterJob[] =>
    accountId === null ? [] : [{ letter: 'mandate-gone', accountId, contract: id, methodId: gone.id }],
  )
  await addLetters(trx, letters)
}
