import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitedFetch } from './limited-fetch.ts'

/** Calls that a host has received and not answered, by their path. */
type Host = { url: string; open: Map<string, ServerResponse>; close(): void }
let slow: Host
let other: Host

async function host(): Promise<Host> {
  const open = new Map<string, ServerResponse>()
  const server = createServer((request, response) => void open.set(request.url!, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    open,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
beforeEach(async () => {
  slow = await host()
  other = await host()
})
afterEach(() => {
  slow.close()
  other.close()
})

const paths = (hosts: Host) => [...hosts.open.keys()]
function answerOne(hosts: Host, path: string): void {
  hosts.open.get(path)!.end('done')
  hosts.open.delete(path)
}

test('a host that does not answer gets a limited number of calls, in order, and no other host waits for it', async () => {
  const call = limitedFetch({ atOnce: 2 })
  const calls = ['/1', '/2', '/3', '/4'].map((path) => call(slow.url + path))
  await expect.poll(() => paths(slow)).toEqual(['/1', '/2'])
  const elsewhere = call(new URL('/', other.url))
  await expect.poll(() => paths(other)).toEqual(['/'])
  answerOne(other, '/')
  expect(await (await elsewhere).text()).toBe('done')
  expect(paths(slow)).toEqual(['/1', '/2'])
  answerOne(slow, '/1')
  await expect.poll(() => paths(slow)).toEqual(['/2', '/3'])
  answerOne(slow, '/3')
  await expect.poll(() => paths(slow)).toEqual(['/2', '/4'])
  answerOne(slow, '/2')
  answerOne(slow, '/4')
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test('a call that is given up leaves the queue, and one that fails makes room', async () => {
  const call = limitedFetch({ atOnce: 1 })
  const first = new AbortController()
  const second = new AbortController()
  const failing = call(`${slow.url}/1`, { signal: first.signal })
  const left = call(`${slow.url}/2`, { signal: second.signal })
  const last = call(`${slow.url}/3`)
  await expect.poll(() => paths(slow)).toEqual(['/1'])
  second.abort(new Error('nobody waits'))
  await expect(left).rejects.toThrow('nobody waits')
  first.abort()
  await expect(failing).rejects.toThrow('aborted')
  await expect.poll(() => paths(slow)).toEqual(['/1', '/3'])
  answerOne(slow, '/3')
  expect((await last).status).toBe(200)
})

test('a call fails at once if too many wait, as if the host could not be reached', async () => {
  const call = limitedFetch({ atOnce: 1, mostWaiting: 1 })
  const calls = [call(`${slow.url}/1`), call(`${slow.url}/2`)]
  await expect(call(`${slow.url}/3`)).rejects.toThrow(TypeError)
  for (const path of ['/1', '/2']) {
    await expect.poll(() => paths(slow)).toEqual([path])
    answerOne(slow, path)
  }
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200])
})
