import { editNewsletter as declared } from '@kiosk/domain/accounts/endpoints'
import { limitDeclarations } from '../billing/withdrawals/limit-declarations.ts'
import { defineHandler } from '../http/handler.ts'
import { changeAccount } from './change-account.ts'
import { switchNewsletter } from './preferences.ts'

export const editNewsletter = defineHandler(declared, 'personal', async (call) => {
  const { newsletter } = call.input
  await limitDeclarations(call, newsletter)
  await changeAccount(call, (trx, account) => switchNewsletter(trx, account, newsletter, call.ctx.now(), call.language))
  return { newsletter }
})
