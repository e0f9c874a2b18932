/** Most characters kept; the least recently used answers go first. */
const MOST_CHARACTERS = 24 * 1024 * 1024
const LONGEST_ANSWER = 512 * 1024
/** Days change and offers end even where nothing is published. Milliseconds. */
const KEPT_FOR = 60_000

/** `passing`: it was made in a hurry, and a moment later it may hold more: nobody else gets it. */
export type MadeAnswer = { body: string; etag: string; passing?: boolean }
export type KeptAnswer = MadeAnswer & { until: number }

/** Public answers as they were sent, until the catalogue changes. Who asks for the same at once shares one. */
export class KeptAnswers {
  readonly #answers = new Map<string, KeptAnswer>()
  readonly #underWay = new Map<string, Promise<KeptAnswer>>()
  #characters = 0
  #generation = 0

  forget(): void {
    this.#generation++
    this.#answers.clear()
    this.#underWay.clear()
    this.#characters = 0
  }

  async get(key: string, make: () => Promise<MadeAnswer>): Promise<KeptAnswer> {
    const known = this.#answers.get(key)
    if (known && known.until > Date.now()) {
      this.#answers.delete(key)
      this.#answers.set(key, known)
      return known
    }
    const shared = this.#underWay.get(key)
    if (shared) return shared
    const generation = this.#generation
    const making = make().then((made) => {
      const answer = { ...made, until: Date.now() + KEPT_FOR }
      // What was made across a change may be of before it.
      if (generation === this.#generation && !made.passing) this.#keep(key, answer)
      return answer
    })
    this.#underWay.set(key, making)
    const done = () => {
      if (this.#underWay.get(key) === making) this.#underWay.delete(key)
    }
    making.then(done, done)
    return making
  }

  #keep(key: string, answer: KeptAnswer): void {
    if (answer.body.length > LONGEST_ANSWER) return
    this.#drop(key)
    this.#answers.set(key, answer)
    this.#characters += answer.body.length
    for (const oldest of this.#answers.keys()) {
      if (this.#characters <= MOST_CHARACTERS) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#characters -= this.#answers.get(key)?.body.length ?? 0
    this.#answers.delete(key)
  }
}
