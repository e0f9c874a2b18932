import { webAppSessionToken } from '@kiosk/contract/routes'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { type ActionFunctionArgs, redirect } from 'react-router'
import { orApiError } from '../api-error.ts'
import { requestContext } from '../shell/request-context.ts'

/** Returns a token with which a web app at another origin takes over the session; 204 without a session. */
export async function action({ context }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  if (new URL(ctx.webapp, ctx.publicUrl).origin === new URL(ctx.publicUrl).origin) return new Response(null, { status: 204 })
  if ((await ctx.who()).state === 'anonymous') return new Response(null, { status: 204 })
  const { answer } = await orApiError(ctx.call(webAppSessionToken, { body: { token: '' } }))
  return answer
    ? Response.json(answer, { headers: { 'cache-control': cacheControl('nothing') } })
    : new Response(null, { status: 204 })
}

export function loader() {
  return redirect('/')
}
