import { commandActor } from '@kiosk/backend/audit/actor'
import { invitationLink, inviteStaff } from '@kiosk/backend/staff/invite-staff'
import { acceptInvitation, invitation } from '@kiosk/contract/desk-routes'
import { DESK_API_BASE } from '@kiosk/contract/route'
import type { Language } from '@kiosk/domain/locale'
import type { Role } from '@kiosk/domain/staff/roles'
import { expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { withKioskDatabase } from './kiosk-database.ts'
import { desktop, expectAccessible, phone, widthBeyondWindow } from './visitor.ts'

export const STAFF_PASSWORD = 'Murmeltier-am-Grat'

/** Invites a person as `kiosk staff invite` does. Returns the link. */
export async function invite(person: { email: string; name: string; role: Role; language: Language }): Promise<string> {
  const publicUrl = test.info().project.use.baseURL!
  const ctx = { now: () => new Date(), publicUrl }
  return withKioskDatabase((db) =>
    db.transaction().execute(async (trx) => invitationLink(trx, ctx, await inviteStaff(trx, ctx, commandActor(), person))),
  )
}

/** Opens a page of the desk, and waits until its scripts run. */
export async function openDesk(page: Page, url: string): Promise<void> {
  await page.goto(url)
  // A press before that is lost.
  await expect(page.locator('body[aria-busy=false]')).toBeAttached()
}

/**
 * Moves from a page of the desk to another one as the browser's buttons do, in the same document. That page's document is only
 * requested, because opening it takes three times as long.
 */
async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    const heading = document.querySelector('h1')
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
    while (heading?.isConnected) await new Promise(requestAnimationFrame)
  }, `/desk/${path}`)
  await expect(page).toHaveURL(`/desk/${path}`)
  expect((await page.request.get(`/desk/${path}`)).status(), path).toBe(200)
}

/**
 * Expects that axe finds nothing on these pages of the desk, on a desktop and on a phone, in turn light and dark, and that none is
 * wider than the window. The first page is opened, and the others follow in its document, because opening a document takes longer
 * than axe.
 */
export async function expectPagesAccessible(page: Page, paths: readonly string[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  for (const [place, path] of paths.entries()) {
    if (place === 0) await openDesk(page, `/desk/${path}`)
    else await moveTo(page, path)
    for (const [at, { viewport, hasTouch }] of [{ ...desktop, hasTouch: false }, phone].entries()) {
      const colorScheme = (place + at) % 2 ? 'dark' : 'light'
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch })
      const state = `${path || 'today'}, ${colorScheme}, ${viewport.width} px`
      await expectAccessible(page, state)
      expect.soft(await widthBeyondWindow(page), `width of ${state}`).toBe(0)
    }
  }
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await devtools.detach()
  await page.setViewportSize(desktop.viewport)
}

/** Signs in a new person of a role, with a password and an authenticator app, by requests: other tests cover the pages. */
export async function signInAs(page: Pick<Page, 'request'>, role: Role, language: Language = 'en'): Promise<{ email: string }> {
  const email = `${role}-${crypto.randomUUID()}@example.org`
  const name = 'Nora Feld'
  const token = new URL(await invite({ email, name, role, language })).hash.slice(1)
  const call = async ({ path }: { path: string }, body: object) => {
    const answer = await page.request.post(DESK_API_BASE + path, { data: body })
    expect(answer.status(), await answer.text()).toBe(200)
    return answer.json()
  }
  const { totp } = (await call(invitation, { token })) as { totp: { secret: string } }
  const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate()
  await call(acceptInvitation, { token, name, language, password: STAFF_PASSWORD, code })
  return { email }
}

/** Accepts the open invitation with password and code, and keeps the recovery codes. The page is in any language. */
export async function acceptByPassword(page: Page): Promise<TOTP> {
  const app = new TOTP({ secret: Secret.fromBase32(await page.locator('code').first().innerText()) })
  await page.locator('input[name=password]').fill(STAFF_PASSWORD)
  await page.locator('input[name=code]').fill(app.generate())
  await page.locator('form button[type=submit]').click()
  await expect(page.locator('li code')).toHaveCount(10)
  await page.getByRole('main').getByRole('button').click()
  return app
}
