import { Refusal } from '@kiosk/domain/errors'
import { paymentUrl as declared } from '@kiosk/domain/payments/endpoints'
import { nothing, serve } from '../endpoint.ts'
import { attemptOf, isUuid } from './attempt-state.ts'
import { setupById } from './setups.ts'

type Challenge = { url: string; params: Record<string, string> }

export const paymentUrl = serve(declared, 'personal', async ({ house, session, input }) => {
  const { id, reservation } = input
  const accountId = session.account!.id
  if (!isUuid(id)) throw new Refusal('not_found', 'id')
  if (reservation) {
    const setup = await setupById(house, id)
    if (setup?.account_id !== accountId) throw new Refusal('not_found', 'id')
    return setup.state === 'open' && setup.url ? { url: setup.url, params: {} } : nothing()
  }
  const attempt = await attemptOf(house.db, accountId, id)
  if (!attempt) throw new Refusal('not_found', 'id')
  // A renewal's question is put when its reader asks for it.
  return attempt.state === 'action' && attempt.action !== null ? (attempt.action as Challenge) : nothing()
})
