import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { languages } from '../locale.ts'
import { deskEndpoint } from './desk-endpoint.ts'
import { Reason } from './endpoints.ts'

const Reader = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })

export const requestView = deskEndpoint(routes.requestView, {
  summary: 'Asks a reader by e-mail for the permission to look at the account',
  access: 'readers.view-as',
  params: Reader,
  /** `requestId`: made by the browser when the dialog opens. */
  body: z.object({ requestId: z.uuid(), reason: Reason }),
  errors: ['wrong_input', 'not_found', 'changed_meanwhile'],
})

export const openView = deskEndpoint(routes.openView, {
  summary: 'Opens the website as a reader sees it, to look only, while the reader allows it',
  access: 'readers.view-as',
  params: Reader,
  body: z.object({ reason: Reason }),
  output: z.object({ address: z.string() }),
  errors: ['wrong_input', 'not_found', 'view_not_allowed'],
})

export const lookAsReader = deskEndpoint(routes.lookAsReader, {
  summary: 'Notes that another page of an open view is looked at, and says for whom and how long',
  access: 'readers.view-as',
  params: Reader,
  output: z.object({
    grantId: z.number(),
    email: z.string(),
    country: z.string(),
    /** Of the reader. */
    language: z.enum(languages),
    /** Of the member of staff. */
    staffLanguage: z.enum(languages),
    endsAt: z.string(),
  }),
  errors: ['wrong_input', 'not_found', 'view_not_allowed'],
})
