import { identityProviderNames } from '@kiosk/domain/accounts/identity-providers'
import { confirmIdentity, security } from '@kiosk/domain/accounts/second-factor-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { changeAccount } from '../accounts/change-account.ts'
import { accountById } from '../accounts/queries.ts'
import { defineHandler } from '../http/handler.ts'
import { assertionOf } from './passkeys/assertion.ts'
import { presentPasskey } from './passkeys/present.ts'
import { isConfirmed } from './require-confirmed.ts'
import { requirePassword } from './require-password.ts'
import { countRecoveryCodes, hasSecondFactor } from './second-factor.ts'

export const showSecurity = defineHandler(security, 'personal', async (call) => {
  const { ctx, session } = call
  const { id } = session.account!
  const [account, secondFactor, recoveryCodesLeft, passkeys] = await Promise.all([
    accountById(ctx.db, id),
    hasSecondFactor(ctx.db, id),
    countRecoveryCodes(ctx.db, id),
    ctx.db.selectFrom('passkeys').selectAll().where('account_id', '=', id).orderBy('id').execute(),
  ])
  return {
    hasPassword: account?.password_hash != null,
    confirmed: isConfirmed(call),
    secondFactor,
    recoveryCodesLeft,
    passkeys: passkeys.map(presentPasskey),
    providers: identityProviderNames.filter((provider) => account?.[`${provider}_id`] != null),
  }
})

export const confirmOwner = defineHandler(confirmIdentity, 'personal', async (call) => {
  const { ctx, input, session } = call
  const accountId = session.account!.id
  const assertion = input.credential === undefined ? null : await assertionOf(call, input.credential, accountId)
  if (!assertion) {
    const account = await accountById(ctx.db, accountId)
    if (!account) throw new ApiError('not_signed_in')
    if (account.password_hash === null) throw new ApiError('no_password')
    if (input.password === '') throw new ApiError('password_wrong', 'password', 'VALIDATION.required')
    await requirePassword(call, account.password_hash, input.password, 'password')
  }
  await changeAccount(call, async (trx, _account, held) => {
    await assertion?.use(trx)
    await trx.updateTable('sessions').set({ password_at: ctx.now() }).where('id', '=', held.id).execute()
  })
  return undefined
})
