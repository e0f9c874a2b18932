import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CannotStart } from '@kiosk/api/cannot-start'
import { makeDataFolder } from '@kiosk/api/data-folder'
import { embeddedPostgres } from '@kiosk/api/database/embedded-postgres'
import { expect, test } from 'vitest'
import { listen } from './listen.ts'

// What an operator reads where something outside keeps the server from starting: one sentence, no stack.

const reasonOf = (starting: Promise<unknown>) => starting.then(() => null).catch((error: unknown) => error)

test('a port that another program uses is named, and what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const reason = await reasonOf(listen({} as Parameters<typeof listen>[0], { port, host: '127.0.0.1' }))
  expect(reason).toBeInstanceOf(CannotStart)
  expect((reason as Error).message).toMatch(new RegExp(`^Port ${port} .* in use .* set PORT`))
  other.close()
})

test('an address that this machine does not have is named', async () => {
  const reason = await reasonOf(listen({} as Parameters<typeof listen>[0], { port: 0, host: '203.0.113.1' }))
  expect((reason as Error).message).toContain('203.0.113.1')
  expect(reason).toBeInstanceOf(CannotStart)
})

test('a new folder is made, with those above it', () => {
  const above = mkdtempSync(join(tmpdir(), 'data-'))
  makeDataFolder(join(above, 'a/b'))
  expect(() => makeDataFolder(join(above, 'a/b'))).not.toThrow()
  rmSync(above, { recursive: true })
})

// Folders of the kernel are read-only for root too.
test.runIf(process.platform === 'linux')(
  'a folder that can’t be written is said at once, and nobody else is blamed',
  async () => {
    const begun = Date.now()
    for (const folder of ['/sys/kernel', '/sys/kernel/data']) {
      const reason = await reasonOf(embeddedPostgres(folder))
      expect(reason).toBeInstanceOf(CannotStart)
      expect((reason as Error).message).toMatch(/^\/sys\/kernel.* cannot be written .*DATA_DIR/)
    }
    expect(Date.now() - begun).toBeLessThan(10_000)
  },
)
