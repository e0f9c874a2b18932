import { Refusal } from '@kiosk/domain/errors'
import { providerWebhook as declared } from '@kiosk/domain/payments/provider-endpoints'
import { serve } from '../endpoint.ts'
import { readAtMost } from '../form-body.ts'
import type { House } from '../house.ts'
import { heardOf, workOnEvent } from './provider-events.ts'

/** Longest message of a provider. Bytes. */
const LONGEST_MESSAGE = 256 * 1024

/** Nothing is looked at before the signature; 2xx goes out when everything is written down, so that a provider tries again. */
export const providerWebhook = serve(declared, 'personal', async ({ house, input, request }) => {
  const provider = providerNamed(house, input.provider)
  if (!provider) throw new Refusal('not_found')
  const events = await provider.readWebhook(await readAtMost(request, LONGEST_MESSAGE), request.headers)
  if (!events) {
    house.log.warn({ event: 'webhook refused', provider: input.provider }, 'a message was not signed by its provider')
    throw new Refusal('not_entitled')
  }
  for (const event of events) await workOnEvent(house, heardOf(provider.name, event))
  return undefined
})

function providerNamed({ payments }: House, name: string) {
  const { card, wallet, store } = payments
  return [card, wallet, store].find((each) => each?.name === name) ?? null
}
