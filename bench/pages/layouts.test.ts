import type { PublishedArticle } from '@kiosk/backend/catalogue/published-article'
import { expect, test } from 'vitest'
import { compare } from './figures.ts'
import { breakOff, type Issue, makeIssue, shorten, truthOf } from './layouts.ts'
import { printWithPdfkit } from './pdfkit-engine.ts'
import { withHyphensWhereTooLong, wordsOf } from './words.ts'

/** A white pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
)
const print = async (seed: number) => {
  const issue = makeIssue(seed)
  const pdf = await printWithPdfkit(issue, Array(6).fill(PICTURE))
  return { issue, truth: truthOf(issue), pdf }
}

test('a seed gives the same issue and truth again, another seed others', async () => {
  const [first, again, other] = [await print(1), await print(1), await print(2)]
  expect(again.issue).toEqual(first.issue)
  expect(again.truth).toEqual(first.truth)
  expect(other.truth).not.toEqual(first.truth)
})

test('what does not fit its frame is neither printed nor in the truth', async () => {
  const before = makeIssue(3)
  const { truth } = await print(3)
  const words = (truths: ReturnType<typeof truthOf>) => truths.articles.flatMap((article) => article.words)
  expect(words(truth).length).toBeLessThan(words(truthOf(before)).length)
  expect(words(truth).length).toBeGreaterThan(200)
})

test('lines of a jump stay when a text is shortened', () => {
  const blocks: Parameters<typeof shorten>[0] = [
    { role: 'paragraph', sentences: ['One.', 'Two.'] },
    { role: 'crosshead', sentences: ['Head'] },
    { role: 'paragraph', sentences: ['Three.'] },
    { role: 'jump', sentences: ['Continued on page 3'] },
  ]
  shorten(blocks)
  expect(blocks.map(({ sentences }) => sentences)).toEqual([['One.', 'Two.'], ['Continued on page 3']])
})

test('hyphens at the ends of lines are no part of a word', () => {
  expect(wordsOf('Die Land-\nwirt\u00adschaft, sagt Bach-Berg')).toEqual(['die', 'landwirtschaft', 'sagt', 'bach', 'berg'])
})

const page = { width: 100, height: 100 }
const issue = { page } as Issue
const body = Array.from({ length: 60 }, (_, index) => `word${index}`)
const truth = {
  articles: [
    {
      title: 'The old bridge opens',
      authors: ['Rose Shaw'],
      pages: [1],
      words: body,
      deck: [],
      notes: [{ words: wordsOf('1 Rose Shaw, 2001.'), before: 'word3' }],
      extra: wordsOf('The old bridge opens Rose Shaw'),
      pictures: [{ page: 1, x: 0, y: 0, width: 50, height: 50 }],
    },
  ],
  adWords: ['buy', 'now'],
  parts: [{ page: 1, words: body }],
}
const article = (change: Partial<PublishedArticle>): PublishedArticle => ({
  headline: 'The old bridge opens',
  byline: 'By Rose Shaw',
  firstPage: 1,
  lastPage: 1,
  html: `<p>${body.join(' ')}</p>`,
  regions: [],
  source: 'headings',
  picture: { page: 1, x: 0, y: 0, width: 0.5, height: 0.5 },
  ...change,
})
const sumsOf = (change: Partial<PublishedArticle>) =>
  compare(
    issue,
    truth,
    { articles: [article(change)], texts: [body.join(' ')] },
    { poppler: [body.toReversed().join(' ')], mupdf: [body.join(' ')] },
  ).sums

test('an article is right with its start, its words, and few others', () => {
  expect(sumsOf({})).toMatchObject({
    articles: 1,
    found: 1,
    right: 1,
    words: 60,
    inOrder: 60,
    foundWords: 60,
    authorsRight: 1,
    picturesRight: 1,
    adWords: 0,
    ours: 60,
    poppler: 1,
    mupdf: 60,
  })
  expect(sumsOf({ firstPage: 2 }).right).toBe(0)
  expect(sumsOf({ html: `<p>${body.slice(0, 40).join(' ')}</p>` })).toMatchObject({ right: 0, inOrder: 40 })
  expect(sumsOf({ html: `<p>${body.join(' ')} ${'buy now '.repeat(5)}</p>` })).toMatchObject({
    right: 0,
    adWords: 2,
    foundWords: 70,
  })
  const noted = (at: number) => body.join(' ').replace(`word${at} `, `word${at}<a href="#note=1">1</a> `)
  const note = '<p><a href="#noteref=1">1</a> Rose Shaw, 2001.</p>'
  expect(sumsOf({ html: `<p>${noted(3)}</p>${note}` })).toMatchObject({ notes: 1, notesRight: 1 })
  expect(sumsOf({ html: `<p>${noted(4)}</p>${note}` }).notesRight).toBe(0)
  expect(sumsOf({ html: `<p>${noted(3)}</p>` }).notesRight).toBe(0)
  expect(sumsOf({ headline: 'Something else' })).toMatchObject({ right: 0, found: 1 })
  expect(sumsOf({ byline: 'By Rose' }).authorsRight).toBe(0)
  expect(sumsOf({ picture: { page: 1, x: 0.6, y: 0, width: 0.5, height: 0.5 } }).picturesRight).toBe(0)
})

const plain = (text: string) => text.replaceAll('\u00ad', '|')

test('a word that is wider than its line is divided, others stay whole', () => {
  expect(plain(withHyphensWhereTooLong('Die Versammlungrichter', 12))).toBe('Die Ver|samm|lung|rich|ter')
  expect(plain(withHyphensWhereTooLong('Die Versammlungrichter', 18))).toBe('Die Versammlungrichter')
})

test('no part of a word in a headline is wider than its column, and the truth has the word', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const issue = makeIssue(seed)
    const titles = issue.frames.flatMap((frame) => (frame.kind === 'text' && frame.role === 'title' ? [frame] : []))
    for (const { text, size, box } of titles) {
      const longest = Math.max(...text.split(/[ \u00ad]/).map((part) => part.length))
      expect(longest * size * 0.5, text).toBeLessThan(box.width)
    }
    expect(truthOf(issue).articles.every(({ title }) => !title.includes('\u00ad'))).toBe(true)
  }
})

test('a text that goes on on the next page stops within a sentence', () => {
  const blocks: Parameters<typeof shorten>[0] = [{ role: 'paragraph', sentences: ['One two.', 'Three four, five six.'] }]
  breakOff(blocks)
  expect(blocks[0]!.sentences).toEqual(['One two.', 'Three'])
  const flows = Array.from({ length: 40 }, (_, seed) => makeIssue(seed).frames)
    .flat()
    .filter((frame) => frame.kind === 'flow')
  const begun = flows.flatMap(({ blocks: [first] }) => (first?.rest ? [first.sentences[0]!] : []))
  expect(flows.filter(({ open }) => open).length).toBeGreaterThan(0)
  expect(begun.length).toBeGreaterThan(0)
  for (const start of begun) expect(start).toMatch(/^\p{Ll}/u)
})

test('letters to the editor are articles below the name of their section, each signed at its end', async () => {
  const seeds = Array.from({ length: 60 }, (_, seed) => seed)
  const isSection = (frame: Issue['frames'][number]) => frame.kind === 'text' && frame.role === 'section'
  const seed = seeds.find((each) => makeIssue(each).frames.some(isSection))!
  const { issue, truth } = await print(seed)
  const section = issue.frames.find(isSection)!
  expect(section.article).toBeNull()
  const signed = issue.frames.flatMap((frame) => {
    const last = frame.kind === 'flow' ? frame.blocks.at(-1) : undefined
    const isBelow = frame.page === section.page && frame.box.y > section.box.y && frame.box.x >= section.box.x
    return isBelow && last?.role === 'signature' && frame.article !== null
      ? [{ last, article: truth.articles[frame.article]! }]
      : []
  })
  expect(signed.length).toBeGreaterThan(1)
  for (const { last, article } of signed) {
    expect(last.sentences[0]).toContain(article.authors[0])
    expect(article.words.join(' ')).not.toContain(wordsOf(article.authors[0]!).join(' '))
  }
})
