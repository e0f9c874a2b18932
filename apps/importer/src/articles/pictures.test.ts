import type { PublishedArticle } from '@kiosk/backend/catalogue/published-article'
import { expect, test } from 'vitest'
import type { Line } from '../pdf/read-words.ts'
import { withPictures } from './pictures.ts'

const article = (headline: string, ...regions: PublishedArticle['regions']): PublishedArticle => ({
  ...{ headline, byline: '', html: '<p>Text.</p>', regions, source: 'outline' },
  ...{ firstPage: regions[0]?.page ?? 1, lastPage: regions.at(-1)?.page ?? 1 },
})
const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const lines = (count: number): Line[] => [
  { words: Array.from({ length: count }, () => ['Wort', 0.3, 0.3, 0.05, 0.01]), joins: false },
]
const pictures = (articles: PublishedArticle[], pages: Parameters<typeof withPictures>[1]) =>
  withPictures(articles, pages).map(({ picture }) => picture)

const upper = article('Oben', { page: 1, ...box(0.1, 0.1, 0.8, 0.1) })
const lower = article('Unten', { page: 1, ...box(0.1, 0.6, 0.8, 0.3) }, { page: 2, ...box(0.1, 0.1, 0.8, 0.5) })

test('a picture belongs to the article that is nearest to it', () => {
  const [first, second] = [box(0.1, 0.22, 0.8, 0.2), box(0.1, 0.45, 0.3, 0.13)]
  expect(pictures([upper, lower], [{ lines: [], pictures: [first, second] }])).toEqual([
    { page: 1, ...first },
    { page: 1, ...second },
  ])
})

test('an article has the picture of its first page that has one, and there the largest', () => {
  const pages = [
    { lines: [], pictures: [] },
    { lines: [], pictures: [box(0.1, 0.62, 0.8, 0.3), box(0.1, 0.62, 0.2, 0.2)] },
  ]
  expect(pictures([upper, lower], pages)).toEqual([undefined, { page: 2, ...box(0.1, 0.62, 0.8, 0.3) }])
})

test('a picture far from every article, and one that lies below a text, belong to none', () => {
  const far = article('Fern', { page: 1, ...box(0.1, 0.1, 0.8, 0.1) })
  expect(pictures([far], [{ lines: [], pictures: [box(0.1, 0.4, 0.5, 0.2)] }])).toEqual([undefined])
  expect(pictures([far], [{ lines: lines(13), pictures: [box(0.1, 0.1, 0.5, 0.4)] }])).toEqual([undefined])
  expect(pictures([far], [{ lines: lines(3), pictures: [box(0.1, 0.1, 0.5, 0.4)] }])).not.toEqual([undefined])
})

test('an article without a place on the page has no picture', () => {
  expect(pictures([article('Ohne Ort')], [{ lines: [], pictures: [box(0.1, 0.1, 0.5, 0.4)] }])).toEqual([undefined])
})
