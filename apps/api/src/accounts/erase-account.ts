import { firstnameOf } from '@kiosk/domain/accounts/rules'
import type { Selectable, Transaction } from 'kysely'
import type { Accounts, DB } from '../database/schema.ts'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import { forgetBuyer } from '../payments/forget-buyer.ts'
import { lockBeforeErasing } from '../payments/locks.ts'
import { leaveTraces } from '../payments/voucher-traces.ts'
import { endSessions } from '../session/begin-session.ts'
import { recordSystemEvent } from '../session/security-events.ts'
import { forgetUnderAddresses } from './own-addresses.ts'
import { hasContract, lockAccount } from './queries.ts'

/**
 * Erases an account that is locked in `trx`, with everything that hangs on it or stands under one of its addresses. What the
 * law keeps stays without it (decisions/013). Its last address waits in `partings` for the email that confirms it.
 */
export async function eraseAccount(
  trx: Transaction<DB>,
  account: Selectable<Accounts>,
  house: Pick<House, 'now' | 'log' | 'secret' | 'payments'>,
): Promise<void> {
  await lockBeforeErasing(trx, account.id)
  const { id: partingId } = await trx
    .insertInto('partings')
    .values({ email: account.email, firstname: firstnameOf(account), language: account.language, at: house.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addJob(trx, 'letter', { letter: 'account-deleted', partingId })
  await leaveTraces(trx, house, account)
  // Before the address changes go with the account: they know the earlier addresses.
  await forgetUnderAddresses(trx, account, house.now())
  await forgetBuyer(trx, account.id)
  // Sessions before devices, in the order in which their use is noted; the rest falls with the account.
  await endSessions(trx, account.id)
  await trx.deleteFrom('accounts').where('id', '=', account.id).execute()
  // Of nobody: the account is gone, and the event says only that one was erased.
  await recordSystemEvent(trx, house, { kind: 'account.erased' })
}

/**
 * Erases an account whose days of grace are over, once: the row is locked, and whoever comes second finds none. A request
 * that was taken back, or put off, is left alone.
 */
export async function eraseDueAccount({ accountId }: { accountId: number }, house: House): Promise<void> {
  await transact(house, async (trx) => {
    const account = await lockAccount(trx, accountId)
    if (!account?.erase_at || account.erase_at > house.now()) return
    // A closed account begins none; housekeeping tries again.
    if (await hasContract(trx, accountId, house.now())) {
      house.log.error({ event: 'erasure waits', accountId }, 'an account to be erased has a contract')
      return
    }
    await eraseAccount(trx, account, house)
  })
}
