import { autoRenewal as declared } from '@kiosk/domain/payments/billing-endpoints'
import { changeAccount } from '../accounts/change-account.ts'
import { retryConflicts } from '../database/transaction.ts'
import { serve } from '../endpoint.ts'
import { addJob } from '../jobs/add-job.ts'
import { switchAutoRenew } from './auto-renew.ts'
import { liveSubscription } from './buy.ts'

export const autoRenewal = serve(declared, 'personal', async (call) => {
  const { input, house } = call
  const now = house.now()
  const change = () =>
    changeAccount(call, async (trx, account) => {
      const before = await liveSubscription(trx, account.id)
      const endsAt = await switchAutoRenew(trx, account.id, input.status, now)
      if (before && !before.auto_renew && input.status) {
        const letter = { letter: 'cancellation-taken-back', accountId: account.id, contract: before.id } as const
        await addJob(trx, 'letter', { ...letter, at: now.toISOString() })
      }
      if (!before?.auto_renew || endsAt === null) return
      const letter = { letter: 'contract-cancelled', accountId: account.id, contract: before.id } as const
      await addJob(trx, 'letter', { ...letter, at: now.toISOString(), endsAt: endsAt.toISOString() })
    })
  await retryConflicts(house, change)
  return undefined
})
