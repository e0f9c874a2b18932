import { expect, test } from 'vitest'
import { beside, following, queueOf } from './queue.ts'

const articles = ['1', '2', '3'].map((id, index) => ({
  id,
  headline: `Artikel ${id}`,
  firstPage: index * 4 + 1,
  lastPage: index * 4 + 3,
}))

test('the queue has only articles that may be read in full, or the pages that are open for the text of a page', () => {
  const queue = (id: string, pagesOpen: number) => {
    const contents = { pages: [{ number: 1 }, { number: 2 }, { number: 3 }], articles }
    return queueOf(id, { contents, access: { pagesOpen }, t: (key) => key }).map((entry) => entry.id)
  }
  expect(queue('1', 8)).toEqual(['1', '2'])
  expect(queue('1', 0)).toEqual([])
  expect(queue('p1', 2)).toEqual(['p1', 'p2'])
})

test('moves from article to article and stops at both ends', () => {
  expect(beside(articles, '1', 1)?.id).toBe('2')
  expect(beside(articles, '3', 1)).toBeNull()
  expect(beside(articles, '1', -1)).toBeNull()
  expect(beside(articles, 'unknown', 1)).toBeNull()
})

test('lists the articles after the current one', () => {
  expect(following(articles, '1', 5).map(({ id }) => id)).toEqual(['2', '3'])
  expect(following(articles, '3', 5)).toEqual([])
})
