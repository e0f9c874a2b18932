import { LRUCache } from 'lru-cache'

/** Maximum characters; the least recently used responses are evicted. */
const MOST_CHARACTERS = 24 * 1024 * 1024
const LONGEST_ANSWER_CHARACTERS = 512 * 1024
/** Days change and offers end even if nothing is published. */
const CACHED_FOR_MS = 60_000

type MadeResponse = { body: string; etag: string }

/** Caches public responses until the catalogue changes. Concurrent callers share one computation. */
export class ResponseCache {
  readonly #answers = new LRUCache<string, MadeResponse>({
    maxSize: MOST_CHARACTERS,
    maxEntrySize: LONGEST_ANSWER_CHARACTERS,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
    ttl: CACHED_FOR_MS,
    perf: Date,
  })
  readonly #underWay = new Map<string, Promise<MadeResponse>>()
  #generation = 0

  forget(): void {
    this.#generation++
    this.#answers.clear()
    this.#underWay.clear()
  }

  async get(key: string, make: () => Promise<MadeResponse>): Promise<MadeResponse> {
    const known = this.#answers.get(key)
    if (known) return known
    const shared = this.#underWay.get(key)
    if (shared) return shared
    const generation = this.#generation
    const making = make().then((made) => {
      // A response computed during a change may be outdated.
      if (generation === this.#generation) this.#answers.set(key, made)
      return made
    })
    this.#underWay.set(key, making)
    const done = () => {
      if (this.#underWay.get(key) === making) this.#underWay.delete(key)
    }
    making.then(done, done)
    return making
  }
}
