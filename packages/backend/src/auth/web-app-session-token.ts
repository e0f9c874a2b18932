import { webAppSessionToken as declared } from '@kiosk/domain/accounts/session-endpoints'
import { changeAccount } from '../accounts/change-account.ts'
import { defineHandler } from '../http/handler.ts'
import { issueToken } from './one-time-tokens.ts'

/**
 * Issues a token for a second session, which lasts as long as this one. This one has passed the second factor, if any, and has not
 * been ended meanwhile: whoever ends it also ends its tokens.
 */
export const webAppSessionToken = defineHandler(declared, 'personal', (call) =>
  changeAccount(call, async (trx, account, { remembered }) => {
    const data = { remembered, secondFactor: true }
    return { sessionToken: await issueToken(trx, { purpose: 'session', accountId: account.id, data, now: call.ctx.now() }) }
  }),
)
