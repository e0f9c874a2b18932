import { user as declared } from '@kiosk/domain/accounts/endpoints'
import { serve } from '../endpoint.ts'
import { accountById } from './queries.ts'
import { userDataOfVisitor } from './webinfo.ts'

/** The same as `websession/webinfo`, for those who are signed in; and whether e-mails to them come back. */
export const user = serve(declared, 'personal', async (call) => {
  const [data, account] = await Promise.all([userDataOfVisitor(call), accountById(call.house.db, call.session.account?.id ?? 0)])
  return { ...data, ...(account?.mail_bounced_at && { emailBounced: true }) }
})
