import { editAgeRestriction as declared } from '@kiosk/domain/accounts/endpoints'
import { defineHandler } from '../http/handler.ts'
import { changeAccount } from './change-account.ts'
import { limitConsents } from './limit-consents.ts'
import { switchAgeRestricted } from './preferences.ts'

export const editAgeRestriction = defineHandler(declared, 'personal', async (call) => {
  const { agerestriction } = call.input
  await limitConsents(call, agerestriction)
  await changeAccount(call, (trx, account) => switchAgeRestricted(trx, account, agerestriction))
  return { agerestriction }
})
