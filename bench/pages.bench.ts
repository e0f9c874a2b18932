// Articles of random issues with known truth (ADR-0320): npm run bench pages -- --seed 1 [--pages 200] [--show] [--losses] [--keep FOLDER]
// Articles of real issues listed by hand (ADR-0325): npm run bench pages -- --real FOLDER [--show]
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { chromium as browserType } from 'playwright-core'
import sharp from 'sharp'
import { chromium } from '../e2e/chromium.ts'
import { added, compare, type Fault, type Sums } from './pages/figures.ts'
import { printHtml, printWithWeasyprint } from './pages/html-engine.ts'
import { makeIssue, PAGES_PER_ISSUE, truthOf } from './pages/layouts.ts'
import { type Loss, lossesOf } from './pages/losses.ts'
import { printWithPdfkit } from './pages/pdfkit-engine.ts'
import { readIssue } from './pages/read-issue.ts'
import { realIssues } from './pages/real.ts'
import { addedRoles, compareRoles, linesOfRoles, trueRoles } from './pages/roles.ts'
import { Random } from './pages/words.ts'
import type { Row } from './row.ts'

const run_ = promisify(execFile)
const ENGINES = ['chromium', 'weasyprint', 'pdfkit'] as const
type Engine = (typeof ENGINES)[number]
const WORST_SHOWN = 20
/** Shorter runs of lost words are single lines and hyphens. */
const LEAST_SHOWN_WORDS = 5

/** Prints random issues by several engines, reads them as an import does, and compares the articles with the truth. */
export async function run(options: string[]): Promise<{ rows: Row[] }> {
  const { values } = parseArgs({
    args: options,
    options: {
      seed: { type: 'string' },
      pages: { type: 'string', default: '200' },
      show: { type: 'boolean' },
      losses: { type: 'boolean' },
      keep: { type: 'string' },
      real: { type: 'string' },
    },
  })
  if (values.real !== undefined) return { rows: await realIssues(values.real, values.show === true) }
  if (values.seed === undefined) {
    console.log('  Skipped without a seed or a folder: npm run bench pages -- --seed 1, or --real FOLDER')
    return { rows: [] }
  }
  const seed = Number(values.seed)
  const missing = [
    (await works('weasyprint')) ? [] : ['weasyprint'],
    (await works('pdftotext')) ? [] : ['poppler-utils'],
    (await works('mutool')) ? [] : ['mupdf-tools'],
  ].flat()
  if (missing.length) console.log(`  Left out, as these packages are missing: ${missing.join(', ')}`)
  const engines = ENGINES.filter((engine) => !missing.includes(engine))
  const withPoppler = !missing.includes('poppler-utils')
  const withMupdf = !missing.includes('mupdf-tools')
  const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'pages-')))
  await mkdir(folder, { recursive: true })
  const pictures = await makePictures(seed)
  const browser = await browserType.launch({ executablePath: chromium() })
  const results: { engine: Engine; shuffled: boolean; sums: Sums; faults: (Fault & { issue: string })[] }[] = []
  const roles: ReturnType<typeof compareRoles>[] = []
  const losses: (Loss & { issue: string })[] = []
  let readMs = 0
  try {
    const count = Math.ceil(Number(values.pages) / PAGES_PER_ISSUE)
    for (let index = 0; index < count; index++) {
      const engine = engines[index % engines.length]!
      const issue = makeIssue(seed * 100_000 + index)
      const name = `${index}-${engine}-${issue.kind}-${issue.language}`
      const pdf = await print(engine, issue, pictures, browser)
      const truth = truthOf(issue)
      const path = join(folder, `${name}.pdf`)
      await writeFile(path, pdf)
      if (values.keep) await writeFile(join(folder, `${name}.json`), JSON.stringify(truth, null, 1))
      const started = performance.now()
      const read = await readIssue(path)
      readMs += performance.now() - started
      roles.push(compareRoles(trueRoles(issue), read.roles()))
      const theirs = {
        poppler: withPoppler ? await pagesBy('pdftotext', [path, '-']) : [],
        mupdf: withMupdf ? await pagesBy('mutool', ['draw', '-q', '-F', 'txt', '-o', '-', path]) : [],
      }
      const { sums, faults } = compare(issue, truth, read, theirs, engine === 'weasyprint')
      if (values.losses) losses.push(...lossesOf(truth, read.articles).map((loss) => ({ ...loss, issue: name })))
      results.push({ engine, shuffled: issue.shuffled, sums, faults: faults.map((fault) => ({ ...fault, issue: name })) })
    }
  } finally {
    await browser.close()
    if (!values.keep) await rm(folder, { recursive: true })
  }
  for (const line of linesOfRoles(addedRoles(roles))) console.log(`  ${line}`)
  const groups = [
    ...engines.map((engine) => ({
      name: engine as string,
      sums: results.filter((each) => each.engine === engine).map(({ sums }) => sums),
    })),
    { name: 'in order', sums: results.filter(({ shuffled }) => !shuffled).map(({ sums }) => sums) },
    { name: 'shuffled', sums: results.filter(({ shuffled }) => shuffled).map(({ sums }) => sums) },
  ]
  for (const { name, sums } of groups) console.log(`  ${name.padEnd(10)} ${summary(added(sums), sums.length)}`)
  if (values.show) {
    const faults = results
      .flatMap((each) => each.faults)
      .sort((one, other) => one.found - one.foreign - (other.found - other.foreign))
    for (const { issue, title, reason } of faults.slice(0, WORST_SHOWN)) console.log(`  ${issue}: “${title}”: ${reason}`)
  }
  const lost = losses.filter(({ count }) => count >= LEAST_SHOWN_WORDS).sort((one, other) => other.count - one.count)
  for (const { issue, page, title, count, cause, where, sample } of lost)
    console.log(`  ${count} words ${cause}: ${issue} p. ${page} “${title}”${where && ` → ${where}`}: ${sample} …`)
  console.log(`  read in ${(readMs / results.length / PAGES_PER_ISSUE).toFixed(0)} ms a page`)
  return { rows: rowsOf(added(results.map(({ sums }) => sums))) }
}

