import { ApiError } from '@kiosk/domain/errors'
import { providerWebhook as declared } from '@kiosk/domain/payments/provider-endpoints'
import { MalformedEvent } from '../../adapters/payments/malformed-event.ts'
import type { AppContext } from '../../context.ts'
import { readAtMost } from '../../http/form-body.ts'
import { defineHandler } from '../../http/handler.ts'
import { raiseAlarm } from '../alarms.ts'
import { checkEvents } from './event-schema.ts'
import { reportedEvent, workOnEvent } from './provider-events.ts'

/** Longest provider message. */
const LONGEST_MESSAGE_BYTES = 256 * 1024

/**
 * Verifies the signature before parsing; responds 2xx only after the event is stored, so that the provider retries otherwise. A signed
 * event that cannot be read gets 400 and an alarm: the provider goes on for days, and shows it among its failed deliveries.
 */
export const providerWebhook = defineHandler(declared, 'personal', async ({ ctx, input, request }) => {
  const provider = providerNamed(ctx, input.provider)
  if (!provider) throw new ApiError('not_found')
  const events = await readEvents(provider, await readAtMost(request, LONGEST_MESSAGE_BYTES), request.headers).catch(
    async (error: unknown) => {
      if (!(error instanceof MalformedEvent)) throw error
      const { name } = provider
      ctx.log.error({ event: 'webhook.malformed', provider: name, reason: error.message }, 'signed event cannot be read')
      await raiseAlarm(ctx.db, ctx, { kind: 'event-malformed', subject: name })
      throw new ApiError('wrong_input')
    },
  )
  if (!events) {
    ctx.log.warn({ event: 'webhook.rejected', provider: input.provider }, 'webhook without a valid signature of its provider')
    throw new ApiError('not_entitled')
  }
  for (const event of events) await workOnEvent(ctx, reportedEvent(provider.name, event))
  return undefined
})

async function readEvents(provider: NonNullable<ReturnType<typeof providerNamed>>, body: string, headers: Headers) {
  const events = await provider.readWebhook(body, headers)
  if (events) checkEvents(events)
  return events
}

function providerNamed({ payments }: Pick<AppContext, 'payments'>, name: string) {
  const { card, wallet, store } = payments
  return [card, wallet, store].find((each) => each?.name === name) ?? null
}
