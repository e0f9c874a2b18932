import fc from 'fast-check'
import { expect, test } from 'vitest'
import { articleAt, articlesOn } from './article-at.ts'

const region = (page: number, x: number, y: number, width: number, height: number) => ({ page, x, y, width, height })
const articles = [
  { id: '1', regions: [region(4, 0.1, 0.1, 0.25, 0.8), region(4, 0.38, 0.1, 0.25, 0.3), region(5, 0.1, 0.1, 0.8, 0.2)] },
  { id: '2', regions: [region(4, 0.38, 0.5, 0.5, 0.4)] },
  { id: '3', regions: [region(4, 0.4, 0.6, 0.2, 0.1)] },
]

test('finds an article by a tap on any of its columns, on its page only', () => {
  expect(articleAt(articles, 4, { x: 0.2, y: 0.5 })).toBe('1')
  expect(articleAt(articles, 4, { x: 0.5, y: 0.2 })).toBe('1')
  expect(articleAt(articles, 5, { x: 0.5, y: 0.2 })).toBe('1')
  expect(articleAt(articles, 6, { x: 0.5, y: 0.2 })).toBeNull()
})

test('finds none outside articles, and the inner one of nested articles', () => {
  expect(articleAt(articles, 4, { x: 0.36, y: 0.2 })).toBeNull()
  expect(articleAt(articles, 4, { x: 0.5, y: 0.65 })).toBe('3')
  expect(articleAt(articles, 4, { x: 0.8, y: 0.65 })).toBe('2')
})

test('a found article is on the page', () => {
  const fraction = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fraction, fraction, fc.integer({ min: 3, max: 6 }), (x, y, page) => {
      const id = articleAt(articles, page, { x, y })
      if (id) expect(articlesOn(articles, [page]).map((each) => each.id)).toContain(id)
    }),
  )
})
