import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_BOUNDS } from '../limits.ts'
import { type MadePage, makePdf } from '../testing/malformed-pdfs.ts'
import { openPdf } from './open-pdf.ts'
import { loadPdfium, type Pdfium } from './pdfium.ts'
import { readLinks } from './read-links.ts'

let library: Pdfium
let folder: string
beforeAll(async () => {
  library = await loadPdfium()
  folder = await mkdtemp(join(tmpdir(), 'links-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const link = (rest: string, rect = '40 100 240 200') => `<< /Type /Annot /Subtype /Link /Rect [${rect}] ${rest} >>`
const uri = (address: string) => link(`/A << /S /URI /URI (${address}) >>`)

/** Returns the links of the first of two pages of 400 × 500 points. */
async function linksOf(annotations: string[], page: Omit<MadePage, 'annotations'> = {}) {
  const path = join(folder, 'links.pdf')
  await writeFile(path, makePdf({ pages: [{ size: [400, 500], annotations, ...page }, { size: [400, 500] }] }))
  const pdf = openPdf(library, path, DEFAULT_BOUNDS)
  const loaded = library.FPDF_LoadPage(pdf.document, 0)
  try {
    return readLinks(library, pdf.document, loaded)
  } finally {
    library.FPDF_ClosePage(loaded)
    pdf.close()
  }
}

test('finds addresses and where they lie, also on turned pages', async () => {
  const place = { x: 0.1, y: 0.6, width: 0.5, height: 0.2 }
  expect(await linksOf([uri('https://example.org/fest'), uri('www.example.org'), uri('mailto:post@example.org')])).toEqual([
    { ...place, href: 'https://example.org/fest' },
    { ...place, href: 'https://www.example.org/' },
    { ...place, href: 'mailto:post@example.org' },
  ])
  expect(await linksOf([uri('tel:+43 1 234')], { rotate: 90 })).toEqual([
    { x: 0.2, y: 0.1, width: 0.2, height: 0.5, href: 'tel:+431234' },
  ])
})

test('finds links to pages of the issue, and none to pages that it does not have', async () => {
  const found = await linksOf([
    link('/Dest [12 0 R /Fit]'),
    link('/A << /S /GoTo /D [10 0 R /XYZ 0 0 0] >>'),
    link('/Dest [999 0 R /Fit]'),
    link('/A << /S /GoToR /F (other.pdf) /D [0 /Fit] >>'),
  ])
  expect(found.map(({ href }) => href)).toEqual(['#page=2', '#page=1'])
})

test('leaves out what starts programs, opens files or is no address, and what is not on the page', async () => {
  const launch = link('/A << /S /Launch /F (calc.exe) >>')
  const script = link('/A << /S /JavaScript /JS (app.alert\\(1\\)) >>')
  const unsafe = ['javascript:alert\\(1\\)', 'file:///etc/passwd', 'data:text/html,x', 'https://10.0.0.1/', '', 'a'.repeat(5000)]
  const outside = link('/A << /S /URI /URI (https://example.org/) >>', '500 600 550 650')
  expect(await linksOf([launch, script, ...unsafe.map(uri), outside, link('/A 10 0 R'), '<< /Subtype /Link >>'])).toEqual([])
})

test('looks at a limited number of links', async () => {
  expect(await linksOf(Array.from({ length: 1500 }, () => uri('https://example.org/')))).toHaveLength(1000)
})
