import { expect, test } from 'vitest'
import { toEdit, toSend, withChange, withJoin, withMove, withoutRegion, withSplit } from './article-edits.ts'
import type { EditableArticle } from './article-endpoints.ts'

const region = (page: number, x = 0) => ({ page, x, y: 0, width: 0.5, height: 0.5 })
const article = (position: number, values: Partial<EditableArticle> = {}): EditableArticle => ({
  from: [position],
  headline: `H${position}`,
  byline: '',
  text: `Text ${position}`,
  firstPage: position,
  lastPage: position,
  regions: [region(position)],
  isCorrected: false,
  isDown: false,
  ...values,
})
const loaded = [article(1), article(2, { text: 'Anfang.\n\n## Mitte\n\nEnde.' }), article(3, { byline: 'Von Ida Moos' })]
const edited = toEdit(loaded)

test('a text is sent only if it has changed', () => {
  const sent = toSend(withChange(withChange(edited, 0, { headline: 'Neu' }), 2, { text: 'Anders' }), loaded)
  expect(sent.map(({ headline, text, current }) => [headline, text, current])).toEqual([
    ['Neu', null, 0],
    ['H2', null, 1],
    ['H3', 'Anders', 2],
  ])
})

test('the second part of a split article is headed by its heading', () => {
  const split = withSplit(edited, 1, 'Anfang.'.length)
  expect(split.map(({ headline, text }) => [headline, text])).toEqual([
    ['H1', 'Text 1'],
    ['H2', 'Anfang.'],
    ['Mitte', 'Ende.'],
    ['H3', 'Text 3'],
  ])
  expect(toSend(split, loaded)[2]).toMatchObject({ from: [2], current: null, text: 'Ende.' })
  expect(new Set(split.map(({ key }) => key)).size).toBe(4)
})

test.each([0, 1000])('a split at %d, where a part would be empty, changes nothing', (position) => {
  expect(withSplit(edited, 1, position)).toEqual(edited)
})

test('joined articles have both texts, pages and regions', () => {
  expect(withJoin(edited, 1)[1]).toMatchObject({
    from: [2, 3],
    headline: 'H2',
    byline: 'Von Ida Moos',
    firstPage: 2,
    lastPage: 3,
    text: 'Anfang.\n\n## Mitte\n\nEnde.\n\n## H3\n\nText 3',
    regions: [region(2), region(3)],
  })
  expect(withJoin(edited, 2)).toEqual(edited)
  // A split article that is joined again is as before.
  const again = withJoin(withSplit(edited, 1, 'Anfang.'.length), 1)
  expect(again[1]).toMatchObject({ text: loaded[1]!.text, regions: [region(2)], from: [2] })
})

test('articles move up and down, but not out of the list', () => {
  const order = (to: number) => withMove(edited, 0, to).map(({ headline }) => headline)
  expect(order(2)).toEqual(['H2', 'H3', 'H1'])
  expect(order(-1)).toEqual(['H1', 'H2', 'H3'])
  expect(order(3)).toEqual(['H1', 'H2', 'H3'])
})

test('a removed region takes its page along, and the last region stays', () => {
  const joined = withJoin(edited, 1)
  expect(withoutRegion(joined, 1, 0)[1]).toMatchObject({ firstPage: 3, lastPage: 3, regions: [region(3)] })
  expect(withoutRegion(edited, 0, 0)).toEqual(edited)
})
