// Share of an issue's articles that is recognised correctly from its pages, compared with the original articles.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { longestCommon } from './pages/figures.ts'
import { readIssue } from './pages/read-issue.ts'
import type { Row } from './row.ts'

const SHARED = join(import.meta.dirname, '../../shared/issues')
const BUDGET = 0.9

/** Measures the share of the given words that are in the right article in the right order. */
export async function run(): Promise<{ rows: Row[] }> {
  const options = join(SHARED, 'articles')
  if (!existsSync(options)) {
    console.log(`  There are no issues with given articles at ${options}: nothing is measured.`)
    return { rows: [] }
  }
  const rows: Row[] = []
  for (const issue of readdirSync(options)) {
    const [found, truths] = [await foundArticles(issue), articlesIn(join(options, issue))]
    let all = 0
    let right = 0
    for (const truth of truths) {
      const best = Math.max(0, ...found.map((article) => longestCommon(truth, article)))
      all += truth.length
      right += best
    }
    const share = right / all
    rows.push({
      what: `${issue}: words of ${truths.length} articles in the right article and order`,
      value: `${(share * 100).toFixed(1)} %`,
      budget: `≥ ${BUDGET * 100} %`,
      met: share >= BUDGET,
    })
  }
  return { rows }
}

async function foundArticles(issue: string): Promise<string[][]> {
  const { articles } = await readIssue(join(SHARED, issue.replace(/-[^-]*$/, ''), `${issue}.pdf`))
  return articles.map(({ headline, byline, html }) => wordsOf(`${headline} ${byline} ${html}`))
}

/** Reads the words of the given articles: one folder each, with the text in `index.html` below some metadata. */
function articlesIn(folder: string): string[][] {
  return readdirSync(folder)
    .map((name) => join(folder, name, 'index.html'))
    .filter((file) => existsSync(file))
    .map((file) => wordsOf(readFileSync(file, 'utf8').replace(/^---[\s\S]*?\n---\n/, '')))
}

function wordsOf(html: string): string[] {
  const text = html.replace(/<[^>]+>/g, ' ').replace(/&(?:\w+|#\d+);/g, ' ')
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
