import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { terms, textDocument, topic } from '@kiosk/domain/content/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIssue } from '../catalogue/testing/titles-and-issues.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { type TestApi, testApi, within } from '../testing/api.ts'
import { contentErrors, publishContent } from './publish-content.ts'
import { readContent } from './read-content.ts'

let connection: Connection
let api: TestApi
const folders: string[] = []
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection, { requestsPerMinute: 0 })
})
afterAll(async () => {
  await api.close()
  await connection.close()
  for (const each of folders) await rm(each, { recursive: true, force: true })
})

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'content-test-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}
const page = (title: string, body: string) => `---\ntitle: ${title}\nversion: 2026-11-01\n---\n${body}\n`

test('imports a folder as texts and topics; a second import replaces them', async () => {
  const issue = await createIssue(connection.db, {
    articles: [{ headline: 'Bäume', html: '<p>x</p>', firstPage: 1, lastPage: 1 }],
  })
  const head = `---\nlanguage: de\nheadline: Stadtbäume\ntrend: 80\nreleased: 2026-11-20\nissue: ${issue.uid}\narticle: Bäume\n---\n`
  const folder = await folderWith({
    'documents/terms.de.md': page('Bedingungen', '## Eins\n\nEin [Link](https://a.example) und <script>alert(1)</script>.'),
    'documents/terms.en.md': page('Terms', 'Text'),
    'documents/terms.fr.md': page('Conditions', 'Texte'),
    'topics/stadtbaeume.md': `${head}Mehr Schatten.`,
  })
  for (const each of [1, 2]) {
    const content = await readContent(folder)
    expect(content.errors, String(each)).toEqual([])
    expect(await publishContent(connection.db, api.files, content)).toEqual([])
  }
  await within(2000, async () => (await api.answer(terms, 'terms')).content.includes('Eins'))
  const { content } = await api.answer(terms, 'terms')
  expect(content).toContain('<a href="https://a.example">Link</a>')
  expect(content).not.toContain('script')
  await within(2000, async () => (await api.ask('trendingtopics/topic/stadtbaeume')).status === 200)
  expect((await api.answer(topic, 'trendingtopics/topic/stadtbaeume')).trend).toBe(80)
})

test('reports every error with its file', async () => {
  const folder = await folderWith({
    'documents/privacy.de.md': page('Datenschutz', 'Text'),
    'documents/imprint.de.9.md': page('Impressum', 'Text'),
    'documents/about.de.md': '# no front matter',
    'documents/faq.de.md': '---\ntitle: x\nversion: bald\ncolour: red\n---\nText',
    'documents/abuot.de.md': page('Über uns', 'Text'),
    'documents/marketing.de.md': page('Werbung', 'Siehe [Preise](/user/preise).'),
    'documents/press.de.md': page('Presse', 'Schreiben Sie an {post}.'),
    'topics/Großes.md': '---\nlanguage: de\n---\nx',
    'links/a.md': '---\nposted: 2026-11-01\ntarget: javascript:alert(1)\n---\n',
  })
  const { errors } = await readContent(folder)
  const printed = errors.map(({ file, reason }) => `${file}: ${reason}`).join('\n')
  for (const each of [
    'privacy.en.md: is missing',
    'privacy.fr.md: is missing',
    'imprint.de.9.md: names region 9',
    'about.de.md: does not begin with front matter',
    'faq.de.md: version',
    'abuot.de.md: has the unknown key abuot',
    'marketing.de.md: links to /user/preise',
    'press.de.md: has the unknown placeholder {post}',
    'Großes.md',
    'links/a.md: target',
  ])
    expect(printed).toContain(each)
})

test('reports a folder that does not exist, and a part of it that is no folder', async () => {
  const missing = join(await folderWith({}), 'missing')
  expect((await readContent(missing)).errors).toEqual([{ file: missing, reason: 'is not a folder that can be read' }])
  const folder = await folderWith({ links: 'a file' })
  expect((await readContent(folder)).errors).toEqual([{ file: 'links', reason: 'is not a folder that can be read' }])
})

test('publishes nothing when a topic names an unknown issue', async () => {
  const head = '---\nlanguage: de\nheadline: x\nreleased: 2026-11-20\nissue: nirgends\n---\n'
  const folder = await folderWith({
    'documents/press.de.md': page('Presse', 'x'),
    'documents/press.en.md': page('Press', 'x'),
    'documents/press.fr.md': page('Presse', 'x'),
    'topics/x.md': `${head}Text`,
  })
  const errors = await publishContent(connection.db, api.files, await readContent(folder))
  expect(errors).toEqual([{ file: 'topics/x.md', reason: 'issue: there is no issue nirgends' }])
  expect((await api.answer(textDocument, 'content/press')).title).toBe('Für die Presse')
})

test('fills in operator values as escaped text, in addresses too', async () => {
  const body = '## {site}\n\n[{mail}](mailto:{mail}), [{publishers}]({publishersAddress}), {company}'
  const folder = await folderWith(
    Object.fromEntries(['de', 'en', 'fr'].map((language) => [`documents/imprint.${language}.md`, page('"{site}"', body)])),
  )
  const content = await readContent(folder)
  expect(content.errors).toEqual([])
  await publishContent(connection.db, api.files, content)
  await within(2000, async () => (await api.answer(textDocument, 'content/imprint')).title === 'read-it')
  expect((await api.answer(textDocument, 'content/imprint')).content.trim()).toBe(
    '<h2>read-it</h2>\n<p><a href="mailto:hallo@example.org">hallo@example.org</a>, <a href="mailto:verlage@example.org">verlage@example.org</a>, Lesehalle Demonstration GmbH</p>',
  )
})

test('accepts a link to an operator’s campaign once that campaign exists', async () => {
  const body = 'Zu den [Äpfeln](/Apfelherbst/?step=1#weiter), zu den [Fragen](/faq) und zum [Anfang](/home).'
  const texts = ['de', 'en', 'fr'].map((language) => [`documents/press.${language}.md`, page('Presse', body)])
  const folder = await folderWith({
    ...Object.fromEntries(texts),
    'links/apfel.md': '---\nposted: 2026-11-01\ntarget: /apfelherbst\nissue: 12e345678901\n---\n',
  })
  await createIssue(connection.db, { uid: '12e345678901' })
  const content = await readContent(folder)
  expect(content.errors).toEqual([])
  const errors = await contentErrors(connection.db, content)
  expect(errors.map(({ file }) => file)).toEqual([...texts.map(([file]) => file), 'links/apfel.md'])
  expect(errors[0]?.reason).toContain('/apfelherbst')
  await connection.db.insertInto('campaign_pages').values({ key: 'apfelherbst', campaign: '{}' }).execute()
  expect(await contentErrors(connection.db, content)).toEqual([])
  expect(await publishContent(connection.db, api.files, content)).toEqual([])
})

test('rejects a feature with an unknown icon and lists the known ones', async () => {
  const folder = await folderWith({ 'documents/features.de.md': page('Was der Kiosk kann', '## [Archiv](#truhe)\n\nText') })
  const [error] = (await readContent(folder)).errors
  expect(error?.reason).toMatch(/unknown icon "truhe"; known are .*archive/)
})
