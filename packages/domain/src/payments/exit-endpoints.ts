import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const Declaration = z.object({
  name: z.string().trim().min(1).max(200),
  email: z.string().trim().min(3).max(254),
  contract: z.string().trim().max(200).default(''),
})

export const cancelContract = endpoint({
  method: 'POST',
  path: 'contract/cancel',
  summary: 'Cancels a contract without a login; a receipt with content and time goes out by mail',
  access: 'anyone',
  body: Declaration.extend({
    manner: z.enum(['ordinary', 'extraordinary']).default('ordinary'),
    reason: z.string().trim().max(2000).default(''),
    wishedEnd: z.string().max(10).default(''),
  }),
  output: z.object({ receivedAt: z.string(), number: z.string() }),
  errors: ['wrong_input', 'too_many_requests'],
  ours: true,
})

export const withdrawContract = endpoint({
  method: 'POST',
  path: 'contract/withdraw',
  summary: 'Declares withdrawal from a contract without a login; a receipt goes out by mail',
  access: 'anyone',
  body: Declaration,
  output: z.object({ receivedAt: z.string(), number: z.string() }),
  errors: ['wrong_input', 'too_many_requests'],
  ours: true,
})
