// What the desk does when the connection breaks off: an upload continues, a draft is stored again, a search says that it failed.
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import * as routes from '@kiosk/contract/desk-routes'
import { DESK_API_BASE } from '@kiosk/contract/route'
import { UPLOAD_PART_BYTES } from '@kiosk/domain/staff/upload-limits'
import { MINUTE_MS } from '@kiosk/domain/time'
import { makePdf, stream } from '@kiosk/importer/testing/malformed-pdfs'
import { expect, type FileChooser, type Page, type Route, test } from '@playwright/test'
import { openDesk, signInAs } from './staff.ts'
import { desktop } from './visitor.ts'

test.use(desktop)

/** Matches the addresses of a call of the desk, with any query. */
const callOf =
  ({ path }: { path: string }) =>
  (url: URL) =>
    new RegExp(`^${DESK_API_BASE}${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname)
const lost = (route: Route) => route.abort()
const choose = async (page: Page, file: Parameters<FileChooser['setFiles']>[0]) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles(file)
}

test('an upload that breaks off twice continues where it stopped, also on a new page; its draft is stored again', async ({
  page,
}) => {
  const name = `alm-${crypto.randomUUID().slice(0, 8)}.pdf`
  const file = test.info().outputPath(name)
  await writeFile(
    file,
    makePdf({
      info: { Title: name },
      pages: [{ lines: Array(9).fill('Am Morgen lag Reif auf den Wiesen, und die Hirten trieben ihre Tiere ins Tal.') }],
      // Too large for two parts.
      objects: { 1000: stream(randomBytes(2.5 * UPLOAD_PART_BYTES)) },
    }),
  )
  // The pauses between attempts are skipped below.
  await page.clock.install()
  await signInAs(page, 'editor', 'en')
  await openDesk(page, '/desk/uploads')

  const offsets: number[] = []
  let partsUntilBreak = 1
  await page.route(callOf(routes.appendUpload), async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    if (partsUntilBreak-- <= 0) return route.abort()
    offsets.push(Number(route.request().headers()['upload-offset']))
    return route.continue()
  })
  const note = page.getByRole('alert').filter({ hasText: 'No connection. What has arrived is kept.' })
  const passes = async () => {
    await page.clock.fastForward(2 * MINUTE_MS)
    await expect(note).toBeVisible({ timeout: 1000 })
  }

  await test.step('the connection is lost after the first part', async () => {
    await choose(page, file)
    await expect(passes).toPass()
  })
  await test.step('the button continues with the second part, and it is lost again', async () => {
    partsUntilBreak = 1
    await page.getByRole('button', { name: `Continue sending ${name}` }).press('Enter')
    await expect(note).toBeHidden()
    await expect(passes).toPass()
  })
  await test.step('the same file, chosen on a new page, continues with the third', async () => {
    partsUntilBreak = Number.POSITIVE_INFINITY
    await openDesk(page, '/desk/uploads')
    await choose(page, file)
    await page
      .getByRole('row')
      .filter({ hasText: name })
      .getByRole('link', { name: /^Check / })
      .click({ timeout: 60_000 })
    expect(offsets).toEqual([0, UPLOAD_PART_BYTES, 2 * UPLOAD_PART_BYTES])
  })

  await test.step('what is typed into its draft without a connection is stored when there is one again', async () => {
    const issue = page.getByLabel('Name of the issue')
    const notStored = page.getByRole('status').filter({ hasText: 'Your latest changes are not saved yet.' })
    await page.route(callOf(routes.saveUpload), lost)
    await issue.fill('No. 7')
    await expect(notStored).toBeVisible()
    await issue.fill('No. 71')
    await expect(notStored).toBeVisible()
    expect(await (await page.request.get(page.url())).text()).not.toContain('No. 71')
    await page.unrouteAll()
    await page.clock.fastForward(MINUTE_MS)
    await expect(notStored).toBeHidden()
    await expect.poll(async () => (await page.request.get(page.url())).text()).toContain('No. 71')
    await expect(issue).toHaveValue('No. 71')
  })
})

test('an upload that is cancelled, and a search that fails', async ({ page }) => {
  await test.step('an upload that is cancelled before it has begun is not sent', async () => {
    await signInAs(page, 'editor', 'en')
    await openDesk(page, '/desk/uploads')
    const released = Promise.withResolvers<void>()
    const sent: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith(`${DESK_API_BASE}upload-files`)) sent.push(request.method())
    })
    // The program that sends is loaded with the first file.
    await page.route('**/desk/assets/*.js', async (route) => {
      await released.promise
      await route.continue()
    })
    const buffer = makePdf({ pages: [{}] })
    const [cancelled, next] = ['alm', 'tal'].map((name) => `${name}-${crypto.randomUUID().slice(0, 8)}.pdf`)
    await choose(page, { name: cancelled!, mimeType: 'application/pdf', buffer })
    await page.getByRole('button', { name: `Cancel sending ${cancelled}` }).press('Enter')
    // It waits until the one before is done.
    await choose(page, { name: next!, mimeType: 'application/pdf', buffer })
    const sending = page.getByRole('list', { name: 'Being sent' })
    await expect(sending).toHaveText(new RegExp(`^${next}`))
    released.resolve()
    await expect(sending).toHaveCount(0)
    expect(sent.filter((method) => method === 'PATCH')).toHaveLength(1)
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('a search that fails says so, and not that nothing was found', async () => {
    await openDesk(page, '/desk/front')
    const failed = 'The search is not answering at the moment. Type again shortly.'

    await test.step('in the command palette', async () => {
      await page.route(callOf(routes.findOnShelf), lost)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('zzq')
      const status = page.getByRole('dialog').getByRole('status')
      await expect(status).toHaveText(failed)
      await page.unrouteAll()
      await page.keyboard.type('z')
      await expect(status).toHaveText('Nothing found.')
      await page.keyboard.press('Escape')
    })

    await test.step('in a field that finds titles, whatever it found before', async () => {
      const field = page.getByRole('combobox', { name: 'Add a title' })
      const options = page.getByRole('listbox').getByRole('option')
      await field.fill('a')
      await expect(options.first()).toHaveAttribute('data-key')
      await page.route(callOf(routes.findTitles), lost)
      await field.fill('al')
      await expect(page.getByRole('listbox')).toHaveText(failed)
      await page.unrouteAll()
      await field.fill('a')
      await expect(page.getByRole('listbox')).not.toHaveText(failed)
      await expect(options.first()).toHaveAttribute('data-key')
      await field.fill('zzqz')
      await expect(page.getByRole('listbox')).toHaveText('Nothing found.')
    })
  })
})
