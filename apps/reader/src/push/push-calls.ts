type Ask = (path: string, init?: { method: string; body?: URLSearchParams }) => Promise<Response>

const CALL = '/api/v8/reader/push'

/** What pages and the worker, which have no token of the API, ask and say about push messages; the API's own answer. */
export async function pushAsked(ask: Ask): Promise<Response> {
  return passedOn(await ask(CALL))
}

export async function pushSaid(form: URLSearchParams, ask: Ask): Promise<Response> {
  return passedOn(await ask(CALL, form.has('off') ? { method: 'DELETE' } : { method: 'POST', body: form }))
}

function passedOn(answer: Response): Response {
  const headers = { 'content-type': 'application/json', 'cache-control': 'private, no-store' }
  return new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers })
}
