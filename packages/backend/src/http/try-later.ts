import { ApiError } from '@kiosk/domain/errors'

/** Retry-After for what is not available now, such as a locked database: it recovers within seconds or not at all. */
export const RETRY_AFTER_SECONDS = 5

/** Not available now, but later without a change of settings: the response has `Retry-After`. */
export class TryLater extends ApiError {
  constructor() {
    super('unavailable')
  }
}
