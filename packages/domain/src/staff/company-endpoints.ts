import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { PublishedValues } from '../operator.ts'
import { deskEndpoint } from './desk-endpoint.ts'

/** How often the values were saved at the desk; 0 = never, so those of `operator.json` apply. */
const Version = z.number().int().min(0)

export const companyDetails = deskEndpoint(routes.companyDetails, {
  summary: 'What the website, e-mails and invoices say about the operator',
  access: 'content.read',
  output: z.object({ values: PublishedValues, version: Version }),
  errors: [],
})
export const saveCompanyDetails = deskEndpoint(routes.saveCompanyDetails, {
  summary: 'Replaces what the website, e-mails and invoices say about the operator, at once and on all servers',
  access: 'company.write',
  confirmed: true,
  body: PublishedValues.extend({
    /** Version that the person saw. */
    before: Version,
  }),
  errors: ['wrong_input', 'changed_meanwhile'],
})
