// Compares the roles of what is printed with the truth, word by word on each page.
import type { PublishedArticle } from '@kiosk/backend/catalogue/published-article'
import type { Block as FoundBlock } from '@kiosk/importer/page-model/blocks'
import type { OrderedPage } from '@kiosk/importer/page-model/placed-line'
import { footnotesApart } from '@kiosk/importer/text/footnotes'
import { lineText, runningText } from '@kiosk/importer/text/page-text'
import { without } from './figures.ts'
import type { Block, Issue, Role } from './layouts.ts'
import { wordsOf } from './words.ts'

const ROLES = [
  'kicker',
  'headline',
  'deck',
  'byline',
  'body',
  'drop cap',
  'crosshead',
  'pull quote',
  'caption',
  'credit',
  'footnote',
  'table',
  'list',
  'furniture',
  'contents list',
  'advertisement',
  'jump line',
] as const
type PrintedRole = (typeof ROLES)[number]
/** Words of a role on a page, from 1. */
export type RoleWords = { page: number; role: PrintedRole; words: string[] }
/** Words with a role in the truth, words that were given it, and how many of these were right. */
type RoleSums = Record<PrintedRole, { truth: number; found: number; right: number }>

const OF_FRAMES: Record<Role, PrintedRole> = {
  kicker: 'kicker',
  title: 'headline',
  'box-title': 'headline',
  deck: 'deck',
  byline: 'byline',
  caption: 'caption',
  note: 'footnote',
  label: 'advertisement',
  ad: 'advertisement',
  furniture: 'furniture',
  masthead: 'furniture',
  section: 'kicker',
  contents: 'contents list',
}
const OF_BLOCKS: Record<Block['role'], PrintedRole> = {
  paragraph: 'body',
  item: 'body',
  crosshead: 'crosshead',
  quote: 'pull quote',
  figure: 'caption',
  signature: 'byline',
  jump: 'jump line',
  from: 'jump line',
}
const OF_MODEL: Record<FoundBlock['role'], PrintedRole> = {
  headline: 'headline',
  kicker: 'kicker',
  deck: 'deck',
  byline: 'byline',
  body: 'body',
  crosshead: 'crosshead',
  quotation: 'pull quote',
  caption: 'caption',
  credit: 'credit',
  jump: 'jump line',
  jumped: 'jump line',
  table: 'table',
  code: 'body',
  label: 'advertisement',
  advertisement: 'advertisement',
  contents: 'contents list',
  furniture: 'furniture',
}

/** A name at the end of a caption; the word before it does not belong to the caption. */
const CREDIT = /\s(?:Foto|Photo)\s?: (.+)$/u

/** Returns the words of an issue by their role, after an engine has removed what does not fit. */
export function trueRoles({ frames }: Issue): RoleWords[] {
  return frames.flatMap((frame): RoleWords[] => {
    const page = frame.page + 1
    const said = (role: PrintedRole, text: string): RoleWords[] => {
      const credit = role === 'caption' ? CREDIT.exec(text) : null
      if (!credit) return [{ page, role, words: wordsOf(text) }]
      return [
        { page, role, words: wordsOf(text.slice(0, credit.index)) },
        { page, role: 'credit', words: wordsOf(credit[1]!) },
      ]
    }
    if (frame.kind === 'text') return said(OF_FRAMES[frame.role], frame.text)
    if (frame.kind === 'table') return said('table', frame.rows.flat().join(' '))
    if (frame.kind !== 'flow') return []
    return frame.blocks.flatMap(({ role, lead, sentences, initial }) => {
      const text = [lead ?? '', ...sentences].join(' ')
      // A drop cap joined to the rest of its word is a word of the text.
      return [...said(OF_BLOCKS[role], text), ...(initial ? said('drop cap', text.trim().split(/\s/u)[0]!) : [])]
    })
  })
}

/**
 * Returns the words of pages by the roles that the page model gives them. Footnotes are distinguished from text, and credits from
 * captions, as in an article.
 */
export function foundRoles(
  { pages, body }: { pages: readonly OrderedPage[]; body: number },
  blocks: readonly FoundBlock[][],
  articles: readonly PublishedArticle[],
): RoleWords[] {
  return pages.flatMap(({ heads, feet }, index) => {
    const page = index + 1
    const texts = blocks[index]!.filter(({ role }) => role === 'body' || role === 'deck')
    const notes = new Set<unknown>(
      footnotesApart(
        texts.flatMap(({ lines }) => lines),
        body,
      ).notes,
    )
    const found = blocks[index]!.flatMap(({ role, lines }): RoleWords[] => {
      const groups = Map.groupBy(lines, (line) => (notes.has(line) ? 'footnote' : OF_MODEL[role]))
      return [...groups].map(([of, own]) => ({
        page,
        role: of,
        words: wordsOf(
          runningText(
            own.map(({ line }) => line),
            ' ',
          ),
        ),
      }))
    })
    const edges = [...heads, ...feet].map(({ line }) => lineText(line)).join(' ')
    const alone = found.filter(({ role }) => role === 'credit').flatMap(({ words }) => words)
    const pictures = articles.flatMap(({ pictures = [] }) => pictures.filter((picture) => picture.page === page))
    const inCaptions = without(
      pictures.flatMap(({ credit }) => wordsOf(credit ?? '')),
      alone,
    )
    const captions = found.filter(({ role }) => role === 'caption').flatMap(({ words }) => words)
    return [
      ...found.filter(({ role }) => role !== 'caption'),
      { page, role: 'furniture', words: wordsOf(edges) },
      { page, role: 'credit', words: inCaptions },
      { page, role: 'caption', words: without(captions, inCaptions) },
    ]
  })
}

/** Compares roles page by page: a word counts as often as it is printed. */
export function compareRoles(truth: readonly RoleWords[], found: readonly RoleWords[]): RoleSums {
  const sums = addedRoles([])
  for (const [page, ofPage] of Map.groupBy(truth, (each) => each.page)) {
    const own = found.filter((each) => each.page === page)
    for (const role of ROLES) {
      const [wanted, given] = [ofPage, own].map((all) => all.flatMap((each) => (each.role === role ? each.words : [])))
      // The text has the words of its drop caps.
      const words = role === 'drop cap' ? own.flatMap((each) => (each.role === 'body' ? each.words : [])) : given!
      const right = common(wanted!, words)
      sums[role].truth += wanted!.length
      sums[role].found += role === 'drop cap' ? right : given!.length
      sums[role].right += right
    }
  }
  return sums
}

export function addedRoles(all: readonly RoleSums[]): RoleSums {
  const sum = (role: PrintedRole, name: 'truth' | 'found' | 'right') => all.reduce((total, each) => total + each[role][name], 0)
  return Object.fromEntries(
    ROLES.map((role) => [role, { truth: sum(role, 'truth'), found: sum(role, 'found'), right: sum(role, 'right') }]),
  ) as RoleSums
}

/** Returns a line of text for each role that is printed or found. */
export function linesOfRoles(sums: RoleSums): string[] {
  const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`)
  return ROLES.flatMap((role) => {
    const { truth, found, right } = sums[role]
    if (truth === 0 && found === 0) return []
    const precision = role === 'drop cap' ? '–' : percent(right, found)
    return [
      `${role.padEnd(14)} precision ${precision.padStart(7)}, recall ${percent(right, truth).padStart(7)} of ${truth} words`,
    ]
  })
}

function common(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of one) left.set(word, (left.get(word) ?? 0) + 1)
  return other.filter((word) => {
    const count = left.get(word) ?? 0
    if (count > 0) left.set(word, count - 1)
    return count > 0
  }).length
}
