import { ApiError } from '@kiosk/domain/errors'
import { setupState as declared } from '@kiosk/domain/payments/endpoints'
import { isUuid } from '../../db/is-uuid.ts'
import { defineHandler } from '../../http/handler.ts'
import { waitForPollingTurn } from '../charges/polling-turn.ts'
import { finishSetup, resultPathOfSetup, setupById } from './setup-session.ts'

export const setupState = defineHandler(declared, 'personal', async ({ ctx, session, input }) => {
  const known = isUuid(input.id) ? await setupById(ctx, input.id) : undefined
  if (known?.account_id !== session.account!.id) throw new ApiError('not_found', 'id')
  const setup = (await finishSetup(ctx, input.id, () => waitForPollingTurn(ctx, input.id, 'owner')))!
  const way = await resultPathOfSetup(ctx, setup)
  return {
    state: way === null ? ('open' as const) : setup.failure_code ? ('failed' as const) : (setup.state as 'done' | 'failed'),
    purpose: setup.purpose as 'registration' | 'edit',
    url: setup.url ?? '',
    embed: setup.embed as { script: string; clientSecret: string; publicKey: string } | null,
    way,
  }
})
