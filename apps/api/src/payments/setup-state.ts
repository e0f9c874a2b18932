import { Refusal } from '@kiosk/domain/errors'
import { setupState as declared } from '@kiosk/domain/payments/endpoints'
import { serve } from '../endpoint.ts'
import { isUuid } from './attempt-state.ts'
import { finishSetup, setupById, wayOfSetup } from './setups.ts'
import { turnToAsk } from './turn-to-ask.ts'

export const setupState = serve(declared, 'personal', async ({ house, session, input }) => {
  const known = isUuid(input.id) ? await setupById(house, input.id) : undefined
  if (known?.account_id !== session.account!.id) throw new Refusal('not_found', 'id')
  const setup = (await finishSetup(house, input.id, () => turnToAsk(house, input.id, 'owner')))!
  const way = await wayOfSetup(house, setup)
  return {
    state: way === null ? ('open' as const) : setup.failure_code ? ('failed' as const) : (setup.state as 'done' | 'failed'),
    purpose: setup.purpose as 'registration' | 'edit',
    url: setup.url ?? '',
    embed: setup.embed as { script: string; clientSecret: string; publicKey: string } | null,
    way,
  }
})
