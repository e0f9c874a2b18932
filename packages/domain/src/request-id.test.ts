import { expect, test } from 'vitest'
import { requestIdIn } from './request-id.ts'

test.each(['abcdef-123456', 'a'.repeat(8), 'Z_'.repeat(32)])('keeps the id %j', (id) => {
  expect(requestIdIn(new Headers({ 'x-request-id': id }))).toBe(id)
})

test.each(['', 'short', 'a'.repeat(65), '<script>alert(1)</script>', 'two words'])('replaces %j', (id) => {
  const ids = [1, 2].map(() => requestIdIn(new Headers({ 'x-request-id': id })))
  for (const made of ids) expect(made).toMatch(/^[0-9a-f-]{36}$/)
  expect(ids[0]).not.toBe(ids[1])
})

test('makes an id where none was sent', () => {
  expect(requestIdIn(new Headers())).toMatch(/^[0-9a-f-]{36}$/)
})
