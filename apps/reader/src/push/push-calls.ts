import type { ApiClient } from '@kiosk/api-client/api-client'
import { pushState, subscribePush, unsubscribePush } from '@kiosk/contract/routes'
import { cacheControl } from '@kiosk/domain/cache-rules'

/** Returns the API's response with the push state, for pages and the worker, which have no API token. */
export async function pushRequested(client: ApiClient): Promise<Response> {
  return passedOn(await client.send(pushState))
}

export async function answerPushForm(form: URLSearchParams, client: ApiClient): Promise<Response> {
  if (form.has('off')) return passedOn(await client.send(unsubscribePush))
  const { endpoint = '', p256dh = '', auth = '' } = Object.fromEntries(form)
  return passedOn(await client.send(subscribePush, { body: { endpoint, p256dh, auth } }))
}

function passedOn(answer: Response): Response {
  const headers = { 'content-type': 'application/json', 'cache-control': cacheControl('personal') }
  return new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers })
}
