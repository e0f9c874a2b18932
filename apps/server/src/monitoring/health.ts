import { cacheControl } from '@kiosk/domain/cache-rules'

/** Shown only to requests from this machine or with METRICS_TOKEN. */
export type HealthDetails = {
  version: string
  environment: string
  /** `used`, or why it is not; absent = there is none. */
  replica?: string
}

/**
 * Reports whether requests can be served: 200, or 503 without a database. Stalled jobs are reported, but the status stays 200: a
 * load balancer that removed the servers would make reading impossible, too.
 * @param newestMigration name; undefined if the database does not answer
 * @param details undefined for other callers, who get only the status
 */
export function healthResponse(newestMigration: string | undefined, jobsAreStalled: boolean, details?: HealthDetails): Response {
  const isReady = newestMigration !== undefined
  const ready = jobsAreStalled ? 'jobs stalled' : 'ready'
  const body = { status: isReady ? ready : 'no database', ...(details && { ...details, schema: newestMigration ?? null }) }
  return Response.json(body, { status: isReady ? 200 : 503, headers: { 'cache-control': cacheControl('nothing') } })
}

/** Reports that the process answers. Whatever else fails, a restart would not help. */
export function livenessResponse(): Response {
  return probeResponse('alive', 200)
}

/** Reports whether a load balancer may send requests: 200, or 503 without a database or while the server stops. */
export function readinessResponse(state: { isDraining: boolean; hasDatabase: boolean }): Response {
  if (state.isDraining) return probeResponse('draining', 503)
  return state.hasDatabase ? probeResponse('ready', 200) : probeResponse('no database', 503)
}

function probeResponse(status: string, code: 200 | 503): Response {
  return Response.json({ status }, { status: code, headers: { 'cache-control': cacheControl('nothing') } })
}
