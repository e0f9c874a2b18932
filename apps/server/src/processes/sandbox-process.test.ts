import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '@kiosk/backend/config'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from './sandbox-process.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
const settings = (more: Record<string, string> = {}) => readConfig({ PORT: '0', DATA_DIR: folder, DEMO: 'false', ...more })
const answers = (url: string) =>
  fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  )
async function falls(url: string): Promise<boolean> {
  for (let each = 0; each < 100 && (await answers(url)); each++) await new Promise((resolve) => setTimeout(resolve, 50))
  return !(await answers(url))
}

test('the sandbox starts with the kiosk, uses another port if its own is in use, and ends with the kiosk', async () => {
  const first = (await startSandbox(settings()))!
  const { port } = new URL(first.card.url)
  const second = (await startSandbox(settings({ PORT: String(Number(port) - 10) })))!
  expect(second.card.url).not.toBe(first.card.url)
  // The wallet has the same address as the card provider.
  for (const { card, payments } of [first, second]) {
    expect(payments.wallet?.baseUrl).toBe(`${card.url}/wallet`)
    expect((await fetch(payments.wallet!.script!)).headers.get('content-type')).toContain('javascript')
  }
  expect([await answers(first.card.url), await answers(second.card.url)]).toEqual([true, true])
  first.stop()
  second.stop()
  expect([await falls(first.card.url), await falls(second.card.url)]).toEqual([true, true])
})

test('the sandbox ends when the kiosk is killed, too', async () => {
  const starter = fileURLToPath(new URL('../testing/sandbox-starter.ts', import.meta.url))
  const child = spawn(process.execPath, [starter, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = (await once(child.stdout, 'data')) as [Buffer]
  const address = url.toString().trim()
  expect(await answers(address)).toBe(true)
  child.kill('SIGKILL')
  expect(await falls(address)).toBe(true)
})

test('none starts if another one or no sandbox is configured', async () => {
  expect(await startSandbox(settings({ SANDBOX_PAYMENTS_URL: 'http://localhost:1' }))).toBeNull()
  expect(await startSandbox(settings({ PAYMENTS: 'none' }))).toBeNull()
})

test('it does not run in production', async () => {
  const start = fileURLToPath(new URL('../../../sandbox-payments/src/start.ts', import.meta.url))
  const child = spawn(process.execPath, [start], { env: { ENVIRONMENT: 'production', KEY: 'k', WEBHOOK_SECRET: 's' } })
  const [output] = (await once(child.stderr, 'data')) as [Buffer]
  const [status] = await once(child, 'exit')
  expect({ status, output: output.toString() }).toEqual({ status: 78, output: expect.stringContaining('ENVIRONMENT=production') })
})
