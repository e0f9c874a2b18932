import { expect, test } from 'vitest'
import type { PublishedArticle } from '../published-article.ts'
import { anchorOf, applyCorrections, type CorrectedArticle } from './apply-corrections.ts'
import { correctionsOf, orderOf, type WantedArticle } from './corrections-of.ts'

const region = (page: number) => ({ page, x: 0, y: 0, width: 1, height: 1 })
const article = (headline: string, page: number, text = `${headline} und mehr.`): PublishedArticle => ({
  headline,
  byline: '',
  firstPage: page,
  lastPage: page,
  html: `<p>${text}</p>`,
  regions: [region(page)],
  source: 'headings',
})
const imported = [article('Alpen', 2), article('Bären', 3), article('Chur', 4), article('Dachs', 5)]
const made = { by: 'Ida Moos', at: '2026-11-01T10:00:00.000Z' }
const asImported = (position: number): WantedArticle => ({ ...imported[position]!, from: [position] })

/** Applies what a person wants to another import. Returns headlines with pages, and how many corrections do not fit. */
function applied(wanted: WantedArticle[], to: PublishedArticle[] = imported, pageCount = 10) {
  const corrections = correctionsOf(imported, wanted, [], made)
  const order = orderOf(imported, wanted, corrections, 10)
  const { articles, unfitting } = applyCorrections(to, corrections, { order, pageCount })
  return { shown: articles.map(({ headline, firstPage }) => `${headline} ${firstPage}`), unfitting: unfitting.length, articles }
}

test('articles that nobody changed are no corrections', () => {
  const wanted = imported.map((_, position) => asImported(position))
  expect(correctionsOf(imported, wanted, [], made)).toEqual([])
  expect(orderOf(imported, wanted, [], 10)).toBeNull()
})

const wanted: WantedArticle[] = [
  asImported(3),
  { ...asImported(0), headline: 'Die Alpen' },
  {
    ...asImported(1),
    from: [1, 2],
    headline: 'Bären in Chur',
    html: '<p>Beides.</p>',
    lastPage: 4,
    regions: [region(3), region(4)],
  },
]

test('articles are changed, joined and ordered as the corrections say', () => {
  const { shown, articles, unfitting } = applied(wanted)
  expect([shown, unfitting]).toEqual([['Dachs 5', 'Die Alpen 2', 'Bären in Chur 3'], 0])
  expect(articles[1]).toEqual({ ...imported[0], headline: 'Die Alpen' })
  expect(articles[2]).toMatchObject({ html: '<p>Beides.</p>', lastPage: 4, regions: [region(3), region(4)] })
})

test('the pictures of an article stay with its first part, if they are on one of its pages', () => {
  const picture = { ...region(2), height: 0.4 }
  const pictures = [picture, { ...picture, page: 9 }].map((each) => ({ ...each, caption: '', credit: '', after: 0 }))
  const pictured = imported.map((each) => (each.headline === 'Alpen' ? { ...each, picture, pictures } : each))
  const parts: WantedArticle[] = [
    { ...asImported(0), headline: 'Die Alpen', html: '<p>Alpen</p>' },
    { ...asImported(0), headline: 'Rest', html: '<p>und mehr.</p>' },
    ...[1, 2, 3].map(asImported),
  ]
  const kept = (wanted: WantedArticle[]) => applied(wanted, pictured).articles.map((each) => each.picture)
  expect(kept(parts)).toEqual([picture, ...Array(4).fill(undefined)])
  expect(kept(wanted)).toEqual([undefined, picture, undefined])
  expect(applied(wanted, pictured).articles.map((each) => each.pictures)).toEqual([undefined, [pictures[0]], undefined])
})

test('the parts of an article keep its language', () => {
  const foreign = imported.map((each) => (each.headline === 'Alpen' ? { ...each, language: 'fr' } : each))
  const parts: WantedArticle[] = [
    { ...asImported(0), headline: 'Die Alpen', html: '<p>Alpen</p>' },
    { ...asImported(0), headline: 'Rest', html: '<p>und mehr.</p>' },
    ...[1, 2, 3].map(asImported),
  ]
  expect(applied(parts, foreign).articles.map(({ language }) => language)).toEqual(['fr', 'fr', undefined, undefined, undefined])
})

test('a split, and a part that is joined with another article', () => {
  const parts: WantedArticle[] = [
    { ...asImported(0), html: '<p>Alpen</p>' },
    { ...asImported(0), from: [0, 1], headline: 'Rest', html: '<p>und mehr. Bären</p>' },
    asImported(2),
  ]
  expect(applied(parts).shown).toEqual(['Alpen 2', 'Rest 2', 'Chur 4'])
  expect(correctionsOf(imported, parts, [], made).map(({ anchors, results }) => [anchors.length, results.length])).toEqual([
    [2, 2],
    [1, 0],
  ])
})

