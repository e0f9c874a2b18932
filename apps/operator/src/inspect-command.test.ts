import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspectPage } from '@kiosk/importer/inspect-page'
import { makePdf } from '@kiosk/importer/testing/malformed-pdfs'
import { writeModel } from '@kiosk/importer/testing/onnx-models'
import { createWorkers } from '@kiosk/importer/workers/workers'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runCommand } from './run-command.ts'

let folder: string
let pdf: string
const printed: string[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'inspect-'))
  pdf = join(folder, 'bote.pdf')
  const text = Array.from({ length: 12 }, (_, index) => `(Zeile ${index} vom Schnee auf den Almen und im Tal.) Tj T*`)
  const content = `BT /F1 10 Tf 12 TL 40 400 Td ${text.join(' ')} ET BT /F1 24 Tf 40 440 Td (Der Winter & das Tal) Tj ET`
  writeFileSync(pdf, makePdf({ pages: [{ content, size: [400, 500] }] }))
  for (const name of ['log', 'error'] as const) vi.spyOn(console, name).mockImplementation((line) => void printed.push(line))
})
afterAll(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})
beforeEach(() => void printed.splice(0))

test('writes the picture of a page with the roles of its blocks in reading order, and its articles', async () => {
  const out = join(folder, 'page.html')
  expect(await runCommand(['inspect', pdf, '--page', '1', '--out', out])).toBe(0)
  expect(printed).toEqual([`Written to ${out}`])
  const html = readFileSync(out, 'utf8')
  expect(html).toContain('src="data:image/webp;base64,UklGR')
  expect([...html.matchAll(/<span>(\d+ \w+)<\/span>/g)].map(([, role]) => role)).toEqual(['1 headline', '2 body'])
  expect(html).toContain('<td>Der Winter &amp; das Tal</td><td></td><td>1–1</td><td>headings</td>')
})

test('says in one line that there is no such page or file', async () => {
  expect(await runCommand(['inspect', pdf, '--page', '2'])).toBe(1)
  expect(printed).toEqual(['There is no page 2: the file has 1'])
  printed.splice(0)
  expect(await runCommand(['inspect', join(folder, 'none.pdf'), '--page', '1'])).toBe(1)
  expect(printed).toHaveLength(1)
  expect(await runCommand(['inspect', pdf])).toBe(64)
})

test('a layout model that cannot be used is named, and the page is shown without it', async () => {
  vi.stubEnv('LAYOUT_MODEL', join(folder, 'none.onnx'))
  const out = join(folder, 'without.html')
  expect(await runCommand(['inspect', pdf, '--page', '1', '--out', out])).toBe(0)
  vi.unstubAllEnvs()
  const missing = `LAYOUT_MODEL ${join(folder, 'none.onnx')}: there is no such file; pages are read without it.`
  expect(printed).toEqual([missing, `Written to ${out}`])
  expect(readFileSync(out, 'utf8')).not.toContain('layout model')
})

test('the boxes of a layout model are a layer above the page', async () => {
  const model = join(folder, 'model.onnx')
  await writeModel(model, { kind: 'docling', boxes: [[7, 0.94, 64, 32, 320, 96]] })
  const runtime = import.meta.resolve('@kiosk/importer/testing/fake-onnxruntime')
  const workers = createWorkers({ processes: 1, layout: { path: model, runtime, onProblem: () => {} } })
  try {
    const html = await inspectPage(pdf, 1, workers)
    expect(html).toContain('<input type="checkbox" id="layer" checked>')
    expect(html).toContain('left:10.00%;top:5.00%;width:40.00%;height:10.00%" title="Section-header: heading, 94 % sure"')
    expect(html).toContain('<span>Section-header 0.94</span>')
  } finally {
    await workers.close()
  }
})
