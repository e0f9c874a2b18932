import type { Logger } from 'pino'
import { StorageError } from '../adapters/storage/storage-error.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { reject } from './reject.ts'
import { rejectForNow } from './try-later.ts'

/**
 * Logs an error that is not an `ApiError`, and returns its response: 503 if the database or the file storage is not available,
 * else 500.
 * @param path as logged
 */
export function rejectUnexpected(
  log: Logger,
  error: unknown,
  { request, requestId, path }: { request: Request; requestId: string; path: string },
): Response {
  const about = { err: error, requestId, method: request.method, path }
  if (isUnavailable(error)) {
    log.warn({ event: 'database.unavailable', ...about }, 'database is not available')
    return rejectForNow(request, requestId)
  }
  log.error({ event: 'request.failed', ...about }, 'request failed')
  return error instanceof StorageError ? rejectForNow(request, requestId) : reject('unexpected', request, requestId)
}
