import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const providerWebhook = endpoint(routes.providerWebhook, {
  summary: 'Webhook of a payment provider: signed, in any order, repeatable',
  access: 'link',
  params: z.object({ provider: z.enum(['sandbox', 'stripe', 'paypal', 'google']) }),
  errors: ['wrong_input', 'not_found', 'not_entitled'],
  isExtension: true,
})

export const providerReturn = endpoint(routes.providerReturn, {
  summary: 'Return address of a provider’s payment page; leaves a frame, works without a session (ADR-0173)',
  access: 'link',
  params: z.object({ session: z.string().max(64) }),
  /** Token of the e-mail that led to the bank's confirmation, for signed-out readers. */
  query: z.object({
    token: z.string().max(200).default(''),
    /** The kind of payment data that the page collected, which the order page selects again if its visitor left it. */
    kind: z.enum(['CC', 'DD']).optional(),
  }),
  produces: ['text/html'],
  errors: ['not_found'],
  isExtension: true,
})
