import { type Browser, expect } from '@playwright/test'
import { ownNetwork } from './new-reader.ts'
import type { atADesk, onAPhone } from './open-reader.ts'
import { settledVisitor } from './visitor.ts'

const API = '/api/v8'

/** Signs a reader in on a new device. */
export async function device(
  browser: Browser,
  baseURL: string,
  kind: typeof onAPhone | typeof atADesk,
  { email, password }: { email: string; password: string },
) {
  const context = await browser.newContext({ ...settledVisitor, ...kind, locale: 'de-AT', baseURL })
  const token = /"token":"([^"]+)"/.exec(await (await context.request.get('/reader/offline')).text())![1]!
  const answer = await context.request.post(`${API}/websession/login`, {
    headers: { ...ownNetwork('AT'), 'x-api-token': token },
    form: { type: '0', username: email, password },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return { page: await context.newPage(), close: () => context.close() }
}
