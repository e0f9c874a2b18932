import type { PublishedArticle } from '@kiosk/backend/catalogue/published-article'
import { expect, test } from 'vitest'
import type { Line } from '../text/line.ts'
import { withPicturesNear } from './pictures.ts'

const article = (headline: string, ...regions: PublishedArticle['regions']): PublishedArticle => ({
  headline,
  byline: '',
  html: '<p>Text.</p>',
  regions,
  source: 'outline',
  firstPage: regions[0]?.page ?? 1,
  lastPage: regions.at(-1)?.page ?? 1,
})
const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const lines = (count: number): Line[] => [
  { words: Array.from({ length: count }, () => ['Wort', 0.3, 0.3, 0.05, 0.01]), joins: false },
]
type Page = { pictures: ReturnType<typeof box>[]; lines?: Line[]; rules?: ReturnType<typeof box>[] }
const pictures = (articles: PublishedArticle[], pages: Page[]) =>
  withPicturesNear(
    articles,
    pages.map((page) => ({ lines: [], rules: [], height: 800, ...page })),
  ).map(({ picture }) => picture)

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

/** A page in two columns: the long article on the left, and another one on the right that begins at `from`. */
const left = article('Links', { page: 1, ...box(0.05, 0.1, 0.42, 0.8) })
const right = (from: number) => article('Rechts', { page: 1, ...box(0.53, from, 0.42, 0.9 - from) })
/** Lines of a caption from a height on, small in comparison with the text, which is far away. */
const printed = (text: string, x: number, y: number): Line[] => [
  { words: text.split(' ').map((word, index) => [word, x + index * 0.05, y, 0.045, 0.008]), joins: false },
  ...Array.from({ length: 20 }, (): Line => ({ words: [['Grundtext', 0.05, 0.95, 0.3, 0.012]], joins: false })),
]
const owners = (articles: PublishedArticle[], page: Page) =>
  withPicturesNear(articles, [{ lines: [], rules: [], height: 800, ...page }])
    .filter(({ picture }) => picture)
    .map(({ headline }) => headline)

test('a picture above a headline belongs to it, also if the text beside it is nearer', () => {
  // To the text on the left 0.02, to the headline below 0.05, with a caption between.
  expect(owners([left, right(0.5)], { pictures: [box(0.49, 0.1, 0.46, 0.35)] })).toEqual(['Rechts'])
})

test('a picture beside a text belongs to it, also if the headline below is nearer', () => {
  const beside = article('Neben dem Bild', { page: 1, ...box(0.4, 0.1, 0.55, 0.3) })
  const below = article('Darunter', { page: 1, ...box(0.05, 0.42, 0.9, 0.5) })
  expect(owners([beside, below], { pictures: [box(0.05, 0.1, 0.32, 0.3)] })).toEqual(['Neben dem Bild'])
})

test('between the end of one article and the headline of the next, a picture belongs to the next', () => {
  const picture = box(0.05, 0.42, 0.9, 0.2)
  const above = article('Zuerst', { page: 1, ...box(0.05, 0.1, 0.9, 0.3) })
  const below = article('Danach', { page: 1, ...box(0.05, 0.65, 0.9, 0.25) })
  expect(owners([above, below], { pictures: [picture] })).toEqual(['Danach'])
  // It continues overleaf, so this is not its end.
  const goesOn = { ...above, lastPage: 2, regions: [...above.regions, { page: 2, ...box(0.05, 0.1, 0.9, 0.3) }] }
  expect(owners([goesOn, below], { pictures: [picture] })).toEqual(['Zuerst'])
})

test('a rule between a picture and a text separates them', () => {
  const above = article('Zuerst', { page: 1, ...box(0.05, 0.1, 0.9, 0.3) })
  const below = article('Danach', { page: 1, ...box(0.05, 0.65, 0.9, 0.25) })
  const picture = box(0.05, 0.42, 0.9, 0.2)
  const under = { x: 0.05, y: 0.635, width: 0.9, height: 0.001 }
  expect(owners([above, below], { pictures: [picture], rules: [under] })).toEqual(['Zuerst'])
  // A short rule is an ornament; one between texts in columns separates what is beside.
  expect(owners([above, below], { pictures: [picture], rules: [{ ...under, width: 0.2 }] })).toEqual(['Danach'])
  const beside = { ...box(0.48, 0.1, 0.001, 0.35) }
  const inColumns = [left, article('Tief', { page: 1, ...box(0.53, 0.52, 0.42, 0.38) })]
  const high = box(0.49, 0.1, 0.46, 0.35)
  expect(owners([left], { pictures: [high], rules: [beside] })).toEqual(['Links'])
  expect(owners(inColumns, { pictures: [high], rules: [beside] })).toEqual(['Tief'])
})

test('a person named in the caption counts more than what is near', () => {
  const picture = box(0.05, 0.42, 0.9, 0.2)
  const of = (headline: string, html: string, y: number) => ({
    ...article(headline, { page: 1, ...box(0.05, y, 0.9, 0.25) }),
    html,
  })
  const above = of('Zuerst', '<p>Die Bürgermeisterin Amalie Kerschbaum eröffnet die Brücke.</p>', 0.1)
  const below = of('Danach', '<p>Der Fluss führt wenig Wasser.</p><p><em>Amalie Kerschbaum</em></p>', 0.65)
  const lines = printed('Amalie Kerschbaum auf der Brücke', 0.05, 0.625)
  expect(owners([above, below], { pictures: [picture], lines })).toEqual(['Zuerst'])
  expect(owners([above, below], { pictures: [picture], lines: printed('Ein heißer Sommer', 0.05, 0.625) })).toEqual(['Danach'])
})

test('a caption that the file puts into another article does not decide', () => {
  const picture = box(0.05, 0.3, 0.4, 0.2)
  const lines = printed('Im Hafen', 0.05, 0.505)
  const caption = { page: 1, ...box(0.05, 0.505, 0.1, 0.008) }
  const far = article('Andernorts', { page: 1, ...box(0.53, 0.6, 0.42, 0.3) }, caption)
  const near = article('Am Hafen', { page: 1, ...box(0.05, 0.54, 0.42, 0.3) })
  expect(owners([far, near], { pictures: [picture], lines })).toEqual(['Am Hafen'])
  // Where no other article is near, it does.
  expect(owners([far], { pictures: [picture], lines })).toEqual(['Andernorts'])
})

test('a picture at the head of three pages is a logo, one in the same place further down is not', () => {
  const each = (page: number) => article(`Seite ${page}`, { page, ...box(0.05, 0.15, 0.9, 0.7) })
  const logo = { pictures: [box(0.05, 0.03, 0.25, 0.08)] }
  expect(pictures([each(1), each(2), each(3)], [logo, logo, logo])).toEqual([undefined, undefined, undefined])
  expect(pictures([each(1), each(2), each(3)], [logo, logo])).toEqual([expect.anything(), expect.anything(), undefined])
  const float = { pictures: [box(0.05, 0.1, 0.25, 0.3)] }
  expect(pictures([each(1), each(2), each(3)], [float, float, float])).not.toContain(undefined)
})
