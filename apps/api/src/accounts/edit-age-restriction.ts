import { editAgeRestriction as declared } from '@kiosk/domain/accounts/endpoints'
import { serve } from '../endpoint.ts'
import { changeAccount } from './change-account.ts'
import { switchAgeRestricted } from './switches.ts'

export const editAgeRestriction = serve(declared, 'personal', async (call) => {
  const { agerestriction } = call.input
  await changeAccount(call, (trx, account) => switchAgeRestricted(trx, account, agerestriction))
  return { agerestriction }
})
