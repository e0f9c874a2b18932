import { webAppSessionToken } from '@kiosk/domain/accounts/session-endpoints'
import { type ActionFunctionArgs, redirect } from 'react-router'
import { orRefusal } from '../refusal.ts'
import { visitOf } from '../shell/visit.ts'

/** A token by which a web app at another origin takes this session over; 204 where there is none to take. */
export async function action({ context }: ActionFunctionArgs) {
  const visit = visitOf(context)
  if (new URL(visit.webapp, visit.publicUrl).origin === new URL(visit.publicUrl).origin)
    return new Response(null, { status: 204 })
  if ((await visit.who()).state === 'anonymous') return new Response(null, { status: 204 })
  const { answer } = await orRefusal(visit.call(webAppSessionToken, { body: { token: '' } }))
  return answer ? Response.json(answer, { headers: { 'cache-control': 'no-store' } }) : new Response(null, { status: 204 })
}

export function loader() {
  return redirect('/')
}
