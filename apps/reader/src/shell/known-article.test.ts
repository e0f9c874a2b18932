import { expect, test } from 'vitest'
import { knownArticle, pageOfArticle } from './known-article.ts'

const article = (id: string, firstPage: number) => ({
  id,
  headline: id,
  byline: '',
  teaser: '',
  firstPage,
  lastPage: firstPage + 1,
  regions: [],
})
const contents = {
  articles: [article('7', 2), article('9', 5)],
  formerArticles: [
    { id: '8', article: '9', page: 6 },
    { id: '4', article: null, page: 3 },
  ],
}

test.each([
  ['an article', '7', '7', 2],
  ['an article that has become part of another', '8', '9', 5],
  ['an article whose words are in none', '4', null, 3],
  ['an article of another issue', '1', null, undefined],
  ['no article', null, null, undefined],
])('an address with %s opens it, or its page', (_, id, known, page) => {
  expect([knownArticle(contents, id), pageOfArticle(contents, id)]).toEqual([known, page])
})

test('downloads of earlier versions have no former articles', () => {
  const { articles } = contents
  expect([knownArticle({ articles }, '7'), knownArticle({ articles }, '8'), pageOfArticle({ articles }, '8')]).toEqual([
    '7',
    null,
    undefined,
  ])
})
