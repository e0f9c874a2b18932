import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const providerWebhook = endpoint({
  method: 'POST',
  path: 'psp/webhook/{provider}',
  summary: 'What a payment provider tells us; signed, in any order, any number of times',
  access: 'link',
  params: z.object({ provider: z.enum(['sandbox', 'stripe', 'paypal', 'google']) }),
  errors: ['wrong_input', 'not_found', 'not_entitled'],
  ours: true,
})

export const providerReturn = endpoint({
  method: 'GET',
  path: 'psp/return/{session}',
  summary: 'Where a provider sends the browser back to; leaves a frame, works without a session (decision 24)',
  access: 'link',
  params: z.object({ session: z.string().max(64) }),
  /** Of the e-mail that led to the bank's question, for who is not signed in. */
  query: z.object({ token: z.string().max(200).default('') }),
  produces: ['text/html'],
  errors: ['not_found'],
  ours: true,
})
