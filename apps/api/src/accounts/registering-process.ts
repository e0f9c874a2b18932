// A program of tests that registers, and is killed: `steps N EMAIL` kills itself at the Nth statement to the database,
// `answers EMAIL` when the commit is under way, `loop NAME` goes on until somebody kills it.
import { regionById } from '@kiosk/domain/regions'
import pg from 'pg'
import { pino } from 'pino'
import { open } from '../database/connect.ts'
import type { House } from '../house.ts'
import { createAttempts } from '../session/attempts.ts'
import { newUser } from './new-user.ts'

const [url, how, first = '', second = ''] = process.argv.slice(2)
const { db } = open(url!, 3)
const attempts = createAttempts({ db, secret: async () => Buffer.alloc(32), log: pino({ level: 'silent' }) })
// All of the house that a registration uses: a whole one takes long to start, and it starts for every statement.
const house = {
  db,
  attempts,
  now: () => new Date(),
  neutralAnswers: false,
  publicUrl: 'https://kiosk.example.org',
  secret: async () => Buffer.alloc(32),
  log: pino({ level: 'silent' }),
} as unknown as House
const request = new Request('https://kiosk.example.org/api/v8/user/registration/newuser', { method: 'POST' })
const parts = { house, request, language: 'de', region: regionById(1), regionActive: true, reply: new Headers() } as const

/** True where the registration was answered as done. */
async function register(email: string, place: number): Promise<boolean> {
  const input = newUser.parse({ params: {}, query: {}, body: { email, password: 'Murmeltier-am-Grat' } })
  // Each from a network of its own: how many one network may register is another promise.
  const visitor = { address: `2001:db8:${(place % 65_536).toString(16)}:${process.pid.toString(16)}::1`, country: 'AT' }
  const call = { ...parts, input, visitor } as unknown as Parameters<typeof newUser.handle>[0]
  return newUser.handle(call).then(
    () => true,
    () => false,
  )
}

const die = () => process.kill(process.pid, 'SIGKILL')
type Query = (...given: unknown[]) => unknown
const client = pg.Client.prototype as unknown as { query: Query }
const ask = client.query
let statements = 0
let counting = false
client.query = function (this: unknown, ...given: unknown[]) {
  if (counting && how === 'steps' && ++statements === Number(first)) die()
  const answer = ask.apply(this, given)
  if (counting && how === 'answers' && /^commit/i.test(textOf(given[0]))) die()
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