async function print(
  engine: Engine,
  issue: ReturnType<typeof makeIssue>,
  pictures: Buffer[],
  browser: Parameters<typeof printHtml>[0],
): Promise<Buffer> {
  if (engine === 'pdfkit') return await printWithPdfkit(issue, pictures)
  const urls = pictures.map((picture) => `data:image/jpeg;base64,${picture.toString('base64')}`)
  const { html, pdf } = await printHtml(browser, issue, urls)
  return engine === 'chromium' ? pdf : await printWithWeasyprint(html)
}

/** Returns the text of each page as another program prints it. */
async function pagesBy(program: string, options: string[]): Promise<string[]> {
  return (await run_(program, options, { maxBuffer: 2 ** 26 })).stdout.split('\f')
}

async function works(program: string): Promise<boolean> {
  return await run_(program, [program === 'weasyprint' ? '--version' : '-v']).then(
    () => true,
    () => false,
  )
}

async function makePictures(seed: number): Promise<Buffer[]> {
  const random = new Random(seed)
  const [width, height] = [120, 80]
  return await Promise.all(
    Array.from({ length: 6 }, () => {
      const pixels = Buffer.from(Array.from({ length: width * height * 3 }, () => random.whole(0, 255)))
      return sharp(pixels, { raw: { width, height, channels: 3 } })
        .blur(3)
        .jpeg()
        .toBuffer()
    }),
  )
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
const f1 = (sums: Sums) => share(2 * sums.right, sums.found + sums.articles)
const percent = (value: number) => `${(value * 100).toFixed(1)} %`

function summary(sums: Sums, issues: number): string {
  const figures = {
    F1: f1(sums).toFixed(2),
    recall: percent(share(sums.inOrder, sums.words)),
    precision: percent(share(sums.inOrder, sums.foundWords)),
    authors: percent(share(sums.authorsRight, sums.authors)),
    pictures: percent(share(sums.picturesRight, sums.pictures)),
    notes: percent(share(sums.notesRight, sums.notes)),
    advertisements: percent(share(sums.adWords, sums.allFoundWords)),
    'page order': percent(share(sums.ours, sums.partWords)),
    poppler: percent(share(sums.poppler, sums.partWords)),
    mupdf: percent(share(sums.mupdf, sums.partWords)),
  }
  return `${issues} issues, ${sums.articles} articles: ${Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}`
}

function rowsOf(sums: Sums): Row[] {
  const least = (what: string, value: number, budget: number): Row => ({
    what,
    value: percent(value),
    budget: `≥ ${percent(budget)}`,
    met: value >= budget,
  })
  const ours = share(sums.ours, sums.partWords)
  const others = (['poppler', 'mupdf'] as const).filter((name) => sums[name] > 0)
  const best = Math.max(...others.map((name) => share(sums[name], sums.partWords)))
  const ads = share(sums.adWords, sums.allFoundWords)
  return [
    {
      what: `F1 of ${sums.articles} articles (start, 80 % of the words, 10 % of others)`,
      value: f1(sums).toFixed(2),
      budget: '≥ 0.90',
      met: f1(sums) >= 0.9,
    },
    least('words in the right article and order', share(sums.inOrder, sums.words), 0.98),
    least('words found with a title that belong there', share(sums.inOrder, sums.foundWords), 0.97),
    least('authors', share(sums.authorsRight, sums.authors), 0.9),
    least('pictures with the right article', share(sums.picturesRight, sums.pictures), 0.9),
    ...(sums.notes > 0
      ? [least(`notes linked to the word that they belong to, of ${sums.notes}`, share(sums.notesRight, sums.notes), 0.9)]
      : []),
    { what: 'words of advertisements in articles', value: percent(ads), budget: '≤ 1.0 %', met: ads <= 0.01 },
    {
      ...least('words of a text in order on the page', ours, 0.98),
      ...(others.length > 0 && {
        yardstick: others.map((name) => `${name} ${percent(share(sums[name], sums.partWords))}`).join(', '),
        ratio: share(ours, best),
      }),
    },
  ]
}
