import { user as declared } from '@kiosk/domain/accounts/endpoints'
import { serve } from '../endpoint.ts'
import { userDataOfVisitor } from './webinfo.ts'

/** The same as `websession/webinfo`, for those who are signed in. */
export const user = serve(declared, 'personal', userDataOfVisitor)
