import { expect, test } from 'vitest'
import { beside, following, readable } from './queue.ts'

const articles = ['1', '2', '3'].map((id, index) => ({
  id,
  headline: `Artikel ${id}`,
  firstPage: index * 4 + 1,
  lastPage: index * 4 + 3,
}))

test('queues only articles that may be read in full', () => {
  expect(readable(articles, 8).map(({ id }) => id)).toEqual(['1', '2'])
  expect(readable(articles, 0)).toEqual([])
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
