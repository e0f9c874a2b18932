import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Asking } from '../endpoint.ts'
import { addJob } from '../jobs/add-job.ts'
import { recordSecurityEvent } from './security-events.ts'

const HOUR_MS = 3_600_000

/**
 * Records a sign-in. From a device that the account was not on before, its owner gets an email: the first at once, further
 * ones within an hour together. The very first sign-in of an account is news to nobody. The account is locked by `trx`.
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
  if (!isNew || first) {
    await recordSecurityEvent(trx, call, { kind: 'sign-in.accepted', accountId })
    return
  }
  // The time of the event is that of its device: "this wasn't me" makes unknown what was new then or later.
  const device = await trx.selectFrom('devices').select('created_at').where('id', '=', deviceId).executeTakeFirstOrThrow()
  const at = device.created_at ?? call.house.now()
  const eventId = await recordSecurityEvent(trx, call, { kind: 'sign-in.new-device', accountId, at })
  const dueAt = await nextEmailAt(trx, accountId, at)
  if (dueAt.getTime() === at.getTime()) await addJob(trx, 'letter', { letter: 'new-device', accountId, eventId, deviceId })
  else {
    const until = dueAt.toISOString()
    const since = new Date(dueAt.getTime() - HOUR_MS).toISOString()
    await addJob(
      trx,
      'letter',
      { letter: 'new-devices', accountId, since, until },
      { key: `new-devices ${accountId} ${until}`, at: dueAt },
    )
  }
}

/** When a sign-in at `at` is told: at once, with the email that waits, or an hour after the last one. */
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
