// From an empty kiosk to a magazine on its home page, and corrections of its articles, using the shell only for the start and the
// invitation.
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@kiosk/backend/free-port'
import { makePdf } from '@kiosk/importer/testing/malformed-pdfs'
import { expect, type Page, test } from '@playwright/test'
import { acceptByPassword, openDesk } from './staff.ts'
import { desktop, expectAccessible } from './visitor.ts'

test.use({ ...desktop, extraHTTPHeaders: {} })

const root = join(import.meta.dirname, '..')
let folder: string
let env: NodeJS.ProcessEnv
let server: ChildProcess
let origin: string

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiosk-empty-'))
  const port = await freePort()
  origin = `http://localhost:${port}`
  const settings = {
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: folder,
    DEMO: 'false',
    PAYMENTS: 'none',
  }
  env = { ...process.env, ...settings, LOG_LEVEL: 'warn', REQUESTS_PER_MINUTE: '1000000' }
  // The embedded database.
  delete env.DATABASE_URL
  server = fork(join(root, 'apps/server/src/main.ts'), [], { env })
  await expect.poll(async () => (await fetch(`${origin}/health`).catch(() => null))?.status, { timeout: 90_000 }).toBe(200)
})
test.afterAll(async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  await rm(folder, { recursive: true, force: true })
})

const sentence = 'Am Morgen lag Reif auf den Wiesen, und die Hirten trieben ihre Tiere langsam ins Tal hinunter.'
const magazine = makePdf({
  info: { Title: 'Almzeit' },
  pages: Array.from({ length: 4 }, (_, page) => ({ lines: [`Seite ${page + 1}`, ...Array(9).fill(`${sentence} ${page}`)] })),
  outline: [
    { headline: 'Auf der Alm', page: 1 },
    { headline: 'Im Tal', page: 3 },
  ],
})

