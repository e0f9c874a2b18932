import { editAgeRestriction as declared } from '@kiosk/domain/accounts/endpoints'
import { limitDeclarations } from '../billing/withdrawals/limit-declarations.ts'
import { defineHandler } from '../http/handler.ts'
import { changeAccount } from './change-account.ts'
import { switchAgeRestricted } from './preferences.ts'

export const editAgeRestriction = defineHandler(declared, 'personal', async (call) => {
  const { agerestriction } = call.input
  await limitDeclarations(call, agerestriction)
  await changeAccount(call, (trx, account) => switchAgeRestricted(trx, account, agerestriction))
  return { agerestriction }
})
