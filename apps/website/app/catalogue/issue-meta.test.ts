import fc from 'fast-check'
import { expect, test } from 'vitest'
import { articleRequested, metaOverrides, pageRequested } from './issue-meta.ts'

const of = (query: Record<string, string>) => metaOverrides(new URLSearchParams(query))

test('accepts title, desc and img', () => {
  expect(of({ title: 'X', desc: 'Y', img: 'https://pictures.example/x.jpg' })).toEqual({
    title: 'X',
    description: 'Y',
    image: 'https://pictures.example/x.jpg',
  })
  expect(of({})).toEqual({})
})

test('accepts https image URLs only', () => {
  for (const img of [
    'javascript:x',
    'http://pictures.example/x.jpg',
    '//pictures.example/x',
    'data:image/png;base64,',
    'https://a:b@c.example/x',
  ])
    expect(of({ img })).toEqual({})
})

test('cuts overrides to 150 and 300 characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 2000 }), (words) => {
      const { title = '', description = '' } = of({ title: words, desc: words })
      expect([...title].length).toBeLessThanOrEqual(150)
      expect([...description].length).toBeLessThanOrEqual(300)
    }),
  )
})

test('accepts a page number from 1 and an article id', () => {
  expect(pageRequested(new URLSearchParams('p=5'))).toBe(5)
  for (const p of ['0', '-1', '5x', '1e3', '', '999999']) expect(pageRequested(new URLSearchParams({ p }))).toBeNull()
  expect(articleRequested(new URLSearchParams('a=77'))).toBe('77')
  expect(articleRequested(new URLSearchParams({ a: '../x' }))).toBeUndefined()
})
