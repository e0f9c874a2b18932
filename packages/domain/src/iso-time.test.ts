import { expect, test } from 'vitest'
import { instantOf, isDay } from './iso-time.ts'

test.each(['2026-11-21', '2024-02-29', '1000-01-01', '9998-12-31'])('%s is a day', (text) => expect(isDay(text)).toBe(true))

test.each([
  '',
  '0000-01-01',
  '0999-12-31',
  '9999-12-31',
  '10000-01-01',
  '-010000-01-01',
  '+012026-01-01',
  '9999-99-99',
  '2026-02-30',
  '2025-02-29',
  '2026-00-10',
  '2026-1-1',
  '2026-01-01T00:00:00Z',
  ' 2026-01-01',
  '2026-01-01\n',
  '２０２６-01-01',
])('rejects the date %j', (text) => {
  expect(isDay(text)).toBe(false)
  expect(instantOf(`${text}T07:00:00Z`)).toBe(null)
})

test('requires a time zone', () => {
  expect(instantOf('2026-11-21T07:00:00Z')?.toISOString()).toBe('2026-11-21T07:00:00.000Z')
  expect(instantOf('2026-11-21T07:00:00.123456+01:00')?.toISOString()).toBe('2026-11-21T06:00:00.123Z')
  expect(instantOf('2026-11-21T07:00:00')).toBe(null)
  expect(instantOf('2026-11-21')).toBe(null)
  expect(instantOf('21 Nov 2026 07:00 GMT')).toBe(null)
})

test('rejects a time whose zone moves it outside the supported years', () => {
  expect(instantOf('9998-12-31T23:00:00-02:00')).toBe(null)
  expect(instantOf('1000-01-01T00:30:00+01:00')).toBe(null)
})
