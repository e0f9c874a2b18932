// Compares the articles of real issues with lists written by hand (ADR-0325).
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { FormerIssue } from '@kiosk/backend/catalogue/learning/issue-makeup'
import type { Row } from '../row.ts'
import { authorsRight, longestCommon } from './figures.ts'
import { readIssue } from './read-issue.ts'

const LISTS = join(import.meta.dirname, 'real')
/** Share of letters that may differ between a title and the found one, of all letters of the longer one. */
const DIFFERENT = 0.05
const GOALS = { headings: 0.9, authors: 0.8 }

/** An article in a list. `titles`: with and without its subtitle; `optional`: it may be found or not. */
type Listed = { page: number; titles: string[]; authors: string[]; optional: boolean }
type Found = { page: number; headline: string; byline: string }
/** Sums: articles in the list, articles found, found ones with the right title and page; articles with authors and right ones. */
type Counts = { listed: number; found: number; right: number; authors: number; authorsRight: number }

/** Reads a list: page, title, authors and whether it counts, separated by tabs, below a line with the names of the columns. */
export function listedIn(text: string): Listed[] {
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [page, title, authors, counted] = line.split('\t') as [string, string, string, string]
      const parts = title.split(' | ')
      return {
        page: Number(page),
        titles: [parts[0]!, parts.join(' ')],
        authors: authors === '' ? [] : authors.split('; '),
        optional: counted === 'optional',
      }
    })
}

/** Letters and digits of a title, without marks of notes such as "[0]". */
const lettersOf = (title: string) =>
  title
    .replace(/\s*\[\d+\]\s*$/, '')
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]/gu) ?? []

/** Whether two titles are the same but for hyphens, spaces, punctuation and single letters. */
function isSameTitle(one: string, other: string): boolean {
  const [left, right] = [lettersOf(one), lettersOf(other)]
  const different = left.length + right.length - 2 * longestCommon(left, right)
  return different <= DIFFERENT * Math.max(left.length, right.length)
}

/** Compares a list with what was found. An article is right if its title and its page are. Returns the faults as lines of text. */
export function compareListed(listed: readonly Listed[], found: readonly Found[]): { counts: Counts; faults: string[] } {
  const left = [...found]
  const counts: Counts = { listed: 0, found: 0, right: 0, authors: 0, authorsRight: 0 }
  const faults: string[] = []
  for (const { page, titles, authors, optional } of listed) {
    const at = left.findIndex((each) => each.page === page && titles.some((title) => isSameTitle(title, each.headline)))
    const match = at < 0 ? null : left.splice(at, 1)[0]!
    if (optional) continue
    counts.listed++
    if (match) {
      counts.found++
      counts.right++
    } else faults.push(`- page ${page}: “${titles[0]}” is missing`)
    const right = match && (authors.length > 0 ? authorsRight(match.byline, authors) : match.byline === '')
    if (authors.length > 0 || (match && !right)) counts.authors++
    if (right && authors.length > 0) counts.authorsRight++
    if (match && !right) faults.push(`  page ${page}: “${match.byline}” instead of “${authors.join('; ')}”`)
  }
  counts.found += left.length
  for (const { page, headline } of left) faults.push(`+ page ${page}: “${headline}” is no article`)
  return { counts, faults }
}

const f1 = ({ listed, found, right }: Counts) => (listed + found === 0 ? 0 : (2 * right) / (listed + found))
const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)

/**
 * Reads the issues that have a list, prints a table and, with `show`, what is wrong. Issues in one folder belong to one title:
 * each is read with what was learned from those before it in alphabetical order, and also alone.
 */
export async function realIssues(folder: string, show: boolean): Promise<Row[]> {
  if (!existsSync(folder)) {
    console.log(
      `  There are no issues at ${folder}: npm run bench pages -- --real FOLDER, with the PDFs named like the lists in ${LISTS}`,
    )
    return []
  }
  const nothing: Counts = { listed: 0, found: 0, right: 0, authors: 0, authorsRight: 0 }
  const [sums, alone] = [{ ...nothing }, { ...nothing }]
  const ofTitles = new Map<string, FormerIssue[]>()
  const below: string[] = []
  console.log(`  ${'issue'.padEnd(14)} articles found right   F1 outline authors`)
  for (const list of readdirSync(LISTS).filter((each) => each.endsWith('.tsv'))) {
    const name = basename(list, '.tsv')
    const path = globSync(`**/${name}.pdf`, { cwd: folder })[0]
    if (!path) {
      console.log(`  ${name.padEnd(14)} left out: there is no ${name}.pdf in ${folder}`)
      continue
    }
    const listed = listedIn(readFileSync(join(LISTS, list), 'utf8'))
    const { articles, articlesAfter, learned, outline } = await readIssue(join(folder, path))
    const compared = (found: typeof articles) =>
      compareListed(
        listed,
        found.map(({ firstPage, headline, byline }) => ({ page: firstPage, headline, byline })),
      )
    const former = ofTitles.get(dirname(path)) ?? []
    const { counts, faults } = compared(articlesAfter(former))
    const withoutOthers = compared(articles).counts
    const made = learned()
    ofTitles.set(dirname(path), made ? [made, ...former] : former)
    const ofOutlineAlone = compareListed(
      listed,
      outline.map(({ page, headline }) => ({ page, headline, byline: '' })),
    ).counts
    if (f1(counts) < f1(ofOutlineAlone)) below.push(name)
    for (const key of Object.keys(sums) as (keyof Counts)[]) {
      sums[key] += counts[key]
      alone[key] += withoutOthers[key]
    }
    const figures = [String(counts.listed).padStart(8), String(counts.found).padStart(5), String(counts.right).padStart(5)]
    const ofOutline = outline.length > 0 ? f1(ofOutlineAlone).toFixed(2) : '–'
    const authors = `${counts.authorsRight} of ${counts.authors}`
    console.log(`  ${name.padEnd(14)} ${figures.join(' ')} ${f1(counts).toFixed(2)} ${ofOutline.padStart(7)} ${authors}`)
    if (made && show) console.log(`    learned: ${JSON.stringify(made.makeup).length} bytes`)
    if (show) for (const fault of faults) console.log(`    ${fault}`)
  }
  const before = `F1 ${f1(alone).toFixed(3)}, authors ${share(alone.authorsRight, alone.authors).toFixed(3)}`
  const after = `F1 ${f1(sums).toFixed(3)}, authors ${share(sums.authorsRight, sums.authors).toFixed(3)}`
  console.log(`  each issue alone: ${before}; after the issues of its title before it: ${after}`)
  return [
    {
      what: `F1 of the headings of ${sums.listed} articles listed by hand`,
      value: f1(sums).toFixed(2),
      budget: `≥ ${GOALS.headings.toFixed(2)}`,
      met: f1(sums) >= GOALS.headings,
    },
    {
      what: `authors of ${sums.authors} articles`,
      value: share(sums.authorsRight, sums.authors).toFixed(2),
      budget: `≥ ${GOALS.authors.toFixed(2)}`,
      met: share(sums.authorsRight, sums.authors) >= GOALS.authors,
    },
    {
      what: 'issues below what their outlines alone give',
      value: below.join(', ') || 'none',
      budget: 'none',
      met: below.length === 0,
    },
  ]
}
