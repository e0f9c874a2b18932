import { expect, test } from 'vitest'
import type { Line } from '../text/line.ts'
import type { Box } from '../text/set-line.ts'
import { findArticles } from './articles.ts'
import { orderedPages } from './ordered-pages.ts'
import { line, PAGE } from './testing/printed-lines.ts'

const box = (x: number, y: number, width: number, height: number): Box => ({
  x: x / PAGE.width,
  y: y / PAGE.height,
  width: width / PAGE.width,
  height: height / PAGE.height,
})
const frame = (x: number, y: number, width: number, height: number): Box[] => [
  box(x, y, width, 0),
  box(x, y + height, width, 0),
  box(x, y, 0, height),
  box(x + width, y, 0, height),
]
const headline = (words: string, x: number, y: number, size = 20) => line(words, x, y, { size, bold: true })
const caption = (words: string, x: number, y: number) => line(words, x, y, { size: 8 })
/** Lines of one column, in sentences of two lines. */
const text = (name: string, x: number, y: number, count: number): Line[] =>
  Array.from({ length: count }, (_, index) =>
    line(index % 2 ? `steht ${name} in der Zeile ${index}.` : `Hier beginnt und geht ${name} weiter und`, x, y + index * 12),
  )
type Page = { lines: Line[]; pictures?: Box[]; rules?: Box[] }
const read = (...pages: Page[]) => findArticles(orderedPages(pages.map((page) => ({ ...PAGE, ...page }))), [])
const shownIn = (articles: ReturnType<typeof read>) =>
  articles.map(({ headline, pictures = [] }) => [headline, ...pictures.map(({ caption }) => caption)])

test('pictures between two articles belong to the one whose headline or column they are with', () => {
  const upper = [headline('Der obere Text', 40, 40), ...text('oben', 40, 70, 14), ...text('weiter', 230, 70, 14)]
  const lower = [headline('Der untere Text', 40, 460), ...text('unten', 40, 490, 14), ...text('daneben', 230, 490, 14)]
  // As wide as both columns of the lower article, above its headline.
  const wide = read({ lines: [...upper, ...lower, caption('Der breite Fluss', 40, 440)], pictures: [box(40, 260, 350, 178)] })
  expect(shownIn(wide)).toEqual([['Der obere Text'], ['Der untere Text', 'Der breite Fluss']])
  // In the first column of the upper article, which continues beside it.
  const longer = [...upper, ...text('länger', 230, 238, 15)]
  const narrow = read({ lines: [...longer, ...lower, caption('Der schmale Weg', 40, 385)], pictures: [box(40, 250, 170, 130)] })
  expect(shownIn(narrow)).toEqual([['Der obere Text', 'Der schmale Weg'], ['Der untere Text']])
})

test('a picture between headline and text belongs to them, also above the text of another article', () => {
  const lines = [
    headline('Links steht dies', 40, 40),
    ...text('links', 40, 70, 40),
    headline('Rechts steht das', 320, 40),
    caption('Ein Haus', 320, 262),
    ...text('rechts', 320, 290, 22),
  ]
  expect(shownIn(read({ lines, pictures: [box(320, 70, 250, 190)] }))).toEqual([
    ['Links steht dies'],
    ['Rechts steht das', 'Ein Haus'],
  ])
})

test('what is in a frame stays in it: a picture belongs to the text of its box, that of an advertisement to no article', () => {
  const story = [headline('Der lange Bericht', 40, 40), ...text('Bericht', 40, 70, 50)]
  const boxed = [headline('Im Kasten', 330, 310, 14), ...text('Kasten', 330, 340, 10)]
  const framed = { lines: [...story, ...boxed], pictures: [box(330, 210, 220, 90)], rules: frame(320, 200, 240, 280) }
  expect(read(framed).map(({ headline, pictures }) => [headline, pictures?.length])).toEqual([
    ['Der lange Bericht', undefined],
    ['Im Kasten', 1],
  ])
  const offer = [line('Anzeige', 330, 204, { size: 6 }), line('Nur heute!', 330, 330, { size: 20 })]
  const advertised = { lines: [...story, ...offer], pictures: [box(330, 215, 220, 90)], rules: frame(320, 200, 240, 280) }
  expect(read(advertised).map(({ headline, pictures }) => [headline, pictures])).toEqual([['Der lange Bericht', undefined]])
})

