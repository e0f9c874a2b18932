import { Refusal } from '@kiosk/domain/errors'
import { networksOf } from '../rate-limits.ts'

/** Who waits: `address` of the client, `known` = a browser that the account was in before. */
export type PasswordCaller = { address: string; known?: boolean; signal?: AbortSignal }

type Waiting = { start: () => void; drop: (reason: Error) => void; networks: readonly string[] }

/** So many wait at once, of one network, and of the widest network around it. */
const MAX_WAITING = 200
const MAX_WAITING_OF_NETWORK = 50
const MAX_WAITING_OF_WIDEST = 80
/** Of so many turns one is for browsers that are not known, where both wait. */
const TURNS_OF_KNOWN = 4

/**
 * A line for work that takes a processor for itself, one at a time. Networks take turns, the narrow ones within the widest:
 * one that asks ten times waits for itself. Known browsers go first; whoever goes away leaves the line.
 */
export function createPasswordQueue() {
  const lines = { known: createFairLine(), unknown: createFairLine() }
  let running = false
  let turns = 0

  function next(): void {
    const { known, unknown } = lines
    const unknownsTurn = ++turns % TURNS_OF_KNOWN === 0
    const waiting = unknownsTurn ? (unknown.take() ?? known.take()) : (known.take() ?? unknown.take())
    if (waiting) waiting.start()
    else running = false
  }

  /** @throws Refusal unavailable, where too many of this network wait, or too many at all */
  async function run<T>(caller: PasswordCaller | null, work: () => Promise<T>): Promise<T> {
    if (running) await wait(lines[caller === null || caller.known ? 'known' : 'unknown'], caller)
    else running = true
    try {
      return await work()
    } finally {
      next()
    }
  }
  return { run, waiting: () => lines.known.size() + lines.unknown.size() }
}

function wait(line: ReturnType<typeof createFairLine>, caller: PasswordCaller | null): Promise<void> {
  const signal = caller?.signal
  if (signal?.aborted) return Promise.reject(new Refusal('unavailable'))
  return new Promise<void>((resolve, reject) => {
    const leave = () => {
      line.remove(waiting)
      reject(new Refusal('unavailable'))
    }
    const done = () => signal?.removeEventListener('abort', leave)
    const networks = caller ? networksOf(caller.address) : ['']
    const waiting: Waiting = {
      networks,
      start() {
        done()
        resolve()
      },
      drop(reason) {
        done()
        reject(reason)
      },
    }
    signal?.addEventListener('abort', leave, { once: true })
    line.add(waiting)
  })
}

/** Those who wait, by their widest network and by their narrowest within it; each takes turns with its neighbours. */
function createFairLine() {
  // A Map keeps the order in which networks came, and the one whose turn it was goes to its end.
  const widest = new Map<string, Map<string, Waiting[]>>()
  let size = 0

  function add(waiting: Waiting): void {
    const [narrow = '', wide = ''] = [waiting.networks[0], waiting.networks.at(-1)]
    const within = widest.get(wide) ?? new Map<string, Waiting[]>()
    const own = within.get(narrow) ?? []
    const isFull = own.length >= MAX_WAITING_OF_NETWORK || sizeOf(within) >= MAX_WAITING_OF_WIDEST
    // A full line is shared: the network with most in it gives up its last.
    if (isFull || (size >= MAX_WAITING && !makeRoom(sizeOf(within) + 1))) {
      waiting.drop(new Refusal('unavailable'))
      return
    }
    own.push(waiting)
    within.set(narrow, own)
    widest.set(wide, within)
    size++
  }

  /** False where nobody has more waiting than `wanted`. */
  function makeRoom(wanted: number): boolean {
    const [fullest] = [...widest.values()].sort((a, b) => sizeOf(b) - sizeOf(a))
    if (!fullest || sizeOf(fullest) <= wanted) return false
    const [line] = [...fullest.values()].sort((a, b) => b.length - a.length)
    const last = line?.at(-1)
    if (!last) return false
    remove(last)
    last.drop(new Refusal('unavailable'))
    return true
  }

  function take(): Waiting | undefined {
    const [found] = widest
    if (!found) return undefined
    const [wide, within] = found
    const [narrow, own] = [...within][0]!
    const [first] = own as [Waiting]
    // To the end of both orders, then out.
    widest.delete(wide)
    widest.set(wide, within)
    within.delete(narrow)
    within.set(narrow, own)
    remove(first)
    return first
  }

  function remove(waiting: Waiting): void {
    const [narrow = '', wide = ''] = [waiting.networks[0], waiting.networks.at(-1)]
    const within = widest.get(wide)
    const own = within?.get(narrow)
    const place = own?.indexOf(waiting) ?? -1
    if (!within || !own || place < 0) return
    own.splice(place, 1)
    if (own.length === 0) within.delete(narrow)
    if (within.size === 0) widest.delete(wide)
    size--
  }

  return { add, take, remove, size: () => size }
}

function sizeOf(within: Map<string, Waiting[]>): number {
  let sum = 0
  for (const each of within.values()) sum += each.length
  return sum
}
