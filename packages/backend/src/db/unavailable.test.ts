import pg from 'pg'
import { expect, test } from 'vitest'
import { isUnavailable } from './unavailable.ts'

const withCode = (code: string) => Object.assign(new Error('said by the server'), { code })

test.each(['57P01', '57P03', '57014', '55P03', '08006', '53300', '40P01', '25006', 'ECONNREFUSED', 'ETIMEDOUT'])(
  'treats %s as an unavailable database',
  (code) => expect(isUnavailable(withCode(code))).toBe(true),
)

test.each(['23505', '22008', '42P01', 'P0001', 'ENOENT', 'EACCES'])('treats %s as another error', (code) =>
  expect(isUnavailable(withCode(code))).toBe(false),
)

test('tells driver errors without a code apart from our own bugs', async () => {
  expect(isUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true)
  expect(isUnavailable(new TypeError('undefined is not a function'))).toBe(false)
  expect(isUnavailable('Connection terminated')).toBe(false)
  const nobody = new pg.Client({ host: '127.0.0.1', port: 1 })
  expect(isUnavailable(await nobody.connect().catch((error: unknown) => error))).toBe(true)
})
