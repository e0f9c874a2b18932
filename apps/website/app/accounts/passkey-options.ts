import { newPasskeyOptions, passkeyLoginOptions } from '@kiosk/contract/routes'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { type ActionFunctionArgs, redirect } from 'react-router'
import { orApiError } from '../api-error.ts'
import { requestContext } from '../shell/request-context.ts'

/** Returns options for the browser's authenticator to the script of the login and security pages. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const adding = (await request.formData()).get('for') === 'add'
  const { answer, apiError } = await orApiError(ctx.call(adding ? newPasskeyOptions : passkeyLoginOptions))
  const headers = { 'cache-control': cacheControl('nothing') }
  return apiError
    ? Response.json({ code: apiError.code }, { status: apiError.status, headers })
    : Response.json(answer, { headers })
}

export function loader() {
  return redirect('/')
}
