import {
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '@kiosk/domain/accounts/second-factor-endpoints'
import { Refusal } from '@kiosk/domain/errors'
import type { Transaction } from 'kysely'
import { Secret } from 'otpauth'
import { renderSVG } from 'uqr'
import type { DB } from '../database/schema.ts'
import { serve } from '../endpoint.ts'
import { addJob } from '../jobs/add-job.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { changeAccount } from './change-account.ts'
import { demandConfirmed } from './demand-confirmed.ts'
import { encryptedTotpSecret, hasSecondFactor, newRecoveryCodes, stepOfCode, totpOf } from './second-factor.ts'

const SECRET_BYTES = 20
/** So long a secret that was begun is shown again, so that a mistyped code does not change it. Milliseconds. */
const PENDING_MS = 30 * 60_000

export const beginSecondFactor = serve(startSecondFactor, 'personal', async (call) => {
  demandConfirmed(call)
  const { house } = call
  const totp = await changeAccount(call, async (trx, account) => {
    if (await hasSecondFactor(trx, account.id)) throw new Refusal('second_factor_enabled')
    const pending = await trx
      .selectFrom('totp_factors')
      .select('secret')
      .where('account_id', '=', account.id)
      .where('created_at', '>', new Date(house.now().getTime() - PENDING_MS))
      .executeTakeFirst()
    if (pending) return totpOf(house, account, pending.secret)
    const secret = await encryptedTotpSecret(house, account.id, new Secret({ size: SECRET_BYTES }))
    const values = { secret, created_at: house.now(), enabled_at: null, last_step: 0 }
    await trx
      .insertInto('totp_factors')
      .values({ account_id: account.id, ...values })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
      .execute()
    return totpOf(house, account, secret)
  })
  const uri = totp.toString()
  return { secret: totp.secret.base32, uri, qr: renderSVG(uri, { ecc: 'M', border: 2 }) }
})

export const enableTotp = serve(enableSecondFactor, 'personal', async (call) => {
  demandConfirmed(call)
  const { house, input } = call
  await house.attempts.admit('second-factor', `enable ${call.session.account!.id}`)
  const recoveryCodes = await changeAccount(call, async (trx, account, session) => {
    if (await hasSecondFactor(trx, account.id)) throw new Refusal('second_factor_enabled')
    const pending = await trx.selectFrom('totp_factors').select('secret').where('account_id', '=', account.id).executeTakeFirst()
    const step = pending && stepOfCode(await totpOf(house, account, pending.secret), input.code, house.now())
    if (!step) throw new Refusal('code_wrong', 'code')
    await trx
      .updateTable('totp_factors')
      .set({ enabled_at: house.now(), last_step: step, session_began_at: session.created_at })
      .where('account_id', '=', account.id)
      .execute()
    // Reading programs came in by the password alone.
    await trx.deleteFrom('sessions').where('account_id', '=', account.id).where('kind', '=', 'program').execute()
    await recordSecurityEvent(trx, call, { kind: 'second-factor.enabled', accountId: account.id })
    await addJob(trx, 'letter', { letter: 'protection-changed', accountId: account.id, change: 'second-factor-enabled' })
    return newRecoveryCodes(trx, house, account.id, session)
  })
  await house.attempts.forget('second-factor', `enable ${call.session.account!.id}`)
  return { recoveryCodes }
})

async function demandEnabled(trx: Transaction<DB>, accountId: number): Promise<void> {
  if (!(await hasSecondFactor(trx, accountId))) throw new Refusal('not_found')
}

export const disableTotp = serve(disableSecondFactor, 'personal', async (call) => {
  demandConfirmed(call)
  await changeAccount(call, async (trx, account) => {
    await demandEnabled(trx, account.id)
    await trx.deleteFrom('totp_factors').where('account_id', '=', account.id).execute()
    await trx.deleteFrom('recovery_codes').where('account_id', '=', account.id).execute()
    await recordSecurityEvent(trx, call, { kind: 'second-factor.disabled', accountId: account.id })
    await addJob(trx, 'letter', { letter: 'protection-changed', accountId: account.id, change: 'second-factor-disabled' })
  })
  return undefined
})

export const renewCodes = serve(renewRecoveryCodes, 'personal', async (call) => {
  demandConfirmed(call)
  const recoveryCodes = await changeAccount(call, async (trx, account, session) => {
    await demandEnabled(trx, account.id)
    await recordSecurityEvent(trx, call, { kind: 'recovery-codes.renewed', accountId: account.id })
    return newRecoveryCodes(trx, call.house, account.id, session)
  })
  return { recoveryCodes }
})
