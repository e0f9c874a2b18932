import { expect, test } from 'vitest'
import type { ArticlePicture } from './endpoints.ts'
import { placePictures, type TextBlock } from './place-pictures.ts'

const picture = (number: number, caption: string, after: number): ArticlePicture => ({
  number,
  caption,
  credit: '',
  after,
  page: 1,
  x: 0,
  y: 0,
  width: 0.5,
  height: 0.5,
  pixels: { width: 8, height: 6 },
})
const text = (words: string): TextBlock => ({ text: words, isCaption: false, items: 1 })
const caption = (words: string): TextBlock => ({ text: words, isCaption: true, items: 1 })
const numbers = (before: ReadonlyMap<number, ArticlePicture[]>) =>
  [...before].map(([at, pictures]) => [at, ...pictures.map(({ number }) => number)])

test('the lead picture takes its caption along; others are where their caption is, or where they were found', () => {
  const blocks = [text('Eins'), caption('Der Hafen. Foto: Lind'), text('Zwei'), caption('Am  Berg'), text('Drei')]
  const pictures = [picture(0, 'Der Hafen.', 1), picture(1, 'Am Berg', 2), picture(2, '', 1), picture(3, '', 9)]
  const { lead, before, captions } = placePictures(blocks, { pictures })
  expect(lead?.number).toBe(0)
  expect(numbers(before)).toEqual([
    [3, 1],
    [1, 2],
    [5, 3],
  ])
  expect([...captions]).toEqual([1, 3])
})

test('each item of a list is a block, and a picture is behind the whole list', () => {
  const blocks = [{ ...text('Liste'), items: 3 }, text('Eins'), text('Zwei')]
  const { before } = placePictures(blocks, { pictures: [picture(0, '', 0), picture(1, '', 2), picture(2, '', 4)] })
  expect(numbers(before)).toEqual([
    [1, 1],
    [2, 2],
  ])
})

test('a caption that a person has changed stays, and its picture is where it was found', () => {
  const { before, captions } = placePictures([text('Eins'), caption('Am See'), text('Zwei')], {
    pictures: [picture(0, '', 0), picture(1, 'Am Berg', 1)],
  })
  expect([numbers(before), [...captions]]).toEqual([[[1, 1]], []])
})

test('two pictures with one caption do not take it twice, and a text that repeats a caption is not a caption', () => {
  const blocks = [caption('Im Tal'), text('Im Tal')]
  const { before, captions } = placePictures(blocks, { pictures: [picture(0, 'Im Tal', 0), picture(1, 'Im Tal', 1)] })
  expect([numbers(before), [...captions]]).toEqual([[[2, 1]], [0]])
})

test('the deck is the first paragraph, if it still says the same', () => {
  const blocks = [caption('Im Tal'), text('Was  geschah'), text('Eins')]
  expect(placePictures(blocks, { deck: 'Was geschah' }).deck).toBe(1)
  expect(placePictures(blocks, { deck: 'Was geschieht' }).deck).toBe(null)
  expect(placePictures([], { deck: 'Was geschah' })).toMatchObject({ deck: null, lead: null })
})
