import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentPdf } from '@kiosk/backend/billing/subscriptions/document-pdf'
import { blocksOf } from '@kiosk/backend/content/html-blocks'
import { shippedDocument } from '@kiosk/backend/content/shipped-documents'
import { type Language, languages } from '@kiosk/domain/locale'
import { Operator } from '@kiosk/domain/operator'
import { DEFAULT_REGION } from '@kiosk/domain/regions'
import { filledHtml, operatorValues } from '@kiosk/i18n/operator-values'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTaggedPdf } from '../testing/read-tagged-pdf.ts'
import { loadPdfium, type Pdfium } from './pdfium.ts'

// Reads terms and instructions as another program does: no text is lost at the end of a page, and all of it is tagged.

const operator = Operator.parse(JSON.parse(readFileSync(new URL('../../../../operator.json', import.meta.url), 'utf8')))
let library: Pdfium
let folder: string
beforeAll(async () => {
  library = await loadPdfium()
  folder = mkdtempSync(join(tmpdir(), 'kiosk-document-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const rendered = (html: string, language: Language, isForm = false) =>
  documentPdf(
    { language, title: 'Bedingungen', lead: 'Fassung 1', html, version: '2026-11-22' },
    { operator, publicUrl: 'https://kiosk.example' },
    isForm,
  )

/** Returns the words and tags of each page: "H2", "L > LI > LBody". */
function read(paper: Buffer) {
  const path = join(folder, 'document.pdf')
  writeFileSync(path, paper)
  return readTaggedPdf(library, path)
}
const bare = (text: string) => text.replace(/[\s\u00ad-]+/g, '')

describe.each(languages)('the instructions on withdrawal in %s', (language) => {
  test.each(['kept', 'given-up'] as const)(
    'say all of the text where the right is %s, the form on a page of its own',
    async (withdrawal) => {
      const values = operatorValues({ ...operator, withdrawal }, { magazines: 1, issues: 1 }, language, {
        methods: ['CC', 'DD'],
        providers: [],
        market: DEFAULT_REGION,
      })
      const html = filledHtml(shippedDocument('withdrawal', language).html, values)
      const { pages, pdfInfo, tagged } = read(await rendered(html, language, true))
      expect(tagged).toBe(true)
      expect(pdfInfo).toMatchObject({ language, title: expect.stringContaining('Bedingungen') })
      expect(pages).toHaveLength(2)
      const blocks = blocksOf(html, 'https://kiosk.example')
      for (const { text } of blocks) expect(bare(pages.map((page) => page.text).join('\n'))).toContain(bare(text))
      const headings = blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text)
      expect(pdfInfo.outline).toHaveLength(headings.length + 1)
      expect(bare(pages[1]!.text)).toContain(bare(headings.at(-1)!))
      for (const part of [operator.company.name, operator.company.phone, operator.company.mail])
        expect(bare(pages[0]!.text)).toContain(bare(part))
      expect(pages.map((page) => page.text).join('')).not.toMatch(/\{\w+\}/)
    },
  )
})

test('a long text has many pages, with each word once, in order and tagged', async () => {
  const sentence = (each: number) => `Satz ${each} erzählt von Pflichten, Rechten und anderen Dingen, die man ungern liest.`
  const parts = Array.from({ length: 60 }, (_, each) => {
    const paragraph = Array.from({ length: 6 }, (__, line) => sentence(each * 6 + line)).join(' ')
    return `<h2>Teil ${each}</h2><p>${paragraph}</p><ul><li>Punkt ${each}</li></ul>`
  })
  const { pages, pdfInfo } = read(await rendered(parts.join(''), 'de'))
  expect(pages.length).toBeGreaterThan(5)
  // Without the footer of each page.
  const linesOf = (page: { text: string }) =>
    page.text.split('\n').filter((line) => !/^(Bedingungen, Fassung 1|.*Seite \d+ von \d+)$/.test(line))
  const text = bare(pages.flatMap(linesOf).join('\n'))
  let at = 0
  for (let each = 0; each < 360; each++) {
    const found = text.indexOf(bare(sentence(each)), at)
    expect([each, found >= at]).toEqual([each, true])
    at = found
  }
  for (const [place, { text: page, tags }] of pages.entries()) {
    expect(page).toContain(`Seite ${place + 1} von ${pages.length}`)
    expect(tags.some((tag) => tag.endsWith('> P'))).toBe(true)
  }
  expect(pdfInfo.outline).toHaveLength(61)
  const tags = pages.flatMap((page) => page.tags)
  expect(tags.filter((tag) => tag.endsWith('L > LI > LBody')).length).toBeGreaterThanOrEqual(60)
  // A heading is never the last line of a page.
  for (const page of pages) expect(linesOf(page).at(-1)).not.toMatch(/^Teil \d+$/)
})

test('the same text gives the same bytes', async () => {
  const html = shippedDocument('terms', 'de').html
  expect((await rendered(html, 'de')).equals(await rendered(html, 'de'))).toBe(true)
})
