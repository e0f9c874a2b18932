import { confirmIdentity, security } from '@kiosk/domain/accounts/second-factor-endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { serve } from '../endpoint.ts'
import { changeAccount } from './change-account.ts'
import { isConfirmed } from './demand-confirmed.ts'
import { demandPassword } from './demand-password.ts'
import { assertionOf } from './passkey-assertion.ts'
import { presentPasskey } from './present-passkey.ts'
import { accountById } from './queries.ts'
import { countRecoveryCodes, hasSecondFactor } from './second-factor.ts'

export const showSecurity = serve(security, 'personal', async (call) => {
  const { house, session } = call
  const { id } = session.account!
  const [account, secondFactor, recoveryCodesLeft, passkeys] = await Promise.all([
    accountById(house.db, id),
    hasSecondFactor(house.db, id),
    countRecoveryCodes(house.db, id),
    house.db.selectFrom('passkeys').selectAll().where('account_id', '=', id).orderBy('id').execute(),
  ])
  return {
    hasPassword: account?.password_hash != null,
    confirmed: isConfirmed(call),
    secondFactor,
    recoveryCodesLeft,
    passkeys: passkeys.map(presentPasskey),
  }
})

export const confirmOwner = serve(confirmIdentity, 'personal', async (call) => {
  const { house, input, session } = call
  const accountId = session.account!.id
  const assertion = input.credential === undefined ? null : await assertionOf(call, input.credential, accountId)
  if (!assertion) {
    const account = await accountById(house.db, accountId)
    if (!account) throw new Refusal('not_signed_in')
    if (account.password_hash === null) throw new Refusal('no_password')
    if (input.password === '') throw new Refusal('password_wrong', 'password', 'VALIDATION.required')
    await demandPassword(call, account.password_hash, input.password, 'password')
  }
  await changeAccount(call, async (trx, _account, held) => {
    await assertion?.use(trx)
    await trx.updateTable('sessions').set({ password_at: house.now() }).where('id', '=', held.id).execute()
  })
  return undefined
})
