import { ApiError } from '@kiosk/domain/errors'

/** Too many requests; retry after this many seconds. */
export class TooMany extends ApiError {
  readonly seconds: number
  /** @param words key of a message with advice */
  constructor(seconds: number, words?: string) {
    super('too_many_requests', undefined, words)
    this.seconds = seconds
  }
}
