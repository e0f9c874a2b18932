import { expect, test } from 'vitest'
import { renewedLike, withImagesFromServer, withImagesInBucket } from './image-address.ts'

test('a renewed access gets images from where the one before got them', () => {
  const [first, renewed] = [{ signature: 'until=1&v=2' }, { signature: 'until=2&v=2' }]
  expect(renewedLike(first, renewed)).toEqual(renewed)
  expect(renewedLike(withImagesInBucket(first), renewed)).toEqual({ signature: 'until=2&v=2&bucket=1' })
  expect(withImagesFromServer(withImagesInBucket(first).signature)).toBe('until=1&v=2')
})
