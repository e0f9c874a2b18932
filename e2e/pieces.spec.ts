// The page of `npm run dev` that shows every piece of packages/ui. Vite serves it here as it does there.
import { globSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PIECES, piecesServer } from '@kiosk/server/development/development'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, widthBeyondWindow } from './visitor.ts'

const root = join(import.meta.dirname, '..')
/** Text that only this page contains. */
const TITLE = 'Pieces of the interface'

// One server for all tests of this file, and one page: Vite serves some hundred files for it.
test.describe.configure({ mode: 'default' })
let server: Server
let address: string
let page: Page
let stop: () => Promise<void>
test.beforeAll(async ({ browser }) => {
  const vite = await piecesServer(false)
  server = createServer(vite.middlewares)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PIECES}`
  stop = () => vite.close()
  page = await browser.newPage()
  await page.goto(address)
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible()
})
test.afterAll(async () => {
  await page.close()
  server.close()
  await stop()
})

test('every exported component of packages/ui is on the page', async () => {
  const exported = globSync('packages/ui/src/*.tsx', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^export (?:function|const) ([A-Z]\w*)/gm)].map(([, name]) => name!),
  )
  expect(exported).toContain('Button')
  const shown = await page.locator('[data-piece]').evaluateAll((all) => all.map((each) => each.getAttribute('data-piece')))
  expect(shown.sort()).toEqual(exported.sort())
})

test('every token of colour, type, space and corners is on the page', async () => {
  const css = readFileSync(join(root, 'packages/ui/src/tokens.css'), 'utf8')
  const declared = [...css.matchAll(/^ {2}--((?:text|space|radius)-?\w*|[\w-]+(?=: (?:light-dark|#))):/gm)].map(
    ([, name]) => name!,
  )
  expect(declared).toContain('accent')
  await expect(page.locator('[data-token]').first()).toBeVisible()
  const shown = await page.locator('[data-token]').evaluateAll((all) => all.map((each) => each.getAttribute('data-token')))
  expect(declared.filter((name) => !shown.includes(name))).toEqual([])
})

test('axe finds nothing on the page and its dialog, light and dark, at 360 and 1440 px, and nothing is wider than the window', async () => {
  const dialog = page.getByRole('dialog')
  for (const width of [360, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      const look = `${colorScheme}, ${width} px`
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page, `pieces, ${look}`)
      const tooWide = await widthBeyondWindow(page)
      expect.soft(tooWide, look).toBeLessThanOrEqual(0)
      await page.locator('[data-piece="ConfirmDialog"]').getByRole('button', { name: 'Öffnen' }).last().click()
      await expect(dialog).toBeVisible()
      await expectAccessible(page, `dialog, ${look}`)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
})

test('hover and focus are shown without a pointer and without the keyboard', async () => {
  const buttons = page.locator('[data-piece="Button"]')
  const looks = (selector: string) =>
    buttons
      .locator(selector)
      .first()
      .evaluate((button) => {
        const { backgroundColor, outlineStyle } = getComputedStyle(button)
        return { backgroundColor, outlineStyle }
      })
  const plain = await looks('div:not([data-forced]) > button')
  expect((await looks('[data-forced="hover"] > button')).backgroundColor).not.toBe(plain.backgroundColor)
  expect(plain.outlineStyle).toBe('none')
  expect((await looks('[data-forced="focus"] > button')).outlineStyle).toBe('solid')
})

test('production has neither the page nor a byte of it', async ({ request }) => {
  expect((await request.get(address)).status()).toBe(200)
  for (const path of [PIECES, `${PIECES}pieces.tsx`, '/dev/pieces', '/pieces/pieces.tsx'])
    expect((await request.get(path)).status(), path).toBe(404)
  const built = globSync('apps/{website,reader}/build/**/*.{js,css,html,json}', { cwd: root })
  expect(built.length).toBeGreaterThan(20)
  const signs = [TITLE, PIECES, 'data-piece']
  const source = await (await request.get(`${address}pieces.tsx`)).text()
  expect(signs.filter((sign) => !source.includes(sign))).toEqual([])
  const found = built.filter((file) => signs.some((sign) => readFileSync(join(root, file), 'utf8').includes(sign)))
  expect(found).toEqual([])
})
