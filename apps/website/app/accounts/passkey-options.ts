import { newPasskeyOptions, passkeyLoginOptions } from '@kiosk/domain/accounts/second-factor-endpoints'
import { type ActionFunctionArgs, redirect } from 'react-router'
import { orRefusal } from '../refusal.ts'
import { visitOf } from '../shell/visit.ts'

/** Options for the browser's authenticator, fetched by the script of the login and security pages. */
export async function action({ context, request }: ActionFunctionArgs) {
  const visit = visitOf(context)
  const adding = (await request.formData()).get('for') === 'add'
  const { answer, refusal } = await orRefusal(visit.call(adding ? newPasskeyOptions : passkeyLoginOptions))
  const headers = { 'cache-control': 'no-store' }
  return refusal ? Response.json({ code: refusal.code }, { status: refusal.status, headers }) : Response.json(answer, { headers })
}

export function loader() {
  return redirect('/')
}
