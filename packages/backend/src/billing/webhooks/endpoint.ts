import { ApiError } from '@kiosk/domain/errors'
import { providerWebhook as declared } from '@kiosk/domain/payments/provider-endpoints'
import { MalformedEvent } from '../../adapters/payments/malformed-event.ts'
import { networkLimit } from '../../auth/network-limits.ts'
import type { AppContext } from '../../context.ts'
import { readAtMost } from '../../http/form-body.ts'
import { defineHandler, type RequestContext } from '../../http/handler.ts'
import { networksOf } from '../../http/networks.ts'
import { raiseAlarm } from '../alarms.ts'
import { checkEvents } from './event-schema.ts'
import { processEvent, reportedEvent } from './provider-events.ts'

/** Longest provider message. */
const LONGEST_MESSAGE_BYTES = 256 * 1024

/**
 * Verifies the signature before parsing; responds 2xx only after the event is stored, so that the provider retries otherwise. A
 * signed event that cannot be read gets 400 and an alarm: the provider keeps retrying for days and lists it among its failed
 * deliveries.
 */
export const providerWebhook = defineHandler(declared, 'personal', async (call) => {
  const { ctx, input } = call
  const provider = providerNamed(ctx, input.provider)
  if (!provider) throw new ApiError('not_found')
  const events = await readEvents(provider, call).catch(async (error: unknown) => {
    if (!(error instanceof MalformedEvent)) throw error
    const { name } = provider
    ctx.log.error({ event: 'webhook.malformed', provider: name, reason: error.message }, 'signed event cannot be read')
    await raiseAlarm(ctx.db, ctx, { kind: 'event-malformed', subject: name })
    throw new ApiError('wrong_input')
  })
  if (!events) {
    await noteRejected(provider.name, call)
    throw new ApiError('not_entitled')
  }
  for (const event of events) await processEvent(ctx, reportedEvent(provider.name, event))
  return undefined
})

async function readEvents(provider: NonNullable<ReturnType<typeof providerNamed>>, { ctx, request, visitor }: RequestContext) {
  const ofNetwork = networkLimit(ctx.rateLimits, 'webhook-asked', visitor.address)
  const body = await readAtMost(request, LONGEST_MESSAGE_BYTES)
  const events = await provider.readWebhook(body, request.headers, async () => (await ofNetwork.count()) === null)
  if (events) checkEvents(events)
  return events
}

/** Logs a message without a valid signature, which anybody can send: as many a minute as security events of one network. */
async function noteRejected(provider: string, { ctx, visitor }: RequestContext): Promise<void> {
  const network = networksOf(visitor.address).at(-1)
  if ((await ctx.rateLimits.count('event-of-network', `webhook.rejected ${network}`)) !== null) return
  ctx.log.warn({ event: 'webhook.rejected', provider }, 'webhook without a valid signature of its provider')
}

function providerNamed({ payments }: Pick<AppContext, 'payments'>, name: string) {
  const { card, wallet, store } = payments
  return [card, wallet, store].find((each) => each?.name === name) ?? null
}
