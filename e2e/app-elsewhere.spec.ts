import { once } from 'node:events'
import { createServer } from 'node:http'
import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { addressOf } from '@kiosk/domain/addresses'
import { expect, type Page, test } from '@playwright/test'
import { ownNetwork, signInNewReader } from './new-reader.ts'
import { settledVisitor } from './visitor.ts'

// An app in a web view is a page at another site: it gets no cookies of ours, so it signs in with tokens (ADR-0067). Here the
// page has an IP address, and the kiosk a host name.

test.use(settledVisitor)

type Tokens = { accessToken: string; refreshToken: string }
type Sent = { method?: string; bearer?: string; form?: Record<string, string>; cookies?: boolean }
/** `status` 0: the browser blocked the call, or did not let the page read the response. */
type Got = { status: number; body: Record<string, unknown>; requestId: string | null }

/** Serves an empty page at this port. */
async function openSite(port: number) {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>App</title>'))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/** Calls the API from the page, as an app does. */
function callFrom(page: Page, api: string, apiToken: string) {
  return (path: string, sent: Sent = {}): Promise<Got> =>
    page.evaluate(
      async ({ url, apiToken, method, bearer, form, cookies }) => {
        try {
          const response = await fetch(url, {
            method: method ?? (form ? 'POST' : 'GET'),
            headers: { 'x-api-token': apiToken, ...(bearer && { authorization: `Bearer ${bearer}` }) },
            ...(form && { body: new URLSearchParams(form) }),
            ...(cookies && { credentials: 'include' as const }),
          })
          const text = await response.text()
          return {
            status: response.status,
            body: text ? (JSON.parse(text) as Record<string, unknown>) : {},
            requestId: response.headers.get('x-request-id'),
          }
        } catch {
          return { status: 0, body: {}, requestId: null }
        }
      },
      { url: api + path, apiToken, ...sent },
    )
}

test('an app at another site signs in with rotating tokens, and foreign pages have no access by cookies', async ({
  page,
  baseURL,
}) => {
  const port = Number(new URL(baseURL!).port)
  const app = await openSite(port + 3)
  const stranger = await openSite(port + 4)
  try {
    await page.context().setExtraHTTPHeaders(ownNetwork('AT'))
    const email = await signInNewReader(page.request)
    // The API would have to allow headers that the test adds to every request.
    await page.context().setExtraHTTPHeaders({})
    const apiToken = /"token":"([^"]+)"/.exec(await (await page.request.get('/reader/offline')).text())![1]!
    const call = callFrom(page, `${baseURL}/api/v8/`, apiToken)
    const login = { username: email, password: DEMONSTRATION_PASSWORD }

    // The reader is signed in to the website in the same browser, which gives neither page access.
    await page.goto(app.url)
    expect((await call('user')).status).toBe(401)
    expect((await call('user', { cookies: true })).status).toBe(0)

    const { status, body } = await call('websession/token', { form: { ...login, deviceName: 'Lesetablet' } })
    expect(status).toBe(200)
    const first = body.tokens as Tokens
    const user = await call('user', { bearer: first.accessToken })
    expect(user).toMatchObject({ status: 200, body: { email } })
    // Exposed, so that an app can report it.
    expect(user.requestId).toMatch(/\S{8,}/)
    const signIns = (await call('user/sessions', { bearer: first.accessToken })).body as unknown as Record<string, unknown>[]
    const own = signIns.find(({ current }) => current)!
    expect(own).toMatchObject({ kind: 'app', name: 'Lesetablet' })
    const renamed = { method: 'PUT', bearer: first.accessToken, form: { name: 'Küche' } }
    expect((await call(`user/sessions/${own.id}`, renamed)).status).toBe(204)

    // A refresh invalidates the previous access token; a refresh token works once.
    const refreshed = await call('websession/token/refresh', { form: { refreshToken: first.refreshToken } })
    expect(refreshed.status).toBe(200)
    const second = refreshed.body as Tokens
    expect((await call('user', { bearer: first.accessToken })).status).toBe(401)
    expect((await call('user', { bearer: second.accessToken })).status).toBe(200)
    const page2 = await page.context().newPage()
    await page2.goto(addressOf('security'))
    await expect(page2.getByRole('heading', { name: 'Küche' })).toBeVisible()

    // A refresh token that is used twice may have been copied: the whole sign-in ends and disappears from the website.
    expect((await call('websession/token/refresh', { form: { refreshToken: first.refreshToken } })).status).toBe(401)
    expect((await call('user', { bearer: second.accessToken })).status).toBe(401)
    expect((await call('websession/token/refresh', { form: { refreshToken: second.refreshToken } })).status).toBe(401)
    await page2.reload()
    await expect(page2.getByRole('heading', { name: 'Küche' })).toHaveCount(0)

    // A page that is not an app of ours can neither call the API nor read a response.
    const third = (await call('websession/token', { form: login })).body.tokens as Tokens
    await page.goto(stranger.url)
    expect((await call('user', { bearer: third.accessToken })).status).toBe(0)
    expect((await call('websession/token', { form: login })).status).toBe(0)
    expect((await call('user', { cookies: true })).status).toBe(0)

    await page.goto(app.url)
    expect((await call('websession/logout', { form: {}, bearer: third.accessToken })).status).toBe(200)
    expect((await call('user', { bearer: third.accessToken })).status).toBe(401)
  } finally {
    app.close()
    stranger.close()
  }
})
