import { expect, test } from 'vitest'
import { articlesByPage } from './articles-by-page.ts'

const article = (id: string, firstPage: number, lastPage = firstPage) => ({ id, firstPage, lastPage })

test('groups the articles by the page on which they begin, in the order of the issue', () => {
  const pages = articlesByPage([article('1', 1), article('2', 3), article('3', 1), article('4', 3, 4)], 4)
  expect(pages.map(({ page, articles }) => [page, articles.map(({ id }) => id)])).toEqual([
    [1, ['1', '3']],
    [3, ['2', '4']],
  ])
})

test('an article that continues on a closed page is closed, its first page is not', () => {
  const [first, second] = articlesByPage([article('1', 1, 2), article('2', 2)], 1)
  expect(first).toMatchObject({ open: true, articles: [{ id: '1', open: false }] })
  expect(second).toMatchObject({ open: false, articles: [{ id: '2', open: false }] })
})

test('the front page is there even if no article begins on it', () => {
  expect(articlesByPage([article('1', 2)], 1)[0]).toEqual({ page: 1, open: true, articles: [] })
})
