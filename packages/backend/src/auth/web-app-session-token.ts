import { webAppSessionToken as declared } from '@kiosk/domain/accounts/session-endpoints'
import { changeAccount } from '../accounts/change-account.ts'
import { defineHandler } from '../http/handler.ts'
import { issueToken } from './one-time-tokens.ts'

/**
 * Issues a token for a second session, which lasts as long as this one. This session has passed the second factor, if any, and
 * must not have ended when the token is used.
 */
export const webAppSessionToken = defineHandler(declared, 'personal', (call) =>
  changeAccount(call, async (trx, account, { id, remembered }) => {
    const data = { remembered, secondFactor: true, sessionId: id }
    return { sessionToken: await issueToken(trx, { purpose: 'session', accountId: account.id, data, now: call.ctx.now() }) }
  }),
)
