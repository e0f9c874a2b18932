import { ApiError } from '@kiosk/domain/errors'
import { paymentUrl as declared } from '@kiosk/domain/payments/endpoints'
import { isUuid } from '../../db/is-uuid.ts'
import { defineHandler, nothing } from '../../http/handler.ts'
import { attemptOf } from './attempt-state.ts'
import { setupById } from './setup-session.ts'

type Challenge = { url: string; params: Record<string, string> }

export const paymentUrl = defineHandler(declared, 'personal', async ({ ctx, session, input }) => {
  const { id, reservation } = input
  const accountId = session.account!.id
  if (!isUuid(id)) throw new ApiError('not_found', 'id')
  if (reservation) {
    const setup = await setupById(ctx, id)
    if (setup?.account_id !== accountId) throw new ApiError('not_found', 'id')
    return setup.state === 'open' && setup.url ? { url: setup.url, params: {} } : nothing()
  }
  const attempt = await attemptOf(ctx.db, accountId, id)
  if (!attempt) throw new ApiError('not_found', 'id')
  // Bank authentication of a renewal has no URL until its reader starts it.
  return attempt.state === 'action' && attempt.action !== null ? (attempt.action as Challenge) : nothing()
})
