import { ACCOUNT_FIELD } from '@kiosk/domain/accounts/terms'
import { errorWords } from '@kiosk/languages/errors'
import { data } from 'react-router'
import { refusalAt } from '../refusal.ts'
import type { Visit } from './visit.ts'

/**
 * The form of an action that changes an account. It is rejected with 409 when another account is signed in by now: the page
 * was loaded before somebody else signed in in another tab. Nobody signed in: the first call of the action leads to the login.
 * @param form `anonymous`: visitors who are not signed in use the same form, so it may name nobody
 * @throws data with a refusal, for the error screen
 */
export async function accountForm(visit: Visit, request: Request, { anonymous = false } = {}): Promise<FormData> {
  const form = await request.formData()
  const signedIn = (await visit.who()).user.accountReference
  const meant = String(form.get(ACCOUNT_FIELD) ?? '')
  visit.account = meant || null
  if (signedIn === undefined || meant === signedIn || (anonymous && meant === '')) return form
  const refusal = refusalAt(null, 'ERROR.OTHER_ACCOUNT', 409)
  const message = visit.words(errorWords)['ERROR.OTHER_ACCOUNT'] ?? null
  throw data({ refusal: { ...refusal, code: 'other_account', message } }, { status: 409 })
}
