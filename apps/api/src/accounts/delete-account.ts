import { deleteAccount as declared } from '@kiosk/domain/accounts/endpoints'
import { firstnameOf } from '@kiosk/domain/accounts/rules'
import { Refusal } from '@kiosk/domain/errors'
import { serve } from '../endpoint.ts'
import { addJob } from '../jobs/add-job.ts'
import { forgetBuyer } from '../payments/forget-buyer.ts'
import { endSessions } from '../session/begin-session.ts'
import { sessionCookies } from '../session/cookies.ts'
import { changeAccount } from './change-account.ts'
import { feedbackFrom, hasContract } from './queries.ts'

export const deleteAccount = serve(declared, 'personal', async (call) => {
  const { house, reply } = call
  await changeAccount(call, async (trx, account) => {
    if (await hasContract(trx, account.id, house.now())) throw new Refusal('contract_active')
    const { id: partingId } = await trx
      .insertInto('partings')
      .values({ email: account.email, firstname: firstnameOf(account), language: account.language, at: house.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addJob(trx, 'letter', { letter: 'account-deleted', partingId })
    // What was written to us under this address is about the same person.
    await trx.deleteFrom('feedback').where(feedbackFrom(account.email)).execute()
    await forgetBuyer(trx, account.id)
    // Sessions before devices, in the order in which their use is noted; the rest falls with the account.
    await endSessions(trx, account.id)
    await trx.deleteFrom('accounts').where('id', '=', account.id).execute()
  })
  reply.append('set-cookie', sessionCookies(house.publicUrl).noSession())
  return undefined
})
