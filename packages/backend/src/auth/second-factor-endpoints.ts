import {
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '@kiosk/domain/accounts/second-factor-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { MINUTE_MS } from '@kiosk/domain/time'
import type { Transaction } from 'kysely'
import { renderSVG } from 'uqr'
import { changeAccount } from '../accounts/change-account.ts'
import type { DB } from '../db/schema.ts'
import { defineHandler } from '../http/handler.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { requireConfirmed } from './require-confirmed.ts'
import { encryptedTotpSecret, hasSecondFactor, newRecoveryCodes, totpOf } from './second-factor.ts'
import { recordSecurityEvent } from './security-events.ts'
import { newTotpSecret, stepOfCode } from './totp.ts'

/** Time for which a new secret is shown again instead of another, so that a mistyped code changes nothing. */
const PENDING_MS = 30 * MINUTE_MS

export const beginSecondFactor = defineHandler(startSecondFactor, 'personal', async (call) => {
  requireConfirmed(call)
  const { ctx } = call
  const totp = await changeAccount(call, async (trx, account) => {
    if (await hasSecondFactor(trx, account.id)) throw new ApiError('second_factor_enabled')
    const pending = await trx
      .selectFrom('totp_factors')
      .select('secret')
      .where('account_id', '=', account.id)
      .where('created_at', '>', new Date(ctx.now().getTime() - PENDING_MS))
      .executeTakeFirst()
    if (pending) return totpOf(ctx, account, pending.secret)
    const secret = await encryptedTotpSecret(ctx, account.id, newTotpSecret())
    const values = { secret, created_at: ctx.now(), enabled_at: null, last_step: 0 }
    await trx
      .insertInto('totp_factors')
      .values({ account_id: account.id, ...values })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
      .execute()
    return totpOf(ctx, account, secret)
  })
  const uri = totp.toString()
  return { secret: totp.secret.base32, uri, qr: renderSVG(uri, { ecc: 'M', border: 2 }) }
})

export const enableTotp = defineHandler(enableSecondFactor, 'personal', async (call) => {
  requireConfirmed(call)
  const { ctx, input } = call
  await ctx.rateLimits.consume('second-factor', `enable ${call.session.account!.id}`)
  const recoveryCodes = await changeAccount(call, async (trx, account, session) => {
    if (await hasSecondFactor(trx, account.id)) throw new ApiError('second_factor_enabled')
    const pending = await trx.selectFrom('totp_factors').select('secret').where('account_id', '=', account.id).executeTakeFirst()
    const step = pending && stepOfCode(await totpOf(ctx, account, pending.secret), input.code, ctx.now())
    if (!step) throw new ApiError('code_wrong', 'code')
    await trx
      .updateTable('totp_factors')
      .set({ enabled_at: ctx.now(), last_step: step, session_began_at: session.created_at })
      .where('account_id', '=', account.id)
      .execute()
    // OPDS clients have signed in by the password alone.
    await trx.deleteFrom('sessions').where('account_id', '=', account.id).where('kind', '=', 'program').execute()
    await recordSecurityEvent(trx, call, { kind: 'second-factor.enabled', accountId: account.id })
    await enqueue(trx, 'letter', { letter: 'protection-changed', accountId: account.id, change: 'second-factor-enabled' })
    return newRecoveryCodes(trx, ctx, account.id, session)
  })
  await ctx.rateLimits.reset('second-factor', `enable ${call.session.account!.id}`)
  return { recoveryCodes }
})

async function requireEnabled(trx: Transaction<DB>, accountId: number): Promise<void> {
  if (!(await hasSecondFactor(trx, accountId))) throw new ApiError('not_found')
}

export const disableTotp = defineHandler(disableSecondFactor, 'personal', async (call) => {
  requireConfirmed(call)
  await changeAccount(call, async (trx, account) => {
    await requireEnabled(trx, account.id)
    await trx.deleteFrom('totp_factors').where('account_id', '=', account.id).execute()
    await trx.deleteFrom('recovery_codes').where('account_id', '=', account.id).execute()
    await recordSecurityEvent(trx, call, { kind: 'second-factor.disabled', accountId: account.id })
    await enqueue(trx, 'letter', { letter: 'protection-changed', accountId: account.id, change: 'second-factor-disabled' })
  })
  return undefined
})

export const renewCodes = defineHandler(renewRecoveryCodes, 'personal', async (call) => {
  requireConfirmed(call)
  const recoveryCodes = await changeAccount(call, async (trx, account, session) => {
    await requireEnabled(trx, account.id)
    await recordSecurityEvent(trx, call, { kind: 'recovery-codes.renewed', accountId: account.id })
    return newRecoveryCodes(trx, call.ctx, account.id, session)
  })
  return { recoveryCodes }
})
