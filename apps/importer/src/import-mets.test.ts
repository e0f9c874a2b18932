import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileSystem } from '@kiosk/backend/adapters/storage/file-system'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importFiles } from './import-files.ts'
import { plainIssue } from './testing/malformed-pdfs.ts'

let connection: Connection
let folder: string
beforeEach(async () => {
  connection = await testDatabase({ isDirect: true })
  folder = await mkdtemp(join(tmpdir(), 'import-'))
  await mkdir(join(folder, 'in'))
})
afterEach(async () => {
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

const put = (name: string, contents: string | Buffer) => writeFile(join(folder, 'in', name), contents)

async function run() {
  const lines: string[] = []
  const report = {
    file: (path: string, { outcome, line }: { outcome: string; line: string }) =>
      void lines.push(`${outcome}: ${path.split('/').at(-1)} ${line}`),
    note: () => {},
    progress: () => {},
  }
  const files = fileSystem(join(folder, 'files'))
  return { summary: await importFiles({ connection, files, paths: [join(folder, 'in')], processes: 1 }, report), lines }
}

const issues = () => connection.db.selectFrom('issues').select(['uid', 'name', 'revision']).execute()

test('changed text or structure of a scan next to an unchanged file takes effect once; invalid ones keep the issue unchanged', async () => {
  const area = '<area FILEID="A1" BEGIN="b1"/>'
  const mets = (headline: string) => `<?xml version="1.0"?><mets LABEL="Bote">
    <fileSec><file ID="A1"><FLocat href="file://./text/1.xml"/></file></fileSec>
    <structMap TYPE="PHYSICAL"><div TYPE="PAGE" ORDER="1">${area}</div></structMap>
    <structMap TYPE="LOGICAL"><div TYPE="ARTICLE" LABEL="${headline}">${area}</div></structMap></mets>`
  const alto = (words: string) => {
    const strings = words
      .split(' ')
      .map((word, at) => `<String CONTENT="${word}" HPOS="${at * 10}" VPOS="10" WIDTH="9" HEIGHT="9"/>`)
    const line = `<TextLine>${strings.join('')}</TextLine>`
    return `<alto><Layout><Page WIDTH="1000" HEIGHT="1000"><TextBlock ID="b1">${line}</TextBlock></Page></Layout></alto>`
  }
  const sentence = Array(40).fill('Schnee liegt im Tal').join(' ')
  const read = () => connection.db.selectFrom('articles').select(['headline', 'html', 'source']).execute()
  await mkdir(join(folder, 'in/text'))
  await put('bote-1840-02-21.pdf', plainIssue(1))
  await put('bote-1840-02-21.xml', mets('Winter'))
  await put('text/1.xml', alto(sentence))
  await run()
  expect(await read()).toEqual([expect.objectContaining({ headline: 'Winter', source: 'mets' })])
  expect((await run()).summary).toMatchObject({ replaced: 0, alreadyThere: 1 })

  await put('bote-1840-02-21.xml', mets('Der Winter'))
  expect((await run()).summary).toMatchObject({ imported: 0, replaced: 1 })
  await put('text/1.xml', alto(sentence.replaceAll('Schnee', 'Neuschnee')))
  expect((await run()).summary).toMatchObject({ imported: 0, replaced: 1 })
  const after = await read()
  expect(after).toEqual([expect.objectContaining({ headline: 'Der Winter', html: expect.stringContaining('Neuschnee') })])
  expect((await run()).summary).toMatchObject({ replaced: 0, alreadyThere: 1 })
  const [issue, ...more] = await issues()
  expect([issue?.revision, more]).toEqual([3, []])

  await put('text/1.xml', '<alto><Layout>')
  const { summary, lines } = await run()
  expect(summary).toMatchObject({ replaced: 0, rejected: 1 })
  expect(lines).toContainEqual(expect.stringMatching(/^rejected: bote-1840-02-21.pdf has a wrong sidecar bote-1840-02-21.xml/))
  expect([await read(), await issues()]).toEqual([after, [issue]])
})
