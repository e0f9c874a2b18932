import { ApiError } from '@kiosk/domain/errors'
import { providerWebhook as declared } from '@kiosk/domain/payments/provider-endpoints'
import type { AppContext } from '../../context.ts'
import { readAtMost } from '../../http/form-body.ts'
import { defineHandler } from '../../http/handler.ts'
import { reportedEvent, workOnEvent } from './provider-events.ts'

/** Longest provider message. */
const LONGEST_MESSAGE_BYTES = 256 * 1024

/** Verifies the signature before parsing; responds 2xx only after the event is stored, so that the provider retries otherwise. */
export const providerWebhook = defineHandler(declared, 'personal', async ({ ctx, input, request }) => {
  const provider = providerNamed(ctx, input.provider)
  if (!provider) throw new ApiError('not_found')
  const events = await provider.readWebhook(await readAtMost(request, LONGEST_MESSAGE_BYTES), request.headers)
  if (!events) {
    ctx.log.warn({ event: 'webhook.rejected', provider: input.provider }, 'webhook without a valid signature of its provider')
    throw new ApiError('not_entitled')
  }
  for (const event of events) await workOnEvent(ctx, reportedEvent(provider.name, event))
  return undefined
})

function providerNamed({ payments }: Pick<AppContext, 'payments'>, name: string) {
  const { card, wallet, store } = payments
  return [card, wallet, store].find((each) => each?.name === name) ?? null
}
