import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommand } from './run-command.ts'

const printed: string[] = []
beforeEach(() => {
  printed.splice(0)
  for (const channel of ['log', 'error'] as const)
    vi.spyOn(console, channel).mockImplementation((line) => void printed.push(String(line)))
})
afterEach(() => void vi.restoreAllMocks())

test.each([
  ['exits', 'cancellations'],
  ['contract', 'subscription'],
])('the former command name "%s" runs "%s"', async (former, current) => {
  expect(await runCommand([former, '--help'])).toBe(0)
  expect(printed.join('\n')).toMatch(new RegExp(`^Usage: npm run kiosk -- ${current} `))
  expect(await runCommand([former, '--unknown-option'])).toBe(64)
})

test('the list of commands has a line per command and no former names', async () => {
  expect(await runCommand(['--help'])).toBe(0)
  const names = printed.slice(1).map((line) => /^ {2}(\S+) +\S/.exec(line)?.[1])
  expect(names).toContain('cancellations')
  expect(names).toContain('subscription')
  expect(names).not.toContain(undefined)
  for (const former of ['exits', 'contract']) expect(names).not.toContain(former)
})

test('rejects an unknown command with the list of commands', async () => {
  expect(await runCommand(['toString'])).toBe(64)
  expect(printed[0]).toMatch(/^There is no command "toString"\. Commands: import, /)
})
