import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '@kiosk/domain/time'
import { expect, test } from 'vitest'
import { renewalHeader, renewalIn } from './renewal-header.ts'

const secret = randomBytes(32)
const now = Date.parse('2026-11-26T08:00:00Z')

test('a header of another server of this newsstand says for which country a page is rendered again', () => {
  expect(renewalIn(secret, renewalHeader(secret, 'DE', now), now + MINUTE_MS)).toEqual({ country: 'DE' })
  expect(renewalIn(secret, renewalHeader(secret, null, now), now - MINUTE_MS)).toEqual({ country: null })
})

test('a header with another signature, country or time, or an old one, is worth nothing', () => {
  const header = renewalHeader(secret, 'DE', now)
  const others = [
    '',
    'DE',
    'DE..',
    header.slice(0, -1),
    `${header}a`,
    header.replace('DE', 'CH'),
    header.replace('DE', ''),
    header.replace(String(now), String(now + 1)),
    renewalHeader(randomBytes(32), 'DE', now),
  ]
  for (const other of others) expect(renewalIn(secret, other, now)).toBeNull()
  expect(renewalIn(secret, header, now + 6 * MINUTE_MS)).toBeNull()
  expect(renewalIn(secret, header, now - 6 * MINUTE_MS)).toBeNull()
})
