import { expect, test } from 'vitest'
import { coverAddress } from './cover.tsx'

test.each([
  ['/cover?coverheight=280&v=2', '/cover?coverheight=416&v=2&format=webp'],
  ['/cover?v=2', '/cover?v=2&coverheight=416&format=webp'],
  ['/cover', '/cover?coverheight=416&format=webp'],
])('%s is requested with its displayed height', (address, requested) => {
  expect(coverAddress(address, 416)).toBe(requested)
})

test('the address of a cover has one format', () => {
  expect(coverAddress('/cover?coverheight=416&format=webp&v=2', 280, 'avif')).toBe('/cover?coverheight=280&format=avif&v=2')
})
