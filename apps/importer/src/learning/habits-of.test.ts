import { anchorOf, type CorrectedArticle } from '@kiosk/backend/catalogue/corrections/apply-corrections'
import type { FormerIssue, Makeup } from '@kiosk/backend/catalogue/learning/issue-makeup'
import type { PublishedArticle } from '@kiosk/backend/catalogue/published-article'
import { expect, test } from 'vitest'
import { readArticles } from '../page-model/articles.ts'
import { NO_HABITS } from '../page-model/habits.ts'
import { orderedPages } from '../page-model/ordered-pages.ts'
import { line, PAGE } from '../page-model/testing/printed-lines.ts'
import { habitsOf } from './habits-of.ts'
import { makeupOf } from './makeup.ts'

const look = (size: number, font: string) => ({ size, style: { size: size / PAGE.height, font, italic: false, colour: 0 } })
const pageOf = (name: string, count: number) => ({
  ...PAGE,
  lines: [
    line('Country life 7', 40, 20, look(8, 'ABCDEF+Sans')),
    ...Array.from({ length: count }, (_, index) => [
      line(`${name} number ${index}`, 40, 60 + index * 90, look(24, 'ABCDEF+Display')),
      line('By Ida Lind', 40, 90 + index * 90, look(9, 'Sans-Bold')),
      ...Array.from({ length: 3 }, (_, at) =>
        line(`${name} stands here in line ${at} of the text.`, 40, 104 + index * 90 + at * 12),
      ),
    ]).flat(),
  ],
})
const makeup = (pages: ReturnType<typeof pageOf>[]) => {
  const model = orderedPages(pages)
  return makeupOf(model.pages, readArticles(model, [], NO_HABITS))!
}

test('fonts are counted by role, without the prefix of subsets; headings and repeated heads are kept', () => {
  const { fonts, lines, furniture } = makeup([pageOf('Bridge', 2), pageOf('Market', 2)])
  expect(fonts).toContainEqual({ font: 'Display', size: 24, roles: { headline: 4 } })
  expect(fonts).toContainEqual({ font: 'Sans-Bold bold', size: 9, roles: { byline: 4 } })
  expect(lines.map(({ role, text }) => `${role}: ${text}`)).toEqual(
    expect.arrayContaining(['headline: Bridge number 0', 'byline: By Ida Lind', 'headline: Market number 1']),
  )
  expect(furniture).toEqual([{ at: 'head', text: 'Country life #', size: 8 }])
})

test('what is stored of an issue stays small, however large the issue is', () => {
  const pages = Array.from({ length: 150 }, (_, index) => pageOf(`Very long words about a bridge over the ${index}. river`, 8))
  expect(JSON.stringify(makeup(pages)).length).toBeLessThan(30_000)
})

const LINES: Makeup['lines'] = [
  { page: 1, font: 0, role: 'headline', text: 'Towns' },
  { page: 1, font: 1, role: 'crosshead', text: 'A bridge over the river' },
  { page: 1, font: 2, role: 'body', text: 'Heard by Nerina' },
  { page: 2, font: 0, role: 'headline', text: 'Small print' },
]
const SET: Makeup = {
  shape: 1,
  lines: LINES,
  furniture: [{ at: 'head', text: 'Country life #', size: 8 }],
  fonts: [
    { font: 'Display', size: 24, roles: { headline: 12 } },
    { font: 'Display', size: 14, roles: { crosshead: 3 } },
    { font: 'Sans', size: 8, roles: { body: 1 } },
  ],
}
const article = (headline: string, page = 1, byline = ''): PublishedArticle => ({
  headline,
  byline,
  firstPage: page,
  lastPage: page,
  html: `<p>Text below ${headline}</p>`,
  regions: [],
  source: 'headings',
})
const IMPORTED = [article('Towns'), article('A second one'), article('Small print', 2)]
const result = (headline: string, byline = ''): CorrectedArticle => ({
  headline,
  byline,
  html: null,
  firstPage: 1,
  lastPage: 1,
  regions: null,
})
const corrected = (at: number[], results: CorrectedArticle[], isCurrent = true): FormerIssue => ({
  makeup: SET,
  isCurrent,
  corrected: {
    imported: IMPORTED,
    corrections: [
      { id: 'c', anchors: at.map((each) => anchorOf(IMPORTED[each]!)), results, by: 'Jo', at: '2026-11-01T00:00:00.000Z' },
    ],
  },
})
const alone: FormerIssue = { makeup: SET, isCurrent: true, corrected: null }

test('authors by hand teach the font of their line and the words before them; a headline by hand its font, and a section', () => {
  const { fonts, leads, sections } = habitsOf([corrected([0], [result('A bridge over the river', 'Nerina')])])
  expect(fonts.get('Sans 8')!.taught).toEqual({ byline: 5 })
  expect(fonts.get('Display 14')!.taught).toEqual({ headline: 5 })
  expect([leads, [...sections]]).toEqual([['Heard by '], ['towns']])
})

test('a mended letter in a headline teaches nothing', () => {
  const { fonts, sections } = habitsOf([corrected([0], [result('Towns!')])])
  expect([...fonts.values()].map(({ taught }) => taught)).toEqual([{}, {}, {}])
  expect([...sections]).toEqual([])
})

test('joined articles teach that a heading divides one; what is dropped in two issues is dropped from the next', () => {
  const joined = habitsOf([corrected([0, 1], [result('A second one')])])
  expect(joined.fonts.get('Display 24')!.taught).toEqual({ crosshead: 5 })
  const drop = corrected([2], [])
  expect([...habitsOf([drop]).dropped]).toEqual([])
  expect([...habitsOf([drop, alone, drop]).dropped]).toEqual(['smallprint'])
})

test('a dropped article teaches also when its issue was read again without it', () => {
  const { corrections, imported } = corrected([2], []).corrected!
  const again = { imported: imported.toSpliced(2, 1), corrections: corrections.map((each) => ({ ...each, isFulfilled: true })) }
  const drop: FormerIssue = { ...alone, corrected: again }
  expect([...habitsOf([drop, drop]).dropped]).toEqual(['smallprint'])
})

test('what is found counts as four blocks at most, older issues count less, and so do their corrections', () => {
  const { fonts } = habitsOf([alone, alone, corrected([0], [result('A bridge over the river', 'Nerina')])])
  expect(fonts.get('Display 24')!.found).toEqual({ headline: 4 })
  expect(fonts.get('Sans 8')!.taught.byline).toBeCloseTo(5 * 0.75 ** 2)
})

test('an issue that another version has read contributes only what people corrected', () => {
  const { fonts, furniture } = habitsOf([corrected([0], [result('Towns', 'Nerina')], false)])
  expect([...fonts]).toEqual([['Sans 8', { found: {}, taught: { byline: 5 } }]])
  expect(furniture.size).toBe(0)
})
