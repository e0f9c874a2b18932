import { readFileSync } from 'node:fs'
import { commandActor } from '@kiosk/backend/audit/actor'
import { connect } from '@kiosk/backend/db/connect'
import { invitationLink, inviteStaff } from '@kiosk/backend/staff/invite-staff'
import type { Language } from '@kiosk/domain/locale'
import type { Role } from '@kiosk/domain/staff/roles'
import { expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { dataFolderFile } from './data-folder.ts'

export const STAFF_PASSWORD = 'Murmeltier-am-Grat'

/** Invites a person as `kiosk staff invite` does. Returns the link. */
export async function invite(person: { email: string; name: string; role: Role; language: Language }): Promise<string> {
  const publicUrl = test.info().project.use.baseURL!
  const connection = await connect({
    databaseUrl: process.env.DATABASE_URL || undefined,
    dataDir: readFileSync(dataFolderFile(new URL(publicUrl).port), 'utf8'),
  })
  const ctx = { now: () => new Date(), publicUrl }
  try {
    return await connection.db
      .transaction()
      .execute(async (trx) => invitationLink(trx, ctx, await inviteStaff(trx, ctx, commandActor(), person)))
  } finally {
    await connection.close()
  }
}

/** Opens a page of the desk, and waits until its scripts run. */
export async function openDesk(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await deskIsReady(page)
}

/** Waits until the scripts of a page of the desk run: a press before is lost. */
async function deskIsReady(page: Page): Promise<void> {
  await expect(page.locator('body[aria-busy=false]')).toBeAttached()
}

/** Signs in a new person of a role at the desk with password and authenticator app. Returns the app. */
export async function signInAs(page: Page, role: Role, language: Language = 'en'): Promise<{ email: string; app: TOTP }> {
  const email = `${role}-${crypto.randomUUID()}@example.org`
  await openDesk(page, await invite({ email, name: 'Nora Feld', role, language }))
  const app = await acceptByPassword(page)
  await expect(page.getByRole('navigation')).toBeVisible()
  await deskIsReady(page)
  return { email, app }
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
