import { type Browser, expect } from '@playwright/test'
import { ownNetwork } from './new-reader.ts'
import type { atADesk, onAPhone } from './open-reader.ts'
import { settledVisitor } from './visitor.ts'

const API = '/api/v8'

/** Signs a reader of the demonstration in on a new device; `leave` removes the device from the account. */
export async function device(
  browser: Browser,
  baseURL: string,
  kind: typeof onAPhone | typeof atADesk,
  { email, password } = { email: 'premium@example.org', password: 'Lesehalle7' },
) {
  const context = await browser.newContext({ ...settledVisitor, ...kind, locale: 'de-AT', baseURL })
  const token = /"token":"([^"]+)"/.exec(await (await context.request.get('/reader/offline')).text())![1]!
  const headers = { 'x-api-token': token }
  const form = { type: '0', username: email, password }
  expect(
    (await context.request.post(`${API}/websession/login`, { headers: { ...ownNetwork('AT'), ...headers }, form })).status(),
  ).toBe(200)
  return {
    page: await context.newPage(),
    async leave() {
      const own = (await context.cookies()).find(({ name }) => name === 'device')!.value
      await context.request.delete(`${API}/user/device/${own}`, { headers })
      await context.close()
    },
  }
}
