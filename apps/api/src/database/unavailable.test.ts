import pg from 'pg'
import { expect, test } from 'vitest'
import { isUnavailable } from './unavailable.ts'

const withCode = (code: string) => Object.assign(new Error('said by the server'), { code })

test.each(['57P01', '57P03', '57014', '55P03', '08006', '53300', '40P01', '25006', 'ECONNREFUSED', 'ETIMEDOUT'])(
  '%s says that the database cannot be asked now',
  (code) => expect(isUnavailable(withCode(code))).toBe(true),
)

test.each(['23505', '22008', '42P01', 'P0001', 'ENOENT', 'EACCES'])('%s says that something else is wrong', (code) =>
  expect(isUnavailable(withCode(code))).toBe(false),
)

test('what the driver says without a code is told apart from mistakes of ours', async () => {
  expect(isUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true)
  expect(isUnavailable(new TypeError('undefined is not a function'))).toBe(false)
  expect(isUnavailable('Connection terminated')).toBe(false)
  const nobody = new pg.Client({ host: '127.0.0.1', port: 1 })
  expect(isUnavailable(await nobody.connect().catch((error: unknown) => error))).toBe(true)
})
