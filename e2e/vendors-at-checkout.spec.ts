// Checkout with Stripe and PayPal. Their scripts are not available here, so the test simulates them, at their own addresses and
// under the usual Content Security Policy of our pages.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { addressOf } from '@kiosk/domain/addresses'
import { expect, type Page, test } from '@playwright/test'
import type { VendorKiosk } from './kiosk-with-vendors.ts'
import { expectAccessible, settledVisitor } from './visitor.ts'

test.use(settledVisitor)
// Both tests share one kiosk, at one port.
test.describe.configure({ mode: 'default' })

/** Simulates Stripe's script as documented: mounts a page that pays and redirects to the return address of the session. */
const STRIPE = `window.Stripe = key => ({ createEmbeddedCheckoutPage: async ({ clientSecret }) => ({ mount: place => {
  const button = document.createElement('button')
  button.textContent = 'Pay ' + key + ' ' + clientSecret
  button.onclick = async () => {
    const answer = await fetch('https://api.stripe.com/pretend/checkout', { method: 'POST', body: new URLSearchParams({ secret: clientSecret }) })
    location.assign((await answer.json()).url)
  }
  document.querySelector(place).append(button)
} }) })`
/** Simulates PayPal's SDK as documented: a button that asks the page, creates the subscription and reports its approval. */
const PAYPAL = `window.paypal = { Buttons: given => ({ render: async place => {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'PayPal'
  button.onclick = async () => {
    let opens = true
    await given.onClick({}, { resolve: () => {}, reject: () => { opens = false } })
    if (!opens) return
    const create = async order => (await (await fetch('https://www.paypal.com/pretend/subscription', { method: 'POST', body: new URLSearchParams(order) })).json()).id
    const subscriptionID = await given.createSubscription({}, { subscription: { create } })
    await given.onApprove({ subscriptionID, orderID: 'O-1' })
  }
  given.onInit({}, { enable: () => { button.disabled = false }, disable: () => { button.disabled = true } })
  place.append(button)
} }) }`

let child: ChildProcess
let kiosk: VendorKiosk
test.beforeAll(async ({ baseURL }) => {
  const port = Number(new URL(baseURL!).port) + 2
  child = fork(join(import.meta.dirname, 'kiosk-with-vendors.ts'), [String(port)], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  kiosk = (await Promise.race([
    once(child, 'message').then(([message]) => message),
    once(child, 'exit').then(() => {
      throw new Error('the kiosk with vendors ended')
    }),
  ])) as VendorKiosk
})
test.afterAll(async () => {
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
})

/**
 * Signs one of the readers in and opens the order. @returns `requests`: requests to the vendors; `violations`: messages about
 * violations of the Content Security Policy; `reach`: makes the vendors available or unavailable
 */
async function visit(page: Page, which: number) {
  const { session, device } = kiosk.readers[which]!
  const cookie = (name: string, value: string) => ({ name, value, domain: 'localhost', path: '/' })
  await page.context().addCookies([cookie('session', session), cookie('device', device)])
  const requests: string[] = []
  const violations: string[] = []
  let reached = true
  page.on('console', (line) => line.text().includes('Content Security Policy') && violations.push(line.text()))
  await page.route(/^https:\/\//, async (route) => {
    const request = route.request()
    const { origin, pathname } = new URL(request.url())
    requests.push(request.url())
    if (!reached) return route.abort('connectionrefused')
    if (!pathname.startsWith('/pretend/')) {
      const body = origin === 'https://js.stripe.com' ? STRIPE : PAYPAL
      return route.fulfill({ contentType: 'text/javascript', body })
    }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(kiosk.vendors + pathname, { method: 'POST', headers, body: request.postData() })
    return route.fulfill({ json: await answer.json(), headers: { 'access-control-allow-origin': '*' } })
  })
  const reach = (can: boolean) => {
    reached = can
  }
  await page.goto(kiosk.url + addressOf('paymentOverview', { id: 2 }))
  return { requests, violations, reach }
}
const main = (page: Page) => page.getByRole('main')

test('a provider’s unavailable page is reported with another way to pay, and Stripe is paid in our page', async ({ page }) => {
  const { requests, violations, reach } = await visit(page, 0)
  // No third party is contacted before the buyer has accepted.
  await main(page).getByRole('radio', { name: 'PayPal' }).check()
  const waiting = main(page).getByRole('button', { name: 'Mit PayPal bestellen und bezahlen' })
  await expect(waiting).toBeDisabled()
  await expectAccessible(page, 'an order that a wallet may pay')
  expect(requests).toEqual([])
  reach(false)
  await page.getByRole('checkbox').check()
  await expect(main(page)).toContainText('PayPal ist gerade nicht erreichbar.')
  expect(requests.map((each) => new URL(each).host)).toEqual(['www.paypal.com'])

  await main(page).getByRole('radio', { name: 'Kreditkarte' }).check()
  await main(page).getByRole('button', { name: 'Zahlungspflichtig bestellen', exact: true }).click()
  const frame = page.frameLocator('main iframe')
  await expect(frame.getByRole('alert')).toContainText('lädt gerade nicht. Es wurde nichts abgebucht.')
  await expect(main(page).getByRole('link', { name: 'Zurück zur Übersicht' })).toBeVisible()
  reach(true)
  await frame.getByRole('link', { name: 'Noch einmal laden' }).click()
  await frame.getByRole('button', { name: 'Pay pk_test_1 cs_1_secret' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vielen Dank!')
  expect(page.url()).toContain(addressOf('paymentSuccess'))
  expect(violations).toEqual([])
})

test('PayPal is loaded after consent, and an approval there completes the purchase', async ({ page }) => {
  const { requests, violations } = await visit(page, 1)
  await main(page).getByRole('radio', { name: 'PayPal' }).check()
  await page.getByRole('checkbox').check()
  const wallet = main(page).getByRole('button', { name: 'PayPal', exact: true })
  await expect(wallet).toBeEnabled()
  expect(Object.fromEntries(new URL(requests[0]!).searchParams)).toMatchObject({
    'client-id': 'client-1',
    currency: 'EUR',
    vault: 'true',
  })
  await page.getByRole('checkbox').uncheck()
  await expect(wallet).toBeDisabled()
  await page.getByRole('checkbox').check()
  await wallet.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vielen Dank!')
  await page.goto(kiosk.url + addressOf('currentSubscription'))
  await expect(main(page)).toContainText('PREMIUM')
  await expect(main(page)).toContainText('PayPal')
  expect(violations).toEqual([])
})
