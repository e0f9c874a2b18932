import { user as declared } from '@kiosk/domain/accounts/endpoints'
import { defineHandler } from '../http/handler.ts'
import { accountById } from './queries.ts'
import { userDataOfVisitor } from './webinfo.ts'

/** Returns the same as `websession/webinfo`, for signed-in readers, and whether e-mails to them bounce. */
export const user = defineHandler(declared, 'personal', async (call) => {
  const [data, account] = await Promise.all([userDataOfVisitor(call), accountById(call.ctx.db, call.session.account?.id ?? 0)])
  return { ...data, ...(account?.mail_bounced_at && { emailBounced: true }) }
})
