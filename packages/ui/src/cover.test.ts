import { expect, test } from 'vitest'
import { coverAddress } from './cover.tsx'

test.each([
  ['/cover?coverheight=280&v=2', '/cover?coverheight=416&v=2'],
  ['/cover?v=2', '/cover?v=2&coverheight=416'],
  ['/cover', '/cover?coverheight=416'],
])('%s is requested with its displayed height', (address, requested) => {
  expect(coverAddress(address, 416)).toBe(requested)
})
