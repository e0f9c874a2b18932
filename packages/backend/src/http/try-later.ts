import { ApiError, RETRY_AFTER_SECONDS } from '@kiosk/domain/errors'
import { reject } from './reject.ts'

/** Temporarily unavailable, without a change of settings: the response has `Retry-After`. */
export class TryLater extends ApiError {
  constructor() {
    super('unavailable')
  }
}

/** Returns the response for it: 503 in the language of the request. */
export function rejectForNow(request: Request, requestId: string): Response {
  const rejected = reject('unavailable', request, requestId)
  rejected.headers.set('retry-after', String(RETRY_AFTER_SECONDS))
  return rejected
}
