// A test program that registers and dies: with `steps N EMAIL` it kills itself at the Nth database statement, with
// `answers EMAIL` during the commit; with `loop NAME` it runs until it is killed.
import { API_BASE } from '@kiosk/contract/route'
import { regionById } from '@kiosk/domain/regions'
import pg from 'pg'
import { pino } from 'pino'
import { createRateLimits } from '../../auth/rate-limits.ts'
import type { AppContext } from '../../context.ts'
import { open } from '../../db/connect.ts'
import { newUser } from '../register.ts'

const [url, how, first = '', second = ''] = process.argv.slice(2)
const { db } = open(url!, 3)
const rateLimits = createRateLimits({ db, secret: async () => Buffer.alloc(32), log: pino({ level: 'silent' }) })
// Only the parts of the context that a registration uses: building a complete one for each of many runs is too slow.
const ctx = {
  db,
  rateLimits,
  now: () => new Date(),
  neutralAnswers: false,
  publicUrl: 'https://kiosk.example.org',
  secret: async () => Buffer.alloc(32),
  log: pino({ level: 'silent' }),
} as unknown as AppContext
const request = new Request(`https://kiosk.example.org${API_BASE}user/registration/newuser`, { method: 'POST' })
const parts = {
  ctx,
  request,
  language: 'de',
  locale: 'de-AT',
  region: regionById(1),
  regionActive: true,
  reply: new Headers(),
} as const

/** Registers and returns whether it succeeded. */
async function register(email: string, place: number): Promise<boolean> {
  const input = newUser.parse({ params: {}, query: {}, body: { email, password: 'Murmeltier-am-Grat' } })
  // Each registration comes from its own network, because the limit per network is tested elsewhere.
  const visitor = { address: `2001:db8:${(place % 65_536).toString(16)}:${process.pid.toString(16)}::1`, country: 'AT' }
  const call = { ...parts, input, visitor } as unknown as Parameters<typeof newUser.handle>[0]
  return newUser.handle(call).then(
    () => true,
    () => false,
  )
}

const die = () => process.kill(process.pid, 'SIGKILL')
type Query = (...options: unknown[]) => unknown
const client = pg.Client.prototype as unknown as { query: Query }
const ask = client.query
let statements = 0
let counting = false
client.query = function (this: unknown, ...options: unknown[]) {
  if (counting && how === 'steps' && ++statements === Number(first)) die()
  const answer = ask.apply(this, options)
  if (counting && how === 'answers' && /^commit/i.test(textOf(options[0]))) die()
  return answer
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : String((query as { text?: string }).text ?? '')
}

counting = true
if (how === 'loop') {
  for (let place = 0; ; place++) {
    await Promise.all([register(`${first}-${place}-a@example.org`, place), register(`${first}-${place}-b@example.org`, place)])
    process.send?.(place)
  }
}
const done = await register(how === 'steps' ? second : first, 0)
process.exit(done ? 0 : 1)
