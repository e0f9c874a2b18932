import { expect, test } from 'vitest'
import { RowDigest } from './row-digest.ts'

const digestOf = (parts: readonly string[]) => {
  const digest = new RowDigest()
  for (const part of parts) digest.update(Buffer.from(part))
  return digest.result()
}

test('counts rows that come in parts as if they came at once; one that is cut off is told', () => {
  const whole = digestOf(['first\nsecond row\n\nlast\n'])
  expect(whole.rows).toBe(4)
  expect(digestOf(['fi', 'rst\nsec', 'ond ', 'row', '\n', '\nlast\n'])).toEqual(whole)
  expect(digestOf(['first\nsecond row\n\nlast\n', 'be', 'gun']).checksum).toBe(`${whole.checksum}-cut`)
})

test('keeps nothing of a row without an end', () => {
  const digest = new RowDigest()
  const part = Buffer.alloc(1000, 'x')
  digest.update(part)
  // A retained part would have other contents now.
  part.fill('y')
  digest.update(Buffer.from('\n'))
  expect(digest.result()).toEqual(digestOf([`${'x'.repeat(1000)}\n`]))
})
