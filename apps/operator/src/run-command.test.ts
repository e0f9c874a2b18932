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

test('an import without a folder or with an unknown option is rejected, and it has a help text', async () => {
  expect(await runCommand(['import'])).toBe(64)
  expect(await runCommand(['import', '--colour', 'x'])).toBe(64)
  printed.splice(0)
  expect(await runCommand(['import', '--help'])).toBe(0)
  expect(printed[0]).toMatch(/^Usage: npm run kiosk -- import/)
})

test('the list of commands has a line per command and no former names', async () => {
  expect(await runCommand(['--help'])).toBe(0)
  const [, list = ''] = printed.join('\n').split('Commands:\n')
  const names = list.split('\n').map((line) => /^ {2}(\S+) +\S/.exec(line)?.[1])
  expect(names).toContain('cancellations')
  expect(names).toContain('subscription')
  expect(names.filter(Boolean)).toHaveLength(37)
  for (const former of ['exits', 'contract']) expect(names).not.toContain(former)
})

test('rejects an unknown command with the list of commands', async () => {
  expect(await runCommand(['toString'])).toBe(64)
  expect(printed[0]).toMatch(/^error: unknown command 'toString'\n\nUsage: .*\nCommands: import, inspect, content, /)
})

test.each([
  [['pirce', 'list'], '(Did you mean price?)'],
  [['subscription', 'exted', 'V-000001'], '(Did you mean extend?)'],
  [['subscription', 'end', 'V-000001', '--wy', 'x'], '(Did you mean --why?)'],
  [['security', 'lst'], '(Did you mean list?)'],
])('suggests the probable command for %j', async (args, meant) => {
  expect(await runCommand(args)).toBe(64)
  expect(printed[0]).toContain(meant)
})

test('the help of a command lists its actions, that of an action its arguments and options, in any of three ways', async () => {
  expect(await runCommand(['subscription', '--help'])).toBe(0)
  expect(printed[0]).toMatch(/^ {7}npm run kiosk -- subscription extend <SUBSCRIPTION> --why <TEXT> \[--dry-run\] --days <N>$/m)
  expect(printed[0]).toMatch(/^ {2}extend +Adds days without a charge\.$/m)
  for (const args of [
    ['subscription', 'end', '--help'],
    ['subscription', 'end', 'V-000001', '-h'],
    ['contract', 'help', 'end'],
  ]) {
    printed.splice(0)
    expect(await runCommand(args)).toBe(0)
    expect(printed[0]).toMatch(/^Usage: npm run kiosk -- subscription end <SUBSCRIPTION> --why <TEXT> /)
    expect(printed[0]).toMatch(/^ {2}--on <DAY> +the last day of the subscription/m)
    expect(printed[0]!.replace(/\s+/g, ' ')).toContain(
      'The reader can still read on that day, until midnight, and is not charged on it',
    )
    expect(printed.join('\n')).not.toContain('--exit')
    expect(printed.join('\n')).toContain('Environment: DATA_DIR')
  }
})

test('says which action is meant if none is named', async () => {
  for (const name of ['suspense', 'security']) {
    printed.splice(0)
    expect(await runCommand([name, '--help'])).toBe(0)
    expect(printed.join('\n')).toMatch(/Without an action: (list|summary)\./)
  }
})

test('concurrent command lines do not share arguments, and none ends the process', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('process.exit was called')
  })
  const codes = await Promise.all([
    runCommand(['price', 'set', '2', '1.00', '--from', 'soon']),
    runCommand(['price', '--help']),
    runCommand(['price', 'set', '2']),
    runCommand(['suspense', 'book', '7', '--why', 'x', '--by', '']),
    runCommand(['suspense', 'book', '7']),
    runCommand(['demo', '--issues', '5', '--titles', '/nowhere.tsv']),
  ])
  expect(codes).toEqual([64, 0, 64, 64, 64, 64])
  expect(printed.filter((line) => line.startsWith('error:')).sort()).toEqual([
    expect.stringContaining("missing required argument 'AMOUNT'"),
    expect.stringContaining("option '--by <NAME>' argument '' is invalid"),
    expect.stringContaining("option '--from <DAY>' argument 'soon' is invalid"),
    expect.stringContaining("option '--titles <file>' argument '/nowhere.tsv' is invalid. There is no such file."),
    expect.stringContaining("required option '--why <TEXT>' not specified"),
  ])
  expect(exit).not.toHaveBeenCalled()
})

test('exits with 78 and a message for a wrong setting, with 70 for unexpected errors', async () => {
  vi.stubEnv('DATABASE_URL', 'mysql://localhost/kiosk')
  expect(await runCommand(['jobs'])).toBe(78)
  expect(printed[0]).toContain('DATABASE_URL')
  printed.splice(0)
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none')
  expect(await runCommand(['jobs'])).toBe(70)
  vi.unstubAllEnvs()
})
