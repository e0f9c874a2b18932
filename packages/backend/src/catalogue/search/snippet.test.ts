import { expect, test } from 'vitest'
import { HIT_ENDS, HIT_STARTS, markHits } from './snippet.ts'

test('a letter-spaced word is joined beside a hit, too', () => {
  expect(markHits(`V E R K E H R ${HIT_STARTS}Bahn${HIT_ENDS}`)).toBe('VERKEHR <mark>Bahn</mark>')
})
