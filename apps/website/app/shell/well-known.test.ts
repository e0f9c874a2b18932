import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadWebsite, operator, type Visitor, visitor } from '../website-under-test.ts'

let website: Awaited<ReturnType<typeof loadWebsite>>
let visit: Visitor
beforeAll(async () => {
  website = await loadWebsite()
  visit = visitor(website.handle)
})
afterAll(() => website.close())

test('security.txt says whom to tell, and until when it holds', async () => {
  const { response, html } = await visit('/.well-known/security.txt')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(html).toContain(`Contact: mailto:${operator.company.mail}\n`)
  expect(html).toContain('Canonical: https://kiosk.example/.well-known/security.txt\n')
  const days = (Date.parse(/^Expires: (.+)$/m.exec(html)?.[1] ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
  const own = await visit('/.well-known/security.txt', { house: { securityContact: '/feedback' } })
  expect(own.html).toContain('Contact: https://kiosk.example/feedback\n')
})

test('a password manager is led to the account', async () => {
  const { response, location } = await visit('/.well-known/change-password')
  expect([response.status, location]).toEqual([302, '/user/account#data'])
})

test.each(['/api', '/assets', '/assets/', '/feeds', '/feeds/'])('%s is nothing, without a screen', async (path) => {
  const { response, html } = await visit(path)
  expect([response.status, html]).toEqual([404, 'Not found\n'])
})
