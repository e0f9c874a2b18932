import { expect, test } from 'vitest'
import { differing } from './use-draft.ts'

test('a field that was changed back is no change', () => {
  const saved = { name: 'Bergblick', shownIn: ['AT'], place: null as string | null }
  expect(differing(saved, { name: 'Talblick', shownIn: ['AT'], place: null })).toEqual({ name: 'Talblick' })
  expect(differing(saved, { shownIn: ['AT', 'DE'], place: '' })).toEqual({ shownIn: ['AT', 'DE'], place: '' })
})
