import { ApiError } from '@kiosk/domain/errors'
import { invoice as declared } from '@kiosk/domain/payments/invoice-endpoints'
import { fileResponse } from '../../http/file-response.ts'
import { defineHandler } from '../../http/handler.ts'
import { issuedInvoice } from './issued-invoices.ts'
import { fileNameOf } from './pdf.ts'
import { storedInvoicePdf } from './stored-pdfs.ts'

export const invoice = defineHandler(declared, 'personal', async ({ input, session, ctx }) => {
  if (!session.account) throw new ApiError('not_signed_in')
  const found = await issuedInvoice(ctx.db, input.number, session.account.id)
  if (!found) throw new ApiError('not_found', 'number')
  const pdf = await storedInvoicePdf(ctx, found)
  if (!pdf) throw new ApiError('not_found', 'number')
  return fileResponse(pdf, { name: fileNameOf(found), type: 'application/pdf', disposition: 'inline' })
})
