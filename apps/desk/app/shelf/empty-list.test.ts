import { expect, test } from 'vitest'
import { emptyList } from './empty-list.ts'

test('an empty list says how its first entry is made, and a search that it found nothing', () => {
  expect(emptyList('TITLES', new URLSearchParams())).toBe('DESK.SHELF.NO_TITLES_YET')
  expect(emptyList('TITLES', new URLSearchParams('search=&state='))).toBe('DESK.SHELF.NO_TITLES_YET')
  expect(emptyList('ISSUES', new URLSearchParams('search=Nordwind&state='))).toBe('DESK.SHELF.NO_ISSUES')
})
