import { editReleases as declared } from '@kiosk/domain/accounts/endpoints'
import { serve } from '../endpoint.ts'
import { admitDeclaration } from './admit-declaration.ts'
import { changeAccount } from './change-account.ts'
import { switchReleases } from './switches.ts'

export const editReleases = serve(declared, 'personal', async (call) => {
  const { newsletter } = call.input
  await admitDeclaration(call, newsletter)
  await changeAccount(call, (trx, account) => switchReleases(trx, account, newsletter))
  return { newsletter }
})
