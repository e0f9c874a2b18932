import { networksOf } from '../http/networks.ts'
import { TryLater } from '../http/try-later.ts'

/** A client that waits. `address`: its IP address; `known`: in a browser known to the account. */
export type PasswordCaller = { address: string; known?: boolean; signal?: AbortSignal }

type Waiting = { start: () => void; drop: (reason: Error) => void; networks: readonly string[] }

/** Limits of waiting requests: in total, per network, and per widest network. */
const MAX_WAITING = 200
const MAX_WAITING_OF_NETWORK = 50
const MAX_WAITING_OF_WIDEST = 80
/** When both kinds wait, unknown browsers get one of this many turns. */
const TURNS_OF_KNOWN = 4

/**
 * Creates a queue for CPU-bound work, one job at a time. Networks take turns, narrow ones within the widest, so that many
 * requests of one network only delay each other. Known browsers go first; aborted requests leave the queue.
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

  /** Runs `work` when its turn comes. @throws TryLater if too many requests of the network, or in total, wait */
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
  if (signal?.aborted) return Promise.reject(new TryLater())
  return new Promise<void>((resolve, reject) => {
    const leave = () => {
      line.remove(waiting)
      reject(new TryLater())
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

/** Creates a queue of requests by widest network, then by narrowest; the networks of each level take turns. */
function createFairLine() {
  // A Map keeps insertion order; the network that had its turn moves to the end.
  const widest = new Map<string, Map<string, Waiting[]>>()
  let size = 0

  function add(waiting: Waiting): void {
    const [narrow = '', wide = ''] = [waiting.networks[0], waiting.networks.at(-1)]
    const within = widest.get(wide) ?? new Map<string, Waiting[]>()
    const own = within.get(narrow) ?? []
    const isFull = own.length >= MAX_WAITING_OF_NETWORK || sizeOf(within) >= MAX_WAITING_OF_WIDEST
    // A full queue drops the last request of the busiest network.
    if (isFull || (size >= MAX_WAITING && !makeRoom(sizeOf(within) + 1))) {
      waiting.drop(new TryLater())
      return
    }
    own.push(waiting)
    within.set(narrow, own)
    widest.set(wide, within)
    size++
  }

  /** Drops a request; returns false if no network has more waiting requests than `count`. */
  function makeRoom(count: number): boolean {
    const [fullest] = [...widest.values()].sort((a, b) => sizeOf(b) - sizeOf(a))
    if (!fullest || sizeOf(fullest) <= count) return false
    const [line] = [...fullest.values()].sort((a, b) => b.length - a.length)
    const last = line?.at(-1)
    if (!last) return false
    remove(last)
    last.drop(new TryLater())
    return true
  }

  function take(): Waiting | undefined {
    const [found] = widest
    if (!found) return undefined
    const [wide, within] = found
    const [narrow, own] = [...within][0]!
    const [first] = own as [Waiting]
    // Moves both networks to the end of their order.
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
