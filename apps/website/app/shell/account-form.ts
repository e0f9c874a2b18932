import { ACCOUNT_FIELD } from '@kiosk/domain/accounts/limits'
import { errorMessages } from '@kiosk/i18n/messages/errors'
import { data } from 'react-router'
import { errorAt } from '../api-error.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Reads the form of an action that changes an account. Rejects it with 409 if another account has signed in meanwhile, for
 * example in another tab. If signed out, the action's first call redirects to the login.
 * @param form `anonymous`: signed-out visitors use the same form, so it may name no account
 * @throws data with an API error, for the error screen
 */
export async function accountForm(ctx: RequestContext, request: Request, { anonymous = false } = {}): Promise<FormData> {
  const form = await request.formData()
  const signedIn = (await ctx.who()).user.accountReference
  const meant = String(form.get(ACCOUNT_FIELD) ?? '')
  ctx.account = meant || null
  if (signedIn === undefined || meant === signedIn || (anonymous && meant === '')) return form
  const apiError = errorAt(null, 'ERROR.OTHER_ACCOUNT', 409)
  const message = ctx.words(errorMessages)['ERROR.OTHER_ACCOUNT'] ?? null
  throw data({ apiError: { ...apiError, code: 'other_account', message } }, { status: 409 })
}
