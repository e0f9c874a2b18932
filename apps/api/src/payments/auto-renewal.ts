import { autoRenewal as declared } from '@kiosk/domain/payments/endpoints'
import { changeAccount } from '../accounts/change-account.ts'
import { serve } from '../endpoint.ts'
import { switchAutoRenew } from './auto-renew.ts'

export const autoRenewal = serve(declared, 'personal', async (call) => {
  await changeAccount(call, (trx, account) => switchAutoRenew(trx, account.id, call.input.status, call.house.now()))
  return undefined
})
