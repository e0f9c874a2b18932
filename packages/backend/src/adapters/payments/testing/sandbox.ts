import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DAY_MS } from '@kiosk/domain/time'
import { freePort } from '../../../free-port.ts'
import type { LeftMethod } from '../port.ts'
import { sandboxProvider } from '../sandbox/sandbox-provider.ts'

// Runs the real sandbox in its own process; its file and its port survive a restart.

const start = fileURLToPath(new URL('../../../../../../apps/sandbox-payments/src/start.ts', import.meta.url))
const KEY = 'key-of-the-test'
export const WEBHOOK_SECRET = 'secret-of-the-webhooks'
/** URL to which the sandbox returns browsers. */
export const RETURN_URL = 'https://kiosk.example.org/back'

/** Cards and accounts by result; the sandbox shows the same list. */
export const NUMBERS = {
  succeeds: '4242424242424242',
  declined: '4917100000000010',
  'insufficient-funds': '4917100000000028',
  expired: '4917100000000036',
  'account-validation': '4917100000000044',
  'refused-when-left': '4917100000000051',
  'asks-when-left': '4917100000000069',
  'asks-at-charges': '4917100000000077',
  'asks-at-renewals': '4917100000000135',
  'declines-renewals': '4917100000000085',
  'breaks-before': '4917100000000093',
  'breaks-after': '4917100000000101',
  slow: '4917100000000119',
  'keeps-refunds': '4917100000000127',
  'succeeds-in-DE': '4917100000000201',
  'succeeds-in-IT': '4917100000000235',
  'succeeds-in-US': '4917100000000243',
  'debit-succeeds': 'AT901904300000000101',
  'debit-fails': 'AT091904300000000201',
  'debit-returns': 'AT251904300000000301',
  'mandate-cancelled': 'AT411904300000000401',
} as const
export type NumberName = keyof typeof NUMBERS

/** @param options.webhookUrl target of webhooks; none by default */
export async function testSandbox(options: { webhookUrl?: string; slowness?: number; environment?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  // The port stays the same when the process is killed and restarted.
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const provider = sandboxProvider({ url, key: KEY, webhookSecret: WEBHOOK_SECRET })
  let child: ChildProcess | null = null
  let count = 0

  async function rise(): Promise<void> {
    child = spawn(process.execPath, [start], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ENVIRONMENT: options.environment ?? 'development',
        PORT: String(port),
        FILE: join(folder, 'books.db'),
        KEY,
        WEBHOOK_SECRET,
        WEBHOOK_URL: options.webhookUrl ?? '',
        SLOWNESS: String(options.slowness ?? 5000),
      },
    })
    await once(child.stdout!, 'data')
  }
  /** "SIGKILL": simulates a power failure. */
  async function fall(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  const form = (path: string, fields: Record<string, string>) =>
    fetch(url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const command = (method: string, path: string, body: object) =>
    fetch(`${url}/v1/${path}`, { method, headers: { authorization: `Bearer ${KEY}` }, body: JSON.stringify(body) })

  async function open(setupId = `setup-${++count}`, kinds: ('CC' | 'DD')[] = ['CC', 'DD']) {
    const opened = await provider.openSetup({
      setupId,
      customerReference: null,
      email: 'reader@example.org',
      kinds,
      language: 'en',
      returnUrl: RETURN_URL,
      creditor: 'Kiosk',
    })
    return { ...opened, path: new URL(opened.url).pathname }
  }
  /** Submits a number on an open page. */
  const type = (path: string, number: NumberName) =>
    form(
      path,
      number.startsWith('debit') || number.startsWith('mandate')
        ? { kind: 'DD', iban: NUMBERS[number], name: 'Reader' }
        : { kind: 'CC', number: NUMBERS[number], expiry: '12/40', code: '123' },
    )

  await rise()
  return {
    url,
    key: KEY,
    command,
    provider,
    rise,
    fall,
    open,
    type,
    form,
    /** Adds a card or an account; bank authentication succeeds. */
    async leave(number: NumberName): Promise<LeftMethod> {
      const { reference, path } = await open()
      const answer = await type(path, number)
      const next = answer.headers.get('location') ?? ''
      if (next.startsWith('/acs')) {
        await form('/acs', { challenge: new URLSearchParams(next.split('?')[1]).get('challenge')!, decision: 'pass' })
      }
      const state = await provider.setupState(reference)
      if (state.state !== 'done') throw new Error(`${number} was not taken: ${state.state}`)
      return state.method
    },
    answer: (params: Record<string, string>, decision: 'pass' | 'fail' | 'abandon') => form('/acs', { ...params, decision }),
    forward: (days: number) => command('POST', 'clock', { forward: days * DAY_MS }),
    setClock: (at: Date) => command('POST', 'clock', { at: at.toISOString() }),
    turn: (knobs: object) => command('PUT', 'knobs', knobs),
    takeBack: (attemptId: string, code: 'returned' | 'disputed') => command('POST', `charges/${attemptId}/back`, { code }),
    async close() {
      await fall()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type TestSandbox = Awaited<ReturnType<typeof testSandbox>>
