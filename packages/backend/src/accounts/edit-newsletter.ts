import { editNewsletter as declared } from '@kiosk/domain/accounts/endpoints'
import { defineHandler } from '../http/handler.ts'
import { changeAccount } from './change-account.ts'
import { limitConsents } from './limit-consents.ts'
import { switchNewsletter } from './preferences.ts'

export const editNewsletter = defineHandler(declared, 'personal', async (call) => {
  const { newsletter } = call.input
  await limitConsents(call, newsletter)
  await changeAccount(call, (trx, account) => switchNewsletter(trx, account, newsletter, call.ctx.now(), call.language))
  return { newsletter }
})
