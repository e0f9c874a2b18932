import { Refusal } from '@kiosk/domain/errors'
import { invoice as declared } from '@kiosk/domain/payments/invoice-endpoints'
import { serve } from '../endpoint.ts'
import { fileNameOf } from './invoice-paper.ts'
import { keptPaper } from './invoice-papers.ts'
import { issuedInvoice } from './issued-invoices.ts'

export const invoice = serve(declared, 'personal', async ({ input, session, house }) => {
  if (!session.account) throw new Refusal('not_signed_in')
  const found = await issuedInvoice(house.db, input.number, session.account.id)
  if (!found) throw new Refusal('not_found', 'number')
  const paper = await keptPaper(house, found)
  if (!paper) throw new Refusal('not_found', 'number')
  return new Response(new Uint8Array(paper), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${fileNameOf(found)}"`,
      'cache-control': 'private, no-store',
    },
  })
})
