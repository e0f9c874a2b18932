import * as declared from '@kiosk/domain/accounts/support-endpoints'
import { requireConfirmed } from '../auth/require-confirmed.ts'
import { recordSecurityEvent } from '../auth/security-events.ts'
import { defineHandler } from '../http/handler.ts'
import { changeAccount } from './change-account.ts'
import { endSupportOf, grantSupport, supportAccessOf } from './support-access.ts'

export const showSupport = defineHandler(declared.supportAccess, 'personal', ({ ctx, session }) =>
  supportAccessOf(ctx.db, session.account!.id, ctx.now()),
)

export const allowSupport = defineHandler(declared.allowSupport, 'personal', async (call) => {
  requireConfirmed(call)
  await changeAccount(call, async (trx, { id }) => {
    if (await grantSupport(trx, id, call.ctx.now()))
      await recordSecurityEvent(trx, call, { kind: 'support.allowed', accountId: id })
  })
  return undefined
})

/** Without a confirmation, so that nothing delays the reader. */
export const endSupport = defineHandler(declared.endSupport, 'personal', async (call) => {
  await changeAccount(call, async (trx, { id }) => {
    if (await endSupportOf(trx, id, call.ctx.now()))
      await recordSecurityEvent(trx, call, { kind: 'support.ended', accountId: id })
  })
  return undefined
})
