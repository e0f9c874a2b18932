import { expect, test } from 'vitest'
import { countOfChanges } from './value-parts.ts'

const saved = { siteName: 'Kiosk', videos: { at: null }, quotes: [{ id: 1, reference: { de: 'A', en: 'B' } }] }

test('counts every single value that differs', () => {
  expect(countOfChanges(saved, structuredClone(saved))).toBe(0)
  expect(countOfChanges(saved, { ...saved, siteName: 'Am Eck', videos: { at: '/film.mp4' } })).toBe(2)
})

test('counts the values of entries that were added or removed', () => {
  expect(countOfChanges(saved, { ...saved, quotes: [] })).toBe(3)
  expect(countOfChanges(saved, { ...saved, quotes: [...saved.quotes, { id: 2, reference: { de: '', en: '' } }] })).toBe(3)
})
