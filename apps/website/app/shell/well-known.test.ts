import { DAY_MS } from '@kiosk/domain/time'
import { expect, test } from 'vitest'
import { openWebsite, operator } from '../testing/website.ts'

const openPage = openWebsite()

test('serves security.txt with contact and expiry', async () => {
  const { response, html } = await openPage('/.well-known/security.txt')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(html).toContain(`Contact: mailto:${operator.company.mail}\n`)
  expect(html).toContain('Canonical: https://kiosk.example/.well-known/security.txt\n')
  const days = (Date.parse(/^Expires: (.+)$/m.exec(html)?.[1] ?? '') - Date.now()) / DAY_MS
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
  const own = await openPage('/.well-known/security.txt', { operatorValues: { securityContact: '/feedback' } })
  expect(own.html).toContain('Contact: https://kiosk.example/feedback\n')
})

test('redirects /.well-known/change-password to the account', async () => {
  const { response, location } = await openPage('/.well-known/change-password')
  expect([response.status, location]).toEqual([302, '/user/account#data'])
})

test.each(['/api', '/assets', '/assets/', '/feeds', '/feeds/'])('%s is 404 without a page', async (path) => {
  const { response, html } = await openPage(path)
  expect([response.status, html]).toEqual([404, 'Not found\n'])
})
