import { editAgeRestriction as declared } from '@kiosk/domain/accounts/endpoints'
import { serve } from '../endpoint.ts'
import { admitDeclaration } from './admit-declaration.ts'
import { changeAccount } from './change-account.ts'
import { switchAgeRestricted } from './switches.ts'

export const editAgeRestriction = serve(declared, 'personal', async (call) => {
  const { agerestriction } = call.input
  await admitDeclaration(call, agerestriction)
  await changeAccount(call, (trx, account) => switchAgeRestricted(trx, account, agerestriction))
  return { agerestriction }
})
