import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { killChild } from './kill-child.ts'

test('a process that could not start gets no signal, which would reach another one', async () => {
  const child = spawn('/missing/program')
  const kill = vi.spyOn(child, 'kill').mockReturnValue(true)
  expect(killChild(child, 'SIGKILL')).toBe(false)
  expect(kill).not.toHaveBeenCalled()
  expect(await once(child, 'error')).toMatchObject([{ code: 'ENOENT' }])
})

test('a running process gets the signal', async () => {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'])
  const ended = once(child, 'exit')
  expect(killChild(child, 'SIGKILL')).toBe(true)
  expect(await ended).toEqual([null, 'SIGKILL'])
})