test('an upload at an empty kiosk appears on its home page, and its articles are corrected by keyboard', async ({ page }) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'apps/operator/src/kiosk.ts'), 'staff', 'invite', 'nora@example.org'],
    { env },
  )
  await openDesk(page, stdout.match(/http\S+/)![0])
  await test.step('gives a name, which the command did not know', async () => {
    const name = page.getByRole('textbox', { name: 'Name' })
    await expect(name).toHaveValue('')
    await page.getByRole('button', { name: 'Passkey anlegen' }).click()
    await expect(name).toBeFocused()
    await name.fill('Nora Feld')
  })
  await acceptByPassword(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Guten Tag, Nora Feld')

  await test.step('sees what the kiosk needs before it opens', async () => {
    for (const name of ['Angaben zum Unternehmen prüfen', 'Preise und Umsatzsteuer festlegen', 'Das erste PDF hochladen'])
      await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible()
    await expectAccessible(page, 'empty kiosk')
  })

  await test.step('uploads a PDF from the empty list of issues, and cancels a file that is not one', async () => {
    await page.getByRole('link', { name: 'Ausgaben', exact: true }).click()
    await page.getByRole('main').getByRole('link', { name: 'Das erste PDF hochladen' }).click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Dateien wählen' }).click()
    await (await chooser).setFiles([
      { name: 'notizen.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(3000, 'kein PDF ') },
      { name: 'almzeit.pdf', mimeType: 'application/pdf', buffer: magazine },
    ])
    await expect(page.getByRole('alert')).toHaveText('Die Datei ist kein PDF.')
    await page.getByRole('button', { name: 'Übertragung von notizen.pdf abbrechen' }).click()
    await expectAccessible(page, 'uploads')
    await page.getByRole('link', { name: /^Almzeit, .+ prüfen$/ }).click({ timeout: 60_000 })
  })

  await test.step('checks the draft, and publishes it', async () => {
    await expect(page.getByRole('combobox', { name: 'Titel' })).toHaveValue('Almzeit')
    // Nothing in the file names the issue: the name follows its day, until somebody types one.
    const [name, day] = [page.getByLabel('Name der Ausgabe'), page.getByLabel('Erscheinungstag')]
    await day.fill('2026-10-15')
    await expect(name).toHaveValue('Oktober 2026')
    await name.fill('Nr. 7')
    await day.fill('2026-11-15')
    await expect.poll(async () => (await page.request.get(page.url())).text()).toContain('2026-11-15')
    await expect(name).toHaveValue('Nr. 7')
    await page.getByRole('button', { name: 'Seite 4' }).press('Enter')
    const picture = page.getByRole('dialog').getByRole('img', { name: 'Seite 4' })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1240)
    await page.keyboard.press('Escape')
    await page.getByText('Im Tal', { exact: true }).click()
    await expect(page.getByText('und die Hirten trieben ihre Tiere').first()).toBeVisible()
    await expectAccessible(page, 'draft')
    await page.getByRole('button', { name: 'Jetzt veröffentlichen' }).press('Enter')
    await expect(page.getByRole('row').filter({ hasText: 'Almzeit, Nr. 7' })).toContainText('veröffentlicht', { timeout: 60_000 })
  })

  await test.step('it is on the home page', async () => {
    await expect.poll(async () => (await page.request.get(`${origin}/`)).text()).toContain('Almzeit')
  })

  await test.step('joins two articles by keyboard, undoes, joins again and saves', async () => {
    await page.getByRole('row').filter({ hasText: 'Almzeit, Nr. 7' }).getByRole('link').click()
    await page.getByRole('link', { name: 'Artikel berichtigen' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Artikel berichtigen')
    await expectAccessible(page, 'articles')
    const list = page.getByRole('grid', { name: 'Artikel dieser Ausgabe' })
    await expect(list.getByRole('row')).toHaveText([/Auf der Alm/, /Im Tal/])
    await page.getByRole('button', { name: 'Mit dem nächsten verbinden' }).press('Enter')
    await expect(list.getByRole('row')).toHaveCount(1)
    await page.keyboard.press('Control+z')
    await expect(list.getByRole('row')).toHaveCount(2)
    await page.keyboard.press('Control+Shift+z')
    await expect(list.getByRole('row')).toHaveCount(1)
    await fillIn(page, 'Überschrift', 'Alm und Tal')
    await page.getByRole('button', { name: 'Speichern' }).press('Enter')
    await expect(list.getByRole('row')).toHaveText([/Alm und Tal.*berichtigt/s])
    await page.reload()
    await expect(list.getByRole('row')).toHaveText([/Alm und Tal/])
  })

  await test.step('starts to replace the issue by another file', async () => {
    await page.getByRole('link', { name: 'Zur Ausgabe' }).click()
    await page.getByRole('link', { name: 'Durch ein neues PDF ersetzen' }).click()
    await expect(page.getByRole('main')).toContainText('Die Datei ersetzt die Ausgabe „Almzeit, Nr. 7“')
  })

  await test.step('is reminded of what is still to do before the first reader comes', async () => {
    await page.getByRole('link', { name: 'Heute', exact: true }).click()
    await expect(page.getByRole('main')).toContainText('Der Kiosk hat noch keine Leser:innen.')
    await expect(page.getByRole('main').getByRole('link', { name: 'Preise und Umsatzsteuer festlegen' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Das erste PDF hochladen' })).toHaveCount(0)
  })

  await test.step('a name that is nearly that of a title is its, unless a new title is wanted', async () => {
    await openDesk(page, `${origin}/desk/uploads`)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Dateien wählen' }).click()
    const buffer = makePdf({ info: { Title: 'Ohne Namen' }, pages: [{ lines: Array(9).fill(sentence) }] })
    await (await chooser).setFiles([{ name: 'neues-heft.pdf', mimeType: 'application/pdf', buffer }])
    await page.getByRole('link', { name: /^Ohne Namen, .+ prüfen$/ }).click({ timeout: 60_000 })
    const title = page.getByRole('combobox', { name: 'Titel' })
    await title.fill('die ALMZEIT')
    await expect(page.getByRole('option')).toHaveText([/^Almzeit/, /^die ALMZEIT.*neben „Almzeit“/])
    await title.press('Tab')
    await expect(title).toHaveValue('Almzeit')
    await title.fill('Alm-Zeit')
    await page.getByRole('option', { name: 'Alm-Zeit', exact: true }).click()
    await expect(title).toHaveAccessibleDescription('„Alm-Zeit“ wird als neuer Titel angelegt, obwohl es „Almzeit“ schon gibt.')
  })
})

async function fillIn(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).fill(value)
  await page.keyboard.press('Tab')
}
