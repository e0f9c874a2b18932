// Offers and content at the desk: a legal text in three languages, five hundred vouchers from a file, a preview of the front page.
import { expect, type Page, test } from '@playwright/test'
import { signInNewReader, stranger } from './new-reader.ts'
import { expectPagesAccessible, openDesk, signInAs } from './staff.ts'
import { desktop, expectAccessible } from './visitor.ts'

test.use(desktop)

test('an editor publishes a legal text, orders categories and looks at the home page before it is published', async ({
  page,
}) => {
  // Takes as long as three other tests.
  test.setTimeout(300_000)
  await test.step('an editor publishes a changed legal text in three languages, and compares it with the one before', async () => {
    await signInAs(page, 'editor', 'en')
    await openDesk(page, '/desk/content')
    await page.getByRole('link', { name: 'Accessibility', exact: false }).first().click()
    const text = page.getByLabel('Text (Markdown)')
    const mark = `Sentence ${crypto.randomUUID().slice(0, 8)}`
    for (const language of ['German', 'English', 'French']) {
      await page.getByRole('button', { name: new RegExp(`^${language}`) }).click()
      await text.press('Control+End')
      await page.keyboard.type(`\n\n${mark} **${language}** [nowhere](/nowhere/at/all)`)
    }
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview.getByText('The link to /nowhere/at/all leads nowhere')).toBeVisible()

    await test.step('a dead link is rejected with its language, and nothing is published', async () => {
      await page.getByRole('button', { name: 'Publish …' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
      await expect(page.getByRole('dialog')).toContainText('German: The link to /nowhere/at/all leads nowhere')
      await page.keyboard.press('Escape')
    })

    for (const language of ['German', 'English', 'French']) {
      await page.getByRole('button', { name: new RegExp(`^${language}`) }).click()
      await text.fill((await text.inputValue()).replace('/nowhere/at/all', '/faq'))
    }
    await expect(preview.locator('strong')).toContainText(['French'])
    await page.getByRole('button', { name: 'Publish …' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    for (const [lang, language] of [
      ['de', 'German'],
      ['en', 'English'],
      ['fr', 'French'],
    ] as const)
      await expect
        // Without cookies, which would choose another language.
        .poll(async () => (await fetch(new URL(`/accessibility?lang=${lang}`, page.url()))).text())
        .toMatch(new RegExp(`${mark} <strong>${language}</strong>`))
    await page.getByRole('button', { name: /^Compare the version English/ }).click()
    await expect(page.getByRole('dialog').getByText('No difference.')).toBeVisible()
    await expectAccessible(page, 'comparison')
    await page.keyboard.press('Escape')

    await test.step('a changed text is replaced by the built-in one after a question only', async () => {
      await text.press('Control+End')
      await page.keyboard.type('!')
      await page.getByRole('button', { name: 'Open the built-in text in the editor (French)' }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).press('Enter')
      await expect(text).not.toHaveValue(new RegExp(mark))
      await page.getByRole('button', { name: 'Discard' }).press('Enter')
      await expect(text).toHaveValue(new RegExp(mark))
    })
  })

  await test.step('an editor adds a category, moves it up, renames it and removes it', async () => {
    await openDesk(page, '/desk/titles')
    await page.getByRole('link', { name: 'Categories' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Categories', level: 1 })).toBeVisible()
    const key = `climbing-${crypto.randomUUID().slice(0, 8)}`
    const names = page.getByRole('table').getByRole('strong')
    await page.getByRole('button', { name: 'New category' }).press('Enter')
    await page.getByLabel('German').fill(`Klettern ${key}`)
    await page.getByLabel('English').fill(key)
    await page.getByLabel('French').fill(`Escalade ${key}`)
    await expect(page.getByLabel('Key')).toHaveValue(key)
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(names.last()).toHaveText(key)
    const up = page.getByRole('button', { name: `Move ${key} up` })
    await up.press('Enter')
    await expect(names.nth(-2)).toHaveText(key)
    await expect(up).toBeFocused()
    await page.getByRole('button', { name: `Change ${key}` }).press('Enter')
    await page.getByLabel('English').fill(`${key} again`)
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(names.nth(-2)).toHaveText(`${key} again`)
    await page.getByRole('button', { name: `Remove ${key} again` }).press('Enter')
    await expectAccessible(page, 'removal')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
    await expect(names.filter({ hasText: key })).toHaveCount(0)
    const [first] = await names.allTextContents()
    await page.getByRole('button', { name: `Remove ${first}` }).press('Enter')
    await expect(page.getByRole('dialog').getByLabel('Titles and ads move to')).toBeVisible()
    await page.keyboard.press('Escape')
    await test.step('a link gets its key from its title, until another one is typed', async () => {
      await page.getByRole('link', { name: 'Link list', exact: true }).press('Enter')
      await page.getByRole('button', { name: 'New link' }).press('Enter')
      const [title, uid] = [page.getByRole('textbox', { name: 'Title' }), page.getByRole('textbox', { name: 'Key' })]
      await expect(title).toBeFocused()
      await title.fill('Über Berg & Tal')
      await expect(uid).toHaveValue('ueber-berg-tal')
      await uid.fill('berg')
      await title.fill('Täler')
      await expect(uid).toHaveValue('berg')
      // What was typed is not lost by the back button either.
      await page.evaluate(() => history.back())
      await page.getByRole('button', { name: 'Keep editing' }).press('Enter')
      await expect(uid).toHaveValue('berg')
    })
  })

  await test.step('an editor looks at the home page as a subscriber on a phone before it is published', async () => {
    await openDesk(page, '/desk/front/web_de')
    const row = page.getByRole('grid', { name: 'Row of covers' })
    await expect(row.getByRole('row').first()).toBeVisible()
    const name = async (index: number) =>
      (await row.getByRole('row').nth(index).locator('strong').innerText()).replace(/^\d+\. /, '')
    const [first, second] = [await name(0), await name(1)]
    await page.getByRole('button', { name: `Move ${first} back` }).press('Enter')
    await page.getByRole('button', { name: 'Preview', exact: true }).press('Enter')
    const region = page.getByRole('region', { name: 'Home page, not published yet' })
    await choose(page, region, 'Reader', 'PREMIUM')
    await choose(page, region, 'Theme', 'dark')
    await choose(page, region, 'Device', 'phone')
    await choose(page, region, 'Language', 'French')
    // Scripts do not run in the frame, not even those of the test, so its page is requested as the frame does.
    const address = () => region.locator('iframe').getAttribute('src')
    await expect.poll(address).toMatch(/language=fr&reader=PREMIUM&theme=dark&device=phone/)
    const shown = await page.request.get((await address())!)
    expect(shown.status()).toBe(200)
    const html = await shown.text()
    expect(html).toMatch(/<html[^>]* lang="fr"/)
    expect(html.indexOf(second)).toBeLessThan(html.indexOf(first))
    // It is a picture of the page: links lead nowhere, and visitors still get the row that is published.
    const published = await (await page.request.get('/', { headers: { 'x-country': 'DE' } })).text()
    expect(published.indexOf(first)).toBeLessThan(published.indexOf(second))
    // Axe cannot run there either.
    await region.locator('iframe').evaluate((frame) => frame.remove())
    await expectAccessible(page, 'preview')
  })
})

test('an owner changes the company’s details, and the legal notice says so at once', async ({ page }) => {
  await signInAs(page, 'owner', 'en')
  await openDesk(page, '/desk/')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('comp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Company', level: 1 })).toBeVisible()
  const chamber = page.getByLabel('Chamber or professional association')
  const before = await chamber.inputValue()
  const mark = `Chamber ${crypto.randomUUID().slice(0, 8)}`
  const save = async (value: string) => {
    await chamber.fill(value)
    await chamber.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'The website shows it now.' })).toBeVisible()
  }
  const press = page.getByRole('textbox', { name: 'Press', exact: true })
  const pressBefore = await press.inputValue()
  // The button is in sight wherever the person is in the long form, and an error leads to its field.
  await press.fill('press office')
  await page.getByLabel('Name of the website').scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeInViewport()
  await chamber.press('Enter')
  await expect(press).toHaveAccessibleDescription(/\S/)
  await expect(press).toBeFocused()
  await expect(press).toBeInViewport()
  await press.fill(pressBefore)
  await save(mark)
  const notice = async () => (await fetch(new URL('/imprint', page.url()))).text()
  await expect.poll(notice).toContain(mark)
  await save(before)
  await expect.poll(notice).not.toContain(mark)
})

