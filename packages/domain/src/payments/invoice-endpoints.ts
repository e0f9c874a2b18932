import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const invoices = endpoint(routes.invoices, {
  summary: 'Invoices and credit notes, newest first',
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

export const invoice = endpoint(routes.invoice, {
  summary: 'An invoice of the signed-in reader as PDF',
  access: 'link',
  params: z.object({ number: z.string().min(1).max(40) }),
  produces: ['application/pdf'],
  errors: ['not_signed_in', 'not_found'],
})
