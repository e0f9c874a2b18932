import { HOUR_MS } from '@kiosk/domain/time'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { RequestContext } from '../http/handler.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { boundSignIns } from './bound-sign-ins.ts'
import { recordSecurityEvent } from './security-events.ts'

/**
 * Records a sign-in, and ends the oldest ones beyond the maximum. A sign-in from a new device sends an e-mail to the owner: the
 * first at once, further ones within an hour together. The first sign-in of an account is not reported. `trx` must hold the lock
 * on the account.
 */
export async function recordSignIn(
  trx: Transaction<DB>,
  accountId: number,
  call: Pick<RequestContext, 'request' | 'visitor' | 'ctx'>,
  { deviceId, isNew }: { deviceId: number; isNew: boolean },
): Promise<void> {
  await boundSignIns(trx, accountId)
  const first = await trx
    .updateTable('accounts')
    .set({ first_signed_in_at: call.ctx.now() })
    .where('id', '=', accountId)
    .where('first_signed_in_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!isNew || first) {
    await recordSecurityEvent(trx, call, { kind: 'sign-in.accepted', accountId })
    return
  }
  // The event gets the time of its device, because "this wasn't me" deletes devices created at that time or later.
  const device = await trx.selectFrom('devices').select('created_at').where('id', '=', deviceId).executeTakeFirstOrThrow()
  const at = device.created_at ?? call.ctx.now()
  const eventId = await recordSecurityEvent(trx, call, { kind: 'sign-in.new-device', accountId, at })
  const dueAt = await nextEmailAt(trx, accountId, at)
  if (dueAt.getTime() === at.getTime()) await enqueue(trx, 'letter', { letter: 'new-device', accountId, eventId, deviceId })
  else {
    const until = dueAt.toISOString()
    const since = new Date(dueAt.getTime() - HOUR_MS).toISOString()
    await enqueue(
      trx,
      'letter',
      { letter: 'new-devices', accountId, since, until },
      { key: `new-devices ${accountId} ${until}`, at: dueAt },
    )
  }
}

/** Returns when a sign-in at `at` is reported: at once, with the pending e-mail, or an hour after the last one. */
async function nextEmailAt(trx: Transaction<DB>, accountId: number, at: Date): Promise<Date> {
  const { new_device_email_at } = await trx
    .updateTable('accounts')
    .set({
      new_device_email_at: sql<Date>`case
        when new_device_email_at is null or new_device_email_at <= ${at}::timestamptz - interval '1 hour' then ${at}::timestamptz
        when new_device_email_at > ${at}::timestamptz then new_device_email_at
        else new_device_email_at + interval '1 hour' end`,
    })
    .where('id', '=', accountId)
    .returning('new_device_email_at')
    .executeTakeFirstOrThrow()
  return new_device_email_at!
}