test('caption and credit are apart, and go with the picture into its article', () => {
  const lines = [
    headline('Der Hafen', 40, 40),
    ...text('Hafen', 40, 70, 20),
    caption('Im Morgenlicht. Foto: Ida Lind', 40, 465),
    ...text('Schiff', 230, 70, 34),
    headline('Am Berg', 40, 520),
    ...text('Berg', 40, 550, 12),
    ...text('Tal', 230, 550, 12),
  ]
  const [harbour, mountain] = read({ lines, pictures: [box(40, 320, 170, 140)] })
  expect(harbour!.pictures).toMatchObject([{ page: 1, caption: 'Im Morgenlicht.', credit: 'Foto: Ida Lind' }])
  expect(harbour!.picture).toMatchObject({ page: 1, x: expect.closeTo(40 / 600, 3), width: expect.closeTo(170 / 600, 3) })
  expect(harbour!.html.match(/<em>.*?<\/em>/g)).toEqual(['<em>Im Morgenlicht. Foto: Ida Lind</em>'])
  expect(mountain!.html).not.toContain('Morgenlicht')
})

test('captions of pictures beside each other are divided between them, one below both is not', () => {
  const beside = (...captions: Line[]) =>
    read({
      lines: [headline('Der See', 40, 40), ...text('oben', 40, 70, 4), ...captions, ...text('unten', 40, 380, 10)],
      pictures: [box(40, 130, 140, 195), box(190, 130, 140, 195)],
    })
  const words = (left: string, right: string, y: number) => {
    const [one, other] = [caption(left, 60, y), caption(right, 200, y)]
    return { ...one, words: [...one.words, ...other.words] }
  }
  expect(shownIn(beside(words('Der See im', 'Die Hütte im', 330), words('Winter', 'Sommer', 340)))).toEqual([
    ['Der See', 'Der See im Winter', 'Die Hütte im Sommer'],
  ])
  const [both] = beside(caption('Der See im Winter und die Hütte im Sommer', 100, 330))
  expect(both!.html).toContain('<p><em>Der See im Winter und die Hütte im Sommer</em></p>')
})

test('captions of pictures of different heights beside each other are on one line, below the higher one', () => {
  const beside = (...captions: Line[]) =>
    read({
      lines: [headline('Der See', 40, 40), ...text('oben', 40, 70, 4), ...captions, ...text('unten', 40, 380, 10)],
      pictures: [box(40, 150, 138, 140), box(180, 130, 150, 195)],
    })
  const expected = [['Der See', 'Die Hütte', 'Am See']]
  expect(shownIn(beside(caption('Am See', 60, 330), caption('Die Hütte', 200, 330)))).toEqual(expected)
  const [one, other] = [caption('Am See', 60, 330), caption('Die Hütte', 200, 330)]
  const [together] = beside({ ...one, words: [...one.words, ...other.words] })
  expect(shownIn([together!])).toEqual(expected)
  // Text is between the picture and the line.
  const [apart] = beside(line('Das ist ein Satz.', 40, 300), caption('Am See', 60, 330), caption('Die Hütte', 200, 330))
  expect(apart!.pictures!.map((picture) => picture.caption)).not.toContain('Am See')
})

test('the heading below the caption of a picture is not a caption', () => {
  const heading = { ...line('So geht es', 40, 346), bold: true as const }
  const lines = [headline('Der See', 40, 40), ...text('oben', 40, 70, 4), caption('Am See', 40, 330), heading]
  const [article] = read({ lines: [...lines, ...text('unten', 40, 364, 10)], pictures: [box(40, 130, 170, 195)] })
  expect(shownIn([article!])).toEqual([['Der See', 'Am See']])
  expect(article!.html).toMatch(/<h\d>So geht es<\/h\d>/)
})

