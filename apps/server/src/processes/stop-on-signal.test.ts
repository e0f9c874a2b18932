import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const PROGRAM = fileURLToPath(new URL('../testing/stuck-process.ts', import.meta.url))

test('a process that cannot stop, because a job waits for a lock, ends by itself after the pause and the time to stop', async () => {
  const child = fork(PROGRAM, ['300', '700'], { execArgv: [], silent: true })
  const printed: string[] = []
  child.stderr!.on('data', (chunk: Buffer) => printed.push(String(chunk)))
  const ended = once(child, 'exit')
  await once(child, 'message')
  const began = performance.now()
  child.kill('SIGTERM')
  expect(await ended).toEqual([1, null])
  expect(performance.now() - began).toBeGreaterThan(900)
  expect(printed.join('')).toContain('has not stopped within 1 seconds')
})