test('finance adds vouchers and a promo code, and publishes a campaign', async ({ page, browser }) => {
  // Takes as long as three other tests.
  test.setTimeout(300_000)
  await test.step('finance adds five hundred vouchers from a CSV file, after a file with errors', async () => {
    await signInAs(page, 'finance', 'en')
    await openDesk(page, '/desk/')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('vou')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Vouchers', level: 1 })).toBeVisible()
    const key = `E2E-${crypto.randomUUID().slice(0, 6).toUpperCase()}`
    const lines = Array.from({ length: 500 }, (_, index) => `${key}-${String(index).padStart(3, '0')};2 10;3,99;1`)
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const dialog = page.getByRole('dialog')
    const importFile = async (rows: readonly string[]) => {
      const buffer = Buffer.from(['code;plans;price;most', ...rows].join('\n'))
      await dialog.getByLabel('CSV file').setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer })
      await dialog.getByLabel('Reason').fill('Trade fair in spring')
      await dialog.getByRole('button', { name: 'Import CSV' }).press('Enter')
    }
    await importFile([...lines.slice(0, 3), `${key}-X;2;0,20;1`, 'no;2;3,99;1'])
    await expect(dialog.getByRole('alert')).toContainText('2 errors. Nothing was added.')
    await expect(dialog.getByRole('alert')).toContainText('Line 6: “no” is not possible in the column “code”.')
    await expectAccessible(page, 'errors of a file')
    await importFile(lines)
    await expect(dialog.getByText('500 codes were added.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').fill(`${key}-49`)
    await page.getByRole('searchbox').press('Enter')
    await expect(page.getByRole('row').filter({ hasText: key })).toHaveCount(10)
    await page.getByRole('button', { name: `End ${key}-499` }).press('Enter')
    await page.getByRole('dialog').getByLabel('Reason').fill('Given to a reader by mistake')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row').filter({ hasText: `${key}-499` })).toContainText('over')
  })

  await test.step('finance adds a promo code, a reader redeems it, and finance ends it', async () => {
    const code = `PROBE-${crypto.randomUUID().slice(0, 6).toUpperCase()}`
    await openDesk(page, '/desk/offers/promo-codes')
    await page.getByRole('button', { name: 'New promo code' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Code', { exact: true }).fill(code)
    await dialog.getByLabel('Days without ads').fill('14')
    await dialog.getByLabel('At most').fill('1')
    await dialog.getByLabel('Last day').fill('2100-12-31')
    await dialog.getByLabel('Name that readers see, in German').fill('Lesewoche')
    await dialog.getByLabel('Reason').fill('Trade fair')
    await expectAccessible(page, 'new promo code')
    await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    await expect(dialog).toBeHidden()
    const row = page.getByRole('row').filter({ hasText: code })
    await expect(row).toContainText('Lesewoche')
    await expect(row).toContainText('0 / 1')
    const reader = await stranger(browser, { locale: 'de-AT' })
    await signInNewReader(reader.request)
    const redeem = async () => {
      await reader.goto('/promocode')
      await reader.getByLabel('Ihr Code').fill(code.toLowerCase())
      await reader.getByRole('button', { name: 'Einlösen' }).press('Enter')
    }
    await redeem()
    await expect(reader.getByRole('main')).toContainText('Sie nehmen an der Aktion „Lesewoche“ teil')
    await page.reload()
    await expect(row).toContainText('1 / 1')
    await openDesk(page, page.url())
    await page.getByRole('button', { name: `End ${code}` }).press('Enter')
    await dialog.getByLabel('Reason').fill('Over')
    await page.keyboard.press('Enter')
    await expect(row).toContainText('over')
    await reader.goto('/promocode')
    await expect(reader.getByRole('main')).toContainText('Ihre Aktion „Lesewoche“ läuft bis')
    await reader.context().close()
  })

  await test.step('finance writes a campaign, looks at its page, publishes it, changes it and compares, by keyboard', async () => {
    await openDesk(page, '/desk/offers/campaigns')
    const key = `e2e-${crypto.randomUUID().slice(0, 6)}`
    await page.getByRole('button', { name: 'New campaign' }).press('Enter')
    await page.keyboard.type(key)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: `/${key}`, level: 1 })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Switzerland' }).press('Space')
    await page.getByRole('group', { name: 'Switzerland' }).getByLabel('Price (CHF)', { exact: true }).fill('99999')
    for (const [field, text] of [
      ['Title of the page', 'Reading in the mountains'],
      ['Description', 'Three months of every title, for those who go to the mountains.'],
      ['Line above the headline', 'Mountains'],
      ['Headline', 'Read above the clouds'],
      ['Text', 'Every title, also without a network.'],
    ] as const)
      for (const language of ['German', 'English', 'French'])
        await page
          .getByRole('group', { name: field, exact: true })
          .getByLabel(language, { exact: true })
          .fill(`${text} ${language}`)

    await test.step('a price that is no reduction is reported beside its field', async () => {
      const price = page.getByLabel('Price (CHF)', { exact: true })
      await expect(price).toHaveAccessibleDescription(/This lowers nothing: the plan costs/)
      await page.getByRole('button', { name: 'Publish' }).press('Enter')
      await expect(price).toBeFocused()
      await price.fill('4.90')
    })
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Saved.')).toBeVisible()
    await expectAccessible(page, 'campaign')

    await test.step('the page is seen in another market and language before it is published', async () => {
      await page.getByRole('tab', { name: 'Form' }).press('ArrowRight')
      const region = page.getByRole('region', { name: 'Page of the campaign' })
      await choose(page, region, 'Market', 'CH')
      await choose(page, region, 'Language', 'French')
      const frame = page.frameLocator('iframe[name="campaign-preview"]')
      await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Read above the clouds French')
      await expect(frame.getByText('4.90').first()).toBeVisible()
      expect(await (await fetch(new URL(`/${key}`, page.url()))).text()).not.toContain('above the clouds')
      await page.getByRole('tab', { name: 'Preview' }).press('ArrowLeft')
    })
    const publish = async (change: string) => {
      await page.getByRole('button', { name: 'Publish' }).press('Enter')
      await expect(page.getByRole('dialog')).toContainText(change)
      await page.getByLabel('Reason').fill('Summer plan')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByText('Published at')).toBeVisible()
    }
    await publish('its vouchers are valid')
    await page.getByRole('group', { name: 'Headline', exact: true }).getByLabel('German').fill('Über den Wolken')
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(page.getByRole('group', { name: 'Headline', exact: true }).getByLabel('German')).toHaveValue(
      'Read above the clouds German',
    )
    await page.getByRole('button', { name: 'Redo' }).press('Enter')
    await publish('Über den Wolken')
    await expect.poll(async () => (await fetch(new URL(`/${key}?lang=de`, page.url()))).text()).toContain('Über den Wolken')
    await page.getByRole('tab', { name: 'Form' }).press('End')
    await expect(page.getByLabel('File of the campaign (YAML)')).toHaveValue(new RegExp(`key: ${key}[^]*Über den Wolken`))

    await test.step('finance ends the campaign, and removes its page', async () => {
      const confirm = async (button: string) => {
        await page.getByRole('button', { name: button }).press('Enter')
        await page.getByRole('dialog').getByLabel('Reason').fill('The season is over')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      await confirm('End campaign')
      await expect(page.getByText('The page says that the offer is over.')).toBeVisible()
      await confirm('Remove page')
      await expect(page.getByText('A draft, not published yet.')).toBeVisible()
    })
  })
})

async function choose(page: Page, region: ReturnType<Page['getByRole']>, label: string, option: string): Promise<void> {
  await region.getByRole('button', { name: label }).press('Enter')
  await page.getByRole('option', { name: option }).press('Enter')
}

const PATHS = [
  'offers',
  'offers/vouchers',
  'offers/promo-codes',
  'offers/campaigns',
  'offers/campaigns/axe',
  'content',
  'content/texts/terms',
  'content/company',
  'content/categories',
  'content/topics',
  'content/links',
  'content/advertisements',
  'content/feedback',
]

test('every page of offers and content passes axe and fits the window', async ({ page }) => {
  await signInAs(page, 'owner', 'de')
  // The second run finds it.
  await page.request.post('/desk/api/offers/campaigns/drafts', { data: { key: 'axe', copied: null } })
  await expectPagesAccessible(page, PATHS)
})
