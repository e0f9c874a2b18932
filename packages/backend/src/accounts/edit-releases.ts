import { editReleases as declared } from '@kiosk/domain/accounts/endpoints'
import { defineHandler } from '../http/handler.ts'
import { changeAccount } from './change-account.ts'
import { limitConsents } from './limit-consents.ts'
import { switchReleases } from './preferences.ts'

export const editReleases = defineHandler(declared, 'personal', async (call) => {
  const { newsletter } = call.input
  await limitConsents(call, newsletter)
  await changeAccount(call, (trx, account) => switchReleases(trx, account, newsletter))
  return { newsletter }
})
