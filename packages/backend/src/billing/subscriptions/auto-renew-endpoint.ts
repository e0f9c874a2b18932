import { autoRenewal as declared } from '@kiosk/domain/payments/billing-endpoints'
import { changeAccount } from '../../accounts/change-account.ts'
import { retryConflicts } from '../../db/transaction.ts'
import { defineHandler } from '../../http/handler.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { switchAutoRenew } from './auto-renew.ts'
import { activeSubscription } from './create.ts'

export const autoRenewal = defineHandler(declared, 'personal', async (call) => {
  const { input, ctx } = call
  const now = ctx.now()
  const change = () =>
    changeAccount(call, async (trx, account) => {
      const before = await activeSubscription(trx, account.id)
      const endsAt = await switchAutoRenew(trx, account.id, input.status, now)
      if (before && !before.auto_renew && input.status) {
        const letter = { letter: 'cancellation-taken-back', accountId: account.id, contract: before.id } as const
        await enqueue(trx, 'letter', { ...letter, at: now.toISOString() })
      }
      if (!before?.auto_renew || endsAt === null) return
      const letter = { letter: 'contract-cancelled', accountId: account.id, contract: before.id } as const
      await enqueue(trx, 'letter', { ...letter, at: now.toISOString(), endsAt: endsAt.toISOString() })
    })
  await retryConflicts(ctx, change)
  return undefined
})