test('a page added before moves what was corrected', () => {
  const moved = imported.map((each) => article(each.headline, each.firstPage + 2))
  const { shown, articles, unfitting } = applied(wanted, moved)
  expect([shown, unfitting]).toEqual([['Dachs 7', 'Die Alpen 4', 'Bären in Chur 5'], 0])
  expect(articles[2]!.regions).toEqual([region(5), region(6)])
})

test('new articles of another import are where its pages have them', () => {
  const more = [article('Vorwort', 1), ...imported.slice(0, 1), article('Adler', 2), ...imported.slice(1)]
  expect(applied(wanted, more).shown).toEqual(['Vorwort 1', 'Dachs 5', 'Die Alpen 2', 'Adler 2', 'Bären in Chur 3'])
})

test('a changed headline is kept if the text was corrected by the import, a changed text is not', () => {
  const changed = [article('Alpen', 2, 'Ganz anders.'), article('Bären', 3, 'Ganz anders.'), imported[2]!, imported[3]!]
  const { shown, articles, unfitting } = applied(wanted, changed)
  expect([shown, unfitting]).toEqual([['Dachs 5', 'Die Alpen 2', 'Bären 3', 'Chur 4'], 1])
  expect(articles[1]!.html).toBe('<p>Ganz anders.</p>')
})

test('a correction that would lie outside of the issue does not fit', () => {
  expect(applied(wanted, imported, 3)).toMatchObject({ unfitting: 1 })
})

test('line breaks, hyphens and markup do not make another text', () => {
  const [first] = imported
  const same = { ...first!, headline: 'Andere', firstPage: 9, html: '<h2>Alpen</h2>\n<p>und <em>me-hr</em></p>' }
  expect(anchorOf(same).text).toBe(anchorOf(first!).text)
})

test('two articles with the same text are told apart by headline and page', () => {
  const twins = [article('Rätsel', 2, 'Lösung.'), article('Rätsel', 8, 'Lösung.')]
  const second: WantedArticle = { ...twins[1]!, from: [1], headline: 'Rätsel für Kinder' }
  const corrections = correctionsOf(twins, [{ ...twins[0]!, from: [0] }, second], [], made)
  const { articles } = applyCorrections(twins, corrections, { order: null, pageCount: 10 })
  expect(articles.map(({ headline, firstPage }) => [headline, firstPage])).toEqual([
    ['Rätsel', 2],
    ['Rätsel für Kinder', 8],
  ])
})

test('a correction that is made again keeps its author', () => {
  const before = correctionsOf(imported, wanted, [], made)
  const later = correctionsOf(imported, [...wanted, { ...asImported(0), headline: 'Mehr' }], before, { by: 'Nora Feld', at: 'x' })
  expect(later.map(({ by }) => by).sort()).toEqual(['Ida Moos', 'Nora Feld'])
  expect(correctionsOf(imported, wanted, before, { by: 'Nora Feld', at: 'x' })).toEqual(before)
})

test('random edits, applied to the same import, give what was wanted', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 300; round++) {
    let list: WantedArticle[] = imported.map((_, position) => asImported(position))
    for (let step = 0; step < 6 && list.length > 1; step++) {
      const at = random(list.length)
      const one = list[at]!
      const next = list[at + 1]
      const kind = random(5)
      if (kind === 0) list = list.with(at, { ...one, headline: `Neu ${round} ${step}` })
      if (kind === 1) list = list.toSpliced(at, 1, { ...one, html: `<p>a${step}</p>` }, { ...one, html: `<p>b${step}</p>` })
      if (kind === 2 && next) {
        const from = [...new Set([...one.from, ...next.from])].sort()
        list = list.toSpliced(at, 2, { ...one, from, html: `<p>ab${step}</p>`, lastPage: Math.max(one.lastPage, next.lastPage) })
      }
      if (kind === 3) list = list.toSpliced(at, 1)
      if (kind === 4) list = list.toSpliced(at, 1).toSpliced(random(list.length), 0, one)
    }
    const corrections = correctionsOf(imported, list, [], made)
    const order = orderOf(imported, list, corrections, 10)
    const { articles, unfitting } = applyCorrections(imported, corrections, { order, pageCount: 10 })
    const told = ({ headline, html, firstPage, lastPage, regions }: Omit<CorrectedArticle, 'byline'>) =>
      JSON.stringify({ headline, html, firstPage, lastPage, regions })
    expect([unfitting, articles.map(told)]).toEqual([[], list.map(told)])
  }
})
