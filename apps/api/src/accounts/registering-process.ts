// A program of tests that registers, and is killed: `steps N EMAIL` kills itself at the Nth statement to the database,
// `answers EMAIL` when the commit is under way, `loop NAME` goes on until somebody kills it.
import pg from 'pg'
import { open } from '../database/connect.ts'
import { testApi } from '../test-api.ts'

const [url, how, first = '', second = ''] = process.argv.slice(2)
const connection = open(url!, 3)
const api = await testApi(connection, { requestsPerMinute: 0 })
const register = (email: string, place: number) =>
  api.ask('user/registration/newuser', {
    address: `2001:db8:${(place % 65_536).toString(16)}::1`,
    form: { email, password: 'Murmeltier-am-Grat' },
  })

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
const { status } = await register(how === 'steps' ? second : first, 0)
process.exit(status === 204 ? 0 : 1)
