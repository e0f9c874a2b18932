import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processorTime } from '@kiosk/backend/testing/processor-time'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { METS, NAMED_TEXT_CHARACTERS, PAGE_BLOCKS, PAGE_TEXT, PAGE_WORDS } from '../limits.ts'
import { lineText } from '../text/page-text.ts'
import { articlesOfMets, linesInReadingOrder, readMetsIssue } from './mets-issue.ts'
import { readMets } from './read-mets.ts'
import { readTextFile } from './read-text-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mets-'))
  await mkdir(join(folder, 'text'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const SENTENCE = 'Das Dorf erzählt vom Schnee, der heuer länger liegt als sonst, und von den Wegen, die noch keiner geht.'

const word = (content: string, x: number, y: number) =>
  `<String CONTENT="${content}" HPOS="${x}" VPOS="${y}" WIDTH="90" HEIGHT="40"/>`
function block(id: string, y: number, lines: string[]): string {
  const set = lines.map((line, index) => {
    const words = line.split(' ').map((each, place) => word(each, 100 + place * 45, y + index * 50))
    return `<TextLine>${words.join('<SP/>')}</TextLine>`
  })
  return `<TextBlock ID="${id}" HPOS="100" VPOS="${y}" WIDTH="900" HEIGHT="${lines.length * 50}">${set.join('')}</TextBlock>`
}
const alto = (blocks: string) =>
  `<?xml version="1.0"?><alto xmlns="http://www.loc.gov/standards/alto/ns-v3#"><Layout><Page WIDTH="1000" HEIGHT="2000"><PrintSpace>${blocks}</PrintSpace></Page></Layout></alto>`

const area = (file: string, id: string) => `<mets:fptr><mets:area FILEID="${file}" BEGIN="${id}" BETYPE="IDREF"/></mets:fptr>`
const mets = (articles: string, href = 'file://./text/1.xml') => `<?xml version="1.0"?>
<mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink" LABEL="Der Bote">
<mets:fileSec><mets:fileGrp><mets:file ID="A1"><mets:FLocat xlink:href="${href}"/></mets:file></mets:fileGrp></mets:fileSec>
<mets:structMap TYPE="PHYSICAL"><mets:div TYPE="Newspaper"><mets:div TYPE="PAGE" ORDER="1">${area('A1', 'P1')}</mets:div></mets:div></mets:structMap>
<mets:structMap TYPE="LOGICAL"><mets:div TYPE="Newspaper">${articles}</mets:div></mets:structMap></mets:mets>`

async function write(contents: { mets: string; page: string }) {
  await writeFile(join(folder, 'text/1.xml'), contents.page)
  await writeFile(join(folder, 'bote-mets.xml'), contents.mets)
  return readMetsIssue(join(folder, 'bote-mets.xml'))
}

const article = (label: string, heading: string, parts: string[]) =>
  `<mets:div TYPE="ARTICLE" LABEL="${label}"><mets:div TYPE="HEADING">${area('A1', heading)}</mets:div>${parts.map((part) => `<mets:div TYPE="PARAGRAPH">${area('A1', part)}</mets:div>`).join('')}</mets:div>`

test('articles, headings and paragraphs come from the scan, in its reading order', async () => {
  const body = Array.from({ length: 3 }, () => SENTENCE)
  const page = alto(block('b3', 1200, body) + block('b1', 100, ['Schneebericht']) + block('b2', 200, body))
  const issue = await write({ mets: mets(article('Schneebericht', 'b1', ['b2', 'b3'])), page })
  const [first, ...others] = articlesOfMets(issue, [800])
  expect(others).toEqual([])
  expect(first).toMatchObject({ headline: 'Schneebericht', firstPage: 1, lastPage: 1, source: 'mets' })
  expect(first!.html.match(/<p>/g)).toHaveLength(2)
  expect(linesInReadingOrder(issue, [[]])[0]!.map(lineText)[0]).toBe('Schneebericht')
})

test('an article without a title in the scan is named by its first words', async () => {
  const page = alto(
    block('b1', 100, ['Schnee.']) +
      block(
        'b2',
        200,
        Array.from({ length: 4 }, () => SENTENCE),
      ),
  )
  const plain = `<mets:div TYPE="Article" LABEL="Untitled Article"><mets:div TYPE="PARAGRAPH">${area('A1', 'b2')}</mets:div></mets:div>`
  const [first] = articlesOfMets(await write({ mets: mets(plain), page }), [800])
  expect(first!.headline).toMatch(/^Das Dorf erzählt vom Schnee.* …$/)
})

test('words of a block in one line, the last first, are read in printed order', async () => {
  const tangled = [word('zweite', 100, 200), word('Zeile', 300, 202), word('erste', 100, 100), word('Zeile', 300, 98)]
  await writeFile(join(folder, 'text/1.xml'), alto(`<TextBlock ID="b"><TextLine>${tangled.join('')}</TextLine></TextBlock>`))
  const { blocks } = await readTextFile(join(folder, 'text/1.xml'))
  expect(blocks.get('b')!.lines.map(lineText)).toEqual(['erste Zeile', 'zweite Zeile'])
})

test.each([
  ['flat', 0],
  ['of the least height', 1],
  ['as tall as the page', 10_000],
])('reads 40,000 words in one line quickly: %s', async (_, height) => {
  const words = Array.from({ length: 40_000 }, (_each, index) => {
    const y = (index * 7919) % 10_000
    return `<String CONTENT="w" HPOS="1" VPOS="${y}" WIDTH="9" HEIGHT="${height}"/>`
  })
  // A flat word far from the others makes the parser rebuild the lines.
  words.splice(1, 1, '<String CONTENT="w" HPOS="1" VPOS="9999" WIDTH="9" HEIGHT="1"/>')
  const page = `<alto><Page WIDTH="10000" HEIGHT="10000"><TextBlock ID="b"><TextLine>${words.join('')}</TextLine></TextBlock></Page></alto>`
  await writeFile(join(folder, 'text/1.xml'), page)
  let blocks: Awaited<ReturnType<typeof readTextFile>>['blocks'] | undefined
  const took = await processorTime(async () => {
    blocks = (await readTextFile(join(folder, 'text/1.xml'))).blocks
  })
  expect(took).toBeLessThan(4_000)
  expect(blocks!.get('b')!.lines.flatMap(({ words: each }) => each)).toHaveLength(40_000)
})

test.each([
  [
    'ALTO',
    `<TextBlock ID="b"><TextLine>${'<String CONTENT="w" HPOS="1" VPOS="1" WIDTH="9" HEIGHT="9"/>'.repeat(30_000)}</TextLine></TextBlock>`,
  ],
  [
    'PAGE',
    `<TextRegion id="b"><Coords points="0,0 9,9"/><TextLine><Coords points="0,0 9,9"/><TextEquiv><Unicode>${'w '.repeat(30_000)}</Unicode></TextEquiv></TextLine></TextRegion>`,
  ],
])('limits the words of a page in %s like those of a PDF page', async (_, once) => {
  const page = `<alto><Page WIDTH="100" HEIGHT="100">${once}${once.replace('"b"', '"c"')}${once.replace('"b"', '"d"')}</Page></alto>`
  await writeFile(join(folder, 'text/1.xml'), page)
  const { blocks } = await readTextFile(join(folder, 'text/1.xml'))
  const counts = [...blocks.values()].map(({ lines }) => lines.reduce((sum, { words }) => sum + words.length, 0))
  expect(counts).toEqual([30_000, PAGE_WORDS - 30_000, 0])
})

test('invalid positions become positions on the page', async () => {
  const endless = '<String CONTENT="w" HPOS="1e999" VPOS="1e999" WIDTH="1" HEIGHT="1"/>'
  const page = `<alto><Page WIDTH="1e999" HEIGHT="1e999"><TextBlock ID="b"><TextLine>${endless}</TextLine></TextBlock></Page></alto>`
  await writeFile(join(folder, 'text/1.xml'), page)
  const { blocks } = await readTextFile(join(folder, 'text/1.xml'))
  expect(blocks.get('b')!.lines[0]!.words).toEqual([['w', 0, 0, 1, 1]])
})

test('PAGE files have words with boxes; without them the line is divided among its words', async () => {
  const points = (x: number, y: number, width: number) =>
    `<Coords points="${x},${y} ${x + width},${y} ${x + width},${y + 50} ${x},${y + 50}"/>`
  const page = `<?xml version="1.0"?><PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"><Page imageWidth="1000" imageHeight="1000">
    <TextRegion id="r1">${points(100, 100, 800)}
      <TextLine>${points(100, 100, 800)}<Word>${points(100, 100, 200)}<TextEquiv><Unicode>Schnee</Unicode></TextEquiv></Word></TextLine>
      <TextLine>${points(100, 200, 800)}<TextEquiv><Unicode>im Tal</Unicode></TextEquiv></TextLine>
    </TextRegion></Page></PcGts>`
  await writeFile(join(folder, 'text/1.xml'), page)
  const { blocks } = await readTextFile(join(folder, 'text/1.xml'))
  const [region] = blocks.values()
  expect(region!.lines.map(lineText)).toEqual(['Schnee', 'im Tal'])
  expect(region!.lines[0]!.words[0]).toEqual(['Schnee', 0.1, 0.1, 0.2, 0.05])
  expect(region!.lines[1]!.words[1]![1]).toBeGreaterThan(0.3)
})

test('a page with far more words in the PDF than in the scan keeps the words of the PDF', async () => {
  const issue = await write({ mets: mets(article('x', 'b1', [])), page: alto(block('b1', 100, ['wenig'])) })
  const ofPdf = [
    [
      {
        words: SENTENCE.split(' ').map((each) => [each, 0, 0, 0.1, 0.1] as [string, number, number, number, number]),
        joins: false,
      },
    ],
  ]
  expect(linesInReadingOrder(issue, ofPdf)).toEqual(ofPdf)
})

test('rejects declared entities, which could include other files or expand without limit', async () => {
  const hostile = '<?xml version="1.0"?><!DOCTYPE alto [<!ENTITY x SYSTEM "file:///etc/passwd">]><alto><Page>&x;</Page></alto>'
  await writeFile(join(folder, 'text/1.xml'), hostile)
  await expect(readTextFile(join(folder, 'text/1.xml'))).rejects.toThrow(/entity/i)
})

test('does not read files outside the folder of the structure', async () => {
  const issue = await write({ mets: mets(article('x', 'b1', ['b1']), 'file://./../../../etc/hosts.xml'), page: alto('') })
  expect(issue.mets.textFiles).toEqual([])
})

test('rejects elements nested too deeply', async () => {
  await writeFile(join(folder, 'text/1.xml'), `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`)
  await expect(readTextFile(join(folder, 'text/1.xml'))).rejects.toThrow(/deep/)
})

const ofMets = (divisions: string) =>
  `<mets><fileSec><file ID="f"><FLocat href="text/1.xml"/></file></fileSec><structMap TYPE="LOGICAL">${divisions}</structMap></mets>`
const part = '<area FILEID="f" BEGIN="b"/>'

test('labels are headlines, except generated ones', async () => {
  const labels = ['Ein  Titel', 'Berg\u202ekcilb', ' untitled 7', 'Der Schnee, der heuer ...', '...', '', 'Das ... Ende']
  await writeFile(
    join(folder, 'METS.xml'),
    ofMets(labels.map((each) => `<div TYPE="article" LABEL="${each}">${part}</div>`).join('')),
  )
  const { articles } = await readMets(join(folder, 'METS.xml'))
  expect(articles.map(({ headline }) => headline)).toEqual(['Ein Titel', 'Berg kcilb', '', '', '', '', 'Das ... Ende'])
})

test.each([
  ['blanks', `${' '.repeat(100_000)}x`],
  ['dots', '. '.repeat(50_000)],
  ['letters', 'ab '.repeat(50_000)],
])('reads a label of a hundred thousand %s quickly', async (_, label) => {
  await writeFile(join(folder, 'METS.xml'), ofMets(`<div TYPE="article" LABEL="${label}">${part}</div>`))
  let headline: string | undefined
  const took = await processorTime(async () => {
    headline = (await readMets(join(folder, 'METS.xml'))).articles[0]!.headline
  })
  expect(took).toBeLessThan(2_000)
  expect(headline!.length).toBeLessThanOrEqual(METS.headline)
})

test.each([
  ['articles', METS.articles, `<div TYPE="article">${part}</div>`],
  ['parts of pages', METS.parts, part],
])('rejects a METS file with too many %s', async (what, most, each) => {
  const all = each.repeat(most + 1)
  await writeFile(join(folder, 'METS.xml'), ofMets(what === 'articles' ? all : `<div TYPE="article">${all}</div>`))
  await expect(readMets(join(folder, 'METS.xml'))).rejects.toThrow(`it has too many ${what}`)
})

test.each([
  ['ALTO', '<TextBlock/>'],
  ['PAGE', '<TextRegion/>'],
])('limits the blocks of a page in %s', async (_, each) => {
  await writeFile(join(folder, 'text/1.xml'), `<alto><Page WIDTH="9" HEIGHT="9">${each.repeat(60_000)}</Page></alto>`)
  const { blocks } = await readTextFile(join(folder, 'text/1.xml'))
  expect(blocks.size).toBe(PAGE_BLOCKS)
})

test('cuts a PAGE line with more text than a page may have', async () => {
  const text = 'w'.repeat(3 * PAGE_TEXT.kept)
  const line = `<TextLine><Coords points="0,0 9,9"/><TextEquiv><Unicode>${text}</Unicode></TextEquiv></TextLine>`
  const page = `<PcGts><Page imageWidth="9" imageHeight="9"><TextRegion id="b"><Coords points="0,0 9,9"/>${line}</TextRegion></Page></PcGts>`
  await writeFile(join(folder, 'text/1.xml'), page)
  const { blocks } = await readTextFile(join(folder, 'text/1.xml'))
  expect(lineText(blocks.get('b')!.lines[0]!).length).toBe(PAGE_TEXT.kept)
})

test('a region has more points than a call may have arguments', async () => {
  const points = Array.from({ length: 150_000 }, (_, index) => `${10 + (index % 81)},${20 + (index % 61)}`).join(' ')
  const page = `<PcGts><Page imageWidth="100" imageHeight="100"><TextRegion id="b"><Coords points="${points}"/></TextRegion></Page></PcGts>`
  await writeFile(join(folder, 'text/1.xml'), page)
  const { blocks } = await readTextFile(join(folder, 'text/1.xml'))
  expect(blocks.get('b')!.box).toEqual({ x: 0.1, y: 0.2, width: 0.8, height: 0.6 })
})

test('reads words with very many accents on a letter quickly', async () => {
  const word = `e${'\u0301\u0323'.repeat(90_000)}`
  const unicode = `<TextLine><Coords points="0,0 9,9"/><TextEquiv><Unicode>${word}</Unicode></TextEquiv></TextLine>`
  const region = `<TextRegion id="b"><Coords points="0,0 9,9"/>${unicode}</TextRegion>`
  const before = performance.now()
  for (const page of [alto(block('b', 100, [word])), `<PcGts><Page imageWidth="9" imageHeight="9">${region}</Page></PcGts>`]) {
    await writeFile(join(folder, 'text/1.xml'), page)
    const { blocks } = await readTextFile(join(folder, 'text/1.xml'))
    expect(lineText(blocks.get('b')!.lines[0]!)).toHaveLength(word.length)
  }
  expect(performance.now() - before).toBeLessThan(5_000)
})

test('leaves out words of ALTO beyond the text that a page may have', async () => {
  const long = 'w'.repeat(PAGE_TEXT.kept - 10)
  await writeFile(join(folder, 'text/1.xml'), alto(block('b', 100, ['Schnee', long, long, long])))
  const { blocks } = await readTextFile(join(folder, 'text/1.xml'))
  expect(blocks.get('b')!.lines.map((line) => lineText(line).length)).toEqual([6, long.length])
})

test('rejects pages that have more words together than an issue may have', async () => {
  const { pages } = await write({
    mets: mets(article('Schnee', 'b1', ['b2'])),
    page: alto(block('b1', 100, [SENTENCE, SENTENCE])),
  })
  expect(pages).toHaveLength(1)
  const words = 2 * SENTENCE.split(' ').length
  const path = join(folder, 'bote-mets.xml')
  await expect(readMetsIssue(path, words - 1)).rejects.toThrow('its pages have too much text')
  expect((await readMetsIssue(path, words)).pages).toHaveLength(1)
})

test('rejects articles that name the same block so often that their text would fill the memory', async () => {
  const body = Array.from({ length: 100 }, () => SENTENCE)
  const page = alto(block('b1', 100, ['Schnee']) + block('b2', 200, body))
  const times = Math.ceil(NAMED_TEXT_CHARACTERS / (body.length * SENTENCE.length)) + 1
  const parts = (count: number) => ({
    mets: mets(
      article(
        'Schnee',
        'b1',
        Array.from({ length: count }, () => 'b2'),
      ),
    ),
    page,
  })
  await expect(write(parts(times))).rejects.toThrow('its articles have too much text')
  await expect(write(parts(10))).resolves.toMatchObject({ pages: [{}] })
})
