import { API_BASE } from '@kiosk/contract/route'
import { type Browser, type BrowserContext, expect } from '@playwright/test'
import { ownNetwork } from './new-reader.ts'
import type { atADesk, onAPhone } from './open-reader.ts'
import { settledVisitor } from './visitor.ts'

type Credentials = { email: string; password: string }

/** Returns the API token of the reader's page without a network. */
export async function apiTokenOf(context: BrowserContext): Promise<string> {
  return /"token":"([^"]+)"/.exec(await (await context.request.get('/reader/offline')).text())![1]!
}

/** Signs a reader in by a request, in place of the one who is signed in. */
export async function signIn(context: BrowserContext, token: string, { email, password }: Credentials): Promise<void> {
  const answer = await context.request.post(`${API_BASE}websession/login`, {
    headers: { ...ownNetwork('AT'), 'x-api-token': token },
    form: { type: '0', username: email, password },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Signs a reader in on a new device. */
export async function device(
  browser: Browser,
  baseURL: string,
  kind: typeof onAPhone | typeof atADesk,
  credentials: Credentials,
) {
  const context = await browser.newContext({ ...settledVisitor, ...kind, locale: 'de-AT', baseURL })
  await signIn(context, await apiTokenOf(context), credentials)
  return { page: await context.newPage(), close: () => context.close() }
}
