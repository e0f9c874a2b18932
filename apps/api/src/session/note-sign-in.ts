import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Asking } from '../endpoint.ts'
import { addJob } from '../jobs/add-job.ts'
import { recordSecurityEvent } from './security-events.ts'

/**
 * Records a sign-in. From a device that the account was not on before, its owner gets an email; the very first sign-in of
 * an account is news to nobody.
 */
export async function noteSignIn(
  trx: Transaction<DB>,
  accountId: number,
  call: Pick<Asking, 'request' | 'visitor' | 'house'>,
  { deviceId, isNew }: { deviceId: number; isNew: boolean },
): Promise<void> {
  const first = await trx
    .updateTable('accounts')
    .set({ first_signed_in_at: call.house.now() })
    .where('id', '=', accountId)
    .where('first_signed_in_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  const isNews = isNew && !first
  const kind = isNews ? 'sign-in.new-device' : 'sign-in.accepted'
  const eventId = await recordSecurityEvent(trx, call, { kind, accountId })
  if (isNews) await addJob(trx, 'letter', { letter: 'new-device', accountId, eventId, deviceId })
}
