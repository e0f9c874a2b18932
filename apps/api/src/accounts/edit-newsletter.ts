import { editNewsletter as declared } from '@kiosk/domain/accounts/endpoints'
import { serve } from '../endpoint.ts'
import { admitDeclaration } from './admit-declaration.ts'
import { changeAccount } from './change-account.ts'
import { switchNewsletter } from './switches.ts'

export const editNewsletter = serve(declared, 'personal', async (call) => {
  const { newsletter } = call.input
  await admitDeclaration(call, newsletter)
  await changeAccount(call, (trx, account) => switchNewsletter(trx, account, newsletter, call.house.now(), call.language))
  return { newsletter }
})