test('pictures below each other, and then those beside each other, are taken in their order, whatever their size', () => {
  const pictures = [box(40, 130, 80, 60), box(40, 210, 170, 90), box(40, 320, 80, 70), box(126, 318, 84, 74)]
  const captions = [caption('Eins', 40, 192), caption('Zwei', 40, 302), caption('Drei', 40, 394), caption('Vier', 130, 394)]
  const lines = [headline('Der See', 40, 40), ...text('oben', 40, 70, 4), ...captions, ...text('unten', 40, 420, 10)]
  const [article] = read({ lines, pictures })
  const [lead, ...others] = article!.pictures!.map((picture) => picture.caption)
  expect([lead, others]).toEqual(['Zwei', ['Eins', 'Drei', 'Vier']])
  // At the foot of a column, and at the head of the next one.
  const next = [...lines.slice(0, -10), caption('Oben', 230, 92), ...text('weiter', 230, 110, 20)]
  const [whole] = read({ lines: next, pictures: [...pictures, box(230, 30, 80, 60)] })
  expect(whole!.pictures!.map((picture) => picture.caption)).toEqual(['Zwei', 'Eins', 'Drei', 'Vier', 'Oben'])
})

test('a numbered caption in the size of the text keeps its second line, and can be wider than its picture', () => {
  const lines = [
    headline('Der See', 40, 40),
    ...text('oben', 40, 70, 4),
    line('Abbildung 1: Der See im Winter, gesehen von der Hütte, und kann', 40, 330),
    line('im Archiv besehen werden', 52, 342),
    ...text('unten', 40, 380, 10),
  ]
  const [article] = read({ lines, pictures: [box(120, 130, 130, 195)] })
  expect(article!.pictures!.map(({ caption }) => caption)).toEqual([
    'Abbildung 1: Der See im Winter, gesehen von der Hütte, und kann im Archiv besehen werden',
  ])
  expect(article!.html).not.toMatch(/<p>[^<]*Archiv/)
})

test('pictures are where they are printed: behind the paragraph that they interrupt; the lead picture comes first', () => {
  const before = text('davor', 40, 70, 7)
  const lines = [headline('Der Garten', 40, 40), ...before, caption('Klein', 40, 262), ...text('danach', 40, 290, 9)]
  const more = { lines: [headline('Der Wald', 300, 40), ...text('Wald', 300, 70, 30)] }
  const large = { lines: [caption('Groß', 230, 272), ...text('rechts', 230, 300, 12)], picture: box(230, 70, 170, 200) }
  const [garden] = read(
    { lines: [...lines, ...large.lines], pictures: [large.picture, box(40, 160, 170, 100)] },
    { ...more, pictures: [] },
  )
  expect(garden!.pictures!.map(({ caption }) => caption)).toEqual(['Groß', 'Klein'])
  const small = garden!.pictures![1]!
  const blocks = [...garden!.html.matchAll(/<p>(.*?)<\/p>/g)].map(([, words]) => words!)
  const paragraphs = blocks.filter((words) => !words.startsWith('<em>'))
  // The seventh line is open: its sentence continues below the picture.
  expect(paragraphs[small.after - 1]).toMatch(/davor|danach/)
  expect(paragraphs.slice(small.after).join(' ')).not.toContain('davor')
  expect(blocks.indexOf('<em>Klein</em>')).toBe(small.after)
})

test('backgrounds and logos are no pictures of an article, and what is drawn twice is one picture', () => {
  const story = (name: string) => ({ lines: [headline(`Der ${name}`, 40, 130), ...text(name, 40, 160, 30)] })
  const background = read({ ...story('Bericht'), pictures: [box(30, 120, 300, 420)] })
  expect(background[0]!.pictures).toBeUndefined()
  const logo = box(40, 20, 160, 60)
  const pages = ['Bericht', 'Weg', 'See'].map((name) => ({ ...story(name), pictures: [logo] }))
  expect(read(...pages).map(({ pictures }) => pictures)).toEqual([undefined, undefined, undefined])
  const twice = read({ ...story('Weg'), pictures: [box(220, 160, 200, 150), box(222, 162, 196, 146)] })
  expect(twice[0]!.pictures).toHaveLength(1)
})
