import { addressOf } from '@kiosk/domain/addresses'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { linkMailedTo } from './mailbox.ts'
import { settledVisitor } from './visitor.ts'

export const PASSWORD = 'Sommerwind-7'

/** Headers of a reader in a separate network, because registrations and logins are limited by network. */
export function ownNetwork(country: string): Record<string, string> {
  const part = () => Math.floor(Math.random() * 0x10000).toString(16)
  return { 'x-country': country, 'x-forwarded-for': `2001:db8:${part()}:${part()}::1` }
}

/** Registers a reader in the browser's language and opens the e-mailed link, which signs in without the password. */
export async function registerReader(page: Page, name: string): Promise<string> {
  const email = newAddress(name)
  await page.goto(addressOf('register'))
  const form = page.locator('main form', { has: page.locator('input[autocomplete="new-password"]') })
  await form.locator('input[name="email"]').fill(email)
  for (const field of await form.locator('input[autocomplete="new-password"]').all()) await field.fill(PASSWORD)
  await form.locator('input[type="checkbox"][required]').check()
  await form.locator('button[type="submit"]').click()
  await page.goto(await linkMailedTo('/user/verify?', email))
  await expect(page.locator('a[href^="/user/logout"]').first()).toBeAttached()
  return email
}

/** Fills in the login form, which redirects to `to`, unless a code is required. */
export async function logIn(page: Page, email: string, to: string, password = PASSWORD): Promise<void> {
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
  await form.locator('input[name="expiry"]').fill('12/33')
  await form.locator('input[name="code"]').fill('123')
  return form.locator('button.of-card')
}

export const newAddress = (name: string) =>
  `${name}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 6)}@example.org`
