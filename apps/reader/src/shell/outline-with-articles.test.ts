import { expect, test } from 'vitest'
import { outlineWithArticles } from './outline-with-articles.ts'

const article = (id: string, headline: string, firstPage: number) => ({
  id,
  headline,
  byline: '',
  teaser: '',
  firstPage,
  lastPage: firstPage,
  regions: [],
})

test('merges an outline entry with its article, and lists other articles separately', () => {
  const entries = outlineWithArticles({
    outline: [
      { headline: 'Über neunzehn Brücken', page: 4, level: 1 },
      { headline: 'Impressum', page: 9, level: 7 },
    ],
    articles: [article('1', 'Über neunzehn Brücken ans Meer', 4), article('2', 'Hütten mit Aussicht', 6)],
  })
  expect(entries.map(({ headline, page, level, article }) => [headline, page, level, article?.id])).toEqual([
    ['Über neunzehn Brücken', 4, 1, '1'],
    ['Hütten mit Aussicht', 6, 1, '2'],
    ['Impressum', 9, 3, undefined],
  ])
})

test('treats the same headline on another page as another article', () => {
  const entries = outlineWithArticles({
    outline: [{ headline: 'Leserbriefe', page: 2, level: 1 }],
    articles: [article('1', 'Leserbriefe', 30)],
  })
  expect(entries.map(({ page, article }) => [page, article?.id])).toEqual([
    [2, undefined],
    [30, '1'],
  ])
})
