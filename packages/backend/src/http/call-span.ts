import { ApiError } from '@kiosk/domain/errors'
import { inSpan } from '../trace.ts'

const isFault = (error: unknown) => !(error instanceof ApiError) || error.code === 'unavailable'

/** Answers a call as a span, named by its declared path. A caller's mistake does not count as a fault. */
export function asCall(declared: { method: string; path: string }, work: () => Promise<Response>): Promise<Response> {
  const attributes = { 'http.request.method': declared.method, 'http.route': declared.path }
  return inSpan(`call ${declared.method} ${declared.path}`, { attributes, isFault }, work)
}
