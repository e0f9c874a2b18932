import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const invoices = endpoint({
  method: 'GET',
  path: 'invoice/all',
  summary: 'Invoices and credit notes, the newest first',
  access: 'session',
  output: z.array(
    z.object({
      number: z.string(),
      /** ISO 8601. */
      creationTime: z.string(),
      date: z.string(),
      /** Minor units. */
      amount: z.number(),
      amountFormat: z.string(),
      period: z.string(),
    }),
  ),
  errors: ['not_signed_in'],
})

export const invoice = endpoint({
  method: 'GET',
  path: 'invoice/{number}',
  summary: 'An invoice of one’s own as PDF',
  access: 'link',
  params: z.object({ number: z.string().min(1).max(40) }),
  produces: ['application/pdf'],
  errors: ['not_signed_in', 'not_found'],
})
