import { randomBytes } from 'node:crypto'
import { SIGNATURE_TTL_SECONDS } from '@kiosk/domain/reading/limits'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endOfOpening, isSigned, type Opening, openingQuery, sign } from './access-signature.ts'

const secret = randomBytes(32)
const uid = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/)
const opening: fc.Arbitrary<Opening> = fc.record({
  uid,
  revision: fc.nat(),
  pages: fc.nat(),
  until: fc.nat(),
  session: fc.option(fc.nat()),
})

test('a signature opens what it was issued for', () => {
  fc.assert(fc.property(opening, (each) => isSigned(each, sign(each, secret), secret)))
})

test('rejects a signature when any signed value changes', () => {
  const other = fc.tuple(opening, opening).filter(([a, b]) => JSON.stringify(a) !== JSON.stringify(b))
  fc.assert(fc.property(other, ([one, another]) => !isSigned(another, sign(one, secret), secret)))
  fc.assert(
    fc.property(opening, fc.constantFrom('uid', 'revision', 'pages', 'until', 'session'), (each, field) => {
      const changed = { ...each, [field]: field === 'uid' ? `${each.uid}0` : (each[field as 'pages'] as number) + 1 }
      return !isSigned(changed as Opening, sign(each, secret), secret)
    }),
  )
})

test('rejects signatures made with another key, and malformed ones', () => {
  fc.assert(
    fc.property(opening, (each) => !isSigned(each, sign(each, randomBytes(32)), secret)),
    { numRuns: 30 },
  )
  fc.assert(fc.property(opening, fc.string(), (each, scrap) => !isSigned(each, scrap, secret)))
})

test('a signature is valid for at least half a term and at most one term', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (now) => {
      const left = endOfOpening(new Date(now)) - now / 1000
      return left > SIGNATURE_TTL_SECONDS / 2 - 0.001 && left <= SIGNATURE_TTL_SECONDS
    }),
  )
})

test('the query string carries all signed values', () => {
  const query = new URLSearchParams(openingQuery({ uid: 'a', revision: 2, pages: 8, until: 99, session: null }, secret))
  expect([...query.keys()]).toEqual(['until', 'pages', 'v', 'signature'])
})
