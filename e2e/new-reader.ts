import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { addressOf } from '@kiosk/domain/addresses'
import { regionOf } from '@kiosk/domain/regions'
import {
  type APIRequestContext,
  type APIResponse,
  type Browser,
  expect,
  type Locator,
  type Page,
  request,
  test,
} from '@playwright/test'
import { linkMailedTo } from './mailbox.ts'
import { newAddress, readerLike } from './reader-like.ts'
import { settledVisitor } from './visitor.ts'

/** What the sandbox asks for besides the number of a card. */
const CARD_DETAILS = { expiry: '12/33', code: '123' }

/** Headers of a reader in a separate network, because registrations and logins are limited by network. */
export function ownNetwork(country: string): Record<string, string> {
  const part = () => Math.floor(Math.random() * 0x10000).toString(16)
  return { 'x-country': country, 'x-forwarded-for': `2001:db8:${part()}:${part()}::1` }
}

/**
 * Registers a reader by requests, because other tests cover the pages. Sends the token of the e-mailed link, which signs in
 * without the password. For tests of what follows from a registration; others use `signInNewReader`. The cookies are those of the
 * browser if `by` is `page.request`.
 * @returns the address
 */
export async function registerReader(by: APIRequestContext, name: string, headers: Record<string, string> = {}): Promise<string> {
  const email = newAddress(name)
  const send = async (path: string, form: Record<string, string>) => {
    const answer = await by.post(path, { form, headers })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await send(addressOf('register'), {
    intent: 'register',
    email,
    password: DEMONSTRATION_PASSWORD,
    repeat: DEMONSTRATION_PASSWORD,
    terms: '1',
  })
  const { pathname, searchParams } = new URL(await linkMailedTo('/user/verify?', email))
  await send(pathname, { token: searchParams.get('token')! })
  return email
}

/** Registers a reader who is signed in on another device. @returns the address */
export async function registerElsewhere(name: string): Promise<string> {
  const context = await request.newContext({ baseURL: test.info().project.use.baseURL!, extraHTTPHeaders: ownNetwork('AT') })
  const email = await registerReader(context, name)
  await context.dispose()
  return email
}

/**
 * Adds a reader of a country, whose password is that of the demonstration, and signs in by a request: registering takes three times
 * as long. The cookies are those of the browser if `by` is `page.request`.
 * @returns the address
 */
export async function signInNewReader(
  by: APIRequestContext,
  { country = 'AT', headers = {} }: { country?: string; headers?: Record<string, string> } = {},
): Promise<string> {
  const email = await readerIn(country)
  const form = { intent: 'login', username: email, password: DEMONSTRATION_PASSWORD }
  const answer = await by.post(addressOf('login'), { form, headers, maxRedirects: 0 })
  expect(answer.headers().location, await answer.text()).toContain(addressOf('account'))
  return email
}

/** Adds a free reader of a country, with the password of the demonstration, who is signed in nowhere. @returns the address */
export const readerIn = (country: string) => readerLike('free@example.org', { region_id: regionOf(country).region.id })

/** Buys a subscription by card for a signed-in reader, by requests as a browser without scripts sends them. */
export async function buyByCard(by: APIRequestContext, plan: number, number: string): Promise<void> {
  const next = await orderByCard(by, plan, number)
  await expect.poll(async () => (await by.get(next)).url()).toContain(addressOf('paymentSuccess'))
}

/** Orders a subscription and enters a card. @returns the address to which the provider leads, which charges it */
async function orderByCard(by: APIRequestContext, plan: number, number: string): Promise<string> {
  const order = addressOf('paymentOverview', { id: plan })
  const form = /<form(?:(?!<\/form>)[\s\S])*name="totalPrice"[\s\S]*?<\/form>/.exec(await (await by.get(order)).text())![0]
  const hidden = [...form.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!])
  const framed = async (answer: APIResponse) => /<iframe[^>]* src="([^"]+)"/.exec(await answer.text())![1]!
  const payment = await by.post(order, { form: { ...Object.fromEntries(hidden), way: 'CC', accepted: 'true', intent: 'enter' } })
  const provider = await framed(await by.get(await framed(payment)))
  const paid = await by.post(provider, { form: { kind: 'CC', number, ...CARD_DETAILS } })
  return /<a[^>]* href="([^"]+)"/.exec(await paid.text())![1]!
}

/** Fills in the login form, which redirects to `to`, unless a code is required. */
export async function logIn(page: Page, email: string, to: string, password = DEMONSTRATION_PASSWORD): Promise<void> {
  await page.goto(addressOf('login', { redirect: to }))
  await page.locator('input[name="username"]').fill(email)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('form:has(input[name="username"]) button[type="submit"]').click()
}

/** Opens a page in a new context, in which nobody is signed in. */
export async function stranger(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const { baseURL } = test.info().project.use
  const { storageState } = settledVisitor
  const context = await browser.newContext({ baseURL: baseURL!, storageState, extraHTTPHeaders: ownNetwork('AT'), ...options })
  return context.newPage()
}

/** Fills in the card form of the sandbox and sends it. */
export async function submitCard(page: Page, number: string): Promise<void> {
  await (await enterCard(page, number)).click()
}

/** Fills in the card form of the sandbox. Returns its button. */
export async function enterCard(page: Page, number: string): Promise<Locator> {
  const form = page.frameLocator('main iframe').frameLocator('iframe')
  await form.locator('input[name="number"]').fill(number)
  await form.locator('input[name="expiry"]').fill(CARD_DETAILS.expiry)
  await form.locator('input[name="code"]').fill(CARD_DETAILS.code)
  return form.locator('button.of-card')
}
