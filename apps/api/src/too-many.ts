import { Refusal } from '@kiosk/domain/errors'

/** Somebody asks too much; in so many seconds again. */
export class TooMany extends Refusal {
  readonly seconds: number
  /** @param words key of words that say what helps */
  constructor(seconds: number, words?: string) {
    super('too_many_requests', undefined, words)
    this.seconds = seconds
  }
}
