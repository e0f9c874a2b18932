import { expect, test } from 'vitest'
import { beside, following, readable } from './queue.ts'

const articles = ['1', '2', '3'].map((id, index) => ({
  id,
  headline: `Artikel ${id}`,
  firstPage: index * 4 + 1,
  lastPage: index * 4 + 3,
}))

test('only articles that may be read whole are read aloud', () => {
  expect(readable(articles, 8).map(({ id }) => id)).toEqual(['1', '2'])
  expect(readable(articles, 0)).toEqual([])
})

test('one goes from article to article, and stops at the ends', () => {
  expect(beside(articles, '1', 1)?.id).toBe('2')
  expect(beside(articles, '3', 1)).toBeNull()
  expect(beside(articles, '1', -1)).toBeNull()
  expect(beside(articles, 'unknown', 1)).toBeNull()
})

test('what follows begins behind the present one', () => {
  expect(following(articles, '1', 5).map(({ id }) => id)).toEqual(['2', '3'])
  expect(following(articles, '3', 5)).toEqual([])
})
