import { expect, test } from 'vitest'
import { type Checked, exitCodeOf, failing, ok, runChecks, skipped, warning } from './checks.ts'

test('a check that throws or takes too long is an error, and the others are not held up', async () => {
  const found = await runChecks(
    [
      { name: 'slow', run: () => new Promise(() => {}) },
      {
        name: 'broken',
        run: () => Promise.reject(new Error('mira@example.org is unknown\nat line 1', { cause: new Error('away') })),
      },
      { name: 'several', run: async () => [ok('one'), warning('two', 'Do it.')] },
    ],
    50,
  )
  expect(found.map(({ check, status, says }) => [check, status, says])).toEqual([
    ['slow', 'error', 'no result within 0.05 seconds'],
    ['broken', 'error', expect.stringMatching(/^(?!.*mira@).* is unknown: away$/)],
    ['several', 'ok', 'one'],
    ['several', 'warning', 'two'],
  ])
})

test('the exit code is that of the worst finding', () => {
  const codeOf = (...found: Omit<Checked, 'check'>[]) => exitCodeOf(found.map((each) => ({ check: 'x', ...each })))
  expect(codeOf(ok('a'), skipped('b'))).toBe(0)
  expect(codeOf(ok('a'), warning('b', 'c'))).toBe(1)
  expect(codeOf(failing('a', 'b'), warning('c', 'd'))).toBe(2)
})
